"""Traps of tournament reports: what is mended and told, and what is refused with its place."""

import pytest
from small_reports import HEAD, player_line, trf

from tournaments.exchange.trf import Edition, read_trf, snapshot_of, write_trf
from tournaments.exchange.trf.errors import (
    ColumnMissing,
    ColumnUnreadable,
    NoSuchRound,
    NotATrf,
    NotInThisEdition,
    OpponentsDisagree,
    OpponentUnknown,
    PlayerTwice,
    PointsDifferByColour,
    ResultUnknown,
    RoundUnfinished,
    TooWide,
)
from tournaments.exchange.trf.values import Acceleration, Prohibition, ReportedByes, UnknownLine
from tournaments.pairing.values import Colour, RoundKind

TWO = (player_line(1, "1.0", "2w1"), player_line(2, "0.0", "1b0"))
PLAIN = trf(*TWO)
OLDER_HEAD = ("012 Club evening",)


def mended(data):
    return [(each.line, each.code) for each in read_trf(data).mended]


def test_a_clean_report_needs_no_mending():
    assert read_trf(PLAIN).mended == ()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(b"\xef\xbb\xbf" + PLAIN, (0, "byte_order_mark"), id="byte order mark"),
        pytest.param(PLAIN.replace(b"\n", b"\r"), (0, "line_ends_cr"), id="carriage returns only"),
    ],
)
def test_the_same_report_whatever_machine_wrote_it(data, told):
    reading = read_trf(data)
    assert reading.report == read_trf(PLAIN).report
    assert [(each.line, each.code) for each in reading.mended] == [told]


def test_windows_line_ends_are_no_trap():
    assert read_trf(PLAIN.replace(b"\n", b"\r\n")) == read_trf(PLAIN)


def test_latin_1_is_read_and_told():
    data = trf(player_line(1, "0.0", name="Wiersma, Harm"), player_line(2, "0.0", name="Müller")).decode()
    reading = read_trf(data.encode("latin-1"))
    assert reading.report.players[1].name == "Müller"
    assert [(each.line, each.code) for each in reading.mended] == [(6, "not_utf8")]


def test_missing_trailing_columns_leave_the_round_unplayed():
    report = read_trf(trf(*TWO, player_line(3, "0.0"))).report
    assert report.players[2].rounds == ()
    assert [player.is_present for player in snapshot_of(report, 1).players] == [True, True, False]
    assert [player.is_present for player in snapshot_of(report, 2).players] == [True, True, True]


def test_a_line_without_points_gets_them_from_the_results():
    short = "001    2      Player 2"
    reading = read_trf(trf(player_line(1, "0.0"), short))
    assert reading.report.players[1].points == 0
    assert [(each.line, each.code) for each in reading.mended] == [(6, "score_missing")]


def test_the_results_count_where_the_score_differs():
    reading = read_trf(trf(player_line(1, "2.5", "2w1"), TWO[1]))
    assert reading.report.players[0].points == 10
    assert reading.mended[0].code == "score_differs"
    assert reading.mended[0].facts == {"player": 1, "found": "2.5", "counted": "1.0"}


def test_a_decimal_comma_is_understood():
    assert mended(trf(player_line(1, "1,0", "2w1"), TWO[1])) == [(5, "decimal_comma")]


def test_full_bye_where_the_allocated_one_was_meant_in_the_older_format():
    lines = (*TWO, player_line(3, "1.0", "-F"))
    reading = read_trf(trf(*lines, head=OLDER_HEAD))
    assert [(each.line, each.code) for each in reading.mended] == [(4, "bye_letter")]
    assert reading.report.players[2].rounds[0].result == "U"


def test_full_bye_stays_one_in_the_newer_format_and_beside_an_allocated_one():
    lines = (*TWO, player_line(3, "1.0", "-F"))
    assert read_trf(trf(*lines)).report.players[2].rounds[0].result == "F"
    older = read_trf(trf(*lines, player_line(4, "1.0", "-U"), head=OLDER_HEAD))
    assert older.report.players[2].rounds[0].result == "F"


@pytest.mark.parametrize(("written", "meant"), [("+", "U"), ("1", "U"), ("=", "H"), ("-", "Z"), ("0", "Z")])
def test_a_result_without_opponent_is_a_bye(written, meant):
    reading = read_trf(trf(*TWO, player_line(3, {"U": "1.0", "H": "0.5", "Z": "0.0"}[meant], "-" + written)))
    assert reading.report.players[2].rounds[0].result == meant
    assert reading.mended[0].facts == {"player": 3, "round": 1, "found": written, "meant": meant}


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("250       1.0 001 002 0001 0008", id="as it should be"),
        pytest.param("250  1.0 001 002 0001 0008", id="shifted left"),
        pytest.param("250            1.0   1   2     1   8", id="shifted right"),
        pytest.param("250   1.0   1 2 1 8", id="single blanks"),
    ],
)
def test_acceleration_off_by_columns(line):
    reading = read_trf(trf(*TWO, line))
    record = reading.report.accelerations[0]
    assert (record.points, record.first_round, record.last_round) == (10, 1, 2)
    assert (record.first_player, record.last_player) == (1, 8)
    told = [] if line.endswith("      1.0 001 002 0001 0008") and len(line) == 31 else ["columns_shifted"]
    assert [each.code for each in reading.mended] == told


