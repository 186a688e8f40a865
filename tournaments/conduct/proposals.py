"""Sanctions that the law book or event regulations ask for, with earlier offences counted.

Offences climb the ladder of one game (SL-I3, SL-T3, FMJD-5.4). Those of earlier games of the event are
counted separately and shown: no law book makes them a rung. Event regulations apply where the law book is
silent; an article of theirs may count the whole event.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from games.laws import UNCONFIRMED, LawBook, Sanction
from games.laws.incidents import NO_FAULTS
from games.laws.ladder import Offence, proposals
from games.rules import Side
from tournaments.conduct.consequences import Consequence, consequence_of
from tournaments.conduct.instructions import Instruction, instruction_for
from tournaments.conduct.regulation_presets import NO_REGULATIONS
from tournaments.conduct.regulations import (
    BEFORE_THE_GAME,
    Counted,
    Regulations,
    Rule,
    effective_code,
)

CROWNING_FORGOTTEN: Final = "crowning_forgotten"
RECALLS: Final = frozenset(
    {
        *(Instruction.TAKE_BACK, Instruction.OTHER_SIDE_MOVES, Instruction.THAT_WAY),
        *(Instruction.PIECE_PUT_BACK, Instruction.BACK_OR_WITHOUT),
    }
)
"""Instructions by which a cautioned move is recalled (SL-I1); a move taken back remains valid (SL-T6)."""


class Earlier(NamedTuple):
    """Ruling in force about the same player in the event; one of another game does not climb the ladder."""

    code: str
    is_this_game: bool


class Proposed(NamedTuple):
    """Sanction that the rules ask for. `consequence` is None where they leave it to the arbiter.

    `in_game` and `in_event` count the offences of this kind, this one included; both are 0 where the book
    makes it no offence. `recalls_move`: the move is taken back and replaced (SL-I1, SL-M15). `amount` is
    minutes of a time penalty or points deducted; `is_forfeit`: the game is lost before it began.
    """

    code: str
    consequence: Consequence | None
    article: str
    articles: tuple[str, ...]
    in_game: int
    in_event: int
    recalls_move: bool
    choices: tuple[str, ...]
    amount: int = 0
    is_forfeit: bool = False

    @property
    def instruction(self) -> Instruction:
        """Instruction for the board."""
        return instruction_for(self.code, self.consequence, self.choices)

    @property
    def before_in_game(self) -> int:
        """Number of earlier offences of this kind in the game."""
        return max(0, self.in_game - 1)

    @property
    def before_in_event(self) -> int:
        """Number of earlier offences of this kind in the event."""
        return max(0, self.in_event - 1)


def propose(
    book: LawBook,
    code: str,
    *,
    side: Side = Side.WHITE,
    earlier: Sequence[Earlier] = (),
    regulations: Regulations = NO_REGULATIONS,
    minutes: int | None = None,
) -> Proposed:
    """Propose a sanction for a player's incident by law book and event regulations, after earlier ones.

    `minutes`: minutes of a late arrival; beyond the default time the article on the default time applies.
    """
    read_as = effective_code(code, minutes, regulations)
    rule = regulations.rule_for_incident(book, read_as)
    if rule is not None:
        return _by_regulations(rule, code, earlier)
    articles = book.articles_for(code)
    if not _is_offence(book, code):
        consequence = Consequence.REMINDER if code == CROWNING_FORGOTTEN else Consequence.NONE
        return Proposed(
            code=code,
            consequence=consequence,
            article=book.article_for(code),
            articles=articles,
            in_game=0,
            in_event=0,
            recalls_move=False,
            choices=(),
        )
    counted = [one for one in earlier if _is_offence(book, one.code)]
    here = [one.code for one in counted if one.is_this_game]
    found = proposals([Offence(ply, side, one) for ply, one in enumerate((*here, code))], book)[-1]
    family, asked = book.family(code), consequence_of(found.sanction)
    instruction = instruction_for(code, asked, found.choices)
    in_event = 1 + sum(book.family(one.code) == family for one in counted)
    return Proposed(
        code=code,
        consequence=asked,
        article=found.article,
        articles=articles or ((found.article,) if found.article != UNCONFIRMED else ()),
        in_game=found.offences,
        in_event=in_event,
        recalls_move=found.sanction is Sanction.CAUTION and instruction in RECALLS,
        choices=found.choices,
    )


def cited(book: LawBook, proposed: Proposed, consequence: Consequence) -> tuple[str, ...]:
    """List the articles of a ruling: first that of its consequence, then those of the offence.

    A caution in place of a loss cites the article of cautions, not that of a second offence (SL-I3).
    """
    rungs = (
        step.article for step in book.steps(proposed.code) if consequence_of(step.sanction) is consequence
    )
    rung = proposed.article if consequence is proposed.consequence else next(rungs, "")
    named = dict.fromkeys((rung, *proposed.articles))
    return tuple(one for one in named if one not in {"", UNCONFIRMED})


def _by_regulations(rule: Rule, code: str, earlier: Sequence[Earlier]) -> Proposed:
    """Climb the ladder of an article of the event regulations, which is one for each kind of incident."""
    alike = [one for one in earlier if one.code == rule.code]
    here = sum(one.is_this_game for one in alike)
    rung = rule.rung_after(here if rule.counted is Counted.GAME else len(alike))
    return Proposed(
        code=code,
        consequence=rung.consequence,
        article=rule.article,
        articles=(rule.article,),
        in_game=here + 1,
        in_event=len(alike) + 1,
        recalls_move=False,
        choices=(),
        amount=rung.amount,
        is_forfeit=rung.consequence is Consequence.GAME_LOST and rule.code in BEFORE_THE_GAME,
    )


def _is_offence(book: LawBook, code: str) -> bool:
    """Return whether the book attaches a sanction to the incident, or is silent about a fault."""
    ruling = book.rulings.get(code)
    return code not in NO_FAULTS if ruling is None else ruling.is_offence
