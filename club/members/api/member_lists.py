"""API of member list imports: compare with the club's data, then import as reviewed."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.lists.tables import MAX_COLUMNS, MAX_FILE_SIZE, list_of, table_of
from club.members.api.memberships import LARGEST
from club.members.errors import UnknownPlan
from club.members.member_columns import MEMBER_COLUMNS
from club.members.member_lists import read_lines, with_birth_dates
from club.members.selectors.member_differences import (
    FAULTY,
    KNOWN,
    NEAR,
    NEW,
    Defaults,
    Difference,
    digest_of,
    member_differences,
    plan_values,
)
from club.members.selectors.members import plans_of
from club.members.services.member_imports import AS_NEW, import_members

STATES = [NEW, KNOWN, NEAR, FAULTY]
COLUMN_NAMES = list(MEMBER_COLUMNS)


class ListColumnShape(Shape):
    """Content of a column. Columns are numbered from 0."""

    at = serializers.IntegerField(min_value=0, max_value=MAX_COLUMNS - 1)
    holds = serializers.ChoiceField(COLUMN_NAMES)


class ListPlanShape(Shape):
    """Plan for a value of the list's membership column."""

    value = serializers.CharField(max_length=80, trim_whitespace=False)
    plan = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST,
        allow_null=True,
        help_text="Id of the plan. If null, this value means no membership.",
    )


class ListBirthShape(Shape):
    """Birth date for a line whose own birth date is in the future."""

    line = serializers.IntegerField(min_value=1, max_value=LARGEST)
    born_on = serializers.DateField()


class ListPlanOut(Shape):
    """Value of the list's membership column, its number of rows, and the plan used for it."""

    value = serializers.CharField()
    rows = serializers.IntegerField()
    plan = serializers.IntegerField(source="plan.pk", default=None, allow_null=True)
    is_known = serializers.BooleanField(
        help_text="If false, the value was not recognised and the default plan is used."
    )


class LeftCellOut(Shape):
    """Cell that is omitted although its person is imported."""

    field = serializers.CharField()
    code = serializers.CharField()
    told = serializers.CharField()


class MemberListIn(Shape):
    """Member list as text, with default values for empty cells."""

    table = serializers.CharField(
        max_length=MAX_FILE_SIZE, trim_whitespace=False, help_text="Table as text: CSV or tab-separated rows."
    )
    plan = serializers.IntegerField(min_value=1, max_value=LARGEST)
    starts_on = serializers.DateField()
    columns = ListColumnShape(  # type: ignore[call-arg]  # of the list that `many` makes
        many=True, default=None, allow_null=True, max_length=MAX_COLUMNS
    )
    has_heading = serializers.BooleanField(default=None, allow_null=True)
    plans = ListPlanShape(many=True, default=list, max_length=2000)  # type: ignore[call-arg]  # of the list
    births = ListBirthShape(many=True, default=list, max_length=2000)  # type: ignore[call-arg]  # of the list


class ListLineOut(Shape):
    """Line of the list, compared with the club's data.

    `near`: possibly a known person; send a choice to import it. `faulty`: not imported.
    """

    number = serializers.IntegerField(source="line.number")
    name = serializers.CharField(source="line.name")
    state = serializers.ChoiceField(STATES)
    fault = serializers.CharField(source="line.fault")
    told = serializers.CharField(source="line.told", help_text="Content of the cell that caused `fault`.")
    left = LeftCellOut(
        source="line.left", many=True, help_text="Omitted cells; the person is imported without them."
    )
    born_earlier = serializers.DateField(
        source="line.earlier",
        allow_null=True,
        help_text="Date 100 years before a birth date in the future; otherwise null.",
    )
    person = serializers.IntegerField(source="person.pk", default=None, allow_null=True)
    near = serializers.ListField(child=serializers.IntegerField())
    fills = serializers.ListField(
        child=serializers.CharField(), help_text="Empty fields of the known person that this line fills."
    )
    differs = serializers.ListField(
        child=serializers.CharField(),
        help_text="Fields of the known person with a different value; they are not changed.",
    )
    joins = serializers.BooleanField()


