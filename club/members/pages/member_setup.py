"""Settings for members: plans, households and consent texts of a club."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals, require_valid_form
from club.core.pages.responses import club_address, form_page, posted
from club.core.requests import actor_of
from club.core.scopes import scope_of_household, scope_of_plan
from club.members.pages.member_forms import ConsentTextForm, HouseholdNameForm, OneClubForm, PlanForm
from club.members.selectors.members import households_of, plans_of
from club.members.selectors.persons import consent_counts
from club.members.services.consents import write_consent_text
from club.members.services.households import add_household, remove_household, rename_household
from club.members.services.plans import add_plan, add_usual_plans, change_plan, remove_plan
from club.models import ConsentKind, Household, MembershipPlan, Organisation


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_PLANS, methods={"GET", "HEAD"})
@needs(Capability.KEEP_MEMBERS, methods={"POST"})
def plans(request: HttpRequest) -> HttpResponse:
    """List the plans of a club; POST adds one, with `usual` the common ones."""
    if request.method == "POST" and "usual" in request.POST:
        return _usual_plans(request)
    return _list(request, PlanForm, add_plan, "plans", _plan_rows)


PAGES_WITHOUT_A_PLAN = {"club:members", "club:member_new", "club:member_import", "club:join_form"}


def _usual_plans(request: HttpRequest) -> HttpResponse:
    """Add the common plans, and return to the page that needed them."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    with Refusals(request):
        if add_usual_plans(organisation_id=chosen.club.pk, actor=actor_of(request)):
            messages.success(request, _("The usual plans have been added. Rename them to suit your club."))
    back = request.POST.get("back", "")
    return redirect(club_address(back if back in PAGES_WITHOUT_A_PLAN else "club:plans", chosen.club))


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_plan)
def plan(request: HttpRequest, plan_id: int) -> HttpResponse:
    """Change a plan, or with `remove` remove an unused one."""
    row = get_object_or_404(MembershipPlan.objects.select_related("organisation"), pk=plan_id)
    form = PlanForm(request.POST, club=row.organisation)
    with Refusals(request):
        if "remove" in request.POST:
            remove_plan(plan_id=row.pk, actor=actor_of(request))
            messages.success(request, _("Plan removed."))
        else:
            given = require_valid_form(form, _("Nothing was changed: a plan needs a name."))
            change_plan(plan_id=row.pk, actor=actor_of(request), **given)
            messages.success(request, _("Saved."))
    return redirect(club_address("club:plans", row.organisation))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEE_PLANS, methods={"GET", "HEAD"})
@needs(Capability.KEEP_MEMBERS, methods={"POST"})
def households(request: HttpRequest) -> HttpResponse:
    """List the households of a club; POST adds one."""
    return _list(request, HouseholdNameForm, add_household, "households", _household_rows)


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_household)
def household(request: HttpRequest, household_id: int) -> HttpResponse:
    """Rename a household, or with `remove` dissolve it."""
    row = get_object_or_404(Household.objects.select_related("organisation"), pk=household_id)
    form = HouseholdNameForm(request.POST, club=row.organisation)
    with Refusals(request):
        if "remove" in request.POST:
            remove_household(household_id=row.pk, actor=actor_of(request))
            messages.success(request, _("Household removed; its people remain."))
        else:
            given = require_valid_form(form, _("Nothing was changed: a household needs a name."))
            rename_household(household_id=row.pk, actor=actor_of(request), **given)
            messages.success(request, _("Saved."))
    return redirect(club_address("club:households", row.organisation))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS)
def consents(request: HttpRequest) -> HttpResponse:
    """Show the consent texts of a club and the number of consents; POST adds the next version of one."""
    return _list(request, ConsentTextForm, write_consent_text, "consents", _consent_rows)


def _list(
    request: HttpRequest,
    kind: type[OneClubForm],
    keep: Callable[..., Any],
    name: str,
    rows: Callable[[Organisation, bool], Any],
) -> HttpResponse:
    """Render a list with its form."""
    sees_all = request.method == "POST" or name == "consents"
    chosen = chosen_club(request, Capability.KEEP_MEMBERS if sees_all else Capability.SEE_PLANS)
    form = kind(posted(request), club=chosen.club)
    if form.is_valid():
        with Refusals(request, success=_("Saved.")):
            keep(organisation_id=chosen.club.pk, actor=actor_of(request), **form.cleaned_data)
        return redirect(club_address(f"club:{name}", chosen.club))
    keeps = may(actor_of(request), Capability.KEEP_MEMBERS, Scope(chosen.club.pk))
    context = {
        "chosen": chosen,
        "form": form if keeps else None,
        "keeps": keeps,
        "rows": rows(chosen.club, keeps),
    }
    return form_page(request, f"club/members/desk/{name}.html", context)


def _plan_rows(club: Organisation, keeps: bool) -> list[tuple[MembershipPlan, OneClubForm | None]]:  # noqa: FBT001 - one of three alike
    def form_of(row: MembershipPlan) -> PlanForm:
        initial = model_to_dict(row, PlanForm.base_fields)
        return PlanForm(club=club, initial=initial, auto_id=f"plan_{row.pk}_%s")

    return [(row, form_of(row) if keeps else None) for row in plans_of(organisation_id=club.pk)]


def _household_rows(club: Organisation, _keeps: bool) -> list[Household]:  # noqa: FBT001 - the same
    return list(households_of(organisation_id=club.pk))


def _consent_rows(club: Organisation, _keeps: bool) -> list[Any]:  # noqa: FBT001 - the same
    counts = consent_counts(organisation_id=club.pk)
    return [(kind, counts.get(kind.value)) for kind in ConsentKind]
