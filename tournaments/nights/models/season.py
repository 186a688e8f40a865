"""Seasons: the rating list that a section uses, and the rules of its season table."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MOST_ATTENDANCE = 100


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
                condition=Q(attendance_points__lte=MOST_ATTENDANCE), name="season_attendance_in_range"
            ),
        )

    def __str__(self) -> str:
        """Section."""
        return str(self.section)
