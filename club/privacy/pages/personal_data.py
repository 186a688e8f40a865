"""All my data: everything the site stores about a person, as a page and a file; requests for erasure."""

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import any_account, needs
from club.core.pages.refusals import Refusals, require_valid_form
from club.core.requests import actor_of
from club.members.pages.member_forms import text_field
from club.members.scopes import scope_of_person
from club.members.selectors.self_service import may_sign_for, own_persons
from club.models import Person
from club.privacy.selectors import latest_request, personal_data_of, zip_of
from club.privacy.services.erasure import log_data_export, request_erasure, withdraw_erasure_request


class AskForm(forms.Form):
    """Form of a request for erasure."""

    message = text_field(gettext_lazy("Message to the secretary"), length=1000)


@require_safe
@any_account
def everything(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show all stored data by kind, with its treatment at an erasure."""
    persons, person = _persons_and_own(request, person_id)
    context = {
        "persons": persons,
        "person": person,
        "kinds": personal_data_of(person=person),
        "signs": may_sign_for(actor=actor_of(request), person=person),
        "request_row": latest_request(person=person),
        "form": AskForm(),
    }
    return render(request, "club/privacy/desk/own_data.html", context)


@require_safe
@any_account
def own_file(request: HttpRequest, person_id: int | None = None) -> StreamingHttpResponse:
    """Download the same as a file, for oneself or a ward."""
    _persons, person = _persons_and_own(request, person_id)
    return _answer(request, person)


@require_safe
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def member_file(request: HttpRequest, person_id: int) -> StreamingHttpResponse:
    """Download the same as the secretary, for a person without an account."""
    return _answer(request, get_object_or_404(Person.objects.select_related("user"), pk=person_id))


@require_POST
@any_account
def erasure(request: HttpRequest, person_id: int) -> HttpResponse:
    """Request erasure, or with `back` withdraw the request."""
    _persons, person = _persons_and_own(request, person_id)
    actor, form = actor_of(request), AskForm(request.POST)
    with Refusals(request):
        if "back" in request.POST:
            withdraw_erasure_request(person_id=person.pk, actor=actor)
            messages.success(request, _("Request withdrawn."))
        else:
            unsent = _("The request was not sent: the message is too long or cannot be read.")
            request_erasure(person_id=person.pk, actor=actor, **require_valid_form(form, unsent))
            messages.success(request, _("Request sent to the secretary."))
    return redirect("club:own_data", person_id=person.pk)


def _persons_and_own(request: HttpRequest, person_id: int | None) -> tuple[list[Person], Person]:
    persons = own_persons(actor=actor_of(request))
    found = [one for one in persons if person_id in {None, one.pk}]
    if not found:
        raise Http404
    return persons, found[0]


def _answer(request: HttpRequest, person: Person) -> StreamingHttpResponse:
    log_data_export(person=person, actor=actor_of(request))
    return zip_of(person)
