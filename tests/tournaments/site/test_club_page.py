"""The page of a club: everything of it that everybody may see, and nothing else."""

from datetime import timedelta

import pytest
from club_evening import section_of
from django.test import Client
from django.utils import timezone

from club.core.actor import SYSTEM
from club.models import ClubDate, JoinForm, Organisation, Venue
from tournaments.events.services.events import show_event

pytestmark = pytest.mark.django_db


def text_of(slug):
    answer = Client().get(f"/clubs/{slug}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_new_club_has_a_page(db):
    Organisation.objects.create(slug="south", name="South")
    text = text_of("south")
    assert "Nothing is planned" in text
    assert "Become a member" not in text
    assert "South" in Client().get("/clubs/").content.decode()
    assert Client().get("/clubs/nowhere/").status_code == 404


def test_the_page_leads_to_what_is_public(db):
    section = section_of(4)
    club = section.event.organisation
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    tomorrow = timezone.localdate() + timedelta(days=1)
    ClubDate.objects.create(organisation=club, kind="evening", title="Training", first_on=tomorrow)
    ClubDate.objects.create(
        organisation=club, kind="evening", title="Board meeting", first_on=tomorrow, is_public=False
    )
    Venue.objects.create(organisation=club, name="Old school")
    JoinForm.objects.create(organisation=club, is_open=True)
    text = text_of(club.slug)
    assert "Training" in text
    assert "Board meeting" not in text
    assert section.event.name not in text
    assert "Old school" in text
    assert f"/clubs/{club.slug}/join/" in text
    show_event(event_id=section.event_id, is_public=True, actor=SYSTEM)
    assert section.event.name in text_of(club.slug)
