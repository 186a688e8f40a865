"""Club nights on pages of other features: the check-in and a round at the desk."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.members.selectors.persons import names_known
from tournaments.events.systems import has_nights
from tournaments.models import ClubNight, Entry, Pairing, Round, Section
from tournaments.nights.selectors.nights import (
    Meetings,
    meetings_of,
    night_on,
    nights_of,
    round_on,
    unseated,
)
from tournaments.ratings.pages.rating_rows import rating_text
from tournaments.ratings.selectors.live_ratings import list_of, live_ratings

MOST_NIGHTS: Final = 60


class Night(NamedTuple):
    """Context of the check-in page: the current night, and the one before."""

    now: ClubNight | None
    last: ClubNight | None
    round_on: Round | None
    bye: Entry | None
    late: list[Entry]
    held: list[ClubNight]
    """The latest nights, with how many came."""
    known: list[str]
    """Persons of the club who are not on the list of the season: their names are offered."""


def night_at_check_in(row: Section) -> dict[str, Any]:
    """Return the context of the check-in page."""
    return {"night": night_of(row)}


def night_of(row: Section) -> Night | None:
    """Return the night of a season; None for every other section."""
    if not has_nights(row):
        return None
    now = night_on(row)
    on = round_on(row)
    bye, late = unseated(row, on) if now is not None and on is not None else (None, [])
    held = list(nights_of(row)[:MOST_NIGHTS])
    last = next((one for one in held if one != now), None)
    return Night(now, last, on, bye, late, held, _not_on_the_list(row) if now is not None else [])


def _not_on_the_list(row: Section) -> list[str]:
    there = {name.casefold() for name in row.entries.values_list("name", flat=True)}
    known = names_known(organisation_id=row.event.organisation_id)
    return [name for name in known if name.casefold() not in there]


def met_text(own: Meetings) -> str:
    """Return earlier meetings of two players as text: number, sides, and the last day."""
    times = ngettext("met once", "met %(number)s times", own.games) % {"number": own.games}
    colours = _("colours %(white)s\N{EN DASH}%(black)s") % {"white": own.whites, "black": own.blacks}
    if own.last_on is None:
        return f"{times}, {colours}"
    last = _("last on %(day)s") % {"day": date_format(own.last_on, "SHORT_DATE_FORMAT")}
    return f"{times}, {last}, {colours}"


def night_notes(row: Round, boards: Sequence[Pairing]) -> dict[str, Any]:
    """Return notes for each board of a night: earlier meetings, live ratings; and the current night."""
    section = row.section
    if not has_nights(section):
        return {}
    met = meetings_of(section, before=row.number)
    return {
        "met": _met(boards, met),
        "ratings": _ratings(section, boards),
        "is_season": True,
        "night_on": night_on(section),
    }


def _met(boards: Sequence[Pairing], met: Mapping[frozenset[int], Meetings]) -> dict[int, str]:
    found: dict[int, str] = {}
    for pairing in boards:
        if pairing.black_id is None:
            continue
        told = met.get(frozenset((pairing.white_id, pairing.black_id)))
        own = told if told is None or told.first == pairing.white_id else told.turned()
        found[pairing.pk] = _("never met") if own is None else met_text(own)
    return found


def _ratings(section: Section, boards: Sequence[Pairing]) -> dict[int, str]:
    rating_list = list_of(section)
    if rating_list is None:
        return {}
    entries = [one for pairing in boards for one in (pairing.white, pairing.black) if one is not None]
    keys = {one.person_id: one.pk for one in entries if one.person_id is not None}
    found = live_ratings(rating_list, keys, of_club=section.event.organisation_id)
    return {keys[key]: rating_text(one.now) for key, one in found.items()}
