"""Published standings: append-only rows, superseded by newer ones."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.append_only import AppendOnlyModel, AppendOnlyQuerySet


class SnapshotCause(models.TextChoices):
    """Cause of publication: standings made public, or replaced by newer ones."""

    CLOSED = "closed", _("the round was closed")
    RESULT = "result", _("a result was corrected")
    ENTRY = "entry", _("an entry was changed")
    SETTINGS = "settings", _("the settings were changed")
    RULING = "ruling", _("the arbiter made a ruling")
    IMPORTED = "imported", _("the section was imported from a file")


class StandingsSnapshot(AppendOnlyModel):
    """Standings as published after a round, with every sum and all their inputs.

    `facts` and `rows` have the layout of `tournaments.standings.ranking.record`; `columns` name each
    tie-break with its edition. The latest of a closed round is in force; earlier ones of the round show what
    a correction changed.
    """

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField(_("after round"))
    cause = models.CharField(
        pgettext_lazy("of published standings", "reason for publication"),
        max_length=10,
        choices=SnapshotCause.choices,
        default=SnapshotCause.CLOSED,
    )
    reason = models.TextField(_("reason"), blank=True)
    columns = models.JSONField(_("tie-breaks"), default=list)
    facts = models.JSONField(default=dict)
    rows = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now)

    objects = AppendOnlyQuerySet["StandingsSnapshot"].as_manager()

    class Meta:
        verbose_name = _("published standings")
        verbose_name_plural = _("published standings")
        ordering = ("section_id", "-pk")
        indexes = (models.Index(fields=("section", "-id"), name="snapshot_of_section"),)
        constraints = (
            models.CheckConstraint(
                condition=Q(cause__in=SnapshotCause.values), name="snapshot_cause_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.section}, {self.round_number}"
