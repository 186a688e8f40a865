"""Desk pages of ladders: create, change, add and remove players, make and settle challenges."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.current_club import number_of, selected_club
from club.core.pages.refusals import Refusals, submit
from club.core.requests import actor_of, key_in, site_of
from club.members.selectors.persons import clubs_of, names_known, persons_named
from tournaments.core.scopes import of_challenge, of_ladder
from tournaments.ladders.models import RESULTS
from tournaments.ladders.pages.ladder_forms import AwayForm, LadderForm, MoveForm
from tournaments.ladders.selectors import (
    SHOWN_CHALLENGES,
    SHOWN_STEPS,
    managed_ladders,
    open_challenges,
    past_challenges,
    place_lines,
    places_of,
    steps_in_force,
)
from tournaments.ladders.services import challenges as challenge_service
from tournaments.ladders.services import ladders as service
from tournaments.models import Challenge, Ladder
from tournaments.ratings.pages.public_ratings import PLAYERS_A_PAGE

MAX_NAMES: Final = 200


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_LADDERS)
def ladders(request: HttpRequest) -> HttpResponse:
    """Ladders of the visitor's clubs; posting creates one."""
    actor = actor_of(request)
    homes = clubs_of(actor=actor, capability=Capability.KEEP_LADDERS)
    home = selected_club(request, homes)
    clubs = frozenset(one.pk for one in homes)
    form = LadderForm(request.POST or None, organisation_id=home.pk if home else None, clubs=clubs)
    sent = submit(
        request,
        form,
        lambda: service.make_ladder(organisation_id=number_of(home), actor=actor, **form.facts()),
    )
    if sent.is_done:
        return redirect("tournaments:desk_ladder", sent.result.pk)
    context = {
        "section": "desk",
        "rows": managed_ladders(actor),
        "form": form,
        "homes": homes,
        "refusal": sent.refusal,
    }
    return render(request, "tournaments/ladders/desk/ladders.html", context, status=sent.status)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.KEEP_LADDERS, scope=of_ladder)
def ladder(request: HttpRequest, ladder_id: int) -> HttpResponse:
    """A ladder with its players and challenges; posting changes its rules."""
    row = get_object_or_404(Ladder.objects.select_related("organisation"), pk=ladder_id)
    known = model_to_dict(row, LadderForm.Meta.fields) | {"version": row.version}
    form = LadderForm(request.POST or None, initial=known, organisation_id=row.organisation_id)
    sent = submit(
        request,
        form,
        lambda: service.change_ladder(
            ladder_id=ladder_id,
            version=form.cleaned_data["version"] or 0,
            actor=actor_of(request),
            **form.facts(),
        ),
        success=_("Saved."),
    )
    if sent.is_done:
        return redirect("tournaments:desk_ladder", ladder_id)
    page = Paginator(places_of(row), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "section": "desk",
        "ladder": row,
        "page": page,
        "lines": place_lines(row, page.object_list),
        "opened": list(open_challenges(row)[:SHOWN_CHALLENGES]),
        "past": list(past_challenges(row)[:SHOWN_CHALLENGES]),
        "steps": list(steps_in_force(row)[:SHOWN_STEPS]),
        "results": RESULTS,
        "names": names_known(organisation_id=row.organisation_id),
        "form": form,
        "refusal": sent.refusal,
    }
    return render(request, "tournaments/ladders/desk/ladder.html", context, status=sent.status)


def _join(row: Ladder, request: HttpRequest, actor: Actor) -> None:
    """Put all persons of a list on the ladder, a name a line; report names that are not unique."""
    lines = [" ".join(line.split()) for line in request.POST.get("players", "").splitlines()]
    lines = [line for line in lines if line][:MAX_NAMES]
    plain = [line for line in lines if "\0" not in line]
    found = persons_named(organisation_id=row.organisation_id, names=plain)
    done, unknown = 0, []
    for line in lines:
        alike = [one for one in found if one.name.casefold() == line.casefold()]
        if len(alike) != 1:
            unknown.append(line)
            continue
        with Refusals(request):
            service.join_ladder(ladder_id=row.pk, person_id=alike[0].pk, actor=actor)
            done += 1
    if done:
        told = ngettext(
            "%(number)s player added to the ladder.", "%(number)s players added to the ladder.", done
        )
        messages.success(request, told % {"number": done})
    if unknown:
        told_of = _(
            "These names do not each match exactly one person in the club: %(names)s. Enter them as in "
            "the list of people."
        )
        messages.error(request, told_of % {"names": ", ".join(unknown)})


