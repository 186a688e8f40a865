"""Webhooks of an event, with what was delivered and the last answer."""

from urllib.parse import urlsplit

from django.db import models
from django.utils.translation import gettext_lazy as _


class WebhookKind(models.TextChoices):
    """What a webhook sends; each kind is one or more public live channels."""

    EVENT = "event", _("Changes of the event and its screens")
    ROUNDS = "rounds", _("Rounds: published, changed, closed")
    RESULTS = "results", _("Results, standings and players")
    BOARDS = "boards", _("Moves of live boards")


class WebhookFault(models.TextChoices):
    """Reason why a message was not delivered."""

    STATUS = "status", _("The receiver answered with an error.")
    SLOW = "slow", _("The receiver did not answer in time.")
    UNREACHABLE = "unreachable", _("The receiver cannot be reached.")
    CERTIFICATE = "certificate", _("The certificate of the receiver is not valid.")
    PRIVATE = "private", _("The address leads into a private network.")
    ANSWER = "answer", _("The answer of the receiver is not HTTP.")


class Webhook(models.Model):
    """An https address that is sent the public live events of an event.

    `cursors` has the last number delivered of each channel. After a failure nothing is sent before `next_at`,
    nor while a message is under way.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="webhooks")
    url = models.URLField(_("address"), max_length=500)  # its path may be a secret of the receiver
    secret = models.CharField(max_length=100)
    kinds = models.JSONField(_("kinds"), default=list)
    is_on = models.BooleanField(_("sends messages"), default=True)
    site = models.CharField(max_length=200)  # address of this site, for links in messages
    cursors = models.JSONField(default=dict)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    next_at = models.DateTimeField(null=True, blank=True)
    last_at = models.DateTimeField(_("last answer"), null=True, blank=True)
    last_status = models.PositiveSmallIntegerField(null=True, blank=True)
    last_error = models.CharField(max_length=20, blank=True, choices=WebhookFault.choices)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")
        ordering = ("event_id", "pk")
        constraints = (models.UniqueConstraint(fields=("event", "url"), name="webhook_once_an_event"),)

    def __str__(self) -> str:
        return self.host

    @property
    def host(self) -> str:
        """Host of the address, for the audit log: the rest of an address may be a secret."""
        return urlsplit(self.url).hostname or ""

    @property
    def kind_labels(self) -> list[str]:
        """Labels of the kinds sent."""
        return [str(one.label) for one in WebhookKind if one in self.kinds]