def test_unknown_lines_are_told_and_written_back_where_they_were():
    data = trf("### the players", *TWO, "999 something of a later edition")
    reading = read_trf(data)
    assert [(each.line, each.code) for each in reading.mended] == [(8, "line_kept")]
    assert reading.report.kept == (
        UnknownLine("### the players", "192"),
        UnknownLine("999 something of a later edition", "001"),
    )
    assert write_trf(reading.report) == data


def test_columns_counted_in_bytes_instead_of_letters():
    line = player_line(2, "0.0", "1b0", name="Gantwárg").replace("Gantwárg ", "Gantwárg", 1)
    reading = read_trf(trf(TWO[0], line))
    assert reading.report == read_trf(trf(TWO[0], player_line(2, "0.0", "1b0", name="Gantwárg"))).report
    assert [(each.line, each.code) for each in reading.mended] == [(6, "columns_in_bytes")]


@pytest.mark.parametrize("name", ["Vall\xe0", "\xc5se \xc5", "Bo\xa0"])
def test_a_letter_at_the_end_of_a_name_counted_in_bytes(name):
    """The second byte of such a letter is a blank in Latin-1; found by fuzzing."""
    line = player_line(2, "0.0", "1b0", name="NAME".ljust(33)).encode()
    line = line.replace(b"NAME".ljust(33), name.encode().ljust(33)).decode()
    assert read_trf(trf(TWO[0], line)).report.players[1].name == name.strip()


def test_a_name_that_runs_over_its_columns_is_told():
    line = player_line(2, "0.0", "1b0", name="N" * 33)
    assert mended(trf(TWO[0], line[:47] + "N" + line[48:])) == [(6, "stray_text")]


def test_a_second_name_is_kept_and_told():
    assert mended(trf("012 Another name", *TWO)) == [(5, "record_repeated")]


@pytest.mark.parametrize(
    ("lines", "error", "line", "column", "found"),
    [
        pytest.param((player_line(1, "x.y"),), ColumnUnreadable, 5, 81, "x.y", id="points that are none"),
        pytest.param(("001 Nobody",), ColumnUnreadable, 5, 5, "Nobo", id="no number"),
        pytest.param(("001",), ColumnMissing, 5, 5, "", id="blank number"),
        pytest.param((player_line(1, "0.0", "2wQ"),), ResultUnknown, 5, 99, "Q", id="unknown result"),
        pytest.param((player_line(1, "0.0", "-Q"),), ResultUnknown, 5, 99, "Q", id="unknown bye"),
        pytest.param((player_line(1, "0.0", "2x1"),), ColumnUnreadable, 5, 97, "x", id="unknown colour"),
        pytest.param((TWO[0], TWO[0]), PlayerTwice, 6, 5, "1", id="a number twice"),
        pytest.param((TWO[0],), OpponentUnknown, 5, 92, "2", id="opponent missing"),
        pytest.param((TWO[0], player_line(2, "0.0")), OpponentsDisagree, 5, 92, "1", id="one-sided game"),
        pytest.param(
            (TWO[0], player_line(2, "0.0", "1w0")), OpponentsDisagree, 5, 92, "1", id="both have White"
        ),
        pytest.param((TWO[0], player_line(2, "1.0", "1b1")), OpponentsDisagree, 5, 92, "1", id="both win"),
        pytest.param((*TWO, "250 many"), ColumnUnreadable, 7, 15, "many", id="acceleration in words"),
        pytest.param((*TWO, "330 +- 1 2 3"), ColumnUnreadable, 7, 8, "1 2", id="a slipped team record"),
        pytest.param((*TWO, "XXS WIN=3"), ColumnUnreadable, 7, 5, "WIN=3", id="unknown score code"),
        pytest.param((*TWO, "XXS WW=3 BW=2"), PointsDifferByColour, 7, 10, "BW=2", id="points by colour"),
        pytest.param((*TWO, "XXP 1 two"), ColumnUnreadable, 7, 7, "two", id="prohibition in words"),
    ],
)
def test_what_cannot_be_understood_is_named_with_its_place(lines, error, line, column, found):
    with pytest.raises(error) as refusal:
        read_trf(trf(*lines), file="club.trf")
    facts = refusal.value.facts
    assert (facts["file"], facts["line"], facts["column"], facts["found"]) == (
        "club.trf",
        line,
        column,
        found,
    )


@pytest.mark.parametrize("data", [b"", b"\n\n", b"1. 11-15 22-18\n", b"012 A name and no players\n"])
def test_no_report_at_all(data):
    with pytest.raises(NotATrf):
        read_trf(data)


