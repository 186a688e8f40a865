"""Ladders: orders of members who challenge each other, and all steps of their history."""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.standings.ranking.ladder import ChallengeResult, Effect

MAX_DAYS = 366
MAX_PLACES = 200


class OnWin(models.TextChoices):
    """Effect of a won challenge."""

    TAKE = Effect.TAKE.value, _("the winner takes over the place; players in between move down one")
    SWAP = Effect.SWAP.value, _("the two swap places")


class OnDraw(models.TextChoices):
    """Effect of a drawn challenge."""

    STAY = Effect.STAY.value, _("no change")
    BEHIND = Effect.BEHIND.value, _("the challenger moves up to just below the opponent")


class OnRefusal(models.TextChoices):
    """Effect of a challenge refused or not answered."""

    STAY = Effect.STAY.value, _("no change")
    TAKE = Effect.TAKE.value, _("the challenger takes over the place")
    DROP = Effect.DROP.value, _("the challenged player loses places")


class Newcomers(models.TextChoices):
    """Place of new players."""

    BOTTOM = "bottom", _("at the bottom")
    RATING = "rating", _("according to their rating")


class Ladder(models.Model):
    """A ladder of a club with its rules; a club may have several, for a game or a speed each."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="ladders")
    name = models.CharField(_("name"), max_length=120)
    variant = models.CharField(_("game"), max_length=20, blank=True)
    rating_list = models.ForeignKey(
        "tournaments.RatingList", on_delete=models.PROTECT, related_name="ladders", null=True, blank=True
    )
    is_public = models.BooleanField(_("visible to everyone"), default=False)
    reach = models.PositiveSmallIntegerField(
        _("challenge range (places above)"), default=3, help_text=_("0: any place above.")
    )
    answer_days = models.PositiveSmallIntegerField(_("days to answer"), default=7)
    play_days = models.PositiveSmallIntegerField(_("days to play"), default=14)
    win = models.CharField(_("after a win"), max_length=10, choices=OnWin.choices, default=OnWin.TAKE)
    draw = models.CharField(_("after a draw"), max_length=10, choices=OnDraw.choices, default=OnDraw.STAY)
    refusal = models.CharField(
        _("if declined or not answered"), max_length=10, choices=OnRefusal.choices, default=OnRefusal.TAKE
    )
    refusal_drop = models.PositiveSmallIntegerField(_("places lost for declining"), default=1)
    protection_days = models.PositiveSmallIntegerField(_("protected days after a game"), default=3)
    rematch_days = models.PositiveSmallIntegerField(_("days before a rematch"), default=14)
    newcomers = models.CharField(
        _("new players start"), max_length=10, choices=Newcomers.choices, default=Newcomers.BOTTOM
    )
    idle_days = models.PositiveSmallIntegerField(
        _("days without a game before places are lost"), default=0, help_text=_("0: none.")
    )
    idle_drop = models.PositiveSmallIntegerField(_("places lost for inactivity"), default=1)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("ladder")
        verbose_name_plural = _("ladders")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "name"), name="ladder_name_once_a_club"),
            models.CheckConstraint(condition=Q(win__in=OnWin.values), name="ladder_win_is_known"),
            models.CheckConstraint(condition=Q(draw__in=OnDraw.values), name="ladder_draw_is_known"),
            models.CheckConstraint(condition=Q(refusal__in=OnRefusal.values), name="ladder_refusal_is_known"),
            models.CheckConstraint(
                condition=Q(newcomers__in=Newcomers.values), name="ladder_newcomers_are_known"
            ),
        )

    def __str__(self) -> str:
        return self.name


LIMITS = {
    "reach": MAX_PLACES,
    "answer_days": MAX_DAYS,
    "play_days": MAX_DAYS,
    "refusal_drop": MAX_PLACES,
    "protection_days": MAX_DAYS,
    "rematch_days": MAX_DAYS,
    "idle_days": MAX_DAYS,
    "idle_drop": MAX_PLACES,
}
"""Largest value of each setting that is a number; the smallest is 0."""

SETTINGS = (
    *("reach", "answer_days", "play_days", "win", "draw", "refusal", "refusal_drop", "protection_days"),
    *("rematch_days", "newcomers", "idle_days", "idle_drop"),
)
"""Settings of a ladder, in the order of form, API and audit log. All of these read the model fields."""


def setting_field(name: str) -> Any:
    """Return the model field of a setting."""
    return Ladder._meta.get_field(name)  # noqa: SLF001 - Django's documented interface


class LadderPlace(models.Model):
    """Place of a person on a ladder: the stored result of its steps."""

    ladder = models.ForeignKey("tournaments.Ladder", on_delete=models.CASCADE, related_name="places")
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="ladder_places")
    place = models.IntegerField(
        pgettext_lazy("in the standings", "place")
    )  # below 0 only while places are being exchanged
    place_before = models.PositiveIntegerField(_("place before"), null=True, blank=True)
    moved_at = models.DateTimeField(_("moved"), null=True, blank=True)
    active_at = models.DateTimeField(_("last game or joining date"), default=timezone.now)
    away_until = models.DateField(_("away until"), null=True, blank=True)

    class Meta:
        verbose_name = _("place on a ladder")
        verbose_name_plural = _("places on ladders")
        ordering = ("ladder_id", "place")
        constraints = (
            models.UniqueConstraint(fields=("ladder", "place"), name="ladder_place_once"),
            models.UniqueConstraint(fields=("ladder", "person"), name="ladder_person_once"),
        )

    def __str__(self) -> str:
        return f"{self.place} {self.person}"


class ChallengeState(models.TextChoices):
    """State of a challenge."""

    MADE = "made", _("awaiting an answer")
    ACCEPTED = "accepted", pgettext_lazy("a challenge", "accepted")
    PLAYED = "played", pgettext_lazy("a challenge", "played")
    REFUSED = "refused", pgettext_lazy("a challenge", "declined")
    EXPIRED = "expired", pgettext_lazy("a challenge", "not answered")
    LAPSED = "lapsed", pgettext_lazy("a challenge", "not played")
    WITHDRAWN = "withdrawn", pgettext_lazy("a challenge", "withdrawn")


OPEN_CHALLENGES = (ChallengeState.MADE, ChallengeState.ACCEPTED)
"""States in which the two are busy."""

RESULTS = (
    (ChallengeResult.CHALLENGER.value, _("the challenger won")),
    (ChallengeResult.DRAW.value, pgettext_lazy("of a challenge", "drawn")),
    (ChallengeResult.CHALLENGED.value, _("the challenged player won")),
)
_KNOWN_RESULTS = ["", *(value for value, _label in RESULTS)]


class Challenge(models.Model):
    """Challenge of a higher placed player of a ladder to a game."""

    ladder = models.ForeignKey("tournaments.Ladder", on_delete=models.CASCADE, related_name="challenges")
    challenger = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="challenges_made")
    challenged = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="challenges_had")
    state = models.CharField(
        _("state"), max_length=10, choices=ChallengeState.choices, default=ChallengeState.MADE
    )
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    due_on = models.DateField(_("last day"))
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    result = models.CharField(_("result"), max_length=10, choices=RESULTS, blank=True)
    challenger_says = models.CharField(_("challenger's report"), max_length=10, choices=RESULTS, blank=True)
    challenged_says = models.CharField(
        _("challenged player's report"), max_length=10, choices=RESULTS, blank=True
    )
    pairing = models.ForeignKey(
        "tournaments.Pairing", on_delete=models.SET_NULL, related_name="challenges", null=True, blank=True
    )
    site = models.CharField(max_length=200, blank=True)  # base address of the links in its mails
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("challenge")
        verbose_name_plural = _("challenges")
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=ChallengeState.values), name="challenge_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(result__in=_KNOWN_RESULTS)
                & Q(challenger_says__in=_KNOWN_RESULTS)
                & Q(challenged_says__in=_KNOWN_RESULTS),
                name="challenge_results_are_known",
            ),
            models.CheckConstraint(
                condition=Q(state=ChallengeState.PLAYED) & ~Q(result="")
                | ~Q(state=ChallengeState.PLAYED) & Q(result=""),
                name="challenge_played_has_a_result",
            ),
            models.CheckConstraint(condition=~Q(challenger=F("challenged")), name="challenge_is_for_another"),
            models.UniqueConstraint(
                fields=("ladder", "challenger"),
                name="challenge_open_once_a_challenger",
                condition=Q(state__in=["made", "accepted"]),
            ),
            models.UniqueConstraint(
                fields=("ladder", "challenged"),
                name="challenge_open_once_a_challenged",
                condition=Q(state__in=["made", "accepted"]),
            ),
        )
        indexes = (
            models.Index(fields=("state", "due_on"), name="challenge_due"),
            models.Index(fields=("ladder", "-made_at"), name="challenge_of_ladder"),
        )

    def __str__(self) -> str:
        return f"{self.challenger} - {self.challenged}"

    @property
    def is_open(self) -> bool:
        """True if the two still have to answer or to play."""
        return self.state in OPEN_CHALLENGES

    @property
    def is_disputed(self) -> bool:
        """True if the two report different results."""
        said = self.challenger_says, self.challenged_says
        return self.state == ChallengeState.ACCEPTED and all(said) and said[0] != said[1]


class StepKind(models.TextChoices):
    """Kind of a ladder's step."""

    JOINED = "joined", pgettext_lazy("a ladder", "joined")
    LEFT = "left", pgettext_lazy("a ladder", "left")
    RESULT = "result", _("a challenge was played")
    REFUSED = "refused", _("a challenge was declined")
    EXPIRED = "expired", _("a challenge was not answered")
    IDLE = "idle", _("inactive for too long")
    MOVED = "moved", _("moved manually")


