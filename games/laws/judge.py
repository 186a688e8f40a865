"""Judge: a record and a law book give a verdict."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, replace
from typing import Any

from games.laws.books import LAW_BOOKS
from games.laws.clocks import count
from games.laws.draws import draw_claims
from games.laws.guess import VariantMemory, choose_variant
from games.laws.house_rules.book import book_for, huffable, unread_house_rules
from games.laws.ladder import Offence, until_lost
from games.laws.law_book import LawBook
from games.laws.lexicon import lexicon
from games.laws.replay import replay
from games.laws.replay_result import Ambiguity, Replay, Unread
from games.laws.results import (
    better_against_result,
    check_result,
    ended_by,
    is_against_board,
    tags_differ,
)
from games.laws.rulings import recorded_rulings, settle
from games.laws.setup_rulings import judge_setups
from games.laws.touch_rulings import Conduct, judge_conduct
from games.laws.unreadable_moves import read_stray_words
from games.laws.verdict import Finding, Proposal, ResultCheck, Severity, Verdict, also_broken_off
from games.laws.walk import Failure
from games.laws.wrong_start import wrong_start
from games.pdn import GameRecord
from games.rules import (
    FenError,
    Move,
    Position,
    Side,
    Variant,
    facts_in_squares,
    move_text,
    path_fault,
)
from games.rules.house import RULES_TAG
from games.rules.notation import square_text

LAW_BOOK_TAG = "LawBook"
MAX_QUOTED = 200


def judge(
    record: GameRecord,
    law_book: LawBook | None = None,
    *,
    variant: Variant | None = None,
    first_result_is: Side | None = None,
    memory: VariantMemory | None = None,
    play_on: bool = False,
) -> Verdict:
    """Replay a record and return every finding of the law book.

    Without a book it is the one that the record names (`LawBook`). A book that is not written for the
    record's variant gives way to that variant's own. `memory` carries from game to game of one file the
    rule set found so far. With `play_on` illegal moves that were followed by others are let stand.
    """
    played, source = _replay_record(record, variant, memory)
    record, played = read_stray_words(record, played)
    if play_on and played.failure is not None and wrong_start(record, played) is None:
        played = replay(record, played.variant, play_on=True)
        record, played = read_stray_words(record, played, play_on=True)
    book = book_for(law_book or named_book(record), played.variant)
    result = check_result(record, played, first_result_is)
    conduct = judge_conduct(record, played, book) if record.has_commands else None
    if played.setups:
        conduct = judge_setups(record, played, book, conduct or Conduct())
    findings = _findings(record, played, book, result, conduct, source)
    proposed: tuple[Proposal, ...] = ()
    if played.failure or played.slips or conduct:
        is_misread = any("began" in finding.facts for finding in findings)
        offences = _offences(played, conduct, book, is_misread=is_misread)
        told = tuple(recorded_rulings(record, played)) if record.has_commands else ()
        climbed, ruled = settle(record, offences, told, book)
        findings = tuple(sorted((*findings, *ruled), key=lambda one: one.ply)) if ruled else findings
        proposed, lost = until_lost(climbed)
        waiting = list(climbed)
        findings = tuple(_with_sanction(finding, waiting, proposed, lost) for finding in findings)
    return Verdict(
        record=record,
        variant=played.variant,
        variant_source=source,
        law_book=book,
        replay=played,
        findings=findings,
        claims=draw_claims(played, book),
        proposals=proposed,
        touches=tuple(conduct.rulings) if conduct else (),
        result=result,
    )


def named_book(record: GameRecord) -> LawBook | None:
    """Return the law book that a record names: `[LawBook "wcdf, 2008"]`."""
    return LAW_BOOKS.get(record.tag(LAW_BOOK_TAG).partition(",")[0].strip())


def _replay_record(
    record: GameRecord, variant: Variant | None, memory: VariantMemory | None
) -> tuple[Replay, str]:
    """Replay under the rule set asked for, else under the record's own."""
    return choose_variant(record, memory) if variant is None else (replay(record, variant), "option")


def _findings(
    record: GameRecord,
    played: Replay,
    book: LawBook,
    result: ResultCheck,
    conduct: Conduct | None,
    source: str,
) -> tuple[Finding, ...]:
    """Collect what was found, in order of play; the result comes last."""
    found: list[Finding] = []
    if conduct:
        found += conduct.findings
    for fault in [*played.slips, *([played.failure] if played.failure else [])]:
        found.append(_illegal(record, fault, played, book, stood=fault is not played.failure))
        found += also_broken_off(found[-1], book)
    if source != "option" and (reason := unread_house_rules(record)):
        told = {"rules": record.tag(RULES_TAG)[:MAX_QUOTED], "reason": reason}
        found.append(Finding("house_rules_unreadable", Severity.DOUBT, 0, None, "", told, record.line, 1))
    if played.fen_error is not None:
        found.append(_unreadable(record, played, played.fen_error))
    if played.unjudged_type is not None:
        number = {"game_type": played.unjudged_type}
        return (Finding("variant_not_played", Severity.NOTE, 0, None, "", number, record.line, 1),)
    found += [_unread_finding(record, one, played) for one in played.unread]
    found += [_misfit_finding(record, ply, played, book) for ply in played.misfits]
    found += [
        _ambiguous(record, one, played, book)
        for one in played.ambiguities
        if one.ply not in played.unknown_plies
    ]
    if len(found) > 1:
        found.sort(key=lambda finding: finding.ply)
    found += _about_the_result(record, played, book, result)
    return tuple(found)


