"""Erasure of a person at the desk: preview, confirmation, and answers to requests."""

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.pages.responses import form_page, posted
from club.core.requests import actor_of
from club.core.scopes import scope_of_request
from club.members.pages.member_forms import line_field, text_field
from club.members.scopes import scope_of_person
from club.members.services.access_log import log_view
from club.models import ErasureRequest, Person
from club.privacy.selectors import erasure_preview, open_request
from club.privacy.services.audit_redaction import count_entries
from club.privacy.services.erasure import erase_person, neutral_name, refuse_erasure


class EraseForm(forms.Form):
    """Form that confirms an erasure."""

    typed_name = line_field(gettext_lazy("Type the name to confirm"), length=200)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


class RefuseForm(forms.Form):
    """Form with the reason for refusing an erasure."""

    answer = text_field(gettext_lazy("Answer"), length=1000, required=True)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_MEMBERS, scope=scope_of_person)
def erase(request: HttpRequest, person_id: int) -> HttpResponse:
    """Preview an erasure: deleted data, retained data with reasons, blockers; POST with the name erases."""
    person = get_object_or_404(Person.objects.select_related("organisation", "user"), pk=person_id)
    actor, form = actor_of(request), EraseForm(posted(request))
    if form.is_valid():
        with Refusals(request):
            gone = erase_person(person_id=person.pk, actor=actor, **form.cleaned_data)
            messages.success(request, _("Erased; now shown as %(name)s.") % {"name": gone.name})
            return redirect("club:members")
        return redirect("club:member_erase", person_id=person.pk)
    log_view(person=person, actor=actor)
    context = {
        "person": person,
        "preview": erasure_preview(person=person),
        "entries": count_entries(person),
        "neutral": neutral_name(person),
        "asked": open_request(person=person),
        "form": form,
        "refuse_form": RefuseForm(),
    }
    return form_page(request, "club/privacy/desk/member_erase.html", context)


@require_POST
@needs(Capability.KEEP_MEMBERS, scope=scope_of_request)
def refuse(request: HttpRequest, request_id: int) -> HttpResponse:
    """Refuse a request with a reason."""
    row, form = get_object_or_404(ErasureRequest, pk=request_id), RefuseForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("No answer was saved: enter the reason for the refusal."))
        return redirect("club:member_erase", person_id=row.person_id)
    with Refusals(request, success=_("Request answered.")):
        refuse_erasure(request_id=row.pk, actor=actor_of(request), **form.cleaned_data)
    return redirect("club:member", person_id=row.person_id)
