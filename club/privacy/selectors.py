"""Queries of personal data, erasures and retention periods."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import QuerySet
from django.http import StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from club.backups.zip_streams import zip_stream
from club.core.access import clubs_where
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.member_files import as_csv
from club.models import ErasureRequest, ErasureState, Organisation, Person, RetentionRule
from club.privacy.personal_data_sets import (
    DATA_SETS,
    RULES,
    OnErasure,
    PersonalDataSet,
    Row,
    Rule,
    Words,
    column,
    count_rows,
    readable_rows,
)


@dataclass(frozen=True, slots=True)
class DataSetRows:
    """A kind of data with its rows."""

    data_set: PersonalDataSet
    rows: list[Row]

    @property
    def headings(self) -> list[str]:
        """Labels of the columns."""
        return [_heading(self.data_set, name) for name in self.columns]

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        return list(self.rows[0]) if self.rows else list(self.data_set.tells)

    @property
    def lines(self) -> list[list[Any]]:
        """Rows for display, with the labels of choices."""
        return [
            [_display_value(self.data_set, name, row[name]) for name in self.columns] for row in self.rows
        ]

    @property
    def goes(self) -> bool:
        """True if an erasure deletes it."""
        return self.data_set.fate is OnErasure.DELETE


def personal_data_of(*, person: Person) -> list[DataSetRows]:
    """Return every kind of data of the site, including kinds without rows."""
    return [DataSetRows(one, readable_rows(one, person)) for one in DATA_SETS.values()]


def data_for_api(kinds: Iterable[DataSetRows]) -> dict[str, dict[str, Any]]:
    """Serialize the same for the API, kind by kind."""
    return {
        kind.data_set.key: {
            "what": str(kind.data_set.label),
            "at_erasure": kind.data_set.fate.value,
            "rows": kind.rows,
        }
        for kind in kinds
    }


def data_as_json(kinds: Iterable[DataSetRows]) -> str:
    """Serialize the same as JSON text."""
    return json.dumps(data_for_api(kinds), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def data_as_csv(kind: DataSetRows) -> Iterator[str]:
    """Write one kind as CSV."""
    plain = (
        {name: "" if row[name] is None else str(row[name]) for name in kind.columns} for row in kind.rows
    )
    return as_csv(plain, tuple(kind.columns))


def files_of_person(*, person: Person) -> Iterator[tuple[str, Iterable[bytes]]]:
    """List the files of a person: game records, photos."""
    for data_set in DATA_SETS.values():
        if data_set.files is not None:
            yield from data_set.files(person)


def _heading(data_set: PersonalDataSet, name: str) -> str:
    field = column(data_set, name)
    if field is None:
        return name.replace("__", " ").replace("_", " ")
    above = column(data_set, name.rpartition("__")[0]) if "__" in name else None
    label = str(field.verbose_name)
    return f"{above.verbose_name}: {label}" if above is not None else label


def _display_value(data_set: PersonalDataSet, name: str, value: Any) -> Any:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    field = column(data_set, name)
    choices = dict(field.flatchoices) if field is not None else {}
    found = choices.get(value, value)
    return str(found) if isinstance(found, Promise) else found


def zip_of(person: Person) -> StreamingHttpResponse:
    """Build the file as a response that is not cached; the caller logs the export first."""
    answer = StreamingHttpResponse(zip_stream(_files(person)), content_type="application/zip")
    name = f"data-{person.pk}-{timezone.localdate():%Y-%m-%d}.zip"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _files(person: Person) -> Iterator[tuple[str, Iterable[bytes]]]:
    kinds = personal_data_of(person=person)
    context: dict[str, Any] = {"person": person, "kinds": kinds, "made_at": timezone.now()}
    yield "index.html", [render_to_string("club/privacy/own_data_file.html", context).encode()]
    yield "data.json", [data_as_json(kinds).encode()]
    for kind in kinds:
        yield f"{kind.data_set.key}.csv", _encode_rows(kind)
    yield from files_of_person(person=person)


def _encode_rows(kind: DataSetRows) -> Iterator[bytes]:
    return (text.encode() for text in data_as_csv(kind))


@dataclass(frozen=True, slots=True)
class DataSetLine:
    """A kind of data, and its number of rows."""

    data_set: PersonalDataSet
    count: int


@dataclass(frozen=True, slots=True)
class ErasurePreview:
    """Deleted data, retained data and blockers; kinds without rows are left out."""

    person: Person
    goes: list[DataSetLine]
    stays: list[DataSetLine]
    blocks: list[Words]


def erasure_preview(*, person: Person) -> ErasurePreview:
    """Count all data of a person by its treatment, and list the blockers."""
    lines = [DataSetLine(one, count_rows(one, person)) for one in DATA_SETS.values()]
    there = [line for line in lines if line.count]
    return ErasurePreview(
        person,
        [line for line in there if line.data_set.fate is OnErasure.DELETE],
        [line for line in there if line.data_set.fate is not OnErasure.DELETE],
        blocks_of(person),
    )


def blocks_of(person: Person) -> list[Words]:
    """Return the blockers of an erasure."""
    return [text for one in DATA_SETS.values() if one.blocks is not None for text in one.blocks(person)]


def open_request(*, person: Person) -> ErasureRequest | None:
    """Return the waiting request of a person."""
    return ErasureRequest.objects.filter(person=person, state=ErasureState.ASKED).first()


def latest_request(*, person: Person) -> ErasureRequest | None:
    """Return the latest request of a person, with its answer."""
    return ErasureRequest.objects.filter(person=person).order_by("-pk").first()


def pending_requests(*, actor: Actor) -> QuerySet[ErasureRequest]:
    """List the waiting requests in the clubs whose members the actor manages."""
    clubs = clubs_where(actor, Capability.KEEP_MEMBERS)
    rows = ErasureRequest.objects.filter(state=ErasureState.ASKED)
    rows = rows if clubs is None else rows.filter(organisation_id__in=clubs)
    return rows.select_related("person", "organisation").order_by("asked_at", "pk")


def erased_names(*, organisation_id: int) -> list[str]:
    """Return the neutral names of a club's erased persons: each may replace any name."""
    erased = Person.objects.filter(organisation_id=organisation_id, erased_at__isnull=False)
    return list(erased.values_list("name", flat=True))


