"""Error messages about pairing systems, their options, trees and teams."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_option": (
        _("No pairing system has an option “%(option)s”."),
        _("Options are: %(known)s."),
    ),
    "option_unfit": (
        _("The option %(option)s cannot be “%(given)s”."),
        _("It may be: %(wanted)s."),
    ),
    "acceleration_unfit": (
        _(
            "Baku acceleration wants two draws to make a win and nothing for a loss (C.04.7); this "
            "section has %(win)s, %(draw)s and %(loss)s."
        ),
        _("Change the points, or play without acceleration."),
    ),
    "acceleration_by_boards": (
        _("Baku acceleration lends match points (C.04.7); these teams are paired by board points."),
        _("Score the teams by match points, or play without acceleration."),
    ),
    "stages_unfit": (
        _(
            "Points by stage (%(stages)s) want one game a pairing, won %(win)s, drawn %(draw)s, "
            "lost %(loss)s."
        ),
        _("Set these points and one game a pairing, or play without stages."),
    ),
    "mark_unfit": (
        _("This result cannot be entered with “%(mark)s” here."),
        _("Drawn games have a plus, won ones a stage, where the settings of the section ask for them."),
    ),
    "numbers_not_drawn": (
        _("The Varma tables are made for 9 to 24 players; %(players)s are in."),
        _("Have the numbers given by lot or by rating in the settings of the section."),
    ),
    "match_undecided": (
        _("Round %(round)s, board %(board)s is tied: %(first)s against %(second)s. Nobody goes on yet."),
        _("Say on the page of that round who goes on, and how that was settled."),
    ),
    "match_not_played": (
        _("The tree has the match %(first)s against %(second)s in round %(round)s; it was not played."),
        _("Take the later rounds back, or pair on by hand: choose that system in the settings."),
    ),
    "knockout_over": (
        _("The last match is played: %(winner)s has won."),
        _("No further round is needed."),
    ),
    "match_decided": (
        _("Board %(board)s of round %(round)s is not tied, or some of its games are not in."),
        _("Only a match that ended level needs a word on who goes on."),
    ),
    "tie_break_open": (
        _("Board %(board)s of round %(round)s has a tie-break game without a result."),
        _("Enter its result first, or take the game back."),
    ),
    "tie_break_begun": (
        _(
            "This tie-break game of board %(board)s, round %(round)s has a result or a record, "
            "or is not the last one."
        ),
        _("Take its result and its record back first, and later games before it."),
    ),
    "tie_break_colours": (
        _("In tie-break games of board %(board)s, round %(round)s the sides alternate after the first one."),
        _("Leave it open who has White, or take the games before it back."),
    ),
    "tie_break_settled": (
        _("On board %(board)s of round %(round)s the tie-break games are won by %(name)s."),
        _("Correct their results if that is wrong, or settle the match in another way and say why."),
    ),
    "not_in_match": (
        _("Whoever goes on from board %(board)s must have played there."),
        _("Choose one of the two players."),
    ),
    "no_tree": (
        _("Nobody goes out in this system (%(system)s)."),
        _("A tied match stays a draw here."),
    ),
    "camp_missing": (
        _("Some players belong to neither team: %(names)s."),
        _("Say in the list of entries for which team each of them plays."),
    ),
    "camps_unequal": (
        _("The teams differ in size: %(first)s and %(second)s players."),
        _("Bring them to the same number in the list of entries."),
    ),
    "fixed_board_taken": (
        _("%(name)s always sits at board %(board)s already."),
        _("Choose another board, or free that one first."),
    ),
    "pair_forbidden_already": (
        _("%(first)s and %(second)s are kept apart in these rounds already."),
        _("Take that line out first if the rounds are to change."),
    ),
    "no_pair": (
        _("Two different players of this section are needed."),
        _("Choose both players."),
    ),
}
