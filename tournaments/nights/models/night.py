"""Club nights: dates of a season, attendance, and rounds."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class ClubNight(models.Model):
    """One night of a season (a section); it begins without players and ends when the director ends it."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="nights")
    held_on = models.DateField(_("day"))
    opened_at = models.DateTimeField(_("started"), default=timezone.now)
    closed_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("club night")
        verbose_name_plural = _("club nights")
        ordering = ("section_id", "-opened_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("section",), name="one_night_at_a_time", condition=Q(closed_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return f"{self.section}, {self.held_on}"


class Attendance(models.Model):
    """Attendance of a player on a night, from and until."""

    night = models.ForeignKey("tournaments.ClubNight", on_delete=models.CASCADE, related_name="attendances")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="attendances")
    arrived_at = models.DateTimeField(_("arrived"), default=timezone.now)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)

    class Meta:
        verbose_name = _("attendance")
        verbose_name_plural = _("attendances")
        ordering = ("night_id", "arrived_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("night", "entry"), name="there_once_a_night"),
            models.CheckConstraint(
                condition=Q(left_at__isnull=True) | Q(left_at__gte=F("arrived_at")),
                name="comes_before_leaving",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry}, {self.night}"


MAX_ATTENDANCE_POINTS = 100


class Season(models.Model):
    """Season settings of a section beyond its rounds; without a row it has no list and counts all."""

    section = models.OneToOneField("tournaments.Section", on_delete=models.CASCADE, related_name="season")
    rating_list = models.ForeignKey(
        "tournaments.RatingList", on_delete=models.PROTECT, related_name="seasons", null=True, blank=True
    )
    best_nights = models.PositiveSmallIntegerField(
        _("number of best nights that count"), default=0, help_text=_("0: all of them.")
    )
    attendance_points = models.PositiveSmallIntegerField(_("points per night attended"), default=0)

    class Meta:
        verbose_name = _("season")
        verbose_name_plural = _("seasons")
        constraints = (
            models.CheckConstraint(
                condition=Q(attendance_points__lte=MAX_ATTENDANCE_POINTS), name="season_attendance_in_range"
            ),
        )

    def __str__(self) -> str:
        return str(self.section)
