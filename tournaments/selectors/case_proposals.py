"""What the law book of a section asks for when something happened, after the rulings that are in force."""

from collections.abc import Sequence

from django.db.models import QuerySet

from games.laws import DEFAULT_BOOK, LawBook, fitting_book, law_book_named
from games.rules import Side
from tournaments.conduct import Consequence, Earlier, Proposed, propose
from tournaments.models import Case, Entry, Ruling, Section

SIDES = {"white": Side.WHITE, "black": Side.BLACK}


def law_book_of(section: Section | None) -> LawBook:
    """The law book that a section is played by; without a section the default one."""
    if section is None:
        return DEFAULT_BOOK
    return fitting_book(law_book_named(section.law_book), section.variant)


def rulings_in_force() -> QuerySet[Ruling]:
    """Those that no other has taken the place of."""
    return Ruling.objects.filter(superseded_by__isnull=True)


def ruling_in_force(case: Case) -> Ruling | None:
    """The ruling of a case that stands."""
    return rulings_in_force().filter(case=case).order_by("-number").first()


def earlier_rulings(case: Case, entry: Entry) -> Sequence[Ruling]:
    """What was found against a player in the event before, and stands; a ruling of no offence is none.

    Members of a team play games of their own: of a team only rulings about the same game count.
    """
    rows = rulings_in_force().filter(case__event=case.event, entry=entry).exclude(case=case.pk)
    rows = rows.exclude(consequence=Consequence.NONE).select_related("case")
    if case.section is not None and case.section.is_team:
        rows = rows.filter(case__pairing=case.pairing_id, case__game=case.game)
    return list(rows.order_by("ruled_at", "pk"))


def proposed_for(case: Case, *, incident: str = "", entry: Entry | None = None) -> Proposed:
    """What follows from the incident of a case, or from another one, for its player or another one."""
    player = entry or case.entry
    earlier = [] if player is None else earlier_rulings(case, player)
    return propose(
        law_book_of(case.section),
        incident or case.incident,
        side=SIDES.get(case.side, Side.WHITE),
        earlier=[Earlier(one.incident, _is_same_game(one.case, case)) for one in earlier],
    )


def _is_same_game(one: Case, other: Case) -> bool:
    return one.pairing_id is not None and (one.pairing_id, one.game) == (other.pairing_id, other.game)
