"""The page behind a poll's link: four buttons, one tap."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.core.limits import count, too_many
from club.core.pages.access import public
from club.core.pages.refusals import Submission, submit
from club.core.requests import actor_of, speak_unless_chosen
from tournaments.core.pages.event_times import render_in_zone
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
    if request.method == "POST":
        counted = count("available", f"{poll.pk}:{member.pk}", most=POSTS_A_LINK, seconds=SECONDS)
        if counted.is_too_many:
            return too_many(request, counted)
    sent = submit(request, None, lambda: _act(request, secret), success=_("Saved."))
    return redirect("tournaments:available", secret) if sent.is_done else _page(request, secret, sent)


def _act(request: HttpRequest, secret: str) -> None:
    actor, mails = actor_of(request), request.POST.get("mails", "")
    if mails in MAILS:
        choose_mail(secret=secret, wants_mail=MAILS[mails], actor=actor)
    else:
        answer_poll(secret=secret, answer=request.POST.get("answer", ""), actor=actor)


def _page(request: HttpRequest, secret: str, sent: Submission) -> HttpResponse:
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
        "refusal": sent.refusal,
    }
    return render_in_zone(event, request, "tournaments/leagues/phone/available.html", context, sent.status)
