"""Requests to join at the desk: applicants, similar persons, and one button for each answer."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals
from club.core.pages.responses import club_address, form_page, number_in, page_of, posted
from club.core.requests import actor_of, phone_uri
from club.core.scopes import scope_of_join_request
from club.jobs.pages.background import with_delivery_note
from club.joining.join_links import ASKED, GUARDIAN, join_secret
from club.joining.pages.join_forms import JoinSettingForm
from club.joining.selectors import form_of, requests_to_join, similar_persons
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_inbox import accept_request, refuse_request, reopen_request
from club.members.selectors.members import plans_of
from club.members.selectors.persons import age_on
from club.models import JoinRequest, JoinState

REQUESTS_PER_PAGE = 10


@require_safe
@needs(Capability.KEEP_MEMBERS)
def joins(request: HttpRequest) -> HttpResponse:
    """List waiting requests, each with the persons it may be; `state` shows the decided ones."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    state = request.GET.get("state", "")
    state = state if state in JoinState.values else JoinState.WAITING.value
    rows = requests_to_join(organisation_id=chosen.club.pk, state=state)
    page = page_of(request, rows if state == JoinState.WAITING else rows.order_by("-pk"), REQUESTS_PER_PAGE)
    found = list(page.object_list)
    context = {
        "chosen": chosen,
        "page": page,
        "lines": _lines(chosen.club.pk, found, is_open=state == JoinState.WAITING),
        "state": state,
        "states": JoinState.choices,
        "asked": f"club={chosen.club.slug}&state={state}",
    }
    return render(request, "club/joining/desk/joins.html", context)


def _lines(organisation_id: int, rows: list[JoinRequest], *, is_open: bool) -> list[dict[str, Any]]:
    today = timezone.localdate()
    alike = similar_persons(organisation_id=organisation_id, rows=rows) if is_open else [[] for _one in rows]
    return [
        {"row": row, "age": age_on(today, row.born_on), "near": near, "links": _links(row)}
        for row, near in zip(rows, alike, strict=True)
    ]


def _links(row: JoinRequest) -> list[tuple[str, str]]:
    """Return the links of a request's mails, to be passed on by hand if the site sends no mail."""
    if settings.MAIL_REACHES_PEOPLE or row.state != JoinState.WAITING:
        return []
    links = [(_("Link for the applicant"), "club:join_request", ASKED)]
    if row.guardian_name and not row.is_signed:
        links.append((_("Link for the guardian"), "club:join_guardian", GUARDIAN))
    return [
        (label, f"{row.site}{reverse(name, args=[join_secret(row, salt)])}") for label, name, salt in links
    ]


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_join_request)
def join_act(request: HttpRequest, request_id: int, act: str) -> HttpResponse:
    """Accept as a new or a known person, refuse, or reopen."""
    row = get_object_or_404(JoinRequest.objects.select_related("organisation"), pk=request_id)
    if act not in {"accept", "refuse", "reopen"}:
        raise Http404(act)
    actor = actor_of(request)
    with Refusals(request):
        if act == "accept":
            person = accept_request(request_id=row.pk, person_id=_person(request), actor=actor)
            messages.success(request, _("%(name)s is a member now.") % {"name": person.name})
            return redirect("club:member", person_id=person.pk)
        if act == "refuse":
            refuse_request(request_id=row.pk, reason=request.POST.get("reason", "")[:500], actor=actor)
            messages.success(request, with_delivery_note(_("Request refused; the reason is sent by email.")))
        else:
            reopen_request(request_id=row.pk, actor=actor)
            messages.success(request, _("The request is open again."))
    return redirect(club_address("club:joins", row.organisation))


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS)
def join_form(request: HttpRequest) -> HttpResponse:
    """Open or close the form of a club, and set its introduction."""
    chosen = chosen_club(request, Capability.KEEP_MEMBERS)
    held = form_of(organisation_id=chosen.club.pk)
    form = JoinSettingForm(posted(request), club=chosen.club, held=held)
    if form.is_valid():
        with Refusals(request, success=_("Saved.")):
            set_join_form(organisation_id=chosen.club.pk, actor=actor_of(request), **form.cleaned_data)
        return redirect(club_address("club:join_form", chosen.club))
    context = {
        "chosen": chosen,
        "form": form,
        "held": held,
        "public_address": phone_uri(request, reverse("club:join", args=[chosen.club.slug])),
        "has_plan": plans_of(organisation_id=chosen.club.pk).filter(is_offered=True).exists(),
    }
    return form_page(request, "club/joining/desk/join_form.html", context)


def _person(request: HttpRequest) -> int | None:
    return number_in(request, "person") if request.POST.get("person") else None
