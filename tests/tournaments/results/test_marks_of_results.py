"""Rounds scored by ballot, drawn games with a plus, pairings won in a later stage, lots."""

import pytest
from django.urls import reverse
from event_rows import club_of, latest, play, played_round, published_round, section_of, somebody

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.models import Role
from tournaments.core.errors import StagesUnfit
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf
from tournaments.exchange.trf.scoring import player_round
from tournaments.models import GameResult, Outcome, ResultMark, Section
from tournaments.results.errors import MarkUnfit
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.standings import points_table, standing_rows

POINTS = {"win_points": 12, "draw_points": 6, "loss_points": 0, "bye_points": 12}
STAGES = POINTS | {"options": {"stages": "12-0"}}
ON = {"options": {"plus_draws": True}}


def enter(board, outcome, *, game=1, mark=None, actor=SYSTEM, **told):
    return record_result(pairing_id=board.pk, game=game, outcome=outcome, mark=mark, actor=actor, **told)


def first_board(section):
    return published_round(section).pairings.get(board_number=1)


def points(section, board):
    table = points_table(section, after=1)
    return table[board.white_id], table[board.black_id]


def column(section, code, *, after=1):
    """A tie-break of everybody, by name."""
    table = standing_rows(section, after=after)
    return {row.entry.name: value.text for row in table.rows for value in row.values if value.code == code}


# -- by ballot -------------------------------------------------------------------------------------

W, D, B = Outcome.WHITE, Outcome.DRAW, Outcome.BLACK


@pytest.mark.parametrize(
    ("outcomes", "score", "ballots"),
    [
        pytest.param((W, B, W, B), (4, 0), (2, 0), id="both ballots won"),
        pytest.param((W, B, D, D), (3, 1), (1, 0), id="one won, one drawn"),
        pytest.param((W, B, B, D), (2, 2), (1, 1), id="four points to three are one ballot each"),
        pytest.param((W, W, B, B), (2, 2), (0, 0), id="a game each is a drawn ballot"),
    ],
)
def test_a_round_of_four_games_is_scored_by_its_two_ballots(db, outcomes, score, ballots):
    section = section_of(preset="acf", games_per_pairing=4, scoring="ballot", tie_breaks=["BALLOTS"])
    board = first_board(section)
    for game, outcome in enumerate(outcomes, start=1):
        enter(board, outcome, game=game)
    assert points(section, board) == score
    won = column(section, "BALLOTS")
    assert (won[board.white.name], won[board.black.name]) == tuple(map(str, ballots))


def test_a_ballot_counts_once_one_of_its_games_is_in(db):
    section = section_of(preset="acf", games_per_pairing=4, scoring="ballot")
    board = first_board(section)
    assert points(section, board) == (0, 0)
    enter(board, Outcome.DRAW)
    assert points(section, board) == (1, 1)


def test_nobody_has_points_of_a_ballot_that_nobody_came_to(db):
    section = section_of(preset="acf", games_per_pairing=4, scoring="ballot")
    board = first_board(section)
    for game in range(1, 5):
        enter(board, Outcome.DOUBLE_FORFEIT, game=game)
    assert points(section, board) == (0, 0)


def test_the_bye_of_a_round_scored_by_ballot_is_worth_a_win_in_each(db):
    section = section_of(preset="acf", games_per_pairing=4, scoring="ballot", players=5)
    row = published_round(section)
    assert points_table(section, after=1)[row.pairings.get(black=None).white_id] == 4


def test_rounds_scored_by_ballot_are_paired_by_these_points(db):
    section = section_of(preset="acf", games_per_pairing=4, scoring="ballot")
    played_round(section)
    row = published_round(section)
    play(row)
    assert row.pairings.filter(black__isnull=False).count() == 3


# -- the games of a match --------------------------------------------------------------------------


def test_games_of_a_match_are_counted_one_by_one(db):
    """WON counts games, not rounds; BPG has a game with Black for both (C.07 7.2, 7.3)."""
    section = section_of(preset="acf", tie_breaks=["WON", "BPG", "BWG"])
    board = first_board(section)
    enter(board, Outcome.WHITE)
    enter(board, Outcome.WHITE, game=2)
    first, second = board.white.name, board.black.name
    assert [column(section, code)[first] for code in ("WON", "BPG", "BWG")] == ["1", "1", "0"]
    assert [column(section, code)[second] for code in ("WON", "BPG", "BWG")] == ["1", "1", "0"]


# -- plus and minus draws --------------------------------------------------------------------------


