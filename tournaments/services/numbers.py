"""Pairing numbers: given when the first round is paired, kept from its publication on (C.04.2)."""

from tournaments.models import Entry, EntryState, RoundState, Section


def give_numbers(section: Section, *, before_round: int) -> None:
    """Number the entries by rating, title and name while no round is published; later ones go to the end."""
    if section.round_rows.exclude(state=RoundState.DRAFT).filter(number__lt=before_round).exists():
        _number_late(section)
        return
    inside = section.entries.filter(state=EntryState.CONFIRMED).order_by("-rating", "title", "name", "pk")
    section.entries.update(number=None)
    entries = list(inside)
    for number, entry in enumerate(entries, start=1):
        entry.number = number
    Entry.objects.bulk_update(entries, ["number"])


def _number_late(section: Section) -> None:
    last = max((entry.number or 0 for entry in section.entries.all()), default=0)
    fresh = list(section.entries.filter(state=EntryState.CONFIRMED, number__isnull=True).order_by("pk"))
    for number, entry in enumerate(fresh, start=last + 1):
        entry.number = number
    Entry.objects.bulk_update(fresh, ["number"])
