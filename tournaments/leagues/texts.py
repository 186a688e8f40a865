"""Error messages of leagues: the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "no_league": (
        _("%(section)s is no league."),
        _("Turn the league on among its rules; it takes a pairing system for teams."),
    ),
    "season_drawn": (
        _("%(section)s has %(rounds)s rounds already."),
        _("Take the season back first, as long as nothing is played."),
    ),
    "season_begun": (
        _("The season of %(section)s has begun."),
        _("Move or strike single matches instead."),
    ),
    "no_fixture": (_("This is no match of a league."), _("Choose one from the list of matches.")),
    "fixture_over": (
        _("%(match)s has results already."),
        _("Take the results back first if the match is to be played on another day."),
    ),
    "unknown_captain": (
        _("This link leads to no captain of a team."),
        _("Ask the league's director for a new link."),
    ),
    "unknown_leader": (
        _("Person %(number)s is not one of this club."),
        _("Choose a person of the club, or write name and mail address alone."),
    ),
    "captain_named_since": (
        _("%(name)s leads %(team)s by now."),
        _("Name the captain anew on the page of the team."),
    ),
    "transfers_over": (
        _("Squads change no more since %(day)s."),
        _("Write a reason if it has to be."),
    ),
    "plays_for_other": (
        _("%(name)s plays for %(team)s."),
        _("End that first, or lend the player as a reserve from a lower team."),
    ),
    "reserve_unfit": (
        _("%(name)s is no reserve for %(team)s."),
        _("Reserves come from a lower team of the same club in the same league."),
    ),
    "reserve_spent": (
        _("%(name)s has played %(times)s times for a higher team, and %(most)s are allowed."),
        _("Choose somebody else; rule: reserves (limit of the league)."),
    ),
    "plays_elsewhere": (
        _("%(name)s is in the line-up of %(team)s for this round."),
        _("Choose somebody else."),
    ),
    "not_in_squad": (
        _("%(name)s does not belong to the squad of %(team)s on the day of the match."),
        _("Choose somebody else, or ask the director about the squad."),
    ),
    "list_order_broken": (
        _("%(below)s stands before %(above)s in the team's list (rule: boards in the order of the list)."),
        _("Put the two the other way round."),
    ),
    "rating_order_broken": (
        _(
            "%(below)s sits below %(above)s with a rating higher by %(difference)s, and %(tolerance)s "
            "are allowed (rule: boards by rating)."
        ),
        _("Put the two the other way round."),
    ),
    "board_twice": (_("Two players are put at board %(board)s."), _("Give each board to one player.")),
    "line_up_short": (
        _("Players in the line-up: %(players)s, boards: %(boards)s. An empty board is lost by forfeit."),
        _("Choose more players, or tick that boards stay empty, and hand it in again."),
    ),
    "line_up_shown": (
        _("The line-ups of %(match)s are shown."),
        _("The director can still change them."),
    ),
    "no_line_up": (_("%(team)s has handed in no line-up."), _("Hand it in first.")),
    "poll_over": (
        _("The poll about %(match)s is over."),
        _("Tell the captain directly."),
    ),
    "unknown_poll": (_("This link leads to no poll."), _("Ask the captain for a new one.")),
    "unknown_answer": (_("%(given)s is no answer."), _("Choose one of: %(known)s.")),
    "reminded_already": (
        _("Those who have not answered were reminded today."),
        _("Try again tomorrow, or ask them directly."),
    ),
    "board_unsaid": (
        _("What is said of board %(board)s is no result."),
        _("Choose one of the results for it."),
    ),
    "board_stands": (
        _("Board %(board)s has a result that stands."),
        _("Ask the director to correct it."),
    ),
    "nothing_said": (
        _("No board of %(match)s was told."),
        _("Choose a result for at least one board."),
    ),
    "nothing_to_take_back": (
        _("Nothing of %(match)s waits for the other captain."),
        _("Ask the director to correct a result that stands."),
    ),
}
