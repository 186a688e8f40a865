"""API of printing: the kinds of paper of a section, and each as a PDF."""

from typing import Any, Final

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import require_permission
from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.pages.responses import PDF
from club.core.requests import actor_of
from club.paper.paper_formats import Orientation, PaperSize
from tournaments.core.api.base import ApiView
from tournaments.core.scopes import of_section
from tournaments.core.services.locks import section_scope
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.models import CertificateDesign, Section
from tournaments.printing.pages.pdf_sheets import sheet_answer
from tournaments.printing.pages.print_orders import MAX_PAGES, MAX_TEXT
from tournaments.printing.pages.sheets import KINDS, kind_facts

MAX_PLACES: Final = 999


class SheetKindOut(Shape):
    """A kind of paper and its choices."""

    key = serializers.CharField()
    name = serializers.CharField()
    group = serializers.CharField()
    of_round = serializers.BooleanField(help_text="True if it is about one round.")
    has_orientation = serializers.BooleanField()
    has_pages = serializers.BooleanField()
    has_codes = serializers.BooleanField(help_text="True if it has QR codes for phones.")


class SheetKindsView(ApiView):
    permission_classes = [needs(Capability.SEE_DESK, scope=of_section)]

    class Output(Shape):
        kinds = SheetKindOut(many=True)

    @operation("paper_kinds", Output)
    def get(self, request: Request, section_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """List the kinds of paper of a section."""
        return Response({"kinds": kind_facts()})


class SheetView(ApiView):
    permission_classes = [needs(Capability.SEE_DESK, scope=of_section)]

    class Query(Shape):
        """Choices of a sheet; those left out are the club's, the event's, or the latest round."""

        size = serializers.ChoiceField(list(PaperSize), required=False)
        orientation = serializers.ChoiceField(list(Orientation), required=False)
        language = serializers.ChoiceField(settings.LANGUAGES, required=False)
        round = serializers.IntegerField(required=False, min_value=1, max_value=MAX_ROUNDS)
        pages = serializers.IntegerField(
            required=False,
            min_value=0,
            max_value=MAX_PAGES,
            help_text="Pages of a wall list; 0 for type that is readable from two metres.",
        )
        design = serializers.ChoiceField(CertificateDesign.choices, required=False)
        whom = serializers.CharField(
            required=False,
            max_length=12,
            help_text="Recipients of certificates: winners, all, places, or the id of an entry.",
        )
        places = serializers.IntegerField(required=False, min_value=0, max_value=MAX_PLACES)
        category = serializers.CharField(required=False, max_length=60)
        heading = serializers.CharField(required=False, max_length=MAX_TEXT)
        line = serializers.CharField(required=False, max_length=MAX_TEXT)
        place = serializers.CharField(
            required=False,
            allow_blank=True,
            max_length=MAX_TEXT,
            help_text="Place on certificates; if left out the venue, if empty none.",
        )
        day = serializers.DateField(
            required=False,
            help_text="Date on certificates; if left out the last day of the event, else today.",
        )
        director = serializers.CharField(required=False, max_length=MAX_TEXT)
        arbiter = serializers.CharField(required=False, max_length=MAX_TEXT)
        president = serializers.CharField(required=False, max_length=MAX_TEXT)

    @operation("paper_sheet", {(200, PDF): OpenApiTypes.BINARY}, query=Query, refusals=(409, 422))
    def get(self, request: Request, section_id: int, kind: str) -> HttpResponse:
        """Get a sheet as PDF. Answers 409 if it is about a round and there is none."""
        if kind not in KINDS:
            raise Http404(kind)
        given: dict[str, Any] = self.Query.validated_from(request.query_params)
        rows = Section.objects.select_related("event__organisation")
        row = get_object_or_404(rows, pk=section_id)
        require_permission(actor_of(request), KINDS[kind].needs, section_scope(row))
        return sheet_answer(request, row, kind, given)
