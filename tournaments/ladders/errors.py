"""Refusals of ladders and challenges, by stable codes; `messages` has the texts."""

from club.core.errors import ClubError


class LadderNameTaken(ClubError):
    """The club has another ladder of that name. Facts: name."""

    code = "ladder_name_taken"


class LadderRulesUnfit(ClubError):
    """The rules of the ladder are invalid. Facts: field, wanted."""

    code = "ladder_rules_unfit"
    status = 422


class NotOfTheClub(ClubError):
    """The club has no such person. Facts: ladder."""

    code = "not_of_the_club"
    status = 422


class OnLadderAlready(ClubError):
    """The player has a place already. Facts: name, place."""

    code = "on_ladder_already"


class NotOnLadder(ClubError):
    """The player has no place on the ladder. Facts: name, ladder."""

    code = "not_on_ladder"


class ChallengeOpen(ClubError):
    """The player has an open challenge. Facts: name."""

    code = "challenge_open"


class MayNotChallenge(ClubError):
    """The rules of the ladder forbid this challenge today. Facts: why, challenger, challenged, limit."""

    code = "may_not_challenge"


class ChallengeOver(ClubError):
    """The state of the challenge does not allow this. Facts: state."""

    code = "challenge_over"


class NotYourChallenge(ClubError):
    """Only the two players, their guardians and the desk act on a challenge. Facts: ladder."""

    code = "not_your_challenge"
    status = 403


class UnknownChallengeResult(ClubError):
    """There is no such result. Facts: known."""

    code = "unknown_challenge_result"
    status = 422


class ResultByTheNight(ClubError):
    """The board of the club night decides the challenge. Facts: night."""

    code = "result_by_the_night"


class MoveNeedsReason(ClubError):
    """A manual change of place needs a reason."""

    code = "move_needs_reason"
    status = 422


class AwayUnfit(ClubError):
    """The last day of an absence must be today or later, within a year. Facts: most."""

    code = "away_unfit"
    status = 422


class SeasonUnfit(ClubError):
    """The settings of a season table are out of range. Facts: nights, points."""

    code = "season_unfit"
    status = 422
