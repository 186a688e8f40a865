"""Dates of league matches: move by agreement, postpone, cancel."""

from datetime import datetime

from django.db import transaction

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.services.event_log import log_board
from tournaments.core.services.locks import pairing_scope
from tournaments.leagues.errors import FixtureOver
from tournaments.leagues.services.audit_facts import fixture_facts
from tournaments.leagues.services.fixture_locks import locked_fixture
from tournaments.models import Fixture, FixtureState, Outcome
from tournaments.results.services.results import record_result
from tournaments.teams.line_ups import is_begun

DAYS = ("state", "starts_at", "venue", "address", "first_date", "agreed_by")


@transaction.atomic
def move_fixture(
    *,
    pairing_id: int,
    starts_at: datetime | None,
    actor: Actor,
    agreed_by: str = "",
    venue: str = "",
    address: str = "",
    is_postponed: bool = False,
    reason: str = "",
) -> Fixture:
    """Move a match to another day or venue, or postpone it without a day; the agreeing parties are logged.

    Without a day of its own, and not postponed, it is played on the day of its round. Raises FixtureOver once
    the match has results.
    """
    fixture = locked_fixture(pairing_id)
    require_permission(actor, Capability.RUN_EVENTS, pairing_scope(fixture.pairing))
    if fixture.state == FixtureState.NOT_PLAYED or is_begun(list(fixture.pairing.games.all())):
        raise FixtureOver(match=str(fixture))
    before, day = fixture_facts(fixture), fixture.begins_at
    fixture.state = FixtureState.POSTPONED if is_postponed else FixtureState.PLANNED
    fixture.starts_at = None if is_postponed else starts_at
    fixture.venue, fixture.address, fixture.agreed_by = venue.strip(), address.strip(), agreed_by.strip()
    after = fixture_facts(fixture)
    if after == before:
        return fixture
    fixture.first_date = fixture.first_date or (day if fixture.begins_at != day else None)
    fixture.full_clean(exclude=["pairing", "told_by"])
    fixture.save(update_fields=DAYS)
    log_board("tournaments.fixture.moved", fixture.pairing, actor, before=before, after=after, reason=reason)
    return fixture


@transaction.atomic
def strike_fixture(*, pairing_id: int, actor: Actor, reason: str = "") -> Fixture:
    """Cancel a match: every board without a result becomes unplayed."""
    fixture = locked_fixture(pairing_id)
    require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(fixture.pairing))
    if fixture.state == FixtureState.NOT_PLAYED or is_begun(list(fixture.pairing.games.all())):
        raise FixtureOver(match=str(fixture))
    _change_results(fixture, Outcome.PENDING, Outcome.UNPLAYED, actor, reason)
    return _with_state("tournaments.fixture.struck", fixture, FixtureState.NOT_PLAYED, actor, reason)


@transaction.atomic
def reinstate_fixture(*, pairing_id: int, actor: Actor, reason: str = "") -> Fixture:
    """Reinstate a cancelled match."""
    fixture = locked_fixture(pairing_id)
    require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(fixture.pairing))
    if fixture.state != FixtureState.NOT_PLAYED:
        return fixture
    _change_results(fixture, Outcome.UNPLAYED, Outcome.PENDING, actor, reason)
    return _with_state("tournaments.fixture.on_again", fixture, FixtureState.PLANNED, actor, reason)


def _change_results(fixture: Fixture, was: Outcome, wanted: Outcome, actor: Actor, reason: str) -> None:
    key = fixture.pairing_id
    for result in fixture.pairing.games.filter(outcome=was).order_by("number"):
        record_result(pairing_id=key, game=result.number, outcome=wanted, actor=actor, reason=reason)


def _with_state(action: str, fixture: Fixture, state: FixtureState, actor: Actor, reason: str) -> Fixture:
    before = fixture_facts(fixture)
    fixture.state = state
    fixture.save(update_fields=["state"])
    after = fixture_facts(fixture)
    log_board(action, fixture.pairing, actor, before=before, after=after, reason=reason)
    return fixture
