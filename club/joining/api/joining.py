"""API of the public membership form and of the two links of a request; no account is needed."""

from datetime import date
from typing import Any

from django.http import Http404
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.base import NO_STORE_HEADERS, ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.limits import client_key
from club.core.name_normalization import require_visible
from club.core.requests import actor_of, site_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.joining.join_links import ASKED, GUARDIAN, count_form, count_mails, request_of
from club.joining.models import MAX_AGE, MAX_FULL_AGE
from club.joining.selectors import form_of, newest_texts
from club.joining.services.join_forms import set_join_form
from club.joining.services.join_requests import (
    MAX_CONSENTS,
    JoinAsked,
    ask_to_join,
    confirm_address,
    sign_as_guardian,
    withdraw_request,
)
from club.members.api.memberships import LARGEST, PlanOut
from club.members.selectors.members import plans_of
from club.models import ConsentKind, JoinRequest, JoinState, Organisation


def _text(most: int) -> serializers.CharField:
    return serializers.CharField(max_length=most, default="", allow_blank=True)


class ConsentTextOut(Shape):
    """Current text of a consent. `id` is the value for `agreed` in a request."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(ConsentKind.choices)
    version = serializers.IntegerField()
    text = serializers.CharField()


class JoinFormOut(Shape):
    """Text and fields of a club's membership form."""

    is_open = serializers.BooleanField()
    welcome = serializers.CharField()
    full_age = serializers.IntegerField(
        help_text="Age of majority in years. A younger applicant needs a guardian who signs."
    )
    plans = PlanOut(many=True, help_text="Membership plans on offer.")
    consents = ConsentTextOut(many=True)


class JoinFormView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books, methods={"PUT"})]

    class Input(Shape):
        is_open = serializers.BooleanField()
        welcome = _text(2000)
        full_age = serializers.IntegerField(min_value=0, max_value=MAX_FULL_AGE)
        reason = _text(500)

    @operation("join_form_read", JoinFormOut)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the membership form of a club. No account is needed."""
        return Response(JoinFormOut(_form(get_object_or_404(Organisation, slug=slug))).data)

    @operation("join_form_set", JoinFormOut, request=Input, refusals=(422,))
    def put(self, request: Request, slug: str) -> Response:
        """Open, close or edit the membership form of a club."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        set_join_form(organisation_id=club.pk, actor=actor_of(request), **payload)
        return Response(JoinFormOut(_form(club)).data)


def _form(club: Organisation) -> dict[str, Any]:
    settings_row = form_of(organisation_id=club.pk)
    return {
        **{name: getattr(settings_row, name) for name in ("is_open", "welcome", "full_age")},
        "plans": plans_of(organisation_id=club.pk).filter(is_offered=True),
        "consents": newest_texts(organisation_id=club.pk),
    }


