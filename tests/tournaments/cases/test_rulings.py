"""Rulings: by the law book or with a reason, applied at once, only superseded."""

from dataclasses import replace

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from event_rows import latest
from incidents import Hall, case_of

from club.core.errors import NotAllowed
from tournaments.cases.errors import (
    CaseChanged,
    CaseSettled,
    DeviationNeedsReason,
    EffectGone,
    LossKept,
    NoChoice,
    NotAtBoard,
    RulingNeedsPoints,
    SupersedingNeedsReason,
    UnknownChoice,
    UnknownIncident,
)
from tournaments.cases.selectors.case_proposals import proposed_for, ruling_in_force
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import drop_case, open_case, update_case
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.core.append_only import AppendOnlyViolation
from tournaments.models import Case, CaseState, EntryState, Event, Outcome, Pairing, Round, Ruling, Section
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db
# Most queries of an account whose roles are known, without savepoints.
QUERIES = {
    "filed": 18,
    "filed again": 4,
    "ruled on": 28,
    "both": 39,
    "both, and a game lost": 54,
    "a result": 18,
}
LOCKED_ONCE = [Event, Section, Round, Pairing]


def white_of(hall):
    return hall.row.pairings.order_by("board_number").first().white.name


def test_a_second_wrong_move_in_a_game_costs_it_and_the_result_is_entered(hall):
    name = white_of(hall)
    first = hall.rule(name, "must_capture", "caution")
    assert first.articles == ["SL-I1", "SL-I1a", "SL-M8"]
    assert (first.law_book, first.edition) == ("standard-laws", "as supplied")
    second = hall.rule(name, "out_of_turn", "game_lost")
    assert second.proposed["article"] == "SL-I3"
    assert second.outcome == Outcome.BLACK
    result = hall.result(name)
    assert (result.outcome, result.is_adjudicated) == (Outcome.BLACK, True)
    assert result.note == "#2 SL-I3, SL-I1h, SL-S7"
    assert latest("tournaments.ruling.made").after["consequence"] == "game_lost"


def test_in_the_second_game_of_a_pairing_the_sides_are_the_other_way_round():
    hall = Hall(games_per_pairing=2)
    name = white_of(hall)
    ruling = hall.rule(name, "touched_not_moved", "game_lost", game=2)
    assert case_of(ruling).side == "black"
    assert hall.result(name, game=2).outcome == Outcome.WHITE
    assert hall.result(name, game=1).outcome == Outcome.PENDING


def test_offences_of_the_other_game_do_not_climb():
    hall = Hall(games_per_pairing=2)
    name = white_of(hall)
    hall.rule(name, "must_capture", "caution", game=1)
    ruling = hall.rule(name, "must_capture", "caution", game=2)
    assert (ruling.proposed["in_game"], ruling.proposed["in_event"]) == (1, 2)


def test_another_consequence_than_the_law_book_asks_for_needs_a_reason(hall):
    name = white_of(hall)
    with pytest.raises(DeviationNeedsReason) as refused:
        hall.rule(name, "touched_not_moved", "caution")
    assert refused.value.facts == {"proposed": "game_lost", "consequence": "caution", "article": "SL-T4"}
    assert not Case.objects.exists()
    ruling = hall.rule(name, "touched_not_moved", "caution", reason="the clock had been knocked over")
    assert (ruling.consequence, ruling.proposed["consequence"]) == ("caution", "game_lost")


def test_where_the_book_is_silent_a_caution_needs_no_reason_and_a_lost_game_does(hall):
    name = white_of(hall.by_law_book_alone())
    assert hall.rule(name, "distracting", "caution").articles == []
    with pytest.raises(DeviationNeedsReason):
        hall.rule(name, "electronic_device", "game_lost")
    assert hall.rule(name, "electronic_device", "game_lost", reason="rules of the event").outcome


