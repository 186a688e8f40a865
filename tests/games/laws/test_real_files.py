"""Every real file of the collection: games, plies, legal and illegal games equal to the measured table.

The table was made by an independent tolerant reader and an independent move generator. Where we
differ the file is listed below with the reason.
"""

import csv
from functools import cache
from pathlib import Path

import pytest

from games.laws.guess import VariantMemory, choose_variant
from games.laws.replay import replay
from games.pdn import read_games
from games.rules import VARIANTS

SHARED = Path(__file__).resolve().parents[4] / "shared" / "pdn"
TABLE = SHARED / "expected.csv"

DIFFERENCES = {
    "wiegerw-pdn/alphanumeric.pdn": (
        "the table calls `1.a3b4` one legal ply of international draughts; on a 10x10 board a3 and b4 "
        "both hold white men at the start, so the move cannot be made there (it is legal on 8x8)"
    ),
}
NOT_REAL_GAMES = "lynx-r-parser-fixtures/"  # invented for parser tests: legality means nothing there


ABSENT = pytest.param(None, id="absent", marks=pytest.mark.skip(reason="../shared/pdn is not beside us"))
FILES = sorted(path.relative_to(SHARED).as_posix() for path in SHARED.rglob("*.pdn")) or [ABSENT]


@cache
def table():
    with TABLE.open(encoding="utf-8", newline="") as source:
        return {row["file"]: row for row in csv.DictReader(source)}


def records(file):
    with (SHARED / file).open("rb") as source:
        return list(read_games(source))


def has_moves(record):
    return any(token.squares for token in record.moves)


@pytest.mark.parametrize("file", FILES)
def test_replay_equals_the_table_under_the_rules_it_names(file, request):
    if file in DIFFERENCES:
        request.applymarker(pytest.mark.xfail(reason=DIFFERENCES[file], strict=True))
    row, found = table()[file], records(file)
    assert len(found) == int(row["games"])
    assert sum(not has_moves(record) for record in found) == int(row["games_without_moves"] or 0)
    if row["rules_used"]:
        variant = VARIANTS[row["rules_used"]]
        replays = [replay(record, variant) for record in found]
        counted = {
            "plies_replayed": sum(one.reached for one in replays),
            "legal_games": sum(one.is_complete for one in replays),
            "illegal_games": sum(not one.is_complete for one in replays),
            "games_with_ambiguous_capture": sum(bool(one.ambiguities) for one in replays),
        }
        assert counted == {name: int(row[name]) for name in counted}


@pytest.mark.parametrize("file", FILES)
def test_no_legal_game_is_called_illegal_when_the_rules_are_found_by_ourselves(file):
    if file.startswith(NOT_REAL_GAMES):
        return
    memory = VariantMemory()
    wrong = [
        (record.index, one.variant.key, one.failure and one.failure.token.text)
        for record in records(file)
        for one in [choose_variant(record, memory)[0]]
        if not one.is_complete
    ]
    assert wrong == []


def test_rule_sets_of_a_play_site_are_found_by_their_number_and_replay_whole(shared_dir):
    """GameType 40, 96, 97 and 98."""
    for name in ("frisian", "breakthrough", "frysk", "antidraughts"):
        for record in read_games((shared_dir / "pdn" / "lidraughts" / f"{name}.pdn").read_bytes()):
            played, source = choose_variant(record)
            assert (played.variant.key, source, played.is_complete) == (name, "tag", True)


def test_rule_sets_that_are_not_played_here_are_not_judged():
    (record,) = read_games('[GameType "32,W,8,8,A0,0"]\n\n1. c3-d4 *\n')
    played, source = choose_variant(record)
    assert (played.unjudged_type, source, played.reached) == (32, "tag", 0)


def test_hops_of_one_jump_written_apart_are_joined_and_the_board_is_turned(shared_dir):
    """A play site writes letters from the first player's side and every leg as a move of its own."""
    path = shared_dir / "pdn" / "playstrategy" / "american.pdn"
    found = list(read_games(path.read_bytes()))
    replays = [choose_variant(record)[0] for record in found]
    assert {one.variant.key for one in replays} == {"english"}
    assert all(one.is_complete for one in replays)
    hops = sum(len(record.moves) - one.reached for record, one in zip(found, replays, strict=True))
    assert hops == 37
