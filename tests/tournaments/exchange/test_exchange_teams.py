"""Matches of teams in reports: who met whom, who sat where, what is assumed and what is told."""

import pytest
from small_reports import player_line, team_line

from tournaments.exchange.selectors.team_system import team_system
from tournaments.exchange.selectors.trf_document import document_of
from tournaments.exchange.trf import read_trf, write_trf
from tournaments.exchange.trf.matches import boards_of, team_rounds
from tournaments.exchange.trf.team_scores import team_bye, team_histories
from tournaments.exchange.trf.teams import match_points, match_points_text, teams_of


def report_of(*lines):
    return read_trf(("012 Cup\n142 3\n" + "\n".join(lines) + "\n").encode())


NEWER = (
    "192 FIDE_TEAM_TYPEA_MP_GP",
    "352 WB",
    team_line(1, "Red", 1, 2, 3),
    team_line(2, "Blue", 4, 5),
)


def boards(*lines):
    """The boards of the first match."""
    (first, *_rest), notes = team_rounds(report_of(*lines).report)
    match = first.matches[0]
    seats = [(board.first, board.second, board.letters) for board in match.boards]
    return (match.first, match.second), seats, [note.code for note in notes]


def test_opponents_make_a_match_and_the_lists_its_order():
    told = boards(
        *NEWER, player_line(1, "1.0", "4w1"), player_line(2, "0.5", "5b="), player_line(3, "0.0"),
        player_line(4, "0.0", "1b0"), player_line(5, "0.5", "2w="),
    )  # fmt: skip
    assert told == ((1, 2), [(1, 4, ("1", "0")), (2, 5, ("=", "="))], [])


def test_black_on_the_first_board_makes_the_second_team():
    pair, seats, notes = boards(
        *NEWER, player_line(1, "1.0", "4b1"), player_line(2, "0.5", "5w="), player_line(3, "0.0"),
        player_line(4, "0.0", "1w0"), player_line(5, "0.5", "2b="),
    )  # fmt: skip
    assert (pair, seats, notes) == ((2, 1), [(4, 1, ("0", "1")), (5, 2, ("=", "="))], [])


def test_a_forfeit_without_an_opponent_stands_opposite_an_empty_board():
    told = boards(
        *NEWER, player_line(1, "1.0", "4w1"), player_line(2, "1.0", "-+"), player_line(3, "0.0"),
        player_line(4, "0.0", "1b0"), player_line(5, "0.0"),
    )  # fmt: skip
    assert told == ((1, 2), [(1, 4, ("1", "0")), (2, 0, ("+", "-"))], [])


def test_reserves_with_a_sign_of_loss_sit_nowhere():
    """FIDE's own sample writes it for everybody who did not play; the forfeit won stays at its board."""
    told = boards(
        *NEWER, player_line(1, "0.0", "--"), player_line(2, "1.0", "4w1"), player_line(3, "1.0", "-+"),
        player_line(4, "0.0", "2b0"), player_line(5, "0.0", "--"),
    )  # fmt: skip
    assert told == ((1, 2), [(2, 4, ("1", "0")), (3, 5, ("+", "-"))], [])


def test_a_team_that_rests_may_have_signs_of_loss():
    _match, notes = team_rounds(
        report_of(
            *NEWER, team_line(3, "Green", 6),
            player_line(1, "1.0", "4w1"), player_line(2, "0.0"), player_line(3, "0.0"),
            player_line(4, "0.0", "1b0"), player_line(5, "0.0"), player_line(6, "0.0", "--"),
        ).report
    )  # fmt: skip
    assert notes == ()


def test_record_300_says_who_sat_elsewhere_and_blank_is_nobody():
    lines = (
        player_line(1, "0.0"), player_line(2, "1.0", "5b1"), player_line(3, "0.0"),
        player_line(4, "1.0", "-+"), player_line(5, "0.0", "2w0"),
    )  # fmt: skip
    told = boards(*NEWER, *lines, "300   1   1   2         2")
    assert told == ((1, 2), [(0, 4, ("-", "+")), (2, 5, ("1", "0"))], [])


def test_record_330_is_a_match_without_anybody():
    one = player_line
    told = boards(*NEWER, *(one(at, "0.0") for at in range(1, 6)), "330 -+   1   2   1")
    assert told == ((2, 1), [(0, 0, ("-", "+"))] * 2, [])


def test_an_order_that_contradicts_the_lists_is_told():
    _pair, seats, notes = boards(
        *NEWER, player_line(1, "1.0", "5w1"), player_line(2, "0.5", "4b="), player_line(3, "0.0"),
        player_line(4, "0.5", "2w="), player_line(5, "0.0", "1b0"),
    )  # fmt: skip
    assert {frozenset(seat[:2]) for seat in seats} == {frozenset({1, 5}), frozenset({2, 4})}
    assert notes == ["board_assumed"]


OLDER = (
    "013 " + f"{'Red':<32}   1    2",
    "013 " + f"{'Blue':<32}   3    4",
    "013 " + f"{'Gold':<32}   5    6",
)


