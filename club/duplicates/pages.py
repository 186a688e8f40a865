"""Duplicate persons: the list of probable pairs, and the page that merges two persons."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import Scope, require_permission
from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals, submit
from club.core.pages.responses import club_address, page_of
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
    page = page_of(request, probable_pairs(organisation_id=chosen.club.pk), PAIRS_PER_PAGE)
    context = {
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
    with Refusals(request, success=_("Saved: they are two different people.")):
        confirm_distinct(person_id=person_id, other_id=other_id, actor=actor_of(request))
    return redirect(club_address("club:duplicates", person.organisation or ""))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def merge(request: HttpRequest, person_id: int, other_id: int) -> HttpResponse:
    """Compare two persons and the rows to move; POST merges them."""
    kept, other, actor = _person(person_id), _person(other_id), actor_of(request)
    require_permission(actor, Capability.KEEP_MEMBERS, Scope(other.organisation_id))
    pair: dict[str, Any] = {"kept_id": kept.pk, "merged_id": other.pk, "actor": actor}
    context: dict[str, Any] = {"kept": kept, "other": other}
    seen = request.POST.get("seen", "")
    taken = {name for name in CHOSEN if request.POST.get(f"take_{name}") == "other"}
    sent = submit(request, None, lambda: merge_persons(seen=seen, taken=taken, **pair), success=_("Merged."))
    if sent.is_done:
        return redirect("club:member", person_id=kept.pk)
    for person in (kept, other):
        log_view(person=person, actor=actor)
    refusal = sent.refusal
    try:
        shown = rehearse_merge(**pair)
        context |= {"seen": shown.seen, "tables": moved_tables(shown.steps)}
    except ClubError as error:
        refusal = refusal or refusal_text(error)
    context |= {"refusal": refusal, "choices": merge_choices(kept=kept, other=other)}
    return render(request, "club/duplicates/desk/merge.html", context, status=CONFLICT if refusal else OK)


def _person(number: int) -> Person:
    return get_object_or_404(Person.objects.select_related("organisation", "user"), pk=number)
