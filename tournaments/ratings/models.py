"""Rating lists: games and formula of a club's list, period after period."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.ratings.formulas.values import How

MAX_RATING = 4000


class RatedSpeed(models.TextChoices):
    """Speed of the games that a list is for."""

    ANY = "any", _("games of any speed")
    STANDARD = "standard", _("standard games")
    RAPID = "rapid", _("rapid games")
    BLITZ = "blitz", _("blitz games")


class RatingList(models.Model):
    """A list of a club, pinned to a formula and its edition, so that old reports stay reproducible."""

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="rating_lists"
    )
    name = models.CharField(_("name"), max_length=120)
    variant = models.CharField(_("game"), max_length=20, blank=True)
    speed = models.CharField(_("speed"), max_length=10, choices=RatedSpeed.choices, default=RatedSpeed.ANY)
    formula = models.CharField(_("formula"), max_length=20)
    edition = models.CharField(_("edition of the formula"), max_length=120)
    initial_rating = models.PositiveIntegerField(
        _("initial rating"), default=0, help_text=_("0: the formula's own initial rating.")
    )
    is_public = models.BooleanField(_("visible to everyone"), default=False)
    counts_nights = models.BooleanField(
        _("club nights count when they end"),
        default=True,
        help_text=_("For seasons that use this list. Otherwise, count each night with one tap."),
    )
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("rating list")
        verbose_name_plural = _("rating lists")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "name"), name="rating_list_name_once_a_club"),
            models.CheckConstraint(
                condition=Q(speed__in=RatedSpeed.values), name="rating_list_speed_is_known"
            ),
            models.CheckConstraint(
                condition=Q(initial_rating__lte=MAX_RATING), name="rating_list_start_in_range"
            ),
        )

    def __str__(self) -> str:
        return self.name


class PeriodKind(models.TextChoices):
    """Cause of rating changes."""

    EVENT = "event", _("an event")
    CORRECTION = "correction", _("a correction")


class RatingPeriod(models.Model):
    """A report of an event, or a correction with its reason, in the order of their numbers."""

    rating_list = models.ForeignKey(
        "tournaments.RatingList", on_delete=models.PROTECT, related_name="periods"
    )
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("type"), max_length=10, choices=PeriodKind.choices)
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.PROTECT, related_name="rating_periods", null=True, blank=True
    )
    counted_on = models.DateField(_("day"))
    counted_at = models.DateTimeField(_("counted on"), default=timezone.now)
    counted_by = models.CharField(_("counted by"), max_length=200, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("rating report")
        verbose_name_plural = _("rating reports")
        ordering = ("rating_list_id", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("rating_list", "number"), name="rating_period_number_once_a_list"
            ),
            models.CheckConstraint(
                condition=Q(kind=PeriodKind.EVENT, event__isnull=False)
                | (Q(kind=PeriodKind.CORRECTION, event__isnull=True) & ~Q(reason="")),
                name="rating_period_has_an_event_or_a_reason",
            ),
        )

    def __str__(self) -> str:
        return f"{self.rating_list} {self.number}"


class RatedSection(models.Model):
    """A section or one club night of it in a report, with the hash of its results at that time."""

    period = models.ForeignKey(
        "tournaments.RatingPeriod", on_delete=models.CASCADE, related_name="rated_sections"
    )
    rating_list = models.ForeignKey("tournaments.RatingList", on_delete=models.PROTECT, related_name="+")
    section = models.ForeignKey(
        "tournaments.Section", on_delete=models.PROTECT, related_name="rated_sections"
    )
    night = models.ForeignKey(
        "tournaments.ClubNight",
        on_delete=models.PROTECT,
        related_name="rated_sections",
        null=True,
        blank=True,
    )
    results_print = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("rated section")
        verbose_name_plural = _("rated sections")
        constraints = (
            models.UniqueConstraint(
                fields=("rating_list", "section"),
                name="section_rated_once_a_list",
                condition=Q(night__isnull=True),
            ),
            models.UniqueConstraint(
                fields=("rating_list", "night"),
                name="night_rated_once_a_list",
                condition=Q(night__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return str(self.section)


HOWS = (
    (How.RATED.value, _("rated")),
    (How.FIRST.value, _("initial rating")),
    (How.CARRIED.value, _("too few games so far")),
    (How.NOTHING.value, _("no rated opponent")),
    (How.CORRECTED.value, _("corrected")),
)


class RatingChange(models.Model):
    """Change of a person's rating by a period; no rating before or after if there was or is none."""

    period = models.ForeignKey("tournaments.RatingPeriod", on_delete=models.CASCADE, related_name="changes")
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="rating_changes")
    before = models.FloatField(_("before"), null=True, blank=True)
    after = models.FloatField(_("after"), null=True, blank=True)
    games = models.PositiveIntegerField(_("games"), default=0)
    half_points = models.PositiveIntegerField(_("half points"), default=0)
    expected = models.PositiveIntegerField(_("expected, in hundredths"), null=True, blank=True)
    factor = models.PositiveSmallIntegerField(_("factor"), null=True, blank=True)
    how = models.CharField(_("status"), max_length=10, choices=HOWS)

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        ordering = ("period_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("period", "person"), name="rating_change_once_a_period"),
            models.CheckConstraint(
                condition=Q(how__in=[value for value, _label in HOWS]), name="rating_change_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person}: {self.before} - {self.after}"


class RatedPlayer(models.Model):
    """State of a person on a list after its last period, from which the next one continues."""

    rating_list = models.ForeignKey(
        "tournaments.RatingList", on_delete=models.PROTECT, related_name="players"
    )
    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="rated_on")
    rating = models.FloatField(_("rating"), null=True, blank=True)
    games = models.PositiveIntegerField(_("games"), default=0)
    highest = models.FloatField(_("highest"), default=0)
    deviation = models.FloatField(_("deviation"), default=0)
    volatility = models.FloatField(_("volatility"), default=0)
    last_period = models.PositiveIntegerField(default=0)
    carried = models.JSONField(default=list, blank=True)

    class Meta:
        verbose_name = _("rated player")
        verbose_name_plural = _("rated players")
        ordering = ("rating_list_id", F("rating").desc(nulls_last=True), "pk")
        constraints = (
            models.UniqueConstraint(fields=("rating_list", "person"), name="rated_person_once_a_list"),
        )
        indexes = (models.Index(fields=("rating_list", "-rating", "id"), name="rated_player_by_rating"),)

    def __str__(self) -> str:
        return str(self.person)
