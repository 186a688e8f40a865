"""API of section files: export in every format, and import as a new event."""

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public, needs
from club.core.api.base import requested_club
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.pages.responses import XLSX
from club.core.requests import actor_of
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import EventOut
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_section
from tournaments.events.api.events import CLUB_HELP
from tournaments.exchange.note_messages import note_description, note_text
from tournaments.exchange.selectors.section_exports import (
    PUBLIC_FORMATS,
    REPORTS,
    ZIP,
    exported_section,
    sight_of,
)
from tournaments.exchange.services.section_files import import_section, validate_size
from tournaments.models import Section

ANY_FILE = {
    **{(200, kind): OpenApiTypes.STR for kind in ("text/plain", "text/csv")},
    (200, XLSX): OpenApiTypes.BINARY,
    (200, ZIP): OpenApiTypes.BINARY,
}


class SectionExportView(ApiView):
    permission_classes = [Public]

    @operation(
        "sections_export",
        ANY_FILE,
        parameters=[OpenApiParameter("file_format", str, OpenApiParameter.PATH, enum=PUBLIC_FORMATS)],
        refusals=(409, 422),
    )
    def get(self, request: Request, section_id: int, file_format: str) -> HttpResponse:
        """Export a section as TRF26, TRF16, PDN, CSV or XLSX, or its PDN by round as ZIP.

        The file has published rounds only. `entries`, `pairings`, `standings` and `progress` are CSV files.
        If pairings have several games, a TRF file contains only the first game of each. The `Draughts-Notes`
        header counts the facts that the format cannot express; `notes` under the address of the file lists
        them. Years of birth, and the forbidden pairs of a TRF file, are only for those who may run the event.
        """
        section = visible_section(request, section_id)
        return file_response(request, section, file_format)


class SectionExportNotesView(ApiView):
    permission_classes = [Public]

    class Output(Shape):
        """Response with one sentence per note, in the reader's language."""

        notes = serializers.ListField(child=serializers.CharField())

    @operation(
        "sections_export_notes",
        Output,
        parameters=[OpenApiParameter("report_format", str, OpenApiParameter.PATH, enum=REPORTS)],
        refusals=(409, 422),
    )
    def get(self, request: Request, section_id: int, report_format: str) -> Response:
        """List what a TRF26 or TRF16 file omits or expresses differently. `Draughts-Notes` counts them."""
        section = visible_section(request, section_id)
        made = exported_section(section, report_format, sight=sight_of(actor_of(request), section))
        return Response({"notes": [note_description(note) for note in made.notes]})


class SectionDocumentView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    @operation("sections_document", {(200, "application/json"): OpenApiTypes.OBJECT})
    def get(self, request: Request, section_id: int) -> HttpResponse:
        """Export a section as draughts-section/1. Importing it into a club creates the same section.

        A token without `correct_results` gets no cases, one without `record_results` no sealed positions.
        """
        return file_response(request, visible_section(request, section_id), "json")


class SectionImportView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        file = serializers.FileField(allow_empty_file=True, use_url=False)
        club = serializers.CharField(default="", allow_blank=True, max_length=60, help_text=CLUB_HELP)
        time_zone = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=60,
            help_text="Time zone of the hall, for example `Europe/Amsterdam`; used if the file names none.",
        )

    class Output(Shape):
        event = EventOut()
        notes = serializers.ListField(child=serializers.CharField())

    @operation("sections_import", {201: Output}, request={"multipart/form-data": Input}, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Import a draft event from TRF16, TRF26 or draughts-section/1.

        The whole file is imported or nothing; an error names the place in the file and the reason.
        """
        asked = self.Input.validated_from(request.data)
        file = asked["file"]
        validate_size(file.size)
        made = import_section(
            organisation_id=requested_club(request, Capability.RUN_EVENTS, asked["club"]).pk,
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


def file_response(request: Request, section: Section, file_format: str) -> HttpResponse:
    """Return an exported file as a download, with the parts that the reader may see."""
    made = exported_section(section, file_format, sight=sight_of(actor_of(request), section))
    charset = "" if made.media_type in {XLSX, ZIP} else "; charset=utf-8"
    answer = HttpResponse(made.data, content_type=f"{made.media_type}{charset}")
    answer.headers["Content-Disposition"] = f'attachment; filename="{made.name}"'
    answer.headers["Draughts-Notes"] = str(len(made.notes))
    return answer
