"""Adjudication of an unfinished game by a law book, and the counts that could come between.

No rule text lets a table decide a game. What the books do have is named here: the articles on which an
arbiter's decision can rest. A book that is not named has no such article.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from games.laws.clocks import events_between, is_fulfilled, runs
from games.laws.law_book import Certainty, DrawClock, LawBook
from games.rules import Position, Variant

GROUNDS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "standard-laws": ("SL-O3",),  # neither can win; the book names no one who decides it
        "acf-faq": ("SL-O3",),
        "wcdf": ("WCDF-1.32", "WCDF-P"),  # to the referee's satisfaction; by analogy and fairness
        "fmjd-annex-1": ("FMJD-7.3",),  # neither can win; the book names no one who decides it
        "fmjd-64": ("F64-7.2.9",),  # a plain win that can be shown
        "czech": ("CZ-D1",),
    }
)
NAMES_THE_ARBITER: Final = frozenset({"WCDF-1.32", "WCDF-P", "F64-7.2.9", "CZ-D1"})


class Interference(StrEnum):
    """Effect of a count on a game that is won."""

    EXCLUDED = "excluded"  # the game is over before the count can be full, whatever is played
    POSSIBLE = "possible"  # not on the line shown, but longer play may fill it
    REACHED = "reached"  # the line shown fills it


class CountNote(NamedTuple):
    """One draw clock of the book against the line. All numbers are plies."""

    clock: DrawClock
    interference: Interference
    longest: int  # counted in a row along the line, those before the position with it
    before: int  # counted before the position, as far as the game is known
    spare: int | None  # how many may have been counted before that still exclude it; None: no bound is known
    stands_at_once: bool  # the clock counts nothing and its ending is the position asked about


def grounds(book: LawBook) -> tuple[str, ...]:
    """Return the articles that can support a decision on an unfinished game; may be empty."""
    named = GROUNDS.get(book.key)
    if named is None:  # a derived book has those of its base that it took over
        named = tuple(one for one in GROUNDS.get(book.derived_from or "", ()) if one in book.articles)
    return tuple(book.lookup(one).id for one in named)


def is_left_to_the_arbiter(book: LawBook) -> bool:
    """Return True if an article read in its source leaves such a decision to the arbiter."""
    named = [book.lookup(one) for one in grounds(book) if one in NAMES_THE_ARBITER]
    is_its_own = book.key in GROUNDS  # a base's grounds are not confirmed for a derived game
    return is_its_own and any(article.certainty is Certainty.CONFIRMED for article in named)


def count_notes(
    book: LawBook, variant: Variant, line: Sequence[Position], *, before: Sequence[Position], within: int
) -> tuple[CountNote, ...]:
    """Compare every draw clock of the book with a line to a win.

    ``before`` are the positions of the game up to the one where the line begins, without it; ``within``
    is the number of plies in which the game is over at the latest, if the winner plays for it.
    """
    return tuple(_note(clock, variant, [*before, *line], len(before), within) for clock in book.clocks)


def _note(
    clock: DrawClock, variant: Variant, positions: Sequence[Position], start: int, within: int
) -> CountNote:
    counts = _counts(clock, positions, variant)
    longest = max(counts[start:])
    stands = [is_fulfilled(clock.condition, one, variant) for one in positions[start:]]
    now = not clock.limit and any(runs(clock, positions[start : start + 1], variant))
    spare = max(0, clock.limit - within - 1)
    if (clock.limit and longest >= clock.limit) or (not clock.limit and (now or any(stands[:-1]))):
        found = Interference.REACHED
    elif clock.limit and counts[start] + within < clock.limit:
        found = Interference.EXCLUDED
    else:
        found = Interference.POSSIBLE
    bound = spare if found is Interference.EXCLUDED else None
    return CountNote(clock, found, longest, counts[start], bound, now)


def _counts(clock: DrawClock, positions: Sequence[Position], variant: Variant) -> list[int]:
    """Return the plies that the clock has run after each position."""
    counts = [0]
    stands = is_fulfilled(clock.condition, positions[0], variant)
    for before, after in pairwise(positions):
        stood, stands = stands, is_fulfilled(clock.condition, after, variant)
        goes_on = stood and stands and not events_between(before, after) & clock.reset
        counts.append(counts[-1] + 1 if goes_on else 0)
    return counts
