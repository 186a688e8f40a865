"""Cases go out with the file of their section and come in again; a bad one changes nothing."""

import json

import pytest
from event_rows import club_of, play, somebody
from incidents import Hall
from worlds import world

from club.core.actor import SYSTEM
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link, name_member
from tournaments.appeals.services.appeals import decide_appeal, file_appeal
from tournaments.cases.selectors.case_proposals import ruling_in_force
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.claims import Claim, record_claim
from tournaments.cases.services.rulings import RulingDecision, choose_as_opponent, supersede_ruling
from tournaments.exchange.errors import SectionFileUnreadable
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import AppealState, Case, CaseState, Event
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


def import_document(data):
    facts = {"organisation_id": club_of("south").pk, "name": "a.json", "actor": SYSTEM}
    return import_section(data=data, **facts).section


def answer(**told):
    kept = {"kind": "repetition", "word": "right", "code": "x", "article": "", "fen": "", "ply": None}
    return kept | {"plies": [], "legal": [], "facts": {}} | told


@world
def data():
    """A closed round with a superseded ruling, points taken, a choice and a case that is open."""
    hall = Hall(variant="international", law_book="fmjd-annex-1")
    name, other = hall.row.pairings.order_by("board_number").values_list("white__name", flat=True)[:2]
    play(hall.row)
    first = hall.rule(name, "refused_rules", "game_lost")
    decided = RulingDecision(consequence="points_deducted", points=1, reason="He apologised.")
    supersede_ruling(case_id=first.case_id, decided=decided, actor=hall.arbiter)
    chosen = hall.rule(other, "must_capture", "opponent_chooses")
    choose_as_opponent(case_id=chosen.case_id, choice="let_stand", actor=hall.arbiter)
    open_case(event_id=hall.event.pk, about=hall.at(other), incident="distracting", actor=hall.deputy)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    return hall.section, exported_section(hall.section, "json").data


def test_what_goes_out_comes_back_the_same(data):
    section, sent = data
    made = import_document(sent)
    assert exported_section(made, "json").data == sent
    points = [(row.entry.name, row.rank, row.points) for row in standing_rows(section).rows]
    assert [(row.entry.name, row.rank, row.points) for row in standing_rows(made).rows] == points
    first, second, third = made.cases.order_by("number")
    assert [one.state for one in (first, second, third)] == [CaseState.RULED, CaseState.RULED, CaseState.OPEN]
    assert ruling_in_force(first).points == 1
    assert ruling_in_force(second).choice.choice == "let_stand"
    assert first.pairing.round.section == made


@pytest.mark.parametrize(
    ("spoil", "place"),
    [
        pytest.param(lambda cases: cases[0].update(number=2), "cases", id="a number twice"),
        pytest.param(lambda cases: cases[0].update(state="lost"), "cases[0].state", id="no such state"),
        pytest.param(lambda cases: cases[0].update(incident="x"), "cases[0].incident", id="no such incident"),
        pytest.param(lambda cases: cases[0].update(entry=99), "cases[0].entry", id="nobody"),
        pytest.param(lambda cases: cases[0].update(details=[]), "cases[0].details", id="a list"),
        pytest.param(lambda cases: cases[0].update(number=[1]), "cases[0].number", id="no number"),
        pytest.param(
            lambda cases: cases[0]["rulings"][1].update(supersedes=None),
            "cases[0].rulings[1].supersedes",
            id="two rulings in force",
        ),
        pytest.param(
            lambda cases: cases[0]["rulings"][0].update(consequence="shot"),
            "cases[0].rulings[0].consequence",
            id="no such consequence",
        ),
        pytest.param(
            lambda cases: cases[0]["rulings"][0].update(articles="SL-T4"),
            "cases[0].rulings[0].articles",
            id="articles in one text",
        ),
        pytest.param(
            lambda cases: cases[1]["rulings"][0]["choice"].update(chooser=None),
            "cases[1].rulings[0].choice.chooser",
            id="nobody chose",
        ),
        pytest.param(lambda cases: cases[0].update(state="open"), "cases[0].state", id="ruled on and open"),
        pytest.param(lambda cases: cases[2].update(state="ruled"), "cases[2].state", id="ruled on by nobody"),
        pytest.param(lambda cases: cases[0].update(state="appealed"), "cases[0].state", id="no appeal"),
        pytest.param(
            lambda cases: cases[0].update(entry=cases[2]["entry"]), "cases[0].entry", id="of another board"
        ),
        pytest.param(lambda cases: cases[0].update(details={"ply": [1]}), "cases[0].details", id="no text"),
        pytest.param(
            lambda cases: cases[2].update(advised={"penalty": 3}), "cases[2].advised", id="no such advice"
        ),
        pytest.param(
            lambda cases: cases[2].update(advised={"consequence": "shot"}),
            "cases[2].advised",
            id="no consequence that is known",
        ),
        pytest.param(
            lambda cases: cases[2].update(claim_answer={"word": "maybe"}),
            "cases[2].claim_answer",
            id="half an answer",
        ),
        pytest.param(
            lambda cases: cases[2].update(claim_answer=answer(code="not_so_often")),
            "cases[2].claim_answer",
            id="an answer that cannot be told",
        ),
        pytest.param(
            lambda cases: cases[0]["rulings"][0].update(proposed={}),
            "cases[0].rulings[0].proposed",
            id="nothing proposed",
        ),
        pytest.param(
            lambda cases: cases[0]["rulings"][0]["applied"].update(outcome="lost"),
            "cases[0].rulings[0].applied.outcome",
            id="an effect in one word",
        ),
        pytest.param(
            lambda cases: cases[0]["rulings"][0]["applied"]["outcome"].update(was="lost"),
            "cases[0].rulings[0].applied.outcome",
            id="no such result before",
        ),
        pytest.param(
            lambda cases: cases[0]["rulings"][0]["applied"].update(entry={"state": "gone", "last_round": 1}),
            "cases[0].rulings[0].applied.entry",
            id="no such state before",
        ),
    ],
)
def test_a_bad_case_is_named_and_changes_nothing(data, spoil, place):
    document = json.loads(data[1])
    spoil(document["cases"])
    events, cases = Event.objects.count(), Case.objects.count()
    with pytest.raises(SectionFileUnreadable) as refused:
        import_document(json.dumps(document).encode())
    assert refused.value.facts["place"] == place
    assert (Event.objects.count(), Case.objects.count()) == (events, cases)


def test_a_claim_with_its_answer_and_an_open_appeal_come_in_whole():
    hall = Hall()
    name = hall.row.pairings.order_by("board_number").first().white.name
    ruling = hall.rule(name, "must_capture", "caution")
    case_id = ruling.case_id
    record_claim(case_id=case_id, claim=Claim(kind="flag", claimant_id=ruling.entry_id), actor=hall.arbiter)
    file_appeal(case_id=case_id, appellant_id=ruling.entry_id, actor=hall.arbiter)
    sent = exported_section(hall.section, "json").data
    made = import_document(sent)
    assert exported_section(made, "json").data == sent
    case = made.cases.get()
    arbiter = somebody("arbiter", at=club_of("south"))
    seat = name_member(appeal_id=ruling_in_force(case).appeal.pk, name="Zoe", actor=arbiter)
    assert seat.presides
    give_vote(token=make_seat_link(seat_id=seat.pk, actor=arbiter), vote="stands", actor=SYSTEM)
    assert decide_appeal(appeal_id=seat.appeal_id, actor=arbiter).state == AppealState.UPHELD
