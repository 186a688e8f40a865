"""Public pages of ladders, also for their players: challenge, answer, report the result."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.pages.access import any_account, public
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, key_in, parse_number, site_of
from club.core.selectors import organisation_list
from club.members.selectors.persons import persons_without_name_consent
from club.members.selectors.self_service import own_persons
from club.models import Person
from tournaments.ladders.errors import NotYourChallenge
from tournaments.ladders.selectors import (
    SHOWN_CHALLENGES,
    SHOWN_STEPS,
    PlaceLine,
    is_player,
    open_challenges,
    past_challenges,
    place_lines,
    places_of,
    public_ladders,
    steps_in_force,
)
from tournaments.ladders.services import challenges as service
from tournaments.ladders.services.ladder_order import ladder_scope
from tournaments.models import Challenge, ChallengeState, Ladder
from tournaments.ratings.pages.public_ratings import PLAYERS_A_PAGE

WITHHELD = gettext_lazy("a member")


class ChallengeLine(NamedTuple):
    """An open challenge; `mine` is the visitor's person in it, with the possible actions."""

    challenge: Challenge
    challenger: str
    challenged: str
    mine: Person | None
    may_answer: bool
    may_withdraw: bool
    may_report: bool


class StepLine(NamedTuple):
    """A step of the ladder, with names by publication consent."""

    step: Any
    name: str
    other: str


@require_safe
@public
def ladders(request: HttpRequest, slug: str) -> HttpResponse:
    """The public ladders of a club."""
    club = get_object_or_404(organisation_list(), slug=slug)
    context = {"section": "events", "club": club, "ladders": public_ladders(club.pk)}
    return render(request, "tournaments/ladders/ladders.html", context)


@require_safe
@public
def ladder(request: HttpRequest, slug: str, ladder_id: int) -> HttpResponse:
    """A ladder; its players have their buttons on this page."""
    row = _get_visible_ladder(request, slug, ladder_id)
    mine = {one.pk: one for one in own_persons(actor=actor_of(request))}
    page = Paginator(places_of(row), PLAYERS_A_PAGE).get_page(request.GET.get("page"))
    own = [place.person for place in places_of(row).filter(person__in=mine)]
    chosen = next((one for one in own if str(one.pk) == request.GET.get("as")), own[0] if own else None)
    lines = place_lines(row, page.object_list, challenger_id=chosen.pk if chosen else None)
    opened = list(open_challenges(row)[:SHOWN_CHALLENGES])
    past = list(past_challenges(row)[:SHOWN_CHALLENGES])
    steps = list(steps_in_force(row)[:SHOWN_STEPS])
    names = _names(lines, [*opened, *past], steps, is_player=bool(own))
    context = {
        "section": "events",
        "club": row.organisation,
        "ladder": row,
        "page": page,
        "lines": [(one, names[one.place.person_id]) for one in lines],
        "own": own,
        "chosen": chosen,
        "opened": [_challenge_line(one, mine, names) for one in opened],
        "past": [(one, names[one.challenger_id], names[one.challenged_id]) for one in past],
        "steps": [StepLine(one, names[one.person_id], names.get(one.other_id or 0, "")) for one in steps],
        "results": _results(),
    }
    return render(request, "tournaments/ladders/ladder.html", context)


def _get_visible_ladder(request: HttpRequest, slug: str, ladder_id: int) -> Ladder:
    """Return a public ladder, one that the visitor manages, or one that the visitor is on."""
    rows = Ladder.objects.select_related("organisation", "rating_list")
    row = get_object_or_404(rows, pk=ladder_id, organisation__slug=slug)
    actor = actor_of(request)
    if row.is_public or may(actor, Capability.KEEP_LADDERS, ladder_scope(row)):
        return row
    if is_player(row, actor):
        return row
    raise Http404(ladder_id)


