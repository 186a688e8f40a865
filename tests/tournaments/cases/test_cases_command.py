"""`manage.py cases`: what an event's arbiters dealt with, a line a case."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from incidents import Hall
from worlds import world

from tournaments.cases.services.rulings import RulingDecision, supersede_ruling
from tournaments.models import Case

pytestmark = pytest.mark.django_db


@world
def hall():
    """A ruling that was superseded, with a private text."""
    hall = Hall()
    name = hall.row.pairings.order_by("board_number").first().white.name
    ruling = hall.rule(name, "must_capture", "caution")
    Case.objects.update(private_text="He swore.")
    decided = RulingDecision(consequence="none", reason="There was no capture.")
    supersede_ruling(case_id=ruling.case_id, decided=decided, actor=hall.arbiter)
    return hall


def command_lines(hall, *options):
    out = StringIO()
    call_command("cases", hall.event.slug, *options, stdout=out)
    return out.getvalue().splitlines()


def test_a_case_is_a_line_with_its_rulings_below(hall):
    case, first, second, summary = command_lines(hall)
    assert case.startswith("#1 ruled round=1 board=1 ")
    assert case.endswith("did not capture")
    assert first.startswith("  1. caution SL-I1,SL-I1a,SL-M8 ")
    assert first.endswith("(superseded)")
    assert second.startswith("  2. none ")
    assert summary == f"event={hall.event.slug} cases=1 open=0 rulings=2"


def test_other_programs_get_objects_without_what_is_private(hall):
    case, summary = map(json.loads, command_lines(hall, "--format=jsonl"))
    assert [one["in_force"] for one in case["rulings"]] == [False, True]
    assert "private_text" not in case
    assert summary == {"summary": {"event": hall.event.slug, "cases": 1, "open": 0, "rulings": 2}}
    case, _summary = map(json.loads, command_lines(hall, "--format=jsonl", "--private"))
    assert case["private_text"] == "He swore."
    Case.objects.update(names_withheld=True)
    assert json.loads(command_lines(hall, "--format=jsonl")[0])["player"] == "-"


def test_an_event_nobody_knows_is_told(db):
    with pytest.raises(CommandError, match="There is no event nowhere"):
        call_command("cases", "nowhere")
