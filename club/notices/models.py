"""Notices of a club to groups of persons, and opt-outs."""

from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

MAX_TEXT_LENGTH = 20_000


class NoticeKind(models.TextChoices):
    """Kind of a notice; each kind has its own opt-out."""

    NEWS = "news", _("club news")
    NIGHTS = "nights", _("club nights")
    FIXTURES = "fixtures", _("fixtures and teams")
    MONEY = "money", _("fees and payments")


class NoticeState(models.TextChoices):
    """States of a notice."""

    DRAFT = "draft", pgettext_lazy("a notice", "draft")
    SCHEDULED = "scheduled", _("scheduled")
    SENDING = "sending", _("being sent")
    SENT = "sent", pgettext_lazy("a notice", "sent")
    STOPPED = "stopped", pgettext_lazy("a notice", "stopped")


class Notice(models.Model):
    """A notice and its groups.

    It is immutable once sending has begun.
    """

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(_("type"), max_length=10, choices=NoticeKind.choices)
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(
        _("text"), max_length=MAX_TEXT_LENGTH, validators=[MaxLengthValidator(MAX_TEXT_LENGTH)]
    )
    language = models.CharField(_("language"), max_length=12, blank=True)
    groups = models.JSONField(_("sent to"), default=list, blank=True)
    """Keys of groups, such as "plan:3"; the persons are resolved when it is sent."""
    state = models.CharField(
        _("state"), max_length=10, choices=NoticeState.choices, default=NoticeState.DRAFT
    )
    site = models.CharField(max_length=200, blank=True)  # base URL of links in the mails
    send_at = models.DateTimeField(_("scheduled for"), null=True, blank=True)
    begun_at = models.DateTimeField(_("sending started"), null=True, blank=True)
    ended_at = models.DateTimeField(pgettext_lazy("sending", "finished"), null=True, blank=True)
    written_at = models.DateTimeField(_("created"), default=timezone.now)
    written_by = models.CharField(_("written by"), max_length=200)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = pgettext_lazy("to members", "notice")
        verbose_name_plural = _("notices")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=NoticeKind.values), name="notice_kind_is_known"),
            models.CheckConstraint(condition=Q(state__in=NoticeState.values), name="notice_state_is_known"),
            models.CheckConstraint(
                condition=~Q(state="scheduled") | Q(send_at__isnull=False), name="notice_has_its_time"
            ),
        )
        indexes = (
            models.Index(fields=("organisation", "-id"), name="notice_of_club"),
            models.Index(fields=("state", "send_at"), name="notice_due"),
        )

    def __str__(self) -> str:
        return self.subject


class NoticeText(models.Model):
    """Translation of a notice for the readers of another language."""

    notice = models.ForeignKey("club.Notice", on_delete=models.CASCADE, related_name="texts")
    language = models.CharField(_("language"), max_length=12)
    subject = models.CharField(_("subject"), max_length=200)
    text = models.TextField(
        _("text"), max_length=MAX_TEXT_LENGTH, validators=[MaxLengthValidator(MAX_TEXT_LENGTH)]
    )

    class Meta:
        verbose_name = _("notice in another language")
        verbose_name_plural = _("notices in other languages")
        ordering = ("language",)
        constraints = (
            models.UniqueConstraint(fields=("notice", "language"), name="notice_text_once_a_language"),
        )

    def __str__(self) -> str:
        return self.subject


class WhyNot(models.TextChoices):
    """Reason why a person of the group gets no mail of their own."""

    NO_MAIL = "no_mail", _("no email address")
    OPTED_OUT = "opted_out", _("opted out of this kind")
    GUARDIAN = "guardian", _("a guardian gets it instead")
    GUARDIAN_NOT_REACHED = "guardian_not", _("no guardian can be reached by email")
    SAME_ADDRESS = "same_address", _("this address already gets it")


class NoticeReceiver(models.Model):
    """A person in the groups of a sent notice, with the address or the reason for none."""

    notice = models.ForeignKey("club.Notice", on_delete=models.CASCADE, related_name="receivers")
    person = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="+")
    why_not = models.CharField(_("reason skipped"), max_length=12, choices=WhyNot.choices, blank=True)
    message = models.ForeignKey(
        "club.OutboxMessage", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    handed_over_at = models.DateTimeField(_("queued"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice recipient")
        verbose_name_plural = _("notice recipients")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("notice", "person"), name="notice_once_a_person"),
            models.CheckConstraint(
                condition=Q(why_not__in=["", *WhyNot.values]), name="notice_why_not_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.notice}: {self.person}"


class NoticeOptOut(models.Model):
    """Opt-out of a person from a kind of notices of a club."""

    person = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="opt_outs")
    organisation = models.ForeignKey("club.Organisation", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(_("type"), max_length=10, choices=NoticeKind.choices)
    since = models.DateTimeField(_("open since"), default=timezone.now)

    class Meta:
        verbose_name = _("opt-out")
        verbose_name_plural = _("opt-outs")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("person", "organisation", "kind"), name="opt_out_once"),
            models.CheckConstraint(condition=Q(kind__in=NoticeKind.values), name="opt_out_kind_is_known"),
        )

    def __str__(self) -> str:
        return str(self.get_kind_display())


class SavedGroup(models.Model):
    """A named group of persons for reuse."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(_("name"), max_length=80)
    groups = models.JSONField(_("consists of"), default=list)

    class Meta:
        verbose_name = _("saved group")
        verbose_name_plural = _("saved groups")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "name"), name="saved_group_once_a_club"),
        )

    def __str__(self) -> str:
        return self.name