def _names(
    lines: list[PlaceLine],
    challenges: list[Challenge],
    steps: list[Any],
    *,
    is_player: bool,
) -> dict[int, str]:
    """Return all names shown; a neutral word without name consent, except to other players."""
    persons = {one.place.person_id: one.place.person for one in lines}
    persons |= {one.person_id: one.person for one in steps}
    persons |= {one.other_id: one.other for one in steps if one.other_id}
    for one in challenges:
        persons |= {one.challenger_id: one.challenger, one.challenged_id: one.challenged}
    # Players on the ladder see the names of those they can challenge.
    hidden = frozenset() if is_player else persons_without_name_consent(persons=persons)
    return {key: str(WITHHELD) if key in hidden else one.name for key, one in persons.items()}


def _challenge_line(row: Challenge, mine: dict[int, Person], names: dict[int, str]) -> ChallengeLine:
    own = mine.get(row.challenger_id) or mine.get(row.challenged_id)
    is_made = row.state == ChallengeState.MADE
    return ChallengeLine(
        row,
        names[row.challenger_id],
        names[row.challenged_id],
        own,
        may_answer=is_made and row.challenged_id in mine,
        may_withdraw=is_made and row.challenger_id in mine,
        may_report=own is not None and row.state == ChallengeState.ACCEPTED,
    )


def _results() -> list[tuple[str, str]]:
    """Return the results that the two may report, as labels of buttons."""
    return [("won", _("I won")), ("draw", _("Draw")), ("lost", _("I lost"))]


@require_POST
@any_account
def challenge(request: HttpRequest, slug: str, ladder_id: int) -> HttpResponse:
    """Challenge a higher placed player, for oneself or for a ward."""
    row = Ladder.objects.filter(pk=ladder_id, organisation__slug=slug).first()
    mine = {one.pk for one in own_persons(actor=actor_of(request))}
    own, other = (key_in(request.POST.get(name, "")) for name in ("as", "person"))
    if row is None or own not in mine:
        raise Http404(ladder_id)
    with Refusals(request):
        service.make_challenge(
            ladder_id=row.pk,
            challenger_id=own,
            challenged_id=other,
            actor=actor_of(request),
            site=site_of(request),
        )
        messages.success(request, _("Challenge sent."))
    return redirect("tournaments:ladder", slug, ladder_id)


ACTS: Final[dict[str, Callable[..., Any]]] = {
    "accept": lambda row, _own, _request, **who: service.answer_challenge(
        challenge_id=row.pk, accepts=True, **who
    ),
    "refuse": lambda row, _own, _request, **who: service.answer_challenge(
        challenge_id=row.pk, accepts=False, **who
    ),
    "withdraw": lambda row, _own, _request, **who: service.withdraw_challenge(challenge_id=row.pk, **who),
    "report": lambda row, own, request, **who: service.report_challenge(
        challenge_id=row.pk, person_id=own, result=_reported_result(row, own, request), **who
    ),
}


def _reported_result(row: Challenge, own: int, request: HttpRequest) -> str:
    """Return the report of one of the two, as the result of the challenge."""
    sides = ("challenger", "challenged") if own == row.challenger_id else ("challenged", "challenger")
    results = {"won": sides[0], "draw": "draw", "lost": sides[1]}
    return results.get(request.POST.get("result", ""), "")


@require_POST
@any_account
def challenge_act(request: HttpRequest, challenge_id: int, act: str) -> HttpResponse:
    """Accept, refuse, take back a challenge of one's own, or report its result."""
    rows = Challenge.objects.select_related("ladder__organisation")
    row = get_object_or_404(rows, pk=challenge_id)
    mine = {one.pk for one in own_persons(actor=actor_of(request))}
    both = [one for one in (row.challenger_id, row.challenged_id) if one in mine]
    if act not in ACTS or not both:
        raise Http404(act)
    asked = parse_number(request.POST.get("as", ""))
    own = asked if asked in both else both[0]
    try:
        with Refusals(request):
            ACTS[act](row, own, request, actor=actor_of(request))
            messages.success(request, _("Saved."))
    except NotYourChallenge as error:
        raise Http404(act) from error
    return redirect("tournaments:ladder", row.ladder.organisation.slug, row.ladder_id)
