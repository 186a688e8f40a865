"""Names and help texts of the options of a pairing system, and effects of a late change."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy as _


class OptionText(NamedTuple):
    """Texts of an option: its name, its effect, and the effect of a late change."""

    label: Any
    what: Any
    affects: Any


NEXT: Final = _("Changes apply from the next round to be paired.")
NUMBERS: Final = _("Numbers are fixed once the first round is published; changes then have no effect.")
TABLE: Final = _("The pairing table is rebuilt from the next round; players who have met may meet again.")
TREE: Final = _("The bracket is rebuilt: played matches stay, later ones may change.")
TIE_BREAKS: Final = _("Changes apply to tie-break games that are not started yet.")
STANDINGS: Final = _("The standings of all rounds are recalculated.")
LADDER: Final = _("The ladder and the standings are recalculated over all rounds.")

OPTION_TEXTS: Final[Mapping[str, OptionText]] = {
    "acceleration": OptionText(
        _("Acceleration"),
        _("Lends points to the upper half in the first rounds, so that strong players meet sooner."),
        _("Points lent in played rounds change too, and with them the next pairing; the standings do not."),
    ),
    "rematch": OptionText(
        _("A second meeting"),
        _(
            "When two players may meet again. If the field is too small, the rematch comes as late as "
            "possible and is reported."
        ),
        NEXT,
    ),
    "rematch_after": OptionText(
        _("Rounds until a second meeting"),
        _(
            "Number of rounds after the first meeting, where a second one is "
            "allowed after a number of rounds."
        ),
        NEXT,
    ),
    "start": OptionText(
        _("Start pattern"),
        _("How players are matched in round 1."),
        _("Round 1 stays as paired."),
    ),
    "pattern": OptionText(
        _("Pattern of later rounds"), _("How players are matched within a score group from round 2."), NEXT
    ),
    "club_apart": OptionText(
        _("Avoid pairing clubmates"), _("Whether to avoid pairing members of the same club."), NEXT
    ),
    "federation_apart": OptionText(
        _("Avoid pairing players of one federation"),
        _("Whether to avoid pairing players of the same federation."),
        NEXT,
    ),
    "family_apart": OptionText(
        _("Avoid pairing family members"),
        _("Whether to avoid pairing players of one family, as named in the list of entries."),
        NEXT,
    ),
    "numbering": OptionText(
        _("Numbering"),
        _("How players get their numbers in the pairing table or their places in the bracket."),
        NUMBERS,
    ),
    "cycles": OptionText(_("Cycles"), _("How often all players meet each other."), TABLE),
    "swap_last_rounds": OptionText(
        _("Swap the last two rounds of a cycle"),
        _("With several cycles, no player then has one colour three times in a row (C.05 annex 1)."),
        TABLE,
    ),
    "third_place": OptionText(
        _("A match for third place"),
        _("The losers of the semi-finals play for it alongside the final."),
        TREE,
    ),
    "second_final": OptionText(
        _("A second final"),
        _("The winner of the losers' bracket must win two finals; otherwise the first one decides."),
        TREE,
    ),
    "tie_break_games": OptionText(
        _("Tie-break games per stage"),
        _("A tied match continues with this many games, then with as many again, until one player leads."),
        TIE_BREAKS,
    ),
    "tie_break_clock": OptionText(
        _("Time control of tie-break games"),
        _("For example 5+3. Blank: as in the other games."),
        TIE_BREAKS,
    ),
    "may_meet_again": OptionText(
        _("Rematches"),
        _("The rule check then reports a second meeting without counting it as a violation."),
        _("Changes apply to the current draft and to later rounds."),
    ),
    "stages": OptionText(
        _("Points by stage"),
        _("A drawn game is followed by faster games; winning one of those gives fewer points."),
        STANDINGS,
    ),
    "plus_draws": OptionText(
        _("Plus draws"),
        _("A drawn game can be recorded as a plus for one side, for the tie-breaks PLUS and PLUSDRAWS."),
        STANDINGS,
    ),
    "meeting_worth": OptionText(
        _("Penalty for an earlier meeting"),
        _("In rating points: how much further apart two players count for each meeting this season."),
        NEXT,
    ),
    "colour_worth": OptionText(
        _("Penalty for an extra game with one colour"),
        _(
            "In rating points, for each game by which a player would have one colour more often than "
            "the other."
        ),
        NEXT,
    ),
    "keizer_top": OptionText(
        _("Value of the first place"),
        _("Value of a win against the first of the ladder; 0 uses the number of players."),
        LADDER,
    ),
    "keizer_step": OptionText(
        _("Step between places"), _("How much less each following place is worth."), LADDER
    ),
    "keizer_own_value": OptionText(
        _("Count own value once"),
        _("All players start with the value of their own place, so the ladder starts in rating order."),
        LADDER,
    ),
    "keizer_bye": OptionText(
        _("Allocated bye"), _("Share of the own value for a round without an opponent."), LADDER
    ),
    "keizer_club_duty": OptionText(
        _("Absent for the club"),
        _("Share of the own value for a missed round with the points for a win."),
        LADDER,
    ),
    "keizer_excused": OptionText(
        _("Absent with notice"),
        _("Share of the own value for a missed round with the points for a draw."),
        LADDER,
    ),
    "keizer_absent": OptionText(
        _("Absent without points"), _("Share of the own value for any other missed round."), LADDER
    ),
    "keizer_absence_limit": OptionText(
        _("Absences that count"),
        _("Absences beyond this number score nothing; 0 means no limit."),
        LADDER,
    ),
}
