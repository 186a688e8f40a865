"""Teams: their members, who sits at which board, and what an empty board comes to."""

import pytest
from django.db import IntegrityError, transaction
from event_rows import latest, played_round, published_round, section_of, somebody
from team_hall import line_up_of, match_of, sitting, team_named, team_section

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.models import Person
from tournaments.core.translate import histories
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import EnteredTwice
from tournaments.entries.services.entries import add_entries
from tournaments.events.errors import KindIsSet
from tournaments.events.services.events import change_section
from tournaments.models import GameResult, Outcome, Section
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round, publish_round, unpublish_round
from tournaments.teams.errors import (
    BoardEmpty,
    LineUpChanged,
    LineUpUnfit,
    MatchBegun,
    MemberHasPlayed,
    MemberLineNotUnderstood,
    MemberTwice,
    NotATeam,
    NotInTheMatch,
    RoundNotPublished,
    TooManyMembers,
)
from tournaments.teams.member_lines import MemberLine, read_members
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import change_member, replace_members

pytestmark = pytest.mark.django_db


def outcomes(match):
    return list(match.games.order_by("number").values_list("outcome", flat=True))


def lined_up(match, team, members, **more):
    return set_line_up(pairing_id=match.pk, entry_id=team.pk, members=members, actor=SYSTEM, **more)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Anderson; 2100; 0123", MemberLine("Anderson", 2100, "0123"), id="all three"),
        pytest.param("Anderson\t\t12345", MemberLine("Anderson", 0, "12345"), id="without a rating"),
        pytest.param("2. Anderson, R 2100", MemberLine("Anderson, R", 2100), id="the rating at the end"),
        pytest.param("Anderson; A-77", MemberLine("Anderson", 0, "A-77"), id="no rating at all"),
        pytest.param("Anderson; 9999", MemberLine("Anderson", 0, "9999"), id="too much for a rating"),
    ],
)
def test_a_line_of_a_member(text, expected):
    assert read_members(text) == [expected]
    assert read_members(expected.text) == [expected]


def test_a_line_without_a_name_is_refused_with_its_number():
    with pytest.raises(MemberLineNotUnderstood) as refusal:
        read_members("Anderson\n\n2100; 7")
    assert refusal.value.facts == {"line": 3, "text": "2100; 7"}


def test_who_is_named_as_before_stays_the_same_member():
    section = team_section()
    team = team_named(section, "Aldgate")
    before = {member.name: member.pk for member in team.members.all()}
    lines = [MemberLine("Aldgate 3"), MemberLine("aldgate 1"), MemberLine("Newman")]
    kept = replace_members(entry_id=team.pk, lines=lines, actor=SYSTEM)
    assert [(one.board_order, one.name) for one in kept] == [
        (1, "Aldgate 3"),
        (2, "aldgate 1"),
        (3, "Newman"),
    ]
    assert [one.pk for one in kept[:2]] == [before["Aldgate 3"], before["Aldgate 1"]]
    assert team.members.count() == 3


def test_members_are_persons_of_the_club_and_teams_are_not():
    section = team_section(teams=0)
    club = section.event.organisation
    ann = Person.objects.create(name="Ann Barker", organisation=club)
    Person.objects.create(name="Aldgate", organisation=club)
    (team,) = add_entries(section_id=section.pk, lines=[EntryLine("Aldgate")], actor=SYSTEM)
    (member,) = replace_members(entry_id=team.pk, lines=[MemberLine("ann barker")], actor=SYSTEM)
    assert (team.person, member.person) == (None, ann)


def test_a_team_is_rated_by_its_first_members_unless_somebody_says_otherwise():
    section = team_section(boards=2)
    team = team_named(section, "Aldgate")
    assert team.rating == 1998  # of 1999 and 1998, downward to even
    section.entries.filter(pk=team.pk).update(rating=2222)
    line_up_of(team, 4, rating=1000)
    assert team_named(section, "Aldgate").rating == 2222


