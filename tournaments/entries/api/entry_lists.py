"""API of player lists as files: read them, compare them with the entries, enter them as compared."""

from typing import Any

from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.paper.sheets import NotATable
from tournaments.core.api.base import LARGEST_NUMBER, ApiView
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
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]
    parser_classes = [MultiPartParser]

    class Input(Shape):
        list = serializers.FileField(allow_empty_file=True, use_url=False)

    class Output(Shape):
        rows = Rows()
        columns = Columns()

    @operation("entries_read_list", Output, request={"multipart/form-data": Input}, refusals=(422,))
    def post(self, request: Request, section_id: int) -> Response:
        """Read a CSV or XLSX player list without saving. Send `rows` and `columns` to the comparison."""
        visible_section(request, section_id)
        payload = self.Input.validated_from(request.data)
        file = payload["list"]
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
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Output(Shape):
        digest = serializers.CharField()
        lines = ComparedLine(many=True)

    @operation("entries_compare_list", Output, request=ListInput, refusals=(422,))
    def post(self, request: Request, section_id: int) -> Response:
        """Compare a player list with the entries without saving. To enter it, send it with `digest`."""
        section = visible_section(request, section_id)
        found = list_differences(section, list_in(request, ListInput)[0])
        return Response({"digest": digest_of(found), "lines": [_line(one) for one in found]})


class ListEnterView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_section)]

    class Input(ListInput):
        digest = serializers.CharField(max_length=64)

    class Output(Shape):
        entered = serializers.IntegerField(max_value=LARGEST_NUMBER)
        changed = serializers.IntegerField(max_value=LARGEST_NUMBER)

    @operation("entries_enter_list", Output, request=Input, refusals=(409, 422))
    def post(self, request: Request, section_id: int) -> Response:
        """Enter a player list as compared.

        Answers 409 if the entries changed meanwhile; then nothing is saved.
        """
        lines, told = list_in(request, self.Input)
        fresh, changed = enter_list(
            section_id=section_id, lines=lines, digest=told["digest"], actor=actor_of(request)
        )
        return Response({"entered": fresh, "changed": changed})


def list_in(request: Request, shape: type[ListInput]) -> tuple[list[EntryLine], dict[str, Any]]:
    """Return the players of the list, and the validated input."""
    told = shape.validated_from(request.data)
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