class JoinAskView(ApiView):
    permission_classes = [Public]

    class Input(Shape):
        name = serializers.CharField(max_length=200, validators=[require_visible])
        email = serializers.EmailField(
            max_length=254,
            help_text="Email address of the applicant, who gets a message there to confirm it.",
        )
        born_on = serializers.DateField()
        plan = serializers.IntegerField(min_value=1, max_value=LARGEST)
        phone = _text(60)
        address = _text(300)
        languages = _text(120)
        federation = _text(40)
        federation_number = _text(40)
        message = _text(1000)
        agreed = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=LARGEST),
            max_length=MAX_CONSENTS,
            default=list,
            help_text="Ids of the consent texts of the form to which the applicant agrees.",
        )
        guardian_name = _text(200)
        guardian_email = serializers.EmailField(
            max_length=254,
            default="",
            allow_blank=True,
            help_text=(
                "Email address of the guardian. A link to sign is sent there if the guardian has not signed."
            ),
        )
        guardian_signature = serializers.CharField(
            max_length=200,
            default="",
            allow_blank=True,
            help_text="Name of the guardian, typed by the guardian as a signature.",
        )
        once = serializers.CharField(
            max_length=40,
            help_text=(
                "Idempotency key chosen by the client. A repeated request with the same key and the same "
                "data is not stored again."
            ),
        )

        def validate_born_on(self, day: date) -> date:
            """Refuse birth dates in the future and ages above the maximum."""
            today = timezone.localdate()
            if not today.year - MAX_AGE <= day.year or day > today:
                raise serializers.ValidationError(_("Enter your birth date."))
            return day

    @operation("join_requests_send", {202: None}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Submit a request to join a club.

        Never reveals whether a person is known. The link comes by email. Answers 409 if the form is closed.
        """
        club = get_object_or_404(Organisation, slug=slug)
        counted = count_form(client_key(request._request))  # noqa: SLF001 - the request that is wrapped
        if counted.is_too_many:
            raise Throttled(wait=counted.seconds_left)
        payload = self.Input.validated_from(request.data)
        many = count_mails([payload["email"], payload["guardian_email"]])
        if many is not None:
            raise Throttled(wait=many.seconds_left)
        given = JoinAsked(
            plan_id=payload.pop("plan"),
            sent_once=payload.pop("once"),
            language=get_language() or "",
            site=site_of(request),
            **payload,
        )
        ask_to_join(organisation_id=club.pk, given=given, actor=actor_of(request))
        return Response(status=status.HTTP_202_ACCEPTED)


class JoinStateOut(Shape):
    """State of a request to join, for the holder of its link."""

    club = serializers.CharField(source="organisation.slug")
    name = serializers.CharField()
    plan = serializers.CharField(source="plan.name")
    state = serializers.ChoiceField(JoinState.choices)
    reason = serializers.CharField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    is_signed = serializers.BooleanField()
    created_at = serializers.DateTimeField()
    decided_at = serializers.DateTimeField(allow_null=True)


def _get_request(secret: str, salt: str) -> JoinRequest:
    found = request_of(secret, salt)
    if found is None:
        raise Http404
    return found


def _state(row: Any) -> Response:
    return Response(JoinStateOut(row).data, headers=NO_STORE_HEADERS)


class OwnJoinView(ApiView):
    """A request to join, identified by the link sent to the applicant."""

    permission_classes = [Public]

    @operation("own_join_read", JoinStateOut)
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the state of a request to join by its link."""
        return _state(_get_request(secret, ASKED))

    @operation("own_join_confirm", JoinStateOut, refusals=(409,))
    def post(self, request: Request, secret: str) -> Response:
        """Confirm the email address of a request to join by its link. Idempotent."""
        _get_request(secret, ASKED)
        return _state(confirm_address(secret=secret, actor=actor_of(request)))

    @operation("own_join_withdraw", JoinStateOut, refusals=(409,))
    def delete(self, request: Request, secret: str) -> Response:
        """Withdraw a request to join. A request that is already decided answers 409."""
        _get_request(secret, ASKED)
        return _state(withdraw_request(secret=secret, actor=actor_of(request)))


class JoinSignatureView(ApiView):
    """A request to join for a child, identified by the link sent to the guardian."""

    permission_classes = [Public]

    class Input(Shape):
        signature = serializers.CharField(max_length=200, validators=[require_visible])
        agrees = serializers.BooleanField()

        def validate_agrees(self, agrees: bool) -> bool:  # noqa: FBT001 - the framework's signature
            """Refuse a signature without agreement."""
            if not agrees:
                raise serializers.ValidationError("Must be true.")
            return agrees

    class Output(JoinStateOut):
        guardian_name = serializers.CharField()
        consents = ConsentTextOut(many=True)

    @operation("join_signature_read", Output)
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the request and consents for a guardian to sign."""
        return self._state_response(_get_request(secret, GUARDIAN))

    @operation("join_signature_sign", Output, request=Input, refusals=(409, 422))
    def post(self, request: Request, secret: str) -> Response:
        """Sign a request to join as the guardian. Idempotent while the request is waiting."""
        _get_request(secret, GUARDIAN)
        payload = self.Input.validated_from(request.data)
        row = sign_as_guardian(secret=secret, signature=payload["signature"], actor=actor_of(request))
        return self._state_response(row)

    def _state_response(self, row: Any) -> Response:
        texts = newest_texts(organisation_id=row.organisation_id)
        row.consents = [one for one in texts if one.pk in row.agreed]
        return Response(self.Output(row).data, headers=NO_STORE_HEADERS)
