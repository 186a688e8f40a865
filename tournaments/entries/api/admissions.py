"""API of public entries: admission settings, the entry form, and the inbox of the desk."""

from typing import Any

from django.utils.translation import get_language
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.limits import client_key, count
from club.core.name_normalization import require_visible
from club.core.requests import actor_of, site_of
from tournaments.core.api.base import MOST_BOARDS, ApiView
from tournaments.core.api.shapes import FIRST_YEAR, LAST_YEAR, EntryOut, ReasonInput, text_field
from tournaments.core.api.visibility import visible_event, visible_section
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


class AdmissionOut(Shape):
    """Admission settings of a section, with taken and free places."""

    is_open = serializers.BooleanField()
    closes_at = serializers.DateTimeField(allow_null=True)
    places = serializers.IntegerField(allow_null=True, help_text="Number of places; null means no limit.")
    has_waiting_list = serializers.BooleanField()
    is_reviewed = serializers.BooleanField()
    moves_up_alone = serializers.BooleanField()
    check_in_is_open = serializers.BooleanField()
    takes_entries = serializers.BooleanField()
    taken = serializers.IntegerField()
    waiting = serializers.IntegerField()
    free = serializers.IntegerField(allow_null=True)


class AdmissionView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section, methods={"PATCH"})]

    class Input(ReasonInput):
        is_open = serializers.BooleanField(required=False)
        closes_at = serializers.DateTimeField(required=False, allow_null=True)
        places = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_BOARDS)
        has_waiting_list = serializers.BooleanField(required=False)
        is_reviewed = serializers.BooleanField(required=False)
        moves_up_alone = serializers.BooleanField(required=False)
        check_in_is_open = serializers.BooleanField(required=False)

    @operation("admission_read", AdmissionOut)
    def get(self, request: Request, section_id: int) -> Response:
        """Get the admission settings of a section."""
        return Response(AdmissionOut(_admission_payload(visible_section(request, section_id))).data)

    @operation("admission_set", AdmissionOut, request=Input, refusals=(409,))
    def patch(self, request: Request, section_id: int) -> Response:
        """Change admission settings. A waiting list that moves up automatically fills new places."""
        payload = self.Input.validated_from(request.data)
        set_admission(section_id=section_id, actor=actor_of(request), **payload)
        return Response(AdmissionOut(_admission_payload(visible_section(request, section_id))).data)


def _admission_payload(section: Section) -> dict[str, Any]:
    admission = admission_of(section)
    places = places_of(section, admission)
    facts = {"taken": places.taken, "waiting": places.waiting, "free": places.free}
    return admission_facts(admission) | {"takes_entries": admission.takes_entries} | facts


class AskedOut(Shape):
    """Response with the state of the entry in one section."""

    section = serializers.IntegerField()
    state = serializers.ChoiceField(EntryState.choices)
    secret = serializers.CharField(help_text="Secret of the entry's page, for the player only.")


