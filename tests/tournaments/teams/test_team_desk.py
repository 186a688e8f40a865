"""Teams at the desk: members typed or pasted, line-ups marked, results board by board."""

import pytest
from club_evening import director, draft_of, published_of
from club_evening import section_of as players_of
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from team_evening import match_of, teams_of

from tournaments.events.systems import team_swiss_options
from tournaments.models import Outcome, Section, TeamMember
from tournaments.pairing.lexicographic.team_colours import PreferenceType

pytestmark = pytest.mark.django_db
# Page: queries for the director, however many teams there are.
BUDGETS = {"desk_entries": 13, "desk_members": 11, "desk_round": 23, "desk_line_ups": 14, "draft": 40}


@pytest.fixture
def desk(client):
    client.force_login(director())
    return client


def page(name, *args):
    return reverse(f"tournaments:{name}", args=args)


def test_the_preset_makes_a_section_of_teams(desk):
    section = teams_of(0)
    shown = desk.get(page("desk_entries", section.pk)).content.decode()
    assert "Teams" in shown
    desk.post(page("desk_entries", section.pk), {"players": "Aldgate\nBarnet"})
    shown = desk.get(page("desk_entries", section.pk)).content.decode()
    assert "2 teams" in shown
    assert "0 members" in shown


def test_members_are_pasted_and_shown_in_their_order(desk):
    section = teams_of(2, members=0)
    team = section.entries.first()
    answer = desk.post(page("desk_members", team.pk), {"members": "Bo\tx\nAnn; 2100; F-1"}, follow=True)
    assert answer.status_code == 200
    assert "Ann; 2100; F-1" in answer.content.decode()
    assert [(one.name, one.federation_number) for one in team.members.all()] == [("Bo", "x"), ("Ann", "F-1")]


def test_a_list_that_cannot_be_kept_says_why_and_stays_written(desk):
    section = teams_of(2)
    answer = desk.post(page("desk_members", section.entries.first().pk), {"members": "Team 02.1\nNewman"})
    assert answer.status_code == 409
    shown = answer.content.decode()
    assert "is in the team Team 02 already" in shown
    assert "Newman" in shown


def test_players_have_no_members_at_the_desk(desk):
    section = players_of(2)
    answer = desk.post(page("desk_members", section.entries.first().pk), {"members": "Ann"})
    assert "is for individual players; it has no team members or line-ups." in answer.content.decode()


def test_a_member_is_mended(desk):
    section = teams_of(2)
    member = TeamMember.objects.get(name="Team 01.1")
    desk.post(page("desk_member", member.pk), {"name": "Anderson", "rating": "1", "federation_number": "7"})
    member.refresh_from_db()
    assert (member.name, member.rating, member.federation_number) == ("Anderson", 1, "7")
    answer = desk.post(page("desk_member", member.pk), {"name": "", "rating": "1"}, follow=True)
    assert "This field is required" in answer.content.decode()
    assert section.is_team


def test_a_line_up_is_marked(desk):
    section = teams_of(2, members=5)
    match = match_of(published_of(section), "Team 01")
    team = match.white
    shown = desk.get(page("desk_line_ups", match.pk))
    assert shown.content.decode().count("checked") == 8
    keys = [one.pk for one in team.members.all()]
    was = ",".join(map(str, keys[:4]))
    answer = desk.post(
        page("desk_line_ups", match.pk), {"team": team.pk, "was": was, "member": [keys[4], keys[0]]}
    )
    assert answer.status_code == 422  # against the order of the list
    marked = {"team": team.pk, "was": was, "member": [keys[0], keys[2], keys[3], keys[4]]}
    assert desk.post(page("desk_line_ups", match.pk), marked).status_code == 302
    sitting = [game.first_member.name for game in match.games.order_by("number")]
    assert sitting == ["Team 01.1", "Team 01.3", "Team 01.4", "Team 01.5"]
    again = desk.post(page("desk_line_ups", match.pk), marked | {"member": keys[:1]})
    assert (
        again.status_code,
        "Another person has changed the line-up of Team 01" in again.content.decode(),
    ) == (409, True)


def test_any_order_is_written_by_boards(desk):
    section = teams_of(2, options={"free_board_order": True})
    match = match_of(published_of(section), "Team 01")
    keys = [one.pk for one in match.white.members.all()]
    boards = {f"board-{key}": str(4 - at) for at, key in enumerate(keys)}
    desk.post(page("desk_line_ups", match.pk), {"team": match.white_id, "member": keys, **boards})
    assert [game.first_member_id for game in match.games.order_by("number")] == keys[::-1]


def test_results_go_in_board_by_board_with_the_names_beside_the_keys(desk):
    section = teams_of(2)
    row = published_of(section)
    match = match_of(row, "Team 01")
    shown = desk.get(page("desk_round", row.pk)).content.decode()
    assert shown.count(" data-open ") == 4
    assert "Team 01.4" in shown
    assert "Team 02.4 won" in shown
    for game in range(1, 5):
        asked = {"outcome": "white", "was": "pending"}
        headers = {"HX-Request": "true"}
        answer = desk.post(page("desk_result", match.pk, game), asked, headers=headers)
        assert answer.status_code == 200
    assert set(match.games.values_list("outcome", flat=True)) == {Outcome.WHITE}
    assert "Line-ups" in shown


