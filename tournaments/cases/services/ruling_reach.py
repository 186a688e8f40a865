"""Reach of a ruling into the past: standings and pairings based on other scores, for confirmation."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db.models import Q

from tournaments.cases.errors import RulingReachesBack
from tournaments.conduct import Consequence
from tournaments.models import Case, RoundState, Ruling, Section
from tournaments.results.selectors.correction_effects import (
    CorrectionEffects,
    section_effects,
    section_state,
)

CHANGES_SCORES = frozenset(
    {Consequence.GAME_LOST, Consequence.BOTH_LOST, Consequence.POINTS_DEDUCTED, Consequence.EXCLUDED}
)
NONE = "\N{EN DASH}"


@contextmanager
def require_reach_confirmed(
    case: Case, *, consequence: str, outcome: str, old: Ruling | None, is_confirmed: bool
) -> Iterator[None]:
    """Refuse an unconfirmed ruling inside the context if it reaches back.

    The ruling is really made and rolled back with the transaction, so that the report is exact. Callers lock
    the case, and let the refusal end their transaction.
    """
    section = case.section
    first = case.pairing.round.number if case.pairing is not None else case.round_number or 1
    may_change = consequence in CHANGES_SCORES or bool(outcome) or bool(old is not None and old.applied)
    if section is None or is_confirmed or not may_change or not _has_later(section, first):
        yield
        return
    pairing = case.pairing
    before = section_state(section, first, pairing)
    yield
    effects = section_effects(
        section, first, before, section_state(section, first, pairing), pairing=pairing, game=case.game
    )
    if effects.reaches_back:
        raise RulingReachesBack(effects, number=case.number, **_facts(effects))


def _has_later(section: Section, first: int) -> bool:
    """Check that standings of this round or a later one are published, or a later round is paired."""
    is_published = Q(number__gte=first, state=RoundState.CLOSED)
    return section.round_rows.filter(is_published | Q(number__gt=first)).exists()


def _facts(effects: CorrectionEffects) -> dict[str, str]:
    boards = [f"{one.pairing.round.number}.{one.pairing.board_number}" for one in effects.later]
    told = {
        "standings": [str(one.number) for one in effects.published],
        "boards": boards,
        "players": [entry.name for entry in effects.affected],
    }
    return {name: ", ".join(values) or NONE for name, values in told.items()}
