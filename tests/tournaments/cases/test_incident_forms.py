"""Incidents filed from the phone: once, ruled on by an arbiter, left to one by a deputy and confirmed."""

import pytest
from event_rows import board_of, latest
from incidents import Hall
from worlds import world

from club.core.errors import NotAllowed
from tournaments.cases.errors import (
    CallOfAnother,
    CaseChanged,
    DeviationNeedsReason,
    NothingAdvised,
    NotInEvent,
    SupersedingNeedsReason,
    UnknownConsequence,
)
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services.calls import call_arbiter, cancel_call
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import take_case
from tournaments.cases.services.incidents import IncidentForm, advice_of, confirm_advice, file_incident
from tournaments.cases.services.rulings import RulingDecision
from tournaments.models import BoardCard, Case, CaseOrigin, CaseState, Outcome, Ruling

pytestmark = pytest.mark.django_db


@world
def card(hall):
    return hall.section.board_cards.get(board_number=1)


def at_board_1(hall):
    return hall.row.pairings.select_related("white", "black").get(board_number=1)


def filed(hall, consequence, *, actor=None, key="k1", incident="must_capture", case=None, **more):
    decided = (
        None
        if consequence is None
        else RulingDecision(consequence=consequence, reason=more.pop("reason", ""))
    )
    form = IncidentForm(
        about=hall.at(at_board_1(hall).white.name),
        incident=incident,
        decided=decided,
        key=key,
        case_id=case.pk if case else None,
        **more,
    )
    return file_incident(event_id=hall.event.pk, form=form, actor=actor or hall.arbiter)


def call(hall, card, device="phone-1", **more):
    return call_arbiter(card=card, actor=hall.arbiter, device=device, **more)


def test_an_arbiters_form_is_a_ruling_and_the_same_form_again_is_told_as_known(hall):
    first, again = filed(hall, "caution"), filed(hall, "caution")
    assert (first.ruling, first.is_known) == (Ruling.objects.get(), False)
    assert (again.ruling, again.is_known) == (first.ruling, True)
    assert Case.objects.count() == 1


def test_a_deputys_form_waits_with_what_they_would_do_and_comes_twice_as_one(hall):
    done = filed(hall, "caution", actor=hall.deputy)
    assert (done.ruling, done.case.state) == (None, CaseState.OPEN)
    assert advice_of(done.case) == RulingDecision(consequence="caution")
    assert filed(hall, "caution", actor=hall.deputy).is_known
    assert Case.objects.count() == 1


def test_a_deputy_says_why_as_an_arbiter_does(hall):
    with pytest.raises(DeviationNeedsReason):
        filed(hall, "game_lost", actor=hall.deputy)
    assert not Case.objects.exists()


def test_a_deputy_may_leave_the_consequence_open_and_an_arbiter_may_not(hall):
    case = filed(hall, None, actor=hall.deputy).case
    assert advice_of(case) is None
    with pytest.raises(NothingAdvised):
        confirm_advice(case_id=case.pk, actor=hall.arbiter)
    with pytest.raises(UnknownConsequence):
        filed(hall, None, key="k2")


def test_the_arbiter_confirms_as_filed_and_a_deputy_cannot(hall):
    case = filed(hall, "game_lost", actor=hall.deputy, incident="touched_not_moved").case
    with pytest.raises(NotAllowed):
        confirm_advice(case_id=case.pk, actor=hall.deputy)
    with pytest.raises(CaseChanged):
        confirm_advice(case_id=case.pk, actor=hall.arbiter, version=case.version + 1)
    ruling = confirm_advice(case_id=case.pk, actor=hall.arbiter, version=case.version)
    assert (ruling.consequence, ruling.ruled_by) == ("game_lost", hall.arbiter.label)
    assert hall.result(at_board_1(hall).white.name).outcome == Outcome.BLACK


