"""Several people at once, on PostgreSQL: nothing is lost, nothing doubled, and who comes second is told."""

from datetime import timedelta
from functools import partial

import pytest
from concurrency import at_once, channel_has_no_gap, on_postgresql
from django.utils import timezone
from event_rows import large_round, play, published_round, section_of, somebody

from club.accounts.services.passes import make_pass
from club.core.access import Scope
from club.core.actor import SYSTEM, VISITOR, Actor
from club.core.errors import ClubError
from club.models import AuditEntry, LiveEvent, PassLevel
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.core.errors import ChangedMeanwhile, RoundNotDraft
from tournaments.events.services.events import change_section
from tournaments.models import (
    Case,
    CaseState,
    GameResult,
    Outcome,
    ResultDispute,
    ResultReport,
    Round,
    RoundState,
)
from tournaments.results.errors import DisputeOpen, DisputeOver, PublishedResult, ReasonNeeded, ResultStands
from tournaments.results.services.player_reports import report_result
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import RoundUnfinished
from tournaments.rounds.services.pairings import swap_players
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

pytestmark = on_postgresql
BOARDS, THREADS = 200, 20


def test_of_two_directors_who_publish_one_is_told():
    section = section_of()
    row = propose_round(section_id=section.pk, actor=SYSTEM)

    def publish():
        return publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)

    told = at_once(publish, publish)
    assert sum(isinstance(one, Round) for one in told) == 1
    assert sum(isinstance(one, ChangedMeanwhile | RoundNotDraft) for one in told) == 1
    assert AuditEntry.objects.filter(action="tournaments.round.published").count() == 1
    assert channel_has_no_gap(section)


@pytest.mark.parametrize("attempt", range(3))
def test_a_round_is_published_as_it_was_shown_or_not_at_all(attempt):
    section = section_of()
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    shown, boards = row.version, list(row.pairings.order_by("board_number"))
    swapped_first = boards[0].white_id, boards[1].white_id

    def publish():
        return publish_round(round_id=row.pk, version=shown, actor=SYSTEM)

    def swap():
        first, second = swapped_first
        return swap_players(
            round_id=row.pk, first_id=first, second_id=second, version=shown, actor=SYSTEM, reason="brothers"
        )

    published, swapped = at_once(publish, swap)
    now = Round.objects.get(pk=row.pk)
    whites = tuple(row.pairings.order_by("board_number").values_list("white_id", flat=True)[:2])
    if isinstance(published, Round):
        assert isinstance(swapped, ChangedMeanwhile)
        assert (now.state, whites) == (RoundState.PUBLISHED, swapped_first)
    else:
        assert isinstance(published, ChangedMeanwhile)
        assert isinstance(swapped, Round)
        assert (now.state, whites) == (RoundState.DRAFT, swapped_first[::-1])
    assert now.version == shown + 1
    assert GameResult.objects.filter(pairing__round=row).count() == 3
    assert channel_has_no_gap(section)


def test_of_two_directors_who_pair_a_round_both_get_the_same_one():
    section = section_of(players=10)
    told = at_once(*[lambda: propose_round(section_id=section.pk, actor=SYSTEM)] * 2)
    assert len({one.pk for one in told}) == 1
    row = section.round_rows.get()
    assert row.pairings.count() == 5
    assert GameResult.objects.filter(pairing__round=row).count() == 5


@pytest.mark.parametrize("attempt", range(3))
def test_a_result_that_meets_the_closing_of_its_round_is_in_or_refused(attempt):
    section = section_of(players=6)
    row = published_round(section, logged=True)
    last, *others = row.pairings.order_by("-board_number")
    for board in others:
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    record_result(pairing_id=others[0].pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)

    def close():
        return close_round(round_id=row.pk, actor=SYSTEM)

    def last_result():
        return record_result(pairing_id=last.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)

    def correction():
        return record_result(pairing_id=others[0].pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM)

    closed, entered, corrected = at_once(close, last_result, correction)
    assert isinstance(entered, GameResult)
    assert last.games.get().outcome == Outcome.WHITE
    is_closed = Round.objects.get(pk=row.pk).state == RoundState.CLOSED
    assert is_closed == isinstance(closed, Round)
    assert is_closed or isinstance(closed, RoundUnfinished)
    stands = others[0].games.get().outcome
    if isinstance(corrected, GameResult):
        assert stands == Outcome.BLACK
    else:  # the round was closed before it
        assert isinstance(corrected, ReasonNeeded)
        assert stands == Outcome.WHITE
    assert channel_has_no_gap(section)


