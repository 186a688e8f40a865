"""Availability: a captain polls the squad for a match, and each member answers by a personal link."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AvailabilityPoll(models.Model):
    """Poll for the players available for a match; only the team's own captains see the answers.

    `site` is the base address of the mailed links, as seen by the account that opened the poll.
    """

    fixture = models.ForeignKey("tournaments.Fixture", on_delete=models.CASCADE, related_name="polls")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="polls")
    site = models.CharField(max_length=200, blank=True)
    opened_at = models.DateTimeField(_("opened"), default=timezone.now)
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)
    rounds_of_mail = models.PositiveSmallIntegerField(_("emails sent"), default=0)
    mailed_at = models.DateTimeField(_("last emailed"), null=True, blank=True)

    class Meta:
        verbose_name = _("poll")
        verbose_name_plural = _("polls")
        ordering = ("fixture_id", "pk")
        constraints = (models.UniqueConstraint(fields=("fixture", "entry"), name="poll_once_a_match"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.fixture}"


class Answer(models.TextChoices):
    """Answer to a poll."""

    YES = "yes", pgettext_lazy("can play", "yes")
    NO = "no", pgettext_lazy("can play", "no")
    MAYBE = "maybe", pgettext_lazy("can play", "maybe")
    IF_NEEDED = "if_needed", pgettext_lazy("can play", "if needed")


class Availability(models.Model):
    """Answer of a squad member, given by themselves or by a guardian."""

    poll = models.ForeignKey("tournaments.AvailabilityPoll", on_delete=models.CASCADE, related_name="answers")
    member = models.ForeignKey("tournaments.TeamMember", on_delete=models.CASCADE, related_name="answers")
    answer = models.CharField(_("can play"), max_length=10, choices=Answer.choices)
    answered_at = models.DateTimeField(_("answered on"), default=timezone.now)
    by_guardian = models.BooleanField(_("answered by a guardian"), default=False)

    class Meta:
        verbose_name = _("answer to a poll")
        verbose_name_plural = _("answers to polls")
        ordering = ("poll_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("poll", "member"), name="answer_once_a_member"),
            models.CheckConstraint(condition=Q(answer__in=Answer.values), name="answer_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.member}: {self.get_answer_display()}"
