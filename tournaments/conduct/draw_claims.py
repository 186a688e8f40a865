"""Claims of a draw: by repetition, by moves without progress, by the limit of an endgame."""

from __future__ import annotations

from typing import Any

from games.laws import Claim, claims_with
from games.laws.clocks import counted_at_end, is_fulfilled
from games.laws.law_book import DrawStatus
from games.rules import Move, play
from tournaments.conduct.claim_grounds import ClaimPosition, move_texts, parse_written_move
from tournaments.conduct.claim_values import Answer, Claimed, Ground, Kind, Word


def draw_answer(claimed: Claimed, ground: Ground, there: ClaimPosition) -> Answer:
    """Answer whether the draw may be claimed there, with the written move if there is one."""
    said = parse_written_move(claimed.move, there.position, ground.variant)
    legal_there = there.legal
    readings = [one for one in said.readings if one in legal_there]
    if claimed.move.strip() and not readings:
        legal = move_texts(legal_there, ground.variant)
        return _build_answer(
            claimed, there, Word.WRONG, "move_cannot_be_played", legal=legal, move=claimed.move.strip()
        )
    move = readings[0] if readings else None
    if claimed.kind is Kind.REPETITION:
        return _repetition(claimed, ground, there, move, said.text)
    return _by_clock(claimed, ground, there, move)


def _repetition(
    claimed: Claimed, ground: Ground, there: ClaimPosition, move: Move | None, text: str
) -> Answer:
    rule = ground.book.repetition
    if rule is None or there.verdict is None:
        word, code = (Word.WRONG, "not_in_this_book") if rule is None else (Word.OPEN, "record_needed")
        return _build_answer(claimed, there, word, code, article=rule.article if rule else "")
    told: dict[str, Any] = {"article": rule.article, "needed": rule.occurrence}
    intended = _find_repetition(ground, there, move) if move is not None else None
    if intended is not None:
        return _by_occurrence(claimed, ground, there, intended, "stands_with_the_move", move=text)
    made = _find_repetition(ground, there, None)
    if made is not None and not rule.before_the_move:
        return _by_occurrence(claimed, ground, there, made, "stands_now")
    if made is not None:  # the book requires the claim before the move that makes it
        told |= {"plies": made.evidence, "side": made.side.key}
        return _build_answer(claimed, there, Word.OPEN, "made_already", **told)
    would = _moves_that_would(ground, there) if rule.before_the_move and move is None else ()
    if would and there.position.side is claimed.claimant:
        return _build_answer(claimed, there, Word.OPEN, "move_to_be_named", legal=would, **told)
    return _answer_too_few(claimed, ground, there, move, told | {"move": text})


def _answer_too_few(
    claimed: Claimed, ground: Ground, there: ClaimPosition, move: Move | None, told: dict[str, Any]
) -> Answer:
    """Answer with the number of occurrences when the position occurred too seldom."""
    position = there.position if move is None else play(there.position, move, ground.variant)
    stood = [ply for ply, one in enumerate(there.replay.positions[: there.ply + 1]) if one == position]
    plies = tuple(stood) if move is None else (*stood, there.ply + 1)
    told |= {"plies": plies, "count": len(plies)}
    return _build_answer(claimed, there, Word.WRONG, "not_so_often", **told)


def _by_occurrence(
    claimed: Claimed, ground: Ground, there: ClaimPosition, found: Claim, code: str, *, move: str = ""
) -> Answer:
    """Answer for a position that occurred often enough: the law book gives the claim to one side."""
    rule, by = ground.book.repetition, found.side if not move else there.position.side
    assert rule is not None  # noqa: S101 - a book without the rule finds nothing
    told: dict[str, Any] = {"article": rule.article, "needed": rule.occurrence, "plies": found.evidence}
    if by is not claimed.claimant and rule.status is not DrawStatus.MANDATORY:
        return _build_answer(claimed, there, Word.WRONG, "not_their_claim", side=by.key, **told)
    return _build_answer(claimed, there, Word.RIGHT, code, move=move, certainty=rule.certainty.value, **told)


def _find_repetition(ground: Ground, there: ClaimPosition, move: Move | None) -> Claim | None:
    found = claims_with(there.replay, ground.book, there.ply, move)
    return next((one for one in found if one.code == Kind.REPETITION), None)


def _moves_that_would(ground: Ground, there: ClaimPosition) -> tuple[str, ...]:
    return move_texts([move for move in there.legal if _find_repetition(ground, there, move)], ground.variant)


def _by_clock(claimed: Claimed, ground: Ground, there: ClaimPosition, move: Move | None) -> Answer:
    clocks = [clock for clock in ground.book.clocks if clock.code == claimed.kind]
    if not clocks:
        return _build_answer(claimed, there, Word.WRONG, "not_in_this_book")
    positions = list(there.replay.positions[: there.ply + 1])
    found = _find_limit(claimed, ground, there, None)
    if found is None and move is not None:
        positions.append(play(positions[-1], move, ground.variant))
        found = _find_limit(claimed, ground, there, move)
    end = len(positions) - 1
    if found is not None:
        since = int(found.facts["since_ply"])
        told: dict[str, Any] = {"needed": found.facts["plies"], "certainty": found.facts["certainty"]}
        told |= {"article": found.article, "plies": (since, end), "count": end - since + 1}
        return _build_answer(claimed, there, Word.RIGHT, "limit_reached", **told)
    running = [one for one in clocks if is_fulfilled(one.condition, positions[-1], ground.variant)]
    if not running:
        return _build_answer(claimed, there, Word.WRONG, "no_such_endgame", article=clocks[0].article)
    if there.verdict is None:
        one = running[0]
        return _build_answer(
            claimed, there, Word.OPEN, "record_needed", article=one.article, needed=one.limit
        )
    counts = [(counted_at_end(one, positions, ground.variant), one) for one in running if one.limit]
    if not counts:  # drawn at once, except for a capture that cannot be escaped
        return _build_answer(claimed, there, Word.WRONG, "no_such_endgame", article=running[0].article)
    count, clock = max(counts, key=lambda one: one[0] / one[1].limit)
    told = {"article": clock.article, "count": count, "needed": clock.limit}
    told |= {"plies": (end - count + 1, end) if count else ()}
    return _build_answer(claimed, there, Word.WRONG, "limit_not_reached", **told)


def _find_limit(claimed: Claimed, ground: Ground, there: ClaimPosition, move: Move | None) -> Claim | None:
    found = claims_with(there.replay, ground.book, there.ply, move)
    return next((one for one in found if one.code == claimed.kind), None)


def _build_answer(
    claimed: Claimed,
    there: ClaimPosition,
    word: Word,
    code: str,
    *,
    article: str = "",
    plies: tuple[int, ...] = (),
    legal: tuple[str, ...] = (),
    **facts: Any,
) -> Answer:
    return Answer(
        kind=claimed.kind,
        word=word,
        code=code,
        article=article,
        ply=there.ply,
        fen=there.fen,
        plies=plies,
        legal=legal,
        facts=facts,
    )