def test_twenty_helpers_enter_two_hundred_boards():
    section, row = large_round(BOARDS)
    boards = list(row.pairings.order_by("board_number").values_list("pk", flat=True))
    before = LiveEvent.objects.filter(channel__name=f"section:{section.pk}").count()

    def helper(number):
        """Ten boards of one's own, and each time the neighbour's, who reports the same."""

        def enter():
            mine = boards[number::THREADS]
            theirs = boards[(number + 1) % THREADS :: THREADS]
            for board in [one for both in zip(mine, theirs, strict=True) for one in both]:
                record_result(
                    pairing_id=board,
                    game=1,
                    outcome=Outcome.WHITE,
                    was=Outcome.PENDING,
                    actor=Actor(label=f"helper {number}", is_system=True),
                )

        return enter

    assert at_once(*[helper(number) for number in range(THREADS)]) == [None] * THREADS
    outcomes = GameResult.objects.filter(pairing__round=row).values_list("outcome", flat=True)
    assert list(outcomes) == [Outcome.WHITE] * BOARDS
    recorded = AuditEntry.objects.filter(action="tournaments.result.recorded")
    assert recorded.count() == BOARDS
    assert sorted(recorded.values_list("target_id", flat=True)) == sorted(map(str, boards))
    assert not AuditEntry.objects.filter(action="tournaments.result.corrected").exists()
    assert LiveEvent.objects.filter(channel__name=f"section:{section.pk}").count() == before + BOARDS
    assert channel_has_no_gap(section)


def test_of_two_helpers_who_disagree_one_is_told():
    row = published_round(section_of(), logged=True)
    board = row.pairings.first()

    def enter(outcome):
        return lambda: record_result(
            pairing_id=board.pk, game=1, outcome=outcome, was=Outcome.PENDING, actor=SYSTEM
        )

    told = at_once(enter(Outcome.WHITE), enter(Outcome.BLACK))
    (kept,) = [one for one in told if isinstance(one, GameResult)]
    (refusal,) = [one for one in told if isinstance(one, PublishedResult)]
    assert board.games.get().outcome == kept.outcome == refusal.facts["there"]


@pytest.mark.parametrize("attempt", range(3))
@pytest.mark.parametrize("theirs", [Outcome.WHITE, Outcome.DRAW])
def test_both_players_report_at_once(theirs, attempt):
    section = section_of()
    board = published_round(section, logged=True).pairings.get(board_number=1)
    token = section.board_cards.get(board_number=1).token

    def say(is_white, outcome):
        return lambda: report_result(
            token=token,
            pairing_id=board.pk,
            game=1,
            is_white=is_white,
            outcome=outcome,
            device=f"phone {is_white}",
            actor=VISITOR,
        )

    told = at_once(*[say(True, Outcome.WHITE), say(False, theirs)] * 2)  # each phone sends twice
    assert all(one is None or isinstance(one, ResultReport) for one in told)
    assert ResultReport.objects.count() == 2
    recorded = AuditEntry.objects.filter(action="tournaments.result.recorded").count()
    if theirs == Outcome.WHITE:
        assert (board.games.get().outcome, recorded) == (Outcome.WHITE, 1)
        assert not ResultDispute.objects.exists()
    else:
        assert (board.games.get().outcome, recorded) == (Outcome.PENDING, 0)
        assert ResultDispute.objects.count() == 1
    assert Case.objects.count() == ResultDispute.objects.count()
    assert channel_has_no_gap(section)


@pytest.mark.parametrize("attempt", range(3))
def test_two_boards_that_disagree_at_once_are_two_cases_with_numbers_of_their_own(attempt):
    section = section_of()
    row = published_round(section, logged=True)
    told = []
    for number in (1, 2):
        place = {
            "token": section.board_cards.get(board_number=number).token,
            "pairing_id": row.pairings.get(board_number=number).pk,
            "game": 1,
            "actor": VISITOR,
        }
        report_result(is_white=True, outcome=Outcome.WHITE, device=f"white {number}", **place)
        told.append(
            partial(report_result, is_white=False, outcome=Outcome.DRAW, device=f"black {number}", **place)
        )
    said = at_once(*told)
    assert all(isinstance(one, ResultReport) for one in said)
    assert sorted(Case.objects.values_list("number", flat=True)) == [1, 2]


