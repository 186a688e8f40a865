"""Histories such as arbiters make by hand: any pairs, with byes, forfeits and absences."""

from dataclasses import replace

from match_events import lot

from tournaments.pairing.values import Colour, Player, PlayerRound, RoundKind, Snapshot


def past_of(seed, many, number_of_rounds, rounds, *, games=2):
    """A snapshot of `many` players after some rounds in which nobody met twice."""
    rows = {number: [] for number in range(1, many + 1)}
    met = set()
    for number in range(1, number_of_rounds + 1):
        waiting = sorted(rows, key=lambda n: lot(seed, number, n))
        while waiting:
            one = waiting.pop()
            fit = [other for other in waiting if frozenset((one, other)) not in met]
            if not fit or lot(seed, "alone", number, one) % 9 == 0:
                rows[one].append(alone(seed, number, one, rows))
                continue
            other = fit[lot(seed, "who", number, one) % len(fit)]
            waiting.remove(other)
            if lot(seed, "forfeit", number, one) % 8 == 0:
                rows[one].append(PlayerRound(RoundKind.FORFEIT_WIN, other, None, 2, 2 * games))
                rows[other].append(PlayerRound(RoundKind.FORFEIT_LOSS, one))
                continue
            met.add(frozenset((one, other)))
            points = lot(seed, "points", number, one) % (2 * games + 1)
            match = 1 + (points > games) - (points < games)
            rows[one].append(PlayerRound(RoundKind.PLAYED, other, Colour.WHITE, match, points))
            rows[other].append(
                PlayerRound(RoundKind.PLAYED, one, Colour.BLACK, 2 - match, 2 * games - points)
            )
    players = tuple(
        Player(number=number, rounds=tuple(past), is_present=lot(seed, "here", number) % 12 > 0)
        for number, past in rows.items()
    )
    return Snapshot(players=players, round_number=number_of_rounds + 1, rounds=rounds)


def alone(seed, number, one, rows):
    if lot(seed, "bye", number, one) % 2 and all(r.kind is RoundKind.PLAYED for r in rows[one]):
        return PlayerRound(RoundKind.ALLOCATED_BYE, points=1, game_points=3)
    return PlayerRound(RoundKind.ZERO_BYE)


def with_lent_points(snapshot, seed):
    """Some records of 2 or 1 points for a range of numbers and rounds, as an arbiter could write them."""
    many, rounds = len(snapshot.players), snapshot.round_number
    lent = {player.number: [0] * rounds for player in snapshot.players}
    for record in range(lot(seed, "records") % 4):
        points, last = 1 + lot(seed, record, "points") % 2, 1 + lot(seed, record, "last") % many
        first_round = 1 + lot(seed, record, "from") % rounds
        for at in range(first_round, rounds + 1):
            for number in range(1, last + 1):
                lent[number][at - 1] = points
    players = tuple(replace(player, virtual=tuple(lent[player.number])) for player in snapshot.players)
    return replace(snapshot, players=players)
