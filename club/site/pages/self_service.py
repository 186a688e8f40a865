"""My data: all data of the account's person and wards, and their consents."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from club.core.pages.access import any_account
from club.core.pages.desk import personal_places_for
from club.core.pages.refusals import Refusals
from club.core.pages.responses import number_in
from club.core.requests import actor_of
from club.members.pages.photos import photo_part
from club.members.selectors.photos import may_sign_photo
from club.members.selectors.self_service import may_sign_for, own_persons
from club.members.services.consents import give_consent, withdraw_consent
from club.models import ConsentKind, Person
from club.site.selectors.self_service import own_record


@require_http_methods(["GET", "HEAD", "POST"])
@any_account
def me(request: HttpRequest) -> HttpResponse:
    """Show the data of the account's own person."""
    persons = own_persons(actor=actor_of(request))
    return _answer(request, persons, persons[0] if persons else None)


@require_http_methods(["GET", "HEAD", "POST"])
@any_account
def ward(request: HttpRequest, person_id: int) -> HttpResponse:
    """Show the data of a ward of the account's person."""
    persons = own_persons(actor=actor_of(request))
    person = next((one for one in persons if one.pk == person_id), None)
    if person is None:
        raise Http404
    return _answer(request, persons, person)


def _answer(request: HttpRequest, persons: list[Person], person: Person | None) -> HttpResponse:
    actor = actor_of(request)
    if request.method == "POST" and person is not None:
        _sign(request, person)
        return redirect("club:ward", person_id=person.pk) if person != persons[0] else redirect("club:me")
    photo = None
    if person is not None and person.organisation_id is not None:
        address = reverse("club:own_photo", args=[person.pk])
        photo = photo_part(person, signs=may_sign_photo(actor=actor, person=person), address=address)
    context = {
        "photo": photo,
        "persons": persons,
        "person": person,
        "record": own_record(person=person) if person is not None else None,
        "places": personal_places_for(actor),
        "signs": person is not None and may_sign_for(actor=actor, person=person),
    }
    return render(request, "club/members/desk/me.html", context)


def _sign(request: HttpRequest, person: Person) -> None:
    """Give a consent, or with `withdraw` withdraw it."""
    kind, club = request.POST.get("kind", ""), number_in(request, "club")
    if kind not in ConsentKind.values:
        raise Http404(kind)
    service = withdraw_consent if "withdraw" in request.POST else give_consent
    with Refusals(request, success=_("Saved.")):
        service(person_id=person.pk, organisation_id=club, kind=kind, actor=actor_of(request))
