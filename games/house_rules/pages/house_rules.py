"""Desk pages of house rules: the list of a club, new ones after a preview, retired ones."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from club.core.capabilities import Capability
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import needs
from club.core.pages.current_club import ChosenClub, chosen_club
from club.core.requests import OK, UNPROCESSABLE, actor_of
from games.core.access import house_rules_scope
from games.core.errors import Refusal
from games.house_rules.fact_labels import changes_text
from games.house_rules.pages.forms import BaseForm, HouseRulesForm
from games.house_rules.pages.public_house_rules import house_context
from games.house_rules.selectors import derived_from_row, house_rules_of
from games.house_rules.services import derived_rules, make_house_rules, offer_house_rules, retire_house_rules
from games.house_rules.variant_names import DEFAULT_VARIANT
from games.models import HouseRules
from games.rules import VARIANTS, HouseVariant

ROWS_PER_PAGE = 50


@require_safe
@needs(Capability.RUN_EVENTS)
def house_rules_list(request: HttpRequest) -> HttpResponse:
    """The house rules of a club, those offered first."""
    chosen = chosen_club(request, Capability.RUN_EVENTS)
    rows = house_rules_of(organisation_id=chosen.club.pk)
    page = Paginator(rows, ROWS_PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "desk",
        "chosen": chosen,
        "page": page,
        "rows": [(row, changes_text(row.changes)) for row in page.object_list],
        "asked": f"club={chosen.club.slug}",
        "base_form": BaseForm(initial={"base": DEFAULT_VARIANT}),
    }
    return render(request, "games/house_rules/desk/house_rules_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS)
def new_house_rules(request: HttpRequest) -> HttpResponse:
    """Form of a base with its facts to change; posting previews the rules, posting with `make` saves them."""
    chosen = chosen_club(request, Capability.RUN_EVENTS)
    asked = request.POST.get("base") or request.GET.get("base") or DEFAULT_VARIANT
    base = asked if asked in VARIANTS else DEFAULT_VARIANT
    form = HouseRulesForm(request.POST if request.method == "POST" else None, base=base)
    shown: HouseVariant | None = None
    refusal: RefusalText | None = None
    status = OK
    if form.is_valid():
        try:
            shown = derived_rules(base=base, changes=form.changes(), name=form.cleaned_data["name"])
            if "make" in request.POST:
                return redirect("games:house_rules", _create_rules(request, chosen, base, form).pk)
        except Refusal as refused:
            refusal, status = refusal_text(refused), refused.status
    elif form.is_bound:
        status = UNPROCESSABLE
    context = {"section": "desk", "chosen": chosen, "form": form, "base": base, "refusal": refusal}
    context |= house_context(shown) if shown is not None else {}
    return render(request, "games/house_rules/desk/house_rules_new.html", context, status=status)


def _create_rules(request: HttpRequest, chosen: ChosenClub, base: str, form: HouseRulesForm) -> HouseRules:
    row = make_house_rules(
        organisation_id=chosen.club.pk,
        name=form.cleaned_data["name"],
        base=base,
        changes=form.changes(),
        actor=actor_of(request),
    )
    messages.success(request, _("House rules saved. You can now choose them as the variant of a section."))
    return row


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.RUN_EVENTS, scope=house_rules_scope)
def house_rules(request: HttpRequest, rules_id: int) -> HttpResponse:
    """One set of rules; posting `retire` or `offer` sets if new sections may be played by it."""
    row = get_object_or_404(HouseRules.objects.select_related("organisation"), pk=rules_id)
    if request.method == "POST":
        act = retire_house_rules if "retire" in request.POST else offer_house_rules
        act(rules_id=rules_id, actor=actor_of(request))
        messages.success(request, _("Saved."))
        return redirect("games:house_rules", rules_id)
    context: dict[str, Any] = {
        "section": "desk",
        "row": row,
        "list_address": f"{reverse('games:house_rules_list')}?club={row.organisation.slug}",
        **house_context(derived_from_row(row)),
    }
    return render(request, "games/house_rules/desk/house_rules.html", context)
