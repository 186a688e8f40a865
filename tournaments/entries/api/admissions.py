"""Entries by the public: what is open, the form, the inbox of the desk."""

from typing import Any

from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.limits import client_key, count
from club.core.requests import actor_of
from tournaments.core.api.base import MOST_BOARDS, ApiView, problems
from tournaments.core.api.shapes import EntryOut, ReasonInput
from tournaments.core.api.visibility import visible_event, visible_section
from tournaments.core.names import require_visible
from tournaments.core.scopes import of_entry, of_section
from tournaments.entries.api.entries import answer
from tournaments.entries.entry_links import entry_secret
from tournaments.entries.models.entry import MAX_RATING
from tournaments.entries.selectors.admissions import admission_facts, admission_of, inbox_of, places_of
from tournaments.entries.services import inbox as service
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry
from tournaments.models import Entry, EntryState, Section

FORMS, FORM_SECONDS = 20, 600
MAILS, MAIL_SECONDS = 6, 3600
MAX_SECTIONS = 20
FIRST_YEAR, LAST_YEAR = 1900, 2100


def _text(width: int) -> serializers.CharField:
    return serializers.CharField(default="", allow_blank=True, max_length=width)


class AdmissionOut(Shape):
    """What is open in a section, and how full it is."""

    is_open = serializers.BooleanField()
    closes_at = serializers.DateTimeField(allow_null=True)
    places = serializers.IntegerField(allow_null=True, help_text="null: as many as come.")
    has_waiting_list = serializers.BooleanField()
    is_reviewed = serializers.BooleanField()
    moves_up_alone = serializers.BooleanField()
    check_in_is_open = serializers.BooleanField()
    takes_entries = serializers.BooleanField()
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    free = serializers.IntegerField(allow_null=True)


class AdmissionView(ApiView):
    """How players come into a section."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PATCH"})]

    class Input(ReasonInput):
        """What is opened or closed; what is not sent stays."""

        is_open = serializers.BooleanField(required=False)
        closes_at = serializers.DateTimeField(required=False, allow_null=True)
        places = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_BOARDS)
        has_waiting_list = serializers.BooleanField(required=False)
        is_reviewed = serializers.BooleanField(required=False)
        moves_up_alone = serializers.BooleanField(required=False)
        check_in_is_open = serializers.BooleanField(required=False)

    @extend_schema(
        operation_id="admission_read",
        summary="What is open in a section",
        responses={200: AdmissionOut, **problems(404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """With the number of places that are taken."""
        return Response(AdmissionOut(_admission_payload(visible_section(request, section_id))).data)

    @extend_schema(
        operation_id="admission_set",
        summary="Open or close entries and check-in",
        request=Input,
        responses={200: AdmissionOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def patch(self, request: Request, section_id: int) -> Response:
        """New places are filled from the waiting list where it moves up by itself."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        set_admission(section_id=section_id, actor=actor_of(request), **given.validated_data)
        return Response(AdmissionOut(_admission_payload(visible_section(request, section_id))).data)


def _admission_payload(section: Section) -> dict[str, Any]:
    admission = admission_of(section)
    places = places_of(section, admission)
    facts = {"taken": places.taken, "waiting": places.waiting, "free": places.free}
    return admission_facts(admission) | {"takes_entries": admission.takes_entries} | facts


class AskedOut(Shape):
    """What became of the form in one section."""

    section = serializers.IntegerField()
    state = serializers.ChoiceField(EntryState.choices)
    secret = serializers.CharField(help_text="Opens the page of the entry; it is the player's alone.")


