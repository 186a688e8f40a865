"""Errors of leagues, squads, polls and matches, with stable codes; `leagues_messages` has the messages."""

from club.core.errors import ClubError


class NoLeague(ClubError):
    """The section is no league. Facts: section."""

    code = "no_league"


class SeasonDrawn(ClubError):
    """The season has rounds already. Facts: section, rounds."""

    code = "season_drawn"


class SeasonBegun(ClubError):
    """The season has a result or a submitted line-up. Facts: section."""

    code = "season_begun"


class NoFixture(ClubError):
    """The pairing is no match of a league."""

    code = "no_fixture"
    status = 404


class FixtureOver(ClubError):
    """The match has results, so its day is fixed. Facts: match."""

    code = "fixture_over"


class UnknownCaptain(ClubError):
    """The link leads to no captain, or to one of another team."""

    code = "unknown_captain"
    status = 404


class UnknownLeader(ClubError):
    """The person is not of this club. Facts: number."""

    code = "unknown_leader"
    status = 422


class CaptainNamedSince(ClubError):
    """Another person has the role by now. Facts: team, name."""

    code = "captain_named_since"


class TransfersOver(ClubError):
    """The transfer window is over: a change of the squad takes a reason. Facts: day."""

    code = "transfers_over"


class PlaysForOther(ClubError):
    """The player is bound to another team of the league. Facts: name, team."""

    code = "plays_for_other"


class ReserveUnfit(ClubError):
    """The player is not of a lower team of the same club. Facts: name, team."""

    code = "reserve_unfit"


class ReserveSpent(ClubError):
    """The reserve has reached the limit of matches for higher teams. Facts: name, times, most."""

    code = "reserve_spent"


class PlaysElsewhere(ClubError):
    """The player sits in the line-up of another team for the same round. Facts: name, team."""

    code = "plays_elsewhere"


class NotInSquad(ClubError):
    """The member does not belong to the squad on the day of the match. Facts: name, team."""

    code = "not_in_squad"


class ListOrderBroken(ClubError):
    """A player sits below a member who is behind them in the list. Facts: above, below."""

    code = "list_order_broken"


class RatingOrderBroken(ClubError):
    """A player sits below a member with too low a rating. Facts: above, below, difference, tolerance."""

    code = "rating_order_broken"


class BoardTwice(ClubError):
    """Two members have the same board. Facts: board."""

    code = "board_twice"
    status = 422


class LineUpShown(ClubError):
    """Both line-ups are shown and cannot be changed. Facts: match."""

    code = "line_up_shown"


class NoLineUp(ClubError):
    """The team has no submitted line-up. Facts: team."""

    code = "no_line_up"


class PollOver(ClubError):
    """The poll is closed, or the match has begun. Facts: match."""

    code = "poll_over"


class UnknownPoll(ClubError):
    """The link leads to no poll."""

    code = "unknown_poll"
    status = 404


class UnknownAnswer(ClubError):
    """The answer does not exist. Facts: given, known."""

    code = "unknown_answer"
    status = 422


class RemindedAlready(ClubError):
    """The members without an answer were reminded today already."""

    code = "reminded_already"


class BoardUnsaid(ClubError):
    """The reported value of a board is no result. Facts: board."""

    code = "board_unsaid"
    status = 422


class BoardStands(ClubError):
    """The board has a final result that captains cannot change. Facts: board."""

    code = "board_stands"


class NothingSaid(ClubError):
    """The report has no board. Facts: match."""

    code = "nothing_said"
    status = 422


class NothingToTakeBack(ClubError):
    """The team has no report of a match that waits for the other captain. Facts: match."""

    code = "nothing_to_take_back"


class LineUpShort(ClubError):
    """Boards would stay empty without confirmation. Facts: team, players, boards."""

    code = "line_up_short"
    status = 422
