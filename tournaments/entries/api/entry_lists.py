"""Lists of players as files: compared with the entries first, then entered as was shown."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import FileTooLarge, ListUnreadable
from tournaments.entries.list_columns import HEADINGS, guess_columns, lines_of
from tournaments.entries.selectors.list_differences import ListLine, digest_of, list_differences
from tournaments.entries.services.entries import enter_list
from tournaments.exchange.trf.spreadsheets import MAX_COLUMNS, MAX_ROWS, NotAList, rows_of

MAX_BYTES = 5_000_000
MAX_CELL_LENGTH = 500
STATES = ("new", "changed", "same", "twice")


class Rows(serializers.ListField):
    """The rows of a list, the heading first."""

    child = serializers.ListField(
        child=serializers.CharField(allow_blank=True, max_length=MAX_CELL_LENGTH),
        min_length=1,
        max_length=MAX_COLUMNS,
    )


class Columns(Shape):
    """Which column, counted from 0, holds what; what is not named is not read."""

    def get_fields(self) -> dict[str, Any]:
        """One for everything that a column can hold."""
        return {
            kind: serializers.IntegerField(required=False, min_value=0, max_value=MAX_COLUMNS - 1)
            for kind in HEADINGS
        }


class ComparedLine(Shape):
    """A line of the list beside the entries."""

    name = serializers.CharField()
    rating = serializers.IntegerField()
    club_name = serializers.CharField(allow_blank=True)
    federation = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(STATES)
    entry = serializers.IntegerField(allow_null=True, help_text="The entry of this name.")
    changes = serializers.DictField(
        child=serializers.JSONField(), help_text="What the list says otherwise, by field."
    )


class ListFileView(ApiView):
    """Reading a file of players."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        """The file."""

        list = serializers.FileField(allow_empty_file=True, use_url=False)

    class Output(Shape):
        """Its rows, and which column seems to hold what."""

        rows = Rows()
        columns = Columns()

    @extend_schema(
        operation_id="entries_read_list",
        summary="The rows of a CSV or XLSX",
        description="Nothing is entered. Send `rows` and `columns` on to be compared.",
        request={"multipart/form-data": Input},
        responses={200: Output, **problems(400, 401, 403, 404, 413, 415, 422)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Columns are guessed from the headings."""
        visible_section(request, section_id)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        file = given.validated_data["list"]
        if file.size > MAX_BYTES:
            raise FileTooLarge(size=file.size, limit=MAX_BYTES)
        try:
            rows = [[cell[:MAX_CELL_LENGTH] for cell in row] or [""] for row in rows_of(file.read())]
        except NotAList:
            raise ListUnreadable(name=file.name) from None
        return Response({"rows": rows, "columns": guess_columns(rows[0])})


class ListInput(Shape):
    """The rows of a list and what its columns hold."""

    rows = Rows(min_length=1, max_length=MAX_ROWS)
    columns = Columns()


class ListCompareView(ApiView):
    """Looking at what a list would change."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Output(Shape):
        """Every line compared, and by what the comparison is known again."""

        digest = serializers.CharField()
        lines = ComparedLine(many=True)

    @extend_schema(
        operation_id="entries_compare_list",
        summary="A list beside the entries",
        description="Nothing is entered: send `digest` along to have it done as it is shown.",
        request=ListInput,
        responses={200: Output, **problems(400, 401, 403, 404, 415, 422)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Who is new, who differs, who is there already."""
        section = visible_section(request, section_id)
        found = list_differences(section, list_in(request, ListInput)[0])
        return Response({"digest": digest_of(found), "lines": [_line(one) for one in found]})


class ListEnterView(ApiView):
    """Entering a list."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ListInput):
        """The list again, with the digest of its comparison."""

        digest = serializers.CharField(max_length=64)

    class Output(Shape):
        """How many."""

        entered = serializers.IntegerField(max_value=LARGEST_NUMBER)
        changed = serializers.IntegerField(max_value=LARGEST_NUMBER)

    @extend_schema(
        operation_id="entries_enter_list",
        summary="Enter a list as it was compared",
        description="409 when entries were changed since the comparison; then nothing is entered.",
        request=Input,
        responses={200: Output, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """All of it or nothing."""
        lines, told = list_in(request, self.Input)
        fresh, changed = enter_list(
            section_id=section_id, lines=lines, digest=told["digest"], actor=actor_of(request)
        )
        return Response({"entered": fresh, "changed": changed})


def list_in(request: Request, shape: type[ListInput]) -> tuple[list[EntryLine], dict[str, Any]]:
    """The players of the list that was sent, and all that was sent."""
    given = shape(data=request.data)
    given.is_valid(raise_exception=True)
    told: dict[str, Any] = given.validated_data
    return lines_of(told["rows"], told["columns"]), told


def _line(found: ListLine) -> dict[str, Any]:
    line = found.line
    return {
        "name": line.name,
        "rating": line.rating,
        "club_name": line.club_name,
        "federation": line.federation,
        "state": found.state,
        "entry": found.entry.pk if found.entry else None,
        "changes": found.changes,
    }
