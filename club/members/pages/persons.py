"""Persons at the desk: list, add, change, link accounts."""

from django.contrib import messages
from django.forms import model_to_dict
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import Scope, may
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals, require_valid_form
from club.core.pages.responses import form_page, page_of, posted, service_arguments
from club.core.requests import actor_of
from club.members.pages.person_forms import LinkForm, NewPersonForm, PersonForm
from club.members.scopes import scope_of_person
from club.members.selectors.persons import managed_persons, surviving_person_id
from club.members.services.persons import add_person, change_person, link_account, unlink_account


@require_safe
@needs(Capability.KEEP_PERSONS)
def persons(request: HttpRequest) -> HttpResponse:
    """List persons of the actor's clubs; `q` searches words in names and addresses."""
    words = request.GET.get("q", "")
    page = page_of(request, managed_persons(actor=actor_of(request), words=words))
    return render(request, "club/members/desk/persons.html", {"page": page, "words": words})


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_PERSONS)
def new_person(request: HttpRequest) -> HttpResponse:
    """Add a person."""
    actor = actor_of(request)
    form = NewPersonForm(posted(request), actor=actor, capability=Capability.KEEP_PERSONS)
    if not form.is_valid():
        return form_page(request, "club/members/desk/person_new.html", {"form": form})
    person = add_person(actor=actor, **service_arguments(form))
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
    form = PersonForm(posted(request), initial=model_to_dict(known, PersonForm.base_fields))
    if form.is_valid():
        change_person(person_id=known.pk, actor=actor, **form.cleaned_data)
        messages.success(request, _("Saved."))
        return redirect("club:person", person_id=known.pk)
    context = {"person": known, "form": form, "link_form": LinkForm(person=known)}
    context["keeps"] = may(actor, Capability.KEEP_MEMBERS, Scope(known.organisation_id))
    return form_page(request, "club/members/desk/person.html", context)


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def link(request: HttpRequest, person_id: int) -> HttpResponse:
    """Link an account, or with `unlink` unlink it."""
    actor = actor_of(request)
    known = get_object_or_404(managed_persons(actor=actor), pk=person_id)
    with Refusals(request):
        if "unlink" in request.POST:
            unlink_account(person_id=known.pk, actor=actor)
            messages.success(request, _("Account unlinked."))
        else:
            form = LinkForm(request.POST, person=known)
            given = require_valid_form(form, _("Choose an account from the list."))
            link_account(person_id=known.pk, user_id=given["account_id"], actor=actor)
            messages.success(request, _("Account linked."))
    return redirect("club:person", person_id=known.pk)
