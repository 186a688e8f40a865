"""Helper passes at the desk: the list, the printed sheet, revocation."""

from typing import Any, NamedTuple

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from club.accounts.pages.grant_forms import PassForm
from club.accounts.selectors import passes_in
from club.accounts.services.passes import NewPass, make_pass, revoke_pass
from club.core.access import Scope, places_where, scope_of
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club, end_of, place_choices, place_key, place_name
from club.core.pages.refusals import Refusals, submit
from club.core.pages.responses import club_address, posted
from club.core.requests import actor_of, code_uri, is_out_of_reach, phone_uri
from club.core.scopes import scope_of_pass
from club.hall.services import note_printed
from club.models import HelperPass, PassLevel

MAX_PASSES_SHOWN = 100


class PassLine(NamedTuple):
    """Pass as a line of the list."""

    held: HelperPass
    place: str
    boards: str
    state: str  # live, ended or revoked


class PassCard(NamedTuple):
    """New pass on the printed sheet: its link and code are shown only here."""

    line: PassLine
    digits: str
    address: str


def boards_of(held: HelperPass) -> str:
    """Text of a pass's boards."""
    if held.first_board is None and held.last_board is None:
        return _("all boards")
    if held.last_board is None:
        return _("boards from %(first)s") % {"first": held.first_board}
    return _("boards %(first)s to %(last)s") % {"first": held.first_board or 1, "last": held.last_board}


def line_of(held: HelperPass) -> PassLine:
    """Build the line of a pass."""
    if held.revoked_at is not None:
        state = "revoked"
    else:
        state = "live" if held.expires_at > timezone.now() else "ended"
    return PassLine(held, place_name(scope_of(held)), boards_of(held), state)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.MAKE_PASSES)
def passes(request: HttpRequest) -> HttpResponse:
    """List the passes of a club; a post creates some and answers with the printed sheet."""
    chosen = chosen_club(request, Capability.MAKE_PASSES)
    places = places_where(actor_of(request), Capability.MAKE_PASSES, chosen.club.pk)
    form = PassForm(posted(request), places=place_choices(places))
    sent = submit(request, form, lambda: _create_passes(request, form.cleaned_data, places))
    if sent.is_done:
        note_printed(
            letter="p",
            sheet=club_address("club:passes", chosen.club),
            title=str(chosen.club),
            organisation_id=chosen.club.pk,
            number=len(sent.result),
        )
        context = {
            "club": chosen.club,
            "cards": [_card(request, one) for one in sent.result],
            "code_address": phone_uri(request, reverse("club:pass")),
            "is_out_of_reach": is_out_of_reach(request),
        }
        return render(request, "club/accounts/desk/pass_sheet.html", context)
    found = passes_in(organisation_id=chosen.club.pk, actor=actor_of(request))[:MAX_PASSES_SHOWN]
    context = {
        "chosen": chosen,
        "form": form,
        "refusal": sent.refusal,
        "is_out_of_reach": is_out_of_reach(request),
        "lines": [line_of(held) for held in found],
    }
    return render(request, "club/accounts/desk/passes.html", context, status=sent.status)


@transaction.atomic
def _create_passes(request: HttpRequest, given: dict[str, Any], places: list[Scope]) -> list[NewPass]:
    """Create all passes of a sheet, or none."""
    count = given["count"]
    labels = [given["label"]] if count == 1 else [f"{given['label']} {n}" for n in range(1, count + 1)]
    return [
        make_pass(
            label=label,
            level=PassLevel(given["level"]),
            scope=next(place for place in places if place_key(place) == given["place"]),
            expires_at=end_of(given["last_day"]),
            first_board=given["first_board"],
            last_board=given["last_board"],
            actor=actor_of(request),
        )
        for label in labels
    ]


def _card(request: HttpRequest, made: NewPass) -> PassCard:
    address = code_uri(request, "p", made.secret)
    return PassCard(line_of(made.row), f"{made.code[:4]} {made.code[4:]}", address)


@require_POST
@needs(Capability.MAKE_PASSES, scope=scope_of_pass)
def revoke(request: HttpRequest, pass_id: int) -> HttpResponse:
    """Revoke a pass."""
    held = get_object_or_404(HelperPass.objects.select_related("organisation"), pk=pass_id)
    with Refusals(request, success=_("The pass “%(label)s” has been revoked.") % {"label": held.label}):
        revoke_pass(pass_id=held.pk, actor=actor_of(request))
    return redirect(club_address("club:passes", held.organisation))
