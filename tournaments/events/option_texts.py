"""Names and help texts of the options of a pairing system, and effects of a late change."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _


class OptionText(NamedTuple):
    """Texts of an option: its name, its effect, and the effect of a late change."""

    label: Any
    what: Any
    affects: Any


NEXT: Final = _("A change counts from the next round that is paired.")
NUMBERS: Final = _("Numbers stay as they are once the first round is published: a change has no effect then.")
TABLE: Final = _("The table is made anew from the next round on: who has met already may meet again.")
TREE: Final = _("The tree is laid anew: matches that were played stay, later ones may be others.")
TIE_BREAKS: Final = _("A change counts for tie-break games that are still to come.")
STANDINGS: Final = _("The standings of all rounds are worked out anew.")
LADDER: Final = _("The ladder is reckoned anew over all rounds, and with it the standings.")

OPTION_TEXTS: Final[Mapping[str, OptionText]] = {
    "acceleration": OptionText(
        _("Acceleration"),
        _("Lends points to the upper half in the first rounds, so that the strong meet each other sooner."),
        _("Points lent in the rounds played change too, and so the next pairing; the standings do not."),
    ),
    "rematch": OptionText(
        _("A second meeting"),
        _("When two players may meet again; a field too small for it waits as long as it can, and says so."),
        NEXT,
    ),
    "rematch_after": OptionText(
        _("Rounds until a second meeting"),
        _("How many rounds after the first meeting, where a second one is allowed after so many rounds."),
        NEXT,
    ),
    "start": OptionText(
        _("Start pattern"),
        _("Who is meant for whom in round 1."),
        _("Round 1 stays as it was paired."),
    ),
    "pattern": OptionText(
        _("Pattern of later rounds"), _("Who is meant for whom inside a score group from round 2 on."), NEXT
    ),
    "club_apart": OptionText(
        _("Players of one club apart"), _("Whether members of the same club are kept from meeting."), NEXT
    ),
    "federation_apart": OptionText(
        _("Players of one federation apart"),
        _("Whether players of the same federation are kept from meeting."),
        NEXT,
    ),
    "family_apart": OptionText(
        _("Players of one family apart"),
        _("Whether players of one family, named in the list of entries, are kept from meeting."),
        NEXT,
    ),
    "numbering": OptionText(
        _("Numbers are given"),
        _("How players come to their numbers in the table or their places in the tree."),
        NUMBERS,
    ),
    "cycles": OptionText(_("Cycles"), _("How often everybody meets everybody."), TABLE),
    "swap_last_rounds": OptionText(
        _("Swap the last two rounds of a cycle"),
        _("With several cycles nobody then has a side three times running (C.05 annex 1)."),
        TABLE,
    ),
    "third_place": OptionText(
        _("A match for third place"), _("The losers of the semi-finals play for it beside the final."), TREE
    ),
    "second_final": OptionText(
        _("A second final"),
        _("Whoever comes from below must win two finals; without it the first one decides."),
        TREE,
    ),
    "tie_break_games": OptionText(
        _("Tie-break games at a time"),
        _("A level match goes on with so many games, then with as many again, until one player leads."),
        TIE_BREAKS,
    ),
    "tie_break_clock": OptionText(
        _("Time control of tie-break games"),
        _("Such as 5+3; empty: as in the other games."),
        TIE_BREAKS,
    ),
    "may_meet_again": OptionText(
        _("Two may meet again"),
        _("The checker then tells a second meeting without calling it a fault."),
        _("A change counts for the draft that stands and for later rounds."),
    ),
    "stages": OptionText(
        _("Points by stage"),
        _("A drawn game is followed by quicker ones; who wins one of those has fewer points."),
        STANDINGS,
    ),
    "plus_draws": OptionText(
        _("Plus draws"),
        _("A drawn game can be noted as a plus for one side, for the tie-breaks PLUS and PLUSDRAWS."),
        STANDINGS,
    ),
    "meeting_worth": OptionText(
        _("What an earlier meeting counts"),
        _("In points of rating: so much more apart two players count for each time they met this season."),
        NEXT,
    ),
    "colour_worth": OptionText(
        _("What a side too often counts"),
        _("In points of rating, for each game that somebody would have one side more often than the other."),
        NEXT,
    ),
    "keizer_top": OptionText(
        _("Value of the first place"),
        _("What it is worth to beat the first of the ladder; 0 takes the number of players."),
        LADDER,
    ),
    "keizer_step": OptionText(
        _("Step from place to place"), _("How much less each next place is worth."), LADDER
    ),
    "keizer_own_value": OptionText(
        _("The own value counts once"),
        _("Everybody begins with the value of the own place, so that the ladder begins by rating."),
        LADDER,
    ),
    "keizer_bye": OptionText(
        _("Allocated bye"), _("The part of the own value for a round without an opponent."), LADDER
    ),
    "keizer_club_duty": OptionText(
        _("Missing for the club"),
        _("The part of the own value for a round missed with the points of a win."),
        LADDER,
    ),
    "keizer_excused": OptionText(
        _("Missing with notice"),
        _("The part of the own value for a round missed with the points of a draw."),
        LADDER,
    ),
    "keizer_absent": OptionText(
        _("Missing without points"), _("The part of the own value for any other round missed."), LADDER
    ),
    "keizer_absence_limit": OptionText(
        _("Absences that count"),
        _("After so many absences the next are worth nothing; 0 sets no limit."),
        LADDER,
    ),
}
