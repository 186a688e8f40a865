"""Pages and the API of a league: what everybody sees, what a captain's link opens, what the desk does."""

import re

import pytest
from club_evening import director
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from league_season import fixture_of, keys_of, league_of, secret_of
from worlds import world

from club.core.actor import SYSTEM, VISITOR
from club.models import Organisation, Person, User
from tournaments.events.services.events import change_section, show_event
from tournaments.leagues.captain_links import answer_secret
from tournaments.leagues.services.handed_line_ups import submit_line_up
from tournaments.leagues.services.polls import open_poll
from tournaments.models import (
    Availability,
    AvailabilityPoll,
    Captain,
    Fixture,
    Outcome,
    ResultReport,
    Section,
    TeamMember,
)

pytestmark = pytest.mark.django_db
# Page: queries for whoever has it open, however many teams and matches there are.
BUDGETS = {
    "fixtures": 11,
    "match": 14,
    "league_table": 17,
    "captain": 6,
    "captain_match": 24,
    "desk_league": 21,
    "desk_squad": 15,
    "desk_fixture": 12,
}


def page(name, *args):
    return reverse(f"tournaments:{name}", args=args)


@pytest.fixture
def desk(client):
    client.force_login(director())
    return client


@world
def match():
    return fixture_of(league_of())


def of(section):
    return section.event.slug, section.slug


def asked(client, address, most):
    with CaptureQueriesContext(
        connection,
    ) as queries:
        answer = client.get(address)
    assert answer.status_code == 200
    assert len(queries) <= most, "\n".join(one["sql"][:150] for one in queries)
    return answer.content.decode()


def test_everybody_sees_matches_days_and_venues_within_few_queries(client):
    section = league_of(4, cycles=2)
    shown = asked(client, page("fixtures", *of(section)), BUDGETS["fixtures"])
    assert shown.count("Hall") >= 12
    shown = asked(client, page("league_table", *of(section)), BUDGETS["league_table"])
    assert "Town 4" in shown
    shown = asked(client, page("match", *of(section), 1, 1), BUDGETS["match"])
    assert "Line-ups are shown once both are handed in, or when the match begins." in shown
    assert client.get(page("match", *of(section), 1, 9)).status_code == 404


def test_a_section_that_is_no_league_has_no_such_pages(client):
    section = league_of()
    Section.objects.filter(pk=section.pk).update(options={})
    assert client.get(page("fixtures", *of(section))).status_code == 409


def test_the_calendar_of_a_team_has_its_matches(client):
    section = league_of(3, cycles=2)
    told = client.get(page("team_calendar", *of(section), 1)).content.decode()
    assert told.count("BEGIN:VEVENT") == 4
    assert "Hall" in told


def test_a_club_has_a_page_of_its_matches(client, desk):
    section = league_of()
    team = section.entries.first()
    sent = {"club_slug": "north", "place_in_club": "1", "venue": "Barn", "address": ""}
    assert desk.post(page("desk_squad_act", team.pk, "home"), sent).status_code == 302
    shown = client.get(page("club_fixtures", "north")).content.decode()
    assert "Town 1" in shown
    assert client.get(page("club_fixtures", "nowhere")).status_code == 404


def test_a_line_up_is_secret_on_every_page_until_it_is_shown(client, match):
    home, guests = match.pairing.white, match.pairing.black
    section = match.pairing.round.section
    client.post(
        page("captain_act", secret_of(home), match.pairing_id, "line-up"),
        {"member": keys_of(home, 1, 2, 3), **{f"place-{key}": "p" for key in keys_of(home, 1, 3)}},
    )
    public = [
        page("match", *of(section), 1, 1),
        page("fixtures", *of(section)),
        page("pairings", *of(section), 1),
        f"/api/v1/sections/{section.pk}/fixtures/",
        f"/api/v1/pairings/{match.pairing_id}/",
    ]
    theirs = page("captain_match", secret_of(guests), match.pairing_id)
    for address in (*public, theirs):
        assert f"{home.name}.3" not in client.get(address).content.decode(), address
    assert "has handed in" in client.get(theirs).content.decode()
    assert (
        f"{home.name}.3"
        in client.get(page("captain_match", secret_of(home), match.pairing_id)).content.decode()
    )
    sheet = client.get(page("match_sheet", *of(section), 1, 1, "a4"))
    assert sheet.headers["Content-Type"] == "application/pdf"
    client.post(
        page("captain_act", secret_of(guests), match.pairing_id, "line-up"),
        {"member": keys_of(guests, 1, 2), **{f"place-{key}": "p" for key in keys_of(guests, 1, 2)}},
    )
    assert f"{home.name}.3" in client.get(public[0]).content.decode()
    assert f"{home.name}.3" in client.get(theirs).content.decode()


