"""After a publication: the public address of the round, its code, and how many look at it now."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.requests import code_uri, is_out_of_reach, phone_uri
from club.live.watchers import watchers_of
from tournaments.core.scopes import of_round
from tournaments.models import Round, RoundState


def to_published(round_id: int) -> HttpResponse:
    """Redirect to the page of a round that has just been published, with its public address on top."""
    return redirect(f"{reverse('tournaments:desk_round', args=[round_id])}?published=1")


def published_context(request: HttpRequest, row: Round) -> dict[str, Any]:
    """Return the public address of a round after its publication; nothing while only staff see it."""
    event = row.section.event
    if request.GET.get("published") != "1" or row.state == RoundState.DRAFT or not event.is_public:
        return {}
    path = reverse("tournaments:pairings", args=[event.slug, row.section.slug, row.number])
    return {
        "public_address": phone_uri(request, path),
        "public_code": code_uri(request, "r", row.pk),
        "is_out_of_reach": is_out_of_reach(request),
        "watchers": _watchers(row),
    }


def _watchers(row: Round) -> int | None:
    return watchers_of(f"section:{row.section_id}")


@require_safe
@never_cache
@needs(Capability.SEE_DESK, scope=of_round)
def watchers(request: HttpRequest, round_id: int) -> HttpResponse:
    """Count the devices that show a public page of the section now."""
    row = get_object_or_404(Round, pk=round_id)
    context = {"round": row, "watchers": _watchers(row)}
    return render(request, "tournaments/rounds/desk/_watchers.html", context)