def test_the_older_form_numbers_teams_as_they_stand_and_finds_the_bye():
    players = [
        player_line(1, "1.0", "3w1"), player_line(2, "1.0", "4b1"), player_line(3, "0.0", "1b0"),
        player_line(4, "0.0", "2w0"), player_line(5, "1.0", "-+"), player_line(6, "1.0", "-+"),
    ]  # fmt: skip
    reading = report_of(*players, *OLDER)
    assert [(team.number, team.name, team.players) for team in teams_of(reading.report)] == [
        (1, "Red", (1, 2)),
        (2, "Blue", (3, 4)),
        (3, "Gold", (5, 6)),
    ]
    (told,), notes = team_rounds(reading.report)
    assert (boards_of(reading.report), dict(told.idle)) == (2, {3: "U"})
    assert [(note.code, note.facts["team"]) for note in notes] == [("team_bye_letter", 3)]
    assert reading.mended == ()


def test_points_of_matches_and_byes():
    text = match_points_text({"TW": 30, "TD": 15, "TL": 0})
    assert text == "TW 3.0   TD 1.5   TL 0.0"
    players = [player_line(at, "0.0") for at in range(1, 6)]
    report = report_of(*NEWER, f"362 {text}", "320  1.5  2.0 002", *players).report
    assert match_points(report) == {"TW": 30, "TD": 15, "TL": 0}
    assert (team_bye(report).match, team_bye(report).board) == (15, 10)
    assert match_points(report_of(*NEWER, *players).report) == {"TW": 20, "TD": 10, "TL": 0}


def test_histories_have_both_points():
    report = report_of(
        *NEWER, player_line(1, "1.0", "4w1"), player_line(2, "0.5", "5b="), player_line(3, "0.0"),
        player_line(4, "0.0", "1b0"), player_line(5, "0.5", "2w="),
    ).report  # fmt: skip
    rounds, _notes = team_rounds(report)
    told = team_histories(report, rounds)
    assert [(told[team][0].points, told[team][0].game_points) for team in (1, 2)] == [(20, 15), (0, 5)]


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("FIDE_TEAM", ("team_swiss_2026", True, {}, False)),
        ("FIDE_TEAM_TYPEB_GP_MP", ("team_swiss_2026", False, {"team_preference": "b"}, False)),
        (
            "FIDE_TEAM_MP",
            ("team_swiss_2026", True, {"team_preference": "none", "first_by_second_score": False}, False),
        ),
        ("FIDE_TEAM_DOUBLEROUNDROBIN", ("team_round_robin", True, {"cycles": 2}, False)),
        ("BERGER_TEAM_ROUNDROBIN_G3", ("team_round_robin", True, {"cycles": 3}, False)),
        ("BERGER_TEAM_DOUBLEROUNDROBIN", ("team_round_robin", True, {"cycles": 2}, True)),
        ("BERGER_TEAM_ROUNDROBIN_G9", ("team_round_robin", True, {"cycles": 4}, True)),
        ("", ("team_swiss_2026", True, {}, True)),
    ],
)
def test_type_codes_of_teams(code, told):
    made = team_system(code)
    assert (made.system, made.by_match, made.options, made.is_assumed) == told


def test_everything_that_was_assumed_is_told():
    """Somebody in no team and in no report, two of one name, other colours, points that do not follow."""
    lines = (
        "192 CUSTOM_TEAM_SWISS",
        "352 WBBW",
        team_line(1, "Red", 1, 2, 9, points=("2.0", "3.0")),
        team_line(2, "Blue", 3, 4),
        player_line(1, "1.0", "3w1", name="Ann"),
        player_line(2, "0.0", "5b0", name="Bo"),
        player_line(3, "0.0", "1b0", name="Ann"),
        player_line(4, "0.0", name="Di"),
        player_line(5, "1.0", "2w1", name="Ed"),
    )
    document, notes = document_of(report_of(*lines).report)
    assert {note.code for note in notes} >= {
        "system_not_here", "board_colours_left_out", "member_unknown", "player_of_no_team", "member_renamed",
        "game_outside_match", "team_score_differs", "tie_breaks_assumed",
    }  # fmt: skip
    assert [[one["name"] for one in entry["members"]] for entry in document["entries"]] == [
        ["Ann", "Bo"],
        ["Ann (3)", "Di"],
    ]


def test_a_bye_of_a_third_of_a_point_makes_whole_points():
    players = [player_line(at, "0.0") for at in range(1, 6)]
    document, _notes = document_of(report_of("352 WBW", *NEWER[2:], "320  1.0  1.0 002", *players).report)
    section = document["section"]
    assert (section["win_points"], section["draw_points"], section["bye_points"]) == (6, 3, 2)


def test_records_of_teams_are_written_as_they_were_read():
    players = [player_line(at, "0.0") for at in range(1, 6)]
    lines = (
        *players,
        "300   1   1   2    2    0",
        *NEWER[2:],
        "320  1.0  2.0 000 001",
        "330 +-   1   1   2",
        "352 WB",
    )
    report = report_of(*lines).report
    assert read_trf(write_trf(report)).report == report
