"""Errors of webhooks, by stable codes, with their sentences, and texts of the audit log."""

from django.utils.translation import gettext_lazy as _

from club.audit.messages import AuditMessages
from club.core.capabilities import Capability
from club.core.errors import ClubError, InvalidInput, NotFound


class UnknownWebhook(NotFound):
    code = "unknown_webhook"
    what = _("This webhook was removed.")
    next_step = _("Open the webhooks of the event at the desk.")


class WebhookAddressRefused(InvalidInput):
    """Facts: url."""

    code = "webhook_address_refused"
    what = _("“%(url)s” is not an https address of a public host.")
    next_step = _("Enter an address that begins with https://, without a password or a port.")


class WebhookWithoutKinds(InvalidInput):
    code = "webhook_without_kinds"
    what = _("A webhook sends at least one kind of event.")
    next_step = _("Choose what the webhook sends.")


class WebhookExists(ClubError):
    """Facts: host."""

    code = "webhook_exists"
    what = _("The event already has a webhook to this address at %(host)s.")
    next_step = _("Show its secret, or remove it first.")


class TooManyWebhooks(ClubError):
    """Facts: most."""

    code = "too_many_webhooks"
    what = _("An event has at most %(most)s webhooks.")
    next_step = _("Remove a webhook that is not needed.")


class WebhookOfHiddenEvent(ClubError):
    """Facts: event."""

    code = "webhook_of_hidden_event"
    what = _("“%(event)s” is hidden, so its webhooks send nothing.")
    next_step = _("Make the event public, then send the test message.")


AUDIT_MESSAGES = AuditMessages(
    sentences={
        "tournaments.webhook.added": _("%(who)s added a webhook to %(after_host)s for %(what)s."),
        "tournaments.webhook.changed": _("%(who)s changed the webhook to %(after_host)s of %(what)s."),
        "tournaments.webhook.removed": _("%(who)s removed the webhook to %(before_host)s of %(what)s."),
        "tournaments.webhook.stopped": _(
            "The webhook to %(after_host)s of %(what)s was turned off after %(after_failures)s failures."
        ),
    },
    shown_by={
        Capability.RUN_EVENTS: ("tournaments.webhook",),
    },
    fields={
        "host": _("host"),
        "event_kinds": _("kinds of events"),
        "is_sending": _("sends messages"),
        "failures": _("failures in a row"),
    },
    reasons={"webhook_is_set_again": _("Change the webhook on the page “Webhooks” of the event.")},
)
