"""Articles of the law books by the fact they state: they give way to a house rule on that fact.

An article may state more than the one fact, and still applies to the rest; the house rule goes before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from games.rules import HouseVariant
from games.rules.house_facts import REMEDY

_SETTING_UP: Final = (
    *("SL-S1", "SL-S2", "WCDF-1.8", "BR-1", "FMJD-2.8", "IT-1", "CZ-1", "AP-1", "JP-1", "UP-1", "ES-1"),
    *("PT-1", "TK-1", "TH-1", "FR-1", "FY-1", "CA-1", "SP-1"),
)
_KING: Final = (
    *("SL-M2", "SL-M3", "A-M3", "WCDF-1.17", "BR-4", "BR-8", "FMJD-3.9", "FMJD-4.3", "F64-M4", "IT-3"),
    *("CZ-3", "AP-3", "ES-3", "PT-3", "TK-3", "TH-3", "FR-3", "KI-1"),
)
_MAN_BACKWARD: Final = (
    *("SL-I1d", "A-M4", "WCDF-1.18", "BR-7", "FMJD-4.1", "F64-M3", "IT-2", "CZ-2", "AP-2", "ES-2", "PT-2"),
    *("TK-2", "TH-2", "FR-2"),
)
_CROWNING: Final = (
    *("SL-M18", "SL-I1g", "A-M8", "WCDF-1.19", "FMJD-4.15", "AP-2", "ES-2", "PT-2", "TH-2", "TK-7"),
    "FR-2",
)
_WHICH: Final = (
    *("SL-M10", "WCDF-1.20", "BR-6", "FMJD-4.13", "FMJD-4.14", "F64-M2", "SP-2", "IT-5", "CZ-5", "AP-5"),
    *("ES-5", "PT-5", "TK-5", "TH-5", "FR-5"),
)
_WINNING: Final = (
    *("SL-O1", "SL-O2", "SL-W1", "A-M2", "WCDF-1.30", "BR-9", "FMJD-7.2.2", "FMJD-7.2.3", "F64-M5", "IT-6"),
    *("CZ-6", "AP-6", "ES-6", "PT-6", "TK-6", "TH-6", "FR-6", "BT-1", "BT-2", "AD-1"),
)
_MISSED_CAPTURE: Final = ("SL-M14", "SL-I1a", "A-M7", "FMJD-5.4.6", "FMJD-5.4.8", "FMJD-5.4.9")

ARTICLES_BY_FACT: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "rows_of_men": _SETTING_UP,
        "king_flies": _KING,
        "king_landing": ("FMJD-4.3", "TH-3", "KI-1"),
        "king_must_land_to_go_on": ("F64-M4",),
        "man_captures_backward": _MAN_BACKWARD,
        "man_captures_king": ("SL-M13", "A-M1", "WCDF-1.18", "IT-2", "CZ-2", "ES-2", "PT-2"),
        "crowning": _CROWNING,
        "priority": _WHICH,
        "removal": ("FMJD-4.11", "FMJD-5.4.10", "TK-5", "TH-5"),
        "may_turn_back": ("TK-5",),
        "goal": _WINNING,
        REMEDY: _MISSED_CAPTURE,
    }
)
"""The articles that state a fact, whatever it is changed to."""

ONLY_AGAINST: Final[Mapping[tuple[str, str], tuple[str, ...]]] = MappingProxyType(
    {
        ("crowning", "passes"): ("SL-M17", "WCDF-1.16"),  # reaching the far row crowns
        ("crowning", "at_once"): ("FMJD-3.5", "FMJD-3.8"),  # a new king waits for the reply
    }
)
"""Articles that only one value of a fact goes against."""


def facts_against(variant: HouseVariant) -> dict[str, tuple[str, ...]]:
    """Return the changed facts that go before an article, by its identifier, in any law book."""
    against: dict[str, tuple[str, ...]] = {}
    for fact, value in variant.changes.items():
        for article in (*ARTICLES_BY_FACT[fact], *ONLY_AGAINST.get((fact, value), ())):
            against[article] = (*against.get(article, ()), fact)
    return against
