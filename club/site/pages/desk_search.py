"""The search of the desk, and pages, people and invoices for it. The pin of an event in the menu."""

from collections.abc import Iterator
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe
from django.views.decorators.vary import vary_on_headers

from club.core.actor import Actor
from club.core.pages.access import any_account
from club.core.pages.desk import open_pages
from club.core.pages.desk_search import MAX_HITS, SearchHit, SearchKind, clean_words, has_words, search_for
from club.core.pages.pinned_event import set_pin
from club.core.requests import actor_of, key_in
from club.members.selectors.persons import persons_found
from club.money.formatting import amount_text
from club.money.selectors.books import invoices_found

PAGES: Final = SearchKind("page", gettext_lazy("Pages"))
PEOPLE: Final = SearchKind("person", gettext_lazy("People"))
INVOICES: Final = SearchKind("invoice", gettext_lazy("Invoices"))


@require_safe
@any_account
@vary_on_headers("HX-Request")
def search(request: HttpRequest) -> HttpResponse:
    """Search everything that the reader may see; the field of the menu gets the options of its list alone."""
    asked = request.GET.get("q", "")
    groups = search_for(actor_of(request), asked)
    context = {
        "groups": groups,
        "asked": clean_words(asked),
        "written": asked.replace("\0", " ")[:200],
        "count": sum(len(group.hits) for group in groups),
    }
    is_part = "HX-Request" in request.headers
    page = "club/site/desk/_search_options.html" if is_part else "club/site/desk/search.html"
    return render(request, page, context)


@require_POST
@any_account
def pin(request: HttpRequest) -> HttpResponse:
    """Pin an event on top of the menu, or unpin it."""
    event_id = key_in(request.POST.get("event", ""))
    if event_id:
        set_pin(request, event_id=event_id, is_pinned=request.POST.get("pin") == "1")
    back = request.POST.get("next", "")
    is_here = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return redirect(back if is_here else "club:desk")


def find_people(actor: Actor, text: str) -> Iterator[SearchHit]:
    """Find persons whose names the actor sees, each with the club that manages the record."""
    for person in persons_found(actor=actor, words=text)[:MAX_HITS]:
        page = "club:member" if getattr(person, "is_member", False) else "club:person"
        club = person.organisation.name if person.organisation else ""
        yield SearchHit(PEOPLE, person.name, club, reverse(page, args=[person.pk]))


def find_invoices(actor: Actor, text: str) -> Iterator[SearchHit]:
    """Find invoices by number, reference or payer, newest first."""
    for invoice in invoices_found(actor=actor, words=text)[:MAX_HITS]:
        detail = f"{invoice.payer.name} · {amount_text(invoice.total, invoice.currency)}"
        yield SearchHit(INVOICES, invoice.code, detail, reverse("club:invoice", args=[invoice.pk]))


def find_pages(actor: Actor, text: str) -> Iterator[SearchHit]:
    """Find pages of the menu by their names."""
    found = 0
    for page in open_pages(actor):
        if found < MAX_HITS and has_words(str(page.label), text):
            found += 1
            group = str(page.group.label) if page.group is not None else ""
            yield SearchHit(PAGES, str(page.label), group, reverse(page.url_name))