def test_the_desk_sees_that_a_line_up_is_in_and_not_who(desk, match):
    home = match.pairing.white
    submit_line_up(
        pairing_id=match.pairing_id,
        entry_id=home.pk,
        members=keys_of(home, 1, 3),
        secret=secret_of(home),
        actor=VISITOR,
    )
    shown = asked(desk, page("desk_fixture", match.pairing_id), BUDGETS["desk_fixture"])
    assert "line-up handed in, hidden" in shown
    assert f"{home.name}.3" not in shown


def test_a_captain_goes_from_the_poll_to_the_table(client, match):
    home, guests = match.pairing.white, match.pairing.black
    for team in (home, guests):
        secret = secret_of(team)
        asked(client, page("captain", secret), BUDGETS["captain"])
        client.post(page("captain_act", secret, match.pairing_id, "ask"))
        keys = keys_of(team, 1, 2)
        client.post(
            page("captain_act", secret, match.pairing_id, "line-up"),
            {"member": keys, **{f"place-{key}": "p" for key in keys}},
        )
    said = {"board-1": "first", "board-2": "draw"}
    client.post(page("captain_act", secret_of(home), match.pairing_id, "results"), said)
    shown = asked(
        client, page("captain_match", secret_of(guests), match.pairing_id), BUDGETS["captain_match"]
    )
    assert "has submitted results" in shown
    assert shown.count(" checked") >= 2  # what the other captain said is marked
    client.post(page("captain_act", secret_of(guests), match.pairing_id, "results"), said)
    outcomes = [one.outcome for one in match.pairing.games.order_by("number")]
    assert outcomes == [Outcome.WHITE, Outcome.DRAW]
    assert "3:1" in client.get(page("league_table", *of(match.pairing.round.section))).content.decode()


def test_no_link_of_a_captain_or_a_player_of_a_hidden_league_leads_nowhere(client, match, settings):
    """The public pages of a hidden event are not there: a page that would lead to one says why instead."""
    settings.MAIL_REACHES_PEOPLE = False
    show_event(event_id=match.pairing.round.section.event_id, is_public=False, actor=SYSTEM)
    entry = match.pairing.white
    secret, member = secret_of(entry), entry.members.first()
    act = page("captain_act", secret, match.pairing_id, "ask")
    asked = client.post(act, follow=True).content.decode()
    assert "This site sends no email, so pass the information on yourself." in asked
    poll = AvailabilityPoll.objects.get()
    answers = page("available", answer_secret(poll, member.pk))
    assert answers in asked
    own = (page("captain", secret), page("captain_match", secret, match.pairing_id), answers)
    for address in own:
        text = client.get(address).content.decode()
        for link in set(re.findall(r'<a[^>]* href="(/[^"#]+)"', text)):
            assert client.get(link).status_code < 400, (address, link)
    assert (
        "The league is not public yet. The table opens here once it is."
        in client.get(own[0]).content.decode()
    )


def test_what_a_captain_sends_wrong_is_refused_on_the_page(client, match):
    secret = secret_of(match.pairing.white)
    act = page("captain_act", secret, match.pairing_id, "results")
    for sent in ({}, {"board-1": "x"}, {"board-1": "\x00"}, {"board-99": "first"}):
        assert client.post(act, sent).status_code == 422, sent
    line_up = page("captain_act", secret, match.pairing_id, "line-up")
    keys = keys_of(match.pairing.white, 1, 2)
    Section.objects.update(options={"league": True, "free_board_order": True})
    for sent, status in (
        ({}, 409),
        ({"member": keys, f"place-{keys[0]}": "1", f"place-{keys[1]}": "1"}, 422),
        ({"member": ["9" * 40, "x"], "place-0": "1"}, 422),
    ):
        assert client.post(line_up, sent).status_code in {status, 409}, sent
    assert client.post(page("captain_act", secret, match.pairing_id, "nothing")).status_code == 404
    assert client.get(page("captain_match", secret, 10**9)).status_code == 404
    assert client.get(page("captain", "1-nobody")).status_code == 404
    assert not ResultReport.objects.exists()


