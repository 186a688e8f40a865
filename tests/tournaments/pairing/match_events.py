"""Made-up events of matches, played round by round, for the tests of the pairing systems."""

from dataclasses import replace
from hashlib import sha256

from tournaments.pairing.values import Colour, Player, PlayerRound, Proposal, RoundKind, Snapshot


def lot(seed, *parts):
    """A number that depends on its arguments only."""
    return int.from_bytes(sha256(repr((seed, parts)).encode()).digest()[:4], "big")


def entrants(many, **facts):
    return tuple(Player(number=number, **facts) for number in range(1, many + 1))


def play_round(snapshot, proposal, seed, *, games=2, bye=3, forfeits=0):
    """The snapshot of the next round; every so many matches are forfeited."""
    fresh = {}
    number = snapshot.round_number
    for pair in proposal.pairs:
        chance = lot(seed, number, pair.white, pair.black)
        white = chance % (2 * games + 1)
        points = 1 + (white > games) - (white < games)
        if forfeits and chance // 1000 % forfeits == 0:
            fresh[pair.white] = PlayerRound(RoundKind.FORFEIT_WIN, pair.black, None, 2, 2 * games)
            fresh[pair.black] = PlayerRound(RoundKind.FORFEIT_LOSS, pair.white)
            continue
        fresh[pair.white] = PlayerRound(RoundKind.PLAYED, pair.black, Colour.WHITE, points, white)
        fresh[pair.black] = PlayerRound(
            RoundKind.PLAYED, pair.white, Colour.BLACK, 2 - points, 2 * games - white
        )
    if proposal.bye:
        fresh[proposal.bye] = PlayerRound(RoundKind.ALLOCATED_BYE, points=2, game_points=bye)
    rounds = {
        player.number: (*player.rounds, fresh.get(player.number, PlayerRound(RoundKind.ZERO_BYE)))
        for player in snapshot.players
    }
    players = tuple(replace(player, rounds=rounds[player.number]) for player in snapshot.players)
    return replace(snapshot, players=players, round_number=number + 1)


def with_absences(snapshot, seed, one_in):
    """Some stay away from the round to be paired."""
    players = tuple(
        replace(player, is_present=lot(seed, "here", snapshot.round_number, player.number) % one_in > 0)
        for player in snapshot.players
    )
    return replace(snapshot, players=players)


def everybody_once(snapshot: Snapshot, proposal: Proposal):
    """Who is present is in one pair, or has the bye where the number is odd; nobody else is."""
    seated = [number for pair in proposal.pairs for number in (pair.white, pair.black)]
    if proposal.bye:
        seated.append(proposal.bye)
    assert sorted(seated) == sorted(player.number for player in snapshot.present)
    assert bool(proposal.bye) == (len(snapshot.present) % 2 == 1)


def met(snapshot):
    """The round of the latest meeting of every two players who have played each other."""
    return {
        frozenset((player.number, each.opponent)): number
        for player in snapshot.players
        for number, each in enumerate(player.rounds, start=1)
        if each.is_played
    }