@pytest.mark.parametrize(
    ("names", "team"),
    [
        pytest.param(["Ann", "ann"], "Aldgate", id="twice in one list"),
        pytest.param(["Barnet 2"], "Barnet", id="in another team"),
    ],
)
def test_nobody_plays_twice(names, team):
    section = team_section()
    aldgate = team_named(section, "Aldgate")
    with pytest.raises(MemberTwice) as refusal:
        replace_members(entry_id=aldgate.pk, lines=[MemberLine(name) for name in names], actor=SYSTEM)
    assert refusal.value.facts["team"] == team
    assert aldgate.members.count() == 4


def test_no_team_is_as_long_as_a_federation():
    team = team_named(team_section(members=0), "Aldgate")
    with pytest.raises(TooManyMembers):
        line_up_of(team, 61)
    assert len(line_up_of(team, 60)) == 60


def test_players_have_no_members():
    section = section_of()
    with pytest.raises(NotATeam):
        replace_members(entry_id=section.entries.first().pk, lines=[MemberLine("Ann")], actor=SYSTEM)


def test_a_team_is_entered_once():
    section = team_section()
    with pytest.raises(EnteredTwice):
        add_entries(section_id=section.pk, lines=[EntryLine("aldgate")], actor=SYSTEM)


def test_sections_stay_of_players_or_of_teams_once_they_are():
    section = team_section()
    with pytest.raises(KindIsSet):
        change_section(section_id=section.pk, version=section.version, actor=SYSTEM, system="fide_dutch_2026")


def test_a_section_becomes_one_of_teams_while_nothing_stands_against_it():
    section = section_of(system="team_round_robin", games_per_pairing=6)
    assert section.is_team


def test_publication_seats_the_first_members_and_colours_change_from_board_to_board():
    section = team_section(members=6)
    row = published_round(section)
    match = match_of(row, "Aldgate")
    assert sitting(match, "Aldgate") == [f"Aldgate {at}" for at in (1, 2, 3, 4)]
    assert outcomes(match) == [Outcome.PENDING] * 4


def test_a_draft_seats_nobody_and_one_that_is_taken_back_neither():
    section = team_section(members=3)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    assert sitting(match_of(row, "Aldgate"), "Aldgate") == [""] * 4
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    assert outcomes(match_of(row, "Aldgate"))[3] == Outcome.DOUBLE_FORFEIT
    row = unpublish_round(round_id=row.pk, actor=SYSTEM)
    match = match_of(row, "Aldgate")
    assert sitting(match, "Aldgate") == [""] * 4
    assert outcomes(match) == [Outcome.PENDING] * 4


def test_the_last_boards_of_a_short_team_are_forfeited():
    section = team_section(teams=2)
    line_up_of(team_named(section, "Barnet"), 2)
    match = match_of(published_round(section), "Aldgate")
    assert match.white.name == "Aldgate"
    # Board 3 has White from the team named first, board 4 from the other.
    assert outcomes(match)[2:] == [Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT]


def test_teams_without_a_list_play_without_names():
    section = team_section(members=0)
    match = match_of(published_round(section), "Aldgate")
    assert outcomes(match) == [Outcome.PENDING] * 4


def test_line_ups_that_are_as_usual_follow_the_list():
    section = team_section()
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    replace_members(entry_id=team.pk, lines=[MemberLine("Newman"), MemberLine("Aldgate 2")], actor=SYSTEM)
    assert sitting(match, "Aldgate") == ["Newman", "Aldgate 2", "", ""]
    assert Outcome.PENDING not in outcomes(match)[2:]
    line_up_of(team, 4)
    assert outcomes(match) == [Outcome.PENDING] * 4


def test_a_line_up_made_by_hand_holds_its_members():
    section = team_section(members=5)
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    members = list(team.members.all())
    lined_up(match, team, [one.pk for one in members[1:]])
    with pytest.raises(MemberHasPlayed) as refusal:
        line_up_of(team, 3)
    assert refusal.value.facts == {"name": "Aldgate 4", "round": 1}
    assert sitting(match, "Aldgate") == [f"Aldgate {at}" for at in (2, 3, 4, 5)]


