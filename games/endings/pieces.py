"""Counts of pieces of each kind: the names of the slices of a table, and their sizes."""

import re
from math import comb
from typing import NamedTuple

from games.rules import Variant

MAX_PIECES = 8  # that a slice may have
NAMED = re.compile(r"(?=\d)(?:(\d)m)?(?:(\d)k)?-(?=\d)(?:(\d)m)?(?:(\d)k)?")


class Pieces(NamedTuple):
    """Count of each kind on the board, from the side to move: the name of a slice."""

    men: int
    kings: int
    enemy_men: int
    enemy_kings: int

    @property
    def turned(self) -> "Pieces":
        """The same pieces when the other side is to move."""
        return Pieces(self.enemy_men, self.enemy_kings, self.men, self.kings)

    @property
    def total(self) -> int:
        """All pieces on the board."""
        return sum(self)

    @property
    def has_both_sides(self) -> bool:
        """True if each side has a piece, so that there is something to play for."""
        return self.men + self.kings > 0 and self.enemy_men + self.enemy_kings > 0

    def placements(self, variant: Variant) -> int:
        """Number of placements by formula; a man is never on the row where it would have been crowned."""
        squares, row = variant.geometry.squares, variant.tables.sides[0].crown.bit_count()
        men, kings, enemy_men, enemy_kings = self
        of_men = sum(  # by the number of own men on the row at their own side, where no enemy man can be
            comb(row, home)
            * comb(squares - 2 * row, men - home)
            * comb(squares - row - men + home, enemy_men)
            for home in range(min(men, row) + 1)
        )
        left = squares - men - enemy_men
        return of_men * comb(left, kings) * comb(left - kings, enemy_kings)

    @property
    def name(self) -> str:
        """The counts as a word: "2k-1m1k" is two kings to move against a man and a king."""
        return f"{_side_name(self.men, self.kings)}-{_side_name(self.enemy_men, self.enemy_kings)}"

    @property
    def pair(self) -> tuple["Pieces", ...]:
        """The slices that are built together: this and the turned one, which may be the same."""
        return (self,) if self == self.turned else (self, self.turned)


def _side_name(men: int, kings: int) -> str:
    return (f"{men}m" if men else "") + (f"{kings}k" if kings else "")


def pieces_named(name: str) -> Pieces:
    """Return the slice of a name such as "4k-1k"; raise ValueError for anything else."""
    found = NAMED.fullmatch(name)
    pieces = Pieces(*(int(count or 0) for count in found.groups())) if found else Pieces(0, 0, 0, 0)
    if not pieces.has_both_sides or pieces.total > MAX_PIECES:
        raise ValueError(name)
    return pieces


def leads_to(pieces: Pieces) -> set[Pieces]:
    """Return the slices to which captures and crownings of the side to move lead."""
    men, kings, enemy_men, enemy_kings = pieces
    found = {
        Pieces(left_men, left_kings, men - crowned, kings + crowned)
        for left_men in range(enemy_men + 1)
        for left_kings in range(enemy_kings + 1)
        for crowned in range(min(men, 1) + 1)
        if left_men + left_kings > 0 and (left_men + left_kings < enemy_men + enemy_kings or crowned)
    }
    return {after for after in found if after.has_both_sides}


def needed_by(pair: tuple[Pieces, ...]) -> set[Pieces]:
    """Return the slices to which a pair leads."""
    return {after for pieces in pair for after in leads_to(pieces)} - set(pair)


def slices_of(total: int) -> list[Pieces]:
    """Return every slice with so many pieces, those with fewer men first."""
    found = [
        Pieces(men, own - men, enemy_men, total - own - enemy_men)
        for own in range(total + 1)
        for men in range(own + 1)
        for enemy_men in range(total - own + 1)
    ]
    return sorted(found, key=lambda pieces: (pieces.men + pieces.enemy_men, pieces))


def pairs_of(total: int) -> list[tuple[Pieces, ...]]:
    """List the pairs to build for so many pieces, in order: each once, those of one side alone left out."""
    return list(dict.fromkeys(min(p, p.turned).pair for p in slices_of(total) if p.has_both_sides))
