"""Guess of the rule set of a record without a GameType.

Nineteen of twenty real games do not name it. The record is replayed under every rule set whose board
fits, and the one that goes furthest is taken; what earlier games of the same file showed goes first.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from games.laws.house_rules.book import house_rules_of
from games.laws.lexicon import lexicon
from games.laws.replay import replay, unjudged
from games.laws.replay_result import Replay
from games.pdn import GameRecord, variants_of_tags
from games.rules import VARIANTS, Variant

VariantSource = Literal["tag", "guess"]
SETTLED_AFTER = 40
TRUSTED_AFTER = 4
NUMBER_ORDER = ("english", "international", "pool", "italian", "brazilian", "russian", "czech")
LETTER_ORDER = ("russian", "brazilian", "czech", "pool", "english", "italian", "international")
RARE = tuple(key for key in VARIANTS if key not in NUMBER_ORDER)
RARE_MUST_GAIN = 8  # plies: a slip of the pen in a common game may be legal in a rare one for a while


def _fitting(names: set[int | str], variants: Iterable[Variant]) -> list[Variant]:
    whole = {name for name in names if not isinstance(name, str) or len(name) > 1}
    return [variant for variant in variants if whole <= lexicon(variant).squares.keys()]


def _in_order(names: set[int | str]) -> list[Variant]:
    """Return the common variants, the likeliest for squares written as these are first."""
    has_letters = any(isinstance(name, str) for name in names)
    return [VARIANTS[key] for key in (LETTER_ORDER if has_letters else NUMBER_ORDER)]


@dataclass(slots=True)
class VariantMemory:
    """Evidence about the rule set from the games of one file, when no tag names it.

    ``legal[key]`` counts the games that replayed to their end under a variant.
    """

    legal: dict[str, int] = field(default_factory=dict)
    last: str = ""

    def leaders_first(self, variants: list[Variant]) -> list[Variant]:
        """Return the variants with those first under which most games of the file were legal."""
        return sorted(variants, key=lambda v: (-self.legal.get(v.key, 0), v.key != self.last))

    def has_settled_on(self, variant: Variant) -> bool:
        """Return True if so many games were legal under the variant that the others need no more trial."""
        return self.legal.get(variant.key, 0) >= SETTLED_AFTER

    @property
    def settled(self) -> Variant | None:
        """The variant under which by far enough games were legal, when it is one."""
        most = max(self.legal.values(), default=0)
        if most < SETTLED_AFTER:
            return None
        leaders = [key for key, count in self.legal.items() if count == most]
        key = leaders[0] if len(leaders) == 1 else self.last
        return VARIANTS[key] if key in leaders else None

    def trusts(self, variant: Variant) -> bool:
        """Return True if a game that fails under the variant is illegal, not of another rule set."""
        most = max(self.legal.values(), default=0)
        return most >= TRUSTED_AFTER and self.legal.get(variant.key, 0) == most

    def note(self, attempt: Replay) -> None:
        """Count a replay that came to its end."""
        key = attempt.variant.key
        if attempt.moves and attempt.is_complete:
            self.legal[key] = self.legal.get(key, 0) + 1


def choose_variant(record: GameRecord, memory: VariantMemory | None = None) -> tuple[Replay, VariantSource]:
    """Return the replay under the record's rule set, and its source: a tag or the moves.

    A rule set that a tag names and this program does not play is not judged at all. A tag whose board
    has not the squares that the moves name is left aside when another rule set goes further. House rules
    that a record carries with it are its rules, of any origin.
    """
    house = house_rules_of(record)
    if house is not None:
        return replay(record, house), "tag"
    number, named = variants_of_tags(record.tag("GameType"), record.tag("Variant"))
    if number is not None and not named:
        return unjudged(record, number), "tag"
    if named:
        tagged = _replay_tagged(record, named)
        if tagged.is_complete or tagged.variant in _fitting(record.squares, named):
            return tagged, "tag"
        best = replay_best(record, memory)
        return (best, "guess") if _explains_more(best, tagged) else (tagged, "tag")
    return replay_best(record, memory), "guess"


def _replay_tagged(record: GameRecord, named: tuple[Variant, ...]) -> Replay:
    """Return the replay under the tag's rule set; of several with one number the first that is all legal.

    One that reads the squares as they are written goes before one that has to turn the board.
    """
    first = replay(record, named[0])
    if first.is_complete and first.notation == "as written":
        return first
    others = (replay(record, variant) for variant in _fitting(record.squares, named[1:]))
    return next((other for other in others if other.is_complete), first)


def _explains_more(best: Replay, tagged: Replay) -> bool:
    """Return True if a score names squares of another board than its tag's, and not by a slip."""
    return best.is_complete or tagged.fen_error is not None or best.reached > tagged.reached


