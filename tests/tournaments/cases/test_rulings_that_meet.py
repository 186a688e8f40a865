"""Rulings that meet later acts: other rulings, rounds taken back, undoings, forms that are sent again."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import board_of, club_of, latest, section_of, somebody
from incidents import Hall, case_of

from club.accounts.services.roles import grant_role
from club.audit.services import undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, NotAllowed
from club.models import Role, User
from tournaments.cases.errors import EffectBuiltOn, KeyUsed, NoChoice, RulingNamesThem
from tournaments.cases.selectors.case_changes import changes_since
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.selectors.public_cases import public_case, with_rulings
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case, update_case
from tournaments.cases.services.incidents import IncidentForm, file_incident
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import EntryHasCases, ExcludedByRuling
from tournaments.entries.services.entries import add_entries, readmit_entry, remove_entry
from tournaments.events.services.events import add_section
from tournaments.models import Case, EntryState, Outcome, Ruling, Section
from tournaments.results.errors import ResultByRuling
from tournaments.results.services.results import record_result
from tournaments.rounds.services.pairings import turn_colours
from tournaments.rounds.services.rounds import propose_round, publish_round, unpublish_round

pytestmark = pytest.mark.django_db
NOTHING = RulingDecision(consequence="none", reason="Two witnesses.")


def whites(hall):
    return [one.white.name for one in hall.row.pairings.order_by("board_number") if one.black]


def superseded(hall, ruling, decided=NOTHING):
    return supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)


# ---- rulings on top of each other ----


def test_of_two_rulings_about_one_result_the_later_goes_first(hall):
    name = whites(hall)[0]
    first = hall.rule(name, "touched_not_moved", "game_lost")
    second = hall.rule(name, "electronic_device", "game_lost", reason="It rang.")
    with pytest.raises(EffectBuiltOn) as refused:
        superseded(hall, first)
    assert refused.value.facts == {"number": 1, "later": 2}
    assert hall.result(name).outcome == Outcome.BLACK
    superseded(hall, second)
    assert hall.result(name).outcome == Outcome.BLACK
    superseded(hall, first)
    assert hall.result(name).outcome == Outcome.PENDING


def test_who_is_excluded_twice_plays_again_when_neither_ruling_stands(hall):
    name = whites(hall)[0]
    entry = hall.section.entries.get(name=name)
    first, second = (hall.rule(name, "refused_rules", "excluded", reason="Shouted.") for _ in range(2))
    with pytest.raises(EffectBuiltOn):
        superseded(hall, first)
    superseded(hall, second)
    entry.refresh_from_db()
    assert entry.state == EntryState.WITHDRAWN
    superseded(hall, first)
    entry.refresh_from_db()
    assert entry.state == EntryState.CONFIRMED


def test_who_meant_to_leave_after_a_round_still_does(hall):
    name = whites(hall)[0]
    hall.section.entries.filter(name=name).update(last_round=4)
    superseded(hall, hall.rule(name, "refused_rules", "excluded", reason="Shouted."))
    assert hall.section.entries.get(name=name).last_round == 4


def test_an_excluded_player_comes_back_by_a_ruling_alone(hall):
    name = whites(hall)[0]
    hall.rule(name, "refused_rules", "excluded", reason="Shouted.")
    entry = hall.section.entries.get(name=name)
    with pytest.raises(ExcludedByRuling):
        readmit_entry(entry_id=entry.pk, actor=hall.director)
    with pytest.raises(ExcludedByRuling):
        undo_entry(entry_id=latest("tournaments.entry.withdrawn").pk, actor=hall.director)
    entry.refresh_from_db()
    assert entry.state == EntryState.WITHDRAWN


def test_the_result_of_a_ruling_is_not_undone_beside_it(hall):
    name = whites(hall)[0]
    hall.rule(name, "touched_not_moved", "game_lost")
    with pytest.raises(CannotUndo) as refused:
        undo_entry(entry_id=latest("tournaments.result.recorded").pk, actor=hall.director)
    assert refused.value.facts["why"] == "ruling_is_superseded"
    assert hall.result(name).outcome == Outcome.BLACK


def test_nothing_is_left_to_the_opponent_where_the_arbiter_decided_otherwise():
    hall = Hall(variant="international", law_book="fmjd-annex-1")
    ruling = hall.rule(whites(hall)[0], "must_capture", "game_lost", reason="The third time today.")
    assert ruling.proposed["choices"]
    with pytest.raises(NoChoice):
        choose_as_opponent(case_id=ruling.case_id, choice="let_stand", actor=hall.arbiter)


# ---- a case that is ruled on stays with its player and its game ----


@pytest.mark.parametrize("consequence", ["caution", "game_lost", "points_deducted", "excluded"])
def test_a_case_is_not_moved_under_its_ruling(hall, consequence):
    first, second = whites(hall)[:2]
    ruling = hall.rule(first, "electronic_device", consequence, points=1, reason="It rang.")
    opponent = board_of(hall.row, first).black
    here = hall.at(first)
    for about in (hall.at(second), About(here.pairing_id, 1, opponent.pk), About(here.pairing_id)):
        with pytest.raises(RulingNamesThem):
            update_case(case_id=ruling.case_id, actor=hall.deputy, about=about)
    update_case(case_id=ruling.case_id, actor=hall.deputy, about=here, public_text="It rang.")
    superseded(hall, ruling)
    assert hall.result(first).outcome == Outcome.PENDING
    update_case(case_id=ruling.case_id, actor=hall.deputy, about=hall.at(second))
    moved = superseded(hall, ruling, RulingDecision(consequence="game_lost", reason="It was board 2."))
    assert moved.entry.name == second
    assert (hall.result(first).outcome, hall.result(second).outcome) == (Outcome.PENDING, Outcome.BLACK)


def test_who_has_the_other_side_by_now_loses_with_that_one(hall):
    name = whites(hall)[0]
    about = hall.at(name)
    case = open_case(event_id=hall.event.pk, about=about, incident="touched_not_moved", actor=hall.deputy)
    row = unpublish_round(round_id=hall.row.pk, actor=hall.director)
    row = turn_colours(round_id=row.pk, pairing_id=about.pairing_id, version=row.version, actor=SYSTEM)
    row.refresh_from_db()
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    ruling = rule_on_case(
        case_id=case.pk, decided=RulingDecision(consequence="game_lost"), actor=hall.arbiter
    )
    assert case_of(ruling).side == "black"
    assert hall.result(name).outcome == Outcome.WHITE


def test_an_entry_that_a_case_is_about_stays():
    section = section_of()
    arbiter, director = somebody("arbiter"), somebody("director")
    entry = section.entries.first()
    about = About(None, 1, entry.pk)
    open_case(event_id=section.event_id, about=about, incident="late_arrival", actor=arbiter)
    with pytest.raises(EntryHasCases):
        remove_entry(entry_id=entry.pk, actor=director)
    assert section.entries.filter(pk=entry.pk).exists()


# ---- where somebody may file ----


def test_a_case_is_moved_only_to_where_whoever_moves_it_may_file(hall):
    other = add_section(event_id=hall.event.pk, name="Women", preset="weekend", actor=SYSTEM)
    other = Section.objects.select_related("event").get(pk=other.pk)
    add_entries(section_id=other.pk, lines=[EntryLine("Zara", 1), EntryLine("Yara", 2)], actor=SYSTEM)
    row = propose_round(section_id=other.pk, actor=SYSTEM)
    publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    user = User.objects.create_user("sam@north.example", first_name="Sam")
    scope = Scope(club_of().pk, hall.event.pk, hall.section.pk)
    grant_role(user=user, role=Role.DEPUTY_ARBITER, scope=scope, actor=SYSTEM)
    deputy = Actor.of_user(user)
    about = hall.at(whites(hall)[0])
    case = open_case(event_id=hall.event.pk, about=about, incident="distracting", actor=deputy)
    there = board_of(row, "Zara")
    for place in (About(there.pk, 1, there.white_id), About(there.pk)):
        with pytest.raises(NotAllowed):
            update_case(case_id=case.pk, actor=deputy, about=place)
    assert Case.objects.get(pk=case.pk).section_id == hall.section.pk


# ---- forms that are sent again ----


def form(hall, name, consequence="caution", key="key-1", **told):
    decided = RulingDecision(consequence=consequence, incident="must_capture", reason="x")
    facts = {"about": hall.at(name), "incident": "must_capture", "decided": decided, "key": key}
    return IncidentForm(**{**facts, **told})


def filed(hall, sent, actor=None):
    return file_incident(event_id=hall.event.pk, form=sent, actor=actor or hall.arbiter)


def test_a_key_is_of_one_form_of_one_person(hall):
    first, second = whites(hall)[:2]
    filed(hall, form(hall, first))
    assert filed(hall, form(hall, first)).is_known
    others = [form(hall, second), form(hall, first, "game_lost")]
    for other in others:
        with pytest.raises(KeyUsed):
            filed(hall, other)
    with pytest.raises(KeyUsed):
        filed(hall, form(hall, first), actor=somebody("arbiter"))
    assert (Case.objects.count(), Ruling.objects.count()) == (1, 1)


def test_a_key_of_another_event_files_nothing(hall):
    elsewhere = section_of()
    open_case(event_id=elsewhere.event_id, about=About(), incident="distracting", actor=SYSTEM, key="k")
    about = hall.at(whites(hall)[0])
    with pytest.raises(KeyUsed):
        open_case(event_id=hall.event.pk, about=about, incident="distracting", actor=hall.deputy, key="k")
    first = hall.rule(whites(hall)[0], "must_capture", "caution", key="r")
    case = open_case(event_id=hall.event.pk, about=about, incident="distracting", actor=hall.deputy)
    for ruled, consequence in ((case, "caution"), (case_of(first), "game_lost")):
        decided = RulingDecision(consequence=consequence)
        with pytest.raises(KeyUsed):
            rule_on_case(case_id=ruled.pk, decided=decided, actor=hall.arbiter, key="r")
    assert Ruling.objects.count() == 1


def test_a_ruling_anew_is_made_once_over_the_interface_too(hall):
    ruling = hall.rule(whites(hall)[0], "must_capture", "caution")
    client = Client()
    client.force_login(hall.arbiter.user)
    where = reverse("tournaments-api:case-rulings", args=[ruling.case_id])
    told = {"consequence": "none", "reason": "It was legal.", "supersedes": True, "key": "again"}
    sent = [client.post(where, told, content_type="application/json") for _ in range(2)]
    assert [one.status_code for one in sent] == [201, 201]
    assert sent[0].json()["id"] == sent[1].json()["id"]
    assert case_of(ruling).rulings.count() == 2
    assert ruling_in_force(case_of(ruling)).number == 2


# ---- a result that a ruling has set, and the desk ----

LOST = "touched_not_moved", "game_lost"


def entered(hall, name, outcome, **facts):
    return record_result(
        pairing_id=hall.at(name).pairing_id, game=1, outcome=outcome, actor=hall.director, **facts
    )


def test_the_desk_replaces_the_result_of_a_ruling_only_knowingly_and_with_a_reason(hall):
    name = whites(hall)[0]
    hall.rule(name, *LOST)
    for facts in ({}, {"was": Outcome.BLACK}, {"reason": "Slip."}, {"overrules_ruling": True}):
        with pytest.raises(ResultByRuling) as refused:
            entered(hall, name, Outcome.WHITE, **facts)
        assert (refused.value.facts["case"], refused.value.status) == (1, 409)
    assert hall.result(name).outcome == Outcome.BLACK
    entered(hall, name, Outcome.WHITE, was=Outcome.BLACK, reason="Wrong board.", overrules_ruling=True)
    assert hall.result(name).outcome == Outcome.WHITE


def test_the_history_of_the_case_names_who_replaced_its_result_and_why(hall):
    name = whites(hall)[0]
    case = case_of(hall.rule(name, *LOST))
    entered(hall, name, Outcome.WHITE, reason="Wrong board.", overrules_ruling=True)
    change = changes_since(case, case.version)[0]
    assert (change.who, change.reason) == (hall.director.label, "Wrong board.")
    assert "result" in change.sentence
    told = public_case(with_rulings(Case.objects.filter(pk=case.pk)).get())
    assert (told.in_force.outcome, told.in_force.outcome_now) == ("Black won", "White won")
    entered(hall, name, Outcome.DRAW, reason="A draw.")  # the ruling has set another result: nothing is left
    assert len(changes_since(case, case.version)) == 1


def test_a_ruling_replaces_the_result_of_another_and_the_same_result_is_entered_freely(hall):
    name = whites(hall)[0]
    first = hall.rule(name, *LOST)
    entered(hall, name, Outcome.BLACK)
    superseded(hall, first)
    entered(hall, name, Outcome.WHITE)
    assert hall.result(name).outcome == Outcome.WHITE


def test_the_row_and_the_question_name_the_case(hall, client):
    name = whites(hall)[0]
    case = case_of(hall.rule(name, *LOST))
    client.force_login(hall.director.user)
    address = reverse("tournaments:desk_case", args=[case.pk])
    about = hall.at(name)
    page = client.get(reverse("tournaments:desk_round", args=[hall.row.pk])).content.decode()
    assert f'<a href="{address}">Case 1</a>: game lost' in page
    asked = reverse("tournaments:desk_overwrite", args=[about.pairing_id, 1]) + "?outcome=white"
    correct = reverse("tournaments:desk_correct", args=[about.pairing_id, 1]) + "?outcome=white"
    rare = reverse("tournaments:desk_other_results", args=[about.pairing_id, 1])
    for page in (asked, correct, rare):
        text = client.get(page).content.decode()
        assert address in text
        assert 'name="overrules" value="1"' in text
    enter = reverse("tournaments:desk_result", args=[about.pairing_id, 1])
    told = {"outcome": "white", "was": "black", "confirm": "1"}
    assert (
        client.post(enter, told, headers={"Accept": "application/json"}).json()["code"] == "result_by_ruling"
    )
    assert client.post(enter, told).status_code == 409
    client.post(enter, told | {"overrules": "1", "reason": "Wrong board."})
    assert hall.result(name).outcome == Outcome.WHITE
    public = client.get(reverse("tournaments:rulings", args=[hall.event.slug, hall.section.slug]))
    assert "Changed since, without a new ruling: White won." in public.content.decode()


def test_the_interface_answers_409_for_the_result_of_a_ruling(hall, client):
    name = whites(hall)[0]
    hall.rule(name, *LOST)
    client.force_login(hall.director.user)
    where = reverse("tournaments-api:result", args=[hall.at(name).pairing_id, 1])
    told = {"outcome": "white", "was": "black", "reason": "Wrong board."}
    answer = client.put(where, told, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (409, "result_by_ruling")
    answer = client.put(where, told | {"overrules_ruling": True}, content_type="application/json")
    assert answer.status_code == 200
