"""The clock of the server is set back in the middle of a round: what came first stays first."""

from datetime import timedelta
from unittest import mock

import pytest
from club_evening import director, published_of, section_of
from django.utils import timezone

from club.audit.selectors import latest_entry_of, verify_chains
from club.core.actor import Actor
from club.models import AuditEntry, LiveEvent
from tournaments.models import Outcome
from tournaments.results.services.quick_results import undo_last_result
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db
STEPS = (timedelta(), timedelta(hours=-1), timedelta(days=-1), timedelta(days=1))


@pytest.fixture
def round_():
    return published_of(section_of(8, preset="acf"))


@pytest.fixture
def boards(round_):
    """Enter one result after each step of the clock; boards in the order of entry, and cache keys."""
    actor = Actor.of_user(director())
    now, entered, keys = timezone.now(), [], []
    for pairing, step in zip(round_.pairings.order_by("board_number"), STEPS, strict=True):
        with mock.patch("django.utils.timezone.now", lambda now=now, step=step: now + step):
            record_result(pairing_id=pairing.pk, game=1, outcome=Outcome.WHITE, actor=actor)
        entered.append(pairing.pk)
        keys.append(latest_entry_of(round_.section.event.organisation_id))
    return actor, entered, keys


def test_results_are_undone_in_the_order_of_their_entry(round_, boards, record_property):
    actor, entered, _keys = boards
    undone = [undo_last_result(row=round_, actor=actor).pk for _ in entered]
    assert undone == entered[::-1]
    assert all(chain.broken is None for chain in verify_chains())
    record_property(
        "results in the order of entry after 3 steps of the clock", f"{len(undone)} of {len(entered)}"
    )


def test_caches_and_live_pages_hear_of_every_result(round_, boards):
    _actor, _entered, keys = boards
    assert keys == sorted(set(keys)), "a key that stays leaves an old sheet in the cache"
    events = LiveEvent.objects.filter(channel__name=f"section:{round_.section_id}").order_by("pk")
    numbers = list(events.values_list("number", flat=True))
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    assert len(numbers) >= len(STEPS)


def test_by_their_time_the_entries_have_another_order(boards):
    """The negative control: the clock did go back."""
    _actor, entered, _keys = boards
    entries = AuditEntry.objects.filter(
        target_kind="tournaments.pairing", action="tournaments.result.recorded"
    )
    by_time = [int(entry.target_id) for entry in entries.order_by("at")]
    assert sorted(by_time) == sorted(entered)
    assert by_time != entered
