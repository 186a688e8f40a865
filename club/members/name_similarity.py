"""Similarity of names: the same words in another order, or with a typing error."""

from collections import defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher

from club.core.names import PARTICLES, fold_name

NEAR = 0.84  # Jon Smit and John Smith are nearer, Jan Bos and Jan Vos are not
MAX_SIMILAR = 5


def plain_words(name: str) -> tuple[str, ...]:
    """Words of a name in alphabetical order, without accents, commas, dots and particles."""
    words = fold_name(name.replace(",", " ").replace(".", " ").replace("-", " ")).split()
    return tuple(sorted(word for word in words if word not in PARTICLES)) or tuple(sorted(words))


def likeness(one: str, other: str) -> float:
    """Similarity of two names from 0 to 1, independent of word order."""
    return _ratio(_join_words(one), _join_words(other), least=0.0)


class Comparison:
    """One name compared with many others: its properties are computed once."""

    def __init__(self, name: str) -> None:
        self.words = _join_words(name)
        self._pair = SequenceMatcher(None, "", self.words, autojunk=False)

    def likeness(self, other: "Comparison", *, least: float) -> float:
        """Similarity to the other name; 0 if a cheap upper bound is below the threshold."""
        if self.words == other.words:
            return 1.0
        self._pair.set_seq1(other.words)
        if self._pair.real_quick_ratio() < least or self._pair.quick_ratio() < least:
            return 0.0
        return self._pair.ratio()


class NameIndex:
    """Index of names by initials: only names with a common initial are compared."""

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        self._by_letters: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for number, name in names:
            words = plain_words(name)
            self._by_letters[_letters(words)].append((number, " ".join(words)))

    def near(self, name: str) -> list[int]:
        """Return the ids of the most similar names, best first."""
        return [number for _ratio, number in self.ranked(name)]

    def ranked(self, name: str) -> list[tuple[float, int]]:
        """Return the ids with their similarity, best first."""
        words = plain_words(name)
        found = (
            (_ratio(" ".join(words), other, least=NEAR), number)
            for number, other in self._by_letters.get(_letters(words), [])
        )
        near = sorted((-ratio, number) for ratio, number in found if ratio >= NEAR)
        return [(-ratio, number) for ratio, number in near[:MAX_SIMILAR]]


def _join_words(name: str) -> str:
    return " ".join(plain_words(name))


def _ratio(one: str, other: str, *, least: float) -> float:
    """Similarity ratio of two texts; 0 if a cheap upper bound is below the threshold."""
    if one == other:
        return 1.0
    pair = SequenceMatcher(None, one, other, autojunk=False)
    if pair.real_quick_ratio() < least or pair.quick_ratio() < least:
        return 0.0
    return pair.ratio()


def _letters(words: tuple[str, ...]) -> str:
    return "".join(sorted(word[0] for word in (words[:1] + words[-1:])))
