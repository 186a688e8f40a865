"""API of archive imports: upload, progress, report, cancellation, and the meaning of 1-0."""

from typing import Any

from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.archive.selectors.imports import import_list, import_problems, import_report, problem_sentence
from games.archive.services.imports import answer_first_result, cancel_import, receiving_club, start_import
from games.core.access import import_scope, receiving_scope
from games.core.api.base import ApiView, Pages, UploadThrottle, problems
from games.models import ArchiveImport, FirstResult, ImportProblem, ImportState, ProblemKind, SameMoves


class FirstResultShape(Shape):
    """Side that 1-0 names as the winner in this file, with the evidence."""

    answer = serializers.CharField(
        allow_blank=True, help_text="Side set for this file: `white`, `black`, or empty if undecided."
    )
    must_ask = serializers.BooleanField()
    evidence_says = serializers.CharField(
        allow_blank=True, help_text="Side according to the games: `white`, `black`, or empty if undecided."
    )
    games = serializers.IntegerField()
    ends_for_black = serializers.IntegerField()
    ends_for_white = serializers.IntegerField()
    material_for_black = serializers.IntegerField()
    material_for_white = serializers.IntegerField()


class NotStored(Shape):
    """Reason why games of the file are not stored, with their number."""

    code = serializers.CharField()
    count = serializers.IntegerField()
    reason = serializers.CharField()


class ImportOut(Shape):
    """Progress and counts of an import."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    club = serializers.CharField()
    state = serializers.ChoiceField(ImportState.choices)
    is_over = serializers.BooleanField()
    is_stuck = serializers.BooleanField()
    error_code = serializers.CharField(allow_blank=True)
    bytes = serializers.IntegerField()
    bytes_read = serializers.IntegerField()
    percent = serializers.IntegerField()
    law_book = serializers.CharField()
    variant = serializers.CharField(allow_blank=True)
    games = serializers.IntegerField(help_text="Number of records read so far.")
    kept = serializers.IntegerField()
    legal = serializers.IntegerField()
    illegal = serializers.IntegerField()
    unreadable = serializers.IntegerField()
    not_judged = serializers.IntegerField()
    without_moves = serializers.IntegerField()
    doubtful = serializers.IntegerField()
    duplicates = serializers.IntegerField()
    twins = serializers.IntegerField(
        help_text="Number of games stored although another game has the same moves."
    )
    not_stored = NotStored(
        many=True, help_text="Numbers of games in the file that are not in the archive, by reason."
    )
    same_moves = serializers.ChoiceField(SameMoves.choices)
    beginnings = serializers.IntegerField()
    plies = serializers.IntegerField()
    mended = serializers.DictField(child=serializers.IntegerField())
    variants = serializers.DictField(child=serializers.IntegerField())
    first_result = FirstResultShape()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class ProblemOut(serializers.ModelSerializer[ImportProblem]):
    """One problem in the report of an import."""

    sentence = serializers.SerializerMethodField()

    class Meta:
        model = ImportProblem
        fields = [
            "id",
            "kind",
            "game",
            "game_index",
            "line",
            "column",
            "ply",
            "code",
            "article",
            "facts",
            "text",
            "white",
            "black",
            "sentence",
        ]
        read_only_fields = fields

    def get_sentence(self, problem: ImportProblem) -> str:
        """Describe the problem in a sentence."""
        return problem_sentence(problem)


class ImportsView(ApiView):
    """Imports of all clubs, and the upload of an archive."""

    permission_classes = [needs(Capability.IMPORT_GAMES, scope=receiving_scope, methods={"POST"})]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        """Input of an import: the file, its club, and how to read it."""

        file = serializers.FileField(allow_empty_file=True, use_url=False)
        club = serializers.CharField(
            default="",
            help_text="Short name of the club. May be omitted if the caller can import into one club only.",
        )
        law_book = serializers.CharField(default="")
        variant = serializers.CharField(default="")
        first_result = serializers.ChoiceField(
            FirstResult.choices,
            default="",
            help_text="Side that 1-0 names as the winner. If empty, the evidence in the games decides.",
        )
        same_moves = serializers.ChoiceField(
            SameMoves.choices,
            default=SameMoves.STORE,
            help_text=(
                "Treatment of games with the same moves as another but other players, event, date, round "
                "or result."
            ),
        )

    class Output(Shape):
        """One page of imports."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = ImportOut(many=True)

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttle of uploads. Reading the progress is not limited."""
        return [UploadThrottle()] if self.request.method == "POST" else []

    @extend_schema(
        operation_id="imports_list",
        summary="List imports, newest first",
        parameters=[OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(404)},
    )
    def get(self, request: Request) -> Response:
        """Return one page of imports with their counts."""
        pages = Pages()
        page = pages.paginate_queryset(import_list(), request, view=self) or []
        return pages.get_paginated_response([import_report(archive=archive) for archive in page])

    @extend_schema(
        operation_id="imports_create",
        summary="Import an archive",
        description=(
            "Requires a role that may import games in the club. The file is read in the background."
        ),
        request={"multipart/form-data": Input},
        responses={202: ImportOut, **problems(400, 401, 403, 413, 415, 422, 429)},
    )
    def post(self, request: Request) -> Response:
        """Store the file and start its import. A file that is still being read returns its import."""
        actor = actor_of(request)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        asked: dict[str, Any] = given.validated_data
        archive = start_import(
            organisation=receiving_club(slug=asked["club"], actor=actor),
            stream=asked["file"],
            name=asked["file"].name,
            law_book=asked["law_book"],
            variant=asked["variant"],
            first_result=asked["first_result"],
            same_moves=asked["same_moves"],
            actor=actor,
        )
        place = {"Location": reverse("games-api:import", args=[archive.pk])}
        return Response(import_report(archive=archive), status=status.HTTP_202_ACCEPTED, headers=place)


class ImportView(ApiView):
    """One import."""

    permission_classes = [Public]

    @extend_schema(
        operation_id="imports_read",
        summary="Get the progress and the counts of an import",
        responses={200: ImportOut, **problems(404)},
    )
    def get(self, request: Request, import_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the import with its progress."""
        return Response(import_report(archive=_get_import(import_id)))