EFFECTS = tuple((one.value, one.value) for one in Effect)


class LadderStep(models.Model):
    """One step of the order of a ladder, with all inputs needed to replay it."""

    ladder = models.ForeignKey("tournaments.Ladder", on_delete=models.CASCADE, related_name="steps")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("what happened"), max_length=10, choices=StepKind.choices)
    effect = models.CharField(_("effect"), max_length=10, choices=EFFECTS)
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="ladder_steps")
    other = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    places = models.PositiveIntegerField(default=0)
    challenge = models.ForeignKey(
        "tournaments.Challenge", on_delete=models.PROTECT, related_name="steps", null=True, blank=True
    )
    place_before = models.PositiveIntegerField(_("place before"), null=True, blank=True)
    place_after = models.PositiveIntegerField(_("place after"), null=True, blank=True)
    happened_at = models.DateTimeField(_("happened on"), default=timezone.now)
    done_by = models.CharField(_("by"), max_length=200)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    undone_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("ladder step")
        verbose_name_plural = _("ladder steps")
        ordering = ("ladder_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("ladder", "number"), name="ladder_step_number_once"),
            models.CheckConstraint(condition=Q(kind__in=StepKind.values), name="ladder_step_is_known"),
            models.CheckConstraint(
                condition=Q(effect__in=[one.value for one in Effect]), name="ladder_effect_is_known"
            ),
            models.UniqueConstraint(
                fields=("challenge",),
                name="ladder_step_once_a_challenge",
                condition=Q(challenge__isnull=False, undone_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.get_kind_display()}"