def test_what_was_filed_is_not_confirmed_when_the_ladder_has_gone_on(hall):
    case = filed(hall, "caution", actor=hall.deputy).case
    filed(hall, "caution", key="k2", incident="out_of_turn")
    with pytest.raises(DeviationNeedsReason) as refused:
        confirm_advice(case_id=case.pk, actor=hall.arbiter, version=case.version)
    assert refused.value.facts["proposed"] == "game_lost"


def test_a_call_becomes_the_case_and_keeps_what_was_typed_with_it(hall, card):
    case = call(hall, card, text="he moved twice")
    take_case(case_id=case.pk, actor=hall.deputy)
    done = filed(hall, "caution", incident="out_of_turn", case=case, told={"private_text": "seen by me"})
    assert done.ruling.case_id == case.pk
    case.refresh_from_db()
    assert (case.state, case.private_text) == (CaseState.RULED, "he moved twice\nseen by me")
    assert filed(hall, "caution", incident="out_of_turn", case=case).is_known


def test_a_deputys_answer_to_a_call_waits_and_comes_twice_as_one(hall, card):
    case = call(hall, card)
    assert filed(hall, "caution", actor=hall.deputy, case=case).ruling is None
    assert filed(hall, "caution", actor=hall.deputy, case=case).is_known
    assert confirm_advice(case_id=case.pk, actor=hall.arbiter).consequence == "caution"


def test_ruling_again_supersedes_with_a_reason_and_once(hall):
    case = filed(hall, "game_lost", incident="touched_not_moved").case
    again = {"incident": "touched_not_moved", "case": case, "key": "k2"}
    with pytest.raises(SupersedingNeedsReason):
        filed(hall, "none", **again)
    with pytest.raises(NotAllowed):
        filed(hall, "none", actor=hall.deputy, reason="two witnesses", **again)
    newer = filed(hall, "none", reason="two witnesses", **again).ruling
    assert ruling_in_force(case) == newer
    assert filed(hall, "none", reason="two witnesses", **again).is_known
    assert Ruling.objects.count() == 2


def test_a_ruling_on_what_somebody_else_changed_is_refused(hall):
    case = filed(hall, "caution", actor=hall.deputy).case
    with pytest.raises(CaseChanged):
        filed(hall, "caution", case=case, key="k2", version=case.version + 1)


def test_who_holds_a_pass_files_from_the_hall(hall):
    done = filed(hall, "caution", actor=hall.deputy)
    assert done.case.origin == CaseOrigin.DESK


def test_the_phone_that_called_takes_its_call_back_and_no_other(hall, card):
    case = call(hall, card)
    for device in ("phone-2", ""):
        with pytest.raises(CallOfAnother):
            cancel_call(card=card, actor=hall.arbiter, device=device)
    assert cancel_call(card=card, actor=hall.arbiter, device="phone-1").state == CaseState.DROPPED
    assert latest("tournaments.case.call_taken_back").after["number"] == case.number
    assert cancel_call(card=card, actor=hall.arbiter, device="phone-1") is None
    assert call(hall, card).pk != case.pk


def test_a_phone_that_is_not_known_again_takes_nothing_back(hall, card):
    call(hall, card, device="")
    with pytest.raises(CallOfAnother):
        cancel_call(card=card, actor=hall.arbiter, device="")


def test_a_call_is_made_once_and_what_is_added_is_kept(hall, card):
    first, second = call(hall, card, text="touch"), call(hall, card, device="phone-2", text="move")
    assert first.pk == second.pk
    second.refresh_from_db()
    assert second.private_text == "touch\nmove"


def test_calls_of_two_boards_are_two(hall, card):
    call(hall, card)
    other = BoardCard.objects.get(section=hall.section, board_number=2)
    assert call(hall, other).number == 2
    assert board_of(hall.row, at_board_1(hall).white.name).cases.count() == 1


def test_about_is_of_the_event(hall):
    other = Hall()
    form = IncidentForm(about=About(at_board_1(other).pk), incident="flag_fell", decided=None, key="k")
    with pytest.raises(NotInEvent):
        file_incident(event_id=hall.event.pk, form=form, actor=hall.deputy)
