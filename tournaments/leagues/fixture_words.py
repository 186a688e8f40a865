"""Texts of the audit log for leagues."""

from django.utils.translation import gettext_lazy as _

from club.audit.texts import AuditWords
from tournaments.core.audit_choices import choice_of
from tournaments.models import FixtureState

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.season.drawn": _("%(who)s drew the season of %(what)s: %(after_count)s matches."),
        "tournaments.season.taken_back": _(
            "%(who)s took the season of %(what)s back: %(before_count)s matches."
        ),
        "tournaments.fixture.moved": _("%(who)s changed day or venue of %(what)s."),
        "tournaments.fixture.struck": _("%(who)s noted that %(what)s is not played."),
        "tournaments.fixture.on_again": _("%(who)s let %(what)s be played after all."),
        "tournaments.captain.named": _("%(who)s named %(after_name)s to lead %(after_team)s."),
        "tournaments.captain.removed": _("%(who)s let %(before_name)s lead %(before_team)s no longer."),
        "tournaments.captain.restored": _("%(who)s let %(after_name)s lead %(after_team)s again."),
        "tournaments.captain.link_renewed": _(
            "%(who)s made the link of %(after_name)s anew, who leads %(after_team)s."
        ),
        "tournaments.team.at_home": _("%(who)s said where %(after_team)s is at home."),
        "tournaments.squad.joined": _("%(who)s added %(after_name)s to the squad of %(after_team)s."),
        "tournaments.squad.until": _("%(who)s said until when %(after_name)s plays for %(after_team)s."),
        "tournaments.squad.lent": _(
            "%(who)s lent %(after_name)s from %(after_from_team)s to %(after_team)s."
        ),
        "tournaments.squad.removed": _("%(who)s took %(before_name)s out of %(before_team)s."),
        "tournaments.squad.mail_chosen": _("%(who)s chose whether %(after_team)s asks by mail."),
        "tournaments.poll.opened": _(
            "%(who)s asked the squad of %(after_team)s who can play in round %(after_round)s."
        ),
        "tournaments.poll.reopened": _(
            "%(who)s opened the poll of %(after_team)s about round %(after_round)s again."
        ),
        "tournaments.poll.closed": _(
            "%(who)s closed the poll of %(after_team)s about round %(after_round)s."
        ),
        "tournaments.poll.reminded": _(
            "%(who)s reminded those of %(after_team)s who had not answered about round %(after_round)s."
        ),
        "tournaments.poll.answered": _(
            "%(who)s answered the poll of %(after_team)s about round %(after_round)s."
        ),
        "tournaments.handed.in": _(
            "%(who)s handed in the line-up of %(after_team)s for round %(after_round)s."
        ),
        "tournaments.handed.taken_back": _(
            "%(who)s took the line-up of %(after_team)s for round %(after_round)s back."
        ),
        "tournaments.handed.shown": _("The line-up of %(after_team)s for round %(after_round)s was shown."),
        "tournaments.match.told": _(
            "%(who)s told results of round %(after_round)s, match %(after_board)s for %(after_team)s."
        ),
        "tournaments.match.untold": _(
            "%(who)s took back what %(before_team)s said of round %(before_round)s, match %(before_board)s."
        ),
        "tournaments.match.stands": _(
            "%(who)s let stand what %(after_team)s said of round %(after_round)s, match %(after_board)s."
        ),
    },
    fields={
        "agreed_by": _("agreed by"),
        "starts_at": _("begins"),
        "fixture_state": _("state"),
        "role": _("role"),
        "place_in_club": _("which team of its club"),
        "plays_from": _("plays from"),
        "plays_until": _("plays until"),
        "from_team": _("from the team"),
        "wants_mail": _("is asked by mail"),
        "boards": _("boards"),
        "address": _("address"),
    },
    values={
        "fixture_state": lambda value: choice_of(FixtureState, value),
    },
    reasons={
        "season_is_begun": _("The season has begun since."),
        "squad_has_played": _("The player has been lined up since."),
        "line_up_is_out": _("The line-ups are shown since; the director changes them at the match."),
        "shown_is_known": _("What was shown is known."),
        "answer_is_theirs": _("Whoever answered answers anew."),
        "choice_is_theirs": _("They choose themselves, at the address in their mails."),
        "link_is_made_again": _("Make the link anew; the one before stays dead."),
        "mail_is_out": _("The mails are out."),
        "line_up_is_not_kept": _("The captain hands it in again: the trail does not know who was in it."),
        "captain_changed_since": _("Somebody else leads the team since."),
        "said_no_more": _("A result stands by now; it is corrected at the desk."),
        "player_is_added_again": _("Add the player to the squad again."),
        "match_has_results": _("The match has results by now."),
    },
)
