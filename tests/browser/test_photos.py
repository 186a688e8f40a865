"""Pages with a photo of a player, public and at the desk: free of what axe finds, nothing beyond the edge."""

from io import BytesIO

import cached_sites
import pytest
from axe import faults_by_day_and_night
from django.urls import reverse
from PIL import Image
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.members.services.consents import give_consent, write_consent_text
from club.members.services.photos import set_photo
from club.models import PersonPhoto, User
from tournaments.models import Entry
from tournaments.players.selectors.visibility import persons_with_page

LONG_NAME = "Stanisława Świętochłowska-Brzęczyszczykiewicz-Konstantynopolitańczykowianeczka"


def picture():
    file = BytesIO()
    Image.new("RGB", (300, 300), "seagreen").save(file, "JPEG")
    return file.getvalue()


@pytest.fixture
def entry(site, settings, tmp_path):
    """An entry of the demo whose player agreed to photographs and has a page."""
    settings.MEDIA_ROOT = tmp_path
    cached_sites.demo_event()
    row = Entry.objects.filter(person__in=persons_with_page(), number__isnull=False).earliest("pk")
    club = row.person.organisation
    for kind in ("photo", "publish_name"):
        write_consent_text(organisation_id=club.pk, kind=kind, text="Words.", actor=SYSTEM)
        give_consent(person_id=row.person_id, organisation_id=club.pk, kind=kind, actor=SYSTEM)
    return row


@pytest.fixture
def photo(entry):
    file = BytesIO(picture())
    return set_photo(person_id=entry.person_id, file=file, size=len(file.getvalue()), actor=SYSTEM)


def require_no_faults(page, width):
    assert faults_by_day_and_night(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_public_pages_with_a_photo(open_page, entry, photo, width):
    section = [entry.section.event.slug, entry.section.slug]
    for address, name in (
        (reverse("tournaments:person", args=[entry.person_id]), ".player-head__photo"),
        (reverse("tournaments:standings", args=section), ".standings__photo"),
    ):
        page = open_page(address, width=width, expected=["status of 40", "net::ERR_"])
        picture = page.locator(name).first
        expect(picture).to_be_attached()
        if picture.is_visible():
            picture.scroll_into_view_if_needed()
            page.wait_for_function(
                "one => one.complete && one.naturalWidth > 0", arg=picture.element_handle()
            )
        require_no_faults(page, width)


def test_the_page_of_a_player_with_a_long_name_fits(open_page, entry, photo, width):
    type(entry.person).objects.filter(pk=entry.person_id).update(name=LONG_NAME)
    page = open_page(reverse("tournaments:person", args=[entry.person_id]), width=width)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Stanisława")
    require_no_faults(page, width)


def test_a_photo_is_uploaded_at_the_desk(open_page, entry, width):
    owner = User.objects.create_superuser("owner@club.example", "x")
    address = reverse("club:member", args=[entry.person_id])
    page = open_page(address, width=width, user=owner, expected=["status of 40", "net::ERR_"])
    require_no_faults(page, width)
    section = page.locator("#photo")
    file = {"name": "me.jpg", "mimeType": "image/jpeg", "buffer": picture()}
    section.locator("input[type=file]").set_input_files(file)
    section.get_by_role("button", name="Upload photo").click()
    expect(page.locator("#photo img")).to_be_visible()
    assert PersonPhoto.objects.get().person_id == entry.person_id
    require_no_faults(page, width)
