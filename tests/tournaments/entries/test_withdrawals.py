"""A player who withdraws from a published board: forfeits, finishes the round, or the round is re-paired."""

import pytest
from django.urls import reverse
from event_rows import board_of, entry_named, latest, paired_names, play, published_round, section_of

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from tournaments.entries.services.entries import readmit_entry
from tournaments.models import ByeKind, EntryState, Outcome, Pairing, RoundState
from tournaments.results.services.results import record_result
from tournaments.rounds.errors import RePairingUnfit, SitsAtBoard
from tournaments.rounds.services.rounds import close_round, propose_round
from tournaments.rounds.services.withdrawals import BoardAction, withdraw_player
from tournaments.standings.selectors.standings import points_table

pytestmark = pytest.mark.django_db


def withdraw(entry, board=None, actor=SYSTEM):
    return withdraw_player(entry_id=entry.pk, board=board, actor=actor, reason="Ill.")


@pytest.fixture
def abbott(row):
    """A player at a board of the published first round."""
    return entry_named(row.section, "Abbott")


def opponent_of(row, entry):
    board = board_of(row, entry.name)
    return board.black if board.white_id == entry.pk else board.white


def test_it_is_asked_what_becomes_of_the_board(row, abbott):
    with pytest.raises(SitsAtBoard) as told:
        withdraw(abbott)
    board = board_of(row, "Abbott").board_number
    assert told.value.facts == {"name": "Abbott", "round": 1, "board": board}
    abbott.refresh_from_db()
    assert abbott.state == EntryState.CONFIRMED


@pytest.mark.parametrize("games", [1, 2])
def test_every_open_game_is_forfeited(games):
    section = section_of(games_per_pairing=games)
    row = published_round(section)
    for name in ("Abbott", "Barker"):  # one of the two has Black in the first game, or both have White
        entry = entry_named(section, name)
        opponent = opponent_of(row, entry)
        withdraw(entry, BoardAction.FORFEIT)
        points = points_table(section, after=1)
        assert (points[entry.pk], points[opponent.pk]) == (0, section.win_points * games)
    assert latest("tournaments.result.recorded").reason == "Ill."
    assert latest("tournaments.entry.withdrawn").after["last_round"] == 1


def test_a_game_with_a_result_stays(row, abbott):
    section = section_of(games_per_pairing=2, club=row.section.event.organisation)
    row = published_round(section)
    abbott = entry_named(section, "Abbott")
    board = board_of(row, "Abbott")
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    withdraw(abbott, BoardAction.FORFEIT)
    assert board.games.get(number=1).outcome == Outcome.DRAW
    assert board.games.get(number=2).outcome in {Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT}


def test_finishing_the_round_leaves_the_board_and_the_next_has_no_place(row, abbott):
    withdraw(abbott, BoardAction.FINISH)
    assert board_of(row, "Abbott").games.get().outcome == Outcome.PENDING
    play(row)
    close_round(round_id=row.pk, actor=SYSTEM)
    second = propose_round(section_id=row.section_id, actor=SYSTEM)
    assert ("Abbott", ByeKind.ABSENT) in paired_names(second)


def test_the_round_is_paired_again_without_the_player(row, abbott):
    entry = withdraw(abbott, BoardAction.RE_PAIR)
    row.refresh_from_db()
    assert (row.state, entry.state, entry.last_round) == (RoundState.DRAFT, EntryState.WITHDRAWN, 0)
    paired = [pair for pair in paired_names(row) if pair[1] not in ByeKind.values]
    assert "Abbott" not in {name for pair in paired for name in pair}
    assert len(paired) == 2
    assert Pairing.objects.filter(round=row, bye=ByeKind.ALLOCATED).count() == 1


def test_a_round_with_a_result_or_a_fixed_table_is_not_paired_again(row, abbott):
    other = next(one for one in row.pairings.all() if abbott.pk not in {one.white_id, one.black_id})
    record_result(pairing_id=other.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    table = published_round(section_of(preset="round_robin", players=4, club=row.section.event.organisation))
    for entry in (abbott, entry_named(table.section, "Abbott")):
        with pytest.raises(RePairingUnfit):
            withdraw(entry, BoardAction.RE_PAIR)
        entry.refresh_from_db()
        assert entry.state == EntryState.CONFIRMED


@pytest.mark.parametrize("board", [None, *BoardAction])
def test_without_an_open_board_nothing_is_asked(row, abbott, board):
    play(row)
    assert withdraw(abbott, board).state == EntryState.WITHDRAWN
    row.refresh_from_db()
    assert row.state == RoundState.PUBLISHED


def test_a_readmission_is_not_undone_after_another_withdrawal():
    entry = section_of().entries.first()
    withdraw(entry)
    readmit_entry(entry_id=entry.pk, actor=SYSTEM)
    readmitted = latest("tournaments.entry.readmitted")
    withdraw(entry)
    with pytest.raises(CannotUndo) as refusal:
        undo_entry(entry_id=readmitted.pk, actor=SYSTEM)
    assert refusal.value.facts["number"] == latest("tournaments.entry.withdrawn").number
    undo_entry(entry_id=latest("tournaments.entry.withdrawn").pk, actor=SYSTEM)
    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED


def test_players_withdraw_nobody(abbott, player):
    with pytest.raises(NotAllowed):
        withdraw(abbott, BoardAction.FORFEIT, player)


def test_the_page_asks_and_the_round_marks_the_board(row, abbott, client, director):
    client.force_login(director.user)
    act = reverse("tournaments:desk_entry_act", args=[abbott.pk, "withdraw"])
    asked = client.post(act, follow=True)
    assert asked.redirect_chain[-1][0] == reverse("tournaments:desk_withdraw", args=[abbott.pk])
    page = asked.content.decode()
    for word in (
        f"Forfeit now: {opponent_of(row, abbott).name} wins",
        "Finish this round",
        "Unpublish and re-pair round",
    ):
        assert word in page
    client.post(act, {"board": "finish"})
    told = client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    assert told.count('<span class="badge badge--doubt">withdrawn</span>') == 1


def test_the_page_offers_no_pairing_where_there_is_a_result(row, abbott, client, director):
    other = next(one for one in row.pairings.all() if abbott.pk not in {one.white_id, one.black_id})
    record_result(pairing_id=other.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    client.force_login(director.user)
    page = client.get(reverse("tournaments:desk_withdraw", args=[abbott.pk])).content.decode()
    assert 'value="re_pair"' not in page
    assert "cannot be re-paired: it has a result or a later round" in page


def test_who_sits_at_no_open_board_is_led_to_the_entries(row, abbott, client, director):
    play(row)
    client.force_login(director.user)
    told = client.get(reverse("tournaments:desk_withdraw", args=[abbott.pk]))
    assert told.url == reverse("tournaments:desk_entries", args=[row.section_id])


def test_over_the_interface(abbott, client, director):
    client.force_login(director.user)
    address = reverse("tournaments-api:entry-withdraw", args=[abbott.pk])
    refused = client.post(address, {}, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "sits_at_board")
    told = client.post(address, {"board": "forfeit"}, content_type="application/json")
    assert (told.status_code, told.json()["state"]) == (200, "withdrawn")
