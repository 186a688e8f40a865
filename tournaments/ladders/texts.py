"""Refusals of ladders and challenges as sentences, and their texts for the audit log."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from club.audit.texts import AuditWords, Kind
from tournaments.core.audit_choices import choice_of
from tournaments.ladders.models import RESULTS, SETTINGS, setting_field
from tournaments.models import ChallengeState

WHY_NOT = {
    "not_above": _("%(challenged)s does not stand above %(challenger)s."),
    "too_far": _("%(challenged)s stands more than %(limit)s places above %(challenger)s."),
    "you_are_away": _("%(challenger)s is away."),
    "other_is_away": _("%(challenged)s is away."),
    "you_are_busy": _("%(challenger)s has a challenge open."),
    "other_is_busy": _("%(challenged)s has a challenge open."),
    "other_is_protected": _("%(challenged)s played less than %(limit)s days ago."),
    "met_lately": _("%(challenger)s and %(challenged)s met less than %(limit)s days ago."),
}
"""Why a challenge is not allowed, by the codes of `standings.ladder.why_not`."""

TEXTS: dict[str, tuple[Any, Any]] = {
    "ladder_name_taken": (
        _("The club has another ladder called %(name)s."),
        _("Give this one a name of its own."),
    ),
    "ladder_rules_unfit": (
        _("A rule of the ladder cannot be so: %(field)s."),
        _("It can be: %(wanted)s."),
    ),
    "not_of_the_club": (
        _("Only persons of the club stand on %(ladder)s."),
        _("Add the person to the club first."),
    ),
    "on_ladder_already": (
        _("%(name)s is on the ladder already, at place %(place)s."),
        _("Move the player by hand if the place is wrong."),
    ),
    "not_on_ladder": (
        _("%(name)s has no place on %(ladder)s."),
        _("Put the player on the ladder first."),
    ),
    "challenge_open": (
        _("%(name)s has a challenge open."),
        _("Settle it or take it back first."),
    ),
    "may_not_challenge": (
        "%(why)s",
        _("Look at the ladder for whom you may challenge."),
    ),
    "challenge_over": (
        _("That does not go with this challenge any more: it is %(state)s."),
        _("Look at it again."),
    ),
    "not_your_challenge": (
        _("On %(ladder)s only the two players and the desk act on a challenge."),
        _("Sign in as one of them, or ask the desk."),
    ),
    "unknown_challenge_result": (
        _("A challenge does not end like that."),
        _("Choose one of: %(known)s."),
    ),
    "result_by_the_night": (
        _("A board of the club night decided this challenge: %(night)s."),
        _("Correct the result of that board; the ladder follows."),
    ),
    "move_needs_reason": (
        _("A place is won; it is given by hand only for a reason."),
        _("Write why. The reason stays with it."),
    ),
    "season_unfit": (
        _("The season table cannot count like that."),
        _("Choose 0 to %(nights)s best nights, and 0 to %(points)s points for a night attended."),
    ),
    "away_unfit": (
        _("Nobody can be away until that day."),
        _("Choose today or a day within %(most)s days."),
    ),
}


def _choice_of(name: str) -> Callable[[Any], str]:
    """Return the function that labels the values of a setting."""
    labels = dict(setting_field(name).flatchoices)
    return lambda value: str(labels.get(value, value))


AUDIT_WORDS = AuditWords(
    sentences={
        "tournaments.ladder.made": _("%(who)s made the ladder %(what)s."),
        "tournaments.ladder.changed": _("%(who)s changed the ladder %(what)s."),
        "tournaments.ladder.joined": _("%(who)s put %(after_player)s on %(what)s, at place %(after_place)s."),
        "tournaments.ladder.left": _("%(who)s took %(after_player)s off %(what)s."),
        "tournaments.ladder.moved": _(
            "%(who)s moved %(after_player)s on %(what)s from place %(before_place)s to %(after_place)s."
        ),
        "tournaments.ladder.idled": _(
            "%(after_player)s went down on %(what)s from place %(before_place)s to %(after_place)s "
            "after too long without a game."
        ),
        "tournaments.ladder.away": _("%(who)s noted when %(after_player)s is away from %(what)s."),
        "tournaments.ladder.step_taken_back": _(
            "%(who)s took back what was done with %(after_player)s on %(what)s."
        ),
        "tournaments.season.set": _("%(who)s changed what the season %(what)s goes by."),
        "tournaments.challenge.made": _(
            "%(who)s entered a challenge on %(after_ladder)s: %(after_challenger)s to %(after_challenged)s."
        ),
        "tournaments.challenge.accepted": _("%(who)s accepted the challenge %(what)s."),
        "tournaments.challenge.refused": _("%(who)s refused the challenge %(what)s."),
        "tournaments.challenge.withdrawn": _("%(who)s took the challenge %(what)s back."),
        "tournaments.challenge.reported": _("%(who)s said how the challenge %(what)s ended."),
        "tournaments.challenge.settled": _("%(who)s settled the challenge %(what)s."),
        "tournaments.challenge.reopened": _("%(who)s opened the challenge %(what)s again."),
        "tournaments.challenge.expired": _("Nobody answered the challenge %(what)s in time."),
        "tournaments.challenge.lapsed": _("The challenge %(what)s was not played in time."),
    },
    fields={
        "best_nights": _("best nights that count"),
        "attendance_points": _("points for every night attended"),
        "ladder": pgettext_lazy("of a club", "ladder"),
        "challenger": _("challenger"),
        "challenged": _("challenged"),
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
        "challenge_state": lambda value: choice_of(ChallengeState, value),
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
        "ladder_is_changed_on_its_page": _("A ladder is changed on its own page."),
        "season_is_set_again": _("It is chosen again on the page of the season."),
        "step_is_out": _("That was taken back already."),
        "challenge_went_on": _("The challenge went on since, or one of the two has another."),
        "challenge_is_said_again": _("The player says it again, or the desk settles it."),
        "challenge_is_settled_again": _("Settle the challenge again on the page of the ladder."),
        "night_decides": _("A board of a club night decides the challenge; correct its result."),
        "away_is_changed_again": _("It is changed again on the page of the ladder."),
    },
)
