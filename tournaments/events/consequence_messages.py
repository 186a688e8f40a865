"""Texts of consequences: the effect on the player, and the action at the board."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournaments.cases.models.ruling import CONSEQUENCES, OPPONENT_CHOICES
from tournaments.conduct import Consequence, Instruction, Proposed, instruction_for
from tournaments.conduct.regulations import REGULATED

REMINDED: Final = _("A reminder. Play continues.")
LOST_BY_FORFEIT: Final = _("The game is lost by forfeit.")
LEADS: Final[dict[Consequence | None, str | Promise]] = {
    None: _("The law book leaves this to the arbiter."),
    Consequence.NONE: _("No sanction."),
    Consequence.REMINDER: _("A reminder, no sanction."),
    Consequence.OPPONENT_CHOOSES: "",  # the sentence on the board has it
    Consequence.CAUTION: _("Caution."),
    Consequence.WARNING: _("Warning."),
    Consequence.TIME_PENALTY: _("Time penalty: minutes are added to the opponent's clock."),
    Consequence.POINTS_DEDUCTED: _("Points are deducted."),
    Consequence.GAME_LOST: _("The game is lost."),
    Consequence.BOTH_LOST: _("Both lose the game."),
    Consequence.EXCLUDED: _("Excluded from the event."),
}
INSTRUCTIONS: Final[dict[Instruction, str | Promise]] = {
    Instruction.LEGAL: _("Legal: play continues."),
    Instruction.NO_OFFENCE: _("No offence: play continues."),
    Instruction.TAKE_BACK: _(
        "The move is taken back and made correctly, with the same piece if it has a legal move."
    ),
    Instruction.OTHER_SIDE_MOVES: _("The move is taken back, and the player to move plays."),
    Instruction.FIRST_MOVE_STANDS: _(
        "The first move stands. If another piece was moved afterwards, the arbiter may choose the "
        "other reading: a piece was touched but not moved."
    ),
    Instruction.THAT_WAY: _("The piece is played in the direction in which it was moved over the corner."),
    Instruction.ANOTHER_PIECE: _("A piece that can move is played."),
    Instruction.PIECE_PUT_BACK: _("The piece is put back, and play continues."),
    Instruction.PIECES_PUT_BACK: _("The pieces are put back, and play continues."),
    Instruction.CROWN: _("The man is crowned, and play continues."),
    Instruction.GO_ON: _("Play continues."),
    Instruction.PUT_RIGHT: _("Correct it and continue play."),
    Instruction.BACK_OR_WITHOUT: _(
        "The opponent chooses: the piece is put back, or play continues without it."
    ),
    Instruction.RIGHT_OR_STANDS: _("The opponent chooses: the move is corrected, or it stands."),
    Instruction.FIRST_OR_SECOND_MOVE: _(
        "The opponent chooses: the first move stands, or the one made instead."
    ),
    Instruction.CROWN_OR_MAN: _("The opponent chooses: the man is crowned, or it remains a man."),
    Instruction.HUFF_OR_STANDS: _(
        "The opponent chooses: a piece that should have captured is removed, or the move stands."
    ),
    Instruction.CAPTURE_HUFF_OR_STANDS: _(
        "The opponent chooses: the capture is made, a piece that should have captured is removed, "
        "or the move stands."
    ),
    Instruction.AGAINST_THE_RULES: _(
        "Not legal. The law book gives no sanction; the arbiter decides how to correct it."
    ),
    Instruction.ARBITER_DECIDES: "",
    Instruction.ENTER_RESULT: _("Enter the result below."),
    Instruction.DESCRIBE: _("Describe below what happened."),
    Instruction.GAME_ENDS: "",
}
"""Actions at the board; empty if the sanction covers them."""
ALONE: Final = frozenset({Instruction.LEGAL, Instruction.NO_OFFENCE, Instruction.AGAINST_THE_RULES})
"""Sentences that cover the sanction in full."""


def consequence_name(consequence: str) -> str:
    """Return the name of a consequence; empty if none is chosen."""
    return str(dict(CONSEQUENCES).get(consequence, ""))


def choice_name(choice: str) -> str:
    """Return the name of the opponent's choice."""
    return str(dict(OPPONENT_CHOICES).get(choice, choice))


def instruction_sentence(instruction: Instruction) -> str:
    """Return the action at the board as a sentence; empty if the sanction covers it."""
    return str(INSTRUCTIONS[instruction])


def proposal_sentence(proposed: Proposed) -> str:
    """Return the proposal of the law book or the event regulations as a sentence."""
    if proposed.is_forfeit:
        return str(LOST_BY_FORFEIT)
    if proposed.consequence is Consequence.REMINDER and proposed.code in REGULATED:
        return str(REMINDED)
    if proposed.amount:
        return amount_sentence(proposed)
    return consequence_sentence(proposed.consequence, code=proposed.code, choices=proposed.choices)


def amount_sentence(proposed: Proposed) -> str:
    """Return a time penalty or a deduction of points with its amount."""
    count = proposed.amount
    if proposed.consequence is Consequence.TIME_PENALTY:
        told = ngettext(
            "Time penalty: %(count)s minute is added to the opponent's clock.",
            "Time penalty: %(count)s minutes are added to the opponent's clock.",
            count,
        )
    else:
        told = ngettext("%(count)s point is deducted.", "%(count)s points are deducted.", count)
    return told % {"count": count}


def consequence_sentence(consequence: Consequence | None, *, code: str, choices: Sequence[str]) -> str:
    """Return the consequence that the law book asks for: the sanction and the action at the board."""
    instruction = instruction_for(code, consequence, choices)
    lead = "" if instruction in ALONE else str(LEADS[consequence])
    return f"{lead} {instruction_sentence(instruction)}".strip()
