"""Errors of live boards, by stable codes, with their sentences, and texts of the audit log."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownLiveBoard(NotFound):
    code = "unknown_live_board"
    what = _("This board is not followed live.")
    next_step = _("Open the live boards of the round at the desk.")


class NoBroadcast(ClubError):
    """Facts: event."""

    code = "no_broadcast"
    what = _("“%(event)s” has no live boards.")
    next_step = _("Turn on live boards of the event first.")


class BoardChanged(ClubError):
    """The board was changed since the client read it. Facts: board, sent, sequence."""

    code = "live_board_changed"
    what = _("Board %(board)s was changed by somebody else: this is change %(sequence)s, not %(sent)s.")
    next_step = _("Read the board again and enter the moves that are still missing.")


class GameFinished(ClubError):
    """Facts: board."""

    code = "live_game_finished"
    what = _("The game at board %(board)s is finished.")
    next_step = _("Remove the result at the desk if the game goes on.")


class MoveHeld(ClubError):
    """A move waits for the arbiter. Facts: board, text."""

    code = "live_move_held"
    what = _("The move %(text)s at board %(board)s waits for the arbiter.")
    next_step = _("Call the arbiter, or enter the move that was played instead.")


class MoveNotLegal(ClubError):
    """A move that was noted without network. Facts: board, text."""

    code = "live_move_not_legal"
    what = _("The move %(text)s at board %(board)s is not legal.")
    next_step = _("Enter the move that was played, or tell the arbiter that this one was played.")


class MoveAmbiguous(ClubError):
    """Two captures have the same squares. Facts: board, text."""

    code = "live_move_ambiguous"
    what = _("Two captures at board %(board)s begin and end like %(text)s.")
    next_step = _("Enter the capture on the board and choose its way.")


class MoveUnreadableLive(InvalidInput):
    """Facts: text."""

    code = "live_move_unreadable"
    what = _("“%(text)s” is not a move.")
    next_step = _("Write a move as two squares: 11-15, or 15x22 for a capture.")


class TooFewMoves(InvalidInput):
    """Facts: keep, plies."""

    code = "live_too_few_moves"
    what = _("The game has %(plies)s moves of both sides, so %(keep)s cannot be kept.")
    next_step = _("Keep fewer moves.")


class TooLongGame(InvalidInput):
    """Facts: most."""

    code = "live_game_too_long"
    what = _("A live game has at most %(most)s moves of both sides.")
    next_step = _("Finish the game and add the rest to its record.")


class DelayOutOfRange(InvalidInput):
    """Facts: most."""

    code = "live_delay_out_of_range"
    what = _("The delay is not between 0 and %(most)s minutes.")
    next_step = _("Choose a delay in this range.")


class AlertHandled(ClubError):
    code = "live_alert_handled"
    what = _("This alert was dealt with before.")
    next_step = _("Look at the board: it shows what was decided.")


class NoHeldMove(ClubError):
    """Facts: board."""

    code = "no_held_move"
    what = _("No move waits for the arbiter at board %(board)s.")
    next_step = _("Reload the page to see the current state of the board.")


class MoveCannotStand(ClubError):
    """Facts: board, text."""

    code = "live_move_cannot_stand"
    what = _("The move %(text)s at board %(board)s leaves no position to go on from.")
    next_step = _("Dismiss the alert and correct the moves at the board.")


class UnknownFeed(NotFound):
    code = "unknown_live_feed"
    what = _("This PDN feed was removed.")
    next_step = _("Open the live boards of the event at the desk.")


class TooManyFeeds(InvalidInput):
    """Facts: most."""

    code = "too_many_live_feeds"
    what = _("A round has at most %(most)s PDN feeds.")
    next_step = _("Remove a feed that is not needed.")


class FeedAddressRefused(InvalidInput):
    """Facts: url."""

    code = "feed_address_refused"
    what = _("“%(url)s” is not an address on a public web site.")
    next_step = _("Enter an address that begins with https:// or http://, without a password.")


class FeedUnreachable(ClubError):
    """Facts: url."""

    code = "feed_unreachable"
    what = _("The site at %(url)s did not answer.")
    next_step = _("Nothing is lost: it is read again. Check the address if this goes on.")


class FeedSlow(ClubError):
    """Facts: url, seconds."""

    code = "feed_slow"
    what = _("The site at %(url)s did not answer within %(seconds)s seconds.")
    next_step = _("Nothing is lost: it is read again. Ask the other site if this goes on.")


class FeedAnswersStatus(ClubError):
    """Facts: url, status."""

    code = "feed_answers_status"
    what = _("The site at %(url)s answered with the error %(status)s instead of games.")
    next_step = _("Check the address of the feed.")


class FeedTooLarge(InvalidInput):
    """Facts: url, most."""

    code = "feed_too_large"
    what = _("The file at %(url)s has more than %(most)s games or more than 2 MB.")
    next_step = _("Use an address that has the games of this round alone.")


class FeedUnreadable(InvalidInput):
    """Facts: url."""

    code = "feed_unreadable"
    what = _("There are no PDN games at %(url)s.")
    next_step = _("Enter the address of the PDN itself, not of the page that shows the games.")


class FeedFitsNoBoard(ClubError):
    """Facts: games."""

    code = "feed_fits_no_board"
    what = _("No live board of this round fits these games: %(games)s.")
    next_step = _("Compare round, names and colours, and check that the boards are followed live.")


class FeedStartsElsewhere(ClubError):
    """Facts: board."""

    code = "feed_starts_elsewhere"
    what = _("The game of the feed at board %(board)s begins from another position.")
    next_step = _("Compare the opening of the board, or enter the moves by hand.")


class FeedChangedByHand(ClubError):
    """Facts: board, ply."""

    code = "feed_changed_by_hand"
    what = _("The moves at board %(board)s were entered or corrected by hand, and the feed has another move.")
    next_step = _("Correct the moves at the board to those of the feed, or pause the feed.")


FEED_FAULTS: dict[str, type[ClubError]] = {
    one.code: one
    for one in (
        *(FeedAddressRefused, FeedUnreachable, FeedSlow, FeedAnswersStatus, FeedTooLarge, FeedUnreadable),
        *(FeedFitsNoBoard, FeedStartsElsewhere, FeedChangedByHand),
        *(MoveHeld, MoveUnreadableLive, TooLongGame),
    )
}
"""Problems of feeds by their codes, as they are stored."""


class PlayersDoNotEnter(ClubError):
    code = "players_do_not_enter_moves"
    what = _("Players do not enter moves in this event.")
    next_step = _("Ask the arbiter to allow it, or write the score on paper.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.broadcast.set": _("%(who)s set up the live boards of %(what)s."),
        "tournaments.live_boards.opened": _("%(who)s opened live boards of round %(after_round)s: %(what)s."),
        "tournaments.live_boards.removed": _(
            "%(who)s removed the live board %(before_board)s of round %(before_round)s."
        ),
        "tournaments.live_boards.lead": _(
            "%(who)s chose the lead boards of round %(after_round)s: %(what)s."
        ),
        "tournaments.live_board.corrected": _(
            "%(who)s corrected the moves at board %(after_board)s of round %(after_round)s."
        ),
        "tournaments.live_alert.ruled": _("%(who)s opened a case about an alert at board %(after_board)s."),
        "tournaments.live_alert.dismissed": _("%(who)s dismissed an alert at board %(after_board)s."),
        "tournaments.live_alert.stands": _("%(who)s let an illegal move stand at board %(after_board)s."),
        "tournaments.live_feed.added": _("%(who)s added a PDN feed to round %(after_round)s."),
        "tournaments.live_feed.changed": _("%(who)s changed a PDN feed of round %(after_round)s."),
        "tournaments.live_feed.removed": _("%(who)s removed a PDN feed of round %(before_round)s."),
        "tournaments.live_feed.games_read": _("%(who)s read games of round %(after_round)s from PDN."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.broadcast", "tournaments.live_boards", "tournaments.live_board"),
        Capability.CORRECT_RESULTS: ("tournaments.live_alert",),
        Capability.RUN_EVENTS: ("tournaments.live_feed",),
    },
    fields={
        "delay_minutes": _("delay in minutes"),
        "players_enter": _("players enter moves"),
        "follows_rounds": _("follow every new round"),
        "shows_proofs": _("show proved endings"),
        "address": _("address"),
        "is_on": _("reading"),
        "enters_results": _("enters results"),
    },
    reasons={
        "broadcast_is_set_again": _("Change the settings of the live boards on their page."),
        "live_boards_are_opened_again": _("Open or remove live boards on the page of the round."),
        "lead_boards_are_chosen_again": _("Choose other lead boards on the page of the live boards."),
        "moves_are_corrected_again": _("Correct the moves at the board."),
        "feed_is_set_again": _("Add, pause or remove the feed on the page of the live boards."),
        "alert_is_over": _("Open the case, or file an incident, if there is more to decide."),
    },
)
