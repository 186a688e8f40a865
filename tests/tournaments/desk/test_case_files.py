"""Cases go out with the file of their section and come in again; a bad one changes nothing."""

import json

import pytest
from hall import club_of, play
from incidents import Hall

from club.actor import SYSTEM
from tournaments.file_errors import SectionFileUnreadable
from tournaments.models import Case, CaseState, Event
from tournaments.selectors.case_proposals import ruling_in_force
from tournaments.selectors.section_exports import exported_section
from tournaments.selectors.standings import standing_rows
from tournaments.services.cases import open_case
from tournaments.services.rounds import close_round
from tournaments.services.rulings import Decided, choose_as_opponent, supersede_ruling
from tournaments.services.section_files import import_section

pytestmark = pytest.mark.django_db


def come_in(data):
    facts = {"organisation_id": club_of("south").pk, "name": "a.json", "actor": SYSTEM}
    return import_section(data=data, **facts).section


@pytest.fixture
def data():
    """A closed round with a superseded ruling, points taken, a choice and a case that is open."""
    hall = Hall(variant="international", law_book="fmjd-annex-1")
    name, other = hall.row.pairings.order_by("board_number").values_list("white__name", flat=True)[:2]
    play(hall.row)
    first = hall.rule(name, "refused_rules", "game_lost")
    decided = Decided(consequence="points_deducted", points=1, reason="He apologised.")
    supersede_ruling(case_id=first.case_id, decided=decided, actor=hall.arbiter)
    chosen = hall.rule(other, "must_capture", "opponent_chooses")
    choose_as_opponent(case_id=chosen.case_id, choice="let_stand", actor=hall.arbiter)
    open_case(event_id=hall.event.pk, about=hall.at(other), incident="distracting", actor=hall.deputy)
    close_round(round_id=hall.row.pk, actor=SYSTEM)
    return hall.section, exported_section(hall.section, "json").data


def test_what_goes_out_comes_back_the_same(data):
    section, sent = data
    made = come_in(sent)
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
    ],
)
def test_a_bad_case_is_named_and_changes_nothing(data, spoil, place):
    document = json.loads(data[1])
    spoil(document["cases"])
    events, cases = Event.objects.count(), Case.objects.count()
    with pytest.raises(SectionFileUnreadable) as refused:
        come_in(json.dumps(document).encode())
    assert refused.value.facts["place"] == place
    assert (Event.objects.count(), Case.objects.count()) == (events, cases)
