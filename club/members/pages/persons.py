"""Persons at the desk: list, add, change, link accounts."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.errors import ClubError
from club.core.pages.access import needs
from club.core.pages.refusals import add_refusal_message
from club.core.requests import OK, UNPROCESSABLE, actor_of
from club.members.pages.person_forms import LinkForm, NewPersonForm, PersonForm
from club.members.scopes import scope_of_person
from club.members.selectors.persons import managed_persons, surviving_person_id
from club.members.services.persons import add_person, change_person, link_account, unlink_account
from club.models import Person

PERSONS_PER_PAGE = 50


@require_safe
@needs(Capability.KEEP_PERSONS)
def persons(request: HttpRequest) -> HttpResponse:
    """List persons of the actor's clubs; `q` searches words in names and addresses."""
    words = request.GET.get("q", "")
    found = managed_persons(actor=actor_of(request), words=words)
    page = Paginator(found, PERSONS_PER_PAGE).get_page(request.GET.get("page"))
    return render(
        request, "club/members/desk/persons.html", {"section": "desk", "page": page, "words": words}
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_PERSONS)
def new_person(request: HttpRequest) -> HttpResponse:
    """Add a person."""
    actor = actor_of(request)
    form = NewPersonForm(
        request.POST if request.method == "POST" else None, actor=actor, capability=Capability.KEEP_PERSONS
    )
    if not form.is_valid():
        context = {"section": "desk", "form": form}
        return render(request, "club/members/desk/person_new.html", context, status=_status(form))
    given = form.cleaned_data
    person = add_person(
        organisation_id=given["organisation"].pk,
        name=given["name"],
        email=given["email"],
        language=given["language"],
        actor=actor,
    )
    messages.success(request, _("%(name)s has been added.") % {"name": person.name})
    return redirect("club:persons")


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_PERSONS, scope=scope_of_person)
def person(request: HttpRequest, person_id: int) -> HttpResponse:
    """Change a person, and show the account."""
    actor, number = actor_of(request), surviving_person_id(person_id)
    if number != person_id:
        return redirect("club:person", person_id=number)
    known = get_object_or_404(managed_persons(actor=actor), pk=person_id)
    initial = {"name": known.name, "email": known.email, "language": known.language}
    form = PersonForm(request.POST if request.method == "POST" else None, initial=initial)
    if form.is_valid():
        change_person(person_id=known.pk, actor=actor, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club:person", person_id=known.pk)
    context = {"section": "desk", "person": known, "form": form, "link_form": LinkForm(person=known)}
    return render(request, "club/members/desk/person.html", context, status=_status(form))


@require_POST
@needs(Capability.KEEP_PERSONS, scope=scope_of_person)
def link(request: HttpRequest, person_id: int) -> HttpResponse:
    """Link an account, or with `unlink` unlink it."""
    actor = actor_of(request)
    known = get_object_or_404(managed_persons(actor=actor), pk=person_id)
    try:
        _link(request, known)
    except ClubError as refusal:
        add_refusal_message(request, refusal)
    return redirect("club:person", person_id=known.pk)


def _link(request: HttpRequest, known: Person) -> None:
    actor = actor_of(request)
    if "unlink" in request.POST:
        unlink_account(person_id=known.pk, actor=actor)
        messages.success(request, _("Account unlinked."))
        return
    form = LinkForm(request.POST, person=known)
    if form.is_valid():
        link_account(person_id=known.pk, user_id=form.cleaned_data["account"].pk, actor=actor)
        messages.success(request, _("Account linked."))
    else:
        messages.error(request, _("Choose an account from the list."))


def _status(form: PersonForm) -> int:
    return UNPROCESSABLE if form.is_bound else OK
