"""Reasons for every board of a round, for its page."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from tournaments.events.systems import SYSTEMS
from tournaments.models import Pairing, Round
from tournaments.results.pages.boards import BoardLine
from tournaments.rounds.reason_messages import BY_HAND, LOCKED, stored_reason_text
from tournaments.rounds.selectors.publication import last_swap


def reasons_context(
    row: Round, lines: Sequence[BoardLine], names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Return the sentences of boards by pairing, and those about the round as a whole.

    `names`: all names by pairing number, if the lines are not those of the whole round.
    """
    known = names_at(lines) if names is None else names
    whys = {line.pairing.pk: tuple(_reasons_of_board(line.pairing, row, known)) for line in lines}
    return {"whys": whys, "about_round": about_round(row, known)}


def about_round(row: Round, names: Mapping[int, str]) -> tuple[str, ...]:
    """Return the sentences about a round as a whole."""
    return tuple(stored_reason_text(each, names) for each in row.reasons.get("round", ()))


def names_at(lines: Sequence[BoardLine]) -> dict[int, str]:
    """Return the players at these boards, by pairing number."""
    entries = [entry for line in lines for entry in (line.first, line.second) if entry]
    return {entry.number: entry.name for entry in entries if entry.number is not None}


def _reasons_of_board(pairing: Pairing, row: Round, names: Mapping[int, str]) -> Iterator[str]:
    if pairing.is_by_hand:
        yield str(BY_HAND)
    if pairing.black is None:
        yield from _reasons_of_bye(pairing, row, names)
        return
    white, black = pairing.white.number, pairing.black.number
    kept = [one for one in row.reasons.get("pairs", ()) if {one["white"], one["black"]} == {white, black}]
    for pair in kept:
        yield from (stored_reason_text(each, names) for each in pair["meeting"])
        if pair["white"] == white:
            yield stored_reason_text(pair["colour"], names)
    if kept or pairing.is_by_hand:
        return
    if pairing.is_locked:
        yield str(LOCKED)
    elif row.system in SYSTEMS and SYSTEMS[row.system].is_table:
        yield str(SYSTEMS[row.system].why)


def _reasons_of_bye(pairing: Pairing, row: Round, names: Mapping[int, str]) -> Iterator[str]:
    """Return the reasons of an allocated bye; a bye given by hand has none of the engine's reasons."""
    if pairing.bye == "allocated" and not pairing.is_by_hand:
        yield from (stored_reason_text(each, names) for each in row.reasons.get("bye", ()))


def swap_text(row: Round) -> str:
    """Return what the last swap of a draft did, as long as it can be undone; empty otherwise."""
    entry = last_swap(row)
    swapped = (entry.after or {}).get("swapped") if entry else None
    if entry is None or not swapped:
        return ""
    named = row.section.entries.in_bulk(swapped)
    first, second = (named[key].name if key in named else str(key) for key in swapped)
    if entry.action == "tournaments.round.colours_turned":
        return _("%(first)s and %(second)s: colours swapped.") % {"first": first, "second": second}
    return _("%(first)s and %(second)s swapped.") % {"first": first, "second": second}
