"""Several people at once, on PostgreSQL: nothing is lost, nothing doubled, and who comes second is told."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import close_old_connections, connection, connections
from hall import play, published_round, section_of

from club.actor import SYSTEM, VISITOR, Actor
from club.models import AuditEntry, LiveChannel, LiveEvent
from tournaments.entry_lists import EntryLine
from tournaments.errors import (
    ChangedMeanwhile,
    PublishedResult,
    ReasonNeeded,
    RoundNotDraft,
    RoundNotPublished,
    RoundUnfinished,
)
from tournaments.models import (
    GameResult,
    Outcome,
    Pairing,
    ResultDispute,
    ResultReport,
    Round,
    RoundState,
    Section,
)
from tournaments.report_errors import DecisionNeedsReason, SecondPassDiffers
from tournaments.services.drafts import add_games
from tournaments.services.entries import add_entries
from tournaments.services.events import change_section
from tournaments.services.numbers import give_numbers
from tournaments.services.reports import report_result
from tournaments.services.results import record_result
from tournaments.services.rounds import close_round, propose_round, publish_round

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor != "postgresql", reason="SQLite lets one write at a time: make test-services"
    ),
]
BOARDS, THREADS = 200, 20


def at_once(*calls):
    """Run every call in a thread with a connection of its own; what each returned or was refused with."""
    start = Barrier(len(calls))

    def run(call):
        close_old_connections()
        try:
            start.wait(30)
            return call()
        except (ChangedMeanwhile, PublishedResult, ReasonNeeded) as refusal:
            return refusal
        except (RoundNotDraft, RoundNotPublished, RoundUnfinished) as refusal:
            return refusal
        except (DecisionNeedsReason, SecondPassDiffers) as refusal:
            return refusal
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def channel_has_no_gap(section):
    """The numbers of the live events of a section, one after the other."""
    name = f"section:{section.pk}"
    numbers = list(
        LiveEvent.objects.filter(channel__name=name).order_by("number").values_list("number", flat=True)
    )
    return numbers == list(range(1, LiveChannel.objects.get(name=name).last_number + 1))


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
    row = published_round(section)
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


def big_round():
    """A published round of 200 boards, paired off in the order of numbers."""
    section = section_of(players=0)
    lines = [EntryLine(f"Player {number:03}", 3000 - number) for number in range(2 * BOARDS)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    give_numbers(section, before_round=1)
    entries = list(section.entries.order_by("number"))
    row = Round.objects.create(
        section=Section.objects.get(pk=section.pk), number=1, state=RoundState.PUBLISHED, system="by hand"
    )
    Pairing.objects.bulk_create(
        Pairing(round=row, board_number=at + 1, white=entries[2 * at], black=entries[2 * at + 1])
        for at in range(BOARDS)
    )
    add_games(row)
    return section, row


def test_twenty_helpers_enter_two_hundred_boards():
    section, row = big_round()
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
    row = published_round(section_of())
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
    board = published_round(section).pairings.get(board_number=1)
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
    assert channel_has_no_gap(section)


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_second_passes_that_differ_one_is_kept_and_nothing_overwritten(attempt):
    section = section_of()
    change_section(section_id=section.pk, version=section.version, actor=SYSTEM, second_pass=True)
    board = published_round(section).pairings.get(board_number=1)
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
    row = published_round(section_of())
    play(row)
    told = at_once(*[lambda: close_round(round_id=row.pk, actor=SYSTEM)] * 2)
    assert sorted(type(one).__name__ for one in told) == ["Round", "RoundNotPublished"]