def _unreadable(record: GameRecord, played: Replay, error: FenError) -> Finding:
    """Report which position cannot be read: the first one, or one put on the board in mid game."""
    setup = played.unread_setup
    if setup is None:
        facts = {"fen": record.tag("FEN"), "reason": error.code, "fault": dict(error.facts)}
        return Finding("fen_unreadable", Severity.ERROR, 0, None, "", facts, record.line, 1)
    ply = played.reached + 1
    told = {"reason": error.code, "fault": dict(error.facts)}
    in_mid_game: dict[str, Any] = {"fen": setup.fen, "ply": ply, **told}
    line, column = record.locate(setup.offset)
    return Finding("setup_unreadable", Severity.ERROR, ply, None, "", in_mid_game, line, column)


def _fen_of(failure: Failure, played: Replay) -> str:
    """Return the position in which a move could not be played, with what the rules look back at."""
    ply = failure.ply - 1
    is_reached = ply < len(played.positions) and played.positions[ply] == failure.position
    return played.fen_after(ply) if is_reached else failure.position.to_fen(played.variant)


def _illegal(record: GameRecord, failure: Failure, played: Replay, book: LawBook, *, stood: bool) -> Finding:
    """Return the finding of an illegal move: kind, articles, legal moves and the mobility of its piece."""
    variant = played.variant
    articles = book.articles_for(failure.code)
    facts = {
        "text": failure.token.text,
        **facts_in_squares(failure.facts, variant),
        "legal_moves": legal_texts(failure.legal, variant),
        "mover_can_move": failure.mover_can_move,
        "fen": _fen_of(failure, played),
        "stood": stood,
        **({"left": played.positions[failure.ply].to_fen(variant)} if stood else {}),
        "correct_with": book.correcting_article,
        "articles": list(articles),
    }
    line, column = record.locate(failure.token.offset)
    side = failure.position.side
    if len(failure.token.squares) > 2 and "origin" in failure.facts:  # noqa: PLR2004 - more than two ends
        ends = failure.facts["origin"], failure.facts["destination"]
        same = [move for move in failure.legal if (move.origin, move.destination) == ends]
        facts["same_ends"] = list(dict.fromkeys(path_text(move, variant) for move in same))
    if failure.code in {"out_of_turn", "not_your_piece"}:
        facts["owner"] = side.opponent.key
    if (start := wrong_start(record, played)) is not None:
        first = book.beginning_article
        facts |= {"began": start._asdict(), "first_article": first, "articles": [*articles, first]}
    if failure.code == "moves_after_end":
        facts["ended_by"] = ended_by(played)
    return Finding(
        failure.code,
        Severity.ERROR,
        failure.ply,
        failure.offender,
        book.article_for(failure.code),
        facts,
        line,
        column,
    )


def legal_texts(moves: Iterable[Move], variant: Variant) -> list[str]:
    """Write legal moves in canonical text, each once."""
    listed = list(moves)
    return list(dict.fromkeys(move_text(move, variant, listed) for move in listed))


def _ambiguous(record: GameRecord, one: Ambiguity, played: Replay, book: LawBook) -> Finding:
    """Report that a short capture had several readings and which the rest of the score bears out."""
    token = played.tokens[one.ply - 1]
    line, column = record.locate(token.offset)
    variant = played.variant
    return Finding(
        "ambiguous_capture",
        Severity.NOTE,
        one.ply,
        played.positions[one.ply - 1].side,
        book.article_for("ambiguous_capture"),
        {
            "text": token.text,
            "readings": [path_text(move, variant) for move in one.readings],
            "chosen": path_text(one.chosen, variant),
        },
        line,
        column,
    )


def _unread_finding(record: GameRecord, one: Unread, played: Replay) -> Finding:
    """Report the half-move that cannot be read, the side it belongs to, and its possible meanings."""
    position, variant = played.positions[one.ply - 1], played.variant
    line, column = record.locate(one.token.offset)
    facts = {
        "text": one.token.text,
        "number": played.move_number(one.ply),
        "fits": legal_texts(one.fits, variant),
        "outcome": "played" if one.is_played else "several" if one.fits else "none",
    }
    return Finding("move_unreadable", Severity.DOUBT, one.ply, position.side, "", facts, line, column)