def test_a_link_opens_no_match_of_others(client):
    section = league_of(4)
    lines = {line.pairing_id: line for line in Fixture.objects.select_related("pairing")}
    team = section.entries.first()
    strange = next(
        key for key, one in lines.items() if team.pk not in {one.pairing.white_id, one.pairing.black_id}
    )
    assert client.get(page("captain_match", secret_of(team), strange)).status_code == 404
    assert client.post(page("captain_act", secret_of(team), strange, "ask")).status_code == 404


def test_a_player_answers_with_one_tap(client, match):
    team = match.pairing.white
    member = team.members.first()
    poll = open_poll(pairing_id=match.pairing_id, entry_id=team.pk, actor=SYSTEM)
    address = page("available", answer_secret(poll, member.pk))
    assert "if needed" in client.get(address).content.decode()
    assert client.post(address, {"answer": "if_needed"}).status_code == 302
    assert Availability.objects.get().answer == "if_needed"
    assert client.post(address, {"answer": "perhaps"}).status_code == 422
    client.post(address, {"mails": "stop"})
    assert not TeamMember.objects.get(pk=member.pk).wants_mail
    assert client.get(page("available", "1-2-3-x")).status_code == 404


def test_who_is_signed_in_sees_the_own_teams_and_questions(client, match):
    user = User.objects.create_user("own@north.example")
    own = Person.objects.create(name="Own", user=user, organisation=Organisation.objects.get(slug="north"))
    Captain.objects.filter(entry=match.pairing.white).update(person=own)
    TeamMember.objects.filter(pk=match.pairing.white.members.first().pk).update(person=own)
    open_poll(pairing_id=match.pairing_id, entry_id=match.pairing.white_id, actor=SYSTEM)
    assert client.get(page("own_teams")).status_code == 302
    client.force_login(user)
    shown = client.get(page("own_teams")).content.decode()
    assert secret_of(match.pairing.white) in shown
    assert "no answer" in shown


def test_the_desk_keeps_the_rules_of_a_league(desk):
    section = league_of()
    asked(desk, page("desk_league", section.pk), BUDGETS["desk_league"])
    sent = {
        "version": section.version,
        "board_order": "rating",
        "rating_tolerance": "50",
        "reserve_limit": "3",
        "transfers_until": "2027-01-31",
        "confirm_within": "5",
    }
    assert desk.post(page("desk_league", section.pk), sent).status_code == 302
    section.refresh_from_db()
    assert section.options["rating_tolerance"] == 50
    assert section.options["transfers_until"] == "2027-01-31"
    assert desk.post(page("desk_league", section.pk), sent).status_code == 409  # changed meanwhile
    wrong = sent | {"version": section.version, "confirm_within": "9" * 30}
    assert desk.post(page("desk_league", section.pk), wrong).status_code == 422


def test_the_desk_moves_a_match_and_names_who_leads(desk, match):
    sent = {"starts_at": "2027-02-01T19:30", "agreed_by": "Both captains", "venue": "", "address": ""}
    assert desk.post(page("desk_fixture", match.pairing_id), sent).status_code == 302
    assert Fixture.objects.get(pk=match.pk).agreed_by == "Both captains"
    for wrong in ({"starts_at": "never"}, {"agreed_by": "x" * 300}):
        assert desk.post(page("desk_fixture", match.pairing_id), sent | wrong).status_code == 422
    team = match.pairing.white
    asked(desk, page("desk_squad", team.pk), BUDGETS["desk_squad"])
    named = {"name": "Vera", "email": "vera@north.example", "role": "vice"}
    assert desk.post(page("desk_squad_act", team.pk, "captain"), named).status_code == 302
    assert desk.post(page("desk_squad_act", team.pk, "captain"), named | {"name": "\x00"}).status_code == 422
    added = {"name": "New; man", "rating": "", "email": "", "plays_from": "", "reason": ""}
    assert desk.post(page("desk_squad_act", team.pk, "player"), added).status_code == 422
    assert desk.post(page("desk_squad_act", team.pk, "player"), added | {"name": "New"}).status_code == 302
    assert desk.post(page("desk_squad_act", team.pk, "reserve"), {"member": "x"}).status_code == 409
    vice = Captain.objects.get(name="Vera")
    desk.post(page("desk_captain_act", vice.pk, "remove"))
    vice.refresh_from_db()
    assert vice.removed_at is not None
    new = TeamMember.objects.get(name="New")
    desk.post(page("desk_player_act", new.pk, "until"), {"plays_until": "2027-02-31"})
    desk.post(page("desk_player_act", new.pk, "remove"))
    assert not TeamMember.objects.filter(name="New").exists()
    desk.post(page("desk_fixture_act", match.pairing_id, "strike"), {"reason": "Snow"})
    assert Fixture.objects.get(pk=match.pk).state == "not_played"