class EntryRequestsView(ApiView):
    permission_classes = [Public]

    class Input(Shape):
        class ClassOf(Shape):
            section = serializers.IntegerField(min_value=1)
            category = serializers.CharField(max_length=60)

        sections = serializers.ListField(
            child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=MAX_SECTIONS
        )
        name = serializers.CharField(max_length=200, validators=[require_visible])
        email = serializers.EmailField(help_text="Email address for the confirmation; never published.")
        agrees = serializers.BooleanField(
            help_text="Consent to publish name, club, federation, rating, class and results; must be true."
        )
        rating = serializers.IntegerField(default=0, min_value=0, max_value=MAX_RATING)
        club_name = text_field(120)
        federation = text_field(3)
        federation_id = text_field(20)
        birth_year = serializers.IntegerField(
            default=None, allow_null=True, min_value=FIRST_YEAR, max_value=LAST_YEAR
        )
        message = text_field(1000)
        classes = ClassOf(many=True, default=list, max_length=MAX_SECTIONS)  # type: ignore[call-arg]  # of the list
        once = serializers.CharField(
            max_length=40,
            help_text=(
                "Idempotency key chosen by the client: the same form sent again creates no second entry."
            ),
        )

        def validate_agrees(self, agrees: bool) -> bool:  # noqa: FBT001 - the framework's signature
            """Refuse an entry without consent."""
            if not agrees:
                raise serializers.ValidationError("Must be true.")
            return agrees

    @operation(
        "entry_requests_send", {201: AskedOut(many=True), 202: None}, request=Input, refusals=(409, 422)
    )
    def post(self, request: Request, event_id: int) -> Response:
        """Enter an event.

        No account is needed. Answers 409 if a section is closed or full. If the player already entered under
        another `once`, the response is 202 without content, and the link is sent by email.
        """
        event = visible_event(request, event_id)
        facts = self.Input.validated_from(request.data)
        _count(request, facts["email"])
        facts.pop("agrees")
        sections, once = facts.pop("sections"), facts.pop("once")
        classes = {one["section"]: one["category"] for one in facts.pop("classes")}
        site = site_of(request)
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
    """Entry in the inbox, with data that only the desk sees."""

    email = serializers.SerializerMethodField()
    message = serializers.SerializerMethodField()

    class Meta(EntryOut.Meta):
        fields = [*EntryOut.Meta.fields, "birth_year", "email", "message"]
        read_only_fields = fields

    def get_email(self, entry: Entry) -> str:
        """Return the email address for the confirmation."""
        return entry.contact.email if hasattr(entry, "contact") else ""

    def get_message(self, entry: Entry) -> str:
        """Return the message to the organiser."""
        return entry.contact.message if hasattr(entry, "contact") else ""


class InboxView(ApiView):
    """Inbox of a section: entries that are pending, waiting or refused."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("inbox_list", InboxEntryOut(many=True))
    def get(self, request: Request, section_id: int) -> Response:
        """List the pending, waiting and refused entries of a section in order of arrival."""
        rows = inbox_of(visible_section(request, section_id)).prefetch_related("absences")
        return Response(InboxEntryOut(rows, many=True).data)


class AcceptedOut(Shape):
    """Numbers of entries accepted and moved to the waiting list."""

    accepted = serializers.IntegerField()
    waiting = serializers.IntegerField()


class InboxAcceptView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("inbox_accept_all", AcceptedOut, refusals=(409,))
    def post(self, request: Request, section_id: int) -> Response:
        """Accept the pending entries of a section in order of arrival.

        Those above the places move to the waiting list if the section has one, or else stay pending.
        """
        inside, waiting = service.accept_all(section_id=section_id, actor=actor_of(request))
        return Response(AcceptedOut({"accepted": inside, "waiting": waiting}).data)


class EntryDecisionView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_entry)]

    class Input(ReasonInput):
        decision = serializers.ChoiceField(["accept", "wait", "refuse", "reopen"])
        was = serializers.ChoiceField(
            EntryState.choices,
            default=None,
            allow_null=True,
            help_text=(
                "State that the client read; 409 if the entry has another state by now. If null, it is "
                "not checked."
            ),
        )

    @operation("entries_decide", EntryOut, request=Input, refusals=(409, 422))
    def put(self, request: Request, entry_id: int) -> Response:
        """Decide on an entry in the inbox. Emails the player, except when the entry is reopened."""
        payload = self.Input.validated_from(request.data)
        acts: dict[str, Any] = {
            "accept": service.accept_entry,
            "wait": service.put_on_waiting_list,
            "refuse": service.refuse_entry,
            "reopen": service.reopen_entry,
        }
        act = acts[payload["decision"]]
        facts = {name: payload[name] for name in ("reason", "was")}
        act(entry_id=entry_id, actor=actor_of(request), **facts)
        return answer(request, entry_id)
