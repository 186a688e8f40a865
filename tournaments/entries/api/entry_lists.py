"""API of player lists as files: read them, compare them with the entries, enter them as compared."""

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
from club.paper.sheets import NotATable
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, problems
from tournaments.core.api.visibility import visible_section
from tournaments.core.scopes import of_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import FileTooLarge, ListUnreadable
from tournaments.entries.list_columns import HEADINGS, MAX_COLUMNS, MAX_ROWS, guess_columns, lines_of, rows_of
from tournaments.entries.selectors.list_differences import ListLine, digest_of, list_differences
from tournaments.entries.services.entries import enter_list

MAX_BYTES = 5_000_000
MAX_CELL_LENGTH = 500
STATES = ("new", "changed", "same", "twice")


class Rows(serializers.ListField):
    """Rows of a list, the header first."""

    child = serializers.ListField(
        child=serializers.CharField(allow_blank=True, max_length=MAX_CELL_LENGTH),
        min_length=1,
        max_length=MAX_COLUMNS,
    )


class Columns(Shape):
    """Index of the column for each kind of content, from 0; other columns are ignored."""

    def get_fields(self) -> dict[str, Any]:
        """Return one optional field for each kind of content."""
        return {
            kind: serializers.IntegerField(required=False, min_value=0, max_value=MAX_COLUMNS - 1)
            for kind in HEADINGS
        }


class ComparedLine(Shape):
    """Line of the list, compared with the entries."""

    name = serializers.CharField()
    rating = serializers.IntegerField()
    club_name = serializers.CharField(allow_blank=True)
    federation = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(STATES)
    entry = serializers.IntegerField(
        allow_null=True, help_text="Id of the entry with this name; null if there is none."
    )
    changes = serializers.DictField(
        child=serializers.JSONField(), help_text="Values of the list that differ from the entry, by field."
    )


class ListFileView(ApiView):
    """Upload of a player list."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        """Input of a player list as a file."""

        list = serializers.FileField(allow_empty_file=True, use_url=False)

    class Output(Shape):
        """Response with the rows of the file, and the detected content of the columns."""

        rows = Rows()
        columns = Columns()

    @extend_schema(
        operation_id="entries_read_list",
        summary="Read a player list from a CSV or XLSX file",
        description="Nothing is saved. Send `rows` and `columns` to the comparison next.",
        request={"multipart/form-data": Input},
        responses={200: Output, **problems(400, 401, 403, 404, 413, 415, 422)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Return the rows of the file. The columns are detected from the header."""
        visible_section(request, section_id)
        given = self.Input(data=request.data)
        given.is_valid(raise_exception=True)
        file = given.validated_data["list"]
        if file.size > MAX_BYTES:
            raise FileTooLarge(size=file.size, limit=MAX_BYTES)
        try:
            rows = [[cell[:MAX_CELL_LENGTH] for cell in row] or [""] for row in rows_of(file.read())]
        except NotATable:
            raise ListUnreadable(name=file.name) from None
        return Response({"rows": rows, "columns": guess_columns(rows[0])})


class ListInput(Shape):
    """Input of a list: its rows, and the content of its columns."""

    rows = Rows(min_length=1, max_length=MAX_ROWS)
    columns = Columns()


class ListCompareView(ApiView):
    """Comparison of a list with the entries."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Output(Shape):
        """Response with every compared line, and a digest that identifies the comparison."""

        digest = serializers.CharField()
        lines = ComparedLine(many=True)

    @extend_schema(
        operation_id="entries_compare_list",
        summary="Compare a player list with the entries",
        description="Nothing is saved. Send `digest` with the list to enter it exactly as compared.",
        request=ListInput,
        responses={200: Output, **problems(400, 401, 403, 404, 415, 422)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Compare the list with the entries: new, changed, unchanged and repeated players."""
        section = visible_section(request, section_id)
        found = list_differences(section, list_in(request, ListInput)[0])
        return Response({"digest": digest_of(found), "lines": [_line(one) for one in found]})


class ListEnterView(ApiView):
    """Entry of a compared list."""

    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ListInput):
        """Input of the list again, with the digest of its comparison."""

        digest = serializers.CharField(max_length=64)

    class Output(Shape):
        """Response with the numbers of new and changed entries."""

        entered = serializers.IntegerField(max_value=LARGEST_NUMBER)
        changed = serializers.IntegerField(max_value=LARGEST_NUMBER)

    @extend_schema(
        operation_id="entries_enter_list",
        summary="Enter a player list as compared",
        description="409 if the entries were changed after the comparison; then nothing is saved.",
        request=Input,
        responses={200: Output, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def post(self, request: Request, section_id: int) -> Response:
        """Enter the whole list, or nothing."""
        lines, told = list_in(request, self.Input)
        fresh, changed = enter_list(
            section_id=section_id, lines=lines, digest=told["digest"], actor=actor_of(request)
        )
        return Response({"entered": fresh, "changed": changed})


def list_in(request: Request, shape: type[ListInput]) -> tuple[list[EntryLine], dict[str, Any]]:
    """Return the players of the list, and the validated input."""
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
