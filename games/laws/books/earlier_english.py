"""English draughts before the harmonisation of 2008: what old rule books and software still carry.

Only their draw rules differ from the Standard Laws and are written here (AO-D1, ED-D1).
"""

from __future__ import annotations

from typing import Final

from games.laws.books.numbered import NO_PROGRESS
from games.laws.books.standard_laws import STANDARD_LAWS
from games.laws.law_book import (
    Article,
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Repetition,
    Ruling,
    section,
    write_book,
)

ACF_BEFORE_2008: Final[LawBook] = write_book(
    key="acf-before-2008",
    name="ACF rules before 2008",
    edition="before 2008",
    variants=("english",),
    source="R. Beckwith, Harmonizing the Rules of Checkers, part II; older handbooks as quoted in public",
    base=STANDARD_LAWS,
    sections=(
        section(
            "Draw",
            Article(
                "AO-D1",
                "Increased advantage",
                "The weaker side may ask for a count. Within forty moves of its own the stronger side has "
                "to show an increased advantage; the referee judges. There is no rule on repetition.",
                {"moves": 40, "plies": 80, "on_claim": True, "arbiter": True},
                replaces=("SL-D2", "SL-D3", "SL-D4"),
            ),
        ),
    ),
    rulings={"repetition": Ruling(("AO-D1",)), "move_count": Ruling(("AO-D1",))},
    clocks=(
        DrawClock(
            key="increased_advantage",
            code="move_count",
            article="AO-D1",
            limit=80,
            # a capture or a new king is the advantage that can be seen; any other is the referee's to see
            reset=frozenset({Event.CAPTURE, Event.PROMOTION}),
            status=DrawStatus.ARBITER,
            on_request=True,
        ),
    ),
    without_repetition=True,
)

EDA_BEFORE_2008: Final[LawBook] = write_book(
    key="eda-before-2008",
    name="EDA rules before 2008",
    edition="before 2008",
    variants=("english",),
    source="R. Beckwith, Harmonizing the Rules of Checkers, part II",
    base=STANDARD_LAWS,
    sections=(
        section(
            "Draw",
            Article(
                "ED-D1",
                "Fourth occurrence",
                "The player shows that his next move would bring the same position for the fourth time.",
                {"occurrence": 4, "on_claim": True},
                replaces=("SL-D2",),
            ),
            Article(
                "ED-D2",
                "Fifty moves",
                "The player shows that in the last fifty moves of both sides no man has advanced and "
                "nothing was captured.",
                {"moves": 50, "plies": 100, "on_claim": True},
                replaces=("SL-D3", "SL-D4"),
            ),
        ),
    ),
    rulings={"repetition": Ruling(("ED-D1",)), "move_count": Ruling(("ED-D2",))},
    clocks=(
        DrawClock(
            key="fifty_moves",
            code="move_count",
            article="ED-D2",
            limit=100,
            reset=NO_PROGRESS,
            status=DrawStatus.CLAIMABLE,
        ),
    ),
    repetition=Repetition(article="ED-D1", occurrence=4, before_the_move=True, status=DrawStatus.CLAIMABLE),
)
