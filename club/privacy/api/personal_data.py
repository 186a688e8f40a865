"""API of personal data: the caller's own, in a session, and a member's, for the secretary.

A token cannot read the caller's own data: the answer is 403 `session_needed`. The secretary's token
exports the data of members who request them.
"""

from typing import Any

from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.actor import Actor
from club.core.api.access import AnyAccount, needs
from club.core.api.base import NO_STORE_HEADERS, ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import organisation_by_slug
from club.members.api.members import ConsentsView
from club.members.scopes import scope_of_person
from club.members.selectors.self_service import may_sign_for, persons_in_session
from club.members.services.consents import give_consent, withdraw_consent
from club.models import Person
from club.privacy.api.erasure_requests import ErasureRequestOut
from club.privacy.errors import NoErasureRequest
from club.privacy.personal_data_sets import OnErasure
from club.privacy.selectors import data_for_api, latest_request, personal_data_of, zip_of
from club.privacy.services.erasure import log_data_export, request_erasure, withdraw_erasure_request

ZIP = "application/zip"
FATES = [one.value for one in OnErasure]


class HeldKindOut(Shape):
    """One kind of personal data, its treatment in an erasure, and its rows."""

    what = serializers.CharField()
    at_erasure = serializers.ChoiceField(FATES)
    rows = serializers.ListField(child=serializers.DictField(child=serializers.JSONField(allow_null=True)))


class HeldOfPersonOut(Shape):
    """All personal data of a person, by kind; kinds without rows are included."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    held = serializers.DictField(child=HeldKindOut())


def own_person(request: Request, person_id: int) -> Person:
    """Return the caller's person or a ward by id. Answers 404 for any other person."""
    found = next((one for one in persons_in_session(actor=actor_of(request)) if one.pk == person_id), None)
    if found is None:
        raise Http404
    return found


def _everything(person: Person, actor: Actor) -> Response:
    log_data_export(person=person, actor=actor)
    payload = {"id": person.pk, "name": person.name, "held": data_for_api(personal_data_of(person=person))}
    return Response(payload, headers=NO_STORE_HEADERS)


class OwnPersonsView(ApiView):
    permission_classes = [AnyAccount]

    class Output(Shape):
        """The caller or a ward. `signs`: the caller may give consents and request erasure for them."""

        id = serializers.IntegerField()
        name = serializers.CharField()
        is_self = serializers.BooleanField()
        signs = serializers.BooleanField()

    @operation("own_persons", Output(many=True))
    def get(self, request: Request) -> Response:
        """List yourself, then your wards. Empty for an account without a person."""
        actor = actor_of(request)
        payload: Any = [
            {
                "id": one.pk,
                "name": one.name,
                "is_self": actor.user is not None and one.user_id == actor.user.pk,
                "signs": may_sign_for(actor=actor, person=one),
            }
            for one in persons_in_session(actor=actor)
        ]
        return Response(self.Output(payload, many=True).data)


class OwnDataView(ApiView):
    permission_classes = [AnyAccount]

    @operation("own_data_read", HeldOfPersonOut)
    def get(self, request: Request, person_id: int) -> Response:
        """Get all personal data of yourself or a ward. The export is logged in the audit log."""
        return _everything(own_person(request, person_id), actor_of(request))


class OwnFileView(ApiView):
    """Personal data of the caller or a ward as a ZIP file."""

    permission_classes = [AnyAccount]

    @operation("own_data_file", {(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, person_id: int) -> HttpResponseBase:
        """Download all personal data of yourself or a ward. ZIP of a page, JSON, CSV tables and files."""
        person = own_person(request, person_id)
        log_data_export(person=person, actor=actor_of(request))
        return zip_of(person)


class MemberDataView(ApiView):
    """Personal data of a member, exported by the secretary on request."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    @operation("members_data_read", HeldOfPersonOut)
    def get(self, request: Request, person_id: int) -> Response:
        """Get all personal data of a member who requests it. The export is logged in the audit log."""
        return _everything(_get_person(person_id), actor_of(request))


class MemberFileView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    @operation("members_data_file", {(200, ZIP): OpenApiTypes.BINARY})
    def get(self, request: Request, person_id: int) -> HttpResponseBase:
        """Download all personal data of a requesting member. ZIP of a page, JSON, CSV tables and files."""
        person = _get_person(person_id)
        log_data_export(person=person, actor=actor_of(request))
        return zip_of(person)


class OwnConsentsView(ApiView):
    permission_classes = [AnyAccount]

    @operation("own_consents_note", request=ConsentsView.Input, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Give or withdraw a consent for yourself or a ward. Answers 409 if the club has no text for it."""
        person, payload = own_person(request, person_id), ConsentsView.Input.validated_from(request.data)
        service: Any = give_consent if payload["is_given"] else withdraw_consent
        club = organisation_by_slug(slug=payload["club"])
        service(person_id=person.pk, organisation_id=club.pk, kind=payload["kind"], actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnErasureView(ApiView):
    permission_classes = [AnyAccount]

    class Input(Shape):
        message = serializers.CharField(max_length=1000, default="", allow_blank=True)

    @operation("own_erasure_read", ErasureRequestOut)
    def get(self, request: Request, person_id: int) -> Response:
        """Get the latest erasure request of yourself or a ward. Answers 404 if there is none."""
        row = latest_request(person=own_person(request, person_id))
        if row is None:
            raise NoErasureRequest
        return Response(ErasureRequestOut(row).data)

    @operation("own_erasure_ask", {201: ErasureRequestOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, person_id: int) -> Response:
        """Request the erasure of your own data or a ward's. Answers 409 if a request is already waiting."""
        person, payload = own_person(request, person_id), self.Input.validated_from(request.data)
        row = request_erasure(person_id=person.pk, actor=actor_of(request), **payload)
        return Response(ErasureRequestOut(row).data, status=status.HTTP_201_CREATED)

    @operation("own_erasure_take_back", ErasureRequestOut, refusals=(409,))
    def delete(self, request: Request, person_id: int) -> Response:
        """Withdraw your erasure request or a ward's. Answers 404 if none is waiting for an answer."""
        person = own_person(request, person_id)
        return Response(
            ErasureRequestOut(withdraw_erasure_request(person_id=person.pk, actor=actor_of(request))).data
        )


def _get_person(person_id: int) -> Person:
    return get_object_or_404(Person.objects.select_related("user"), pk=person_id)
