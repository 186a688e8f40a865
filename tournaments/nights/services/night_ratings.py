"""Club nights on the rating list of their season: counted at the end, updated when a result changes.

Callers lock the section. Lists are locked here before any write to the audit log.
"""

from typing import NamedTuple

from django.db import transaction

from club.core.actor import Actor
from club.core.capabilities import Capability
from games.rules.house import HOUSE
from tournaments.core.hooks import AfterResult
from tournaments.core.services.locks import locked_section
from tournaments.models import ClubNight, Pairing, PeriodKind, RatedSection, RatingList, RatingPeriod, Section
from tournaments.nights.services.night_challenges import LockedChallenge, lock_challenges, update_challenges
from tournaments.ratings.errors import ListForAnotherGame, NoListHere, NothingToRate
from tournaments.ratings.selectors.live_ratings import NightChange, night_changes, nights_to_count
from tournaments.ratings.services.rating_lists import (
    list_facts_of_period,
    log_period,
    new_period,
    require_manages,
    save_changes,
)
from tournaments.ratings.services.rating_reports import recompute_and_log, remove_report


@transaction.atomic
def count_nights(*, section_id: int, actor: Actor, reason: str = "") -> list[RatingPeriod]:
    """Count every night of a season that has ended and is in no report yet, a report each.

    Raise NoListHere if the section uses no list, ListForAnotherGame if its list does not count its house
    rules, and NothingToRate if no game waits.
    """
    section = locked_section(section_id, actor, capability=Capability.RUN_EVENTS)
    row = lock_season_list(section)
    if row is None:
        raise NoListHere(section=section.name)
    require_manages(row, actor)
    if section.variant.startswith(HOUSE) and section.variant != row.variant:
        raise ListForAnotherGame(section=section.name, list=row.name)
    made = count_ended(row, section, actor, reason=reason)
    if not made:
        raise NothingToRate(event=section.event.name, list=row.name)
    return made


def lock_season_list(section: Section) -> RatingList | None:
    """Lock and return the list of a season; None if it has none or that of a federation."""
    rows = RatingList.objects.select_for_update(of=("self",), no_key=True).filter(seasons__section=section)
    return rows.filter(organisation=section.event.organisation_id).first()


def count_ended(row: RatingList, section: Section, actor: Actor, *, reason: str = "") -> list[RatingPeriod]:
    """Count the ended nights of a season, on the list that the caller has locked."""
    nights = nights_to_count(row).filter(section=section, closed_at__isnull=False)
    return [_create_night_report(row, section, one, actor, reason) for one in night_changes(row, nights)]


def _create_night_report(
    row: RatingList, section: Section, counted: NightChange, actor: Actor, reason: str
) -> RatingPeriod:
    night = counted.night
    period = new_period(
        row, actor, kind=PeriodKind.EVENT, event=section.event, counted_on=night.held_on, reason=reason
    )
    period.rating_list = row
    RatedSection.objects.create(
        period=period,
        rating_list=row,
        section=section,
        night=night,
        results_print=counted.results_print,
    )
    save_changes(row, period, dict(counted.changes))
    facts = list_facts_of_period(period) | {
        "event": section.event.name,
        "sections": [section.name],
        "held_on": night.held_on.isoformat(),
        "players": len(counted.changes),
    }
    log_period("tournaments.rating_report.committed", period, actor, after=facts, reason=reason)
    return period


def lock_night_reports(night: ClubNight) -> list[RatingPeriod]:
    """Return the reports that count a night; lock their lists in one order."""
    counted = RatedSection.objects.filter(night=night).order_by("rating_list_id")
    keys = counted.values_list("rating_list_id", flat=True)
    lists = {key: RatingList.objects.select_for_update(no_key=True).get(pk=key) for key in keys}
    periods = RatingPeriod.objects.filter(rated_sections__night=night).order_by("rating_list_id", "number")
    found = list(periods.select_related("event"))
    for one in found:
        one.rating_list = lists[one.rating_list_id]
    return found


def uncount_night(reports: list[RatingPeriod], actor: Actor, *, reason: str = "") -> None:
    """Take the reports of a reopened night back."""
    for period in reports:
        remove_report(period, actor, reason=reason)


def update_night_reports(reports: list[RatingPeriod], actor: Actor, *, reason: str = "") -> None:
    """Recompute the lists that count a night after a change of its results."""
    for period in reports:
        recompute_and_log(period.rating_list, actor, reason=reason)


class Dependents(NamedTuple):
    """Rows that a result affects beyond its section, locked."""

    reports: list[RatingPeriod]
    challenges: list[LockedChallenge]


def lock_dependents(pairing: Pairing) -> Dependents | None:
    """Lock the reports that count a board's night, and its players' challenges; None outside a night."""
    night = pairing.round.night
    if night is None:
        return None
    return Dependents(lock_night_reports(night), lock_challenges(pairing))


def follow_night_result(pairing: Pairing) -> AfterResult:
    """Lock what a result of a night affects beyond its section; return the update of it."""
    behind = lock_dependents(pairing)
    return lambda change: update_dependents(behind, change.pairing, change.actor, reason=change.reason)


def update_dependents(behind: Dependents | None, pairing: Pairing, actor: Actor, *, reason: str = "") -> None:
    """Update lists and ladders after a changed result."""
    if behind is not None:
        update_night_reports(behind.reports, actor, reason=reason)
        update_challenges(behind.challenges, pairing, actor)
