"""Teams in the table: match points, board points, the tie-breaks of teams, and the records of members."""

from itertools import pairwise

import pytest
from club_evening import played_of, published_of
from django.urls import reverse
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from team_evening import match_of, teams_of

from club.core.actor import SYSTEM
from tournaments.core.translate import histories
from tournaments.models import GameResult, Outcome, Scoring, TeamMember
from tournaments.pairing.checking.findings import Severity
from tournaments.results.services.results import forfeit_match, record_result
from tournaments.rounds.checks import round_report
from tournaments.rounds.errors import AllRoundsPlayed
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.standings import results_of, standing_rows
from tournaments.standings.tie_break_explanations import part_text
from tournaments.teams.selectors.team_boards import board_tables, member_records
from tournaments.teams.services.line_ups import set_line_up

pytestmark = pytest.mark.django_db


def enter(match, *outcomes):
    """Results by board; 1 the team named first won, 0 the other, = drawn."""
    for game, told in enumerate(outcomes, start=1):
        first = Outcome.WHITE if game % 2 else Outcome.BLACK
        second = Outcome.BLACK if game % 2 else Outcome.WHITE
        outcome = {"1": first, "0": second, "=": Outcome.DRAW}[told]
        record_result(pairing_id=match.pk, game=game, outcome=outcome, actor=SYSTEM)


def one_round(**facts):
    """Of four teams the first beats the third by 6-2, the second draws with the fourth."""
    section = teams_of(4, **facts)
    row = published_of(section)
    enter(match_of(row, "Team 01"), *("11==" if match_of(row, "Team 01").white.name == "Team 01" else "00=="))
    enter(match_of(row, "Team 02"), *"10==")
    return section


def table_of(section):
    table = standing_rows(section)
    return [(row.rank, row.entry.name, [value.text for value in row.values]) for row in table.rows]


def test_match_points_come_first_and_board_points_second():
    section = one_round(tie_breaks=["GPTS"])
    assert table_of(section)[0] == (1, "Team 01", ["2", "6"])
    assert table_of(section)[-1] == (4, "Team 03", ["0", "2"])
    assert [row[2] for row in table_of(section)[1:3]] == [["1", "4"], ["1", "4"]]


def test_a_section_by_board_points_ranks_by_them():
    section = one_round(tie_breaks=["MPTS"], scoring=Scoring.GAMES)
    assert table_of(section)[0] == (1, "Team 01", ["6", "2"])


def test_board_count_prefers_points_at_the_upper_boards():
    section = one_round(tie_breaks=["BC", "TBR"])
    (first,) = [row for row in standing_rows(section).rows if row.entry.name == "Team 01"]
    # 2 + 2*2 + 3*1 + 4*1: wins on boards 1 and 2, draws on 3 and 4.
    assert first.values[1].text == "13"
    told = [part_text(part, "BC", {}).text for part in first.values[1].parts]
    assert told[0] == "board 1, times 2 points there: 2"
    assert told[3] == "board 4, times 1 points there: 4"


def test_boards_of_teams_are_compared_in_turn():
    section = one_round(tie_breaks=["TBR"])
    tied = [row for row in standing_rows(section).rows if row.points == 1]
    assert [row.values[1].text for row in tied] == ["1", "2"]
    assert part_text(tied[0].values[1].parts[0], "TBR", {}).text == "board 1: 2"


@pytest.mark.parametrize("code", ["EMMSB", "EMGSB", "EGMSB", "EGGSB", "EDE", "EDEBT", "SSSC", "BBE", "MPvGP"])
def test_every_tie_break_of_teams_has_its_sum_in_words(code):
    section = one_round(tie_breaks=[code])
    names = {row.entry.number: row.entry.name for row in standing_rows(section).rows}
    for row in standing_rows(section).rows:
        for part in row.values[1].parts:
            assert part_text(part, row.values[1].code, names).text


def test_games_of_a_match_reach_the_tie_breaks_with_their_boards():
    section = one_round()
    results, _entries = results_of(section, after=1)
    assert results.is_of_teams
    first = next(one for one in results.entrants if one.number == 1).outcomes[0]
    assert [game.board_number for game in first.games] == [1, 2, 3, 4]
    assert sum(game.points for game in first.games) == first.game_points == 6
    colours = [game.colour for game in first.games]
    assert all(one is not other for one, other in pairwise(colours))


def test_a_member_has_games_points_and_percentage():
    section = one_round()
    (record,) = [one for one in member_records(section) if one.member.name == "Team 01.1"]
    assert (record.games, record.points, record.percent, record.board) == (1, 2, "100.0", 1)
    (game,) = record.rounds
    assert (game.opponent.name, game.team.name, game.mine, game.theirs) == ("Team 03.1", "Team 03", 2, 0)


def test_boards_won_by_forfeit_stand_beside_and_count_in_no_percentage():
    section = teams_of(2)
    row = published_of(section)
    match = match_of(row, "Team 01")
    keys = [one.pk for one in match.black.members.all()]
    set_line_up(pairing_id=match.pk, entry_id=match.black_id, members=keys[:3], actor=SYSTEM)
    enter(match, *"1=0")
    records = {one.member.name: one for one in member_records(section)}
    last = records[f"{match.white.name}.4"]
    assert (last.games, last.points, last.forfeits, last.percentage) == (0, 0, 1, None)
    assert records[f"{match.black.name}.4"].rounds == ()
    assert all(row.member != last.member for table in board_tables(section) for _rank, row in table.rows)


