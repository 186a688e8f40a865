"""The published node counts of ``tests/data/perft.json``, read for the suite, the benchmarks and the table.

An entry may change facts of its variant: another board, another number of rows. ``like`` names variants
whose start is counted with the table of another one.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from games.rules import VARIANTS, Position, Variant
from games.rules.geometry import board

DATA: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data" / "perft.json").read_text("utf-8"))
LIKE: dict[str, str] = DATA["like"]
# The depth from which a published table counts a capture once for every way to land between its pieces,
# which is neither of the conventions of its note: see `landings`.
BY_LANDINGS = {("turkish", "start"): 7}


@dataclass(frozen=True, slots=True)
class Series:
    """The counts of one position, depth by depth, in one or both conventions."""

    key: str
    name: str
    fen: str
    changed: tuple[tuple[str, Any], ...]
    conventions: tuple[str, ...]
    counts: dict[int, int]
    is_published: bool

    @property
    def variant(self) -> Variant:
        """The variant, with the changed facts of the entry."""
        facts: dict[str, Any] = dict(self.changed)
        if "board" in facts:
            width, height = facts.pop("board")
            facts["geometry"] = board(f"{width}x{height}", width, height)
        variant = VARIANTS[self.key]
        return replace(variant, **facts) if facts else variant

    def position(self, variant: Variant) -> Position:
        """The position that is counted."""
        return Position.start(variant) if self.fen == "start" else Position.from_fen(self.fen, variant)

    def conventions_at(self, depth: int) -> tuple[str, ...]:
        """How the published count of a depth counts."""
        by_landings = depth >= BY_LANDINGS.get((self.key, self.name), depth + 1)
        return ("landings",) if by_landings else self.conventions

    def depth_of(self, leaves: int) -> int:
        """The first depth with so many leaves, or the deepest listed."""
        return min((d for d, count in self.counts.items() if count >= leaves), default=max(self.counts))


def _series(key: str, entry: dict[str, Any]) -> Series:
    both = entry["counting"] == "both"
    return Series(
        key=key,
        name=entry["name"].removeprefix("computed: "),
        fen=entry["fen"],
        changed=tuple(entry.get("changed", {}).items()),
        conventions=("routes", "results") if both else (entry["counting"],),
        counts={int(depth): count for depth, count in entry["nodes"].items()},
        is_published=not entry["source"].startswith("computed"),
    )


def listed() -> list[Series]:
    """Every series, and the starts of the variants that have none of their own."""
    own = [_series(key, entry) for key, entries in DATA["variants"].items() for entry in entries]
    starts = [series for series in own if series.name == "start" and not series.changed]
    borrowed = [
        replace(series, key=key, fen="start")
        for key, like in LIKE.items()
        for series in starts
        if series.key == like
    ]
    return own + borrowed