class ImportProblemsView(ApiView):
    """Report of an import."""

    permission_classes = [Public]

    class Query(Shape):
        """Filters of the report."""

        kind = serializers.ChoiceField(ProblemKind.choices, default="")

    class Output(Shape):
        """One page of the report."""

        count = serializers.IntegerField()
        next = serializers.URLField(allow_null=True)
        previous = serializers.URLField(allow_null=True)
        results = ProblemOut(many=True)

    @extend_schema(
        operation_id="imports_problems",
        summary="List the problems in the report of an import",
        parameters=[Query, OpenApiParameter("page", int), OpenApiParameter("page_size", int)],
        responses={200: Output, **problems(400, 404)},
    )
    def get(self, request: Request, import_id: int) -> Response:
        """Return one page of the records with problems, each with its line, ply and reason.

        Kinds: illegal, unreadable, doubtful, duplicate, twin and not judged.
        """
        asked = self.Query(data=request.query_params)
        asked.is_valid(raise_exception=True)
        found = import_problems(archive=_get_import(import_id), kind=asked.validated_data["kind"])
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(ProblemOut(page, many=True).data)


class ImportCancelView(ApiView):
    """Cancellation of an import."""

    permission_classes = [needs(Capability.IMPORT_GAMES, scope=import_scope)]

    @extend_schema(
        operation_id="imports_cancel",
        summary="Cancel an import",
        description=(
            "Requires a role that may import games in the club. Games stored so far remain in the archive."
        ),
        request=None,
        responses={200: ImportOut, **problems(401, 403, 404, 409)},
    )
    def post(self, request: Request, import_id: int) -> Response:
        """Stop reading the file. Answers 409 if the import has ended."""
        actor = actor_of(request)
        archive = cancel_import(import_id=_get_import(import_id).pk, actor=actor)
        return Response(import_report(archive=archive))


class ImportFirstResultView(ApiView):
    """Meaning of 1-0 in the file of an import."""

    permission_classes = [needs(Capability.IMPORT_GAMES, scope=import_scope)]

    class Input(Shape):
        """Input of the side to which the first figure of a result belongs."""

        first_result = serializers.ChoiceField([choice for choice in FirstResult.choices if choice[0]])

    @extend_schema(
        operation_id="imports_first_result",
        summary="Set the side that 1-0 names as the winner in a file",
        description=(
            "Requires a role that may import games in the club. Affected winners are corrected in "
            "the background."
        ),
        request=Input,
        responses={200: ImportOut, **problems(400, 401, 403, 404, 409, 415)},
    )
    def post(self, request: Request, import_id: int) -> Response:
        """Set or change the side. Answers 409 until the import has ended."""
        actor = actor_of(request)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        archive = answer_first_result(
            import_id=_get_import(import_id).pk,
            first_result=FirstResult(given.validated_data["first_result"]),
            actor=actor,
        )
        return Response(import_report(archive=archive))


def _get_import(import_id: int) -> ArchiveImport:
    return get_object_or_404(import_list(), pk=import_id)
