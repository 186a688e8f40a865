"""Draw claims: what the book's clocks and its repetition rule allow, to whom, and from when.

The answer is always a list of claims with their evidence, never a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.laws import clocks, repetition
from games.laws.law_book import DrawClock, DrawStatus, ForcedCapture, LawBook, Repetition
from games.laws.replay_result import Replay
from games.laws.verdict import Claim
from games.rules import Move, Position, Variant, legal_moves, move_text, play, winner_on_the_board


def draw_claims(replay: Replay, book: LawBook) -> tuple[Claim, ...]:
    """List every draw a player could have claimed, in the order of play."""
    positions = replay.positions
    plies = len(positions) - 1
    claims: list[Claim] = []
    rule = book.repetition
    if rule is not None and replay.may_repeat and len(set(positions)) != len(positions):
        claims += _by_repetition(rule, positions, replay.moves, replay.variant)
    if plies >= _shortest(book):
        last = positions[-1]
        for clock in book.clocks:
            if replay.setups or clocks.may_run(clock, plies, last):
                claims += _by_clock(clock, book, positions, replay.variant)
    if len(claims) > 1:
        claims.sort(key=lambda claim: (claim.from_ply, claim.article))
    return tuple(claims)


def claims_with(replay: Replay, book: LawBook, ply: int, move: Move | None = None) -> tuple[Claim, ...]:
    """List the draws that may be claimed after `ply` plies, with the intended next move if given.

    SL-D2 wants the claim before the move: the player names the move and does not make it.
    """
    positions = list(replay.positions[: ply + 1])
    moves = list(replay.moves[:ply])
    if move is not None:
        positions.append(play(positions[-1], move, replay.variant))
        moves.append(move)
    end = len(positions) - 1
    variant = replay.variant
    claims: list[Claim] = []
    rule = book.repetition
    if rule is not None:
        found = repetition.made(positions, moves, rule.occurrence)
        ripe = [one for one in found if positions[end] == one.position]
        claims += [_repetition_claim(rule, [one], variant, positions) for one in ripe]
    for clock in book.clocks:
        reached = [run for run in clocks.runs(clock, positions, variant) if run.until_ply == end]
        claims += [_clock_claim(clock, book, run, positions, variant) for run in reached]
    return tuple(claims)


@lru_cache(maxsize=64)
def _shortest_of(limits: tuple[int, ...]) -> int:
    return min(limits, default=1 << 30)


def _shortest(book: LawBook) -> int:
    """Return the fewest plies any clock of the book needs."""
    return _shortest_of(tuple(clock.limit - clock.by_stronger for clock in book.clocks))


def _by_repetition(
    rule: Repetition, positions: Sequence[Position], moves: Sequence[Move], variant: Variant
) -> list[Claim]:
    found = repetition.made(positions, moves, rule.occurrence)
    if rule.before_the_move:
        known = {one.position for one in found}
        early = repetition.offered(positions, variant, rule.occurrence)
        # A move that was open earlier than the one played proves the claim on the earlier turn.
        sooner = {one.position: one for one in early}
        found = [sooner.get(one.position, one) for one in found]
        found += [one for one in early if one.position not in known]
    return [_repetition_claim(rule, cycle, variant, positions) for cycle in repetition.cycles(found)]


def _repetition_claim(
    rule: Repetition, cycle: Sequence[repetition.Recurrence], variant: Variant, positions: Sequence[Position]
) -> Claim:
    """Build the claim of the first turn of a cycle; `turns` are all plies on which it could be made.

    Before the move it is the mover's claim, afterwards the other player's.
    """
    one = cycle[0]
    last = one.plies[-1]
    lead = 0 if rule.before_the_move else 1
    intended = ""
    if one.move is not None and rule.before_the_move:
        before = positions[last - 1]
        intended = move_text(one.move, variant, among=legal_moves(before, variant))
    return Claim(
        code="repetition",
        article=rule.article,
        status=rule.status.value,
        side=one.position.side.opponent if rule.before_the_move else one.position.side,
        from_ply=last + lead,
        evidence=one.plies,
        facts={
            "occurrence": rule.occurrence,
            "move": intended,
            "played": one.was_played,
            "turns": [turn.plies[-1] + lead for turn in cycle],
            "certainty": rule.certainty.value,
        },
    )


def _by_clock(
    clock: DrawClock, book: LawBook, positions: Sequence[Position], variant: Variant
) -> list[Claim]:
    return [
        _clock_claim(clock, book, run, positions, variant)
        for run in clocks.runs(clock, positions, variant)
        if not _is_over(positions, run.reached_ply, variant)
    ]


def _is_over(positions: Sequence[Position], ply: int, variant: Variant) -> bool:
    """Return True if the game had been won before a player could claim."""
    return ply == len(positions) - 1 and winner_on_the_board(positions[ply], variant) is not None


def _clock_claim(
    clock: DrawClock, book: LawBook, run: clocks.Run, positions: Sequence[Position], variant: Variant
) -> Claim:
    reached = positions[run.reached_ply]
    plies = run.reached_ply - run.since_ply + 1 if clock.limit else 0
    return Claim(
        code=clock.code,
        article=clock.article,
        status=_status(clock, reached, variant).value,
        side=reached.side,
        from_ply=run.reached_ply + 1,
        evidence=(run.since_ply, run.reached_ply),
        facts={
            "clock": clock.key,
            "plies": plies,
            "moves": clock.limit // 2,
            "since_ply": run.since_ply,
            "until_ply": run.until_ply,
            "reset": sorted(event.value for event in clock.reset),
            "by_stronger": clock.by_stronger,
            "on_request": clock.on_request,
            "contradicts": _contradictions(clock, book, reached, variant),
            "subject_to": list(clock.subject_to),
            "certainty": clock.certainty.value,
        },
    )


def _status(clock: DrawClock, reached: Position, variant: Variant) -> DrawStatus:
    """Return the source of the draw; a capture at hand may move it from the law to the arbiter."""
    asks = not clock.limit and clock.forced_capture is ForcedCapture.ASKS_ARBITER
    if asks and clocks.is_capture_forced(reached, variant):
        return DrawStatus.ARBITER
    return clock.status


def _contradictions(clock: DrawClock, book: LawBook, reached: Position, variant: Variant) -> list[str]:
    """List the articles that contradict, without those whose own clocks do not run here."""
    running: dict[str, bool] = {}
    for other in book.clocks:
        stands = clocks.is_fulfilled(other.condition, reached, variant)
        running[other.article] = running.get(other.article, False) or stands
    return [article for article in clock.contradicts if running.get(article, True)]
