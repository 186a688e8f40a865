"""Who hears what of an event: everybody a public one, the desk alone a draft."""

import pytest
from event_rows import section_of, somebody

from club.core.actor import VISITOR
from club.core.errors import NotAllowed, UnknownChannel
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
