"""API of a member's details: sort name, federation numbers, contacts, notes and consent texts."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
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


class MemberDetailsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        """Input of all details. Omitted fields are cleared; `sort_name` is then derived from the name."""

        sort_name = serializers.CharField(
            max_length=200,
            default="",
            allow_blank=True,
            help_text="Name as sorted in lists, family name first. If empty, derived from the name.",
        )
        title = serializers.CharField(max_length=20, default="", allow_blank=True)
        languages = serializers.CharField(max_length=120, default="", allow_blank=True)
        born_on = serializers.DateField(default=None, allow_null=True)
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @operation("members_change_details", request=Input, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Replace the details of a member whom the club manages."""
        change_details(
            person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberNumberView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        body = serializers.CharField(max_length=40, help_text="Code of the federation. Stored in upper case.")
        number = serializers.CharField(
            max_length=40,
            allow_blank=True,
            help_text="Number at the federation. If empty, the number is removed.",
        )
        reason = serializers.CharField(max_length=500, default="", allow_blank=True)

    @operation("members_set_number", request=Input, refusals=(409, 422))
    def put(self, request: Request, person_id: int) -> Response:
        """Set or remove a federation number of a member. Answers 409 if another person of the club has it."""
        set_number(person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data))
        return Response(status=status.HTTP_204_NO_CONTENT)


class MemberContactsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    class Input(Shape):
        kind = serializers.ChoiceField(ContactKind.choices)
        label = serializers.CharField(max_length=60, default="", allow_blank=True)  # type: ignore[assignment]  # a field of this name
        value = serializers.CharField(max_length=300)
        is_preferred = serializers.BooleanField(default=False)

    @operation("contacts_add", {201: ContactOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, person_id: int) -> Response:
        """Add a contact to a member. A preferred one replaces the previous preference of its kind."""
        row = add_contact(
            person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(ContactOut(row).data, status=status.HTTP_201_CREATED)


class MemberContactView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_person)]

    @operation("contacts_remove", refusals=(409,))
    def delete(self, request: Request, person_id: int, contact_id: int) -> Response:
        """Remove a contact of a member. Answers 404 if it does not belong to this member."""
        row = get_object_or_404(Contact, pk=contact_id, person_id=person_id)
        remove_contact(contact_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class NoteOut(serializers.ModelSerializer[PersonNote]):
    """Note about a member, visible to a limited group of readers."""

    class Meta:
        model = PersonNote
        fields = ["id", "text", "sight", "written_at", "written_by"]
        read_only_fields = fields


class MemberNotesView(ApiView):
    permission_classes = [needs(Capability.SEE_PLANS, scope=scope_of_person)]

    class Input(Shape):
        """Input of a new note. The author must be one of its readers."""

        text = serializers.CharField(max_length=4000)
        sight = serializers.ChoiceField(NoteSight.choices, default=NoteSight.SECRETARY)

    @operation("notes_list", NoteOut(many=True))
    def get(self, request: Request, person_id: int) -> Response:
        """List the notes about a member that the caller may read.

        If there are any, the access is logged in the audit log, at most once an hour per viewer.
        """
        actor, person = actor_of(request), get_object_or_404(Person, pk=person_id)
        rows = readable_notes(person=person, actor=actor)
        if rows:
            log_view(person=person, actor=actor)
        return Response(NoteOut(rows, many=True).data)

    @operation("notes_add", {201: NoteOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, person_id: int) -> Response:
        """Add a note about a member for a few readers. Its text is not stored in the audit log."""
        row = add_note(
            person_id=person_id, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return Response(NoteOut(row).data, status=status.HTTP_201_CREATED)


class MemberNoteView(ApiView):
    permission_classes = [needs(Capability.SEE_PLANS, scope=scope_of_person)]

    @operation("notes_remove", refusals=(409,))
    def delete(self, request: Request, person_id: int, note_id: int) -> Response:
        """Remove a note that the caller may read. Answers 404 if it is not about this member."""
        row = get_object_or_404(PersonNote, pk=note_id, person_id=person_id)
        remove_note(note_id=row.pk, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ConsentTextsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Input(Shape):
        kind = serializers.ChoiceField(ConsentKind.choices)
        text = serializers.CharField(max_length=4000)

    class Output(Shape):
        """`newest` and `older` count the consents to this and to older versions that are not withdrawn."""

        id = serializers.IntegerField(source="text.pk")
        kind = serializers.ChoiceField(ConsentKind.choices, source="text.kind")
        version = serializers.IntegerField(source="text.version")
        text = serializers.CharField(source="text.text")
        newest = serializers.IntegerField()
        older = serializers.IntegerField()

    @operation("consent_texts_list", Output(many=True))
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the latest text of each consent of a club. Kinds without a text are left out."""
        return self._texts_response(organisation_by_slug(slug=slug).pk)

    @operation("consent_texts_write", {201: Output(many=True)}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Add a version of a consent text, unless it is unchanged. Earlier consents keep their version."""
        club = organisation_by_slug(slug=slug)
        write_consent_text(
            organisation_id=club.pk, actor=actor_of(request), **self.Input.validated_from(request.data)
        )
        return self._texts_response(club.pk, status.HTTP_201_CREATED)

    def _texts_response(self, organisation_id: int, code: int = status.HTTP_200_OK) -> Response:
        counts = consent_counts(organisation_id=organisation_id)
        rows: list[Any] = [counts[kind] for kind in ConsentKind.values if kind in counts]
        return Response([self.Output(one).data for one in rows], status=code)
