"""Reading a result, of whatever family, as who won; and writing one in the family that is due.

PDN 3.0: 1-0, 0-1, 1/2-1/2 or 2-0, 0-2, 1-1 (international), 0-0 when both lose, `*` for an open
game; ResultFormat names other scorings: plus-draw (1+ - 1-), Delft (1 1/2 - 1/2), Goes (1.01-0.99).
Readers take any string. In American files 1-0 may mean that Black, who moves first, has won: so a
reading speaks of the first and the second score of the text and leaves the colour to the judge.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final, Literal, NamedTuple, TypeAlias

from games.pdn.moves import DASHES

Outcome: TypeAlias = Literal["first", "second", "draw", "both_lost", "open", "unknown"]
Family: TypeAlias = Literal["1-0", "2-0", "points", "plus", "delft", "goes", ""]

_HALF = r"(?:1/2|\xbd)"
_SCORE = rf"(\d{{0,2}}[ ]?{_HALF}|\d{{1,3}}(?:[.,]\d{{1,2}})?[+=-]?)"
_PAIR: Final = re.compile(rf"{_SCORE}\s*[{DASHES}:]\s*{_SCORE}")
_ASIDE: Final = re.compile(
    r"\(([^)]*)\)|\b(forfeit\w*|default|walkover|w\.?o\.?|reg\w*\.?|ff|f)\s*$", re.IGNORECASE
)
_BY_FORFEIT: Final = re.compile(
    r"forfeit|default|walkover|w\.?o\b|reg|absent|no.?show|\bff?\b", re.IGNORECASE
)
_SIGNS: Final = re.compile(rf"([+-])\s*[{DASHES[1:]}:/-]\s*([+-])")
_DRAWN_WORDS: Final = frozenset({"draw", "drawn", "remise", "remis", "patta", "1/2", "½", "ничья", "nulle"})
_OPEN_WORDS: Final = frozenset({"*", "?", "", "-", "??"})
_TWO: Final = Fraction(2)
_ONE: Final = Fraction(1)


class ResultReading(NamedTuple):
    """Reading of a result; `first` is the player whose score is on the left.

    `ahead` is "first" or "second" in a drawn game scored with an advantage (plus-draws).
    `games/pdn/results` are the two scores as written, or None when the text gives none.
    """

    outcome: Outcome
    is_forfeit: bool = False
    scores: tuple[str, str] | None = None
    family: Family = ""
    ahead: str = ""


def parse_result(text: str) -> ResultReading:
    """Read any result; a text that is none has the outcome "unknown"."""
    aside = _ASIDE.search(text)
    is_forfeit = aside is not None and _BY_FORFEIT.search(aside[0]) is not None
    plain = _ASIDE.sub(" ", text).strip().strip(".").strip()
    if plain.casefold() in _DRAWN_WORDS:
        return ResultReading("draw", is_forfeit, None, "1-0")
    if plain in _OPEN_WORDS:
        return ResultReading("open", is_forfeit)
    signs = _SIGNS.fullmatch(plain)
    if signs is not None:
        return _by_signs(signs[1], signs[2])
    pair = _PAIR.fullmatch(plain)
    if pair is None:
        return ResultReading("unknown", is_forfeit)
    return _by_scores(pair[1], pair[2], is_forfeit=is_forfeit)


def _by_signs(first: str, second: str) -> ResultReading:
    """`+:-` and the like: a game won without play."""
    if first == second:
        return ResultReading("both_lost" if first == "-" else "unknown", is_forfeit=True)
    return ResultReading("first" if first == "+" else "second", is_forfeit=True)


def _by_scores(first: str, second: str, *, is_forfeit: bool) -> ResultReading:
    scores = (first, second)
    if first[-1] in "+=-" or second[-1] in "+=-":
        ahead = "first" if first.endswith("+") else "second" if second.endswith("+") else ""
        return ResultReading("draw", is_forfeit, scores, "plus", ahead)
    left, right = _value(first), _value(second)
    if left == right == 0:
        return ResultReading("both_lost", is_forfeit, scores)
    family = _family(first, left, right)
    if family in {"delft", "goes"} and abs(left - right) <= 1:
        ahead = "first" if left > right else "second" if right > left else ""
        return ResultReading("draw", is_forfeit, scores, family, ahead)
    outcome: Outcome = "first" if left > right else "second" if right > left else "draw"
    return ResultReading(outcome, is_forfeit, scores, family)


def _value(score: str) -> Fraction:
    whole = score.replace("\xbd", "1/2").replace(",", ".")
    if whole.endswith("1/2"):
        return Fraction(int(whole[:-3] or 0)) + Fraction(1, 2)
    return Fraction(whole)


def _family(first: str, left: Fraction, right: Fraction) -> Family:
    total = left + right
    is_whole = left.denominator == right.denominator == 1
    if total == _ONE:
        return "1-0"
    if total != _TWO:
        return "points"
    if is_whole and not ("." in first or "," in first):
        return "2-0"
    halves = {left.denominator, right.denominator} == {2}
    return "delft" if halves else "goes"


_TEXTS: Final[dict[str, dict[str, str]]] = {
    "1-0": {"first": "1-0", "second": "0-1", "draw": "1/2-1/2"},
    "2-0": {"first": "2-0", "second": "0-2", "draw": "1-1"},
}


def result_text(outcome: str, family: str = "1-0") -> str:
    """Result of a family as the standard writes it; `*` for whatever is not decided."""
    if outcome == "both_lost":
        return "0-0"
    return _TEXTS[family].get(outcome, "*")


def result_in_family(text: str, family: str) -> str:
    """Return the same result in the family that is due; odd scorings and forfeits stay as they are."""
    reading = parse_result(text)
    is_plain = reading.family in _TEXTS and not reading.is_forfeit
    return result_text(reading.outcome, family) if is_plain else text


RESULT_FORMATS: Final[dict[str, str]] = {
    "plus": "plus-draw",
    "delft": "Delft",
    "goes": "Goes",
}


def result_format_of(text: str) -> str:
    """Value of the ResultFormat tag that a result of an odd scoring asks for, or ""."""
    return RESULT_FORMATS.get(parse_result(text).family, "")


_TEN_POINT_SCORE: Final = re.compile(r"(\d{1,2})\s?[-\u2013\u2014:]\s?(\d{1,2})")
_SMALLEST_TOTAL: Final = 4  # below it the results are those every file knows


def is_score_of(text: str, result: str) -> bool:
    """Return True if a text that reads as a move is the score of the Result tag.

    It is when both are equal, or when the tag is a score out of the same total that no ordinary
    result has (4-6 with a tag 6-4).
    """
    written, tagged = _TEN_POINT_SCORE.fullmatch(text), _TEN_POINT_SCORE.match(result.strip())
    if written is None or tagged is None:
        return False
    if written.groups() == tagged.groups():
        return True
    total = int(written[1]) + int(written[2])
    return total == int(tagged[1]) + int(tagged[2]) and total > _SMALLEST_TOTAL
