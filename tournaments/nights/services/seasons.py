"""Settings of a season: its rating list, and the rules of its table."""

from typing import Any

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.services.event_log import log_section
from tournaments.core.services.locks import locked_section
from tournaments.ladders.errors import SeasonUnfit
from tournaments.models import Season
from tournaments.nights.models.night import MAX_ATTENDANCE_POINTS
from tournaments.ratings.errors import NoListOfThatClub
from tournaments.ratings.selectors.rating_lists import usable_lists

MAX_NIGHTS = 99
FACTS = ("rating_list_id", "best_nights", "attendance_points")


@transaction.atomic
def set_season(*, section_id: int, actor: Actor, reason: str = "", **changes: Any) -> Season:
    """Set the rating list of a section and the rules of its season table; the rest stays.

    The list is one of the club, or a public one of a federation.
    """
    section = locked_section(section_id, actor)
    row = Season.objects.filter(section=section).first() or Season(section=section)
    before = season_facts(row)
    for name in FACTS:
        setattr(row, name, changes.get(name, getattr(row, name)))
    if row.rating_list_id is not None:
        open_ones = usable_lists(section.event.organisation_id)
        if not open_ones.filter(pk=row.rating_list_id).exists():
            raise NoListOfThatClub(section=section.name)
    if not (0 <= row.best_nights <= MAX_NIGHTS and 0 <= row.attendance_points <= MAX_ATTENDANCE_POINTS):
        raise SeasonUnfit(nights=MAX_NIGHTS, points=MAX_ATTENDANCE_POINTS)
    after = season_facts(row)
    if after != before:
        row.save()
        log_section("tournaments.season.set", section, actor, before=before, after=after, reason=reason)
    return row


def season_facts(row: Season) -> dict[str, Any]:
    """Return a season as the audit log stores it."""
    return {name: getattr(row, name) for name in FACTS}
