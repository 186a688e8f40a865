"""Services for rating lists: create, change, correct; their reports are in `rating_reports`."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import person_with_club
from tournaments.core.errors import ChangedMeanwhile
from tournaments.events.services.events import require_offered
from tournaments.models import (
    PeriodKind,
    RatedPlayer,
    RatedSpeed,
    RatingChange,
    RatingList,
    RatingPeriod,
)
from tournaments.ratings.errors import (
    ListHasReports,
    ListNameTaken,
    OfAnotherClub,
    RatingNeedsReason,
    RatingOutOfRange,
    UnknownFormula,
)
from tournaments.ratings.formulas.registry import COMPUTED, formula_of
from tournaments.ratings.formulas.values import Change, Standing, corrected
from tournaments.ratings.models import MAX_RATING
from tournaments.ratings.selectors.rating_history import facts_of, standing_of

FACTS = ("name", "variant", "speed", "formula", "edition", "initial_rating", "is_public", "counts_nights")
CHANGE_COLUMNS = ("before", "after", "games", "half_points", "expected", "factor", "how")
PLAYER_COLUMNS = (*("rating", "games", "highest", "deviation", "volatility", "last_period", "carried"),)


def list_scope(rating_list: RatingList) -> Scope:
    """Return the scope of actions on a list."""
    return Scope(rating_list.organisation_id)


def require_manages(rating_list: RatingList, actor: Actor) -> None:
    """Raise NotAllowed unless the actor manages the list."""
    require_permission(actor, Capability.RUN_EVENTS, list_scope(rating_list))


def locked_list(list_id: int, actor: Actor, *, version: int | None = None) -> RatingList:
    """Lock a list until the transaction ends, and return it."""
    row = RatingList.objects.select_for_update(no_key=True).get(pk=list_id)
    require_manages(row, actor)
    if version is not None and row.version != version:
        raise ChangedMeanwhile(what=row.name)
    return row


@transaction.atomic
def make_list(  # noqa: PLR0913 - the fields of a list
    *,
    organisation_id: int,
    name: str,
    formula: str,
    actor: Actor,
    variant: str = "",
    speed: str = RatedSpeed.ANY,
    initial_rating: int = 0,
    is_public: bool = False,
    counts_nights: bool = True,
) -> RatingList:
    """Create a list; the formula is pinned with its edition."""
    require_permission(actor, Capability.RUN_EVENTS, Scope(organisation_id))
    row = RatingList(
        organisation_id=organisation_id,
        variant=variant,
        speed=speed,
        initial_rating=initial_rating,
        is_public=is_public,
        counts_nights=counts_nights,
    )
    _set_formula(row, formula)
    _set_name(row, name)
    require_offered(variant, organisation_id=organisation_id)
    _validate_settings(row)
    row.full_clean(exclude=["organisation"])
    row.save()
    audit.record("tournaments.rating_list.made", row, actor=actor, after=list_facts(row))
    return row


@transaction.atomic
def change_list(*, list_id: int, version: int, actor: Actor, reason: str = "", **changes: Any) -> RatingList:
    """Change a list; its system only before the first report."""
    row = locked_list(list_id, actor, version=version)
    before = list_facts(row)
    name, formula = changes.pop("name", row.name), changes.pop("formula", row.formula)
    for field in ("variant", "speed", "initial_rating", "is_public", "counts_nights"):
        setattr(row, field, changes.get(field, getattr(row, field)))
    if formula != row.formula:
        _set_formula(row, formula)
    if name != row.name:
        _set_name(row, name)
    if row.variant != before["variant"]:
        require_offered(row.variant, organisation_id=row.organisation_id)
    _validate_settings(row)
    after = list_facts(row)
    computed_by = {"variant", "speed", "formula", "initial_rating"}
    if any(before[one] != after[one] for one in computed_by) and row.periods.exists():
        raise ListHasReports(list=before["name"])
    if after == before:
        return row
    row.full_clean(exclude=["organisation"])
    row.version += 1
    # Logged first: a name is a key, and a new one locks the row as FOR UPDATE does.
    audit.record(
        "tournaments.rating_list.changed", row, actor=actor, before=before, after=after, reason=reason
    )
    row.save()
    return row


@transaction.atomic
def correct_rating(*, list_id: int, person_id: int, rating: int, reason: str, actor: Actor) -> RatingPeriod:
    """Set a person's rating by hand; the reason is stored with it, and later reports continue from there."""
    row = locked_list(list_id, actor)
    person = person_with_club(person_id=person_id)
    if person is None or person.organisation_id != row.organisation_id:
        raise OfAnotherClub(list=row.name)
    if not reason.strip():
        raise RatingNeedsReason
    if not 0 < rating <= MAX_RATING:
        raise RatingOutOfRange(most=MAX_RATING)
    formula = formula_of(row.formula)
    known = RatedPlayer.objects.filter(rating_list=row, person=person).first()
    own = standing_of(known) if known else formula.newcomer(row.initial_rating)
    change = corrected(formula, own, float(rating))
    period = new_period(row, actor, kind=PeriodKind.CORRECTION, reason=reason.strip()[:500])
    save_changes(row, period, {person.pk: change})
    facts = {"list": row.name, "player": person.name, "number": period.number}
    before, after = facts | {"rating": own.rating}, facts | {"rating": rating}
    log_period(
        "tournaments.rating.corrected", period, actor, before=before, after=after, reason=period.reason
    )
    return period


