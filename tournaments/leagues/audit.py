"""Texts of the audit log for leagues."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.messages import choice_label
from tournaments.models import FixtureState

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.season.drawn": _("%(who)s created the fixtures of %(what)s: %(after_count)s matches."),
        "tournaments.season.taken_back": _(
            "%(who)s deleted the fixtures of %(what)s: %(before_count)s matches."
        ),
        "tournaments.fixture.moved": _("%(who)s changed the date or venue of %(what)s."),
        "tournaments.fixture.struck": _("%(who)s marked %(what)s as not played."),
        "tournaments.fixture.on_again": _("%(who)s reinstated %(what)s."),
        "tournaments.captain.named": _("%(who)s named %(after_name)s as captain of %(after_team)s."),
        "tournaments.captain.removed": _("%(who)s removed %(before_name)s as captain of %(before_team)s."),
        "tournaments.captain.restored": _("%(who)s reinstated %(after_name)s as captain of %(after_team)s."),
        "tournaments.captain.link_renewed": _(
            "%(who)s renewed the link of %(after_name)s, captain of %(after_team)s."
        ),
        "tournaments.team.at_home": _("%(who)s set the home venue of %(after_team)s."),
        "tournaments.squad.joined": _("%(who)s added %(after_name)s to the squad of %(after_team)s."),
        "tournaments.squad.until": _(
            "%(who)s set the last day of %(after_name)s in the squad of %(after_team)s."
        ),
        "tournaments.squad.lent": _(
            "%(who)s lent %(after_name)s from %(after_from_team)s to %(after_team)s."
        ),
        "tournaments.squad.removed": _("%(who)s removed %(before_name)s from %(before_team)s."),
        "tournaments.squad.mail_chosen": _("%(who)s changed the email setting for %(after_team)s."),
        "tournaments.poll.opened": _("%(who)s opened a poll of %(after_team)s for round %(after_round)s."),
        "tournaments.poll.reopened": _(
            "%(who)s reopened the poll of %(after_team)s for round %(after_round)s."
        ),
        "tournaments.poll.closed": _("%(who)s closed the poll of %(after_team)s for round %(after_round)s."),
        "tournaments.poll.reminded": _(
            "%(who)s sent poll reminders to %(after_team)s for round %(after_round)s."
        ),
        "tournaments.poll.answered": _(
            "%(who)s answered the poll of %(after_team)s for round %(after_round)s."
        ),
        "tournaments.handed.in": _(
            "%(who)s handed in the line-up of %(after_team)s for round %(after_round)s."
        ),
        "tournaments.handed.taken_back": _(
            "%(who)s withdrew the line-up of %(after_team)s for round %(after_round)s."
        ),
        "tournaments.handed.shown": _("The line-up of %(after_team)s for round %(after_round)s was shown."),
        "tournaments.match.told": _(
            "%(who)s submitted results of round %(after_round)s, match %(after_board)s for %(after_team)s."
        ),
        "tournaments.match.untold": _(
            "%(who)s withdrew the results of %(before_team)s for round %(before_round)s, match "
            "%(before_board)s."
        ),
        "tournaments.match.stands": _(
            "%(who)s confirmed the results of %(after_team)s for round %(after_round)s, match "
            "%(after_board)s."
        ),
    },
    shown_by={
        Capability.SEE_AUDIT: (
            "tournaments.season",
            "tournaments.fixture",
            "tournaments.team",
            "tournaments.handed",
            "tournaments.match",
        ),
        Capability.RUN_EVENTS: ("tournaments.captain", "tournaments.squad", "tournaments.poll"),
    },
    fields={
        "agreed_by": _("agreed by"),
        "starts_at": _("begins"),
        "fixture_state": _("state"),
        "role": _("role"),
        "place_in_club": _("team number in the club"),
        "plays_from": _("plays from"),
        "plays_until": _("plays until"),
        "from_team": _("from the team"),
        "wants_mail": _("receives emails"),
        "boards": _("boards"),
    },
    values={
        "fixture_state": lambda value: choice_label(FixtureState, value),
    },
    reasons={
        "shown_is_known": _("The line-up has already been shown."),
        "answer_is_theirs": _("The player can answer again."),
        "choice_is_theirs": _("Players choose this with the link in their emails."),
        "link_is_made_again": _("Create a new link. The previous one stays invalid."),
        "line_up_is_not_kept": _(
            "The captain can hand it in again. The audit log does not store its players."
        ),
        "player_is_added_again": _("Add the player to the squad again."),
    },
)
