"""Openings of a section's boards: their stored form, and the lots that assign them.

A lot depends on the section's seed, the round, the board and the number of redraws, so that the draw can be
repeated and verified. A player gets each opening once in a section; barred ones are put back.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.ballots import (
    DECKS,
    Ballot,
    Chance,
    Deck,
    DrawRules,
    NoBallotLeft,
    Per,
    draw,
    opening_of_game,
)
from tournaments.core.errors import NoOpeningLeft, UnfitDeck
from tournaments.core.selectors import PAIRINGS_BY_ROUND
from tournaments.models import Pairing, Round, Section

DECK_NAMES: Final[Mapping[str, str | Promise]] = {
    "english_three_move": _("Three-move ballots"),
    "english_two_move": _("Two-move ballots"),
    "english_eleven_man": _("Eleven-man ballots"),
    "russian_64_table": _("Draughts-64 table, Russian"),
    "brazilian_64_table": _("Draughts-64 table, Brazilian"),
}
OPENING_PLIES: Final = 3
"""Half-moves that name the opening of a game without a ballot."""
AGAIN: Final = "again"  # the reasons themselves are in the audit log; the lot depends on their number alone


def deck_of(section: Section) -> Deck | None:
    """Return the deck of a section; None for go-as-you-please."""
    if not section.deck:
        return None
    deck = DECKS.get(section.deck)
    if deck is None or section.variant not in deck.variants:
        raise UnfitDeck(deck=section.deck, known=sorted(_decks_for(section.variant)))
    return deck


def _decks_for(variant: str) -> list[str]:
    return [key for key, deck in DECKS.items() if variant in deck.variants]


def opening_label(*, kept: str, game: int, move_line: str) -> str:
    """Return the opening of a game: the drawn one, or the first moves of the record; empty if unknown."""
    drawn = ballots_of(kept)
    if drawn:
        return drawn[min(opening_of_game(game), len(drawn)) - 1].label
    plies = move_line.split()[:OPENING_PLIES]
    return " ".join(ply.partition(":")[0] for ply in plies)


def ballots_of(kept: str) -> tuple[Ballot, ...]:
    """Parse the stored openings of a pairing: the deck, a colon, their numbers."""
    key, _colon, numbers = kept.partition(":")
    deck = DECKS.get(key)
    if deck is None:
        return ()
    return tuple(deck.by_number[int(number)] for number in numbers.split(","))


def ballot_text(kept: str) -> str:
    """The openings of a pairing in one line."""
    return "; ".join(f"{ballot.number}: {ballot.label}" for ballot in ballots_of(kept))


def openings_of(row: Round, pairings: Sequence[Pairing]) -> dict[int, str]:
    """Draw the openings of a round, by pairing, in their stored form; empty without a deck."""
    deck = deck_of(row.section)
    if deck is None:
        return dict.fromkeys([pairing.pk for pairing in pairings], "")
    seen = _earlier_openings(row)
    if row.section.one_ballot_a_round:
        everybody = [fen for one in pairings for fen in _earlier_openings_at(one, seen)]
        redraws = max((one.redraws for one in pairings), default=0)
        kept = _draw_ballots(row, deck, 0, everybody, redraws)
        return {pairing.pk: kept for pairing in pairings}
    return {
        one.pk: _draw_ballots(row, deck, one.board_number or 0, _earlier_openings_at(one, seen), one.redraws)
        for one in pairings
    }


def _earlier_openings(row: Round) -> dict[int, list[str]]:
    """Return the starting positions of each entry in earlier rounds."""
    seen: dict[int, list[str]] = defaultdict(list)
    earlier = Pairing.objects.filter(round__section=row.section, round__number__lt=row.number)
    for pairing in earlier.exclude(ballot="").order_by(*PAIRINGS_BY_ROUND):
        fens = [ballot.fen for ballot in ballots_of(pairing.ballot)]
        for entry_id in (pairing.white_id, pairing.black_id or 0):
            seen[entry_id] += fens
    return seen


def _earlier_openings_at(pairing: Pairing, seen: Mapping[int, list[str]]) -> list[str]:
    return [*seen.get(pairing.white_id, ()), *seen.get(pairing.black_id or 0, ())]


def _draw_ballots(row: Round, deck: Deck, board: int, seen: Sequence[str], redraws: int) -> str:
    section, had, numbers = row.section, list(seen), []
    rules = DrawRules(per=Per.ROUND if section.one_ballot_a_round else Per.PAIRING)
    for opening in range(1, opening_of_game(section.games_per_pairing) + 1):
        chance = Chance(seed=section.seed, round_number=row.number, pairing=board, opening=opening)
        try:
            drawn = draw(deck, rules, chance, seen=had, redraws=(AGAIN,) * redraws)
        except NoBallotLeft as error:
            raise NoOpeningLeft(round=row.number, board=board or "") from error
        numbers.append(str(drawn.ballot.number))
        had.append(drawn.ballot.fen)
    return f"{deck.key}:{','.join(numbers)}"
