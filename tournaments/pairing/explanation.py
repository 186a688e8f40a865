"""Reasons of a round bracket by bracket: its pairs, its floaters, and the bye."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.pairing.reasons import ByeReasons, PairReasons, RoundReasons
from tournaments.pairing.swiss.next_best import with_next_best
from tournaments.pairing.values import Proposal, Snapshot


@dataclass(frozen=True, slots=True)
class BracketReasons:
    """Pairs made in one bracket, players moved down out of it, and the reasons of its bye.

    `up`: players moved up to it, in a system that moves none down.
    """

    score: int
    pairs: tuple[PairReasons, ...]
    down: tuple[int, ...]
    bye: ByeReasons | None = None
    up: tuple[int, ...] = ()


def explanation(snapshot: Snapshot, proposal: Proposal) -> tuple[BracketReasons, ...]:
    """Return the reasons of a proposal in its brackets, the highest score first (C.04.3 article 1.5)."""
    return brackets_of(snapshot, with_next_best(snapshot, proposal))


def nothing_to_explain(_snapshot: Snapshot, _proposal: Proposal) -> tuple[BracketReasons, ...]:
    """Return nothing: a table has no brackets, its rounds were settled before the first."""
    return ()


def brackets_of(snapshot: Snapshot, proposal: Proposal) -> tuple[BracketReasons, ...]:
    """Sort the reasons of a proposal into its brackets."""
    told = proposal.reasons or RoundReasons(system="")
    score = {player.number: player.pairing_score(snapshot.round_number) for player in snapshot.present}
    ranked = sorted(score, key=lambda number: (-score[number], number))
    made_in = {pair: min(score[pair.white], score[pair.black]) for pair in told.pairs}
    paired_at = {number: at for pair, at in made_in.items() for number in (pair.white, pair.black)}

    def bracket_of(at: int) -> BracketReasons:
        pairs = tuple(pair for pair in told.pairs if made_in[pair] == at)
        down = tuple(number for number in ranked if score[number] >= at > paired_at.get(number, at - 1))
        return BracketReasons(
            at, pairs, down, told.bye if told.bye and score[told.bye.player] == at else None
        )

    return tuple(map(bracket_of, sorted(set(score.values()), reverse=True)))


def brackets_of_upfloaters(score: Mapping[int, int], proposal: Proposal) -> tuple[BracketReasons, ...]:
    """Sort the reasons into the brackets of a system that moves players up (C.04.5, C.04.6 3.2).

    `score` by number is the score used for pairing.
    """
    told = proposal.reasons or RoundReasons(system="")
    made_in = {pair: max(score[pair.white], score[pair.black]) for pair in told.pairs}

    def bracket_of(at: int) -> BracketReasons:
        pairs = tuple(pair for pair in told.pairs if made_in[pair] == at)
        seated = (number for pair in pairs for number in (pair.white, pair.black))
        up = sorted((number for number in seated if score[number] < at), key=lambda one: (-score[one], one))
        bye = told.bye if told.bye and score[told.bye.player] == at else None
        return BracketReasons(at, pairs, (), bye, tuple(up))

    return tuple(map(bracket_of, sorted(set(score.values()), reverse=True)))
