"""Refusals of rating lists as sentences, and their texts for the audit log."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from tournaments.core.audit_choices import choice_of
from tournaments.models import RatedSpeed

TEXTS: dict[str, tuple[Any, Any]] = {
    "unknown_formula": (
        _("A list cannot be kept by “%(key)s”: no source confirms it."),
        _("Choose one of: %(known)s."),
    ),
    "list_name_taken": (
        _("The club has another rating list called %(name)s."),
        _("Give this one a name of its own."),
    ),
    "list_has_reports": (
        _("Games are counted on %(list)s, so its formula, game, speed and first rating stay."),
        _("Take its reports back to change them, or make another list."),
    ),
    "nothing_to_rate": (
        _("No game of %(event)s counts on %(list)s yet."),
        _("Choose a section with results, and link its players with persons of the club."),
    ),
    "list_for_another_game": (
        _("%(section)s is played by house rules, and %(list)s is not for these."),
        _("A game by house rules is rated in a list for those rules alone: choose or make one."),
    ),
    "no_list_here": (
        _("%(section)s goes by no rating list."),
        _("Choose one on the page of its season."),
    ),
    "no_list_of_that_club": (
        _("The club of %(section)s keeps no such rating list."),
        _("Choose one of its own lists or a public one of a federation, or make one first."),
    ),
    "of_another_club": (
        _("That belongs to another club than %(list)s."),
        _("Choose an event or a person of the same club."),
    ),
    "rating_needs_reason": (
        _("A rating is computed; it is set by hand only for a reason."),
        _("Write why. The reason stays with the rating."),
    ),
    "rating_out_of_range": (
        _("This is no rating."),
        _("Write a whole number up to %(most)s."),
    ),
}

AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.rating_list.made": _("%(who)s made the rating list %(what)s."),
        "tournaments.rating_list.changed": _("%(who)s changed the rating list %(what)s."),
        "tournaments.rating_list.recomputed": _(
            "%(who)s worked the rating list %(what)s out again; entries that changed: %(after_changed)s."
        ),
        "tournaments.rating_report.committed": _("%(who)s counted %(after_event)s on %(after_list)s."),
        "tournaments.rating_report.taken_back": _(
            "%(who)s took report %(before_number)s of %(before_list)s back; "
            "later entries that changed: %(after_changed)s."
        ),
        "tournaments.rating.corrected": _(
            "%(who)s set the rating of %(after_player)s on %(after_list)s to %(after_rating)s."
        ),
        "tournaments.entries.rated": _(
            "%(who)s took ratings of players of %(what)s from the list: %(after_count)s."
        ),
        "tournaments.players.linked": _(
            "%(who)s linked players of %(what)s with persons of the club: %(after_count)s."
        ),
    },
    fields={
        "ratings": _("ratings"),
        "list": _("rating list"),
        "sections": _("sections"),
        "initial_rating": _("everybody begins with"),
        "formula": _("formula"),
        "edition": _("edition"),
        "speed": _("speed"),
        "is_public": _("everybody may see it"),
        "counts_nights": _("a club night is counted when it ends"),
        "changed": _("entries that changed"),
        "moves": _("ratings that moved"),
    },
    values={"speed": lambda value: choice_of(RatedSpeed, value)},
    kinds={
        "tournaments.ratinglist": Kind(
            pgettext_lazy("kind of thing", "rating list"),
            lambda key: reverse("tournaments:desk_rating_list", args=[key]),
        ),
        "tournaments.ratingperiod": Kind(pgettext_lazy("kind of thing", "rating report")),
    },
    reasons={
        "rating_list_is_changed_on_its_page": _("A rating list is changed on its own page."),
        "report_is_committed_again": _("Count the event again on its own page."),
        "ratings_changed_since": _(
            "One of these ratings was changed since; change them on the list of entries."
        ),
        "report_is_gone": _("That report or correction was taken back already."),
        "results_decide": _(
            "The ratings follow from the results; correct those and work the list out again."
        ),
        "players_are_persons": _("Who is whom is changed at the entry of the player."),
    },
)
