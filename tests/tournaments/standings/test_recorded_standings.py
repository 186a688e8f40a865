"""`manage.py standings` on whole recorded events: every value in 19 columns as two other programs have it."""

import io

import pytest
from django.core.management import call_command

NAMES = [f"d{number:03}" for number in range(1, 61)]
WITHOUT_LAST_ROUND = {"d055", "d056", "d057", "d059", "d060"}


@pytest.mark.parametrize("name", [name for name in NAMES if name not in WITHOUT_LAST_ROUND])
def test_every_value_of_a_recorded_event(name, shared_dir):
    recorded = (shared_dir / "swiss" / f"{name}.tb.tsv").read_text("utf-8")
    codes = recorded.splitlines()[0].split("\t")[1:]
    out = io.StringIO()
    path = shared_dir / "swiss" / f"{name}.trf"
    call_command("standings", str(path), "--tie-breaks", ",".join(codes), stdout=out)
    assert out.getvalue().splitlines() == recorded.splitlines()


def test_all_completed_events_are_there(shared_dir):
    recorded = {path.name.partition(".")[0] for path in (shared_dir / "swiss").glob("*.tb.tsv")}
    assert recorded == set(NAMES) - WITHOUT_LAST_ROUND
