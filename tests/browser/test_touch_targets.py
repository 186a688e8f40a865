"""Whatever a finger presses in the hall is 44 px high; a link in a line of text stands free of others."""

from pathlib import Path

import cached_sites
import pytest
from pages import at_rest

from club.core.actor import SYSTEM
from club.models import User
from tournaments.entries.entry_links import section_secret
from tournaments.entries.services.admissions import set_admission
from tournaments.models import Section
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen

TARGETS = (Path(__file__).parent / "touch_targets.js").read_text(encoding="utf-8")
NARROW = 390
MIN_SIZE = 43.5  # px: 44 but for fractions of a rem
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
# What may be lower, by its selector, and why. Nothing else.
EXCEPTIONS: dict[str, str] = {}
HALL = (
    *("/hall/{section}/", "/b/{token}/", "/e/{event_slug}/enter/"),
    *("/e/{event_slug}/{section_slug}/here/{secret}/", "/desk/events/{event}/calls/"),
    *("/desk/events/{event}/incident/", "/desk/events/{event}/incident/?board={board}"),
)
DESK = (
    *(
        "/desk/",
        "/desk/events/",
        "/desk/events/new/",
        "/desk/clubs/",
        "/desk/events/{event}/",
        "/desk/events/{event}/officials/",
    ),
    "/desk/events/{event}/equipment/",
    *("/desk/events/{event}/clone/", "/desk/events/{event}/screens/", "/desk/screen-families/{family}/"),
    *("/desk/rounds/{closed}/", "/desk/rounds/{on}/", "/desk/rounds/{on}/games/", "/desk/pairings/{board}/"),
    *("/desk/events/{event}/cases/", "/desk/cases/{case}/", "/desk/precedents/"),
    *("/desk/pairings/{board}/1/other/", "/desk/pairings/{played}/1/correct/?outcome=draw"),
    *(
        f"/desk/sections/{{section}}/{page}/"
        for page in (
            *("entries", "inbox", "check-in", "standings", "files", "share", "settings"),
            *("setup/classes", "setup/prizes", "adjourned", "cards", "apart"),
        )
    ),
)


@pytest.fixture
def hall(site):
    """The demo event with a round that is on, entries and check-in open, a screen on the wall."""
    event = cached_sites.demo_event()
    section = event.sections.get()
    Section.objects.filter(pk=section.pk).update(second_pass=True)
    set_admission(section_id=section.pk, actor=SYSTEM, is_open=True, check_in_is_open=True)
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    on = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    family = make_family(event_id=event.pk, name="Hall", contents=["pairings"], actor=SYSTEM)
    make_screen(event_id=event.pk, family_id=family.pk, actor=SYSTEM, label="Door")
    closed = section.round_rows.earliest("number")
    return {
        "event": event.pk,
        "event_slug": event.slug,
        "section": section.pk,
        "section_slug": section.slug,
        "secret": section_secret(section),
        "token": section.board_cards.get(board_number=1).token,
        "family": family.pk,
        "closed": closed.pk,
        "on": on.pk,
        "case": event.cases.latest("number").pk,
        "board": on.pairings.get(board_number=1).pk,
        "played": closed.pairings.get(board_number=1).pk,
    }


def too_low(page):
    """The controls of a page that a finger misses."""
    found = set()
    for one in page.evaluate(TARGETS):
        is_fit = one["height"] >= MIN_SIZE or (one["isInline"] and one["isFree"])
        if not is_fit and one["what"] not in EXCEPTIONS:
            found.add(f"{one['what']} in {one['within']}: {one['text']!r} {one['height']:.0f} px")
    return found


def walked(page, site, addresses, hall):
    found = {}
    for address in addresses:
        answer = page.goto(site.url + address.format(**hall))
        assert answer.ok, address
        at_rest(page)
        if low := too_low(page):
            found[address] = sorted(low)
    return "\n".join(f"{address}\n  " + "\n  ".join(low) for address, low in found.items())


@pytest.mark.parametrize("addresses", [HALL, DESK], ids=["in the hall", "at the desk"])
def test_every_control_is_high_enough_for_a_finger(open_page, site, hall, addresses):
    user = User.objects.create_superuser("td@club.example", "x")
    page = open_page("/desk/", width=NARROW, expected=EXPECTED, user=user)
    found = walked(page, site, addresses, hall)
    assert not found, found