def _misfit_finding(record: GameRecord, ply: int, played: Replay, book: LawBook) -> Finding:
    """Report that a written path cannot be played, why, and the move with its ends it was read as."""
    token, variant = played.tokens[ply - 1], played.variant
    line, column = record.locate(token.offset)
    names = lexicon(variant, played.notation).squares
    position = played.positions[ply - 1]
    fault = path_fault(position, variant, tuple(names[name] for name in token.squares))
    code = fault.code if fault.code in book.rulings else "wrong_square"
    facts = {
        "text": token.text,
        "read_as": path_text(played.moves[ply - 1], variant),
        "reason": fault.code,
        "start": square_text(fault.start, variant),
        "end": square_text(fault.end, variant),
        "over": square_text(fault.over, variant),
        "articles": list(book.articles_for(code)),
    }
    article = book.article_for(code)
    return Finding("path_does_not_fit", Severity.DOUBT, ply, position.side, article, facts, line, column)


def path_text(move: Move, variant: Variant) -> str:
    """Write a capture with its whole path."""
    return variant.capture_sign.join(square_text(square, variant) for square in move.route)


def _about_the_result(
    record: GameRecord, played: Replay, book: LawBook, result: ResultCheck
) -> list[Finding]:
    found: list[Finding] = []
    last = len(played.moves)
    if result.board != "open":
        loser = Side.BLACK if result.board == Side.WHITE.key else Side.WHITE
        facts: dict[str, Any] = {
            "winner": result.board,
            "loser": loser.key,
            "result": result.tag,
            "ended_by": ended_by(played),
        }
        if is_against_board(result):
            code, severity = "result_against_board", Severity.DOUBT
            facts["written_winner"] = result.winner
        else:
            code, severity = "no_move_left", Severity.NOTE
        if last or code == "result_against_board":
            found.append(Finding(code, severity, last, loser, book.article_for(code), facts, record.line, 1))
    better = better_against_result(record, played, result)
    if better is not None:
        facts = {**_pieces(played.positions[-1], better), "result": result.tag or result.terminator}
        facts["written"] = "draw" if result.winner == "draw" else "win"
        found.append(Finding("result_against_pieces", Severity.NOTE, last, None, "", facts, record.line, 1))
    if tags_differ(result):
        facts = {"tag": result.tag, "terminator": result.terminator}
        article = book.article_for("result_tags_differ")
        found.append(
            Finding("result_tags_differ", Severity.DOUBT, last, None, article, facts, record.line, 1)
        )
    return found


def _pieces(position: Position, better: Side) -> dict[str, Any]:
    """Name the side with more pieces and count the men and kings of both."""
    counted = count(position)
    white, black = (counted.white_men, counted.white_kings), (counted.black_men, counted.black_kings)
    more, fewer = (white, black) if better is Side.WHITE else (black, white)
    names = ("men", "kings", "fewer_men", "fewer_kings")
    sides = {"better": better.key, "worse": better.opponent.key}
    return {**sides, **dict(zip(names, (*more, *fewer), strict=True))}


def _offences(
    played: Replay, conduct: Conduct | None, book: LawBook, *, is_misread: bool
) -> tuple[Offence, ...]:
    """List what counts on the ladder, in order of play; a record that the wrong side begins is no offence."""
    counted = list(conduct.offences) if conduct else []
    touched = conduct.unmovable if conduct else ()
    faults = [*played.slips, *([played.failure] if played.failure and not is_misread else [])]
    for fault in faults:
        counted.append(
            Offence(
                fault.ply,
                fault.offender,
                fault.code,
                if_played=fault is played.failure,
                stood=fault is not played.failure,
                same_move=(fault.ply, fault.facts.get("origin")) in touched,
                pieces=huffable(fault, played.variant, book),
            )
        )
    return tuple(sorted(counted, key=lambda offence: offence.ply))


def _with_sanction(
    finding: Finding, waiting: list[Proposal], proposed: Sequence[Proposal], lost: Proposal | None
) -> Finding:
    """Attach to a finding the proposal of the ladder for it, or the forfeit before it; each is used once."""
    for one in waiting:
        if (one.ply, one.side, one.code) == (finding.ply, finding.side, finding.code):
            waiting.remove(one)
            if lost is not None and one not in proposed:
                before = {"loser": lost.side.key, "ply": lost.ply, "article": lost.article}
                return replace(finding, facts={**finding.facts, "already_lost": before})
            sanction: dict[str, Any] = {
                "sanction": one.sanction.value,
                "sanction_article": one.article,
                "offences": one.offences,
                "choices": list(one.choices),
                "if_played": one.if_played,
                "stood": one.stood,
                "pieces": list(one.pieces),
            }
            if one.readings:
                sanction["readings"] = [asdict(reading) for reading in one.readings]
            return replace(finding, facts={**finding.facts, **sanction})
    return finding
