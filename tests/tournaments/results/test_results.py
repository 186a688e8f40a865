"""Results: who may enter and correct them, what is refused, and what each brings."""

from datetime import timedelta

import pytest
from django.utils import timezone
from event_rows import latest, played_round, published_round, section_of, somebody
from worlds import world

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import NotAllowed
from club.models import AuditEntry, LiveEvent, PassLevel
from tournaments.models import GameResult, Outcome
from tournaments.results.errors import NoGames, PublishedResult, ReasonNeeded, UnknownGame
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round
from tournaments.standings.selectors.standings import points_table, standing_rows
from tournaments.teams.errors import RoundNotPublished

pytestmark = pytest.mark.django_db


def enter(board, outcome, *, game=1, actor=SYSTEM, **more):
    return record_result(pairing_id=board.pk, game=game, outcome=outcome, actor=actor, **more)


def phone(section, level=PassLevel.HELPER, *, first=None, last=None):
    """A helper's phone for some boards of the event."""
    made = make_pass(
        label="Phone",
        level=level,
        scope=Scope(section.event.organisation_id, section.event_id),
        expires_at=timezone.now() + timedelta(hours=5),
        actor=SYSTEM,
        first_board=first,
        last_board=last,
    )
    return Actor(label="Phone", helper_pass=made.row)


@world
def board(row):
    return row.pairings.get(board_number=1)


def points_of(row, section, *, of):
    table = points_table(section, after=row.number)
    return table[of.white_id], table[of.black_id]


# -- what stands there ---------------------------------------------------------------------------


def test_a_result_is_kept_with_who_entered_it(board, director):
    result = enter(board, Outcome.WHITE, actor=director)
    assert (result.outcome, result.entered_by) == (Outcome.WHITE, director.label)
    assert latest("tournaments.result.recorded").after["outcome"] == "white"


def test_the_same_result_again_changes_nothing(board):
    enter(board, Outcome.WHITE)
    told = AuditEntry.objects.count(), LiveEvent.objects.count()
    enter(board, Outcome.WHITE)
    enter(board, Outcome.WHITE, was=Outcome.PENDING)  # two phones report one board
    assert (AuditEntry.objects.count(), LiveEvent.objects.count()) == told


def test_who_looked_before_somebody_else_entered_is_told_what_is_there(board):
    enter(board, Outcome.WHITE)
    with pytest.raises(PublishedResult) as refusal:
        enter(board, Outcome.BLACK, was=Outcome.PENDING)
    assert refusal.value.facts == {"board": 1, "game": 1, "there": Outcome.WHITE}
    assert board.games.get().outcome == Outcome.WHITE


def test_a_correction_says_what_it_corrects(board):
    enter(board, Outcome.WHITE)
    enter(board, Outcome.DRAW, was=Outcome.WHITE, reason="Misread.")
    entry = latest("tournaments.result.corrected")
    assert (entry.before["outcome"], entry.after["outcome"], entry.reason) == ("white", "draw", "Misread.")


def test_an_adjourned_game_counts_as_drawn_until_it_ends(row, section, board):
    enter(board, Outcome.ADJOURNED)
    assert points_of(row, section, of=board) == (1, 1)
    enter(board, Outcome.BLACK)
    assert points_of(row, section, of=board) == (0, 2)


def test_an_adjudicated_result_is_marked(board):
    assert enter(board, Outcome.WHITE, is_adjudicated=True).is_adjudicated
    assert not enter(board, Outcome.WHITE, is_adjudicated=False).is_adjudicated


# -- what is refused -----------------------------------------------------------------------------


def test_a_draft_takes_no_result(section):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    with pytest.raises(RoundNotPublished):
        enter(row.pairings.first(), Outcome.WHITE)


def test_a_bye_has_no_game(db):
    row = published_round(section_of(players=5))
    with pytest.raises(NoGames):
        enter(row.pairings.get(black__isnull=True), Outcome.WHITE)


def test_there_is_no_second_game_where_one_is_played(board):
    with pytest.raises(UnknownGame):
        enter(board, Outcome.WHITE, game=2)


def test_a_closed_round_takes_a_correction_with_a_reason_alone(section):
    board = played_round(section).pairings.first()
    for blank in ("", "  "):
        with pytest.raises(ReasonNeeded):
            enter(board, Outcome.DRAW, reason=blank)
    assert enter(board, Outcome.DRAW, reason="Both agree.").outcome == Outcome.DRAW


# -- who may -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("role", "may_enter"),
    [("owner", True), ("director", True), ("arbiter", True), ("deputy_arbiter", True), ("player", False)],
)
def test_a_role_enters_results_or_does_not(board, role, may_enter):
    actor = somebody(role)
    if may_enter:
        assert enter(board, Outcome.WHITE, actor=actor).outcome == Outcome.WHITE
    else:
        with pytest.raises(NotAllowed):
            enter(board, Outcome.WHITE, actor=actor)


def test_a_helper_enters_results_of_the_boards_of_the_pass_alone(row, section):
    helper = phone(section, first=2, last=3)
    assert enter(row.pairings.get(board_number=2), Outcome.DRAW, actor=helper).entered_by == "Phone"
    with pytest.raises(NotAllowed):
        enter(row.pairings.get(board_number=1), Outcome.DRAW, actor=helper)


