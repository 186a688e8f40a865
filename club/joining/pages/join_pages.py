"""Public form of requests to join, and the two pages of a request."""

import secrets

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.core.errors import ClubError
from club.core.limits import limited, too_many
from club.core.messages import refusal_text
from club.core.pages.access import public
from club.core.pages.refusals import submit
from club.core.pages.responses import form_page, posted
from club.core.requests import actor_of, site_of, speak_unless_chosen
from club.joining.join_links import ASKED, FORM_SECONDS, FORMS, GUARDIAN, NAME, count_mails, request_of
from club.joining.pages.join_forms import JoinRequestForm, SignatureForm
from club.joining.selectors import form_of, newest_texts
from club.joining.services.join_requests import (
    ask_to_join,
    confirm_address,
    sign_as_guardian,
    withdraw_request,
)
from club.models import JoinRequest, JoinState, Organisation


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
@limited(NAME, most=FORMS, seconds=FORM_SECONDS)
def join(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the form of a club.

    The response to a submission is always the same and does not disclose if the person is known.
    """
    club = get_object_or_404(Organisation, slug=slug)
    speak_unless_chosen(request, club.language)
    setting = form_of(organisation_id=club.pk)
    is_post = request.method == "POST" and setting.is_open
    initial = {"once": secrets.token_urlsafe(18)}
    form = JoinRequestForm(request.POST if is_post else None, club=club, initial=initial)
    refusal = None
    if is_post and form.is_valid():
        if form.cleaned_data["website"]:
            return _sent_page(request, club)
        counted = count_mails([form.cleaned_data["email"], form.cleaned_data["guardian_email"]])
        if counted is not None:
            return too_many(request, counted)
        try:
            return _send_request(request, club, form)
        except ClubError as error:
            refusal = refusal_text(error)
        except ValidationError as error:  # characters that become several under Unicode normalization
            form.add_error(None, error)
    context = {"section": "clubs", "club": club, "setting": setting, "form": form, "refusal": refusal}
    return form_page(request, "club/joining/join.html", context)


def _send_request(request: HttpRequest, club: Organisation, form: JoinRequestForm) -> HttpResponse:
    given = form.asked(language=get_language() or "", site=site_of(request))
    ask_to_join(organisation_id=club.pk, given=given, actor=actor_of(request))
    return _sent_page(request, club)


def _sent_page(request: HttpRequest, club: Organisation) -> HttpResponse:
    return render(request, "club/joining/join_sent.html", {"section": "clubs", "club": club})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def request_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the state of a request; POST confirms the mail address, or withdraws the request."""
    row = _row(secret, ASKED)
    speak_unless_chosen(request, row.language)
    service = withdraw_request if request.POST.get("act") == "withdraw" else confirm_address
    sent = submit(request, None, lambda: service(secret=secret, actor=actor_of(request)))
    if sent.is_done:
        return redirect("club:join_request", secret)
    context = {"section": "clubs", "club": row.organisation, "row": row, "refusal": sent.refusal}
    return render(request, "club/joining/join_request.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def guardian_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a child's request to the guardian, to be signed."""
    row = _row(secret, GUARDIAN)
    speak_unless_chosen(request, row.language)
    form = SignatureForm(posted(request))
    sent = submit(
        request,
        form,
        lambda: sign_as_guardian(
            secret=secret, signature=form.cleaned_data["signature"], actor=actor_of(request)
        ),
    )
    if sent.is_done:
        return redirect("club:join_guardian", secret)
    context = {
        "section": "clubs",
        "club": row.organisation,
        "row": row,
        "form": form,
        "texts": [one for one in newest_texts(organisation_id=row.organisation_id) if one.pk in row.agreed],
        "refusal": sent.refusal,
        "is_open": row.state == JoinState.WAITING and not row.is_signed,
    }
    return render(request, "club/joining/join_guardian.html", context, status=sent.status)


def _row(secret: str, salt: str) -> JoinRequest:
    found = request_of(secret, salt)
    if found is None:
        raise Http404
    return found
