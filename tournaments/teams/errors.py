"""Refusals about teams and line-ups, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class RoundNotPublished(ClubError):
    """The action needs a published round. Facts: round, state."""

    code = "round_not_published"
    what = _("Round %(round)s is not open for this.")
    next_step = _("Publish the round, or reopen it when it is closed.")


class NotATeam(ClubError):
    code = "not_a_team"
    what = _("The section %(section)s is for individual players; it has no team members or line-ups.")
    next_step = _("Choose a system for teams in the settings of the section.")


class MemberLineNotUnderstood(InvalidInput):
    code = "member_line_not_understood"
    what = _("Line %(line)s cannot be read: %(text)s")
    next_step = _("Enter the name, then a semicolon or tab, the rating, and the federation number.")


class TooManyMembers(InvalidInput):
    code = "too_many_members"
    what = _("A team can have at most %(most)s members, not %(count)s.")
    next_step = _("Enter one member per line and one team per list.")


class MemberTwice(ClubError):
    code = "member_twice"
    what = _("%(name)s is in the team %(team)s already. Nothing was changed.")
    next_step = _("Remove the line, or add something that distinguishes the two.")


class MemberHasPlayed(ClubError):
    code = "member_has_played"
    what = _("%(name)s is in the line-up of round %(round)s and cannot leave the team.")
    next_step = _("Move the line to the end of the list. Correct a wrong name in the form below the list.")


class NotInTheMatch(InvalidInput):
    code = "not_in_the_match"
    what = _("This team does not play at board %(board)s.")
    next_step = _("Check the pairings of the round.")


class LineUpUnfit(InvalidInput):
    """A line-up that the rules do not allow. Facts: team, why, boards."""

    code = "line_up_unfit"
    what = _("%(team)s cannot have this line-up (%(boards)s boards).")
    next_step = _(
        "Choose at least one member and at most one per board, in the order of the team list. "
        "If no member is present, enter forfeits."
    )


class LineUpChanged(ClubError):
    code = "line_up_changed"
    what = _("Another person has changed the line-up of %(team)s. Your changes were not saved.")
    next_step = _("Check the current state, and repeat your change if it is still needed.")


class MatchBegun(ClubError):
    """The match has a result already. Facts: board, round."""

    code = "match_begun"
    what = _("The match at board %(board)s already has a result, so its line-ups are fixed.")
    next_step = _("If the wrong player was recorded, clear the match results first.")


class BoardEmpty(ClubError):
    code = "board_empty"
    what = _("A player is missing at board %(game)s of match %(board)s.")
    next_step = _("Change the line-up before the first result is entered, or leave the forfeit.")
