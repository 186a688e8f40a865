"""Duplicate persons: the list of probable pairs, and the page that merges two persons."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import Scope, require_permission
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.requests import CONFLICT, OK, actor_of
from club.duplicates.selectors import CHOSEN, merge_choices, moved_tables, persons_of, probable_pairs
from club.duplicates.services.confirmed_distinct import confirm_distinct
from club.duplicates.services.merging import merge_persons, rehearse_merge
from club.members.scopes import scope_of_person
from club.members.services.access_log import log_view
from club.models import Person

PAIRS_PER_PAGE = 25


@require_safe
@needs(Capability.KEEP_MEMBERS)
def duplicates(request: HttpRequest) -> HttpResponse:
    """List pairs of a club that may be one person, most similar first."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    pairs = probable_pairs(organisation_id=chosen.club.pk)
    page = Paginator(pairs, PAIRS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "desk",
        "chosen": chosen,
        "page": page,
        "pairs": persons_of(page.object_list),
        "asked": f"club={chosen.club.slug}",
    }
    return render(request, "club/duplicates/desk/duplicates.html", context)


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def confirm_distinct_pair(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Confirm that two persons are distinct, so that the pair is not listed again."""
    person = get_object_or_404(Person.objects.select_related("organisation"), pk=person_id)
    with Refusals(request):
        confirm_distinct(person_id=person_id, other_id=other_id, actor=actor_of(request))
        messages.success(request, _("Saved: they are two different people."))
    slug = person.organisation.slug if person.organisation is not None else ""
    return redirect(f"{reverse('club:duplicates')}?club={slug}")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def merge(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Compare two persons and the rows to move; POST merges them."""
    kept, other, actor = _person(person_id), _person(other_id), actor_of(request)
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(other.organisation_id))
    pair: dict[str, Any] = {"kept_id": kept.pk, "merged_id": other.pk, "actor": actor}
    context: dict[str, Any] = {"section": "desk", "kept": kept, "other": other}
    if request.method == "POST":
        taken = {name for name in CHOSEN if request.POST.get(f"take_{name}") == "other"}
        try:
            merge_persons(seen=request.POST.get("seen", ""), taken=taken, **pair)
        except ClubError as error:
            context["refusal"] = refusal_text(error)
        else:
            messages.success(request, _("Merged."))
            return redirect("club:member", person_id=kept.pk)
    for person in (kept, other):
        log_view(person=person, actor=actor)
    try:
        shown = rehearse_merge(**pair)
    except ClubError as error:
        context.setdefault("refusal", refusal_text(error))
    else:
        context |= {"seen": shown.seen, "tables": moved_tables(shown.steps)}
    context["choices"] = merge_choices(kept=kept, other=other)
    return render(
        request,
        "club/duplicates/desk/merge.html",
        context,
        status=CONFLICT if "refusal" in context else OK,
    )


def _person(number: int) -> Person:
    return get_object_or_404(Person.objects.select_related("organisation", "user"), pk=number)
