"""The demo has an event to look at, and loading it again changes nothing."""

import pytest
from django.core.management import call_command

from club.models import AuditEntry
from tournaments.models import Event, RoundState
from tournaments.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


def test_the_demo_event_has_twelve_players_and_three_played_rounds(client):
    call_command("loaddemo", verbosity=0)
    event = Event.objects.get()
    section = event.sections.get()
    assert event.is_public
    assert section.entries.count() == 12
    assert list(section.round_rows.values_list("state", flat=True)) == [RoundState.CLOSED] * 3
    assert [one.rulings.get().consequence for one in event.cases.order_by("number")] == ["caution", "none"]
    table = standing_rows(section)
    assert sum(row.points for row in table.rows) == 3 * 6 * 2
    assert len({row.points for row in table.rows}) > 3
    page = client.get(f"/e/{event.slug}/{section.slug}/standings/")
    assert "Wyllie" in page.content.decode()


def test_the_demo_event_is_loaded_once(capsys):
    call_command("loaddemo")
    assert "three rounds" in capsys.readouterr().out
    before = AuditEntry.objects.count()
    call_command("loaddemo")
    assert "three rounds" not in capsys.readouterr().out
    assert (Event.objects.count(), AuditEntry.objects.count()) == (1, before)
