"""Who hears what of an event: everybody a public one, the desk alone a draft."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone
from event_rows import section_of, somebody

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import VISITOR, Actor
from club.core.capabilities import Capability
from club.core.errors import NotAllowed, UnknownChannel
from club.live.publishing import require_listening
from club.models import PassLevel
from tournaments.site.live_channels import event_channel, section_channel

pytestmark = pytest.mark.django_db


def test_everybody_hears_a_public_event():
    section = section_of(players=0)
    section_channel(actor=VISITOR, subject=str(section.pk))
    event_channel(actor=VISITOR, subject=str(section.event_id))


def test_a_draft_is_heard_at_the_desk_of_its_club_alone():
    section = section_of(players=0, public=False)
    section_channel(actor=somebody("director"), subject=str(section.pk))
    event_channel(actor=somebody("director"), subject=str(section.event_id))
    for stranger in (VISITOR, somebody("viewer")):
        with pytest.raises(NotAllowed):
            section_channel(actor=stranger, subject=str(section.pk))
        with pytest.raises(NotAllowed):
            event_channel(actor=stranger, subject=str(section.event_id))


@pytest.mark.parametrize("subject", ["", "0", "x", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 30])
def test_a_channel_that_is_none_is_refused(subject):
    for channel in (section_channel, event_channel):
        with pytest.raises(UnknownChannel):
            channel(actor=VISITOR, subject=subject)


OF_THE_DESK = {
    "reports": Capability.RECORD_RESULTS,
    "cases": Capability.CORRECT_RESULTS,
    "alerts": Capability.CORRECT_RESULTS,
}


def channel_of(kind, section):
    return f"{kind}:{section.pk if kind == 'reports' else section.event_id}"


@pytest.mark.parametrize("kind", OF_THE_DESK)
def test_what_is_for_the_desk_alone_is_closed_to_everybody_else(kind):
    """The event is public: the channel is closed by itself, not with the event."""
    section = section_of(players=0)
    channel = channel_of(kind, section)
    arbiter = somebody("arbiter")
    assert require_listening(channel, actor=arbiter).name == kind
    narrow = replace(arbiter, abilities=frozenset({OF_THE_DESK[kind]}), memory={})
    require_listening(channel, actor=narrow)
    wrong_token = replace(arbiter, abilities=frozenset({Capability.SEE_DESK}), memory={})
    for stranger in (VISITOR, somebody("viewer"), somebody("player"), somebody("treasurer"), wrong_token):
        with pytest.raises(NotAllowed):
            require_listening(channel, actor=stranger)
    with pytest.raises(UnknownChannel):
        require_listening(f"{kind}:999999", actor=arbiter)


def test_reports_are_heard_by_the_helpers_of_their_section_alone():
    section, other = section_of(players=0), section_of(players=0)
    scope = Scope(section.event.organisation_id, section.event_id, section.pk)
    made = make_pass(
        scope=scope,
        level=PassLevel.HELPER,
        label="Hall",
        expires_at=timezone.now() + timedelta(hours=5),
        actor=somebody("director"),
    )
    helper = Actor(label=made.row.label, helper_pass=made.row)
    require_listening(channel_of("reports", section), actor=helper)
    with pytest.raises(NotAllowed):
        require_listening(channel_of("reports", other), actor=helper)