def test_a_helper_enters_and_does_not_correct(section, board):
    helper = phone(section)
    enter(board, Outcome.WHITE, actor=helper)
    for outcome in (Outcome.BLACK, Outcome.PENDING):
        with pytest.raises(NotAllowed):
            enter(board, outcome, actor=helper)


def test_a_deputy_corrects_on_the_boards_of_the_pass(row, section):
    deputy = phone(section, PassLevel.DEPUTY, first=1, last=1)
    board, other = (row.pairings.get(board_number=number) for number in (1, 2))
    enter(board, Outcome.WHITE)
    enter(other, Outcome.WHITE)
    assert enter(board, Outcome.DRAW, actor=deputy).outcome == Outcome.DRAW
    with pytest.raises(NotAllowed):
        enter(other, Outcome.DRAW, actor=deputy)


def test_a_phone_of_another_event_enters_nothing(board):
    with pytest.raises(NotAllowed):
        enter(board, Outcome.WHITE, actor=phone(section_of()))


# -- what it brings ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("outcome", "points"),
    [
        pytest.param(Outcome.WHITE, (2, 0), id="White won"),
        pytest.param(Outcome.DRAW, (1, 1), id="drawn"),
        pytest.param(Outcome.BLACK, (0, 2), id="Black won"),
        pytest.param(Outcome.WHITE_FORFEIT, (2, 0), id="White won by forfeit"),
        pytest.param(Outcome.BLACK_FORFEIT, (0, 2), id="Black won by forfeit"),
        pytest.param(Outcome.DOUBLE_FORFEIT, (0, 0), id="lost by both by forfeit"),
        pytest.param(Outcome.ADJOURNED, (1, 1), id="adjourned"),
        pytest.param(Outcome.UNPLAYED, (0, 0), id="not played"),
    ],
)
def test_points_of_a_single_game(row, section, board, outcome, points):
    enter(board, outcome)
    assert points_of(row, section, of=board) == points


TWO_GAMES = [  # told of the sides of each game: White of game 1 is Black of game 2
    pytest.param((Outcome.WHITE, Outcome.BLACK), (4, 0), (2, 0), id="both games won"),
    pytest.param((Outcome.WHITE, Outcome.DRAW), (3, 1), (2, 0), id="a win and a draw"),
    pytest.param((Outcome.WHITE, Outcome.WHITE), (2, 2), (1, 1), id="a win each"),
    pytest.param((Outcome.DRAW, Outcome.WHITE), (1, 3), (0, 2), id="a draw and a loss"),
    pytest.param((Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT), (4, 0), (2, 0), id="both by forfeit"),
    pytest.param((Outcome.DOUBLE_FORFEIT, Outcome.DOUBLE_FORFEIT), (0, 0), (0, 0), id="nobody came"),
]


@pytest.mark.parametrize(("outcomes", "by_games", "by_match"), TWO_GAMES)
@pytest.mark.parametrize("scoring", ["games", "match"])
def test_points_of_two_games(db, scoring, outcomes, by_games, by_match):
    section = section_of(preset="acf", scoring=scoring)
    row = published_round(section)
    board = row.pairings.get(board_number=1)
    for game, outcome in enumerate(outcomes, start=1):
        enter(board, outcome, game=game)
    assert points_of(row, section, of=board) == (by_games if scoring == "games" else by_match)


def test_the_bye_is_worth_a_win_in_every_game(db):
    section = section_of(preset="acf", players=5)
    row = published_round(section)
    idle = row.pairings.get(black__isnull=True).white
    assert points_table(section, after=1)[idle.pk] == 4


def test_a_match_that_has_not_begun_brings_nothing(db):
    section = section_of(preset="micro")
    row = published_round(section)
    board = row.pairings.get(board_number=1)
    assert points_of(row, section, of=board) == (0, 0)


def test_standings_equal_what_is_computed_by_hand(section):
    first = published_round(section)
    for board, outcome in zip(
        first.pairings.order_by("board_number"), (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK), strict=True
    ):
        enter(board, outcome)
    played_round(section)
    table = standing_rows(section)
    summed = {}
    for result in GameResult.objects.filter(pairing__round__section=section).select_related("pairing"):
        white, black = {"white": (2, 0), "draw": (1, 1), "black": (0, 2)}[result.outcome]
        for entry, points in ((result.pairing.white_id, white), (result.pairing.black_id, black)):
            summed[entry] = summed.get(entry, 0) + points
    assert {row.entry.pk: row.points for row in table.rows} == summed
    assert [row.points for row in table.rows] == sorted(summed.values(), reverse=True)
    assert table.after == 2
    solkoff = {row.entry.pk: next(v for v in row.values if v.code == "BH").text for row in table.rows}
    for entry, text in solkoff.items():
        assert text == str(sum(summed[one] for one in opponents(section, entry)))


def opponents(section, entry):
    for row in section.round_rows.all():
        for board in row.pairings.all():
            if entry in {board.white_id, board.black_id}:
                yield board.black_id if board.white_id == entry else board.white_id


def test_a_draft_is_no_part_of_the_standings(section):
    played_round(section)
    before = standing_rows(section)
    propose_round(section_id=section.pk, actor=SYSTEM)
    assert standing_rows(section) == before
