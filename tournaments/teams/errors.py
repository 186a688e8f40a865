"""Refusals about teams and line-ups, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError


class RoundNotPublished(ClubError):
    """The action needs a published round. Facts: round, state."""

    code = "round_not_published"
    what = _("Round %(round)s is not open for this.")
    next_step = _("Publish the round, or reopen it when it is closed.")


class NotATeam(ClubError):
    """The section is one of players. Facts: section."""

    code = "not_a_team"
    what = _("The section %(section)s is for individual players; it has no team members or line-ups.")
    next_step = _("Choose a system for teams in the settings of the section.")


class MemberLineNotUnderstood(ClubError):
    """A line of a pasted list of members cannot be parsed. Facts: line, text."""

    code = "member_line_not_understood"
    status = 422
    what = _("Line %(line)s cannot be read: %(text)s")
    next_step = _("Enter the name, then a semicolon or tab, the rating, and the federation number.")


class TooManyMembers(ClubError):
    """The list of a team exceeds the limit of members. Facts: count, most."""

    code = "too_many_members"
    status = 422
    what = _("A team can have at most %(most)s members, not %(count)s.")
    next_step = _("Enter one member per line and one team per list.")


class MemberTwice(ClubError):
    """The person is in a team of the section already. Facts: name, team."""

    code = "member_twice"
    what = _("%(name)s is in the team %(team)s already. Nothing was changed.")
    next_step = _("Remove the line, or add something that distinguishes the two.")


class MemberHasPlayed(ClubError):
    """A member in a line-up cannot leave the team. Facts: name, round."""

    code = "member_has_played"
    what = _("%(name)s is in the line-up of round %(round)s and cannot leave the team.")
    next_step = _("Move the line to the end of the list. Correct a wrong name in the form below the list.")


class NotInTheMatch(ClubError):
    """The team does not play this match. Facts: board."""

    code = "not_in_the_match"
    status = 422
    what = _("This team does not play at board %(board)s.")
    next_step = _("Check the pairings of the round.")


class LineUpUnfit(ClubError):
    """A line-up that the rules do not allow. Facts: team, why, boards."""

    code = "line_up_unfit"
    status = 422
    what = _("%(team)s cannot have this line-up (%(boards)s boards).")
    next_step = _(
        "Choose at least one member and at most one per board, in the order of the team list. "
        "If no member is present, enter forfeits."
    )


class LineUpChanged(ClubError):
    """Another account changed the line-up meanwhile. Facts: team."""

    code = "line_up_changed"
    what = _("Another person has changed the line-up of %(team)s. Your changes were not saved.")
    next_step = _("Check the current state, and repeat your change if it is still needed.")


class MatchBegun(ClubError):
    """The match has a result already. Facts: board, round."""

    code = "match_begun"
    what = _("The match at board %(board)s already has a result, so its line-ups are fixed.")
    next_step = _("If the wrong player was recorded, clear the match results first.")


class BoardEmpty(ClubError):
    """A side of the board is empty. Facts: board, game."""

    code = "board_empty"
    what = _("A player is missing at board %(game)s of match %(board)s.")
    next_step = _("Change the line-up before the first result is entered, or leave the forfeit.")
