"""Error messages of leagues: the cause and the next step."""

from typing import Any

from django.utils.translation import gettext_lazy as _

TEXTS: dict[str, tuple[Any, Any]] = {
    "no_league": (
        _("%(section)s is not a league."),
        _("Turn on the league in the section's rules. It needs a pairing system for teams."),
    ),
    "season_drawn": (
        _("%(section)s already has rounds (%(rounds)s)."),
        _("Delete the fixtures first. This works until a match has been played."),
    ),
    "season_begun": (
        _("The season of %(section)s has already begun."),
        _("Reschedule single matches or mark them as not played instead."),
    ),
    "no_fixture": (_("This is not a league match."), _("Choose one from the list of matches.")),
    "fixture_over": (
        _("%(match)s already has results."),
        _("To play the match on another day, withdraw its results first."),
    ),
    "unknown_captain": (
        _("This captain link is not valid."),
        _("Ask the league director for a new link."),
    ),
    "unknown_leader": (
        _("Person %(number)s does not belong to this club."),
        _("Choose a person in the club, or enter only a name and an email address."),
    ),
    "captain_named_since": (
        _("%(name)s is now captain of %(team)s."),
        _("Name the captain again on the team page."),
    ),
    "transfers_over": (
        _("Squads have been closed since %(day)s."),
        _("To change a squad anyway, enter a reason."),
    ),
    "plays_for_other": (
        _("%(name)s already plays for %(team)s."),
        _("End that first, or add the player as a reserve from a lower team."),
    ),
    "reserve_unfit": (
        _("%(name)s cannot be a reserve for %(team)s."),
        _("Reserves come from a lower team of the same club in the same league."),
    ),
    "reserve_spent": (
        _("Matches of %(name)s for higher teams: %(times)s (limit: %(most)s)."),
        _("Choose another player (league rule: limit for reserves)."),
    ),
    "plays_elsewhere": (
        _("%(name)s is already in the line-up of %(team)s for this round."),
        _("Choose another player."),
    ),
    "not_in_squad": (
        _("%(name)s is not in the squad of %(team)s on the day of the match."),
        _("Choose another player, or ask the director to change the squad."),
    ),
    "list_order_broken": (
        _("%(below)s comes before %(above)s in the team list (rule: boards in list order)."),
        _("Swap the two players."),
    ),
    "rating_order_broken": (
        _(
            "%(below)s sits below %(above)s but is rated %(difference)s higher; at most "
            "%(tolerance)s is allowed (rule: boards by rating)."
        ),
        _("Swap the two players."),
    ),
    "board_twice": (_("Two players are on board %(board)s."), _("Assign one player to each board.")),
    "line_up_short": (
        _("Players in the line-up: %(players)s, boards: %(boards)s. An empty board is lost by forfeit."),
        _("Choose more players, or tick that boards stay empty, and hand in again."),
    ),
    "line_up_shown": (
        _("The line-ups of %(match)s have already been shown."),
        _("The director can still change them."),
    ),
    "no_line_up": (_("%(team)s has not handed in a line-up."), _("Hand in the line-up first.")),
    "poll_over": (
        _("The poll for %(match)s is closed."),
        _("Tell the captain directly."),
    ),
    "unknown_poll": (_("This poll link is not valid."), _("Ask the captain for a new one.")),
    "unknown_answer": (_("%(given)s is not a valid answer."), _("Choose one of: %(known)s.")),
    "reminded_already": (
        _("Reminders were already sent today."),
        _("Try again tomorrow, or ask the players directly."),
    ),
    "board_unsaid": (
        _("The entry for board %(board)s is not a valid result."),
        _("Choose one of the listed results."),
    ),
    "board_stands": (
        _("The result of board %(board)s is already confirmed."),
        _("Ask the director to correct it."),
    ),
    "nothing_said": (
        _("No results were entered for %(match)s."),
        _("Choose a result for at least one board."),
    ),
    "nothing_to_take_back": (
        _("No results of %(match)s are waiting for the other captain."),
        _("Ask the director to correct a confirmed result."),
    ),
}
