"""Opt-outs of notices: by the link in a mail without signing in, and on one's own page."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from club.core.pages.access import any_account, public
from club.core.pages.refusals import Refusals
from club.core.pages.responses import number_in
from club.core.requests import actor_of
from club.members.selectors.self_service import clubs_of_person, own_persons
from club.models import NoticeKind, NoticeOptOut
from club.notices.opt_out_links import opt_out_of
from club.notices.selectors import opt_outs_of
from club.notices.services.opt_outs import set_opt_out_by_link, set_opt_outs


@csrf_exempt  # RFC 8058: the mail program posts itself; the signed link is the credential
@require_http_methods(["GET", "HEAD", "POST"])
@public
def unsubscribe(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the opt-out of a link; POST opts out, with `again` back in.

    GET changes nothing.
    """
    link = opt_out_of(secret)
    if link is None:
        raise Http404
    if request.method == "POST":
        set_opt_out_by_link(secret=secret, is_out="again" not in request.POST, actor=actor_of(request))
    existing = NoticeOptOut.objects.filter(person=link.person, organisation=link.organisation, kind=link.kind)
    context = {"section": "", "link": link, "is_out": existing.exists(), "secret": secret}
    return render(request, "club/notices/unsubscribe.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@any_account
def my_notices(request: HttpRequest) -> HttpResponse:
    """Edit the opt-outs of oneself and of wards, club by club."""
    persons = own_persons(actor=actor_of(request))
    if request.method == "POST":
        _save_opt_outs(request, [one.pk for one in persons])
        return redirect("club:my_notices")
    lines = []
    for person in persons:
        clubs = clubs_of_person(person=person)
        out = opt_outs_of(person=person, organisation_ids=[club.pk for club in clubs])
        for club in clubs:
            kinds = [(kind, (club.pk, kind.value) not in out) for kind in NoticeKind]
            lines.append((person, club, kinds))
    return render(request, "club/notices/desk/my_notices.html", {"lines": lines})


def _save_opt_outs(request: HttpRequest, own: list[int]) -> None:
    person, club = number_in(request, "person"), number_in(request, "club")
    if person not in own:
        raise Http404
    wanted = set(request.POST.getlist("wanted"))
    stopped = [kind.value for kind in NoticeKind if kind.value not in wanted]
    with Refusals(request, success=_("Saved.")):
        set_opt_outs(person_id=person, organisation_id=club, kinds=stopped, actor=actor_of(request))
