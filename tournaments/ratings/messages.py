"""Refusals of rating lists as sentences, and their texts for the audit log."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.messages import choice_label
from tournaments.models import RatedSpeed

AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.rating_list.made": _("%(who)s created the rating list %(what)s."),
        "tournaments.rating_list.changed": _("%(who)s changed the rating list %(what)s."),
        "tournaments.rating_list.recomputed": _(
            "%(who)s recalculated the rating list %(what)s; ratings changed: %(after_changed)s."
        ),
        "tournaments.rating_report.committed": _("%(who)s counted %(after_event)s towards %(after_list)s."),
        "tournaments.rating_report.taken_back": _(
            "%(who)s undid report %(before_number)s of %(before_list)s; later ratings changed: "
            "%(after_changed)s."
        ),
        "tournaments.rating.corrected": _(
            "%(who)s set the rating of %(after_player)s on %(after_list)s to %(after_rating)s."
        ),
        "tournaments.entries.rated": _(
            "%(who)s copied ratings from the list for players of %(what)s: %(after_count)s."
        ),
        "tournaments.players.linked": _(
            "%(who)s linked players of %(what)s to people in the club: %(after_count)s."
        ),
    },
    shown_by={
        Capability.SEE_AUDIT: (
            "tournaments.rating_list",
            "tournaments.rating_report",
            "tournaments.rating",
            "tournaments.players",
        ),
    },
    fields={
        "ratings": _("ratings"),
        "list": _("rating list"),
        "sections": _("sections"),
        "initial_rating": _("initial rating"),
        "formula": _("formula"),
        "edition": _("edition"),
        "speed": _("speed"),
        "is_public": _("visible to everyone"),
        "counts_nights": _("club nights count when they end"),
        "changed": _("ratings changed"),
        "moves": _("changed ratings"),
    },
    values={"speed": lambda value: choice_label(RatedSpeed, value)},
    kinds={
        "tournaments.ratinglist": Kind(
            pgettext_lazy("kind of thing", "rating list"),
            lambda key: reverse("tournaments:desk_rating_list", args=[key]),
        ),
        "tournaments.ratingperiod": Kind(pgettext_lazy("kind of thing", "rating report")),
    },
    reasons={
        "report_is_committed_again": _("Count the event again on its own page."),
        "ratings_changed_since": _(
            "One of these ratings has changed since. Change them in the list of entries."
        ),
        "results_decide": _("Ratings follow from results. Correct the results and recalculate the list."),
        "players_are_persons": _("Change the linked person at the player's entry."),
    },
)
