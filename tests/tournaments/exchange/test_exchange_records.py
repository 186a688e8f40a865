"""Every record of the formats in its columns, and words for every code."""

import pytest
from small_reports import HEAD, player_line, trf

from tournaments.core.refusal_messages import REFUSALS, refusal_text
from tournaments.exchange.note_messages import NOTES, note_text
from tournaments.exchange.trf import errors, read_trf, write_trf
from tournaments.exchange.trf.values import (
    AbnormalPoints,
    Acceleration,
    FileRepair,
    ForfeitedMatch,
    OldTeam,
    OutOfOrder,
    ReportedByes,
    ReportedTeam,
    RoundDates,
    TeamByes,
)
from tournaments.pairing.system_refusals import PairingRefusal

PLAYERS = (player_line(1, "0.0"), player_line(2, "0.0"))

HEADINGS = """\
012 Open of the city
022 Utrecht
032 NED
042 2026/03/15
052 2026/03/22
062 2 (1)
072 1
082 2
092 Team Swiss
102 Arbiter, A.
112 Deputy, B.
112 Deputy, C.
122 80 minutes and 1 a move
132                                                                                        26/03/15  26/03/16
142 9
152 B
162  W 2.0    D 1.0    L 0.0    A 0.0    P 1.0    X 1.0
172 FIDON
182 a program
192 FIDE_TEAM_TYPEA_MP_GP
202 BH:MP,SB:GP
212 PTS,BH:MP
222 40/6000+30:900+30
352 WBWB
362 TW 2.0    TD 1.0    TL 0.0
801 information
802 more of it
"""


def columns(**at):
    """A line from texts at columns: `c5="x"` puts x into column 5."""
    line = ""
    for column, text in sorted((int(name[1:]), text) for name, text in at.items()):
        line = line.ljust(column - 1) + text
    return line


@pytest.mark.parametrize(
    ("line", "attribute", "record"),
    [
        pytest.param(
            columns(c1="013", c5="De Hoop", c37="   1", c42="   2"),
            "old_teams",
            OldTeam(name="De Hoop", players=(1, 2)),
            id="013",
        ),
        pytest.param(
            columns(c1="132", c92="26/03/15", c102="26/03/16"),
            "round_dates",
            RoundDates(dates=("26/03/15", "26/03/16")),
            id="132",
        ),
        pytest.param(
            columns(c1="240", c5="H", c7="003", c11="   1", c16="   2"),
            "byes",
            ReportedByes(letter="H", round_number=3, players=(1, 2)),
            id="240",
        ),
        pytest.param(
            columns(c1="250", c5=" 2.0", c10=" 1.0", c15="001", c19="003", c23="0001", c28="0010"),
            "accelerations",
            Acceleration(
                match_points=20, game_points=10, first_round=1, last_round=3, first_player=1, last_player=10
            ),
            id="250",
        ),
        pytest.param(
            columns(c1="299", c5="W", c8=" 2.0", c14=" 2.5", c20="002", c24="   1"),
            "abnormal_points",
            AbnormalPoints(letter="W", match_points=20, game_points=25, round_number=2, players=(1,)),
            id="299",
        ),
        pytest.param(
            columns(c1="300", c5="  2", c9=" 17", c13="  4", c17="   1", c22="   2"),
            "out_of_order",
            OutOfOrder(round_number=2, team=17, opponent=4, players=(1, 2)),
            id="300",
        ),
        pytest.param(
            columns(
                c1="310",
                c5="  3",
                c9="Huizum",
                c42="HUI",
                c48="2345.6",
                c55="   4.0",
                c62="  11.5",
                c69="  2",
                c74="   1",
                c79="   2",
            ),
            "teams",
            ReportedTeam(
                number=3,
                name="Huizum",
                short_name="HUI",
                strength="2345.6",
                match_points=40,
                game_points=115,
                rank=2,
                players=(1, 2),
            ),
            id="310",
        ),
        pytest.param(
            columns(c1="320", c5=" 1.0", c10=" 2.0", c15="003", c19="000", c23="007"),
            "team_byes",
            TeamByes(match_points=10, game_points=20, teams=(3, 0, 7)),
            id="320",
        ),
        pytest.param(
            columns(c1="330", c5="+-", c8="  4", c12=" 11", c16="  2"),
            "forfeited_matches",
            ForfeitedMatch(outcome="+-", round_number=4, white=11, black=2),
            id="330",
        ),
    ],
)
def test_a_record_in_its_columns(line, attribute, record):
    report = read_trf(trf(*PLAYERS, line)).report
    assert getattr(report, attribute) == (record,)
    assert line in write_trf(report).decode().splitlines()


