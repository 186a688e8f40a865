"""Photos of a case: uploaded by the accounts that deal with it and visible only to them."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import submit
from club.core.requests import actor_of
from tournaments.cases.pages.case_forms import PhotoForm
from tournaments.cases.pages.case_page import case_answer, load_case
from tournaments.cases.services.case_photos import add_photo, remove_photo
from tournaments.core.scopes import of_case
from tournaments.models import CasePhoto

AT = "photos"


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def add(request: HttpRequest, case_id: int) -> HttpResponse:
    """Add a photo."""
    form = PhotoForm(request.POST, request.FILES)
    sent = submit(
        request,
        form,
        lambda: add_photo(
            case_id=case_id,
            file=form.cleaned_data["photo"].file,
            size=form.cleaned_data["photo"].size,
            of=form.cleaned_data["of"],
            actor=actor_of(request),
        ),
        success=_("Photo saved."),
    )
    if sent.is_done:
        return _back(case_id)
    return case_answer(request, load_case(case_id), sent={"photo_form": form}, error=sent.error, at=AT)


@require_safe
@needs(Capability.CORRECT_RESULTS, scope=of_case)
@cache_control(private=True, max_age=600)
def photo(_request: HttpRequest, case_id: int, photo_id: int) -> HttpResponse:
    """The picture itself."""
    row = get_object_or_404(CasePhoto, pk=photo_id, case=case_id)
    try:
        with row.file.open("rb") as file:
            picture = file.read()
    except FileNotFoundError:
        raise Http404(photo_id) from None
    answer = HttpResponse(picture, content_type="image/jpeg")
    answer.headers["Content-Disposition"] = f'inline; filename="case-{case_id}-{photo_id}.jpg"'
    return answer


@require_POST
@needs(Capability.CORRECT_RESULTS, scope=of_case)
def remove(request: HttpRequest, case_id: int, photo_id: int) -> HttpResponse:
    """Delete a photo for good."""
    get_object_or_404(CasePhoto, pk=photo_id, case=case_id)
    remove_photo(photo_id=photo_id, actor=actor_of(request))
    messages.success(request, _("Photo deleted."))
    return _back(case_id)


def _back(case_id: int) -> HttpResponse:
    return redirect(f"{reverse('tournaments:desk_case', args=[case_id])}#{AT}")
