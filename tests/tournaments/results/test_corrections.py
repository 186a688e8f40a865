"""An old result corrected: what it changes is told before, and what is told is what happens."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import board_of, latest, played_round, section_of
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import CannotUndo, NotAllowed
from club.core.messages import refusal_text
from club.models import AuditEntry, LiveEvent, User
from tournaments.events.services.setup_lists import set_prizes
from tournaments.models import Outcome, Pairing, PrizeHandout
from tournaments.prizes.selectors.prize_awards import compute_awards
from tournaments.prizes.services import award_prizes
from tournaments.results.errors import ClosedRoundNeedsResult
from tournaments.results.services.corrections import rehearse_correction
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import propose_round, reopen_round
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


@world
def section():
    """Two rounds played and closed, the third is a draft."""
    section = section_of()
    played_round(section)
    played_round(section)
    propose_round(section_id=section.pk, actor=SYSTEM)
    return section


@world
def board(section):
    return Pairing.objects.select_related("white", "black", "round").get(
        round__section=section, round__number=1, board_number=1
    )


def rehearse(board, outcome, actor=SYSTEM):
    return rehearse_correction(pairing_id=board.pk, game=1, outcome=outcome, actor=actor)


def ranks(section, after):
    return {row.entry.pk: (row.rank, row.points) for row in standing_rows(section, after=after).rows}


def test_the_preview_changes_nothing(board, section):
    told = AuditEntry.objects.count(), LiveEvent.objects.count(), ranks(section, 2)
    rehearse(board, Outcome.BLACK)
    assert board.games.get().outcome == Outcome.WHITE
    assert (AuditEntry.objects.count(), LiveEvent.objects.count(), ranks(section, 2)) == told


def test_what_was_told_is_what_happens(board, section):
    before = {number: ranks(section, number) for number in (1, 2)}
    effects = rehearse(board, Outcome.BLACK)
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="Misread.")
    for number in (1, 2):
        after = ranks(section, number)
        really = {
            key: (before[number][key], after[key]) for key in after if after[key] != before[number][key]
        }
        told = next(one.moved for one in effects.standings if one.number == number)
        assert {one.entry.pk: (tuple(one.before), tuple(one.after)) for one in told} == really
        assert board.white_id in really


def test_later_boards_that_were_paired_on_it_are_named_and_stay(board, section):
    pairs = list(Pairing.objects.filter(round__section=section).values_list("pk", "white", "black"))
    effects = rehearse(board, Outcome.BLACK)
    named = {(one.pairing.round.number, one.pairing.pk) for one in effects.later}
    assert named == {
        (number, board_of(section.round_rows.get(number=number), name).pk)
        for number in (2, 3)
        for name in (board.white.name, board.black.name)
        if board_of(section.round_rows.get(number=number), name).black_id
    }
    assert {one.pairing.round.number for one in effects.later if one.is_draft} <= {3}
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="Misread.")
    assert list(Pairing.objects.filter(round__section=section).values_list("pk", "white", "black")) == pairs


def test_a_game_that_becomes_a_forfeit_counts_as_unplayed(board):
    effects = rehearse(board, Outcome.WHITE_FORFEIT)
    assert effects.becomes_unplayed
    assert not rehearse(board, Outcome.BLACK).becomes_unplayed
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE_FORFEIT, actor=SYSTEM, reason="Left.")
    assert rehearse(board, Outcome.WHITE).becomes_played


def test_published_standings_and_prizes_are_named(board, section):
    effects = rehearse(board, Outcome.BLACK)
    assert (effects.snapshots, effects.prizes_are_out) == ((1, 2), False)
    PrizeHandout.objects.create(section=section, round_number=2, sharing="equal", lines=[])
    assert rehearse(board, Outcome.BLACK).prizes_are_out
    assert section.snapshots.count() == 2


PRIZES = [
    {"place": 1, "amount": 9000, "thing": "Cup"},
    {"place": 2, "amount": 5000},
    {"place": 3, "amount": 1000},
]


@world
def last_board():
    """The first board of the only round, closed; three prizes."""
    section = section_of(players=4, rounds=1)
    set_prizes(section_id=section.pk, rows=PRIZES, currency="EUR", sharing="by_place", actor=SYSTEM)
    return played_round(section).pairings.select_related("round").get(board_number=1)


def amounts(handout):
    """What everybody has, by name: money and things."""
    found = {}
    for line in handout.lines:
        money, things = found.get(line.name, (0, ()))
        found[line.name] = (money + line.amount, (*things, line.thing) if line.thing else things)
    return found


@pytest.mark.parametrize("is_handed_out", [True, False])
def test_prizes_that_change_hands_are_told_with_amounts(last_board, is_handed_out):
    section = last_board.round.section
    if is_handed_out:
        award_prizes(section_id=section.pk, actor=SYSTEM)
    before = amounts(compute_awards(section))
    assert before == {"Abbott": (9000, ("Cup",)), "Drummond": (5000, ()), "Barker": (1000, ())}
    effects = rehearse(last_board, Outcome.BLACK)
    assert effects.prizes_are_out is is_handed_out
    told = {one.name: (one.amount_before, one.amount, one.difference) for one in effects.prizes}
    assert amounts(compute_awards(section)) == before  # nothing was changed
    record_result(pairing_id=last_board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="Misread.")
    after = amounts(compute_awards(section))
    really = {
        name: (before.get(name, (0, ()))[0], after.get(name, (0, ()))[0])
        for name in before.keys() | after.keys()
        if before.get(name) != after.get(name)
    }
    assert {name: (old, new) for name, (old, new, _difference) in told.items()} == really
    assert sum(difference for *_amounts, difference in told.values()) == 0
    (loser,) = [one for one in effects.prizes if any(line.thing for line in one.before)]
    assert (loser.name, [line.thing for line in loser.after if line.thing]) == ("Abbott", [])


def test_prizes_are_reckoned_from_what_was_handed_out(last_board):
    """Two corrections after the handing-out: the second tells what the players have in their hands."""
    section = last_board.round.section
    award_prizes(section_id=section.pk, actor=SYSTEM)
    record_result(pairing_id=last_board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="Misread.")
    assert rehearse(last_board, Outcome.WHITE).prizes == ()  # back to what they have
    told = rehearse(last_board, Outcome.DRAW).prizes
    assert {one.name: one.amount_before for one in told}["Abbott"] == 9000


def test_before_the_last_round_no_prize_changes_hands(board, section):
    set_prizes(section_id=section.pk, rows=PRIZES, currency="EUR", sharing="equal", actor=SYSTEM)
    assert rehearse(board, Outcome.BLACK).prizes == ()


def test_the_desk_and_the_interface_tell_which_prizes_change_hands(last_board):
    section = last_board.round.section
    award_prizes(section_id=section.pk, actor=SYSTEM)
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    page = client.get(reverse("tournaments:desk_correct", args=[last_board.pk, 1]), {"outcome": "black"})
    text = " ".join(page.content.decode().split())
    assert "Prize changes" in text
    assert '<th scope="row">Abbott</th><td class="numeric">90 EUR, Cup</td>' in text
    path = f"/api/v1/pairings/{last_board.pk}/games/1/correction"
    told = client.post(path, {"outcome": "black"}, content_type="application/json").json()["prizes"]
    mine = next(one for one in told if one["name"] == "Abbott")
    assert (mine["amount_before"], mine["things_before"], mine["things_after"]) == (9000, ["Cup"], [])
    assert mine["difference"] == mine["amount_after"] - 9000 < 0
    record_result(pairing_id=last_board.pk, game=1, outcome=Outcome.BLACK, actor=SYSTEM, reason="Misread.")
    desk = client.get(reverse("tournaments:desk_handout", args=[section.pk])).content.decode()
    assert "Prize changes" in desk


def test_nobody_else_looks_ahead(board, player):
    with pytest.raises(NotAllowed):
        rehearse(board, Outcome.BLACK, player)


def test_the_desk_shows_it_before_it_is_confirmed(board, section):
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    address = reverse("tournaments:desk_correct", args=[board.pk, 1])
    assert address in client.get(reverse("tournaments:desk_round", args=[board.round_id])).content.decode()
    text = client.get(address, {"outcome": "black"}).content.decode()
    assert "Standings after round 2" in text
    assert "Boards paired on the old scores" in text
    assert board.games.get().outcome == Outcome.WHITE
    sent = {"outcome": "black", "was": "white"}
    assert client.post(address, sent).status_code == 422
    assert board.games.get().outcome == Outcome.WHITE
    assert client.post(address, sent | {"reason": "Misread."}).status_code == 302
    assert board.games.get().outcome == Outcome.BLACK
    assert latest("tournaments.result.corrected").reason == "Misread."
    again = client.post(address, sent | {"outcome": "draw", "reason": "Late."})
    assert again.status_code == 422
    assert "Another person has already entered" in again.content.decode()


def test_the_interface_tells_it_too(board, section):
    client = Client()
    path = f"/api/v1/pairings/{board.pk}/games/1/correction"
    sent = {"outcome": "black"}
    assert client.post(path, sent, content_type="application/json").status_code == 401
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    told = client.post(path, sent, content_type="application/json").json()
    assert (told["before"], told["after"]) == ("white", "black")
    assert [one["after"] for one in told["standings"]] == [1, 2]
    assert {one["round"] for one in told["later_boards"]} == {2, 3}
    assert board.games.get().outcome == Outcome.WHITE


# ---- a closed round loses no result ----


@world
def closed_board():
    """A board of a round that was played at the desk and is closed."""
    row = played_round(section_of(), logged=True)
    return row.pairings.get(board_number=1)


def test_a_result_of_a_closed_round_is_not_removed(closed_board, director, client):
    board, told = closed_board, {"actor": SYSTEM, "reason": "Never played."}
    with pytest.raises(ClosedRoundNeedsResult):
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.PENDING, **told)
    client.force_login(director.user)
    address = reverse("tournaments-api:result", args=[board.pk, 1])
    sent = {"outcome": "pending", "was": "white", "reason": "Never played."}
    answer = client.put(address, sent, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "closed_round_needs_result")
    page = client.get(reverse("tournaments:desk_correct", args=[board.pk, 1])).content.decode()
    assert 'value="pending"' not in page
    assert board.games.get().outcome == Outcome.WHITE
    reopen_round(round_id=board.round_id, actor=SYSTEM)
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.PENDING, **told)


def test_the_undo_of_a_result_in_a_closed_round_is_refused_with_the_next_step(closed_board, director):
    for reason in ("", "Misread."):
        if reason:
            record_result(
                pairing_id=closed_board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM, reason=reason
            )
        entry = AuditEntry.objects.filter(action__startswith="tournaments.result.").order_by("-pk").first()
        with pytest.raises(CannotUndo) as refusal:
            undo_entry(entry_id=entry.pk, actor=director)
        assert refusal.value.facts["why"] == "result_of_closed_round"
        assert "reopen the round" in refusal_text(refusal.value).what
    reopen_round(round_id=closed_board.round_id, actor=SYSTEM)
    undo_entry(entry_id=entry.pk, actor=director)
    assert closed_board.games.get().outcome == Outcome.WHITE


def test_a_game_of_a_closed_round_without_a_result_has_its_button(closed_board, director, client):
    closed_board.games.update(outcome=Outcome.PENDING)  # as an earlier version could leave it
    client.force_login(director.user)
    page = client.get(reverse("tournaments:desk_round", args=[closed_board.round_id])).content.decode()
    correct = reverse("tournaments:desk_correct", args=[closed_board.pk, 1])
    assert f'href="{correct}"' in page
    effects = client.get(correct, {"outcome": "white"})
    assert effects.context["refusal"] is None
    answer = client.post(correct, {"outcome": "white", "was": "pending", "reason": "Slip found."})
    assert answer.status_code == 302
    assert closed_board.games.get().outcome == Outcome.WHITE
