"""Other programs that read PDN: what each of them makes of a text, game by game.

pydraughts reads a whole file at once and gives the moves as they are written. py-draughts, which
installs a package of the same name, runs in an environment of its own (`make .venv/rival/installed`;
RIVAL_PYTHON names another) and plays each game on its own board.
"""

import json
import os
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
BOARDS = {
    "english": "AmericanBoard",
    "international": "StandardBoard",
    "russian": "RussianBoard",
    "brazilian": "BrazilianBoard",
    "frisian": "FrisianBoard",
    "frysk": "FryskBoard",
    "breakthrough": "BreakthroughBoard",
    "antidraughts": "AntidraughtsBoard",
}
# Its American board has White begin; a FEN is the one way to tell it otherwise.
AMERICAN_START = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
PROGRAM = """
import json, sys
import draughts
from loguru import logger

logger.disable("draughts")
for line in sys.stdin:
    board, text = json.loads(line)
    try:
        answer = len(getattr(draughts, board).from_pdn(text)._moves_stack)
    except (ValueError, IndexError, KeyError) as error:
        answer = str(error).partition("\\n")[0]
    print(json.dumps(answer))
"""


AT_ONCE = 40  # pydraughts takes the square of the number of games in a file


def games_of_pydraughts(texts):
    """The moves of every game of a file of these texts, without the marks of moves that are unknown."""
    reader = pytest.importorskip("draughts.PDN", reason="pydraughts is missing: make .venv/installed-oracle")
    files = ["\n".join(texts[at : at + AT_ONCE]) for at in range(0, len(texts), AT_ONCE)]
    games = [game for file in files for game in reader.PDNReader(file).games]
    return [[move for move in game.moves if move != "--"] for game in games]


def plies_of_py_draughts(games):
    """What py-draughts says of each (variant, text): the number of plies it has played, or why it refuses."""
    python = Path(os.environ.get("RIVAL_PYTHON", REPOSITORY / ".venv" / "rival" / "bin" / "python"))
    if not python.exists():
        pytest.skip(f"py-draughts is missing: make .venv/rival/installed ({python})")
    asked = "".join(json.dumps([BOARDS[key], _begun(key, text)]) + "\n" for key, text in games)
    told = subprocess.run(
        [python, "-c", PROGRAM], input=asked, capture_output=True, text=True, check=True, timeout=600
    )
    return [json.loads(line) for line in told.stdout.splitlines()]


def _begun(key, text):
    return f'[FEN "{AMERICAN_START}"]\n{text}' if key == "english" and "[FEN " not in text else text
