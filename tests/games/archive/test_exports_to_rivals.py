"""Real games exported in either style and read by two other programs, game by game.

Each game that one of them reads otherwise is listed with the reason: those that are theirs to mend, and
records that hold no legal game. A listed game that is read is a failure, too.
"""

import re
from functools import cache
from itertools import islice
from typing import NamedTuple

import pytest
from effort import amount
from other_pdn_readers import BOARDS, games_of_pydraughts, plies_of_py_draughts

from games.archive.selectors.exporting import written_verdict
from games.laws.guess import VariantMemory
from games.laws.judge import judge
from games.pdn import read_game, read_games

pytestmark = pytest.mark.oracle
GAMES = amount(12, 2000)  # of each file, beside those that are listed
STYLES = ("strict", "classic")
COUNTS_TWICE = "counts the first move twice where the FEN says that Black begins (PDN.py, _PDNGame._read)"
NUMBER_TWICE = "takes out a move number that stands twice, wherever its figures stand (PDN.py)"
ILLEGAL = "the record has illegal moves, an invented one of a parser's tests"
NO_MOVES = "runs together half-moves that the record leaves open (-- --)"
CROWNED = "refuses a man on its crowning row, which is read as a king here (SL-M17)"
NO_SIDE = "the FEN leaves open who begins"
NO_PIECES = "the FEN has no pieces"

PYDRAUGHTS = {
    ("lynx-r-parser-fixtures/example.pdn", 1): NUMBER_TWICE,
    ("wiegerw-pdn/Cat.A1.pdn", 22): COUNTS_TWICE,
    ("wiegerw-pdn/Cat.D1.pdn", 12): COUNTS_TWICE,
    ("wiegerw-pdn/PROF2.pdn", 2): NUMBER_TWICE,
    ("wiegerw-pdn/Tricks_traps_and_shots.pdn", 8): COUNTS_TWICE,
    ("wiegerw-pdn/Tricks_traps_and_shots.pdn", 13): COUNTS_TWICE,
    ("wiegerw-pdn/abatsiev.pdn", 36): NO_MOVES,
}
PY_DRAUGHTS = {
    ("lynx-r-parser-fixtures/example.pdn", 1): ILLEGAL,
    ("lynx-r-parser-fixtures/example_multivariants3.pdn", 1): ILLEGAL,
    ("lynx-r-parser-fixtures/notation_comment.pdn", 1): ILLEGAL,
    ("lynx-r-parser-fixtures/notation_variant_nested.pdn", 1): ILLEGAL,
    ("lynx-r-parser-fixtures/notation_variant_nested.pdn", 2): ILLEGAL,
    ("wiegerw-pdn/beginner.pdn", 10): CROWNED,
    ("wiegerw-pdn/bridges.pdn", 14): NO_PIECES,
    ("wiegerw-pdn/fen.pdn", 1): NO_SIDE,
    ("wiegerw-pdn/goulds.pdn", 93): CROWNED,
    ("wiegerw-pdn/lpc.pdn", 36): CROWNED,
    ("wiegerw-pdn/lpc.pdn", 63): CROWNED,
    ("wiegerw-pdn/lpc.pdn", 65): CROWNED,
    ("wiegerw-pdn/lpc.pdn", 73): CROWNED,
}


class Export(NamedTuple):
    """A real game with its exports, by style."""

    place: tuple[str, int]
    variant: str
    texts: dict[str, str]
    moves: list[str]


@cache
def exports(folder):
    """Exported games of every file: the first ones and those that are listed."""
    found = []
    for path in sorted(folder.rglob("*.pdn")):
        file = path.relative_to(folder).as_posix()
        listed = {index for name, index in {**PYDRAUGHTS, **PY_DRAUGHTS} if name == file}
        memory = VariantMemory()
        with path.open("rb") as stream:
            first = islice(read_games(stream), max([GAMES, *listed]))
            wanted = [record for record in first if record.index <= GAMES or record.index in listed]
            found += [_export(file, record, memory) for record in wanted]
    return found


def _export(file, record, memory):
    verdict = judge(record, memory=memory)
    texts = {style: written_verdict(verdict, style) for style in STYLES}
    moves = [plain(token.text) for token in read_game(texts["strict"]).moves if token.squares]
    key = verdict.variant.key if verdict.replay.unjudged_type is None else ""
    return Export((file, record.index), key, texts, moves)


def plain(text):
    return re.sub(r"[^a-z0-9]+", "x", text.lower()).strip("x")


@pytest.fixture
def real_games(shared_dir):
    return exports(shared_dir / "pdn")


@pytest.mark.parametrize("style", STYLES)
def test_pydraughts_reads_every_game_of_a_file(real_games, style):
    other, files = {}, {}
    for one in real_games:
        files.setdefault(one.place[0], []).append(one)
    for games in files.values():
        read = games_of_pydraughts([one.texts[style] for one in games])
        assert len(read) == len(games), games[0].place
        for one, moves in zip(games, read, strict=True):
            if [plain(move) for move in moves] != one.moves:
                other[one.place] = moves
    assert sorted(set(other) ^ set(PYDRAUGHTS)) == []


@pytest.mark.parametrize("style", STYLES)
def test_py_draughts_plays_every_game_of_a_game_it_knows(real_games, style):
    known = [one for one in real_games if one.variant in BOARDS]
    answers = plies_of_py_draughts((one.variant, one.texts[style]) for one in known)
    other = {
        one.place: answer for one, answer in zip(known, answers, strict=True) if answer != len(one.moves)
    }
    amiss = sorted(set(other) ^ set(PY_DRAUGHTS))
    assert amiss == [], [(place, other.get(place)) for place in amiss]
