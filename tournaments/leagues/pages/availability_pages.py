"""The page behind a poll's link: four buttons, one tap."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.core.errors import ClubError
from club.core.limits import count, too_many
from club.core.messages import RefusalText, refusal_text
from club.core.pages.access import public
from club.core.requests import actor_of, speak_unless_chosen
from tournaments.core.pages.event_times import zone_of
from tournaments.leagues.selectors.fixtures import fixture_line
from tournaments.leagues.services.polls import answer_poll, choose_mail, has_begun, poll_by_secret
from tournaments.models import Answer

POSTS_A_LINK: Final = 30
SECONDS: Final = 60
MAILS: Final = {"stop": False, "start": True}


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def available(request: HttpRequest, secret: str) -> HttpResponse:
    """Show a poll to a squad member; posting answers, changes the answer, or stops the mails."""
    poll, member, _guardian = poll_by_secret(secret)
    if request.method != "POST":
        return _page(request, secret)
    counted = count("available", f"{poll.pk}:{member.pk}", most=POSTS_A_LINK, seconds=SECONDS)
    if counted.is_too_many:
        return too_many(request, counted)
    mails = request.POST.get("mails", "")
    try:
        if mails in MAILS:
            choose_mail(secret=secret, wants_mail=MAILS[mails], actor=actor_of(request))
        else:
            answer_poll(secret=secret, answer=request.POST.get("answer", ""), actor=actor_of(request))
    except ClubError as error:
        return _page(request, secret, refusal=refusal_text(error), status=error.status)
    messages.success(request, _("Saved."))
    return redirect("tournaments:available", secret)


def _page(
    request: HttpRequest, secret: str, *, refusal: RefusalText | None = None, status: int = 200
) -> HttpResponse:
    poll, member, guardian = poll_by_secret(secret)
    event = poll.entry.section.event
    speak_unless_chosen(request, (member.person.language if member.person else "") or event.language)
    given = poll.answers.filter(member=member).first()
    context = {
        "poll": poll,
        "member": member,
        "guardian": guardian,
        "team": poll.entry,
        "event": event,
        "line": fixture_line(poll.fixture.pairing_id),
        "given": given,
        "answers": Answer.choices,
        "is_over": poll.closed_at is not None or has_begun(poll.fixture),
        "refusal": refusal,
    }
    with timezone.override(zone_of(event)):
        return render(request, "tournaments/leagues/phone/available.html", context, status=status)
