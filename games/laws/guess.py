"""Which rule set a record without a GameType was played under.

Nineteen of twenty real games do not say it. The record is replayed under every rule set whose board
fits, and the one that goes furthest is taken; what earlier games of the same file showed goes first.
"""

from dataclasses import dataclass, field
from typing import Literal

from games.laws.lexicon import lexicon
from games.laws.replay import Replay, replay, unjudged
from games.pdn import GameRecord, GameType, game_type_named, parse_game_type
from games.rules import VARIANTS, Variant, variant_of_type

VariantSource = Literal["tag", "guess"]
FROM_POSITION = 99  # a play site's number for international draughts from a set position
SETTLED_AFTER = 40
TRUSTED_AFTER = 4
NUMBER_ORDER = ("english", "international", "pool", "italian", "brazilian", "russian", "czech")
LETTER_ORDER = ("russian", "brazilian", "czech", "pool", "english", "italian", "international")


def fitting_variants(record: GameRecord) -> list[Variant]:
    """The variants whose board has every square the record names, the likeliest first."""
    names = _names(record)
    fitting = []
    for variant in _in_order(record):
        squares = lexicon(variant).squares
        if all(name in squares or (isinstance(name, str) and len(name) == 1) for name in names):
            fitting.append(variant)
    return fitting


def _names(record: GameRecord) -> set[int | str]:
    return {name for token in record.moves for name in token.squares}


def _in_order(record: GameRecord) -> list[Variant]:
    """Every variant, the likeliest for squares written as these are first."""
    has_letters = any(isinstance(name, str) for name in _names(record))
    return [VARIANTS[key] for key in (LETTER_ORDER if has_letters else NUMBER_ORDER)]


@dataclass(slots=True)
class VariantMemory:
    """What the games of one file have shown about its rule set, when no tag says it.

    ``legal[key]`` counts the games that replayed to their end under a variant.
    """

    legal: dict[str, int] = field(default_factory=dict)
    last: str = ""

    def leaders_first(self, variants: list[Variant]) -> list[Variant]:
        """The variants with those first under which most games of the file were legal."""
        return sorted(variants, key=lambda v: (-self.legal.get(v.key, 0), v.key != self.last))

    def has_settled_on(self, variant: Variant) -> bool:
        """Whether so many games were legal under the variant that the others need no more trial."""
        return self.legal.get(variant.key, 0) >= SETTLED_AFTER

    def trusts(self, variant: Variant) -> bool:
        """Whether a game that fails under the variant is to be called illegal, not of another rule set."""
        most = max(self.legal.values(), default=0)
        return most >= TRUSTED_AFTER and self.legal.get(variant.key, 0) == most

    def note(self, attempt: Replay) -> None:
        """Count a replay that came to its end."""
        key = attempt.variant.key
        if attempt.moves and attempt.is_complete:
            self.legal[key] = self.legal.get(key, 0) + 1


def named_game_type(record: GameRecord) -> GameType | None:
    """The rule set that the GameType tag names, or else a Variant tag; None when neither does."""
    return parse_game_type(record.tag("GameType")) or game_type_named(record.tag("Variant"))


def choose_variant(record: GameRecord, memory: VariantMemory | None = None) -> tuple[Replay, VariantSource]:
    """The replay under the record's rule set, and whether a tag said it or the moves.

    A rule set that a tag names and this program does not play is not judged at all. A tag whose board
    has not the squares that the moves name is left aside when another rule set goes further.
    """
    named = named_game_type(record)
    if named is not None:
        number = 20 if named.number == FROM_POSITION else named.number
        variant = variant_of_type(number)
        if variant is None:
            return unjudged(record, named.number), "tag"
        told = replay(record, variant)
        if told.is_complete or variant in fitting_variants(record):
            return told, "tag"
        best = replay_best(record, memory)
        return (best, "guess") if _explains_more(best, told) else (told, "tag")
    return replay_best(record, memory), "guess"


def _explains_more(best: Replay, told: Replay) -> bool:
    """Whether a score names squares of another board than its tag's, and not by a slip of the pen."""
    return best.is_complete or told.fen_error is not None or best.reached > told.reached


def replay_best(record: GameRecord, memory: VariantMemory | None = None) -> Replay:
    """Replay under each rule set that fits the squares and keep the one that goes furthest.

    With a memory the rule set goes first that was right for most games of the file, and it is kept
    for a game that is legal under no rule set at all. A game that is legal under none that fits may owe
    a square to a slip of the pen, so the rest are tried then.
    """
    fitting = fitting_variants(record)
    is_alone = memory is None
    memory = VariantMemory() if memory is None else memory
    attempts: list[Replay] = []
    for variant in memory.leaders_first(fitting):
        attempt = replay(record, variant)
        attempts.append(attempt)
        memory.note(attempt)
        is_enough = is_alone or not record.moves or memory.has_settled_on(variant)
        if attempt.is_complete and is_enough:
            break
    best = max(attempts, key=lambda attempt: _merit(attempt, memory), default=None)
    if best is None or not best.is_complete:
        others = [variant for variant in _in_order(record) if variant not in fitting]
        for variant in memory.leaders_first(others):
            attempt = replay(record, variant)
            if best is None or attempt.reached > best.reached:
                best = attempt
    assert best is not None  # noqa: S101 - a variant that does not fit is among the others
    memory.last = best.variant.key
    return best


def _merit(attempt: Replay, memory: VariantMemory) -> tuple[bool, bool, bool, int]:
    is_readable = attempt.fen_error is None or attempt.unread_setup is not None
    return attempt.is_complete, is_readable, memory.trusts(attempt.variant), attempt.reached
