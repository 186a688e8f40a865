"""The page of a club: everything of it that everybody may see, and nothing else."""

from datetime import timedelta

import pytest
from club_evening import section_of
from django.test import Client
from django.utils import timezone
from rated_club import counted, list_of, persons_of, played_event

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.models import ClubDate, JoinForm, Organisation, Venue
from tournaments.events.services.events import show_event

pytestmark = pytest.mark.django_db


def text_of(slug):
    PAGE_CACHE.clear()
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


def test_the_top_of_public_lists_is_shown_without_withheld_names(db):
    event, row = played_event(rounds=1), list_of(is_public=True)
    counted(event, row)
    counted(event, list_of(name="For the board"))
    best = persons_of()["Abbott"]
    page = text_of("north")
    assert page.count(f'href="/players/{best.pk}/"') == 1
    assert "For the board" not in page
    facts = {"person_id": best.pk, "organisation_id": best.organisation_id, "kind": "publish_name"}
    write_consent_text(
        organisation_id=best.organisation_id, kind="publish_name", text="In lists.", actor=SYSTEM
    )
    give_consent(**facts, actor=SYSTEM)
    withdraw_consent(**facts, actor=SYSTEM)
    page = text_of("north")
    assert f'href="/players/{best.pk}/"' not in page
    assert "Name withheld" in page
