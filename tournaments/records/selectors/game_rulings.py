"""Rulings about a game in the form that its record stores."""

from itertools import pairwise

from django.db.models import Min

from games.house_rules.selectors import variant_named
from games.laws.rulings import OVERRULED, SUPERSEDED
from games.laws.scores.notes import Note
from games.rules import Side
from tournaments.conduct import Consequence
from tournaments.conduct.records import PastRuling, RulingFacts, ruling_notes
from tournaments.core.selectors import rulings_in_force
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import Pairing, Ruling, RulingOrigin, Section


def rulings_to_note(pairing: Pairing, game: int) -> list[RulingFacts]:
    """Return the rulings about a game of a board, in the order of the first rulings of its cases.

    Each case has its ruling in force with those that it superseded. Cases with withheld names are left out:
    the record names both players.
    """
    rows = rulings_in_force().filter(case__pairing=pairing, case__game=game, case__names_withheld=False)
    rows = rows.annotate(first=Min("case__rulings__ruled_at")).order_by("first", "case__number")
    rows = rows.select_related("case", "choice").prefetch_related("case__rulings")
    return [_ruling_facts(one) for one in rows]


def notes_for(section: Section, ruled: list[RulingFacts], text: str) -> tuple[Note, ...]:
    """Return the notes of rulings for a record of a game."""
    return ruling_notes(text, ruled, law_book_of(section), variant_named(section.variant)) if ruled else ()


def _ruling_facts(ruling: Ruling) -> RulingFacts:
    case = ruling.case
    choice = getattr(ruling, "choice", None)
    return RulingFacts(
        case=case.number,
        code=ruling.incident,
        consequence=Consequence(ruling.consequence),
        side=SIDES.get(case.side),
        ply=case.ply or 0,
        details={name: str(value) for name, value in case.details.items()},
        recalled=ruling.move_recalled,
        article=ruling.articles[0] if ruling.articles else "",
        points=ruling.points,
        choice=choice.choice if choice is not None else "",
        past=_past_rulings([one for one in case.rulings.all() if one.entry_id == case.entry_id]),
        is_acquittal=ruling.consequence == Consequence.NONE and bool(ruling.proposed.get("in_game")),
    )


def _past_rulings(rulings: list[Ruling]) -> tuple[PastRuling, ...]:
    """Return all rulings but the last, each with the one that superseded it."""
    return tuple(
        PastRuling(
            before.incident,
            Consequence(before.consequence),
            before.articles[0] if before.articles else "",
            OVERRULED if after.origin == RulingOrigin.COMMITTEE else SUPERSEDED,
        )
        for before, after in pairwise(rulings)
    )


SIDES = {"white": Side.WHITE, "black": Side.BLACK}