def test_a_substitute_moves_everybody_up():
    section = team_section(members=5)
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    members = {one.name: one.pk for one in team.members.all()}
    lined_up(match, team, [members[f"Aldgate {at}"] for at in (1, 3, 4, 5)])
    assert sitting(match, "Aldgate") == [f"Aldgate {at}" for at in (1, 3, 4, 5)]
    assert latest("tournaments.line_up.set").after["members"][1] == "Aldgate 3"


def test_who_is_away_leaves_the_last_board_empty():
    section = team_section()
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    lined_up(match, team, [one.pk for one in team.members.all()[1:]])
    assert sitting(match, "Aldgate") == ["Aldgate 2", "Aldgate 3", "Aldgate 4", ""]
    assert outcomes(match)[3] in {Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT}
    lined_up(match, team, [one.pk for one in team.members.all()])
    assert outcomes(match)[3] == Outcome.PENDING


@pytest.mark.parametrize(
    ("places", "why"),
    [
        pytest.param([2, 1], "order", id="against the order"),
        pytest.param([1, 1], "not_of_the_team", id="the same twice"),
        pytest.param([1, 2, 3, 4, 5], "number", id="more than boards"),
        pytest.param([], "number", id="nobody"),
        pytest.param([99], "not_of_the_team", id="a stranger"),
    ],
)
def test_line_ups_that_are_refused(places, why):
    section = team_section(members=5)
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    keys = {one.board_order: one.pk for one in team.members.all()}
    with pytest.raises(LineUpUnfit) as refusal:
        lined_up(match, team, [keys.get(place, 0) for place in places])
    assert refusal.value.facts["why"] == why


def test_a_section_may_allow_any_order():
    section = team_section(options={"free_board_order": True})
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    lined_up(match, team, [one.pk for one in reversed(team.members.all())])
    assert sitting(match, "Aldgate") == [f"Aldgate {at}" for at in (4, 3, 2, 1)]


def test_the_first_result_of_a_match_settles_its_line_ups():
    section = team_section(members=5)
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    members = [one.pk for one in team.members.all()]
    record_result(pairing_id=match.pk, game=2, outcome=Outcome.DRAW, actor=SYSTEM)
    with pytest.raises(MatchBegun):
        lined_up(match, team, members[1:])
    record_result(pairing_id=match.pk, game=2, outcome=Outcome.PENDING, actor=SYSTEM)
    lined_up(match, team, members[1:])


def test_what_somebody_else_lined_up_meanwhile_is_not_overwritten():
    section = team_section(members=5)
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    members = [one.pk for one in team.members.all()]
    lined_up(match, team, members[1:], was=members[:4])
    with pytest.raises(LineUpChanged):
        lined_up(match, team, members[:3], was=members[:4])


def test_a_team_is_lined_up_in_its_own_match_of_a_published_round():
    section = team_section()
    team = team_named(section, "Aldgate")
    key = team.members.first().pk
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    with pytest.raises(RoundNotPublished):
        lined_up(match_of(row, "Aldgate"), team, [key])
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    other = next(one for one in row.pairings.all() if team.pk not in {one.white_id, one.black_id})
    with pytest.raises(NotInTheMatch):
        lined_up(other, team, [key])


def test_nobody_wins_at_an_empty_board_by_playing():
    section = team_section(teams=2)
    line_up_of(team_named(section, "Barnet"), 3)
    match = match_of(published_round(section), "Aldgate")
    with pytest.raises(BoardEmpty):
        record_result(pairing_id=match.pk, game=4, outcome=Outcome.WHITE, actor=SYSTEM)
    record_result(pairing_id=match.pk, game=4, outcome=Outcome.DOUBLE_FORFEIT, actor=SYSTEM)


