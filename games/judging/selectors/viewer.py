"""A verdict for the viewer, the API and the print page: every position, every finding with its text."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from games.house_rules.selectors import text_or_key
from games.house_rules.variant_names import variant_name
from games.judging.messages import (
    article_heading,
    article_text,
    claim_sentence,
    finding_sentence,
    repair_sentence,
    sanction_sentence,
    warning_sentence,
)
from games.judging.move_numbers import MoveNumbers
from games.judging.selectors.endings import game_endings
from games.judging.selectors.side_lines import SideLines, nag_sign, variation_text
from games.laws.guess import equal_variants
from games.laws.house_rules.articles import PREFIX
from games.laws.law_book import UNCONFIRMED, LawBook, UnknownArticleError
from games.laws.report import repair_as_dict, verdict_as_dict
from games.laws.scores.let_stand_text import offered_position
from games.laws.scores.notes import by_moves
from games.laws.scores.repairs import Repair, propose_repairs
from games.laws.touches import token_plies
from games.laws.verdict import TouchRuling, Verdict
from games.pdn import Clock, Comment, GameRecord, MoveText, Nag, Variation, clocks
from games.rules import Side, Variant, legal_moves, move_text
from games.rules.geometry import Corner

Data = dict[str, Any]
MAX_REPAIRS = 5
REMARKS = ("clocks", "signs", "variations", "lines")


def viewer_payload(verdict: Verdict, *, file: str = "") -> Data:
    """Return `verdict_as_dict` with the board, the position after each ply, and texts of all findings."""
    payload = verdict_as_dict(verdict, file=file, repairs=False)
    payload["variant_name"] = variant_name(verdict.variant) if verdict.is_judged else ""
    is_guess = verdict.is_judged and verdict.variant_source == "guess"
    others = equal_variants(verdict.record, verdict.replay) if is_guess else ()
    payload["equal_variants"] = [variant_name(other) for other in others]
    payload["board"] = text_or_key(verdict.variant)
    payload["geometry"] = board_as_dict(verdict.variant)
    payload["start_fen"] = verdict.replay.fen_after(0)
    remarks = _comments(verdict)
    payload["introduction"] = remarks.get(0, {}).get("comment", "")
    payload["moves"] = list(_moves(verdict, remarks))
    payload["not_replayed"] = _not_replayed(verdict)
    numbers = MoveNumbers.of_game(verdict.replay.positions, verdict.variant)
    payload["findings"] = [_finding(verdict, finding, numbers) for finding in payload["findings"]]
    payload["claims"] = [_claim(verdict, claim, numbers) for claim in payload["claims"]]
    payload["proposals"] = [_proposal(verdict, proposal) for proposal in payload["proposals"]]
    payload["touches"] = [_touch(verdict, ruling) for ruling in verdict.touches]
    payload["endings"] = game_endings(verdict.replay)
    payload["warnings"] = warnings_as_dicts(verdict.record)
    del payload["losses"]  # they are among the warnings
    if payload["first_error"] is not None:
        payload["first_error"]["repairs"] = _repairs(verdict, numbers)
        payload["first_error"]["play_on"] = offered_position(verdict)
        payload["first_error"].update(article_as_dict(verdict.law_book, payload["first_error"]["article"]))
    return payload


def board_as_dict(variant: Variant) -> Data:
    """Return the facts that a board needs to draw itself."""
    geometry = variant.geometry
    return {
        "width": geometry.width,
        "height": geometry.height,
        "is_mirrored": geometry.is_mirrored,
        "uses_every_cell": geometry.uses_every_cell,
        "numbers_from_below": geometry.first_square is Corner.BOTTOM_RIGHT,
        "ranks_from_above": geometry.first_rank is Corner.TOP_LEFT,
        "uses_letters": variant.uses_letters,
    }


def article_as_dict(book: LawBook, identifier: str) -> Data:
    """Return the cited article with its wording and its address; all empty if the book is silent."""
    if not identifier or identifier == UNCONFIRMED:
        return {"article_url": "", "article_heading": "", "article_text": ""}
    try:
        article = book.lookup(identifier)
    except UnknownArticleError:
        return {"article_url": "", "article_heading": "", "article_text": ""}
    page = reverse("games:law_book", args=[book.key])
    if article.id.startswith(PREFIX):  # a house rule: the book's own page lacks it
        page = reverse("games:rules_of_a_house", args=[article.book])
    return {
        "article_url": f"{page}#{article.id}",
        "article_heading": article_heading(article),
        "article_text": article_text(article),
    }


def warnings_as_dicts(record: GameRecord) -> list[Data]:
    """Return the repairs of the reader, each with its place and in words."""
    return [
        {
            "code": mended.code,
            "line": mended.line,
            "column": mended.column,
            "sentence": warning_sentence(mended.code, mended.facts),
        }
        for mended in record.warnings
    ]


# -- moves -----------------------------------------------------------------------------------------


def _moves(verdict: Verdict, remarks: dict[int, Data]) -> Iterator[Data]:
    played, variant = verdict.replay, verdict.variant
    second_begins = played.positions[0].side != variant.first_to_move
    places = _Places(verdict.record)
    for index, (move, token) in enumerate(zip(played.moves, played.tokens, strict=True)):
        position = played.positions[index]
        line, column = places.of(token.offset)
        among = legal_moves(position, variant) if move.is_capture else None
        remark = remarks.get(index + 1, {})
        yield {
            "ply": index + 1,
            "side": position.side.key,
            "number": (index + second_begins) // 2 + 1,
            "text": token.text,
            "strength": token.strength,
            "annotation": token.strength + "".join(remark.get("signs", ())),
            "canonical": move_text(move, variant, among) if among else move_text(move, variant, [move]),
            "route": list(move.route),
            "captured": list(move.captured),
            "fen": played.fen_after(index + 1),
            "comment": remark.get("comment", ""),
            "variations": remark.get("variations", []),
            "lines": remark.get("lines", []),
            "clocks": remark.get("clocks", []),
            "line": line,
            "column": column,
        }


def _not_replayed(verdict: Verdict) -> list[str]:
    """Return the text after the place where replaying ended; the failed move itself is shown elsewhere."""
    tokens, played = verdict.record.moves, verdict.replay
    first = len(tokens) - played.unplayed + (played.failure is not None)
    return [f"{token.text}{token.strength}" for token in tokens[first:]]


class _Places:
    """Line and column of offsets that only grow; the record is walked once."""

    def __init__(self, record: GameRecord) -> None:
        self.source = record.source
        self.line, self.column = record.locate(0)
        self.offset = 0

    def of(self, offset: int) -> tuple[int, int]:
        """Line and column in the file of an offset in the record."""
        if offset < self.offset:
            return self.line, self.column
        passed = self.source[self.offset : offset]
        breaks = passed.count("\n") + passed.count("\r") - passed.count("\r\n")
        if breaks:
            self.line += breaks
            self.column = len(passed) - max(passed.rfind("\n"), passed.rfind("\r"))
        else:
            self.column += len(passed)
        self.offset = offset
        return self.line, self.column


def _comments(verdict: Verdict) -> dict[int, Data]:
    """Return annotations by ply, 0 being before the first: comments, clocks, signs, variations."""
    record = verdict.record
    plies = token_plies(record, verdict.replay)
    remarks: dict[int, Data] = {}
    side_lines = SideLines(verdict.replay)
    ply = index = 0
    for element in record.body:
        if isinstance(element, MoveText):
            ply = plies[index]
            index += 1
            continue
        remark = remarks.setdefault(ply, {"comment": "", **{name: [] for name in REMARKS}})
        if isinstance(element, Nag):
            remark["signs"].append(nag_sign(element))
        elif isinstance(element, Variation):
            remark["variations"].append(variation_text(element))
            if verdict.is_judged:
                remark["lines"].append(side_lines.line(element, ply))
        elif isinstance(element, Comment):
            remark["comment"] = " ".join(
                filter(None, (remark["comment"], by_moves(element.words, verdict.replay)))
            )
            remark["clocks"] += [_clock(clock) for clock in clocks(element)]
    return remarks


def _clock(clock: Clock) -> Data:
    side = {"W": Side.WHITE.key, "B": Side.BLACK.key}.get(clock.side, "")
    return {"kind": clock.kind, "side": side, "time": clock.text, "is_running": clock.is_running}


# -- findings ---------------------------------------------------------------------------------------


def _finding(verdict: Verdict, finding: Data, moves: MoveNumbers) -> Data:
    sentence = finding_sentence(
        finding["code"], finding["facts"], side=finding["side"], article=finding["article"], moves=moves
    )
    return {**finding, "sentence": sentence, **article_as_dict(verdict.law_book, finding["article"])}


def _claim(verdict: Verdict, claim: Data, moves: MoveNumbers) -> Data:
    sentence = claim_sentence(
        claim["code"],
        claim["facts"],
        side=claim["side"],
        article=claim["article"],
        status=claim["status"],
        from_ply=claim["from_ply"],
        evidence=claim["evidence"],
        moves=moves,
    )
    return {**claim, "sentence": sentence, **article_as_dict(verdict.law_book, claim["article"])}


def _proposal(verdict: Verdict, proposal: Data) -> Data:
    sentence = sanction_sentence(proposal, side=proposal["side"])
    return {**proposal, "sentence": sentence, **article_as_dict(verdict.law_book, proposal["article"])}


def _touch(verdict: Verdict, ruling: TouchRuling) -> Data:
    variant = verdict.variant
    return {
        "ply": ruling.ply,
        "side": ruling.side.key,
        "kind": ruling.kind,
        "square": ruling.square,
        "playable": list(ruling.playable),
        "satisfying": [
            {"text": move_text(move, variant, ruling.satisfying), "route": list(move.route)}
            for move in ruling.satisfying
        ],
        "is_binding": ruling.is_binding,
        "is_kept": ruling.is_kept,
    }


def _repairs(verdict: Verdict, moves: MoveNumbers) -> list[Data]:
    found = []
    for repair in propose_repairs(verdict, limit=MAX_REPAIRS):
        facts = repair_as_dict(repair)
        pdn = repaired_pdn(verdict=verdict, repair=repair)
        found.append({**facts, "sentence": repair_sentence(facts, moves), "pdn": pdn})
    return found


EXCHANGES = {"swapped_pair": 2, "transposed": 1}


def repaired_pdn(*, verdict: Verdict, repair: Repair) -> str:
    """Return the record's own text with the repair inserted; empty if the place is not writable."""
    record = verdict.record
    plies = token_plies(record, verdict.replay)
    if repair.ply not in plies:
        return ""
    at = plies.index(repair.ply)
    tokens = record.moves
    if repair.kind in EXCHANGES:
        other = at + EXCHANGES[repair.kind]
        if other >= len(tokens):
            return ""
        edits = [(tokens[other], tokens[at].text), (tokens[at], tokens[other].text)]
    elif repair.kind == "missing":
        edits = [(tokens[at], f"{repair.text} {tokens[at].text}")]
    else:
        edits = [(tokens[at], "" if repair.kind == "doubled" else repair.text)]
    return _apply_edits(record.source, edits)


def _apply_edits(source: str, edits: list[tuple[MoveText, str]]) -> str:
    """Apply edits from the last to the first, so that offsets stay true."""
    for token, text in edits:
        end = token.offset + len(token.text)
        if source[token.offset : end] != token.text:
            return ""
        source = source[: token.offset] + text + source[end:]
    return source
