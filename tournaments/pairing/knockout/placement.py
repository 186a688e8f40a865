"""Places in a knock-out: still in, or the round of elimination, and the ranks that follow."""

from collections import defaultdict
from dataclasses import dataclass

from tournaments.pairing.knockout.bracket import Stage
from tournaments.pairing.knockout.progress import MatchState, PlacedMatch, Progress
from tournaments.pairing.values import NOBODY


@dataclass(frozen=True, slots=True)
class TreePlace:
    """Place of a player: `out_in` is the round of the eliminating loss, None for a player still in."""

    number: int
    rank: int
    out_in: int | None
    is_winner: bool
    matches: tuple[PlacedMatch, ...]


def tree_places(progress: Progress) -> tuple[TreePlace, ...]:
    """List all players by place. Losers of one round share it, except for a match for third place."""
    played: dict[int, list[PlacedMatch]] = defaultdict(list)
    for _at, each in sorted(progress.placed.items()):
        if each.state is MatchState.DECIDED:
            for player in (each.first, each.second):
                if player:
                    played[player].append(each)
    final = _last_match(progress)
    champion = final.winner if final is not None else None
    out = {number: _out_in(number, played[number], progress) for number in progress.players}
    keys = {number: _key(out[number], played[number], number) for number in progress.players}
    ranked = sorted(progress.players, key=lambda number: (keys[number], number))
    return tuple(
        TreePlace(
            number,
            1 + sum(keys[other] < keys[number] for other in ranked),
            out[number],
            number == champion,
            tuple(played[number]),
        )
        for number in ranked
    )


def _last_match(progress: Progress) -> PlacedMatch | None:
    """Return the deciding match: the second final where there must be one."""
    finals = [
        each
        for _at, each in sorted(progress.placed.items())
        if each.match.stage in {Stage.FINAL, Stage.RESET}
    ]
    return finals[-1] if finals and finals[-1].state is MatchState.DECIDED else None


def _out_in(number: int, played: list[PlacedMatch], progress: Progress) -> int | None:
    """Return the round of the last loss beyond those allowed, or of a final without a second one."""
    lives = 2 if progress.rules.is_double else 1
    for each in played:
        if (
            each.match.stage is Stage.THIRD_PLACE
            or each.loser != number
            or NOBODY in (each.first, each.second)
        ):
            continue
        lives -= 1
        is_last = each.match.stage is Stage.FINAL and not progress.rules.has_reset
        if lives == 0 or is_last:
            return each.match.round_number
    return None


def _key(out_in: int | None, played: list[PlacedMatch], number: int) -> tuple[int, int]:
    """Sort key: the later out the better; of semi-final losers the winner of the match for third place."""
    if out_in is None:
        return (-1000, 0)
    has_third = any(each.match.stage is Stage.THIRD_PLACE and each.winner == number for each in played)
    return (-out_in, 0 if has_third else 1)
