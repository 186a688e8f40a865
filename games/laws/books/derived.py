"""Games that use another game's book but for a few facts (CA-D1, BT-1, AD-1).

Canadian, Killer, Breakthrough and Antidraughts use FMJD Annex 1, Spantsiretti the FMJD-64 clauses,
Jamaican and unified pool the book of American pool.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.laws.books.fmjd_64 import FMJD_64
from games.laws.books.fmjd_annex_1 import FMJD_ANNEX_1
from games.laws.books.further import AMERICAN_POOL
from games.laws.books.numbered import (
    LONE_KING,
    THREE_KINGS,
    UNREAD,
    as_reported,
    count_article,
    repetition_as_reported,
)
from games.laws.law_book import (
    Article,
    DrawClock,
    DrawStatus,
    Event,
    LawBook,
    Material,
    Ruling,
    section,
    write_book,
)

_KING_MOVES, _SIXTEEN, _FIVE = FMJD_ANNEX_1.clocks

CANADIAN: Final[LawBook] = write_book(
    key="canadian",
    name="Canadian draughts",
    edition="unconfirmed",
    variants=("canadian",),
    source="a public comparison of the variants (windames); otherwise as FMJD Annex 1",
    base=FMJD_ANNEX_1,
    sections=(
        section(
            "Play",
            Article(
                "CA-1",
                "Setting up",
                "Twelve by twelve, a dark corner at the left; thirty men a side on five rows, White first.",
                {"men": 30, "first_to_move": "white", "equipment": True},
                replaces=("FMJD-2.1", "FMJD-2.2", "FMJD-2.8"),
            ),
        ),
        section(
            "Draw",
            count_article(
                "CA-D1",
                "Three kings against one",
                "Reported: sixteen moves by each side without a capture or a new king draw.",
                16,
                UNREAD,
            ),
            Article(
                "CA-D2",
                "Other counts",
                "The other counts and the repetition are those of international draughts, as far as is "
                "known.",
                certainty=UNREAD,
            ),
        ),
    ),
    rulings={
        "off_board": Ruling(("FMJD-5.4.2", "CA-1"), "irregularity"),
        "endgame_limit": Ruling(("CA-D1", "CA-D2")),
    },
    clocks=(
        *as_reported(_KING_MOVES),
        DrawClock(
            key="sixteen_moves_of_three_kings",
            code="endgame_limit",
            article="CA-D1",
            limit=32,
            reset=frozenset({Event.CAPTURE, Event.PROMOTION}),
            status=DrawStatus.ARBITER,
            condition=Material(stronger=THREE_KINGS, weaker=LONE_KING),
            certainty=UNREAD,
        ),
        *as_reported(
            replace(_SIXTEEN, condition=Material(stronger=frozenset({(2, 1), (1, 2)}), weaker=LONE_KING)),
            _FIVE,
        ),
    ),
    repetition=repetition_as_reported(FMJD_ANNEX_1),
)

KILLER: Final[LawBook] = write_book(
    key="killer",
    name="Killer draughts",
    edition="unconfirmed",
    variants=("killer",),
    source="public descriptions and the rule tables of two programs; otherwise as FMJD Annex 1",
    base=FMJD_ANNEX_1,
    sections=(
        section(
            "Play",
            Article(
                "KI-1",
                "King's capture",
                "A king that meets an enemy piece, near or far, with room behind it has to jump it. If the "
                "last piece it takes is a king, it stops directly behind that piece.",
                replaces=("FMJD-4.3",),
            ),
        ),
        section(
            "Draw",
            Article(
                "KI-D1",
                "Counts",
                "The counts and the repetition are those of international draughts, as far as is known.",
                certainty=UNREAD,
            ),
        ),
    ),
    rulings={"landed_too_far": Ruling(("KI-1", "FMJD-5.4.2"), "irregularity")},
    clocks=as_reported(*FMJD_ANNEX_1.clocks),
    repetition=repetition_as_reported(FMJD_ANNEX_1),
)

BREAKTHROUGH: Final[LawBook] = write_book(
    key="breakthrough",
    name="Breakthrough draughts",
    edition="unconfirmed",
    variants=("breakthrough",),
    source="the rules of a play site; otherwise as FMJD Annex 1",
    base=FMJD_ANNEX_1,
    sections=(
        section(
            "Play",
            Article(
                "BT-1",
                "Winning",
                "The side wins that first crowns a man, or whose opponent has no move.",
                {"wins": "first king"},
                replaces=("FMJD-3.5", "FMJD-7.2.2"),
            ),
            Article(
                "BT-2",
                "No counts",
                "No king ever moves and men never go back, so no count can run and no position can recur.",
                replaces=("FMJD-6.1", "FMJD-6.2", "FMJD-6.3", "FMJD-6.4"),
            ),
        ),
    ),
    rulings={
        "repetition": Ruling(("BT-2",)),
        "move_count": Ruling(("BT-2",)),
        "endgame_limit": Ruling(("BT-2",)),
        "result_against_board": Ruling(("BT-1", "FMJD-7.2.3")),
        "moves_after_end": Ruling(("BT-1",)),
        "no_move_left": Ruling(("BT-1", "FMJD-7.2.3")),
    },
    clocks=(),
    without_repetition=True,
)

ANTIDRAUGHTS: Final[LawBook] = write_book(
    key="antidraughts",
    name="Antidraughts",
    edition="unconfirmed",
    variants=("antidraughts",),
    source="the rules of a play site; otherwise as FMJD Annex 1",
    base=FMJD_ANNEX_1,
    sections=(
        section(
            "Play",
            Article(
                "AD-1",
                "Winning",
                "The side wins that has no piece left, or no move, on its turn.",
                {"wins": "side without a move"},
                replaces=("FMJD-7.2.2", "FMJD-7.2.3"),
            ),
        ),
        section(
            "Draw",
            Article(
                "AD-D1",
                "Counts",
                "Reported: the play site draws by the third occurrence alone. Whether the counts of "
                "international draughts hold as well is not known: the arbiter judges.",
                {"arbiter": True},
                UNREAD,
            ),
        ),
    ),
    rulings={
        "result_against_board": Ruling(("AD-1",)),
        "moves_after_end": Ruling(("AD-1",)),
        "no_move_left": Ruling(("AD-1",)),
    },
    clocks=tuple(replace(clock, contradicts=("AD-D1",)) for clock in as_reported(*FMJD_ANNEX_1.clocks)),
    repetition=repetition_as_reported(FMJD_ANNEX_1),
)

SPANTSIRETTI: Final[LawBook] = write_book(
    key="spantsiretti",
    name="Spantsiretti",
    edition="unconfirmed",
    variants=("spantsiretti",),
    source="public comparisons of the variants; otherwise as Russian draughts by the FMJD-64 draw clauses",
    base=FMJD_64,
    sections=(
        section(
            "Play",
            Article(
                "SP-1",
                "Setting up",
                "Ten columns by eight rows, fifteen men a side on three rows, White first.",
                {"men": 15, "first_to_move": "white", "equipment": True},
            ),
            Article(
                "SP-2",
                "Which capture",
                "Any capture, as in Russian draughts.",
                replaces=("F64-M2",),
            ),
        ),
        section(
            "Draw",
            Article(
                "SP-D1",
                "Counts",
                "The counts and the repetition of Russian draughts, as far as is known; which road is the "
                "main one on this board is not.",
                {"arbiter": True},
                UNREAD,
            ),
        ),
    ),
    rulings={
        "not_the_priority_capture": Ruling(("SP-2",)),  # the choice is free in this game
        "ambiguous_capture": Ruling(("SP-2",)),
    },
    clocks=as_reported(*FMJD_64.clocks),
    repetition=repetition_as_reported(FMJD_64),
)


def _pool(key: str, name: str, article: Article) -> LawBook:
    """Bind a book of pool that differs in how the board is set up."""
    return write_book(
        key=key,
        name=name,
        edition="unconfirmed",
        variants=(key.replace("-", "_"),),
        source="public comparisons of the variants; otherwise as American pool checkers, unconfirmed",
        base=AMERICAN_POOL,
        sections=(section("Play", article),),
        rulings={},
    )


JAMAICAN_POOL: Final[LawBook] = _pool(
    "jamaican-pool",
    "Jamaican pool checkers",
    Article(
        "JP-1",
        "Setting up",
        "Eight by eight with the dark corner at the right, twelve men a side, the dark side first.",
        {"men": 12, "first_to_move": "black", "equipment": True},
        UNREAD,
        replaces=("AP-1",),
    ),
)

UNIFIED_POOL: Final[LawBook] = _pool(
    "unified-pool",
    "Unified pool checkers",
    Article(
        "UP-1",
        "Setting up",
        "Eight by eight with the dark corner at the left, twelve men a side, White first.",
        {"men": 12, "first_to_move": "white", "equipment": True},
        UNREAD,
        replaces=("AP-1",),
    ),
)