def test_every_heading_is_read_and_written_back():
    lines = HEADINGS.splitlines()
    first = [line for line in lines if line < "240"]
    rest = [line for line in lines if line > "240"]
    data = trf(*PLAYERS, *rest, head=first)
    reading = read_trf(data)
    assert reading.mended == ()
    assert (reading.report.deputies, reading.report.rounds) == (("Deputy, B.", "Deputy, C."), 9)
    assert [reading.report.score_table.points(symbol) for symbol in "WDLAPX"] == [20, 10, 0, 0, 10, 10]
    assert write_trf(reading.report) == data


def test_a_whole_player_line():
    line = (
        "001    1 wGM  Tansykkuzhina, Tamara             2345 RUS    10123456 1974/02/11  1.5    1     2 w 1"
        "  0000 - H     3 b -"
    )
    others = (player_line(2, "0.0", "1b0"), player_line(3, "1.0", "", "", "1w+"))
    reading = read_trf(trf(line, *others))
    player = reading.report.players[0]
    assert (player.sex, player.title, player.name) == ("w", "GM", "Tansykkuzhina, Tamara")
    assert (player.rating, player.federation, player.fide_number) == (2345, "RUS", "10123456")
    assert (player.birth, player.points, player.rank) == ("1974/02/11", 15, 1)
    assert [cell.result for cell in player.rounds] == ["1", "H", "-"]
    assert reading.mended == ()
    assert write_trf(reading.report).decode().splitlines()[len(HEAD)] == line


def test_a_hundred_points_and_more_stand_without_a_decimal():
    """Stages of 12 and 0 points make such sums."""
    head = (*HEAD[:3], "162  W60.0")
    data = trf(player_line(1, "120", "2w1", "-U"), player_line(2, "0.0", "1b0"), head=head)
    assert read_trf(data).report.players[0].points == 1200
    assert write_trf(read_trf(data).report) == data


def all_errors(base):
    return [each for kind in base.__subclasses__() for each in (kind, *all_errors(kind))]


@pytest.mark.parametrize("error", [*all_errors(errors.TrfError), *all_errors(PairingRefusal)])
def test_every_refusal_has_words_for_its_facts(error):
    facts = {
        "player": 1,
        "round": 1,
        "rounds": 2,
        "opponent": 3,
        "last": 9,
        "first_line": 4,
        "width": 4,
        "players": 0,
        "limit": 100,
    }
    texts = {
        "record": "001",
        "name": "n",
        "known": "k",
        "key": "k",
        "type_code": "t",
        "wanted": "number",
        "kind": "k",
    }
    said = refusal_text(error(**facts, **texts, found="x", column=5))
    assert said.what
    assert said.next_step
    assert error.code in REFUSALS


OF_THE_STANDINGS = {code for code in NOTES if code.startswith(("tiebreak", "standings"))}


def test_every_note_has_words_for_its_facts():
    facts = {"record": "001", "player": 1, "round": 2, "found": "F", "meant": "U", "counted": "1.0"}
    more = {
        "read_as": "latin-1",
        "column": 9,
        "system": "s",
        "type_code": "t",
        "begins": "b",
        "since": "s",
        "by": 2,
        "games": 2,
        "list": "l",
        "name": "n",
        "kind": "k",
        "named": "n",
        "last": 9,
        "players": "1, 2",
        "text": "t",
        "team": 3,
        "now": "n (1)",
        "boards": 4,
        "first": 1,
        "second": 2,
        "points": 3,
        "variant": "pool",
    }
    for code in NOTES.keys() - OF_THE_STANDINGS:
        note = FileRepair(7, code.partition("/")[0], {**facts, **more, "is_white": code.endswith("white")})
        assert note_text("club.trf", note).startswith("club.trf:7: ")
