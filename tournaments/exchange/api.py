"""Files of sections: handed out in every format, and taken in as new events."""

from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView, problems
from tournaments.core.api.shapes import EventOut
from tournaments.core.api.visibility import may_see_desk, visible_section
from tournaments.core.scopes import of_section
from tournaments.events.api.events import CLUB_HELP, club_for_events
from tournaments.exchange.note_texts import note_description, note_text
from tournaments.exchange.selectors.section_exports import PUBLIC_FORMATS, REPORTS, XLSX, exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Section

ANY_FILE = {
    **{(200, kind): OpenApiTypes.STR for kind in ("text/plain", "text/csv")},
    (200, XLSX): OpenApiTypes.BINARY,
}


class SectionExportView(ApiView):
    """A section as a file that everybody may have."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="sections_export",
        summary="A section as TRF26, TRF16, PDN, CSV or XLSX",
        description=(
            "`entries`, `pairings`, `standings` and `progress` are CSV. Where a pairing has several games, a "
            "TRF has the first of each; the `Draughts-Notes` header counts what the format could not say, "
            "and `notes` under the address of the file lists it. "
            "Years of birth and pairs kept apart are in a TRF for the desk alone."
        ),
        parameters=[OpenApiParameter("file_format", str, OpenApiParameter.PATH, enum=PUBLIC_FORMATS)],
        responses={**ANY_FILE, **problems(404, 409, 422)},
    )
    def get(self, request: Request, section_id: int, file_format: str) -> HttpResponse:
        """Published rounds alone."""
        section = visible_section(request, section_id)
        return file_response(section, file_format, for_all=not may_see_desk(request, section))


class SectionExportNotesView(ApiView):
    """What a report could not say of a section."""

    permission_classes = [Public]

    class Output(Shape):
        """Sentences in the reader's language."""

        notes = serializers.ListField(child=serializers.CharField())

    @extend_schema(
        operation_id="sections_export_notes",
        summary="Notes on a TRF26 or TRF16",
        description="What the file of this format leaves out or says otherwise; the header counts them.",
        parameters=[OpenApiParameter("report_format", str, OpenApiParameter.PATH, enum=REPORTS)],
        responses={200: Output, **problems(404, 409, 422)},
    )
    def get(self, request: Request, section_id: int, report_format: str) -> Response:
        """Those of the file that the same caller gets."""
        section = visible_section(request, section_id)
        made = exported_section(section, report_format, for_all=not may_see_desk(request, section))
        return Response({"notes": [note_description(note) for note in made.notes]})


class SectionDocumentView(ApiView):
    """A section as the lossless document, drafts and all."""

    permission_classes = [needs(Capability.SEE_DESK, scope=of_section)]

    @extend_schema(
        operation_id="sections_document",
        summary="A section as draughts-section/1",
        description="Read back into a club it gives the same section.",
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **problems(401, 403, 404)},
    )
    def get(self, request: Request, section_id: int) -> HttpResponse:
        """For the desk of the event."""
        return file_response(visible_section(request, section_id), "json")


class SectionImportView(ApiView):
    """Events from files."""

    permission_classes = [needs(Capability.RUN_EVENTS)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        """The file and whose event it will be."""

        file = serializers.FileField(allow_empty_file=True, use_url=False)
        club = serializers.CharField(default="", allow_blank=True, max_length=60, help_text=CLUB_HELP)
        time_zone = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=60,
            help_text="Of the hall, for a file that names none: Europe/Amsterdam.",
        )

    class Output(Shape):
        """The new draft, and what was mended or left out."""

        event = EventOut()
        notes = serializers.ListField(child=serializers.CharField())

    @extend_schema(
        operation_id="sections_import",
        summary="Make an event from a TRF16, a TRF26 or a draughts-section/1",
        description="All of the file or nothing; a refusal says which place and why.",
        request={"multipart/form-data": Input},
        responses={201: Output, **problems(400, 401, 403, 413, 415, 422)},
    )
    def post(self, request: Request) -> Response:
        """It comes in as a draft."""
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        asked: dict[str, Any] = given.validated_data
        file = asked["file"]
        made = import_section(
            organisation_id=club_for_events(request, asked["club"]),
            data=file.read(),
            name=file.name,
            actor=actor_of(request),
            time_zone=asked["time_zone"],
        )
        event = made.section.event
        answer = {
            "event": EventOut(event).data,
            "notes": [note_text(file.name, note) for note in made.notes],
        }
        place = {"Location": reverse("tournaments-api:event", args=[event.pk])}
        return Response(answer, status=status.HTTP_201_CREATED, headers=place)


def file_response(section: Section, file_format: str, *, for_all: bool = False) -> HttpResponse:
    """A file as a download."""
    made = exported_section(section, file_format, for_all=for_all)
    charset = "" if made.media_type == XLSX else "; charset=utf-8"
    answer = HttpResponse(made.data, content_type=f"{made.media_type}{charset}")
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    answer.headers["Draughts-Notes"] = str(len(made.notes))
    return answer
