"""Fields for a Swiss of matches as halls have them: neighbours on score, rests, forfeits, clubs."""

import random
from dataclasses import replace

from random_histories import past_of

from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Pattern, Rematch
from tournaments.pairing.values import Colour, Player, PlayerRound, RoundKind, Snapshot

RESTS = {RoundKind.HALF_BYE: 1, RoundKind.ZERO_BYE: 0, RoundKind.FULL_BYE: 2}


def field_of(seed, fewest, most):
    """A snapshot and the options of its event, both by chance from the seed."""
    chance = random.Random(seed)  # noqa: S311 - made-up fields, not secrets
    many, games = chance.randint(fewest, most), chance.choice((1, 2, 4))
    done = chance.randint(0, min(8, many - 1))
    rounds = done + chance.randint(1, 3)
    if chance.random() < 1 / 3:
        snapshot = past_of(seed, many, done, rounds, games=games)
    else:
        snapshot = neighbours(chance, many, done, rounds, games)
    clubs = chance.choice((0, 3, 8))
    players = tuple(replace(each, groups=groups(chance, clubs, many)) for each in snapshot.players)
    forbidden = frozenset(
        frozenset(chance.sample(range(1, many + 1), 2)) for _ in range(chance.choice((0, many // 4)))
    )
    names = ["home", *(f"club{n}" for n in range(8)), *(f"family{n}" for n in range(many // 2))]
    options = MatchSwissOptions(
        games=games,
        score_by=chance.choice(list(ScoreBy)),
        rematch=chance.choice(list(Rematch)),
        rematch_after=chance.randint(1, 5),
        may_widen=chance.random() < 0.85,
        hard_groups=frozenset(name for name in names[1:] if clubs == 8 and chance.random() < 0.2),
        soft_groups=frozenset(name for name in names if chance.random() < 0.4),
        start=chance.choice(list(Pattern)),
        pattern=chance.choice(list(Pattern)),
        seed=str(seed),
    )
    return replace(snapshot, players=players, forbidden=forbidden), options


def groups(chance, clubs, many):
    """A club, the hosts, a family: any of them, or none."""
    found = {f"club{chance.randrange(clubs)}"} if clubs else set()
    if chance.random() < 0.4:
        found.add("home")
    if chance.random() < 0.2:
        found.add(f"family{chance.randrange(many) // 2}")
    return frozenset(found)


def neighbours(chance, many, done, rounds, games):
    """Rounds made by hand inside the scores, with rests, forfeits and meetings a second time."""
    rows = {number: [] for number in range(1, many + 1)}
    met = set()
    for _ in range(done):
        score = {number: sum(each.points for each in past) for number, past in rows.items()}
        waiting = sorted(rows, key=lambda number: (-score[number], chance.random()))
        while waiting:
            one = waiting.pop(0)
            if not waiting:
                rows[one].append(PlayerRound(RoundKind.ALLOCATED_BYE, points=2, game_points=2 * games))
            elif chance.random() < 0.05:
                kind = chance.choice(list(RESTS))
                rows[one].append(PlayerRound(kind, points=RESTS[kind], game_points=RESTS[kind] * games))
            else:
                other = next((each for each in waiting if frozenset((one, each)) not in met), waiting[0])
                waiting.remove(other)
                met.add(frozenset((one, other)))
                for number, row in meeting(chance, one, other, games).items():
                    rows[number].append(row)
    players = tuple(
        Player(number=number, rounds=tuple(past), is_present=chance.random() > 0.05)
        for number, past in rows.items()
    )
    return Snapshot(players=players, round_number=done + 1, rounds=rounds)


def meeting(chance, one, other, games):
    """A match of two, or a forfeit."""
    if chance.random() < 0.04:
        won = PlayerRound(RoundKind.FORFEIT_WIN, other, None, 2, 2 * games)
        return {one: won, other: PlayerRound(RoundKind.FORFEIT_LOSS, one)}
    got = chance.randint(0, 2 * games)
    points = 1 + (got > games) - (got < games)
    colour = chance.choice(list(Colour))
    return {
        one: PlayerRound(RoundKind.PLAYED, other, colour, points, got),
        other: PlayerRound(RoundKind.PLAYED, one, colour.opposite, 2 - points, 2 * games - got),
    }