def test_turning_a_league_on_by_its_rules(desk):
    section = league_of()
    row = change_section(
        section_id=section.pk, version=section.version, options={"reserve_limit": None}, actor=SYSTEM
    )
    assert row.options["league"] is True


# -- the API -----------------------------------------------------------------------------------------


def api(client, method, address, **sent):
    call = getattr(client, method)
    return call(f"/api/v1/{address}", sent, content_type="application/json")


def test_a_match_over_the_api(client, desk, match):
    home, guests = match.pairing.white, match.pairing.black
    for team in (home, guests):
        secret = secret_of(team)
        here = f"captains/{secret}/matches/{match.pairing_id}"
        assert len(client.get(f"/api/v1/captains/{secret}/matches/").json()) == 1
        assert api(client, "post", f"{here}/poll").status_code == 204
        answer = api(client, "put", f"{here}/line-up", members=keys_of(team, 1, 2))
        assert answer.status_code == 200, answer.content
    assert answer.json()["line_ups_shown_at"] is not None
    said = [{"board": 1, "said": "first"}, {"board": 2, "said": "second"}]
    for team in (home, guests, guests):
        here = f"captains/{secret_of(team)}/matches/{match.pairing_id}"
        answer = api(client, "put", f"{here}/results", boards=said)
    assert answer.json()["is_in"] is True
    assert answer.json()["settled_how"] == "captains"
    table = client.get(f"/api/v1/sections/{match.pairing.round.section_id}/league-table").json()
    assert [row["total"]["drawn"] for row in table] == [1, 1]


def test_refusals_over_the_api(client, match):
    secret = secret_of(match.pairing.white)
    here = f"captains/{secret}/matches/{match.pairing_id}"
    assert api(client, "put", f"{here}/results", boards=[]).json()["code"] == "nothing_said"
    wrong = [{"board": 1, "said": "\x00"}]
    assert api(client, "put", f"{here}/results", boards=wrong).status_code == 400
    assert api(client, "put", f"{here}/line-up", members=[10**30]).status_code == 400
    assert api(client, "delete", f"{here}/line-up").json()["code"] == "no_line_up"
    assert api(client, "delete", f"{here}/results").json()["code"] == "nothing_to_take_back"
    assert client.get("/api/v1/captains/1-x/matches/").status_code == 404
    assert api(client, "put", "availability/1-2-3-x", answer="yes").status_code == 404


def test_the_director_over_the_api(desk, match):
    section = match.pairing.round.section
    here = f"pairings/{match.pairing_id}/fixture"
    moved = api(desk, "put", here, starts_at="2027-02-01T19:30:00Z", agreed_by="Both")
    assert moved.json()["begins_at"].startswith("2027-02-01T19:30")
    assert api(desk, "put", here, venue="\x00").status_code == 400
    assert api(desk, "post", f"{here}/stand").json()["code"] == "nothing_said"
    assert api(desk, "post", f"{here}/struck", reason="Snow").json()["state"] == "not_played"
    assert api(desk, "delete", f"{here}/struck").json()["state"] == "planned"
    assert api(desk, "delete", f"sections/{section.pk}/season").status_code == 204
    assert len(api(desk, "post", f"sections/{section.pk}/season").json()) == 1
