"""Refusals of ladders and challenges, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput


class LadderNameTaken(ClubError):
    code = "ladder_name_taken"
    what = _("The club has another ladder called %(name)s.")
    next_step = _("Choose a different name.")


class LadderRulesUnfit(InvalidInput):
    code = "ladder_rules_unfit"
    what = _("This ladder rule has an invalid value: %(field)s.")
    next_step = _("Allowed values: %(wanted)s.")


class NotOfTheClub(InvalidInput):
    code = "not_of_the_club"
    what = _("Only people in the club can be on %(ladder)s.")
    next_step = _("Add the person to the club first.")


class OnLadderAlready(ClubError):
    code = "on_ladder_already"
    what = _("%(name)s is already on the ladder, at place %(place)s.")
    next_step = _("If the place is wrong, move the player manually.")


class NotOnLadder(ClubError):
    code = "not_on_ladder"
    what = _("%(name)s is not on %(ladder)s.")
    next_step = _("Add the player to the ladder first.")


class ChallengeOpen(ClubError):
    code = "challenge_open"
    what = _("%(name)s has an open challenge.")
    next_step = _("Enter its result or withdraw it first.")


class MayNotChallenge(ClubError):
    """The rules of the ladder forbid this challenge today. Facts: why, challenger, challenged, limit."""

    code = "may_not_challenge"
    what = "%(why)s"
    next_step = _("The ladder shows the players you may challenge.")


class ChallengeOver(ClubError):
    code = "challenge_over"
    what = _("This is no longer possible for this challenge. State: %(state)s.")
    next_step = _("Reload the page.")


class NotYourChallenge(ClubError):
    code = "not_your_challenge"
    status = 403
    what = _("Only the two players and staff can act on a challenge on %(ladder)s.")
    next_step = _("Sign in as one of the players, or ask the staff.")


class UnknownChallengeResult(InvalidInput):
    code = "unknown_challenge_result"
    what = _("This is not a valid result of a challenge.")
    next_step = _("Choose one of: %(known)s.")


class ResultByTheNight(ClubError):
    code = "result_by_the_night"
    what = _("This challenge was decided at a club night: %(night)s.")
    next_step = _("Correct the result of that board. The ladder updates automatically.")


class MoveNeedsReason(InvalidInput):
    code = "move_needs_reason"
    what = _("Moving a player manually needs a reason.")
    next_step = _("Enter a reason; it is recorded in the audit log.")


class AwayUnfit(InvalidInput):
    code = "away_unfit"
    what = _("This last day of absence is not valid.")
    next_step = _("Choose today or a day within %(most)s days.")


class SeasonUnfit(InvalidInput):
    code = "season_unfit"
    what = _("These season settings are not valid.")
    next_step = _("Choose 0 to %(nights)s best nights, and 0 to %(points)s points for a night attended.")


class BothOnOneLadder(ClubError):
    code = "both_on_one_ladder"
    what = _("Both were on the ladder “%(ladder)s”, so they cannot be merged as %(name)s.")
    next_step = _("In the audit log, undo the entry that put the second player on the ladder.")
