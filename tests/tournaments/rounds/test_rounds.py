"""The life of a round: proposed, changed, published, closed, reopened, taken back."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import (
    board_of,
    entry_named,
    paired_names,
    play,
    played_round,
    published_round,
    section_of,
    somebody,
)

from club.core.actor import SYSTEM
from club.models import AuditEntry
from tournaments.core.errors import ChangedMeanwhile, RoundNotDraft
from tournaments.entries.services.entries import withdraw_entry
from tournaments.models import Outcome, Round, RoundState
from tournaments.results.errors import ReasonNeeded, ResultsUnchecked
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import (
    AllRoundsPlayed,
    IllegalPairing,
    LaterRoundExists,
    PairingImpossible,
    ResultsAlready,
    RoundUnfinished,
    TooFewPlayers,
)
from tournaments.rounds.services.pairings import lock_board, swap_players, turn_colours
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    propose_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.rounds.services.withdrawals import can_re_pair
from tournaments.standings.selectors.snapshots import snapshots_of
from tournaments.teams.errors import RoundNotPublished

pytestmark = pytest.mark.django_db


def proposed(section):
    return propose_round(section_id=section.pk, actor=SYSTEM)


def swapped(row, first, second):
    first, second = entry_named(row.section, first), entry_named(row.section, second)
    return swap_players(
        round_id=row.pk, first_id=first.pk, second_id=second.pk, version=row.version, actor=SYSTEM
    )


def test_a_round_is_a_draft_until_it_is_published(section):
    row = proposed(section)
    assert row.state == RoundState.DRAFT
    assert len(paired_names(row)) == 3
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    assert row.state == RoundState.PUBLISHED
    assert row.published_at is not None


def test_the_top_half_meets_the_bottom_half_in_the_first_round(section):
    pairs = {frozenset(pair) for pair in paired_names(proposed(section))}
    assert pairs == {
        frozenset({"Abbott", "Drummond"}),
        frozenset({"Barker", "Anderson"}),
        frozenset({"Cowie", "Fraser"}),
    }


def test_pairing_anew_keeps_the_draft_and_the_locked_board(section):
    row = swapped(proposed(section), "Abbott", "Fraser")
    kept = board_of(row, "Abbott")
    lock_board(round_id=row.pk, pairing_id=kept.pk, is_locked=True, version=row.version, actor=SYSTEM)
    again = proposed(section)
    assert again.pk == row.pk
    assert board_of(again, "Abbott").pk == kept.pk
    assert len(paired_names(again)) == 3
    assert len({name for pair in paired_names(again) for name in pair}) == 6
    assert sorted(again.pairings.values_list("board_number", flat=True)) == [1, 2, 3]


def test_a_board_given_back_is_paired_anew(section):
    row = swapped(proposed(section), "Abbott", "Fraser")
    board = board_of(row, "Abbott").pk
    row = lock_board(round_id=row.pk, pairing_id=board, is_locked=True, version=row.version, actor=SYSTEM)
    lock_board(round_id=row.pk, pairing_id=board, is_locked=False, version=row.version, actor=SYSTEM)
    assert ("Abbott", "Drummond") in {tuple(sorted(pair)) for pair in paired_names(proposed(section))}


def test_pairing_anew_takes_out_who_withdrew(section):
    proposed(section)
    withdraw_entry(entry_id=entry_named(section, "Abbott").pk, actor=SYSTEM)
    names = {name for pair in paired_names(proposed(section)) for name in pair}
    assert "Abbott" not in names
    assert "allocated" in names


def test_two_players_swap_places(section):
    row = proposed(section)
    before = board_of(row, "Abbott"), board_of(row, "Barker")
    row = swapped(row, "Abbott", "Barker")
    assert board_of(row, "Barker").board_number == before[0].board_number
    assert board_of(row, "Abbott").board_number == before[1].board_number
    assert all(one.is_by_hand for one in (board_of(row, "Abbott"), board_of(row, "Barker")))
    assert all(one.games.count() == 1 for one in row.pairings.all())


def test_a_player_swaps_with_the_one_who_has_the_bye(db):
    row = proposed(section_of(players=5))
    idle = next(name for name, other in paired_names(row) if other == "allocated")
    other = next(name for name, against in paired_names(row) if against != "allocated")
    row = swapped(row, idle, other)
    assert (other, "allocated") in paired_names(row)
    assert board_of(row, other).games.count() == 0
    assert board_of(row, idle).games.count() == 1


def test_two_players_of_one_board_do_not_swap(section):
    row = proposed(section)
    first, second = paired_names(row)[0]
    with pytest.raises(IllegalPairing):
        swapped(row, first, second)
    assert Round.objects.get(pk=row.pk).version == row.version


def test_a_stranger_does_not_swap(section):
    row = proposed(section)
    with pytest.raises(IllegalPairing):
        swap_players(
            round_id=row.pk,
            first_id=entry_named(section, "Abbott").pk,
            second_id=0,
            version=row.version,
            actor=SYSTEM,
        )


def test_colours_are_turned(section):
    row = proposed(section)
    pair = paired_names(row)[0]
    board = board_of(row, pair[0])
    turn_colours(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)
    assert paired_names(row)[0] == pair[::-1]


def test_a_bye_has_no_colours_to_turn(db):
    row = proposed(section_of(players=5))
    bye = row.pairings.get(black__isnull=True)
    with pytest.raises(IllegalPairing):
        turn_colours(round_id=row.pk, pairing_id=bye.pk, version=row.version, actor=SYSTEM)


def test_who_acts_on_what_is_no_longer_there_is_told(section):
    row = proposed(section)
    seen = row.version
    swapped(row, "Abbott", "Barker")
    board = board_of(row, "Abbott").pk
    with pytest.raises(ChangedMeanwhile):
        publish_round(round_id=row.pk, version=seen, actor=SYSTEM)
    with pytest.raises(ChangedMeanwhile):
        turn_colours(round_id=row.pk, pairing_id=board, version=seen, actor=SYSTEM)
    with pytest.raises(ChangedMeanwhile):
        lock_board(round_id=row.pk, pairing_id=board, is_locked=True, version=seen, actor=SYSTEM)


def test_a_published_round_is_not_changed_by_hand(section):
    row = published_round(section)
    with pytest.raises(RoundNotDraft):
        swapped(row, "Abbott", "Barker")
    with pytest.raises(RoundNotDraft):
        delete_round(round_id=row.pk, actor=SYSTEM)
    with pytest.raises(RoundNotDraft):
        publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)


def test_a_published_round_without_results_goes_back_to_draft(section):
    row = unpublish_round(round_id=published_round(section).pk, actor=SYSTEM)
    assert row.state == RoundState.DRAFT
    assert row.published_at is None


def test_a_round_with_a_result_stays_published(section):
    row = published_round(section)
    board = board_of(row, "Abbott")
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    with pytest.raises(ResultsAlready) as refusal:
        unpublish_round(round_id=row.pk, actor=SYSTEM)
    assert refusal.value.facts == {"round": 1, "boards": [board.board_number]}


def test_a_round_with_a_result_of_one_of_two_games_stays_published(section):
    section.games_per_pairing = 2
    section.save()
    row = published_round(section)
    board = board_of(row, "Abbott")
    record_result(pairing_id=board.pk, game=2, outcome=Outcome.DRAW, actor=SYSTEM)
    assert not can_re_pair(board)
    with pytest.raises(ResultsAlready) as refusal:
        unpublish_round(round_id=row.pk, actor=SYSTEM)
    assert refusal.value.facts == {"round": 1, "boards": [board.board_number]}


def test_a_round_with_results_missing_stays_open(section):
    row = published_round(section)
    with pytest.raises(RoundUnfinished) as refusal:
        close_round(round_id=row.pk, actor=SYSTEM)
    assert refusal.value.facts["boards"] == [1, 2, 3]
    assert Round.objects.get(pk=row.pk).state == RoundState.PUBLISHED


def test_a_round_is_closed_once_and_reopened(section):
    row = played_round(section)
    assert row.closed_at is not None
    with pytest.raises(RoundNotPublished):
        close_round(round_id=row.pk, actor=SYSTEM)
    row = reopen_round(round_id=row.pk, actor=SYSTEM, reason="Board 2 was read wrongly.")
    assert row.state == RoundState.PUBLISHED
    assert row.closed_at is None
    with pytest.raises(RoundNotPublished):
        reopen_round(round_id=row.pk, actor=SYSTEM)


def test_a_result_taken_back_in_a_round_before_keeps_the_last_one_open(section):
    row = published_round(section)
    play(row)
    last = published_round(section)
    play(last)
    board = row.pairings.get(board_number=2)
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.PENDING, actor=SYSTEM)
    with pytest.raises(RoundUnfinished) as refusal:
        close_round(round_id=last.pk, actor=SYSTEM)
    assert refusal.value.facts == {"round": 1, "boards": [2]}


def test_the_next_round_waits_for_the_results_of_the_last(section):
    row = published_round(section)
    with pytest.raises(RoundUnfinished) as refusal:
        proposed(section)
    assert refusal.value.facts == {"round": 1, "boards": [1, 2, 3]}
    play(row)
    assert proposed(section).number == 2


def test_only_the_last_round_is_taken_back(section):
    first = published_round(section)
    play(first, Outcome.UNPLAYED)
    second = proposed(section)
    with pytest.raises(LaterRoundExists):
        unpublish_round(round_id=first.pk, actor=SYSTEM)
    delete_round(round_id=second.pk, actor=SYSTEM)
    assert list(section.round_rows.values_list("number", flat=True)) == [1]


def test_nobody_is_paired_beyond_the_last_round(db):
    section = section_of(players=4, rounds=1)
    played_round(section)
    with pytest.raises(AllRoundsPlayed):
        proposed(section)


def test_one_player_makes_no_round(db):
    with pytest.raises(TooFewPlayers):
        proposed(section_of(players=1))


def test_who_met_everybody_is_told_that_no_pairing_is_left(db):
    section = section_of(players=2)
    played_round(section)
    with pytest.raises(PairingImpossible):
        proposed(section)
    assert section.round_rows.count() == 1


def left_open(section):
    """Two rounds that are played, none of them closed."""
    rows = []
    for _number in (1, 2):
        rows.append(published_round(section))
        play(rows[-1])
    return rows


def test_closing_a_round_closes_those_before_it(section):
    first, last = left_open(section)
    close_round(round_id=last.pk, actor=SYSTEM)
    assert set(section.round_rows.values_list("state", flat=True)) == {RoundState.CLOSED}
    told = AuditEntry.objects.filter(action="tournaments.round.closed").order_by("pk")
    assert [entry.target_id for entry in told] == [str(first.pk), str(last.pk)]
    assert [one.round_number for one in snapshots_of(section)] == [1, 2]


def test_a_round_before_without_its_second_pass_is_named(db):
    section = section_of(second_pass=True)
    _first, last = left_open(section)
    with pytest.raises(ResultsUnchecked) as refusal:
        close_round(round_id=last.pk, actor=SYSTEM)
    assert refusal.value.facts["round"] == 1
    close_round(round_id=last.pk, actor=SYSTEM, reason="The helper has left.")
    assert set(section.round_rows.values_list("state", flat=True)) == {RoundState.CLOSED}


@pytest.mark.parametrize("reopened", [(), (1,), (2,), (1, 2)])
def test_a_key_that_is_shown_is_a_key_that_is_taken(section, reopened):
    """On no page of any round a result key that the service would refuse, whatever is closed behind it."""
    close_round(round_id=left_open(section)[-1].pk, actor=SYSTEM)
    for number in reversed(reopened):
        reopen_round(round_id=section.round_rows.get(number=number).pk, actor=SYSTEM)
    client = Client()
    client.force_login(somebody("director").user)
    for row in section.round_rows.all():
        board = row.pairings.filter(black__isnull=False).first()
        was = board.games.get().outcome
        other = Outcome.DRAW if was != Outcome.DRAW else Outcome.WHITE
        try:
            record_result(pairing_id=board.pk, game=1, outcome=other, actor=SYSTEM)
        except ReasonNeeded:
            takes = False
        else:
            takes = True
            record_result(pairing_id=board.pk, game=1, outcome=was, actor=SYSTEM)
        text = client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
        assert (f'id="game-{board.pk}-1"' in text) == takes
        assert takes or reverse("tournaments:desk_correct", args=[board.pk, 1]) in text
        hall = client.get(reverse("tournaments:hall_section", args=[section.pk]))
        assert takes or hall.context["round"] != row