def test_a_plus_is_noted_beside_a_drawn_game_and_breaks_a_tie(db):
    section = section_of(tie_breaks=["PLUS", "PLUSDRAWS"], **ON)
    board = first_board(section)
    enter(board, Outcome.DRAW, mark=ResultMark.BLACK_PLUS)
    assert points(section, board) == (1, 1)
    balance, plus = column(section, "PLUS"), column(section, "PLUSDRAWS")
    assert (balance[board.white.name], balance[board.black.name]) == ("-1", "1")
    assert (plus[board.white.name], plus[board.black.name]) == ("0", "1")
    names = [row.entry.name for row in standing_rows(section, after=1).rows]
    assert names.index(board.black.name) < names.index(board.white.name)


def test_a_key_pressed_again_leaves_the_plus_and_another_result_takes_it(db):
    section = section_of(**ON)
    board = first_board(section)
    enter(board, Outcome.DRAW, mark=ResultMark.WHITE_PLUS)
    assert enter(board, Outcome.DRAW).mark == ResultMark.WHITE_PLUS
    assert enter(board, Outcome.WHITE).mark == ""
    assert enter(board, Outcome.DRAW).mark == ""


@pytest.mark.parametrize(
    ("settings", "outcome", "mark"),
    [
        pytest.param({}, Outcome.DRAW, "white_plus", id="nobody asked for a plus"),
        pytest.param(ON, Outcome.WHITE, "white_plus", id="a won game has none"),
        pytest.param(ON, Outcome.WHITE, "rapid", id="no stages here"),
        pytest.param(STAGES, Outcome.DRAW, "rapid", id="a stage is won"),
        pytest.param(STAGES, Outcome.WHITE, "super_blitz", id="a stage of another table"),
        pytest.param(ON, Outcome.DRAW, "nonsense", id="unknown"),
    ],
)
def test_a_mark_that_does_not_fit_is_refused(db, settings, outcome, mark):
    board = first_board(section_of(**settings))
    with pytest.raises(MarkUnfit):
        enter(board, outcome, mark=mark)
    assert board.games.get().outcome == Outcome.PENDING


# -- stages ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mark", "score"),
    [
        pytest.param("", (12, 0), id="the game itself"),
        pytest.param("rapid", (8, 4), id="in the rapid game"),
        pytest.param("blitz", (7, 5), id="in the blitz game"),
    ],
)
def test_who_wins_later_has_fewer_points(db, mark, score):
    section = section_of(preset="round_robin", tie_breaks=["STAGE"], **STAGES)
    board = first_board(section)
    enter(board, Outcome.WHITE, mark=mark)
    assert points(section, board) == score
    enter(board, Outcome.BLACK, mark=mark)
    assert points(section, board) == score[::-1]
    assert column(section, "STAGE")[board.black.name] == str(int(not mark))
    enter(board, Outcome.DRAW)
    assert points(section, board) == (6, 6)


def test_five_to_nought_and_three_to_two(db):
    told = {"win_points": 5, "draw_points": 2, "loss_points": 0, "options": {"stages": "5-0"}}
    section = section_of(**told)
    board = first_board(section)
    enter(board, Outcome.WHITE, mark="super_blitz")
    assert points(section, board) == (3, 2)


@pytest.mark.parametrize(
    "changes",
    [
        pytest.param({"win_points": 2, "draw_points": 1}, id="other points"),
        pytest.param({"games_per_pairing": 2}, id="two games"),
    ],
)
def test_stages_want_their_own_points_and_one_game(db, changes):
    with pytest.raises(StagesUnfit):
        section_of(**STAGES | changes)


def test_points_by_stage_are_kept_with_the_published_standings(db):
    section = section_of(tie_breaks=["STAGE"], **STAGES)
    row = published_round(section)
    for board in row.pairings.all():
        enter(board, Outcome.WHITE, mark="rapid")
    kept = Section.objects.get(pk=section.pk)
    close_round(round_id=row.pk, actor=SYSTEM)
    (snapshot,) = kept.snapshots.all()
    assert snapshot.facts["stages"] == "12-0"
    board = row.pairings.get(board_number=1)
    enter(board, Outcome.WHITE, mark="blitz", reason="It was the blitz game.")
    assert kept.snapshots.count() == 2


# -- lots ------------------------------------------------------------------------------------------


