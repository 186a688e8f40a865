"""The hall at the desk, the page that a phone opens to check it, and the short path of printed codes."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import may_somewhere
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.network_addresses import is_for_this_machine
from club.core.pages.access import needs, public
from club.core.pages.desk import DashboardItem
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in, site_of
from club.hall.codes import target_of
from club.hall.firewalls import firewall_hints
from club.hall.hall import Hall, elsewhere
from club.hall.selectors import printed_sheets, running_hall
from club.hall.services import close_hall, drop_printed, open_hall
from club.hall.start_page import hall_events

GONE = 410


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs(Capability.RUN_EVENTS)
def hall(request: HttpRequest) -> HttpResponse:
    """Show how phones reach this site; posting opens or closes the hall, or drops a printed sheet."""
    if request.method == "POST":
        with Refusals(request):
            _act(request)
        return redirect("club:hall")
    found, sheets = running_hall(), printed_sheets(actor=actor_of(request))
    context = {
        "section": "desk",
        **_state(request, found),
        "sheets": sheets,
        "stale": sum(one.is_stale for one in sheets),
        "hints": firewall_hints(found.port) if found else [],
    }
    if "HX-Request" in request.headers:
        return render(request, "club/hall/desk/_hall.html", context)
    return render(request, "club/hall/desk/hall.html", context)


def _act(request: HttpRequest) -> None:
    actor, what = actor_of(request), request.POST.get("what", "")
    if what == "open":
        open_hall(actor=actor)
    elif what == "close":
        close_hall(actor=actor)
    elif what == "drop":
        drop_printed(codes_id=key_in(request.POST.get("sheet", "")), actor=actor)


def _state(request: HttpRequest, found: Hall | None) -> dict[str, Any]:
    """Return the part of the page that a phone or a change of the network changes."""
    if found is None:
        site = f"{site_of(request)}/"
        return {"hall": None, "site": "" if is_for_this_machine(site) else site}
    if not found.is_open:
        return {"hall": found, "nearby": found.find()}
    check = reverse("club:hall_check", args=[found.nonce])
    usable = found.usable
    return {
        "hall": found,
        "best": usable[0] if usable else None,
        "others": [(found.site_at(one.address), one.name) for one in elsewhere(usable)],
        "site": settings.PHONE_ADDRESS,
        "check": f"{settings.PHONE_ADDRESS.rstrip('/')}{check}",
        "by_name": found.site_by_name,
        "former": found.former,
        "faults": [(found.site_at(address), reason) for address, reason in found.faults.items()],
        "reached": found.reached(),
        "waiting": [found.site_at(one.address) for one in found.waiting],
        "is_over_network": not is_for_this_machine(f"{site_of(request)}/"),
    }


def hall_items(actor: Actor) -> Iterator[DashboardItem]:
    """Report what keeps phones from an open hall: another network, none, a new address, old codes."""
    found = running_hall()
    if found is None or not found.is_open or not may_somewhere(actor, Capability.RUN_EVENTS):
        return
    address = reverse("club:hall")
    if found.waiting:
        question = _("You are in another network than before: open there too?")
        yield DashboardItem(question, address, _("Answer"))
    elif not found.usable:
        yield DashboardItem(
            _("Phones cannot reach this computer: it is in no network."), address, _("View network")
        )
    elif found.former and not found.reached().phones:
        changed = _("The address of this computer has changed: phones have to scan the code again.")
        yield DashboardItem(changed, address, _("Show code"))
    stale = sum(one.is_stale for one in printed_sheets(actor=actor))
    if stale:
        message = ngettext(
            "%(number)s printed sheet leads to an old address of this computer.",
            "%(number)s printed sheets lead to an old address of this computer.",
            stale,
        )
        yield DashboardItem(message % {"number": stale}, address, _("View sheets"))


@require_safe
@never_cache
@public
def hall_check(request: HttpRequest, nonce: str) -> HttpResponse:
    """Tell a phone that it reaches the site, and the desk that a phone did; show the events of the day."""
    found = running_hall()
    noted = found.note_phone(nonce, request.META.get("REMOTE_ADDR", "")) if found else None
    context: dict[str, Any] = {"is_known": noted is not None, "is_phone": bool(noted), "events": []}
    if noted is not None:
        context["events"] = hall_events()
    return render(request, "club/hall/hall_check.html", context, status=GONE if noted is None else 200)


@require_safe
@never_cache
@public
def code(request: HttpRequest, letter: str, token: str) -> HttpResponse:
    """Lead a scanned code to its page. Old paper stays valid when the address of a page changes."""
    return HttpResponseRedirect(target_of(request, letter, token))
