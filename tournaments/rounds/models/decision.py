"""Decisions on tied matches of a knock-out: the side that advances."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class DecidedBy(models.TextChoices):
    """Method of a decision."""

    TIE_BREAK = "tie_break", _("tie-break games")
    LOT = "lot", _("by lot")
    RULES = "rules", _("by the event regulations")
    ARBITER = "arbiter", _("by the arbiter")


class Decision(models.Model):
    """The director's decision on a tied match: the side that advances, the method and a remark."""

    pairing = models.OneToOneField(
        "tournaments.Pairing", on_delete=models.CASCADE, related_name="decision", verbose_name=_("pairing")
    )
    winner = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="+", verbose_name=_("advances")
    )
    how = models.CharField(_("settled"), max_length=10, choices=DecidedBy.choices)
    note = models.CharField(_("note"), max_length=200, blank=True)
    decided_by = models.CharField(_("entered by"), max_length=200, blank=True)
    decided_at = models.DateTimeField(_("entered"), default=timezone.now)

    class Meta:
        verbose_name = _("decision on a tied match")
        verbose_name_plural = _("decisions on tied matches")
        ordering = ("pairing_id",)
        constraints = (
            models.CheckConstraint(condition=models.Q(how__in=DecidedBy.values), name="decision_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.pairing}: {self.winner}"
