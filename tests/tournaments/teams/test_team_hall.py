"""Members of teams in the hall: on phones, screens and sheets; their points, and rounds that are settled."""

import json

import pytest
from club_evening import published_of, section_of
from django.urls import reverse
from pdf_pages import read_pages
from team_evening import match_of, teams_of

from club.core.actor import SYSTEM
from club.models import User
from tournaments.events.selectors.planned_rounds import planned_rounds
from tournaments.events.services.events import change_section
from tournaments.models import BoardCard, Outcome
from tournaments.results.services.results import forfeit_match, record_result
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(User.objects.create_superuser("root", password="long-enough"))
    return client


def page(client, name, *args):
    answer = client.get(reverse(f"tournaments:{name}", args=args))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_phone_at_a_match_names_who_sits_at_its_boards(client):
    section = teams_of(4)
    row = published_of(section)
    card = BoardCard.objects.get(section=section, board_number=1)
    text = page(client, "board", card.token)
    for member in ("Team 01.1", "Team 01.4", "Team 03.1", "Team 03.4"):
        assert f"{member} (" in text
    assert "White on board 1" in text
    asked = client.get(reverse("tournaments:board", args=[card.token]), {"me": "white"}).content.decode()
    match = row.pairings.get(board_number=1)
    assert f"{match.white.name}.2 ({match.white.name}) won" in asked


def test_a_board_without_anybody_says_the_team(client):
    section = teams_of(2, members=2, boards=3)
    published_of(section)
    card = BoardCard.objects.get(section=section, board_number=1)
    assert "Team 01.3" not in page(client, "board", card.token)


def test_screens_name_them_by_board_and_by_name(client):
    section = teams_of(2)
    published_of(section)
    family = make_family(event_id=section.event_id, name="Door", contents=["pairings", "names"], actor=SYSTEM)
    screen = make_screen(event_id=section.event_id, family_id=family.pk, actor=SYSTEM)
    text = page(client, "screen", screen.token)
    assert text.count("Team 01.3") == 2
    assert ">1.3<" in text


@pytest.mark.parametrize("what", ["by-board", "by-name", "slips", "scores"])
def test_sheets_name_them(desk, what):
    row = published_of(teams_of(2))
    answer = desk.get(reverse("tournaments:desk_round_pdf", args=[row.pk, "a4", what]))
    data = b"".join(answer) if answer.streaming else answer.content
    text = "\n".join(sheet.extract_text() for sheet in read_pages(data))
    for name in ("Team 01.1", "Team 01.4", "Team 02.1", "Team 02.4"):
        assert name in text


def test_a_match_and_its_boards_have_points_of_their_own():
    section = teams_of(3, match_win_points=3, match_bye_points=2, bye_points=2, win_points=2)
    row = published_of(section)
    match = row.pairings.get(black__isnull=False)
    for game in (1, 2):
        outcome = Outcome.WHITE if game == 1 else Outcome.BLACK
        record_result(pairing_id=match.pk, game=game, outcome=outcome, actor=SYSTEM)
    forfeit_match(pairing_id=match.pk, entry_id=match.black_id, actor=SYSTEM)
    section.tie_breaks = ["GPTS"]
    told = {row.entry.pk: (row.points, row.values[1].text) for row in standing_rows(section).rows}
    bye = row.pairings.get(black__isnull=True)
    assert told == {match.white_id: (3, "8"), match.black_id: (0, "0"), bye.white_id: (2, "8")}


def test_the_points_of_matches_are_settled_at_the_desk_and_over_the_api(desk):
    section = teams_of(2)
    address = reverse("tournaments:desk_settings", args=[section.pk])
    shown = desk.get(address).context["form"]
    values = {name: shown[name].value() for name in shown.fields}
    sent = {name: value for name, value in values.items() if value is not None and value is not False}
    sent |= {"match_win_points": 4, "match_bye_points": 2}
    answer = desk.post(address, sent)
    assert answer.status_code == 302, answer.context["form"].errors
    section.refresh_from_db()
    assert (section.match_win_points, section.match_draw_points, section.match_bye_points) == (4, 1, 2)
    place = reverse("tournaments-api:section", args=[section.pk])
    told = {"version": section.version, "match_win_points": 5}
    answer = desk.patch(place, json.dumps(told), content_type="application/json")
    assert (answer.status_code, answer.json()["match_win_points"]) == (200, 5)
    players = section_of(2)
    assert (
        b"match_win_points" not in desk.get(reverse("tournaments:desk_settings", args=[players.pk])).content
    )


@pytest.mark.parametrize(
    ("facts", "players", "rounds"),
    [
        ({"system": "round_robin", "rounds": 99}, 6, 5),
        ({"system": "round_robin", "rounds": 99}, 5, 5),
        ({"system": "double_round_robin", "rounds": 99}, 4, 6),
        ({"system": "round_robin", "rounds": 3}, 6, 3),
        ({"system": "knockout", "rounds": 99}, 9, 4),
        ({"system": "double_elimination", "rounds": 99, "options": {"second_final": True}}, 4, 5),
        ({"system": "scheveningen", "rounds": 99}, 6, 3),
        ({"system": "manual", "rounds": 99}, 6, None),
        ({"system": "knockout", "rounds": 99}, 1, None),
        ({"system": "keizer", "rounds": 30}, 6, 30),
    ],
)
def test_rounds_that_are_settled_are_told_and_no_others(facts, players, rounds, desk):
    section = section_of(players, **facts)
    assert planned_rounds(section) == rounds
    text = page(desk, "desk_event", section.event_id)
    assert "of 99" not in text
    assert (f"0 of {rounds} rounds paired" if rounds else "0 rounds paired") in text


def test_a_round_robin_of_teams_has_as_many_rounds_as_its_table():
    section = teams_of(5, system="team_round_robin", rounds=99, options={"cycles": 2})
    assert planned_rounds(section) == 10


def test_a_change_of_match_points_publishes_the_standings_anew():
    section = teams_of(2)
    row = published_of(section)
    match = match_of(row, "Team 01")
    forfeit_match(pairing_id=match.pk, entry_id=match.black_id, actor=SYSTEM)
    changed = change_section(section_id=section.pk, version=section.version, match_win_points=7, actor=SYSTEM)
    assert {line.points for line in standing_rows(changed).rows} == {7, 0}
