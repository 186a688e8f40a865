"""Rating lists and players in the browser: by day and by night, on a phone too, clean for axe."""

from datetime import date

import cached_sites
import pytest
from axe import axe_on

from club.core.actor import SYSTEM
from club.models import User
from tournaments.events.services.events import create_event
from tournaments.models import RatedPlayer
from tournaments.players.selectors.records import person_record
from tournaments.ratings.services.rating_lists import make_list
from tournaments.ratings.services.rating_reports import commit_report, link_players

EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
PUBLIC = (
    *("/clubs/{club}/ratings/", "/clubs/{club}/ratings/{list}/", "/players/{person}/"),
    *("/players/{person}/against/{opponent}/", "/events/?month={month}"),
)
DESK = (
    *(
        "/desk/ratings/",
        "/desk/ratings/{list}/",
        "/desk/ratings/{list}/again/",
        "/desk/rating-reports/{report}/",
    ),
    *("/desk/events/{event}/ratings/?list={list}", "/desk/events/{event}/ratings/?list={other}"),
)


@pytest.fixture
def rated(site):
    """The demo event counted on a public list, and another list that it could be counted on."""
    event = cached_sites.demo_event()
    facts = {"organisation_id": event.organisation_id, "formula": "elo", "initial_rating": 1500}
    made = make_list(name="Club rating", is_public=True, actor=SYSTEM, **facts)
    other = make_list(name="For the board", actor=SYSTEM, **facts)
    link_players(event_id=event.pk, adds=True, actor=SYSTEM)
    report = commit_report(list_id=made.pk, event_id=event.pk, actor=SYSTEM)
    dated = create_event(
        organisation_id=event.organisation_id,
        name="A weekend",
        preset="weekend",
        starts_on=date(2027, 3, 13),
        ends_on=date(2027, 3, 14),
        is_public=True,
        actor=SYSTEM,
    )
    best = RatedPlayer.objects.filter(rating_list=made).order_by("-rating").first()
    return {
        "club": event.organisation.slug,
        "event": event.pk,
        "list": made.pk,
        "other": other.pk,
        "report": report.pk,
        "person": best.person_id,
        "opponent": person_record(best.person).opponents[0].person,
        "month": f"{dated.starts_on:%Y-%m}",
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing_and_nothing_sticks_out(open_page, site, rated, width, scheme):
    user = User.objects.create_superuser("site@north.example", "x")
    page = open_page("/desk/ratings/", width=width, scheme=scheme, expected=EXPECTED, user=user)
    for address in (*PUBLIC, *DESK):
        page.goto(site.url + address.format(**rated))
        found = axe_on(page)
        assert found.violations_count == 0, f"{address}: {found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth") <= width, address
