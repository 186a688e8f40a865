"""Shaping of text for drawing: joined Arabic letters, right-to-left words in visual order."""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple
from unicodedata import bidirectional, combining, decomposition, normalize

from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "RLE", "RLO", "RLI"})
FORMS: Final = ("isolated", "final", "initial", "medial")


class Forms(NamedTuple):
    """Forms of an Arabic letter, empty if it has none; with an initial one it joins the next."""

    isolated: str = ""
    final: str = ""
    initial: str = ""
    medial: str = ""


def _known_forms() -> Mapping[str, Forms]:
    """Presentation forms of each letter and of lam with alef, read from their Unicode names."""
    found: dict[str, dict[str, str]] = {}
    for place in (*range(0xFB50, 0xFDFC), *range(0xFE70, 0xFEFD)):
        kind, *letters = decomposition(chr(place)).split()[:3] or [""]
        whole = "".join(chr(int(letter, 16)) for letter in letters)
        if kind[1:-1] in FORMS and (len(whole) == 1 or (len(whole) == 2 and whole in LAM_ALEF)):  # noqa: PLR2004
            found.setdefault(whole, {})[kind[1:-1]] = chr(place)
    return {whole: Forms(**forms) for whole, forms in found.items()}


LAM_ALEF: Final = frozenset(f"\u0644{alef}" for alef in "\u0622\u0623\u0625\u0627")
ARABIC: Final = _known_forms()


def is_right_to_left(text: str) -> bool:
    """Check that some of a text is read from the right."""
    return any(bidirectional(letter) in RIGHT_TO_LEFT for letter in text)


def joined(text: str) -> str:
    """Replace every Arabic letter by the form that its neighbours require, in reading order."""
    if not any(letter in ARABIC for letter in text):
        return text
    letters = _with_ligatures(normalize("NFC", text))
    shown = []
    for at, letter in enumerate(letters):
        forms = ARABIC.get(letter)
        if forms is None:
            shown.append(letter)
            continue
        after = bool(forms.final) and _joins_next(_neighbour(reversed(letters[:at])))
        before = bool(forms.initial) and _joins_previous(_neighbour(letters[at + 1 :]))
        kind = (forms.medial if before else forms.final) if after else (forms.initial if before else "")
        shown.append(kind or forms.isolated or letter)
    return "".join(shown)


def _with_ligatures(text: str) -> list[str]:
    found: list[str] = []
    for letter in text:
        if found and found[-1] + letter in LAM_ALEF:
            found[-1] += letter
        else:
            found.append(letter)
    return found


def _neighbour(letters: Iterable[str]) -> str:
    """Next letter that is not a combining mark."""
    return next((letter for letter in letters if not combining(letter[0])), "")


def _joins_next(letter: str) -> bool:
    forms = ARABIC.get(letter)
    return forms is not None and bool(forms.initial)


def _joins_previous(letter: str) -> bool:
    forms = ARABIC.get(letter)
    return forms is not None and bool(forms.final)


def as_drawn(text: str) -> str:
    """Order letters from left to right as drawn (Unicode annex 9, in a line read from the left)."""
    if not is_right_to_left(text):
        return text
    drawn: str = BidiParagraph(joined(text), base_direction=TextDirection.LTR).get_reordered_string()
    return drawn