def test_superseding_undoes_what_the_ruling_did(hall):
    name = white_of(hall)
    ruling = hall.rule(name, "touched_not_moved", "game_lost")
    with pytest.raises(SupersedingNeedsReason):
        supersede_ruling(
            case_id=ruling.case_id, decided=RulingDecision(consequence="none"), actor=hall.arbiter
        )
    newer = supersede_ruling(
        case_id=ruling.case_id,
        decided=RulingDecision(consequence="none", reason="two witnesses: it was adjusted"),
        actor=hall.arbiter,
    )
    assert hall.result(name).outcome == Outcome.PENDING
    assert ruling_in_force(case_of(ruling)) == newer
    assert Ruling.objects.get(pk=ruling.pk).outcome == Outcome.BLACK
    assert proposed_for(Case(event=hall.event), incident="out_of_turn").in_event == 1


@pytest.mark.parametrize("before", [Outcome.PENDING, Outcome.WHITE, Outcome.DRAW])
@pytest.mark.parametrize("consequence", ["none", "reminder", "caution", "warning"])
def test_the_result_from_before_a_ruling_comes_back_unless_a_loss_is_confirmed(hall, before, consequence):
    name = white_of(hall)
    if before != Outcome.PENDING:
        record_result(pairing_id=hall.at(name).pairing_id, game=1, outcome=before, actor=hall.arbiter)
    ruling = hall.rule(name, "touched_not_moved", "game_lost")
    facts = {"consequence": consequence, "reason": "two witnesses: it was adjusted"}

    def anew(**more):
        decided = RulingDecision(**facts, **more)
        return supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)

    for lost in (Outcome.BLACK, Outcome.BLACK_FORFEIT, Outcome.BOTH_LOST):
        with pytest.raises(LossKept) as refused:
            anew(outcome=lost)
        assert (refused.value.facts, hall.result(name).outcome) == ({"number": 1}, Outcome.BLACK)
    assert anew().outcome == ""
    assert hall.result(name).outcome == before


@pytest.mark.parametrize("consequence", ["none", "warning"])
def test_a_loss_that_is_confirmed_stays_until_the_next_ruling(hall, consequence):
    name = white_of(hall)
    ruling = hall.rule(name, "touched_not_moved", "game_lost")
    facts = {"case_id": ruling.case_id, "actor": hall.arbiter}
    kept = RulingDecision(
        consequence=consequence, outcome=Outcome.BLACK, keeps_loss=True, reason="He resigned."
    )
    assert supersede_ruling(decided=kept, **facts).outcome == Outcome.BLACK
    assert hall.result(name).outcome == Outcome.BLACK
    with pytest.raises(LossKept):
        supersede_ruling(decided=replace(kept, keeps_loss=False), **facts)
    supersede_ruling(decided=replace(kept, outcome="", keeps_loss=False), **facts)
    assert hall.result(name).outcome == Outcome.PENDING


@pytest.mark.parametrize(
    ("consequence", "outcome", "stands"),
    [
        pytest.param("game_lost", "", Outcome.BLACK, id="the game is lost by the new ruling, too"),
        pytest.param("both_lost", "", Outcome.BOTH_LOST, id="both lose it"),
        pytest.param("none", Outcome.DRAW, Outcome.DRAW, id="another result"),
        pytest.param("none", Outcome.WHITE, Outcome.WHITE, id="a win"),
    ],
)
def test_only_a_loss_left_over_asks_for_confirmation(hall, consequence, outcome, stands):
    name = white_of(hall)
    ruling = hall.rule(name, "touched_not_moved", "game_lost")
    decided = RulingDecision(consequence=consequence, outcome=outcome, reason="two witnesses")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    assert hall.result(name).outcome == stands


def test_a_loss_from_before_the_ruling_is_nobodys_to_confirm(hall):
    name = white_of(hall)
    record_result(pairing_id=hall.at(name).pairing_id, game=1, outcome=Outcome.BLACK, actor=hall.arbiter)
    ruling = hall.rule(name, "touched_not_moved", "game_lost")
    decided = RulingDecision(consequence="none", outcome=Outcome.BLACK, reason="two witnesses")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    assert hall.result(name).outcome == Outcome.BLACK


def test_a_result_that_was_changed_since_is_not_undone_behind_anybodys_back(hall):
    name = white_of(hall)
    ruling = hall.rule(name, "touched_not_moved", "game_lost")
    pairing = hall.at(name).pairing_id
    knowingly = {"reason": "Wrong board.", "overrules_ruling": True}
    record_result(pairing_id=pairing, game=1, outcome=Outcome.DRAW, actor=hall.director, **knowingly)
    with pytest.raises(EffectGone) as refused:
        supersede_ruling(
            case_id=ruling.case_id, decided=RulingDecision(consequence="none", reason="x"), actor=hall.arbiter
        )
    assert refused.value.facts["there"] == Outcome.DRAW
    assert hall.result(name).outcome == Outcome.DRAW
    assert ruling_in_force(case_of(ruling)) == ruling


