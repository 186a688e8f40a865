"""Names that may be one person's: the same words in another order, or a slip of the pen apart."""

from collections import defaultdict
from collections.abc import Iterable
from difflib import SequenceMatcher

from club.names import PARTICLES, folded

NEAR = 0.84  # Jon Smit and John Smith are nearer, Jan Bos and Jan Vos are not
MOST_TOLD = 5


def plain_words(name: str) -> tuple[str, ...]:
    """The words of a name in the order of the alphabet, without accents, commas, dots and particles."""
    words = folded(name.replace(",", " ").replace(".", " ").replace("-", " ")).split()
    return tuple(sorted(word for word in words if word not in PARTICLES)) or tuple(sorted(words))


def likeness(one: str, other: str) -> float:
    """From 0 to 1 how like two names are, whatever the order of their words."""
    first, second = " ".join(plain_words(one)), " ".join(plain_words(other))
    return 1.0 if first == second else SequenceMatcher(None, first, second, autojunk=False).ratio()


class NameIndex:
    """Names by the letters their words begin with: only names that begin alike are compared."""

    def __init__(self, names: Iterable[tuple[int, str]]) -> None:
        self._by_letters: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for number, name in names:
            self._by_letters[_letters(name)].append((number, name))

    def near(self, name: str) -> list[int]:
        """The numbers of the names most like this one, the likest first."""
        found = [
            (likeness(name, other), number) for number, other in self._by_letters.get(_letters(name), [])
        ]
        near = sorted((-ratio, number) for ratio, number in found if ratio >= NEAR)
        return [number for _ratio, number in near[:MOST_TOLD]]


def _letters(name: str) -> str:
    words = plain_words(name)
    return "".join(sorted(word[0] for word in (words[:1] + words[-1:])))