def replay_best(record: GameRecord, memory: VariantMemory | None = None) -> Replay:
    """Replay under each rule set that fits the squares and return the one that goes furthest.

    With a memory the rule set goes first that was right for most games of the file, and it is the result
    for a game that is legal under no rule set at all. A game that is legal under none that fits may owe
    a square to a slip of the pen, so the rest are tried then. Rare rule sets come after the common ones.
    """
    if memory is not None and (settled := memory.settled) is not None:
        attempt = replay(record, settled)
        if attempt.is_complete:
            memory.note(attempt)
            memory.last = settled.key
            return attempt
    names = record.squares
    is_alone = memory is None
    memory = VariantMemory() if memory is None else memory
    shown = [VARIANTS[key] for key in RARE if key in memory.legal]
    fitting = _fitting(names, [*_in_order(names), *shown])
    attempts: list[Replay] = []
    for variant in memory.leaders_first(fitting):
        attempt = replay(record, variant)
        attempts.append(attempt)
        memory.note(attempt)
        is_enough = is_alone or not record.moves or memory.has_settled_on(variant)
        if attempt.is_complete and not attempt.misfits and is_enough:
            break
    best = max(attempts, key=lambda attempt: _merit(attempt, memory), default=None)
    if best is None or not (best.is_complete or memory.trusts(best.variant)):
        best = _rare_replay(record, memory, best) or best
    if best is None or not best.is_complete:
        others = [variant for variant in _in_order(names) if variant not in fitting]
        for variant in memory.leaders_first(others):
            attempt = replay(record, variant)
            if best is None or attempt.reached > best.reached:
                best = attempt
    assert best is not None  # noqa: S101 - a variant that does not fit is among the others
    memory.last = best.variant.key
    return best


def equal_variants(record: GameRecord, chosen: Replay) -> tuple[Variant, ...]:
    """Other rule sets that carry a record at least as far as the chosen one, with no more doubts.

    Empty for a record of which no move was played: it speaks for no rule set.
    """
    if not chosen.reached:
        return ()
    others = [variant for variant in VARIANTS.values() if variant.key != chosen.variant.key]
    fitting = _fitting(record.squares, others)
    attempts = (replay(record, variant, play_on=bool(chosen.slips)) for variant in fitting)
    return tuple(attempt.variant for attempt in attempts if _worth(attempt) >= _worth(chosen))


def _worth(attempt: Replay) -> tuple[bool, int, int]:
    doubts = len(attempt.misfits) + len(attempt.unread) + len(attempt.slips)
    return attempt.is_complete, attempt.reached, -doubts


def _rare_replay(record: GameRecord, memory: VariantMemory, best: Replay | None) -> Replay | None:
    """Return the replay under a rare rule set that explains a whole game when common ones do not."""
    rare = [VARIANTS[key] for key in RARE if key not in memory.legal]
    for variant in _fitting(record.squares, rare):
        attempt = replay(record, variant)
        is_more = best is None or best.fen_error or attempt.reached >= best.reached + RARE_MUST_GAIN
        if attempt.is_complete and is_more:
            memory.note(attempt)
            return attempt
    return None


def _merit(attempt: Replay, memory: VariantMemory) -> tuple[bool, bool, bool, int, int]:
    is_readable = attempt.fen_error is None or attempt.unread_setup is not None
    doubts = len(attempt.misfits) + len(attempt.unread)
    return attempt.is_complete, is_readable, memory.trusts(attempt.variant), attempt.reached, -doubts