def test_who_was_excluded_is_paired_no_more_and_plays_again_when_that_is_superseded(hall):
    name = white_of(hall)
    ruling = hall.rule(name, "refused_rules", "excluded", reason="and shouted at the arbiter")
    entry = hall.section.entries.get(name=name)
    assert (entry.state, entry.last_round) == (EntryState.WITHDRAWN, 1)
    decided = RulingDecision(consequence="game_lost", reason="apologised")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    entry.refresh_from_db()
    assert (entry.state, entry.last_round) == (EntryState.CONFIRMED, None)
    assert hall.result(name).outcome == Outcome.BLACK


def test_both_lose_a_game_that_was_begun(hall):
    name = white_of(hall)
    hall.rule(name, "agreed_result", "both_lost", reason="agreed before the round")
    assert hall.result(name).outcome == Outcome.BOTH_LOST


def test_who_never_came_forfeits(hall):
    name = white_of(hall)
    hall.rule(name, "late_arrival", "game_lost", is_forfeit=True, reason="30 minutes, rules of the event")
    assert hall.result(name).outcome == Outcome.BLACK_FORFEIT


def test_points_have_to_be_named(hall):
    with pytest.raises(RulingNeedsPoints):
        hall.rule(white_of(hall), "distracting", "points_deducted", reason="third time")


def test_the_opponent_chooses_once(hall):
    hall = Hall(preset="weekend", variant="international", law_book="fmjd-annex-1")
    ruling = hall.rule(white_of(hall), "must_capture", "opponent_chooses")
    with pytest.raises(UnknownChoice):
        choose_as_opponent(case_id=ruling.case_id, choice="put_back", actor=hall.arbiter)
    chosen = choose_as_opponent(case_id=ruling.case_id, choice="rectified", actor=hall.deputy)
    assert chosen.chooser == case_of(ruling).opponent
    with pytest.raises(NoChoice):
        choose_as_opponent(case_id=ruling.case_id, choice="let_stand", actor=hall.arbiter)


def test_a_deputy_files_and_does_not_rule(hall):
    name = white_of(hall)
    with pytest.raises(NotAllowed):
        hall.rule(name, "must_capture", "caution", actor=hall.deputy)
    assert not Case.objects.exists()
    about = hall.at(name)
    case = open_case(event_id=hall.event.pk, about=about, incident="must_capture", actor=hall.deputy)
    ruling = rule_on_case(case_id=case.pk, decided=RulingDecision(consequence="caution"), actor=hall.arbiter)
    decided = RulingDecision(consequence="none", reason="x")
    with pytest.raises(NotAllowed):
        supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.deputy)
    with pytest.raises(NotAllowed):
        supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.director)


def test_the_same_form_twice_rules_once(hall):
    name = white_of(hall)
    first = hall.rule(name, "must_capture", "caution", key="abc")
    assert hall.rule(name, "must_capture", "caution", key="abc") == first
    assert (Case.objects.count(), Ruling.objects.count()) == (1, 1)


def test_a_case_changed_meanwhile_is_not_ruled_on_unseen(hall):
    case = open_case(
        event_id=hall.event.pk, about=hall.at(white_of(hall)), incident="must_capture", actor=hall.deputy
    )
    update_case(case_id=case.pk, actor=hall.deputy, version=case.version, witnesses="Mrs Kear")
    with pytest.raises(CaseChanged):
        rule_on_case(
            case_id=case.pk,
            decided=RulingDecision(consequence="caution"),
            actor=hall.arbiter,
            version=case.version,
        )
    now = Case.objects.get(pk=case.pk)
    assert (now.witnesses, now.state) == ("Mrs Kear", CaseState.OPEN)


