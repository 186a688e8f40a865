"""API of member list imports: compare with the club's data, then import as reviewed."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import ApiView, problems
from club.core.api.documents import Shape
from club.core.capabilities import Capability
from club.core.names import fold_name
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.members.api.memberships import LARGEST
from club.members.column_headings import NAMES_OF_COLUMNS
from club.members.errors import UnknownPlan
from club.members.member_lists import with_birth_dates
from club.members.member_tables import MAX_COLUMNS, MAX_FILE_SIZE, ListRead, list_of, table_of
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
COLUMN_NAMES = list(NAMES_OF_COLUMNS)
REFUSALS = problems(400, 401, 403, 404, 409, 415, 422)


class ListColumnShape(Shape):
    """What a column holds, counted from 0."""

    at = serializers.IntegerField(min_value=0, max_value=MAX_COLUMNS - 1)
    holds = serializers.ChoiceField(COLUMN_NAMES)


class ListPlanShape(Shape):
    """What a kind of membership of the list means."""

    value = serializers.CharField(max_length=80, trim_whitespace=False)
    plan = serializers.IntegerField(
        min_value=1, max_value=LARGEST, allow_null=True, help_text="null: no membership."
    )


class ListBirthShape(Shape):
    """The birth date of a line whose own lies in the future."""

    line = serializers.IntegerField(min_value=1, max_value=LARGEST)
    born_on = serializers.DateField()


class ListPlanOut(Shape):
    """A kind of membership as the list has it, and the plan that it is taken for."""

    value = serializers.CharField()
    rows = serializers.IntegerField()
    plan = serializers.IntegerField(source="plan.pk", default=None, allow_null=True)
    is_known = serializers.BooleanField(help_text="false: the plan for other rows is used.")


class LeftCellOut(Shape):
    """A cell that is left out while its person comes in."""

    field = serializers.CharField()
    code = serializers.CharField()
    told = serializers.CharField()


class MemberListIn(Shape):
    """A list, and what counts where a row says nothing."""

    table = serializers.CharField(
        max_length=MAX_FILE_SIZE, trim_whitespace=False, help_text="CSV, or rows with tabs, as text."
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
    """A line beside what the club knows. `near`: choose who it is, or `new`; `faulty`: it is left out."""

    number = serializers.IntegerField(source="line.number")
    name = serializers.CharField(source="line.name")
    state = serializers.ChoiceField(STATES)
    fault = serializers.CharField(source="line.fault")
    told = serializers.CharField(source="line.told", help_text="The cell that is at fault.")
    left = LeftCellOut(source="line.left", many=True, help_text="Cells left out; the person comes in.")
    born_earlier = serializers.DateField(
        source="line.earlier", allow_null=True, help_text="A hundred years before a birth date in the future."
    )
    person = serializers.IntegerField(source="person.pk", default=None, allow_null=True)
    near = serializers.ListField(child=serializers.IntegerField())
    fills = serializers.ListField(child=serializers.CharField(), help_text="What was empty and is told.")
    differs = serializers.ListField(child=serializers.CharField(), help_text="Left alone.")
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
        self.read: ListRead = list_of(
            table_of(told["table"].encode()), named, has_heading=told["has_heading"]
        )
        births = {one["line"]: one["born_on"] for one in told["births"]}
        self.organisation_id = organisation_id
        self.lines = with_birth_dates(self.read.lines, births)
        self.defaults = Defaults(
            plan=offered[told["plan"]],
            starts_on=told["starts_on"],
            plans={fold_name(one["value"]): offered.get(one["plan"]) for one in told["plans"]},
        )
        self.found: list[Difference] = member_differences(
            organisation_id=organisation_id, lines=self.lines, defaults=self.defaults
        )

    def told(self) -> dict[str, Any]:
        """As it is shown."""
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
    """A list of members beside what the club knows."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Output(Shape):
        """Line by line; `digest` is said when it is kept."""

        digest = serializers.CharField()
        has_heading = serializers.BooleanField()
        columns = ListColumnShape(many=True)
        plans = ListPlanOut(many=True)
        lines = ListLineOut(many=True)

    @extend_schema(
        operation_id="member_lists_compare",
        summary="Compare a list of members with what the club knows",
        description="Nothing is kept. Columns are guessed by the first row unless they are named.",
        request=MemberListIn,
        responses={200: Output, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Who is new, known, may be known, or cannot be read."""
        club, told = organisation_by_slug(slug=slug), MemberListIn.validated_from(request.data)
        return Response(self.Output(ComparedList(club.pk, told).told()).data)


class ListChoiceShape(Shape):
    """Who a line is that may be somebody known; a line that is not named is left out."""

    line = serializers.IntegerField(min_value=1, max_value=LARGEST)
    person = serializers.IntegerField(
        min_value=1, max_value=LARGEST, allow_null=True, help_text="null: somebody new."
    )


class MemberListView(ApiView):
    """A list of members that was looked at."""

    permission_classes = [needs(Capability.KEEP_MEMBERS, scope=scope_of_books)]

    class Input(MemberListIn):
        """The same list, what was looked at, and who is who."""

        digest = serializers.CharField(max_length=64)
        choices = ListChoiceShape(many=True, default=list, max_length=2000)  # type: ignore[call-arg]  # of the list

    class Output(Shape):
        """How many persons are new, and how many memberships begin."""

        added = serializers.IntegerField()
        joined = serializers.IntegerField()

    @extend_schema(
        operation_id="member_lists_bring_in",
        summary="Bring in a list of members as it was compared",
        description="409 `list_changed_meanwhile` where the club or the list is not as it was; sent twice "
        "the second finds everybody known. Undone through the audit trail.",
        request=Input,
        responses={201: Output, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        """One entry of the trail, and one way back."""
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
