"""Consequences in words: what follows for the player, and what is done at the board."""

from collections.abc import Sequence
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from games.laws.incidents import OTHER, RESULT
from games.laws.ladder import TAKEN_BACK
from tournaments.conduct import Consequence, Proposed
from tournaments.conduct.regulations import REGULATED
from tournaments.models.ruling import CONSEQUENCES, OPPONENT_CHOICES

REMINDED: Final = _("A reminder. Play goes on.")
LOST_BY_FORFEIT: Final = _("The game is lost by forfeit.")
LEFT_OPEN: Final = _("The law book leaves it to the arbiter.")
RECALLED: Final = _("Caution. The move is taken back and made correctly.")
FIRST_MOVE_STANDS: Final = _(
    "Caution, and the first move stands. If another piece was moved after it, the arbiter may choose the "
    "other reading: a piece was touched and not moved."
)
OWN_PIECE: Final = _("Caution. The opponent chooses: the piece is put back, or play goes on without it.")
HUFFING: Final = _(
    "The opponent chooses: a piece that should have captured is taken off, or the move stands."
)
HUFFING_OR_RIGHT: Final = _(
    "The opponent chooses: the capture is made, a piece that should have captured is taken off, "
    "or the move stands."
)
RESULT_BELOW: Final = _("No sanction. Enter the result below.")
NO_PLAY: Final[dict[str, str | Promise]] = {
    **dict.fromkeys(RESULT, RESULT_BELOW),
    OTHER: _("No sanction. Say below what happened."),
}
"""Of what nothing on the board is to be put right."""
SENTENCES: Final[dict[Consequence, str | Promise]] = {
    Consequence.NONE: _("No sanction. Put it right and let play go on."),
    Consequence.REMINDER: _("A reminder, no sanction. Put it right and let play go on."),
    Consequence.OPPONENT_CHOOSES: _("The opponent chooses: the move is put right, or it stands."),
    Consequence.CAUTION: _("Caution. Play goes on."),
    Consequence.WARNING: _("Warning. Play goes on."),
    Consequence.TIME_PENALTY: _("Time penalty: minutes are added to the opponent's clock."),
    Consequence.POINTS_DEDUCTED: _("Points are deducted."),
    Consequence.GAME_LOST: _("The game is lost."),
    Consequence.BOTH_LOST: _("Both lose the game."),
    Consequence.EXCLUDED: _("Excluded from the event."),
}


def consequence_name(consequence: str) -> str:
    """What a consequence is called; empty for none chosen."""
    return str(dict(CONSEQUENCES).get(consequence, ""))


def choice_name(choice: str) -> str:
    """What the opponent chose."""
    return str(dict(OPPONENT_CHOICES).get(choice, choice))


def proposal_sentence(proposed: Proposed) -> str:
    """What law book or event regulations ask for, in a sentence."""
    if proposed.is_forfeit:
        return str(LOST_BY_FORFEIT)
    if proposed.consequence is Consequence.REMINDER and proposed.code in REGULATED:
        return str(REMINDED)
    if proposed.amount:
        return amount_sentence(proposed)
    return consequence_sentence(
        proposed.consequence,
        code=proposed.code,
        recalls_move=proposed.recalls_move,
        choices=proposed.choices,
    )


def amount_sentence(proposed: Proposed) -> str:
    """A time penalty or a deduction of points with its number."""
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


def consequence_sentence(
    consequence: Consequence | None, *, code: str, recalls_move: bool, choices: Sequence[str]
) -> str:
    """What the law book asks for when something happened, in a sentence."""
    if consequence is None:
        return str(LEFT_OPEN)
    if consequence is Consequence.NONE and code in NO_PLAY:
        return str(NO_PLAY[code])
    if "huff" in choices:
        return str(HUFFING_OR_RIGHT if "rectified" in choices else HUFFING)
    if consequence is Consequence.CAUTION and choices:
        return str(OWN_PIECE)
    if consequence is Consequence.CAUTION and recalls_move:
        return str(FIRST_MOVE_STANDS if code == TAKEN_BACK else RECALLED)
    return str(SENTENCES[consequence])
