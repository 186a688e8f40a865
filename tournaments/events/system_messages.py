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
        _("Allowed values: %(wanted)s."),
    ),
    "acceleration_unfit": (
        _(
            "Baku acceleration needs two draws to equal a win, and no points for a loss (C.04.7); "
            "this section has %(win)s, %(draw)s and %(loss)s."
        ),
        _("Change the points, or play without acceleration."),
    ),
    "acceleration_by_boards": (
        _("Baku acceleration lends match points (C.04.7); these teams are paired by board points."),
        _("Score the teams by match points, or play without acceleration."),
    ),
    "stages_unfit": (
        _(
            "Points by stage (%(stages)s) need one game per pairing, with %(win)s for a win, "
            "%(draw)s for a draw and %(loss)s for a loss."
        ),
        _("Set these points and one game per pairing, or play without stages."),
    ),
    "mark_unfit": (
        _("This result cannot be entered with “%(mark)s” here."),
        _("A drawn game can have a plus and a won game a stage only if the section settings allow it."),
    ),
    "numbers_not_drawn": (
        _("The Varma tables are made for 9 to 24 players; the section has %(players)s."),
        _("Choose numbering by lot or by rating in the section settings."),
    ),
    "match_undecided": (
        _(
            "Round %(round)s, board %(board)s is tied: %(first)s against %(second)s. It is not decided "
            "who advances."
        ),
        _("On the page of that round, choose who advances and how it was decided."),
    ),
    "match_not_played": (
        _("The bracket has the match %(first)s against %(second)s in round %(round)s, which was not played."),
        _("Unpublish the later rounds, or choose pairing by hand in the settings."),
    ),
    "knockout_over": (
        _("The last match is played: %(winner)s has won."),
        _("No further round is needed."),
    ),
    "match_decided": (
        _("Board %(board)s of round %(round)s is not tied, or has games without a result."),
        _("Choose who advances only after a tied match."),
    ),
    "tie_break_open": (
        _("Board %(board)s of round %(round)s has a tie-break game without a result."),
        _("Enter its result first, or remove the game."),
    ),
    "tie_break_begun": (
        _(
            "This tie-break game of board %(board)s, round %(round)s has a result or a game "
            "record, or is not the last one."
        ),
        _("First clear its result and remove its game record; remove later games before it."),
    ),
    "tie_break_colours": (
        _(
            "In the tie-break games of board %(board)s, round %(round)s, the colours alternate after "
            "the first game."
        ),
        _("Do not choose who has White, or remove the earlier games."),
    ),
    "tie_break_settled": (
        _("%(name)s won the tie-break games at board %(board)s in round %(round)s."),
        _("Correct the results if that is wrong, or decide the match in another way and give a reason."),
    ),
    "not_in_match": (
        _("The player who advances from board %(board)s must have played there."),
        _("Choose one of the two players."),
    ),
    "no_tree": (
        _("Players are not eliminated in this system (%(system)s)."),
        _("A tied match stays a draw here."),
    ),
    "camp_missing": (
        _("Some players belong to neither team: %(names)s."),
        _("Assign each of them to a team in the list of entries."),
    ),
    "camps_unequal": (
        _("The teams differ in size: %(first)s and %(second)s players."),
        _("Make their numbers equal in the list of entries."),
    ),
    "fixed_board_taken": (
        _("Board %(board)s is already the fixed board of %(name)s."),
        _("Choose another board, or free that one first."),
    ),
    "pair_forbidden_already": (
        _("%(first)s and %(second)s are already a forbidden pair in these rounds."),
        _("To change the rounds, remove the existing pair first."),
    ),
    "no_pair": (
        _("Two different players of this section are required."),
        _("Choose both players."),
    ),
}
