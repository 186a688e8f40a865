"""Refusals of ladders and challenges as sentences, and their texts for the audit log."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.messages import AuditMessages, Kind
from club.core.capabilities import Capability
from club.core.messages import choice_label
from tournaments.ladders.models import RESULTS, SETTINGS, setting_field
from tournaments.models import ChallengeState

WHY_NOT = {
    "not_above": _("%(challenged)s is not above %(challenger)s."),
    "too_far": _("%(challenged)s is more than %(limit)s places above %(challenger)s."),
    "you_are_away": _("%(challenger)s is away."),
    "other_is_away": _("%(challenged)s is away."),
    "you_are_busy": _("%(challenger)s has an open challenge."),
    "other_is_busy": _("%(challenged)s has an open challenge."),
    "other_is_protected": _("%(challenged)s played less than %(limit)s days ago."),
    "met_lately": _("%(challenger)s and %(challenged)s played each other less than %(limit)s days ago."),
}
"""Why a challenge is not allowed, by the codes of `standings.ladder.why_not`."""


def _choice_of(name: str) -> Callable[[Any], str]:
    """Return the function that labels the values of a setting."""
    labels = dict(setting_field(name).flatchoices)
    return lambda value: str(labels.get(value, value))


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.ladder.made": _("%(who)s created the ladder %(what)s."),
        "tournaments.ladder.changed": _("%(who)s changed the ladder %(what)s."),
        "tournaments.ladder.joined": _(
            "%(who)s added %(after_player)s to %(what)s, at place %(after_place)s."
        ),
        "tournaments.ladder.left": _("%(who)s removed %(after_player)s from %(what)s."),
        "tournaments.ladder.moved": _(
            "%(who)s moved %(after_player)s on %(what)s from place %(before_place)s to %(after_place)s."
        ),
        "tournaments.ladder.idled": _(
            "%(after_player)s dropped on %(what)s from place %(before_place)s to %(after_place)s "
            "after too long without a game."
        ),
        "tournaments.ladder.away": _("%(who)s set an absence of %(after_player)s on %(what)s."),
        "tournaments.ladder.step_taken_back": _("%(who)s undid a change of %(after_player)s on %(what)s."),
        "tournaments.season.set": _("%(who)s changed the rules of the season %(what)s."),
        "tournaments.challenge.made": _(
            "%(who)s added a challenge on %(after_ladder)s: %(after_challenger)s to %(after_challenged)s."
        ),
        "tournaments.challenge.accepted": _("%(who)s accepted the challenge %(what)s."),
        "tournaments.challenge.refused": _("%(who)s declined the challenge %(what)s."),
        "tournaments.challenge.withdrawn": _("%(who)s withdrew the challenge %(what)s."),
        "tournaments.challenge.reported": _("%(who)s reported the result of the challenge %(what)s."),
        "tournaments.challenge.settled": _("%(who)s settled the challenge %(what)s."),
        "tournaments.challenge.reopened": _("%(who)s reopened the challenge %(what)s."),
        "tournaments.challenge.expired": _("The challenge %(what)s was not answered in time."),
        "tournaments.challenge.lapsed": _("The challenge %(what)s was not played in time."),
    },
    shown_by={
        Capability.SEE_AUDIT: ("tournaments.ladder", "tournaments.challenge"),
    },
    fields={
        "best_nights": _("number of best nights that count"),
        "attendance_points": _("points per night attended"),
        "ladder": pgettext_lazy("of a club", "ladder"),
        "challenger": _("challenger"),
        "challenged": _("challenged player"),
        "challenge_state": _("state"),
        "challenge_result": _("result"),
        "due_on": _("last day"),
        "player": _("player"),
        "place": pgettext_lazy("in the standings", "place"),
        "step": _("step"),
        "away_until": _("away until"),
        "rating_list_id": _("rating list"),
        **{name: setting_field(name).verbose_name for name in SETTINGS},
    },
    values={
        "challenge_state": lambda value: choice_label(ChallengeState, value),
        "challenge_result": lambda value: str(dict(RESULTS).get(value, value)),
        **{name: _choice_of(name) for name in SETTINGS if setting_field(name).choices},
    },
    kinds={
        "tournaments.ladder": Kind(
            pgettext_lazy("kind of thing", "ladder"),
            lambda key: reverse("tournaments:desk_ladder", args=[key]),
        ),
        "tournaments.challenge": Kind(pgettext_lazy("kind of thing", "challenge")),
    },
    reasons={
        **{f"challenge_{code}": words for code, words in WHY_NOT.items()},
        "season_is_set_again": _("Change it on the season page."),
        "challenge_is_said_again": _("The player can report again, or staff can enter the result."),
        "challenge_is_settled_again": _("Enter the result again on the ladder page."),
        "away_is_changed_again": _("Change it on the ladder page."),
    },
)
