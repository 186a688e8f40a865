"""Webhooks of an event at the desk."""

from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import NOTHING_SENT, Refusals, Submission, submit
from club.core.pages.responses import posted
from club.core.requests import actor_of, site_of
from tournaments.core.scopes import of_event
from tournaments.models import Event, Webhook, WebhookKind
from tournaments.webhooks.selectors import webhooks_of
from tournaments.webhooks.services.delivery import MAX_FAILURES, send_test
from tournaments.webhooks.services.webhooks import (
    MAX_URL,
    MAX_WEBHOOKS,
    add_webhook,
    change_webhook,
    remove_webhook,
)


class WebhookForm(forms.Form):
    """A new webhook."""

    url = forms.URLField(
        label=gettext_lazy("Address"),
        max_length=MAX_URL,
        assume_scheme="https",
        help_text=gettext_lazy("It begins with https:// and is of a public host."),
    )
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("Send"),
        choices=WebhookKind.choices,
        initial=[WebhookKind.ROUNDS, WebhookKind.RESULTS],
        widget=forms.CheckboxSelectMultiple,
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.RUN_EVENTS, scope=of_event)
def desk_webhooks(request: HttpRequest, event_id: int) -> HttpResponse:
    """List the webhooks of an event; POST adds one and shows its secret."""
    event = _event(event_id)
    form = WebhookForm(posted(request))
    sent = submit(
        request,
        form,
        lambda: add_webhook(
            event_id=event_id, site=site_of(request), actor=actor_of(request), **form.cleaned_data
        ),
    )
    shown = sent.result if sent.is_done else None
    return _page(request, event, WebhookForm() if sent.is_done else form, shown=shown, sent=sent)


@require_POST
@never_cache
@needs(Capability.RUN_EVENTS, scope=of_event)
def act(request: HttpRequest, event_id: int, webhook_id: int, act: str) -> HttpResponse:
    """Test a webhook, show its secret, turn it off or on, or remove it."""
    row = get_object_or_404(Webhook, pk=webhook_id, event=event_id)
    if act == "secret":
        return _page(request, _event(event_id), WebhookForm(), shown=row)
    if act not in ACTIONS:
        raise Http404(act)
    with Refusals(request):
        ACTIONS[act](request, row)
    return redirect("tournaments:desk_webhooks", event_id)


def _test(request: HttpRequest, row: Webhook) -> None:
    answer = send_test(webhook_id=row.pk, actor=actor_of(request))
    told = {"host": answer.host, "status": answer.last_status}
    if not answer.last_error:
        messages.success(request, _("%(host)s took the test message and answered %(status)s.") % told)
    elif answer.last_status:
        messages.error(request, _("%(host)s did not take the test message: it answered %(status)s.") % told)
    else:
        messages.error(request, answer.get_last_error_display())


def _turn_on(request: HttpRequest, row: Webhook) -> None:
    change_webhook(webhook_id=row.pk, is_on=True, actor=actor_of(request))
    messages.success(request, _("The webhook is on. It first sends what it missed."))


def _turn_off(request: HttpRequest, row: Webhook) -> None:
    change_webhook(webhook_id=row.pk, is_on=False, actor=actor_of(request))
    messages.success(request, _("The webhook is off."))


def _remove(request: HttpRequest, row: Webhook) -> None:
    remove_webhook(webhook_id=row.pk, actor=actor_of(request))
    messages.success(request, _("Webhook removed."))


ACTIONS: Final[dict[str, Callable[[HttpRequest, Webhook], None]]] = {
    "test": _test,
    "on": _turn_on,
    "off": _turn_off,
    "remove": _remove,
}


def _event(event_id: int) -> Event:
    return get_object_or_404(Event.objects.select_related("organisation"), pk=event_id)


def _page(
    request: HttpRequest,
    event: Event,
    form: WebhookForm,
    *,
    shown: Webhook | None = None,
    sent: Submission = NOTHING_SENT,
) -> HttpResponse:
    rows = list(webhooks_of(event.pk))
    context: dict[str, Any] = {
        "section": "desk",
        "event": event,
        "rows": rows,
        "form": form,
        "shown": shown,
        "refusal": sent.refusal,
        "is_full": len(rows) >= MAX_WEBHOOKS,
        "most": MAX_WEBHOOKS,
        "max_failures": MAX_FAILURES,
    }
    return render(request, "tournaments/webhooks/desk_webhooks.html", context, status=sent.status)
