"""Rulings and records at once, on PostgreSQL: whoever comes first, the record holds what is in force."""

import pytest
from concurrency import at_once, on_postgresql
from incidents import Hall, case_of

from games.laws.notes import notes_of
from games.models import Game
from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.events.services.equipment import check_equipment
from tournaments.models import EquipmentCheck, Ruling
from tournaments.records.services.game_records import link_record

pytestmark = on_postgresql
RECORD = '[GameType "21"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 1-0\n'


@pytest.mark.parametrize("attempt", range(3))
def test_a_record_that_is_put_there_during_a_ruling_holds_it(attempt):
    hall = Hall()
    place = {"pairing_id": hall.at(hall.black()).pairing_id, "game": 1}
    told = at_once(
        lambda: hall.rule(hall.black(), "must_capture", "caution"),
        lambda: link_record(**place, text=RECORD, actor=hall.arbiter),
    )
    assert not [one for one in told if isinstance(one, Exception)]
    assert notes_of(Game.objects.get().pdn) == ["Case 1: [%incident b must_capture] caution (SL-I1)"]


@pytest.mark.parametrize("attempt", range(3))
def test_two_rulings_at_once_both_stand_in_the_record(attempt):
    hall = Hall()
    name = hall.black()
    first = hall.rule(name, "must_capture", "caution")
    hall.link(name, 1, RECORD)
    decided = RulingDecision(consequence="none", reason="nothing to capture")
    told = at_once(
        lambda: hall.rule(name, "adjusted_unannounced", "warning"),
        lambda: supersede_ruling(case_id=first.case_id, decided=decided, actor=hall.arbiter),
    )
    assert [type(one) for one in told] == [Ruling, Ruling]
    ruled = "[%ruling b must_capture caution SL-I1 superseded] [%ruling b must_capture none SL-I1a in_force]"
    assert notes_of(Game.objects.get().pdn) == [
        f"Case {first.case.number}: {ruled} no sanction (SL-I1a)",
        f"Case {case_of(told[0]).number}: [%incident b adjusted_unannounced] warning (SL-T3)",
    ]


def test_of_two_who_look_at_once_the_first_is_named():
    hall = Hall()
    facts = {"event_id": hall.event.pk, "article": "SL-P2"}
    at_once(*(lambda who=who: check_equipment(**facts, actor=who) for who in (hall.arbiter, hall.deputy)))
    assert EquipmentCheck.objects.count() == 1