def test_a_game_at_an_empty_board_is_refused_beside_its_keys(desk):
    section = teams_of(2, members=4)
    TeamMember.objects.filter(name="Team 02.4").delete()
    match = match_of(published_of(section), "Team 01")
    answer = desk.post(
        page("desk_result", match.pk, 4),
        {"outcome": "draw", "was": match.games.get(number=4).outcome},
        headers={"HX-Request": "true"},
    )
    assert "A player is missing at board 4" in answer.content.decode()


def test_the_rules_for_teams_are_kept(desk):
    section = teams_of(0)
    address = page("desk_team_rules", section.pk)
    assert "Rules for teams" in desk.get(page("desk_settings", section.pk)).content.decode()
    told = {"version": section.version, "team_preference": "b", "free_board_order": "on", "cycles": "2"}
    assert desk.post(address, told).status_code == 302
    section = Section.objects.get(pk=section.pk)
    assert team_swiss_options(section).preference is PreferenceType.B
    assert not team_swiss_options(section).first_by_second_score
    assert desk.post(address, told).status_code == 409  # somebody changed it meanwhile


@pytest.mark.parametrize(
    "options",
    [{"team_preference": "c"}, {"team_preference": []}, {"free_board_order": "yes"}, {}],
    ids=str,
)
def test_rules_that_make_no_sense_are_as_usual(options):
    section = teams_of(3, options=options)
    assert draft_of(section).pairings.count() == 2


def test_the_number_of_boards_is_a_number_with_a_limit(desk):
    section = players_of(2)
    form = desk.get(page("desk_settings", section.pk)).context["form"]
    told = {name: form[name].value() for name in form.fields if form[name].value() not in {None, False}}
    answer = desk.post(page("desk_settings", section.pk), told | {"games_per_pairing": "3"})
    assert answer.status_code == 422
    assert "one, two or four games" in answer.content.decode()


def test_pages_of_teams_keep_their_budgets_whatever_the_number_of_teams(desk):
    asked = {}
    for teams in (4, 10):
        section = teams_of(teams)
        row = published_of(section)
        match = row.pairings.first()
        row.pairings.all()[0].games.update(outcome="draw")
        addresses = {
            "desk_entries": page("desk_entries", section.pk),
            "desk_members": page("desk_members", match.white_id),
            "desk_round": page("desk_round", row.pk),
            "desk_line_ups": page("desk_line_ups", match.pk),
        }
        for name, address in addresses.items():
            desk.get(address)
            with CaptureQueriesContext(connection) as seen:
                assert desk.get(address).status_code == 200
            asked.setdefault(name, []).append(len(seen))
    assert {name: many for name, (few, many) in asked.items() if many > few} == {}
    assert {name: many for name, (_few, many) in asked.items() if many > BUDGETS[name]} == {}


def test_sheets_name_who_sits_at_the_boards(desk):
    section = teams_of(3)
    row = published_of(section)
    match = row.pairings.get(black__isnull=False)

    def sheet(what):
        return desk.get(page("round_sheet", row.pk, what)).content.decode()

    lists = sheet("lists")
    assert f"{match.white.name}.4" in lists
    assert "Side</th>" in lists
    slips = sheet("slips")
    assert slips.count('class="slip__result"') == 4
    assert f"{match.black.name}.2" in slips
    scores = sheet("scores")
    assert f"<b>White</b> {match.white.name}.1 · <b>Black</b> {match.black.name}.1" in scores
    assert f"<b>White</b> {match.black.name}.2 · <b>Black</b> {match.white.name}.2" in scores
    line_ups = sheet("line-ups")
    assert line_ups.count('<article class="slip') == 2
    assert f"4 {match.white.name}.4" in line_ups
    assert "Line-up slips" in desk.get(page("desk_round", row.pk)).content.decode()


def test_slips_ask_as_much_for_many_teams_as_for_few(desk):
    asked = []
    for teams in (4, 8):
        row = published_of(teams_of(teams))
        with CaptureQueriesContext(connection) as seen:
            for what in ("line-ups", "scores", "slips", "lists"):
                assert desk.get(page("round_sheet", row.pk, what)).status_code == 200
        asked.append(len(seen))
    assert asked[0] == asked[1]


def test_a_team_that_is_not_here_forfeits_at_one_press(desk):
    section = teams_of(2)
    match = match_of(published_of(section), "Team 01")
    assert "Absent team" in desk.get(page("desk_line_ups", match.pk)).content.decode()
    assert desk.post(page("desk_forfeit", match.pk), {"team": match.black_id}).status_code == 302
    assert list(match.games.order_by("number").values_list("outcome", flat=True)) == [
        *(Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT)
    ]
    answer = desk.post(page("desk_forfeit", match.pk), {"team": 99999}, follow=True)
    assert "does not play" in answer.content.decode()
