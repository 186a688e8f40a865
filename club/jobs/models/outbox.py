"""Outbox of messages: stored first, sent by a worker, retried, visible to the site's operator."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class OutboxState(models.TextChoices):
    """States of a message."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")


class OutboxMessage(models.Model):
    """A mail in the language of its recipient.

    The same key again is the same message.
    """

    key = models.CharField(_("key"), max_length=200, unique=True)
    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    to = models.EmailField(pgettext_lazy("a recipient", "to"))
    language = models.CharField(_("language"), max_length=12, blank=True)
    subject = models.CharField(_("subject"), max_length=300)
    text = models.TextField(_("text"))
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict, blank=True)  # such as List-Unsubscribe
    state = models.CharField(
        _("state"), max_length=10, choices=OutboxState.choices, default=OutboxState.WAITING
    )
    tries = models.PositiveIntegerField(_("attempts"), default=0)
    error = models.TextField(_("last error"), blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=OutboxState.values), name="outbox_state_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.subject
