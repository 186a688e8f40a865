"""Pages and API of a club's own facts, further clubs, the choice between clubs, the look of public pages."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from people import account, browser_of
from PIL import Image
from worlds import world

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.models import Organisation, Role, RoleGrant, User
from club.organisations.services.club_facts import change_club
from tournaments.events.services.events import create_event

pytestmark = pytest.mark.django_db
PAGE = "/desk/clubs/"


@world
def owner():
    return account("olga", role=Role.OWNER)


@world
def keeper():
    return User.objects.create_superuser("keeper@north.example")


def logo(kind="PNG"):
    out = BytesIO()
    Image.new("RGB", (200, 100), "navy").save(out, kind)
    return SimpleUploadedFile("logo.png", out.getvalue(), content_type="image/png")


def given(page, **changes):
    form = page.context["form"]
    shown = {name: form[name].value() or "" for name in form.fields}
    return shown | {"club": page.context["chosen"].club.slug} | changes


def test_an_owner_changes_the_facts_on_one_page(club, owner):
    desk = browser_of(owner)
    facts = {"name": "De Dam", "colour": "red", "address": "1 Mill Lane", "contact_email": "info@dam.example"}
    assert desk.post(PAGE, given(desk.get(PAGE), **facts)).url == "/desk/clubs/?club=north"
    club.refresh_from_db()
    assert {name: getattr(club, name) for name in facts} == facts


@pytest.mark.parametrize(
    ("changes", "status", "told"),
    [
        ({"name": ""}, 422, "This field is required."),
        ({"contact_email": "nobody"}, 422, "Enter a valid email address."),
        ({"colour": "gold"}, 422, "gold"),
        ({"time_zone": "Europe/Atlantis"}, 422, "does not exist"),
        ({"version": 9}, 409, "Somebody else changed the club in the meantime."),
    ],
)
def test_refused_facts_keep_what_was_typed(club, owner, changes, status, told):
    desk = browser_of(owner)
    answer = desk.post(PAGE, given(desk.get(PAGE), website="https://dam.example", **changes))
    text = answer.content.decode()
    assert (answer.status_code, told in text, 'value="https://dam.example"' in text) == (status, True, True)
    club.refresh_from_db()
    assert (club.name, club.website) == ("North club", "")


def test_a_logo_is_uploaded_shown_and_removed(club, owner):
    desk = browser_of(owner)
    assert desk.post(f"{PAGE}logo/", {"logo": logo(), "club": "north"}).status_code == 302
    club.refresh_from_db()
    assert (club.logo_width, club.logo_height) == (200, 100)
    assert 'alt="Logo of North club"' in desk.get(PAGE).content.decode()
    public = Client().get("/clubs/north/").content.decode()
    assert 'class="brand__logo" src="/clubs/north/logo/?v=' in public
    assert desk.post(f"{PAGE}logo/remove/", {"club": "north"}).status_code == 302
    PAGE_CACHE.clear()
    assert "brand__logo" not in Client().get("/clubs/north/").content.decode()
    bad = SimpleUploadedFile("logo.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>")
    refused = desk.post(f"{PAGE}logo/", {"logo": bad, "club": "north"})
    assert (refused.status_code, "not a PNG, JPEG or WebP" in refused.content.decode()) == (422, True)
    assert desk.post(f"{PAGE}logo/", {"club": "north"}).status_code == 422


def test_public_pages_of_the_club_and_its_events_show_whose_they_are(club, owner):
    change_club(
        organisation_id=club.pk,
        name="De Dam",
        colour="purple",
        address="1 Mill Lane",
        contact_phone="+31 (20) 555",
        actor=SYSTEM,
    )
    event = create_event(organisation_id=club.pk, name="Open", preset="blitz", is_public=True, actor=SYSTEM)
    for page in (
        "/clubs/north/",
        "/clubs/north/calendar/",
        f"/e/{event.slug}/",
        f"/e/{event.slug}/main/players/",
    ):
        text = Client().get(page).content.decode()
        assert 'class="band" data-club="purple"' in text, page
        assert '<address class="foot__club">' in text
        assert "1 Mill Lane" in text
        assert 'href="tel:+3120555"' in text
    change_club(organisation_id=club.pk, name="De Nieuwe Dam", actor=SYSTEM)
    for kept in PAGE_CACHE.pages.values():
        kept.fresh_until = 0.0  # a second later
    assert "De Nieuwe Dam" in Client().get(f"/e/{event.slug}/main/players/").content.decode()
    assert "foot__club" not in Client().get("/events/").content.decode()
    assert "foot__club" in Client().get("/").content.decode()  # the page of the only club
    assert "foot__club" not in browser_of(owner).get(PAGE).content.decode()


def test_pages_of_a_club_speak_its_language_to_whoever_has_chosen_none(club):
    change_club(organisation_id=club.pk, language="nl", actor=SYSTEM)
    for page in ("/clubs/north/", "/clubs/north/calendar/", "/clubs/north/join/"):
        assert Client().get(page, headers={"accept-language": "fr"}).headers["Content-Language"] == "nl"
    visitor = Client()
    visitor.post("/language/", {"language": "ru", "next": "/"})
    assert visitor.get("/clubs/north/").headers["Content-Language"] == "ru"


def test_whoever_runs_the_site_adds_a_club_and_owns_it(club, keeper, owner):
    desk = browser_of(keeper)
    answer = desk.post("/desk/clubs/new/", {"name": "De  Toekomst", "kind": "club"})
    assert answer.url == "/desk/clubs/?club=de-toekomst"
    made = Organisation.objects.get(slug="de-toekomst")
    assert RoleGrant.objects.filter(user=keeper, role=Role.OWNER, organisation=made).exists()
    assert "You are its owner." in desk.get(answer.url).content.decode()
    again = desk.post("/desk/clubs/new/", {"name": "de toekomst", "kind": "club"})
    assert (again.status_code, "already has a club" in again.content.decode()) == (409, True)
    assert Organisation.objects.count() == 2
    assert browser_of(owner).get("/desk/clubs/new/").status_code == 403
    assert "Add a club" not in browser_of(owner).get(PAGE).content.decode()


def test_a_chosen_club_stays_chosen_on_the_next_page(club, owner):
    other = Organisation.objects.create(slug="south", name="South club")
    grant_role(user=owner, role=Role.OWNER, scope=Scope(other.pk), actor=SYSTEM)
    desk = browser_of(owner)
    assert desk.get(PAGE).context["chosen"].club == club
    assert desk.get(f"{PAGE}?club=south").context["chosen"].club == other
    assert desk.get("/desk/club/members/").context["chosen"].club == other
    assert desk.get("/desk/events/new/").context["home"] == other
    assert desk.get(f"{PAGE}?club=nowhere").status_code == 403
    RoleGrant.objects.filter(organisation=other).delete()
    assert desk.get(PAGE).context["chosen"].club == club


def test_the_api_reads_and_changes_the_same(club, owner, keeper):
    api, place = browser_of(owner), "/api/v1/clubs/north"
    told = api.get(place).json()
    assert (told["name"], told["logo"], told["version"]) == ("North club", "", 1)
    json = {"content_type": "application/json"}
    changed = api.patch(place, {"version": 1, "colour": "teal", "time_zone": "Europe/Riga"}, **json)
    assert (changed.status_code, changed.json()["colour"], changed.json()["version"]) == (200, "teal", 2)
    stale = api.patch(place, {"version": 1, "colour": "red"}, **json)
    assert (stale.status_code, stale.json()["code"]) == (409, "club_changed_meanwhile")
    zone = api.patch(place, {"time_zone": "Mars"}, **json)
    assert (zone.status_code, zone.json()["code"]) == (422, "unknown_club_zone")
    assert api.delete(f"{place}/logo").json()["logo"] == ""
    assert api.post("/api/v1/clubs/", {"name": "Other"}, **json).status_code == 403
    made = browser_of(keeper).post("/api/v1/clubs/", {"name": "Other"}, **json)
    assert (made.status_code, made.json()["slug"]) == (201, "other")


def test_the_api_takes_a_logo(club, owner):
    body = encode_multipart(BOUNDARY, {"file": logo()})
    answer = browser_of(owner).put("/api/v1/clubs/north/logo", body, content_type=MULTIPART_CONTENT)
    assert answer.status_code == 200
    assert answer.json()["logo"].startswith("/clubs/north/logo/?v=")
