"""Two rows that were one person, and pairs that look alike and are two persons."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PersonMerge(models.Model):
    """One person was kept twice: the merged row stays, empty, and leads on to the one that is kept.

    `steps` is what was written, row by row, before and after: the way back. It is private and off the trail.
    """

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="+")
    kept = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="merges")
    merged = models.OneToOneField("club.Person", on_delete=models.PROTECT, related_name="merged_into")
    steps = models.JSONField(default=list)
    made_at = models.DateTimeField(_("merged"), default=timezone.now)
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("merge of two persons")
        verbose_name_plural = _("merges of persons")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="person_merge_of_another"),
        )

    def __str__(self) -> str:
        """Into whom: names stay off the trail."""
        return f"#{self.merged_id}, #{self.kept_id}"


class NamesakePair(models.Model):
    """Two persons who look like one and are not: the club has looked. `first` has the lower number."""

    first = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="+")
    said_at = models.DateTimeField(_("said"), default=timezone.now)
    said_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("pair of namesakes")
        verbose_name_plural = _("pairs of namesakes")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("first", "second"), name="namesakes_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="namesakes_in_order"),
        )

    def __str__(self) -> str:
        """The two, by number."""
        return f"#{self.first_id}, #{self.second_id}"
