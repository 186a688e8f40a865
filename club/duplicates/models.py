"""Merged persons, and pairs of similar persons that are confirmed distinct."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class PersonMerge(models.Model):
    """Merge of a duplicate: the merged row remains, empty, and refers to the surviving person.

    `steps` are the rows written, before and after, for undo. They are private and not in the audit log.
    """

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="+")
    kept = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="merges")
    merged = models.OneToOneField("club.Person", on_delete=models.PROTECT, related_name="merged_into")
    steps = models.JSONField(default=list)
    made_at = models.DateTimeField(_("merged"), default=timezone.now)
    made_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("merge of two people")
        verbose_name_plural = _("merges of people")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=~Q(kept=F("merged")), name="person_merge_of_another"),
        )

    def __str__(self) -> str:
        """Return the id of the surviving person: the audit log has no names."""
        return f"#{self.merged_id}, #{self.kept_id}"


class NamesakePair(models.Model):
    """Two similar persons confirmed as distinct by the club.

    `first` has the lower id.
    """

    first = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="+")
    said_at = models.DateTimeField(_("recorded"), default=timezone.now)
    said_by = models.CharField(_("by"), max_length=200)

    class Meta:
        verbose_name = _("people marked as different")
        verbose_name_plural = _("people marked as different")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("first", "second"), name="namesakes_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="namesakes_in_order"),
        )

    def __str__(self) -> str:
        return f"#{self.first_id}, #{self.second_id}"