class ComparedList:
    """An uploaded list, compared with the club's data."""

    def __init__(self, organisation_id: int, told: dict[str, Any]) -> None:
        offered = {one.pk: one for one in plans_of(organisation_id=organisation_id).filter(is_offered=True)}
        wanted = {told["plan"], *(one["plan"] for one in told["plans"] if one["plan"] is not None)}
        if not wanted <= offered.keys():
            raise UnknownPlan
        columns = told["columns"]
        named = None if columns is None else {one["at"]: one["holds"] for one in columns}
        self.read = list_of(
            table_of(told["table"].encode()), MEMBER_COLUMNS, named, has_heading=told["has_heading"]
        )
        births = {one["line"]: one["born_on"] for one in told["births"]}
        self.organisation_id = organisation_id
        self.lines = with_birth_dates(read_lines(self.read, today=timezone.localdate()), births)
        self.defaults = Defaults(
            plan=offered[told["plan"]],
            starts_on=told["starts_on"],
            plans={fold_name(one["value"]): offered.get(one["plan"]) for one in told["plans"]},
        )
        self.found: list[Difference] = member_differences(
            organisation_id=organisation_id, lines=self.lines, defaults=self.defaults
        )

    def told(self) -> dict[str, Any]:
        """Serialize the comparison."""
        return {
            "digest": digest_of(self.found),
            "has_heading": self.read.has_heading,
            "columns": [{"at": at, "holds": name} for at, name in sorted(self.read.columns.items())],
            "plans": plan_values(
                organisation_id=self.organisation_id, lines=self.lines, defaults=self.defaults
            ),
            "lines": [_line(one) for one in self.found],
        }


def _line(one: Difference) -> dict[str, Any]:
    names = ("line", "state", "person", "fills", "differs", "joins")
    return {name: getattr(one, name) for name in names} | {"near": [person.pk for person in one.near]}


class ListComparisonView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Output(Shape):
        """The compared lines. Send `digest` back to import them."""

        digest = serializers.CharField()
        has_heading = serializers.BooleanField()
        columns = ListColumnShape(many=True)
        plans = ListPlanOut(many=True)
        lines = ListLineOut(many=True)

    @operation("member_lists_compare", Output, request=MemberListIn, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Compare a member list without storing it. Omitted `columns` are guessed from the first row."""
        club, told = organisation_by_slug(slug=slug), MemberListIn.validated_from(request.data)
        return Response(self.Output(ComparedList(club.pk, told).told()).data)


class ListChoiceShape(Shape):
    """Person for a line that may be a known person. Lines without a choice are skipped."""

    line = serializers.IntegerField(min_value=1, max_value=LARGEST)
    person = serializers.IntegerField(
        min_value=1,
        max_value=LARGEST,
        allow_null=True,
        help_text="Id of the person. If null, a new person is added.",
    )


class MemberListView(ApiView):
    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Input(MemberListIn):
        digest = serializers.CharField(max_length=64)
        choices = ListChoiceShape(many=True, default=list, max_length=2000)  # type: ignore[call-arg]  # of the list

    class Output(Shape):
        """Numbers of new persons and new memberships."""

        added = serializers.IntegerField()
        joined = serializers.IntegerField()

    @operation("member_lists_bring_in", {201: Output}, request=Input, refusals=(409, 422))
    def post(self, request: Request, slug: str) -> Response:
        """Import a member list as compared, undoable as a whole in the audit log.

        Answers 409 `list_changed_meanwhile` if the list or the data changed: a repetition adds nothing.
        """
        club, told = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        compared = ComparedList(club.pk, told)
        added, joined = import_members(
            organisation_id=club.pk,
            lines=compared.lines,
            defaults=compared.defaults,
            choices={one["line"]: str(one["person"] or AS_NEW) for one in told["choices"]},
            digest=told["digest"],
            actor=actor_of(request),
        )
        return Response({"added": added, "joined": joined}, status=status.HTTP_201_CREATED)