def test_a_case_is_ruled_on_once_and_a_dropped_one_not_at_all(hall):
    ruling = hall.rule(white_of(hall), "must_capture", "caution")
    with pytest.raises(CaseSettled):
        rule_on_case(
            case_id=ruling.case_id, decided=RulingDecision(consequence="caution"), actor=hall.arbiter
        )
    with pytest.raises(CaseSettled):
        drop_case(case_id=ruling.case_id, actor=hall.arbiter)


def test_what_is_not_there_cannot_be_filed(hall):
    name = white_of(hall)
    stranger = hall.section.entries.exclude(pk=hall.at(name).entry_id).last()
    facts = {"event_id": hall.event.pk, "actor": hall.arbiter}
    with pytest.raises(UnknownIncident):
        open_case(about=hall.at(name), incident="sneezed", **facts)
    with pytest.raises(NotAtBoard):
        open_case(about=About(hall.at(name).pairing_id, 1, stranger.pk), incident="must_capture", **facts)
    assert not Case.objects.exists()


def test_a_ruling_is_never_changed_by_models_or_by_the_database(hall):
    ruling = hall.rule(white_of(hall), "must_capture", "caution")
    for change in (
        ruling.save,
        ruling.delete,
        Ruling.objects.all().delete,
        lambda: Ruling.objects.update(reason="x"),
    ):
        with pytest.raises(AppendOnlyViolation):
            change()
    for statement in ("UPDATE tournaments_ruling SET reason = 'x'", "DELETE FROM tournaments_ruling"):
        refused = pytest.raises(DatabaseError, match="never changed")
        with refused, transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
    assert Ruling.objects.get().reason == ""


@pytest.fixture
def ways(hall, monkeypatch):
    """Run a service; return how many queries it took and which rows it locked."""
    locked, lock = [], QuerySet.select_for_update

    def note(rows, **options):
        locked.append(rows.model)
        return lock(rows, **options)

    monkeypatch.setattr(QuerySet, "select_for_update", note)

    def run(act):
        locked.clear()
        with CaptureQueriesContext(connection) as asked:
            said = act()
        counted = sum("SAVEPOINT" not in one["sql"] for one in asked)
        return said, counted, [one for one in locked if one in {*LOCKED_ONCE, Case}]

    return run


def test_an_incident_its_ruling_and_both_at_once_lock_each_row_once(hall, ways):
    name, other = [one.white.name for one in hall.row.pairings.order_by("board_number")[:2]]
    for actor in (hall.deputy, hall.arbiter, hall.director):  # their roles are read once
        place = {"event_id": hall.event.pk, "about": About()}
        drop_case(case_id=open_case(**place, incident="distracting", actor=actor).pk, actor=actor)

    def file(name, incident, consequence, actor):
        decided = RulingDecision(consequence=consequence, incident=incident) if consequence else None
        form = IncidentForm(about=hall.at(name), incident=incident, decided=decided, key=f"{name} {incident}")
        return ways(lambda: file_incident(event_id=hall.event.pk, form=form, actor=actor))

    asked, locks = {}, {}
    filed, asked["filed"], locks["filed"] = file(name, "must_capture", "", hall.deputy)
    _same, asked["filed again"], locks["filed again"] = file(name, "must_capture", "", hall.deputy)
    caution = {
        "case_id": filed.case.pk,
        "decided": RulingDecision(consequence="caution"),
        "actor": hall.arbiter,
    }
    _ruling, asked["ruled on"], locks["ruled on"] = ways(lambda: rule_on_case(**caution))
    _both, asked["both"], locks["both"] = file(other, "must_capture", "caution", hall.arbiter)
    lost = "both, and a game lost"
    _both, asked[lost], locks[lost] = file(other, "touched_not_moved", "game_lost", hall.arbiter)
    result = {"pairing_id": hall.at(name).pairing_id, "game": 1, "outcome": "white", "actor": hall.director}
    _game, asked["a result"], locks["a result"] = ways(lambda: record_result(**result))
    assert not {name: count for name, count in asked.items() if count > QUERIES[name]}
    assert locks == {
        "filed": LOCKED_ONCE,
        "filed again": [Event],
        "ruled on": [*LOCKED_ONCE, Case],
        "both": LOCKED_ONCE,
        lost: LOCKED_ONCE,
        "a result": LOCKED_ONCE[1:],
    }
