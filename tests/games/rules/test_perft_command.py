"""``manage.py perft`` as the command-line contract has it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command

from games.compiled import kernel_form


def run(*arguments):
    out = io.StringIO()
    call_command("perft", *arguments, stdout=out)
    return out.getvalue()


def test_json_has_the_fields_of_the_contract():
    report = json.loads(run("english", "5", "--json"))
    assert set(report) == {
        "variant", "fen", "depth", "count", "nodes", "seconds", "nodes_per_second", "kernel",
    }  # fmt: skip
    assert (report["nodes"], report["count"], report["kernel"]) == (7361, "routes", kernel_form())


def test_json_says_that_a_board_of_more_than_64_bits_is_interpreted():
    assert [json.loads(run(key, "2", "--json"))["kernel"] for key in ("canadian", "turkish")] == [
        "interpreted",
        "interpreted",
    ]


def test_divide_adds_up_to_the_count_of_the_position():
    lines = run("international", "4", "--divide").splitlines()
    assert sum(int(line.split()[1]) for line in lines[:-1]) == 4265
    assert lines[0].split()[0] == "31-26"


def test_results_are_counted_once_where_routes_are_many():
    fen = "B:WK1,K2,K3,K4,K18,20,K21,33,K36,38,42,43,50:B13,19,K29,34,K48"
    routes = json.loads(run("international", "1", "--fen", fen, "--json"))["nodes"]
    results = json.loads(run("international", "1", "--fen", fen, "--json", "--count", "results"))["nodes"]
    assert results < routes


@pytest.mark.parametrize("arguments", [("english", "0"), ("english", "2", "--fen", "W:W99:B1")])
def test_bad_usage_is_refused_with_code_two(arguments):
    with pytest.raises(CommandError) as refusal:
        run(*arguments)
    assert refusal.value.returncode == 2
