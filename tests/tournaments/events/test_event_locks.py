"""A change of an event locks its sections before the audit chain, as results and check-ins do."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from event_rows import section_of

from club.core.actor import SYSTEM
from tournaments.events.services.events import change_event, show_event
from tournaments.rounds.services.rounds import propose_round, publish_round

pytestmark = pytest.mark.django_db
SECTIONS, CHAIN = 'from "tournaments_section"', 'from "club_auditchain"'
LOCK = "for no key update" if connection.vendor == "postgresql" else ""


def renamed(section):
    change_event(event_id=section.event_id, version=section.event.version, name="Autumn", actor=SYSTEM)


def hidden(section):
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)


def published(section):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, show_event=True, actor=SYSTEM)


@pytest.mark.parametrize("act", [renamed, hidden, published])
def test_sections_are_locked_before_anything_is_logged(act):
    section = section_of(players=4, public=act is not published)
    with CaptureQueriesContext(connection) as seen:
        act(section)
    said = [query["sql"].lower() for query in seen.captured_queries]
    event = 'where "tournaments_section"."event_id"'
    locked = [at for at, sql in enumerate(said) if SECTIONS in sql and event in sql and LOCK in sql]
    changed = next(at for at, sql in enumerate(said) if sql.startswith('update "tournaments_event"'))
    logged = [at for at, sql in enumerate(said) if CHAIN in sql and at > changed]
    assert locked
    assert locked[0] < logged[0]