def test_points_finer_than_a_tenth_are_refused_never_rounded():
    with pytest.raises(ColumnUnreadable):
        read_trf(trf(player_line(1, "0.25"), player_line(2, "0.0")))


def test_javafo_extensions_are_values_of_the_newer_format():
    report = read_trf(
        trf(
            *TWO,
            player_line(3, "1.0", "-U"),
            "XXR 7",
            "XXC rank black1",
            "XXZ 3",
            "XXA    1  1.0  1.0  0.5",
            "XXP 1 2 3",
            "XXS WW=3 BW=3 WD=1 BD=1 PAB=1",
            head=OLDER_HEAD,
        )
    ).report
    assert (report.edition, report.rounds, report.initial_colour) == (Edition.TRF16, 7, Colour.BLACK)
    assert report.numbers_by_rank
    assert report.byes == (ReportedByes(letter="Z", round_number=2, players=(3,)),)
    assert report.accelerations == (
        Acceleration(game_points=10, first_round=1, last_round=2, first_player=1, last_player=1),
        Acceleration(game_points=5, first_round=3, last_round=3, first_player=1, last_player=1),
    )
    assert report.prohibitions == (Prohibition(players=(1, 2, 3)),)
    assert dict(report.score_table.stated) == {"W": 30, "D": 10, "P": 10}
    assert len(snapshot_of(report, 2).forbidden) == 3


def test_bbp_extensions_of_the_points():
    lines = ("BBW  3.0", "BBD  1.0", "BBL  0.0", "BBZ  0.0", "BBF  0.0", "BBU  1.0")
    report = read_trf(trf(player_line(1, "3.0", "2w1"), TWO[1], *lines, head=OLDER_HEAD)).report
    assert [report.score_table.points(symbol) for symbol in "WDLZ-P"] == [30, 10, 0, 0, 0, 10]


def test_an_older_report_is_written_with_extensions_and_reads_the_same():
    data = trf(
        *TWO, "XXR 7", "XXC black1", "XXS W=1.0 D=0.5", "XXZ 2", "XXP 1 2", "XXA    1  1.0", head=OLDER_HEAD
    )
    report = read_trf(data).report
    assert write_trf(report) == data


def test_the_older_format_cannot_say_everything():
    report = read_trf(trf(*TWO, head=OLDER_HEAD)).report
    late = ReportedByes(letter="H", round_number=4, players=(1,))
    apart = Prohibition(first_round=2, last_round=3, players=(1, 2))
    for more in (
        {"byes": (late,)},
        {"prohibitions": (apart,)},
    ):
        with pytest.raises(NotInThisEdition):
            write_trf(type(report)(**{**as_dict(report), **more}))
    with pytest.raises(NotInThisEdition):
        write_trf(type(report)(**{**as_dict(report), "type_code": "FIDE_DUTCH"}))


def as_dict(report):
    return {name: getattr(report, name) for name in report.__slots__}


def test_a_name_too_long_for_its_columns_is_refused():
    report = read_trf(PLAIN).report
    player = type(report.players[0])(number=1, name="N" * 34)
    with pytest.raises(TooWide):
        write_trf(type(report)(**{**as_dict(report), "players": (player,)}))


@pytest.mark.parametrize("number", [0, 6])
def test_a_round_the_tournament_does_not_have(number):
    with pytest.raises(NoSuchRound):
        snapshot_of(read_trf(PLAIN).report, number)


def test_an_earlier_round_without_a_result_must_be_finished_first():
    report = read_trf(trf(player_line(1, "0.0", "2w "), player_line(2, "0.0", "1b "))).report
    assert len(snapshot_of(report, 1).present) == 2
    with pytest.raises(RoundUnfinished):
        snapshot_of(report, 2)


def test_absence_by_record_240_in_a_coming_and_in_a_past_round():
    report = read_trf(trf(*TWO, player_line(3, "0.5"), "240 H 001    3", "240 Z 002    1    2")).report
    assert report.byes[0] == ReportedByes(letter="H", round_number=1, players=(3,))
    before = snapshot_of(report, 2)
    assert [player.number for player in before.present] == [3]
    assert before.players[2].rounds[0].kind is RoundKind.HALF_BYE


def test_abnormal_points_of_one_round_and_a_correction():
    lines = (
        player_line(1, "0.5", "2w1"),
        TWO[1],
        "299 W         0.5    1    1",
        "299          -0.5    1    2",
    )
    report = read_trf(trf(*lines)).report
    assert [player.points for player in report.players] == [5, -5]
    assert report.abnormal_points[0].letter == "W"


def test_the_initial_colour_is_seen_in_the_first_round_where_it_is_not_said():
    lines = (player_line(1, "0.0", "-Z"), player_line(2, "0.0", "3b0"), player_line(3, "1.0", "2w1"))
    assert snapshot_of(read_trf(trf(*lines, head=HEAD[:2])).report, 2).initial_colour is Colour.BLACK