def new_period(rating_list: RatingList, actor: Actor, **facts: Any) -> RatingPeriod:
    """Create the next period of a list, for today unless another day is given."""
    latest = rating_list.periods.order_by("-number").values_list("number", flat=True).first()
    facts.setdefault("counted_on", timezone.localdate())
    return RatingPeriod.objects.create(
        rating_list=rating_list, number=(latest or 0) + 1, counted_by=actor.label[:200], **facts
    )


def save_changes(rating_list: RatingList, period: RatingPeriod, changes: dict[int, Change]) -> None:
    """Save the changes of a period, and the state of all players after it."""
    RatingChange.objects.bulk_create(change_rows(period.pk, changes), batch_size=500)
    save_standings(rating_list, {person: change.after for person, change in changes.items()})


def change_rows(period_id: int, changes: dict[int, Change]) -> list[RatingChange]:
    """Build the rows of a period's changes."""
    facts = {
        person: dict(zip(CHANGE_COLUMNS, facts_of(change), strict=True)) for person, change in changes.items()
    }
    return [RatingChange(period_id=period_id, person_id=person, **told) for person, told in facts.items()]


def save_standings(rating_list: RatingList, standings: dict[int, Standing]) -> None:
    """Save the state of these persons."""
    rows = [
        RatedPlayer(
            rating_list=rating_list,
            person_id=person,
            **{name: getattr(standing, name) for name in PLAYER_COLUMNS},
        )
        for person, standing in standings.items()
    ]
    RatedPlayer.objects.bulk_create(
        rows,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["rating_list", "person"],
        update_fields=PLAYER_COLUMNS,
    )


def list_facts(row: RatingList) -> dict[str, Any]:
    """Return a list as the audit log stores it."""
    return {name: getattr(row, name) for name in FACTS}


def list_facts_of_period(period: RatingPeriod) -> dict[str, Any]:
    """Return list and report number as the audit log stores them."""
    return {"list": period.rating_list.name, "number": period.number}


def log_period(action: str, period: RatingPeriod, actor: Actor, **told: Any) -> None:
    """Write an entry about a report or correction."""
    audit.record(action, period, actor=actor, organisation_id=period.rating_list.organisation_id, **told)


def _set_formula(row: RatingList, key: str) -> None:
    if key not in COMPUTED:
        raise UnknownFormula(key=key, known=", ".join(COMPUTED))
    row.formula, row.edition = key, COMPUTED[key].edition[:120]


def _set_name(row: RatingList, name: str) -> None:
    row.name = " ".join(name.split())
    others = RatingList.objects.filter(organisation_id=row.organisation_id, name=row.name)
    if others.exclude(pk=row.pk).exists():
        raise ListNameTaken(name=row.name)


def _validate_settings(row: RatingList) -> None:
    if not 0 <= row.initial_rating <= MAX_RATING:
        raise RatingOutOfRange(most=MAX_RATING)