def _leave(row: Ladder, request: HttpRequest, actor: Actor) -> None:
    person, reason = _person(request), request.POST.get("reason", "")[:500]
    service.leave_ladder(ladder_id=row.pk, person_id=person, actor=actor, reason=reason)


def _move(row: Ladder, request: HttpRequest, actor: Actor) -> None:
    form = MoveForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter a place and a reason."))
        return
    service.move_on_ladder(ladder_id=row.pk, person_id=_person(request), actor=actor, **form.cleaned_data)


def _away(row: Ladder, request: HttpRequest, actor: Actor) -> None:
    form = AwayForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Enter the last day of absence, or leave it blank."))
        return
    service.set_away(ladder_id=row.pk, person_id=_person(request), actor=actor, **form.cleaned_data)


def _challenge(row: Ladder, request: HttpRequest, actor: Actor) -> None:
    names = [" ".join(request.POST.get(one, "").split()) for one in ("challenger", "challenged")]
    plain = [name for name in names if name and "\0" not in name]
    found = persons_named(organisation_id=row.organisation_id, names=plain)
    on_it = set(row.places.filter(person__in=found).values_list("person_id", flat=True))
    keys = []
    for name in names:
        alike = [one.pk for one in found if one.name.casefold() == name.casefold() and one.pk in on_it]
        if len(alike) != 1:
            messages.error(
                request, _("%(name)s does not match exactly one player on the ladder.") % {"name": name[:200]}
            )
            return
        keys += alike
    challenge_service.make_challenge(
        ladder_id=row.pk,
        challenger_id=keys[0],
        challenged_id=keys[1],
        actor=actor,
        site=site_of(request),
    )


ACTS: Final[dict[str, Callable[[Ladder, HttpRequest, Actor], None]]] = {
    "join": _join,
    "leave": _leave,
    "move": _move,
    "away": _away,
    "challenge": _challenge,
}


@require_POST
@needs(Capability.KEEP_LADDERS, scope=of_ladder)
def act(request: HttpRequest, ladder_id: int, act: str) -> HttpResponse:
    """Apply an action to a ladder: join, leave, move, away, challenge."""
    row = get_object_or_404(Ladder, pk=ladder_id)
    if act not in ACTS:
        raise Http404(act)
    with Refusals(request):
        ACTS[act](row, request, actor_of(request))
    return redirect("tournaments:desk_ladder", ladder_id)


CHALLENGE_ACTS: Final[dict[str, Callable[..., Any]]] = {
    "accept": lambda key, _request, **who: challenge_service.answer_challenge(
        challenge_id=key, accepts=True, **who
    ),
    "refuse": lambda key, _request, **who: challenge_service.answer_challenge(
        challenge_id=key, accepts=False, **who
    ),
    "withdraw": lambda key, _request, **who: challenge_service.withdraw_challenge(challenge_id=key, **who),
    "reopen": lambda key, _request, **who: challenge_service.reopen_challenge(challenge_id=key, **who),
    "settle": lambda key, request, **who: challenge_service.settle_challenge(
        challenge_id=key, result=request.POST.get("result", "")[:20], **who
    ),
}


@require_POST
@needs(Capability.KEEP_LADDERS, scope=of_challenge)
def challenge_act(request: HttpRequest, challenge_id: int, act: str) -> HttpResponse:
    """Apply an action to a challenge: accept, refuse, withdraw, settle, reopen."""
    row = get_object_or_404(Challenge, pk=challenge_id)
    if act not in CHALLENGE_ACTS:
        raise Http404(act)
    reason = request.POST.get("reason", "")[:500]
    with Refusals(request):
        CHALLENGE_ACTS[act](challenge_id, request, actor=actor_of(request), reason=reason)
        messages.success(request, _("Saved."))
    return redirect("tournaments:desk_ladder", row.ladder_id)


def _person(request: HttpRequest) -> int:
    return key_in(request.POST.get("person", ""))
