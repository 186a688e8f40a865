"""`manage.py standings`: output, notes, refusals."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from small_reports import HEAD, player_line, trf

from tournaments.core.refusal_texts import refusal_text
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.registry import TIEBREAKS

THREE = (
    player_line(1, "1.5", "2w1", "3b="),
    player_line(2, "1.0", "1b0", "-U"),
    player_line(3, "1.5", "-U", "1w="),
)


@pytest.fixture
def write(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def write(*lines, head=HEAD):
        (tmp_path / "club.trf").write_bytes(trf(*lines, head=head))
        return "club.trf"

    return write


def table(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("standings", *arguments, stdout=out, stderr=err)
    return out.getvalue(), err.getvalue()


def test_a_column_for_each_tiebreak_by_pairing_number(write):
    text, notes = table(write(*THREE), "--tie-breaks", "PTS,BH,SB,WIN,AOB")
    assert notes == ""
    assert text.splitlines() == [
        "TPN\tPTS\tBH\tSB\tWIN\tAOB",
        "1\t1.5\t2.5\t1.75\t1\t2.50",
        "2\t1.0\t2.5\t1.00\t1\t2.50",
        "3\t1.5\t2.5\t1.75\t1\t2.50",
    ]


def test_json_has_the_order_and_every_sum_in_its_parts(write):
    told = json.loads(table(write(*THREE), "--tie-breaks", "PTS,WON", "--format", "json")[0])
    assert [(row["rank"], row["number"], row["decided_by"]) for row in told["standings"]] == [
        (1, 1, None),
        (2, 3, "WON"),
        (3, 2, "PTS"),
    ]
    assert told["standings"][1]["sums"]["PTS"] == [
        {"round": 1, "amount": 10, "basis": "awarded", "article": "16.3.1"},
        {"round": 2, "opponent": 1, "amount": 5, "basis": "own_score"},
    ]
    assert told["tie_breaks"][1]["edition"] == "C.07, 1 March 2026"


def test_a_round_without_all_its_results_is_not_counted_yet(write):
    lines = (player_line(1, "1.0", "2w1", "2b "), player_line(2, "0.0", "1b0", "1w "))
    assert table(write(*lines), "--tie-breaks", "PTS,PS")[0] == "TPN\tPTS\tPS\n1\t1.0\t1.0\n2\t0.0\t0.0\n"


def test_the_reports_own_list_is_taken(write):
    text, _ = table(write(*THREE, head=(*HEAD, "202 BH/C1,DE")))
    assert text.startswith("TPN\tPTS\tBH/C1\tDE\n")


def test_buchholz_in_a_round_robin_is_noted(write):
    text, notes = table(write(*THREE, head=("142 2", "192 FIDE_ROUNDROBIN")), "--tie-breaks", "PTS,BH")
    assert text
    assert "BH" in notes
    assert "8.1" in notes


@pytest.mark.parametrize("codes", ["XYZ", "BH/K3", "HONOR", ""])
def test_a_list_that_cannot_be_used_is_refused_with_two(write, codes):
    with pytest.raises(CommandError) as refused:
        table(write(*THREE), "--tie-breaks", codes)
    assert refused.value.returncode == 2
    assert "club.trf" in str(refused.value)


def test_every_refusal_has_words():
    facts = {"text": "BH/K3", "allowed": "CFMP", "category": "open"}
    for refusal in StandingsRefusal.__subclasses__():
        words = refusal_text(refusal(**facts))
        assert words.what
        assert words.next_step


EVERY_CODE = [one.code for one in TIEBREAKS.values() if one.is_confirmed]


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([player_line(number, "0.0") for number in (1, 2, 3)], id="nobody is paired"),
        pytest.param([player_line(1, "0.0", "2w "), player_line(2, "0.0", "1b ")], id="no result"),
        pytest.param([player_line(1, "0.0", "-Z"), player_line(2, "0.0", "-Z")], id="everybody absent"),
    ],
)
def test_every_tiebreak_before_a_finished_round(write, lines):
    for code in EVERY_CODE:
        text, _notes = table(write(*lines), "--tie-breaks", f"PTS,{code}")
        assert len(text.splitlines()) == 1 + len(lines)


@pytest.mark.parametrize("columns", [(4, 8), (48, 52), (85, 89)])
def test_a_number_below_nothing_is_refused(write, columns):
    """A negative rating was averaged."""
    first, last = columns
    line = player_line(1, "0.0").ljust(92)
    line = line[:first] + "-100".rjust(last - first) + line[last:]
    with pytest.raises(CommandError, match="“-100”; expected: an unsigned whole number") as refusal:
        table(write(line.rstrip(), player_line(2, "0.0")), "--tie-breaks", "PTS,ARO")
    assert refusal.value.returncode == 2


def test_record_092_names_a_round_robin(write):
    _text, notes = table(
        write(*THREE, head=("142 2", "092 Individual: Round-Robin")), "--tie-breaks", "PTS,BH"
    )
    assert "8.1" in notes
