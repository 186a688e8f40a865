"""Errors of leagues, squads, polls and matches, by stable codes, each with its sentences."""

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError, InvalidInput, NotFound


class NoLeague(ClubError):
    code = "no_league"
    what = _("%(section)s is not a league.")
    next_step = _("Turn on the league in the section's rules. It needs a pairing system for teams.")


class SeasonDrawn(ClubError):
    code = "season_drawn"
    what = _("%(section)s already has rounds (%(rounds)s).")
    next_step = _("Delete the fixtures first. This works until a match has been played.")


class SeasonBegun(ClubError):
    code = "season_begun"
    what = _("The season of %(section)s has already begun.")
    next_step = _("Reschedule single matches or mark them as not played instead.")


class NoFixture(NotFound):
    code = "no_fixture"
    what = _("This is not a league match.")
    next_step = _("Choose one from the list of matches.")


class FixtureOver(ClubError):
    code = "fixture_over"
    what = _("%(match)s already has results.")
    next_step = _("To play the match on another day, withdraw its results first.")


class UnknownCaptain(NotFound):
    code = "unknown_captain"
    what = _("This captain link is not valid.")
    next_step = _("Ask the league director for a new link.")


class UnknownLeader(InvalidInput):
    code = "unknown_leader"
    what = _("Person %(number)s does not belong to this club.")
    next_step = _("Choose a person in the club, or enter only a name and an email address.")


class CaptainNamedSince(ClubError):
    code = "captain_named_since"
    what = _("%(name)s is now captain of %(team)s.")
    next_step = _("Name the captain again on the team page.")


class TransfersOver(ClubError):
    code = "transfers_over"
    what = _("Squads have been closed since %(day)s.")
    next_step = _("To change a squad anyway, enter a reason.")


class PlaysForOther(ClubError):
    code = "plays_for_other"
    what = _("%(name)s already plays for %(team)s.")
    next_step = _("End that first, or add the player as a reserve from a lower team.")


class ReserveUnfit(ClubError):
    code = "reserve_unfit"
    what = _("%(name)s cannot be a reserve for %(team)s.")
    next_step = _("Reserves come from a lower team of the same club in the same league.")


class ReserveSpent(ClubError):
    code = "reserve_spent"
    what = _("Matches of %(name)s for higher teams: %(times)s (limit: %(most)s).")
    next_step = _("Choose another player (league rule: limit for reserves).")


class PlaysElsewhere(ClubError):
    code = "plays_elsewhere"
    what = _("%(name)s is already in the line-up of %(team)s for this round.")
    next_step = _("Choose another player.")


class NotInSquad(ClubError):
    code = "not_in_squad"
    what = _("%(name)s is not in the squad of %(team)s on the day of the match.")
    next_step = _("Choose another player, or ask the director to change the squad.")


class ListOrderBroken(ClubError):
    code = "list_order_broken"
    what = _("%(below)s comes before %(above)s in the team list (rule: boards in list order).")
    next_step = _("Swap the two players.")


class RatingOrderBroken(ClubError):
    code = "rating_order_broken"
    what = _(
        "%(below)s sits below %(above)s but is rated %(difference)s higher; at most "
        "%(tolerance)s is allowed (rule: boards by rating)."
    )
    next_step = _("Swap the two players.")


class BoardTwice(InvalidInput):
    code = "board_twice"
    what = _("Two players are on board %(board)s.")
    next_step = _("Assign one player to each board.")


class LineUpShown(ClubError):
    code = "line_up_shown"
    what = _("The line-ups of %(match)s have already been shown.")
    next_step = _("The director can still change them.")


class NoLineUp(ClubError):
    code = "no_line_up"
    what = _("%(team)s has not handed in a line-up.")
    next_step = _("Hand in the line-up first.")


class PollOver(ClubError):
    code = "poll_over"
    what = _("The poll for %(match)s is closed.")
    next_step = _("Tell the captain directly.")


class UnknownPoll(NotFound):
    code = "unknown_poll"
    what = _("This poll link is not valid.")
    next_step = _("Ask the captain for a new one.")


class UnknownAnswer(InvalidInput):
    code = "unknown_answer"
    what = _("%(given)s is not a valid answer.")
    next_step = _("Choose one of: %(known)s.")


class RemindedAlready(ClubError):
    code = "reminded_already"
    what = _("Reminders were already sent today.")
    next_step = _("Try again tomorrow, or ask the players directly.")


class BoardUnsaid(InvalidInput):
    code = "board_unsaid"
    what = _("The entry for board %(board)s is not a valid result.")
    next_step = _("Choose one of the listed results.")


class BoardStands(ClubError):
    code = "board_stands"
    what = _("The result of board %(board)s is already confirmed.")
    next_step = _("Ask the director to correct it.")


class NothingSaid(InvalidInput):
    code = "nothing_said"
    what = _("No results were entered for %(match)s.")
    next_step = _("Choose a result for at least one board.")


class NothingToTakeBack(ClubError):
    code = "nothing_to_take_back"
    what = _("No results of %(match)s are waiting for the other captain.")
    next_step = _("Ask the director to correct a confirmed result.")


class LineUpShort(InvalidInput):
    """Boards would stay empty without confirmation. Facts: team, players, boards."""

    code = "line_up_short"
    what = _("Players in the line-up: %(players)s, boards: %(boards)s. An empty board is lost by forfeit.")
    next_step = _("Choose more players, or tick that boards stay empty, and hand in again.")