MONTHS_OF_YEAR = 12
LAST_DAYS = 28  # last day that every month has


@dataclass(frozen=True, slots=True)
class DueLine:
    """A rule of the club, and the number of rows the next run deletes; None: kept indefinitely."""

    rule: Rule
    months: int | None
    count: int


def months_of(*, organisation: Organisation) -> dict[str, int | None]:
    """Return the months of every rule in a club: its own, else the defaults."""
    own = dict(RetentionRule.objects.filter(organisation=organisation).values_list("kind", "months"))
    return {kind: own.get(kind, rule.months) for kind, rule in RULES.items()}


def due_now(*, organisation: Organisation) -> list[DueLine]:
    """Count the rows that the next run deletes in a club, by rule."""
    months = months_of(organisation=organisation)
    return [
        DueLine(rule, months[kind], due_rows(rule, organisation, months[kind]).count())
        for kind, rule in RULES.items()
    ]


def due_rows(rule: Rule, organisation: Organisation, months: int | None) -> QuerySet[Any]:
    """Return the rows of a club beyond a number of months, oldest first."""
    moment = months_before(timezone.now(), months or 0)
    rows = rule.due(organisation, moment)
    return rows if months is not None else rows.none()


def months_before(moment: datetime, months: int) -> datetime:
    """Subtract months from a day; the 28th where the month is shorter."""
    years, month = divmod(moment.month - 1 - months, MONTHS_OF_YEAR)
    return moment.replace(year=moment.year + years, month=month + 1, day=min(moment.day, LAST_DAYS))