def test_everybody_stands_at_the_board_of_most_games():
    section = teams_of(2, members=5, rounds=3)
    row = published_of(section)
    match = match_of(row, "Team 01")
    keys = [one.pk for one in match.white.members.all()]
    set_line_up(pairing_id=match.pk, entry_id=match.white_id, members=keys[1:], actor=SYSTEM)
    enter(match, *"1111")
    tables = {
        table.board: [record.member.name for _rank, record in table.rows] for table in board_tables(section)
    }
    assert f"{match.white.name}.2" in tables[1]
    assert f"{match.white.name}.5" in tables[4]


def test_pages_of_teams(client):
    section = one_round()
    event = section.event

    def shown(name, *more):
        address = reverse(f"tournaments:{name}", args=[event.slug, section.slug, *more])
        answer = client.get(address)
        assert answer.status_code == 200
        return answer.content.decode()

    assert "Team 01.4" in shown("players")
    matches = shown("pairings", 1)
    assert matches.count('class="match__board"') == 8
    assert {"6\N{EN DASH}2", "2\N{EN DASH}6"} & set(matches.replace("<", " ").replace(">", " ").split())
    assert "Team 03.4" in shown("board_table")
    team = shown("player", 1)
    assert "Team 01.1" in team
    assert "100.0" in team
    assert "EMMSB" in shown("standings")
    assert "Team 04" in shown("crosstable")
    played_of(section)
    assert shown("pairings", 2).count('class="match__board"') == 8


def test_the_board_table_of_players_is_empty(client):
    section = teams_of(2, members=0)
    played_of(section)
    answer = client.get(reverse("tournaments:board_table", args=[section.event.slug, section.slug]))
    assert "No games by named members yet." in answer.content.decode()


@pytest.mark.parametrize(("cycles", "rounds"), [(1, 3), (2, 6)])
def test_a_round_robin_of_teams_follows_the_table(cycles, rounds):
    section = teams_of(4, system="team_round_robin", rounds=99, options={"cycles": cycles})
    met = []
    for _number in range(rounds):
        row = played_of(section)
        assert round_report(row).findings == ()
        met += [frozenset((one.white_id, one.black_id)) for one in row.pairings.all()]
    assert len(set(met)) == 6
    assert {met.count(pair) for pair in met} == {cycles}
    with pytest.raises(AllRoundsPlayed):
        published_of(section)


def test_a_match_that_nobody_played_is_a_forfeit_and_may_be_paired_again():
    section = teams_of(2)
    match = match_of(published_of(section), "Team 01")
    forfeit_match(pairing_id=match.pk, entry_id=match.black_id, actor=SYSTEM)
    past = histories(section, before=2)
    kinds = [past[key][0].kind.value for key in (match.white_id, match.black_id)]
    assert kinds == ["forfeit_win", "forfeit_loss"]
    assert [past[key][0].points for key in (match.white_id, match.black_id)] == [2, 0]
    again = published_of(section)
    assert round_report(again).of(Severity.ILLEGAL) == ()


class AnyEvent(TestCase):
    """Whatever is played, points are conserved, colours alternate and nobody sits twice."""

    @tries(4, 40)
    @given(
        teams=st.integers(3, 6),
        boards=st.integers(1, 5),
        sizes=st.lists(st.integers(1, 6), min_size=6, max_size=6),
        outcomes=st.lists(
            st.sampled_from(["white", "black", "draw", "white_forfeit", "double_forfeit", "adjourned"]),
            min_size=40,
            max_size=40,
        ),
    )
    def test_laws_of_matches(self, teams, boards, sizes, outcomes):
        section = teams_of(teams, boards=boards, members=6, rounds=3)
        for team, size in zip(section.entries.all(), sizes, strict=False):
            TeamMember.objects.filter(entry=team, board_order__gt=size).delete()
        told = iter(outcomes)
        for number in range(1, 3):
            row = published_of(section)
            assert round_report(row).of(Severity.ILLEGAL) == ()
            for game in GameResult.objects.filter(pairing__round=row, outcome="pending"):
                asked = {"pairing_id": game.pairing_id, "game": game.number, "actor": SYSTEM}
                record_result(outcome=next(told, "draw"), **asked)
            close_round(round_id=row.pk, actor=SYSTEM)
            self.check(section, row, number, boards)

    def check(self, section, row, number, boards):
        past = histories(section, before=number + 1)
        for match in row.pairings.filter(black__isnull=False):
            one, other = past[match.white_id][number - 1], past[match.black_id][number - 1]
            shared = match.games.exclude(outcome="double_forfeit").count()
            assert one.game_points + other.game_points == 2 * shared
            assert one.points + other.points in ({2} if one.is_played else {0, 2})
            for side in ("first_member", "second_member"):
                sitting = [key for key in match.games.values_list(side, flat=True) if key]
                assert len(sitting) == len(set(sitting)) <= boards
                assert sitting == sorted(sitting)
        results, _entries = results_of(section, after=number)
        for entrant in results.entrants:
            for outcome in entrant.outcomes:
                sides = [game.colour for game in outcome.games]
                assert all(a is not b for a, b in pairwise(sides))
