"""API of a member's details: numbers, contacts, notes."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.members.api.members import ContactOut
from club.members.scopes import scope_of_person
from club.members.selectors.members import readable_notes
from club.members.selectors.persons import consent_counts
from club.members.services.access_log import log_view
from club.members.services.consents import write_consent_text
from club.members.services.person_details import (
    add_contact,
    add_note,
    change_details,
    remove_contact,
    remove_note,
    set_number,
)
from club.models import ConsentKind, Contact, ContactKind, NoteSight, Person, PersonNote

CHANGED = problems(400, 401, 403, 404, 409, 415, 422)


class MemberDetailsView(ApiView):
    """The details of a member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """All of them: what is left out is emptied."""

        sort_name = serializers.CharField(
            max_length=200, default="", allow_blank=True, help_text="The family name first, as lists order."
        )
        title = serializers.CharField(max_length=20, default="", allow_blank=True)
        languages = serializers.CharField(max_length=120, default="", allow_blank=True)
        born_on = serializers.DateField(default=None, allow_null=True)
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @extend_schema(
        operation_id="members_change_details",
        summary="Say anew the details of a member",
        request=Input,
        responses={204: None, **CHANGED},
    )
    def put(self, request: Request, person_id: int) -> Response:
        """The club that keeps a person keeps their details."""
        change_details(
            person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberNumberView(ApiView):
    """The numbers of a member at federations."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """One number."""

        body = serializers.CharField(max_length=40, help_text="The federation.")
        number = serializers.CharField(max_length=40, allow_blank=True, help_text="Empty: removed.")
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @extend_schema(
        operation_id="members_set_number",
        summary="Write down or remove the number of a member at a federation",
        request=Input,
        responses={204: None, **CHANGED},
    )
    def put(self, request: Request, person_id: int) -> Response:
        """409 where somebody else has it."""
        set_number(person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberContactsView(ApiView):
    """Ways to reach a member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """One more."""

        kind = serializers.ChoiceField(ContactKind.choices)
        label = serializers.CharField(max_length=60, default="", allow_blank=True)  # type: ignore[assignment]  # a field of this name
        value = serializers.CharField(max_length=300)
        is_preferred = serializers.BooleanField(default=False)

    @extend_schema(
        operation_id="contacts_add",
        summary="Add a way to reach a member",
        request=Input,
        responses={201: ContactOut, **CHANGED},
    )
    def post(self, request: Request, person_id: int) -> Response:
        """Read with the member."""
        row = add_contact(
            person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(ContactOut(row).data, status=status.HTTP_201_CREATED)


class MemberContactView(ApiView):
    """One way to reach a member."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    @extend_schema(
        operation_id="contacts_remove",
        summary="Remove a way to reach a member",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, person_id: int, contact_id: int) -> Response:
        """One of theirs."""
        row = get_object_or_404(Contact, pk=contact_id, person_id=person_id)
        remove_contact(contact_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NoteOut(serializers.ModelSerializer[PersonNote]):
    """A note for few eyes."""

    class Meta:
        model = PersonNote
        fields = ["id", "text", "sight", "written_at", "written_by"]
        read_only_fields = fields


class MemberNotesView(ApiView):
    """The notes about a member that the asker may read."""

    permission_classes = [needs(Capability.SEE_PLANS, scope=scope_of_person)]

    class Input(Shape):
        """One more: whoever writes it is among its readers."""

        text = serializers.CharField(max_length=4000)
        sight = serializers.ChoiceField(NoteSight.choices, default=NoteSight.SECRETARY)

    @extend_schema(
        operation_id="notes_list",
        summary="The notes about a member that the asker may read",
        description="A look is on the audit trail.",
        responses={200: NoteOut(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, person_id: int) -> Response:
        """By who they are for."""
        actor, person = actor_of(request), get_object_or_404(Person, pk=person_id)
        rows = readable_notes(person=person, actor=actor)
        if rows:
            log_view(person=person, actor=actor)
        return Response(NoteOut(rows, many=True).data)

    @extend_schema(
        operation_id="notes_add",
        summary="Write a note about a member for few eyes",
        request=Input,
        responses={201: NoteOut, **CHANGED},
    )
    def post(self, request: Request, person_id: int) -> Response:
        """Its words stay off the trail."""
        row = add_note(
            person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(NoteOut(row).data, status=status.HTTP_201_CREATED)


class MemberNoteView(ApiView):
    """One note."""

    permission_classes = [needs(Capability.SEE_PLANS, scope=scope_of_person)]

    @extend_schema(
        operation_id="notes_remove",
        summary="Remove a note one may read",
        responses={204: None, **problems(401, 403, 404, 409)},
    )
    def delete(self, request: Request, person_id: int, note_id: int) -> Response:
        """One about this member."""
        row = get_object_or_404(PersonNote, pk=note_id, person_id=person_id)
        remove_note(note_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConsentTextsView(ApiView):
    """The words of a club's consents."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Input(Shape):
        """The next version of one."""

        kind = serializers.ChoiceField(ConsentKind.choices)
        text = serializers.CharField(max_length=4000)

    class Output(Shape):
        """The newest words of a consent; how many agreed to them, and to older ones alone."""

        id = serializers.IntegerField(source="text.pk")
        kind = serializers.ChoiceField(ConsentKind.choices, source="text.kind")
        version = serializers.IntegerField(source="text.version")
        text = serializers.CharField(source="text.text")
        newest = serializers.IntegerField()
        older = serializers.IntegerField()

    @extend_schema(
        operation_id="consent_texts_list",
        summary="The words of a club's consents, and how many hold",
        responses={200: Output(many=True), **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Those that have words."""
        return self._texts_response(organisation_by_slug(slug=slug).pk)

    @extend_schema(
        operation_id="consent_texts_write",
        summary="Write the next version of a consent's words",
        request=Input,
        responses={201: Output(many=True), **CHANGED},
    )
    def post(self, request: Request, slug: str) -> Response:
        """What was given to older words holds for those."""
        club = organisation_by_slug(slug=slug)
        write_consent_text(
            organisation_id=club.pk, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return self._texts_response(club.pk, status.HTTP_201_CREATED)

    def _texts_response(self, organisation_id: int, code: int = status.HTTP_200_OK) -> Response:
        counts = consent_counts(organisation_id=organisation_id)
        rows: list[Any] = [counts[kind] for kind in ConsentKind.values if kind in counts]
        return Response([self.Output(one).data for one in rows], status=code)
