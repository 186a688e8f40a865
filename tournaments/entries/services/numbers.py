"""Pairing numbers: given when the first round is paired, fixed from its publication on (C.04.2)."""

from tournaments.core.section_options import ROUND_ROBINS, Numbering, is_read, options_of
from tournaments.entries.errors import NumbersNotDrawn
from tournaments.models import Entry, EntryState, RoundState, Section
from tournaments.pairing.lots import Lots, seed_of
from tournaments.pairing.refusals import NoVarmaTable
from tournaments.pairing.round_robin.varma import Entrant, draw_numbers


def give_numbers(section: Section, *, before_round: int) -> None:
    """Number the entries while no round is published; later entries are added at the end.

    By rating, title and name, or by lots from the section's seed if its options require it.
    """
    if section.round_rows.exclude(state=RoundState.DRAFT).filter(number__lt=before_round).exists():
        _number_late(section)
        return
    inside = section.entries.filter(state=EntryState.CONFIRMED).order_by("-rating", "title", "name", "pk")
    section.entries.update(number=None)
    entries = list(inside)
    numbers = _numbers(section, entries)
    for entry in entries:
        entry.number = numbers[entry.pk]
    Entry.objects.bulk_update(entries, ["number"])


def _numbers(section: Section, entries: list[Entry]) -> dict[int, int]:
    """Return numbers by key. Lots depend on seed and names alone: a repeated draw has the same result."""
    how = options_of(section).numbering if is_read(section, "numbering") else Numbering.RATING
    if how == Numbering.RATING:
        return {entry.pk: number for number, entry in enumerate(entries, start=1)}
    seed = seed_of(f"{section.seed}:numbers")
    if how == Numbering.VARMA and section.system in ROUND_ROBINS:
        entrants = [Entrant(entry.pk, entry.name, entry.federation) for entry in entries]
        try:
            return draw_numbers(entrants, seed).numbers
        except NoVarmaTable as error:
            raise NumbersNotDrawn(players=len(entries)) from error
    drawn = Lots(seed).shuffled(sorted(entries, key=lambda entry: (entry.name, entry.pk)))
    return {entry.pk: number for number, entry in enumerate(drawn, start=1)}


def _number_late(section: Section) -> None:
    last = max((entry.number or 0 for entry in section.entries.all()), default=0)
    fresh = list(section.entries.filter(state=EntryState.CONFIRMED, number__isnull=True).order_by("pk"))
    for number, entry in enumerate(fresh, start=last + 1):
        entry.number = number
    Entry.objects.bulk_update(fresh, ["number"])
