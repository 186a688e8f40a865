"""The hall at the desk, the check with a phone, the short paths, and the sheets that are out of date."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.http import Http404
from django.test import Client, RequestFactory
from django.utils import timezone
from people import account, browser_of, club
from worlds import world

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.core.network_addresses import Interface
from club.core.requests import code_uri, is_out_of_reach, phone_uri
from club.hall.codes import CODE_KINDS, CodeKind, add_code_kinds, target_of
from club.hall.hall import Hall
from club.hall.multicast_name import MulticastName
from club.hall.services import note_printed
from club.models import AuditEntry, PassLevel, PrintedCodes, Role

pytestmark = pytest.mark.django_db
OLD, NOW = "http://192.168.1.20:8000/", "http://192.168.1.35:8000/"


@world
def director():
    return account("dora", role=Role.DIRECTOR)


@world
def arbiter():
    return account("arno", role=Role.ARBITER)


@pytest.fixture
def hall(monkeypatch, settings, tmp_path):
    """The hall of this process, at an address that nothing listens to: `serve --host` has done so already."""
    settings.ALLOWED_HOSTS, settings.PHONE_ADDRESS, settings.DATA_DIR = ["testserver"], "", tmp_path
    monkeypatch.setattr("club.hall.hall.WATCH_SECONDS", 3600)
    silent = SimpleNamespace(add_socket=lambda _one: None, remove_socket=lambda one: one.close())
    unbound = SimpleNamespace(close=lambda: None)
    monkeypatch.setattr("club.hall.hall.bound_socket", lambda _address, _port: unbound)
    opened = Hall(silent, 8000, find=lambda: [Interface("192.168.1.35", "wlan0")], multicast=Nameless())
    monkeypatch.setattr(Hall, "running", opened)
    yield opened
    opened.close()


class Nameless(MulticastName):
    def start(self, addresses, port):
        """Ask nobody."""


def post(user, **sent):
    return browser_of(user).post("/desk/hall/", sent, follow=True).content.decode()


def test_a_director_opens_and_closes_the_hall(hall, director, settings):
    page = browser_of(director).get("/desk/hall/").content.decode()
    assert "Only this computer opens the site now." in page
    assert "192.168.1.35" in page
    page = post(director, what="open")
    assert hall.is_open
    assert NOW in page
    assert "unencrypted (http)" in page
    assert "Scan the code with a phone" in page
    assert "ufw allow 8000/tcp" in page
    assert browser_of(director, HTTP_HOST="192.168.1.35:8000").get("/desk/hall/").status_code == 200
    assert Client(HTTP_HOST="elsewhere.example").get("/").status_code == 400
    post(director, what="close")
    assert not hall.is_open
    assert Client(HTTP_HOST="192.168.1.35:8000").get("/").status_code == 400
    actions = AuditEntry.objects.filter(action__startswith="club.hall.").order_by("pk")
    assert [(one.action, one.user) for one in actions] == [
        ("club.hall.opened", director),
        ("club.hall.closed", director),
    ]


def test_further_addresses_of_the_same_interface_are_left_out(hall, director):
    wlan = [Interface("192.168.1.35", "wlan0"), Interface("fd00::35", "wlan0")]
    hall.find = lambda: [*wlan, Interface("192.168.7.1", "eth0")]
    page = post(director, what="open")
    assert "in other networks" in page
    assert "192.168.7.1" in page
    assert "fd00::35" not in page


def test_others_do_not_open_it(hall, arbiter):
    assert Client().get("/desk/hall/").status_code == 302
    assert browser_of(arbiter).post("/desk/hall/", {"what": "open"}).status_code == 403
    assert not hall.is_open


def test_the_desk_is_asked_before_it_opens_in_another_network(hall, director):
    hall.open({"10.0.0.0/24": ""})  # before the restart
    assert not hall.sites
    question = "You are in another network than before: open there too?"
    page = browser_of(director).get("/desk/hall/").content.decode()
    assert question in page
    assert NOW in page
    assert "in no network" not in page
    assert question in browser_of(director).get("/desk/").content.decode()
    page = post(director, what="open")
    assert question not in page
    assert hall.sites == [NOW]
    assert AuditEntry.objects.get(action="club.hall.opened").after["addresses"] == [NOW]
    assert question not in browser_of(director).get("/desk/").content.decode()


def test_the_desk_says_that_the_address_has_changed_or_is_gone(hall, director):
    hall.open()
    desk = browser_of(director)
    assert "no network" not in desk.get("/desk/").content.decode()
    hall.find = list
    hall.refresh()
    assert "it is in no network" in desk.get("/desk/").content.decode()
    assert "This computer is in no network." in desk.get("/desk/hall/").content.decode()
    hall.find = lambda: [Interface("192.168.1.36", "wlan0")]
    hall.refresh()
    changed = "The address of this computer has changed"
    page = desk.get("/desk/hall/").content.decode()
    assert changed in page
    assert f"Phones that have opened {NOW} have to scan the code again." in page
    assert "belong to the old address" in page
    assert changed in desk.get("/desk/").content.decode()
    phone = Client(REMOTE_ADDR="192.168.1.77", HTTP_HOST="192.168.1.36:8000")
    assert phone.get(f"/hall-check/{hall.nonce}/").status_code == 200
    assert changed not in desk.get("/desk/").content.decode()


def test_the_api_opens_the_hall_and_drops_sheets(hall, director, arbiter, settings):
    printed(OLD, settings)
    settings.PHONE_ADDRESS = ""
    desk = browser_of(director)
    assert browser_of(arbiter).get("/api/v1/hall/").status_code == 403
    assert browser_of(arbiter).post("/api/v1/hall/opening").status_code == 403
    state = desk.get("/api/v1/hall/").json()
    assert (state["is_here"], state["is_open"], state["sites"]) == (True, False, [])
    (sheet,) = state["sheets"]
    assert (sheet["site"], sheet["is_stale"], sheet["number"], sheet["title"]) == (OLD, True, 12, "Open")
    state = desk.post("/api/v1/hall/opening").json()
    assert (state["is_open"], state["site"], state["sites"], state["waiting"]) == (True, NOW, [NOW], [])
    assert desk.delete(f"/api/v1/hall/sheets/{sheet['id']}").status_code == 204
    assert desk.delete(f"/api/v1/hall/sheets/{sheet['id']}").status_code == 404
    state = desk.delete("/api/v1/hall/opening").json()
    assert (state["is_open"], state["sheets"], hall.is_open) == (False, [], False)
    hall.open({})
    assert desk.get("/api/v1/hall/").json()["waiting"] == [NOW]
    assert desk.post("/api/v1/hall/opening").json()["waiting"] == []
    hall.is_fixed = True
    refused = desk.delete("/api/v1/hall/opening")
    assert (refused.status_code, refused.json()["code"]) == (409, "hall_stays_open")


def test_the_api_of_a_hosted_site_has_no_hall(monkeypatch, director):
    monkeypatch.setattr(Hall, "running", None)
    desk = browser_of(director)
    assert desk.get("/api/v1/hall/").json()["is_here"] is False
    assert desk.post("/api/v1/hall/opening").json()["code"] == "hall_not_here"


def test_a_hall_of_the_command_line_is_not_closed_by_a_page(hall, director):
    hall.is_fixed = True
    hall.open()
    page = post(director, what="close")
    assert "started with --host" in page
    assert hall.is_open


def test_a_hosted_site_has_an_address_and_no_button(monkeypatch, director):
    monkeypatch.setattr(Hall, "running", None)
    page = browser_of(director).get("/desk/hall/").content.decode()
    assert "This site is hosted" in page
    assert "http://testserver/" in page
    assert 'value="open"' not in page
    assert "cannot be opened to a hall" in post(director, what="open")


def test_the_desk_shows_that_a_phone_got_through(hall, director):
    hall.open()
    desk = browser_of(director)
    check = f"/hall-check/{hall.nonce}/"
    assert "This is the computer itself" in Client(REMOTE_ADDR="192.168.1.35").get(check).content.decode()
    assert "A phone has reached" not in desk.get("/desk/hall/").content.decode()
    phone = Client(REMOTE_ADDR="192.168.1.77", HTTP_HOST="192.168.1.35:8000")
    assert "This phone reaches the computer" in phone.get(check).content.decode()
    part = desk.get("/desk/hall/", headers={"HX-Request": "true"}).content.decode()
    assert "A phone has reached this computer." in part
    assert "<html" not in part
    gone = phone.get("/hall-check/an-old-one/")
    assert (gone.status_code, "out of date" in gone.content.decode()) == (410, True)


def test_phones_get_the_address_of_the_open_hall(hall):
    request = RequestFactory(HTTP_HOST="testserver").get("/desk/")
    at_home = RequestFactory(HTTP_HOST="localhost:8000").get("/desk/")
    at_home.META["SERVER_NAME"] = "localhost"
    assert phone_uri(request, "/e/open/") == "http://testserver/e/open/"
    hall.open()
    assert phone_uri(request, "/e/open/") == f"{NOW}e/open/"
    assert code_uri(request, "b", "a-token") == f"{NOW}q/b/a-token/"
    assert not is_out_of_reach(at_home)


def test_a_short_path_leads_to_its_page(director):
    made = make_pass(
        label="Hank",
        level=PassLevel.HELPER,
        scope=Scope(club().pk),
        expires_at=timezone.now() + timedelta(days=1),
        actor=SYSTEM,
    )
    answer = Client().get(f"/q/p/{made.secret}/")
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/pass/{made.secret}/")
    assert "no-store" in answer.headers["Cache-Control"]
    assert Client().get("/q/g/12/").headers["Location"] == "/desk/club/equipment/12/"
    for unknown in ("/q/zz/12/", "/q/g/twelve/", "/q/p/not%20a%20secret/"):
        assert Client().get(unknown).status_code == 404


def test_a_letter_has_one_meaning(monkeypatch):
    monkeypatch.setattr("club.hall.codes.CODE_KINDS", dict(CODE_KINDS))
    add_code_kinds(CODE_KINDS["p"])
    with pytest.raises(ValueError, match="two meanings"):
        add_code_kinds(CodeKind("p", "Another", "club:welcome"))
    with pytest.raises(Http404):
        target_of(RequestFactory().get("/"), "unknown", "1")


def printed(base, settings, sheet="/desk/sections/1/cards/", number=12):
    settings.PHONE_ADDRESS = base
    note_printed(letter="p", sheet=sheet, title="Open", organisation_id=club().pk, number=number)


def test_sheets_with_an_address_that_is_gone_are_out_of_date(hall, director, settings):
    printed(OLD, settings)
    printed(NOW, settings, "/desk/sections/2/cards/")
    printed(NOW, settings, "/desk/sections/2/cards/", number=3)  # a part of it again
    printed("", settings, "/desk/sections/3/cards/")  # a site with an address of its own
    assert PrintedCodes.objects.count() == 2
    page = browser_of(director).get("/desk/hall/").content.decode()
    assert page.count("out of date") == 1
    assert "1 sheet leads to an address that this computer no longer has." in page
    assert 'href="/desk/sections/1/cards/"' in page
    assert 'href="/desk/sections/2/cards/"' not in page
    assert "printed sheet leads" not in browser_of(director).get("/desk/").content.decode()
    hall.open()
    assert "1 printed sheet leads to an old address" in browser_of(director).get("/desk/").content.decode()
    printed(NOW, settings)  # printed anew: the old paper may still hang
    stale = PrintedCodes.objects.get(base=OLD)
    post(director, what="drop", sheet=stale.pk)
    assert not PrintedCodes.objects.filter(base=OLD).exists()
    assert AuditEntry.objects.get(action="club.hall.sheet_dropped").before["base"] == OLD
    assert "out of date" not in browser_of(director).get("/desk/hall/").content.decode()
    assert browser_of(director).post("/desk/hall/", {"what": "drop", "sheet": stale.pk}).status_code == 404


def test_a_director_sees_the_sheets_of_the_own_club(hall, director, settings):
    settings.PHONE_ADDRESS = OLD
    note_printed(letter="p", sheet="/desk/x/", title="South", organisation_id=club("south").pk, number=1)
    assert "South" not in browser_of(director).get("/desk/hall/").content.decode()
    row = PrintedCodes.objects.get()
    answer = browser_of(director).post("/desk/hall/", {"what": "drop", "sheet": row.pk})
    assert answer.status_code == 403
    assert PrintedCodes.objects.exists()


def test_printing_passes_notes_the_sheet_without_its_secrets(hall, director):
    hall.open()
    place = browser_of(director).get("/desk/passes/").context["form"].fields["place"].choices[0][0]
    sent = {
        "label": "Hank",
        "level": "helper",
        "place": place,
        "count": 2,
        "last_day": timezone.localdate() + timedelta(days=1),
    }
    page = browser_of(director).post("/desk/passes/", {"club": "north", **sent}).content.decode()
    assert "Hank 2" in page
    row = PrintedCodes.objects.get()
    assert (row.letter, row.number, row.base, row.title) == ("p", 2, NOW, "North club")
    assert row.sheet == "/desk/passes/?club=north"