@pytest.mark.parametrize(
    ("decided", "points"),
    [((), 0), ((Outcome.DOUBLE_FORFEIT,), 0), ((Outcome.BOTH_LOST,), 0), ((Outcome.DRAW,), 1)],
)
def test_a_match_without_a_point_of_its_boards_is_no_draw(decided, points):
    section = team_section(teams=2)
    match = match_of(published_round(section), "Aldgate")
    for game, outcome in enumerate([*decided, *[Outcome.UNPLAYED] * 4][:4], 1):
        record_result(pairing_id=match.pk, game=game, outcome=outcome, actor=SYSTEM)
    past = histories(section, before=2)
    assert [past[key][0].points for key in (match.white_id, match.black_id)] == [points, points]


def test_match_points_come_when_every_board_is_in():
    section = team_section(teams=2)
    row = published_round(section)
    match = match_of(row, "Aldgate")
    for game, outcome in ((1, "white"), (2, "draw"), (3, "draw")):
        record_result(pairing_id=match.pk, game=game, outcome=outcome, actor=SYSTEM)

    def points():
        past = histories(section, before=2)
        return [(past[key][0].points, past[key][0].game_points) for key in (match.white_id, match.black_id)]

    assert points() == [(0, 4), (0, 2)]
    record_result(pairing_id=match.pk, game=4, outcome="draw", actor=SYSTEM)
    assert points() == [(2, 5), (0, 3)]


def test_the_bye_of_teams_is_a_draw_on_every_board():
    section = team_section(teams=3)
    row = played_round(section)
    idle = row.pairings.get(black=None).white
    (one,) = histories(section, before=2)[idle.pk]
    assert (one.points, one.game_points) == (1, 4)


def test_a_name_written_wrong_is_mended_after_the_match():
    section = team_section()
    played_round(section)
    member = team_named(section, "Aldgate").members.first()
    change_member(member_id=member.pk, name="Anderson", actor=SYSTEM)
    member.refresh_from_db()
    assert member.name == "Anderson"
    with pytest.raises(MemberTwice):
        change_member(member_id=member.pk, name="barnet 1", actor=SYSTEM)


def test_lists_members_and_line_ups_go_back():
    director = somebody("director")
    section = team_section(members=5)
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    members = list(team.members.all())
    lined_up(match, team, [one.pk for one in members[1:]])
    undo_entry(entry_id=latest("tournaments.line_up.set").pk, actor=director, reason="A slip.")
    assert sitting(match, "Aldgate")[0] == "Aldgate 1"
    change_member(member_id=members[0].pk, rating=7, actor=SYSTEM)
    undo_entry(entry_id=latest("tournaments.member.changed").pk, actor=director)
    assert team.members.first().rating == 1999
    replace_members(entry_id=team.pk, lines=[MemberLine("Newman")], actor=SYSTEM)
    entry = latest("tournaments.members.kept")
    undo_entry(entry_id=entry.pk, actor=director)
    assert [one.name for one in team.members.all()] == [f"Aldgate {at}" for at in (1, 2, 3, 4, 5)]
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=entry.pk, actor=director)


def test_only_who_corrects_results_changes_line_ups():
    section = team_section()
    match = match_of(published_round(section), "Aldgate")
    team = team_named(section, "Aldgate")
    with pytest.raises(NotAllowed):
        set_line_up(pairing_id=match.pk, entry_id=team.pk, members=[1], actor=somebody("player"))


def test_the_constraint_holds_the_number_of_boards(section):
    with pytest.raises(IntegrityError), transaction.atomic():
        Section.objects.filter(pk=section.pk).update(games_per_pairing=3)


def test_nobody_sits_at_two_boards_of_a_match():
    match = match_of(published_round(team_section()), "Aldgate")
    first = match.games.get(number=1).first_member_id
    with pytest.raises(IntegrityError), transaction.atomic():
        GameResult.objects.filter(pairing=match, number=2).update(first_member=first)
