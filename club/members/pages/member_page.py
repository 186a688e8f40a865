"""Member page at the desk: the data visible to the reader, and the actions on it."""

from collections.abc import Callable
from typing import Any

from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from club.core.access import Scope, may
from club.core.actor import Actor
from club.core.capabilities import NOTE_READERS, Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, require_valid_form
from club.core.pages.responses import number_in, service_arguments
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.core.scopes import scope_of_membership
from club.members.errors import MergedAlready
from club.members.pages.member_forms import (
    ContactForm,
    DetailsForm,
    GuardianForm,
    HouseholdForm,
    LastDayForm,
    MembershipForm,
    NoteForm,
    NumberForm,
    OneClubForm,
)
from club.members.pages.photos import PhotoPart, photo_part
from club.members.scopes import scope_of_member
from club.members.selectors.members import MemberSheet, club_to_see, member_sheet
from club.members.selectors.persons import surviving_person
from club.members.services import consents, guardians, memberships, person_details
from club.members.services.access_log import log_view
from club.members.services.households import settle_by_name
from club.models import ConsentKind, Membership, NoteSight, Organisation, Person


@require_safe
@needs(Capability.SEE_MEMBERS, scope=scope_of_member(Capability.SEE_MEMBERS))
def member(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show the visible data of a member; access to private data is in the audit log."""
    person = _get_person(person_id)
    if (kept := surviving_person(person)) != person:
        return redirect("club:member", kept.pk)
    return _page(request, person, {})


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_member(Capability.KEEP_MEMBERS))
def member_act(request: HttpRequest, person_id: int, act: str) -> HttpResponse:
    """Run one action of the member page."""
    if act not in ACTIONS:
        raise Http404(act)
    return _do(request, _get_person(person_id), act)


@require_POST
@needs(Capability.SEE_PLANS, scope=scope_of_member(Capability.SEE_PLANS))
def member_notes(request: HttpRequest, person_id: int) -> HttpResponse:
    """Add or remove a note, for its readers."""
    person = _get_person(person_id)
    if "remove" not in request.POST:
        return _do(request, person, "note")
    with Refusals(request, success=_("Note removed.")):
        person_details.remove_note(note_id=number_in(request, "remove"), actor=actor_of(request))
    return redirect("club:member", person_id=person.pk)


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_membership)
def membership_act(request: HttpRequest, membership_id: int, act: str) -> HttpResponse:
    """Change a membership: pause, resume, end, remove or edit."""
    row = get_object_or_404(Membership.objects.select_related("organisation"), pk=membership_id)
    if act not in STEPS:
        raise Http404(act)
    with Refusals(request, success=_("Saved.")):
        _step(request, row, act)
    return redirect("club:member", person_id=row.person_id)


STEPS: dict[str, Callable[..., Any]] = {
    "pause": memberships.pause_membership,
    "resume": memberships.resume_membership,
    "end": memberships.end_membership,
    "remove": memberships.remove_membership,
    "change": memberships.change_membership,
}


def _step(request: HttpRequest, row: Membership, act: str) -> None:
    facts: dict[str, Any] = {"reason": request.POST.get("reason", "")[:500]}
    form: OneClubForm
    if act == "change":
        form = MembershipForm(request.POST, club=row.organisation, held=row)
        facts |= require_valid_form(form, _("Nothing was changed: choose a plan and a first day."))
    elif act == "end":
        form = LastDayForm(request.POST, club=row.organisation)
        facts |= require_valid_form(form, _("Nothing was changed: choose a last day."))
    STEPS[act](membership_id=row.pk, actor=actor_of(request), **facts)


def _add_guardian(*, person_id: int, actor: Actor, **given: Any) -> None:
    guardians.add_guardian(ward_id=person_id, actor=actor, **given)


FORMS: dict[str, tuple[type[OneClubForm], Callable[..., Any]]] = {
    "details": (DetailsForm, person_details.change_details),
    "contact": (ContactForm, person_details.add_contact),
    "number": (NumberForm, person_details.set_number),
    "household": (HouseholdForm, settle_by_name),
    "guardian": (GuardianForm, _add_guardian),
    "membership": (MembershipForm, memberships.start_membership),
    "note": (NoteForm, person_details.add_note),
}
ONE_BUTTON = frozenset({"forget_contact", "forget_guardian", "consent", "no_consent"})
ACTIONS = (FORMS.keys() - {"note"}) | ONE_BUTTON


def _do(request: HttpRequest, person: Person, act: str) -> HttpResponse:
    if (kept := surviving_person(person)) != person:  # merged while the page was open
        with Refusals(request):
            raise MergedAlready(name=person.name, kept=kept.name)
        return redirect("club:member", person_id=kept.pk)
    club, actor = _club(person, actor_of(request)), actor_of(request)
    if act in ONE_BUTTON:
        with Refusals(request, success=_("Saved.")):
            _run_button(request, person, club, act)
        return redirect("club:member", person_id=person.pk)
    kind, keep = FORMS[act]
    form = kind(request.POST, club=club, **_extra(act, person, actor))
    if not form.is_valid():
        return _page(request, person, {act: form}, status=UNPROCESSABLE)
    with Refusals(request, success=_("Saved.")):
        keep(person_id=person.pk, actor=actor, **service_arguments(form))
    return redirect("club:member", person_id=person.pk)


def _run_button(request: HttpRequest, person: Person, club: Organisation, act: str) -> None:
    actor = actor_of(request)
    if act == "forget_contact":
        person_details.remove_contact(contact_id=number_in(request, "contact"), actor=actor)
    elif act == "forget_guardian":
        guardians.remove_guardian(guardianship_id=number_in(request, "guardianship"), actor=actor)
    else:
        service = consents.give_consent if act == "consent" else consents.withdraw_consent
        kind = request.POST.get("kind", "")
        if kind not in ConsentKind.values:
            raise Http404(kind)
        service(person_id=person.pk, organisation_id=club.pk, kind=kind, actor=actor)


def _page(
    request: HttpRequest, person: Person, bound: dict[str, OneClubForm], *, status: int = OK
) -> HttpResponse:
    actor = actor_of(request)
    sheet = member_sheet(person=person, club=_club(person, actor), actor=actor)
    if sheet.is_private:
        log_view(person=person, actor=actor)
    context = {
        "sheet": sheet,
        "person": person,
        "forms": _forms(sheet, actor) | bound,
        "changes": _changes(sheet),
        "sees_money": may(actor, Capability.KEEP_MONEY, Scope(sheet.club.pk)),
        "photo": _photo(sheet) if sheet.sees_private else None,
        "erases": may(actor, Capability.KEEP_MEMBERS, Scope(person.organisation_id)),
        "keeps_person": may(actor, Capability.KEEP_PERSONS, Scope(person.organisation_id)),
    }
    return render(request, "club/members/desk/member.html", context, status=status)


def _photo(sheet: MemberSheet) -> PhotoPart | None:
    """Return the part about the photo, for the secretary of the club that manages the person."""
    person = sheet.person
    if not sheet.keeps or person.organisation_id != sheet.club.pk:
        return None
    return photo_part(person, signs=True, address=reverse("club:member_photo", args=[person.pk]))


def _forms(sheet: MemberSheet, actor: Actor) -> dict[str, OneClubForm]:
    """Build the form of each permitted action, empty or with current data."""
    person, club = sheet.person, sheet.club
    is_kept = person.organisation_id == club.pk
    initial: dict[str, dict[str, Any]] = {
        "details": model_to_dict(person, DetailsForm.base_fields),
        "household": {"household": sheet.household.name if sheet.household else ""},
    }
    open_acts = [act for act in FORMS if act == "membership" or is_kept] if sheet.keeps else []
    if is_kept and sheet.sees_plans and "note" not in open_acts:
        open_acts.append("note")
    return {
        act: FORMS[act][0](club=club, initial=initial.get(act), **_extra(act, person, actor))
        for act in open_acts
    }


def _extra(act: str, person: Person, actor: Actor) -> dict[str, Any]:
    if act != "note":
        return {}
    scope = Scope(person.organisation_id)
    return {"sights": [one for one in NoteSight if may(actor, NOTE_READERS[one], scope)]}


def _changes(sheet: MemberSheet) -> list[tuple[Membership, MembershipForm | None]]:
    """Return each membership with its edit form."""
    return [
        (row, MembershipForm(club=sheet.club, held=row) if sheet.keeps else None) for row in sheet.memberships
    ]


def _get_person(person_id: int) -> Person:
    return get_object_or_404(Person.objects.select_related("organisation", "user"), pk=person_id)


def _club(person: Person, actor: Actor) -> Organisation:
    club = club_to_see(person=person, actor=actor)
    if club is None:
        raise Http404
    return club