class EntryRequestsView(ApiView):
    """The public entry form of an event."""

    permission_classes = [Public]

    class Input(Shape):
        """What somebody writes who wants to play."""

        class ClassOf(Shape):
            """The class that is chosen in a section."""

            section = serializers.IntegerField(min_value=1)
            category = serializers.CharField(max_length=60)

        sections = serializers.ListField(
            child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=MAX_SECTIONS
        )
        name = serializers.CharField(max_length=200, validators=[require_visible])
        email = serializers.EmailField(help_text="For the confirmation; never published.")
        agrees = serializers.BooleanField(
            help_text="That name, club, federation, rating, class and results are published."
        )
        rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
        club_name = _text(120)
        federation = _text(3)
        federation_id = _text(20)
        birth_year = serializers.IntegerField(
            default=None, allow_null=True, min_value=FIRST_YEAR, max_value=LAST_YEAR
        )
        message = _text(1000)
        classes = ClassOf(many=True, default=list, max_length=MAX_SECTIONS)  # type: ignore[call-arg]  # of the list
        once = serializers.CharField(
            max_length=40, help_text="Of your own choice: sent again with the same, it is one entry."
        )

        def validate_agrees(self, agrees: bool) -> bool:  # noqa: FBT001 - the framework's signature
            """Without it nobody can play."""
            if not agrees:
                raise serializers.ValidationError("true")
            return agrees

    @extend_schema(
        operation_id="entry_requests_send",
        summary="Enter an event",
        description="409 when a section is closed or full. An entry that had come before under another "
        "`once` answers 202 and tells nothing: its mail has the link.",
        request=Input,
        responses={201: AskedOut(many=True), 202: None, **problems(400, 404, 409, 415, 422, 429)},
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Without an account."""
        event = visible_event(request, event_id)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        facts: dict[str, Any] = dict(given.validated_data)
        _count(request, facts["email"])
        facts.pop("agrees")
        sections, once = facts.pop("sections"), facts.pop("once")
        classes = {one["section"]: one["category"] for one in facts.pop("classes")}
        site = request.build_absolute_uri("/").rstrip("/")
        asked = ask_entry(
            event_id=event.pk,
            section_ids=[key for key in sections if event.sections.filter(pk=key).exists()],
            given=EntryRequest(
                **facts, categories=classes, sent_once=once, site=site, language=get_language() or ""
            ),
            actor=actor_of(request),
        )
        if not all(one.is_own for one in asked):
            return Response(status=status.HTTP_202_ACCEPTED)
        told: list[dict[str, Any]] = [
            {
                "section": one.entry.section_id,
                "state": one.entry.state,
                "secret": entry_secret(one.entry),
            }
            for one in asked
        ]
        return Response([AskedOut(one).data for one in told], status=status.HTTP_201_CREATED)


def _count(request: Request, email: str) -> None:
    who = client_key(request._request)  # noqa: SLF001 - the request that is wrapped
    for counted in (
        count("tournaments.enter", who, most=FORMS, seconds=FORM_SECONDS),
        count("tournaments.mail", email.lower(), most=MAILS, seconds=MAIL_SECONDS),
    ):
        if counted.is_too_many:
            raise Throttled(wait=counted.seconds_left)


class InboxEntryOut(EntryOut):
    """An entry that waits for a decision, with what only the desk knows."""

    email = serializers.SerializerMethodField()
    message = serializers.SerializerMethodField()

    class Meta(EntryOut.Meta):
        fields = [*EntryOut.Meta.fields, "birth_year", "email", "message"]
        read_only_fields = fields

    def get_email(self, entry: Entry) -> str:
        """Where the confirmation goes."""
        return entry.contact.email if hasattr(entry, "contact") else ""

    def get_message(self, entry: Entry) -> str:
        """What was written to the organiser."""
        return entry.contact.message if hasattr(entry, "contact") else ""


class InboxView(ApiView):
    """Entries of a section that wait for a decision."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @extend_schema(
        operation_id="inbox_list",
        summary="The inbox of a section",
        responses={200: InboxEntryOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, section_id: int) -> Response:
        """To be looked at, on the waiting list, refused; by when they came."""
        rows = inbox_of(visible_section(request, section_id)).prefetch_related("absences")
        return Response(InboxEntryOut(rows, many=True).data)


class AcceptedOut(Shape):
    """How many are in now, and how many wait for a place."""

    accepted = serializers.IntegerField()
    waiting = serializers.IntegerField()


class InboxAcceptView(ApiView):
    """Everybody at once."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @extend_schema(
        operation_id="inbox_accept_all",
        summary="Accept every entry that is to be looked at",
        description="First come, first in; beyond the places they wait.",
        request=None,
        responses={200: AcceptedOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """First come first."""
        inside, waiting = service.accept_all(section_id=section_id, actor=actor_of(request))
        return Response(AcceptedOut({"accepted": inside, "waiting": waiting}).data)


class EntryDecisionView(ApiView):
    """What becomes of an entry."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        """Accept, wait, refuse with a reason, or look at it again."""

        decision = serializers.ChoiceField(["accept", "wait", "refuse", "reopen"])
        was = serializers.ChoiceField(
            EntryState.choices,
            default=None,
            allow_null=True,
            help_text="The state you have seen: 409 when it is another one by now.",
        )

    @extend_schema(
        operation_id="entries_decide",
        summary="Decide an entry of the inbox",
        request=Input,
        responses={200: EntryOut, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, entry_id: int) -> Response:
        """The player is told by mail."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        acts: dict[str, Any] = {
            "accept": service.accept_entry,
            "wait": service.put_on_waiting_list,
            "refuse": service.refuse_entry,
            "reopen": service.reopen_entry,
        }
        act = acts[given.validated_data["decision"]]
        facts = {name: given.validated_data[name] for name in ("reason", "was")}
        act(entry_id=entry_id, actor=actor_of(request), **facts)
        return answer(request, entry_id)
