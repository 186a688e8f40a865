"""A section of teams as a lossless file: members and line-ups come back the same."""

import json

import pytest
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.exchange.errors import SectionFileUnreadable
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.selectors.section_file import section_file
from tournaments.exchange.services.section_files import import_section
from tournaments.models import TeamMember
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round, publish_round
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.team_members import replace_members

pytestmark = pytest.mark.django_db


@world
def section():
    """Three teams with a round that is begun; the last team has too few."""
    club = Organisation.objects.create(slug="north", name="North")
    made = create_event(organisation_id=club.pk, name="Cup", preset="team_swiss", actor=SYSTEM).sections.get()
    lines = [EntryLine(name, rating) for name, rating in (("Red", 30), ("Blue", 20), ("Green", 10))]
    for team, size in zip(add_entries(section_id=made.pk, lines=lines, actor=SYSTEM), (5, 4, 3), strict=True):
        members = [MemberLine(f"{team.name} {at}", 2000 - at, f"F{at}") for at in range(size)]
        replace_members(entry_id=team.pk, lines=members, actor=SYSTEM)
    row = propose_round(section_id=made.pk, actor=SYSTEM)
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    match = row.pairings.get(black__isnull=False)
    record_result(pairing_id=match.pk, game=1, outcome="white", actor=SYSTEM)
    return made


def import_document(data):
    club = Organisation.objects.create(slug="south", name="South")
    text = data if isinstance(data, bytes) else json.dumps(data).encode()
    return import_section(organisation_id=club.pk, data=text, name="a.json", actor=SYSTEM).section


def test_what_goes_out_comes_back_the_same(section):
    data = section_file(section)
    again = import_document(data)
    assert section_file(again) == data
    assert TeamMember.objects.filter(entry__section=again).count() == 12
    game = json.loads(data)["rounds"][0]["pairings"][0]["games"][0]
    assert (game["first_member"], game["second_member"]) == (1, 1)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        pytest.param(
            lambda doc: doc["entries"][0]["members"][1].update(board_order=1),
            "entries[0].members",
            id="two at one place",
        ),
        pytest.param(
            lambda doc: doc["entries"][0]["members"][1].update(name="blue 1"),
            "entries.members",
            id="one in two teams",
        ),
        pytest.param(
            lambda doc: doc["entries"][0]["members"][1].update(name=""),
            "entries[0].members[1].name",
            id="a member without a name",
        ),
        pytest.param(
            lambda doc: doc["entries"][0]["members"][1].update(board_order=61),
            "entries[0].members[1].board_order",
            id="a place that no list has",
        ),
        pytest.param(
            lambda doc: doc["entries"][0]["members"][1].pop("board_order"),
            "entries[0].members[1].board_order",
            id="a member without a place",
        ),
        pytest.param(
            lambda doc: doc["rounds"][0]["pairings"][0]["games"][0].update(first_member=17),
            "rounds[0].pairings[0].games[0].first_member",
            id="nobody at a board",
        ),
        pytest.param(
            lambda doc: doc["rounds"][0]["pairings"][0]["games"][0].update(first_member=2),
            "rounds[0].pairings[0].games",
            id="one at two boards",
        ),
        pytest.param(
            lambda doc: doc["section"].update(games_per_pairing=13),
            "section.games_per_pairing",
            id="thirteen boards",
        ),
        pytest.param(
            lambda doc: doc["section"].update(system="round_robin"),
            "entries[0].members",
            id="members of a player",
        ),
    ],
)
def test_a_bad_file_says_where(section, change, place):
    document = json.loads(section_file(section))
    change(document)
    with pytest.raises(SectionFileUnreadable) as refusal:
        import_document(document)
    assert refusal.value.facts["place"] == place


@pytest.mark.parametrize("edition", ["trf16", "trf26"])
def test_reports_tell_of_teams(section, edition, client):
    show_event(event_id=section.event_id, is_public=True, actor=SYSTEM)
    answer = client.get(f"/api/v1/sections/{section.pk}/export/{edition}")
    assert answer.status_code == 200
    text = b"".join(answer).decode()
    assert ("013 Red" if edition == "trf16" else "310   1 Red") in text


def test_tables_and_games_name_who_sat_at_the_boards(section):
    table = exported_section(section, "pairings").data.decode("utf-8-sig").splitlines()
    assert table[0].endswith("white_member,black_member")
    assert table[1].endswith("white,,Red 0,Blue 0")
    # White on board 2 has the team named second.
    assert table[2].endswith("pending,,Blue 1,Red 1")
    games = exported_section(section, "pdn").data.decode()
    assert '[White "Red 0"]' in games
