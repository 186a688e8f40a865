"""Lots drawn from a seed: anyone with the seed can draw them again."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final, TypeVar

Drawn = TypeVar("Drawn")

MASK: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15  # 2**64 divided by the golden ratio, odd
FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
SECOND_FACTOR: Final = 0x94D049BB133111EB


def seed_of(text: str) -> int:
    """Derive a seed from a text: the first 64 bits of its SHA-256 digest."""
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def mixed(state: int) -> int:
    """Mix a state into a number of 64 bits without any trace of the order of the states."""
    state = (state ^ state >> 30) * FIRST_FACTOR & MASK
    state = (state ^ state >> 27) * SECOND_FACTOR & MASK
    return state ^ state >> 31


class Lots:
    """SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014)."""

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def number(self) -> int:
        """Return the next number of 64 bits."""
        self._state = (self._state + STEP) & MASK
        return mixed(self._state)

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each as likely: redraw what would favour low ones."""
        fair = (1 << 64) - (1 << 64) % bound
        while (number := self.number()) >= fair:
            pass
        return number % bound

    def one_of(self, choices: Sequence[Drawn]) -> Drawn:
        """Return one of several, each as likely."""
        return choices[self.below(len(choices))]

    def shuffled(self, things: Sequence[Drawn]) -> tuple[Drawn, ...]:
        """Return all of them in an order drawn by lot (Fisher and Yates)."""
        order = list(things)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)
