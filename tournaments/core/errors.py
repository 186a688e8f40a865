"""Errors of the tournaments app, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class ChangedMeanwhile(ClubError):
    code = "changed_meanwhile"
    what = _("Another person changed %(what)s after you opened the page. Your changes were not saved.")
    next_step = _("Check the current state, and repeat your change if it is still needed.")


class RoundNotDraft(ClubError):
    """Only a draft can be changed. Facts: round, state."""

    code = "round_not_draft"
    what = _("Round %(round)s is no longer a draft.")
    next_step = _("Unpublish it first, if it has no results yet.")


class UnfitDeck(InvalidInput):
    code = "unfit_deck"
    what = _("The opening deck “%(deck)s” does not belong to the game of this section.")
    next_step = _("Choose another one in the settings of the section; decks of this game: %(known)s.")


class NoOpeningLeft(ClubError):
    code = "no_opening_left"
    what = _(
        "No opening is left for board %(board)s in round %(round)s: the players have already had all of them."
    )
    next_step = _("Choose a larger deck in the settings of the section, or none.")


class NothingToHandOut(ClubError):
    code = "nothing_to_hand_out"
    what = _("No prizes of %(section)s can be awarded yet.")
    next_step = _("Close a round to publish its standings, and list the prizes of the section.")


class UnknownOption(InvalidInput):
    code = "unknown_option"
    what = _("No pairing system has an option “%(option)s”.")
    next_step = _("Options are: %(known)s.")


class OptionUnfit(InvalidInput):
    code = "option_unfit"
    what = _("The option %(option)s cannot be “%(given)s”.")
    next_step = _("Allowed values: %(wanted)s.")


class StagesUnfit(InvalidInput):
    code = "stages_unfit"
    what = _(
        "Points by stage (%(stages)s) need one game per pairing, with %(win)s for a win, "
        "%(draw)s for a draw and %(loss)s for a loss."
    )
    next_step = _("Set these points and one game per pairing, or play without stages.")


class CampMissing(ClubError):
    code = "camp_missing"
    what = _("Some players belong to neither team: %(names)s.")
    next_step = _("Assign each of them to a team in the list of entries.")


class AccelerationUnfit(InvalidInput):
    code = "acceleration_unfit"
    what = _(
        "Baku acceleration needs two draws to equal a win, and no points for a loss (C.04.7); "
        "this section has %(win)s, %(draw)s and %(loss)s."
    )
    next_step = _("Change the points, or play without acceleration.")


class AccelerationByBoards(InvalidInput):
    """Acceleration lends match points, and the section of teams is paired by board points. Facts: scoring."""

    code = "acceleration_by_boards"
    what = _("Baku acceleration lends match points (C.04.7); these teams are paired by board points.")
    next_step = _("Score the teams by match points, or play without acceleration.")


class UnknownPrintChoice(InvalidInput):
    """Facts: choice, given, known."""

    code = "unknown_print_choice"
    what = _("The choice %(choice)s of a sheet cannot be “%(given)s”.")
    next_step = _("Possible values: %(known)s. Choose again on the page Print.")


class NoRoundToPrint(ClubError):
    """Facts: section, round."""

    code = "no_round_to_print"
    what = _("%(section)s has no round %(round)s to print.")
    next_step = _("Pair the round first, or choose another one.")


class KeyOfAnotherEntry(InvalidInput):
    code = "key_of_another_entry"
    what = _("Another entry was sent with the same key.")
    next_step = _("Reload the page and enter it again.")
