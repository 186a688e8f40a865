"""Photos of players on their page, in standings, embeds and the API; initials where there is none."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import club_of
from PIL import Image
from rated_club import played_event
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.members.services.consents import give_consent, withdraw_consent, write_consent_text
from club.members.services.photos import set_photo
from tournaments.site.static_copy.rewriting import PageCopy, Target

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@world
def event():
    return played_event(rounds=1)


def page_of(address):
    """The page as a visitor gets it a second later, when the cache asks whether it is still valid."""
    for page in PAGE_CACHE.pages.values():
        page.fresh_until = 0.0
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def consent(person, kind, service=give_consent):
    service(person_id=person.pk, organisation_id=club_of().pk, kind=kind, actor=SYSTEM)


def photographed(person):
    for kind in ("photo", "publish_name"):
        write_consent_text(organisation_id=club_of().pk, kind=kind, text="Words.", actor=SYSTEM)
    consent(person, "photo")
    consent(person, "publish_name")
    out = BytesIO()
    Image.new("RGB", (200, 200), "red").save(out, "PNG")
    return set_photo(person_id=person.pk, file=out, size=1, actor=SYSTEM)


def places(event, entry):
    section = event.sections.get()
    return [
        reverse("tournaments:standings", args=[event.slug, section.slug]),
        reverse("tournaments:embed", args=[event.slug, section.slug, "standings"]),
        reverse("tournaments:person", args=[entry.person_id]),
        reverse("tournaments-api:player", args=[entry.person_id]),
    ]


def test_a_photo_is_shown_wherever_the_initials_are_and_goes_with_the_consent(event):
    entry = event.sections.get().entries.first()
    shown = places(event, entry)
    assert not any("/photos/" in page_of(one) for one in shown)
    row = photographed(entry.person)
    assert [one for one in shown if f"/photos/{row.key}" not in page_of(one)] == [], "cached pages are new"
    standings = page_of(shown[0])
    assert standings.count("/photos/") == 1
    assert "data-initials" in standings
    consent(entry.person, "photo", withdraw_consent)
    assert not any("/photos/" in page_of(one) for one in shown)


def test_a_withheld_name_takes_the_photo_from_standings(event):
    entry = event.sections.get().entries.first()
    photographed(entry.person)
    consent(entry.person, "publish_name", withdraw_consent)
    assert "/photos/" not in page_of(places(event, entry)[0])


def test_the_api_names_both_sizes_and_none_without_a_photo(event):
    entry = event.sections.get().entries.first()
    address = places(event, entry)[-1]
    assert [Client().get(address).json()[one] for one in ("photo", "thumbnail")] == ["", ""]
    row = photographed(entry.person)
    told = Client().get(address).json()
    assert told["photo"] == reverse("club:photo", args=[row.key])
    assert told["thumbnail"] == reverse("club:photo_small", args=[row.key])


def test_a_static_copy_has_initials_and_no_photo(event):
    entry = event.sections.get().entries.first()
    photographed(entry.person)
    for address in places(event, entry)[:3:2]:
        copied = PageCopy(lambda _address: Target("there.html"), note="").copy(page_of(address))
        assert "photos/" not in copied
        assert "initials" in copied