@pytest.mark.parametrize("attempt", range(5))
def test_an_arbiter_decides_while_a_player_comes_round(attempt):
    """One of the two settles it; the case is ruled on or was never ruled on, never both."""
    section = section_of()
    board = published_round(section, logged=True).pairings.get(board_number=1)
    place = {
        "token": section.board_cards.get(board_number=1).token,
        "pairing_id": board.pk,
        "game": 1,
        "actor": VISITOR,
    }
    report_result(is_white=True, outcome=Outcome.WHITE, device="white", **place)
    report_result(is_white=False, outcome=Outcome.DRAW, device="black", **place)
    dispute, arbiter = ResultDispute.objects.get(), somebody("arbiter")
    decided, said = at_once(
        partial(decide_dispute, dispute_id=dispute.pk, outcome=Outcome.WHITE, actor=arbiter),
        partial(report_result, is_white=True, outcome=Outcome.DRAW, device="white", **place),
    )
    dispute.refresh_from_db()
    case = dispute.case
    assert dispute.settled_outcome == board.games.get().outcome
    if isinstance(decided, ResultDispute):
        assert isinstance(said, ResultStands)
        assert (case.state, case.rulings.count()) == (CaseState.RULED, 1)
    else:
        assert isinstance(decided, DisputeOver)
        assert (case.state, case.rulings.count()) == (CaseState.DROPPED, 0)


def phone_of_a_helper(section):
    """A phone that may enter the results of the section."""
    scope = Scope(section.event.organisation_id, section.event_id, section.pk)
    until = timezone.now() + timedelta(hours=8)
    made = make_pass(label="Table 1", level=PassLevel.HELPER, scope=scope, expires_at=until, actor=SYSTEM)
    return Actor(label=made.row.label, helper_pass=made.row)


@pytest.mark.parametrize("attempt", range(5))
@pytest.mark.parametrize("theirs", [Outcome.WHITE, Outcome.DRAW])
def test_two_players_and_a_helper_report_the_same_board(theirs, attempt):
    """The helper says what the player with White says; the other player may say something else."""
    section = section_of()
    board = published_round(section, logged=True).pairings.get(board_number=1)
    token = section.board_cards.get(board_number=1).token
    helper = phone_of_a_helper(section)

    def say(is_white, outcome):
        facts = {"pairing_id": board.pk, "game": 1, "is_white": is_white, "outcome": outcome}
        return lambda: report_result(token=token, device=f"phone {is_white}", actor=VISITOR, **facts)

    def enter():
        return record_result(
            pairing_id=board.pk, game=1, outcome=Outcome.WHITE, was=Outcome.PENDING, actor=helper
        )

    white, black, entered = at_once(say(True, Outcome.WHITE), say(False, theirs), enter)
    recorded = AuditEntry.objects.filter(action="tournaments.result.recorded").count()
    assert not AuditEntry.objects.filter(action="tournaments.result.corrected").exists()
    stands = board.games.get().outcome
    if ResultDispute.objects.exists():  # both players spoke before the helper
        assert theirs == Outcome.DRAW
        assert isinstance(entered, DisputeOpen)
        assert (stands, recorded) == (Outcome.PENDING, 0)
    else:
        assert (stands, recorded) == (Outcome.WHITE, 1)
        assert isinstance(entered, GameResult)
        refused = [type(one) for one in (white, black) if isinstance(one, ClubError)]
        spoke_first = ResultReport.objects.filter(entry=board.black_id, outcome=Outcome.DRAW).exists()
        is_refused = theirs == Outcome.DRAW and not spoke_first  # else the helper came between the two
        assert refused == ([ResultStands] if is_refused else [])
    assert channel_has_no_gap(section)


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_second_passes_that_differ_one_is_kept_and_nothing_overwritten(attempt):
    section = section_of()
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, second_pass=True)
    board = published_round(section, logged=True).pairings.get(board_number=1)
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)

    def enter(number, outcome):
        helper = Actor(label=f"helper {number}", is_system=True)
        return lambda: record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=helper)

    at_once(enter(1, Outcome.WHITE), enter(2, Outcome.WHITE))
    assert AuditEntry.objects.filter(action="tournaments.result.checked").count() == 1
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    told = at_once(enter(1, Outcome.WHITE), enter(2, Outcome.BLACK))
    assert ResultDispute.objects.count() == 1
    assert board.games.get().outcome == Outcome.DRAW
    assert {type(one).__name__ for one in told} == {"SecondPassDiffers", "DecisionNeedsReason"}


def test_a_round_that_two_close_is_closed_once():
    row = published_round(section_of(), logged=True)
    play(row)
    told = at_once(*[lambda: close_round(round_id=row.pk, actor=SYSTEM)] * 2)
    assert sorted(type(one).__name__ for one in told) == ["Round", "RoundNotPublished"]
