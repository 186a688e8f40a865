"""Ladders in the browser: a challenge played by two phones, and a night's result that moves all at once."""

import pytest
from axe import axe_on
from club_evening import director
from playwright.sync_api import expect

from club.core.actor import SYSTEM
from club.models import Organisation, Person, User
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.ladders.services.challenges import answer_challenge, make_challenge
from tournaments.ladders.services.ladders import join_ladder, make_ladder
from tournaments.models import Challenge, ChallengeState
from tournaments.nights.services.nights import begin_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.services.rating_lists import make_list

NARROW = 390
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
NAMES = ("Ann", "Ben")


@pytest.fixture
def ladder(site):
    """Ann above Ben, both with an account."""
    club, _ = Organisation.objects.get_or_create(slug="north", defaults={"name": "North"})
    row = make_ladder(organisation_id=club.pk, name="Ladder", is_public=True, actor=SYSTEM)
    for name in NAMES:
        user = User.objects.create_user(f"{name.lower()}@north.example", first_name=name)
        person = Person.objects.create(name=name, organisation=club, user=user)
        join_ladder(ladder_id=row.pk, person_id=person.pk, actor=SYSTEM)
    return row


def user_of(name):
    return User.objects.get(email=f"{name.lower()}@north.example")


def test_a_challenge_is_played_on_two_phones_with_two_taps_each(open_page, ladder):
    address = f"/clubs/north/ladders/{ladder.pk}/"
    bens = open_page(address, width=NARROW, expected=EXPECTED, user=user_of("Ben"))
    taps = 0
    bens.get_by_role("button", name="Challenge Ann").click()
    taps += 1
    expect(bens.get_by_text("Challenge sent.")).to_be_visible()
    anns = open_page(address, width=NARROW, expected=EXPECTED, user=user_of("Ann"))
    anns.get_by_role("button", name="Accept").click()
    taps += 1
    expect(anns.get_by_role("button", name="I lost")).to_be_visible()
    with anns.expect_navigation():
        anns.get_by_role("button", name="I lost").click()
    taps += 1
    bens.reload()
    bens.get_by_role("button", name="I won").click()
    taps += 1
    expect(bens.locator("tbody tr").first).to_contain_text("Ben")
    expect(bens.locator("tbody tr").first).to_contain_text("▲1")
    assert taps == 4
    assert Challenge.objects.get().state == ChallengeState.PLAYED
    found = axe_on(bens)
    assert found.violations_count == 0, found.generate_report()
    assert bens.evaluate("document.documentElement.scrollWidth") <= NARROW


def test_one_result_of_a_night_moves_the_rating_and_the_ladder(open_page, ladder):
    club = ladder.organisation
    event = create_event(organisation_id=club.pk, name="Season", preset="club_night", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    chosen = make_list(
        organisation_id=club.pk, name="Club", formula="elo", initial_rating=1500, is_public=True, actor=SYSTEM
    )
    set_season(section_id=section.pk, rating_list_id=chosen.pk, actor=SYSTEM)
    add_entries(section_id=section.pk, lines=[EntryLine(name) for name in NAMES], actor=SYSTEM)
    begin_night(section_id=section.pk, actor=SYSTEM)
    for entry in section.entries.all():
        check_in(entry_id=entry.pk, has_arrived=True, actor=SYSTEM)
    row = pair_night(section_id=section.pk, actor=SYSTEM)
    ann, ben = (Person.objects.get(name=name) for name in NAMES)
    made = make_challenge(ladder_id=ladder.pk, challenger_id=ben.pk, challenged_id=ann.pk, actor=SYSTEM)
    answer_challenge(challenge_id=made.pk, accepts=True, actor=SYSTEM)
    page = open_page(f"/desk/rounds/{row.pk}/", width=NARROW, expected=EXPECTED, user=director())
    expect(page.get_by_text("never met")).to_be_visible()
    board = row.pairings.get()
    bens_key = "1" if board.white.name == "Ben" else "3"
    page.locator(f"[data-open] button:nth-of-type({bens_key})").first.click()
    expect(page.locator("[data-open]")).to_have_count(0)
    page.reload()
    expect(page.locator("[data-rating]")).to_have_count(2)
    assert {page.locator("[data-rating]").nth(at).inner_text() for at in (0, 1)} == {"1520", "1480"}
    page.goto(page.url.replace(f"/desk/rounds/{row.pk}/", f"/clubs/north/ladders/{ladder.pk}/"))
    expect(page.locator("tbody tr").first).to_contain_text("Ben")
    season = page.url.replace(f"/clubs/north/ladders/{ladder.pk}/", f"/e/{event.slug}/{section.slug}/season/")
    page.goto(season)
    expect(page.get_by_text("provisional").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
