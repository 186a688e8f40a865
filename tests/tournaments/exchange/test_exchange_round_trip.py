"""Whatever is written is read back as the same values."""

from contextlib import suppress
from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from small_reports import player_line, trf

from tournaments.exchange.trf import Edition, Report, TrfError, read_trf, write_trf
from tournaments.exchange.trf.layouts import HEADINGS
from tournaments.exchange.trf.scoring import reported_points
from tournaments.exchange.trf.values import (
    BLANK,
    AbnormalPoints,
    Acceleration,
    Cell,
    ForfeitedMatch,
    OldTeam,
    OutOfOrder,
    Prohibition,
    ReportedByes,
    ReportedPlayer,
    ReportedTeam,
    RoundDates,
    ScoreTable,
    TeamByes,
)
from tournaments.pairing.values import Colour

TEXTUAL = sorted(set(HEADINGS.values()) - {"rounds", "initial_colour", "score_table"})
LETTERS = "abcABC ÄéЖ漢09.,-:/()+"


def texts(longest):
    return st.text(LETTERS, max_size=longest).map(str.strip)


numbers = st.integers(1, 9999)
short = st.integers(1, 999)
rounds = st.integers(1, 12)
points = st.none() | st.integers(0, 999)
ids = st.lists(numbers, max_size=5).map(tuple)


@st.composite
def players_with_rounds(draw):
    """Players who agree about their games."""
    many = draw(st.integers(1, 6))
    cells = {number: [] for number in range(1, many + 1)}
    for _ in range(draw(st.integers(0, 3))):
        order = draw(st.permutations(sorted(cells)))
        games = draw(st.integers(0, many // 2))
        for white, black in zip(order[: 2 * games : 2], order[1 : 2 * games : 2], strict=True):
            results = draw(
                st.sampled_from(["10", "01", "==", "WL", "DD", "+-", "-+", "--", "00", "XX", "  "])
            )
            cells[white].append(Cell(black, Colour.WHITE, results[0].strip()))
            cells[black].append(Cell(white, Colour.BLACK, results[1].strip()))
        for number in order[2 * games :]:
            cells[number].append(draw(st.sampled_from([Cell(result=letter) for letter in "UHFZ"] + [BLANK])))
    for each in cells.values():
        while each and each[-1] == BLANK:
            each.pop()
    return tuple(draw(player_of(number, tuple(each))) for number, each in cells.items())


def player_of(number, cells):
    return st.builds(
        ReportedPlayer,
        number=st.just(number),
        sex=st.sampled_from(["", "m", "w"]),
        title=st.sampled_from(["", "GM", "MI"]),
        name=texts(33),
        rating=st.none() | st.integers(0, 3000),
        federation=st.sampled_from(["", "NED", "FRA"]),
        fide_number=st.sampled_from(["", "12345678901", "77"]),
        birth=st.sampled_from(["", "1990/01/02"]),
        rank=st.none() | numbers,
        rounds=st.just(cells),
    )


score_tables = st.dictionaries(st.sampled_from("WDLAPX"), st.integers(0, 120), max_size=6).map(
    lambda stated: ScoreTable(tuple(stated.items()))
)
records = {
    "round_dates": st.builds(
        RoundDates, dates=st.lists(st.just("26/03/15"), min_size=1, max_size=4).map(tuple)
    ),
    "byes": st.builds(ReportedByes, letter=st.sampled_from("FHZ"), round_number=rounds, players=ids),
    "accelerations": st.builds(
        Acceleration,
        match_points=points,
        game_points=points,
        first_round=rounds,
        last_round=rounds,
        first_player=numbers,
        last_player=numbers,
    ),
    "prohibitions": st.builds(
        Prohibition, first_round=st.none() | rounds, last_round=st.none() | rounds, players=ids
    ),
    "abnormal_points": st.builds(
        AbnormalPoints,
        letter=st.sampled_from(["", "W", "+"]),
        match_points=points,
        game_points=st.none() | st.integers(-99, 99),
        round_number=st.none() | rounds,
        players=ids,
    ),
    "old_teams": st.builds(OldTeam, name=texts(32), players=ids),
    "teams": st.builds(
        ReportedTeam,
        number=short,
        name=texts(32),
        short_name=texts(5),
        strength=st.sampled_from(["", "2345.6"]),
        match_points=points,
        game_points=points,
        rank=st.none() | short,
        players=ids,
    ),
    "out_of_order": st.builds(OutOfOrder, round_number=rounds, team=short, opponent=short, players=ids),
    "team_byes": st.builds(
        TeamByes,
        match_points=points,
        game_points=points,
        teams=st.lists(st.integers(0, 999), max_size=6).map(tuple),
    ),
    "forfeited_matches": st.builds(
        ForfeitedMatch,
        outcome=st.sampled_from(["+-", "-+", "--"]),
        round_number=rounds,
        white=short,
        black=short,
    ),
}


@st.composite
def reports(draw):
    """A report of the newer format with any of its records."""
    stated = {name: draw(texts(30)) for name in TEXTUAL if draw(st.booleans())}
    several = {name: tuple(draw(st.lists(each, max_size=1))) for name, each in records.items()}
    report = Report(
        edition=Edition.TRF26,
        rounds=draw(st.integers(1, 20)),
        initial_colour=draw(st.sampled_from([None, *Colour])),
        score_table=draw(score_tables),
        numbers_by_rank=draw(st.booleans()),
        deputies=tuple(draw(st.lists(texts(20).filter(bool), max_size=2))),
        team_tables=tuple(draw(st.lists(texts(20).filter(bool), max_size=2))),
        team_game_tables=tuple(draw(st.lists(texts(20).filter(bool), max_size=2))),
        players=draw(players_with_rounds()),
        **stated,
        **several,
    )
    scored = (replace(player, points=reported_points(report, player)) for player in report.players)
    return replace(report, players=tuple(scored))


@tries(60)
@given(reports())
def test_what_was_written_is_read_as_the_same_values(report):
    reading = read_trf(write_trf(report))
    assert reading.report == report
    assert reading.mended == ()


@tries(40)
@given(players_with_rounds())
def test_an_older_report_settles_in_one_round_of_reading(players):
    data = write_trf(Report(edition=Edition.TRF16, rounds=9, initial_colour=Colour.BLACK, players=players))
    first = read_trf(data).report
    assert read_trf(write_trf(first)).report == first


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_by_name(data):
    read_or_refused(data)


DAMAGED = trf(
    player_line(1, "1.0", "2w1"),
    player_line(2, "0.0", "1b0"),
    "240 H 002    1",
    "250       1.0 001 002 0001 0001",
    "260 001 002    1    2",
    "310   1 A team",
    "XXS W=1.0",
)


@tries(200)
@given(st.data())
def test_a_damaged_report_is_read_or_refused_by_name(data):
    whole = bytearray(DAMAGED)
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    read_or_refused(bytes(whole))


def read_or_refused(data):
    """Any other error than a named one goes through and fails the test."""
    with suppress(TrfError):
        read_trf(data)


def test_national_lists_have_the_columns_of_the_players():
    line = "NED" + player_line(1, "1.0")[3:]
    data = trf(player_line(1, "0.0"), line)
    report = read_trf(data).report
    assert (report.national_players[0].list_of, report.national_players[0].points) == ("NED", 10)
    assert write_trf(report) == data


@pytest.mark.parametrize("edition", list(Edition))
def test_an_edition_is_told_from_its_records(edition):
    report = Report(edition=edition, rounds=5, players=(ReportedPlayer(number=1, points=0),))
    assert read_trf(write_trf(report)).report == report
