"""Draw of ballots: chance from a seed, so that the draw can be repeated and verified.

A lot depends on the seed, the deck, the round, the pairing, which opening of the pairing it is, and how
often it was drawn again; on nothing else. The n-th lot is the SHA-256 digest of these as text and of n,
modulo the ballots that are left. A ballot that may not be played is put back, with the reason, and the next
is drawn.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from types import MappingProxyType
from typing import Final

from games.ballots.ballot import Ballot, Deck, Status
from games.ballots.eleven_man import ELEVEN_MAN
from games.ballots.table_64 import BRAZILIAN_TABLE, RUSSIAN_TABLE
from games.ballots.three_move import THREE_MOVE
from games.ballots.two_move import TWO_MOVE

GAMES_OF_A_BALLOT: Final = 2


class Per(Enum):
    """For whom a ballot is drawn."""

    PAIRING = "pairing"
    ROUND = "round"


class Putback(Enum):
    """Reason why a ballot that was drawn is not played."""

    BARRED = "barred"
    OTHER_GROUP = "other_group"
    SEEN = "seen"  # a player of the pairing had this position before in the event
    REDRAWN = "redrawn"  # with the reason that was given


class NoBallotLeft(Exception):
    """Every ballot of the deck was put back."""

    code = "no_ballot_left"


class RedrawWithoutReason(ValueError):
    """Drawing again needs a reason."""

    code = "redraw_without_reason"


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawRules:
    """Settings of the event: `groups` limits the draw to ballots that belong to one of them; all if empty."""

    per: Per = Per.PAIRING
    plays_barred: bool = False
    may_repeat: bool = False
    groups: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance:
    """Inputs of a lot. `opening` is 1 for the first two games of a pairing, 2 for the next two."""

    seed: str
    round_number: int
    pairing: int
    opening: int = 1


@dataclass(frozen=True, slots=True)
class Draw:
    """The ballot to be played, and those drawn before it with why they are not; `redraw` counts from 0."""

    ballot: Ballot
    redraw: int
    put_back: tuple[tuple[Ballot, Putback, str], ...]


def draw(
    deck: Deck,
    rules: DrawRules,
    chance: Chance,
    *,
    seen: Iterable[str] = (),
    redraws: tuple[str, ...] = (),
) -> Draw:
    """Draw for a pairing, or with Per.ROUND for all pairings of a round (then `pairing` plays no part).

    `seen` are the positions (FEN) that the players have had before in the event, or in this pairing;
    `redraws` are the reasons why the ballots drawn so far were refused, one each.
    """
    if not all(reason.strip() for reason in redraws):
        raise RedrawWithoutReason
    put_back: list[tuple[Ballot, Putback, str]] = []
    had = frozenset(seen)
    refused: frozenset[str] = frozenset()
    for redraw in range(len(redraws) + 1):
        ballot = _draw_one(deck, rules, _lots(deck, rules, chance, redraw), had, refused, put_back)
        if redraw < len(redraws):
            put_back.append((ballot, Putback.REDRAWN, redraws[redraw]))
            refused |= {ballot.fen}
    return Draw(ballot, len(redraws), tuple(put_back))


def _lots(deck: Deck, rules: DrawRules, chance: Chance, redraw: int) -> str:
    pairing = "all" if rules.per is Per.ROUND else str(chance.pairing)
    return f"{chance.seed}/{deck.key}/{chance.round_number}/{pairing}/{chance.opening}/{redraw}"


def _draw_one(
    deck: Deck,
    rules: DrawRules,
    lots: str,
    had: frozenset[str],
    refused: frozenset[str],
    put_back: list[tuple[Ballot, Putback, str]],
) -> Ballot:
    left = [ballot for ballot in deck.ballots if ballot.fen not in refused]
    for lot in range(len(left)):
        digest = sha256(f"{lots}/{lot}".encode()).digest()
        ballot = left.pop(int.from_bytes(digest, "big") % len(left))
        why = _why_not(rules, ballot, had)
        if why is None:
            return ballot
        put_back.append((ballot, why, ""))
    raise NoBallotLeft


def _why_not(rules: DrawRules, ballot: Ballot, had: frozenset[str]) -> Putback | None:
    if ballot.status is Status.BARRED and not rules.plays_barred:
        return Putback.BARRED
    if rules.groups and not ballot.groups & rules.groups:
        return Putback.OTHER_GROUP
    if ballot.fen in had and not rules.may_repeat:
        return Putback.SEEN
    return None


def opening_of_game(game: int) -> int:
    """Return the opening of a game, both from 1: a ballot serves two games, colours reversed."""
    return (game + 1) // GAMES_OF_A_BALLOT


DECKS: Final[Mapping[str, Deck]] = MappingProxyType(
    {deck.key: deck for deck in (THREE_MOVE, TWO_MOVE, ELEVEN_MAN, RUSSIAN_TABLE, BRAZILIAN_TABLE)}
)
