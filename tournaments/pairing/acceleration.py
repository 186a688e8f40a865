"""Baku acceleration (FIDE C.04.7, from 1 Feb 2026): points lent to the first half in the first rounds."""

from dataclasses import replace

from tournaments.pairing.system_refusals import BakuUnsuited
from tournaments.pairing.values import Snapshot


def group_a_size(players: int) -> int:
    """Size of group A: the first half of the list, rounded up to an even number (article 1.2): 82 of 161."""
    return 2 * -(-players // 4)


def lent_in_each_round(rounds: int, *, win: int, draw: int) -> tuple[int, ...]:
    """Points lent to group A: a win in the first half of the accelerated rounds, then a draw."""
    accelerated = -(-rounds // 2)
    full = -(-accelerated // 2)
    return (win,) * full + (draw,) * (accelerated - full)


def with_baku(snapshot: Snapshot) -> Snapshot:
    """Lend points to the field by C.04.7; the list has late entries with their numbers already."""
    if snapshot.win != 2 * snapshot.draw or snapshot.loss:
        raise BakuUnsuited(win=snapshot.win, draw=snapshot.draw, loss=snapshot.loss)
    ranked = sorted(player.number for player in snapshot.players)
    group_a = set(ranked[: group_a_size(len(ranked))])
    lent = lent_in_each_round(snapshot.rounds, win=snapshot.win, draw=snapshot.draw)
    players = (
        replace(player, virtual=lent if player.number in group_a else (0,) * len(lent))
        for player in snapshot.players
    )
    return replace(snapshot, players=tuple(players))
