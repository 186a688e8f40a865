"""Members at the desk: the list and the form for a new one."""

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.pages.responses import form_page, page_of, posted, service_arguments
from club.core.requests import CONFLICT, actor_of
from club.members.pages.member_forms import FilterForm, NewMemberForm
from club.members.selectors.members import MemberFilters, members_of, plans_of
from club.members.selectors.similar_names import DuplicateCandidate, Newcomer, duplicate_candidates
from club.members.services.memberships import add_member, start_membership
from club.models import Person


@require_safe
@needs(Capability.SEE_MEMBERS)
def members(request: HttpRequest) -> HttpResponse:
    """List the members of a club in sort order, with the filters permitted to the reader."""
    actor, chosen = actor_of(request), chosen_club(request, Capability.SEE_MEMBERS)
    scope = Scope(chosen.club.pk)
    sees_plans = may(actor, Capability.SEE_PLANS, scope)
    form = FilterForm(
        request.GET,
        club=chosen.club,
        sees_plans=sees_plans,
        sees_private=may(actor, Capability.SEE_PRIVATE, scope),
    )
    found = members_of(organisation_id=chosen.club.pk, actor=actor, filters=MemberFilters(**form.chosen()))
    asked = {name: value for name, value in request.GET.items() if value and name != "page"}
    context = {
        "chosen": chosen,
        "form": form,
        "page": page_of(request, found),
        "asked": urlencode(asked),
        "asked_fields": [(name, value) for name, value in asked.items() if name != "club"],
        "is_narrowed": bool(asked.keys() - {"club"}),
        "narrows_by_more": bool(asked.keys() - {"club", "q"}),
        "has_plans": not sees_plans or plans_of(organisation_id=chosen.club.pk).exists(),
        "sees_plans": sees_plans,
        "keeps": may(actor, Capability.KEEP_MEMBERS, scope),
    }
    return render(request, "club/members/desk/members.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS)
def new_member(request: HttpRequest) -> HttpResponse:
    """Add a member with one form, then redirect to their page."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    form = NewMemberForm(posted(request), club=chosen.club)
    if not form.is_valid():
        return form_page(request, "club/members/desk/member_new.html", {"chosen": chosen, "form": form})
    near = _similar_persons(chosen.club.pk, form.cleaned_data)
    known = next((one.person for one in near if str(one.person.pk) == request.POST.get("use")), None)
    if known is not None:
        return _renew_membership(request, known, form)
    if near and "anyway" not in request.POST:
        context = {"chosen": chosen, "form": form, "near": near}
        return render(request, "club/members/desk/member_new.html", context, status=CONFLICT)
    given = service_arguments(form)
    row = add_member(details={"born_on": given.pop("born_on")}, actor=actor_of(request), **given)
    messages.success(request, _("%(name)s is a member now.") % {"name": row.person.name})
    return redirect("club:member", person_id=row.person_id)


def _similar_persons(organisation_id: int, given: dict[str, Any]) -> list[DuplicateCandidate]:
    """Return known persons of the club similar to the new member."""
    newcomer = Newcomer(name=given["name"], born_on=given["born_on"], email=given["email"])
    return duplicate_candidates(organisation_id=organisation_id, newcomers=[newcomer])[0]


def _renew_membership(request: HttpRequest, person: Person, form: NewMemberForm) -> HttpResponse:
    """Make a known person a member; a current member is unchanged."""
    plan, starts_on = form.cleaned_data["plan"], form.cleaned_data["starts_on"]
    with Refusals(request, success=_("%(name)s is a member now.") % {"name": person.name}):
        start_membership(person_id=person.pk, plan_id=plan.pk, starts_on=starts_on, actor=actor_of(request))
    return redirect("club:member", person_id=person.pk)
