"""API of archive imports: upload, progress, report, cancellation, and the meaning of 1-0."""

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from club.core.api.access import Public, needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.archive.selectors.imports import import_list, import_problems, import_report, problem_sentence
from games.archive.services.imports import answer_first_result, cancel_import, receiving_club, start_import
from games.core.access import import_scope, receiving_scope
from games.core.api.throttles import UploadThrottle
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

    class Output(PageOut):
        results = ImportOut(many=True)

    def get_throttles(self) -> list[BaseThrottle]:
        """Return the throttle of uploads. Reading the progress is not limited."""
        return [UploadThrottle()] if self.request.method == "POST" else []

    @operation("imports_list", Output, parameters=PAGE)
    def get(self, request: Request) -> Response:
        """List imports with their counts, newest first."""
        pages = Pages()
        page = pages.paginate_queryset(import_list(), request, view=self) or []
        return pages.get_paginated_response([import_report(archive=archive) for archive in page])

    @operation("imports_create", {202: ImportOut}, request={"multipart/form-data": Input}, refusals=(422,))
    def post(self, request: Request) -> Response:
        """Import an archive in the background. Requires a role that may import games in the club."""
        actor = actor_of(request)
        asked = self.Input.validated_from(request.data)
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
    permission_classes = [Public]

    @operation("imports_read", ImportOut)
    def get(self, request: Request, import_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the progress and the counts of an import."""
        return Response(import_report(archive=_get_import(import_id)))


class ImportProblemsView(ApiView):
    permission_classes = [Public]

    class Query(Shape):
        kind = serializers.ChoiceField(ProblemKind.choices, default="")

    class Output(PageOut):
        results = ProblemOut(many=True)

    @operation("imports_problems", Output, query=Query, parameters=PAGE)
    def get(self, request: Request, import_id: int) -> Response:
        """List the problems in the report of an import."""
        payload = self.Query.validated_from(request.query_params)
        found = import_problems(archive=_get_import(import_id), kind=payload["kind"])
        pages = Pages()
        page = pages.paginate_queryset(found, request, view=self)
        return pages.get_paginated_response(ProblemOut(page, many=True).data)


class ImportCancelView(ApiView):
    permission_classes = [needs(Capability.IMPORT_GAMES, scope=import_scope)]

    @operation("imports_cancel", ImportOut, refusals=(409,))
    def post(self, request: Request, import_id: int) -> Response:
        """Cancel an import; stored games remain. Requires a role that may import games in the club."""
        actor = actor_of(request)
        archive = cancel_import(import_id=_get_import(import_id).pk, actor=actor)
        return Response(import_report(archive=archive))


class ImportFirstResultView(ApiView):
    permission_classes = [needs(Capability.IMPORT_GAMES, scope=import_scope)]

    class Input(Shape):
        first_result = serializers.ChoiceField([choice for choice in FirstResult.choices if choice[0]])

    @operation("imports_first_result", ImportOut, request=Input, refusals=(409,))
    def post(self, request: Request, import_id: int) -> Response:
        """Set the side that 1-0 names as the winner in a file.

        Requires a role that may import games in the club. Affected winners are corrected in the background.
        """
        actor = actor_of(request)
        payload = self.Input.validated_from(request.data)
        archive = answer_first_result(
            import_id=_get_import(import_id).pk,
            first_result=FirstResult(payload["first_result"]),
            actor=actor,
        )
        return Response(import_report(archive=archive))


def _get_import(import_id: int) -> ArchiveImport:
    return get_object_or_404(import_list(), pk=import_id)