def test_lots_are_drawn_from_the_seed_of_the_section(db):
    section = section_of(tie_breaks=["LOTS"], players=4)
    play(published_round(section), Outcome.DRAW)
    lots = column(section, "LOTS")
    assert sorted(lots.values()) == ["1", "2", "3", "4"]
    assert [lots[row.entry.name] for row in standing_rows(section, after=1).rows] == ["1", "2", "3", "4"]
    assert column(section, "LOTS") == lots


# -- pages, files, the way back --------------------------------------------------------------------


def test_a_plus_is_entered_in_the_dialog_of_rare_results(db, client):
    section = section_of(**ON)
    board = first_board(section)
    director = somebody(Role.DIRECTOR)
    client.force_login(director.user)
    page = client.get(reverse("tournaments:desk_other_results", args=[board.pk, 1])).content.decode()
    assert 'value="draw.white_plus"' in page
    assert f"Drawn, plus for {board.white.name}" in page
    answer = client.post(
        reverse("tournaments:desk_result", args=[board.pk, 1]),
        {"outcome": "draw.white_plus", "was": "pending"},
    )
    assert answer.status_code == 302
    assert board.games.get().mark == ResultMark.WHITE_PLUS
    page = client.get(reverse("tournaments:desk_round", args=[board.round_id])).content.decode()
    assert 'game__text">1+\N{EN DASH}1\N{MINUS SIGN}<' in page  # not said by a key that is down
    page = client.get(reverse("tournaments:desk_other_results", args=[board.pk, 1])).content.decode()
    assert 'value="draw."' in page
    client.post(reverse("tournaments:desk_result", args=[board.pk, 1]), {"outcome": "draw.", "was": "draw"})
    assert board.games.get().mark == ""


def test_the_stage_of_a_closed_round_is_corrected_on_its_page(db, client):
    section = section_of(**STAGES)
    row = played_round(section)
    board = row.pairings.get(board_number=1)
    client.force_login(somebody(Role.DIRECTOR).user)
    address = reverse("tournaments:desk_correct", args=[board.pk, 1])
    page = client.get(address, {"outcome": "white.rapid"}).content.decode()
    assert f"{board.white.name} won in the rapid game" in page
    client.post(address, {"outcome": "white.rapid", "was": "white", "reason": "It was the rapid game."})
    assert points(section, board) == (8, 4)


def test_a_mark_taken_back_is_what_stood_before(db):
    section = section_of(**ON)
    board, director = first_board(section), somebody(Role.DIRECTOR)
    enter(board, Outcome.DRAW, mark=ResultMark.WHITE_PLUS, actor=director)
    enter(board, Outcome.DRAW, mark=ResultMark.BLACK_PLUS, actor=director, reason="The other way round.")
    undo_entry(entry_id=latest("tournaments.result.corrected").pk, actor=director)
    assert board.games.get().mark == ResultMark.WHITE_PLUS


@pytest.mark.parametrize("settings", [STAGES, ON], ids=["stages", "plus draws"])
def test_marks_are_in_the_document_of_a_section(db, settings):
    section = section_of(**settings)
    board = first_board(section)
    outcome, mark = (Outcome.WHITE, "blitz") if settings is STAGES else (Outcome.DRAW, "black_plus")
    enter(board, outcome, mark=mark)
    data = exported_section(section, "json").data
    made = import_section(organisation_id=club_of("south").pk, data=data, name="a.json", actor=SYSTEM)
    assert GameResult.objects.get(pairing__round__section=made.section, pairing__board_number=1).mark == mark
    assert exported_section(made.section, "json").data == data


def test_a_report_has_the_points_of_a_later_stage_and_an_older_edition_says_that_it_cannot(db):
    section = section_of(players=2, **STAGES)
    enter(first_board(section), Outcome.WHITE, mark="rapid")
    report = read_trf(exported_section(section, "trf26").data).report
    assert [player.points for player in report.players] == [80, 40]
    assert [player_round(report, player, 1).points for player in report.players] == [80, 40]
    older = exported_section(section, "trf16")
    assert "stages_left_out" in {note.code for note in older.notes}


def test_the_api_takes_and_tells_a_mark(db, client):
    board = first_board(section_of(**ON))
    client.force_login(somebody(Role.DIRECTOR).user)
    address = f"/api/v1/pairings/{board.pk}/games/1/result"
    told = {"outcome": "draw", "mark": "white_plus"}
    answer = client.put(address, told, content_type="application/json")
    assert (answer.status_code, answer.json()["mark"]) == (200, "white_plus")
    told = {"outcome": "draw", "mark": "rapid"}
    answer = client.put(address, told, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (422, "mark_unfit")
