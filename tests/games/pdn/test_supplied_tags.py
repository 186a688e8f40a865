"""Tags that a pairing supplies: put in where a record says nothing, renewed, taken out without a trace."""

import pytest

from games.pdn import read_game
from games.pdn.supplied import SUPPLIED_TAG, supplied_names, with_supplied, without_supplied

KNOWN = {
    "Event": "Spring, A",
    "Round": "1.2.1",
    "White": 'Ann "Ace" O\\Neill',
    "Black": "Bo",
    "Result": "1-0",
}
MOVES = "1. 11-15 23-19 2. 8-11 22-17"
RECORDS = {
    "moves alone": f"{MOVES} *",
    "no end": MOVES,
    "on lines of Windows": f'[Site "Hall"]\r\n\r\n{MOVES} *\r\n',
    "tags of its own": f'[GameType "21"]\n[Site "Hall"]\n\n{MOVES} *\n',
    "a comment first": f'{{[White "Nobody"] sat down late}} {MOVES} *\n',
    "a remark of rulings": f"{{Case 7: caution}} {MOVES} *\n",
    "no moves": '[GameType "21"]\n\n*\n',
}


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
def test_what_is_supplied_is_read_and_goes_without_a_trace(text):
    filled = with_supplied(text, KNOWN)
    assert {name: read_game(filled).tag(name) for name in KNOWN} == KNOWN
    assert [one.text for one in read_game(filled).moves] == [one.text for one in read_game(text).moves]
    assert supplied_names(filled) == tuple(KNOWN)
    assert with_supplied(filled, KNOWN) == filled
    assert without_supplied(filled) == text
    renewed = with_supplied(filled, {**KNOWN, "White": "Cy"})
    assert read_game(renewed).tag("White") == "Cy"
    assert without_supplied(renewed) == text


@pytest.mark.parametrize("name", KNOWN)
def test_what_the_record_says_itself_stands(name):
    told = f'[{name} "1/2-1/2"]\n\n{MOVES} *\n'
    filled = with_supplied(told, KNOWN)
    assert read_game(filled).tag(name) == "1/2-1/2"
    assert name not in supplied_names(filled)
    assert without_supplied(filled) == told


@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("open_value", ["?", "", "-", "*", "??"])
def test_an_open_tag_gives_way_and_stands_there_once(name, open_value):
    filled = with_supplied(f'[{name} "{open_value}"]\n\n{MOVES} *\n', KNOWN)
    assert [tag.value for tag in read_game(filled).tags if tag.name == name] == [KNOWN[name]]
    assert not read_game(filled).warnings


def test_a_result_behind_the_moves_is_one_of_the_record():
    filled = with_supplied(f"{MOVES} 0-1\n", KNOWN)
    assert "Result" not in supplied_names(filled)


def test_rules_named_by_a_variant_are_named():
    filled = with_supplied(f'[Variant "english"]\n\n{MOVES} *\n', {"GameType": "20"})
    assert SUPPLIED_TAG not in filled


def test_nothing_known_is_nothing_supplied():
    assert with_supplied(MOVES, {"White": "?", "Date": "", "Result": "*"}) == MOVES
