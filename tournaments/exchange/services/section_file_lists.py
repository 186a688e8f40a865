"""The lists of a section's document: officials, classes, fees, schedule, prizes."""

from django.core.exceptions import ValidationError
from django.db import models

from tournaments.core import section_columns as columns
from tournaments.exchange.services.section_rows import Part, refuse, validate_round_number
from tournaments.models import Fee, Official, Prize, RoundTime, Section, SectionClass

TABLES: tuple[tuple[str, type[models.Model], tuple[str, ...], tuple[str, ...]], ...] = (
    ("classes", SectionClass, columns.CLASS, ("name",)),
    ("fees", Fee, columns.FEE, ()),
    ("schedule", RoundTime, columns.TIME, ("number",)),
    ("prizes", Prize, columns.PRIZE, ("kind", "category", "board_number", "place")),
)


def import_lists(section: Section, document: Part) -> None:
    """Create the rows of every list of the document; refusals of a table name the place."""
    officials = _build_rows(document, "officials", Official, columns.OFFICIAL, event=section.event)
    _bulk_create(Official, officials)
    for name, kind, held, once in TABLES:
        rows = _build_rows(document, name, kind, held, section=section)
        if once:
            document.validate_unique(name, "row", (tuple(getattr(row, one) for one in once) for row in rows))
        _bulk_create(kind, rows)


def _bulk_create(kind: type[models.Model], rows: list[models.Model]) -> None:
    kind._base_manager.bulk_create(rows)  # noqa: SLF001 - Django's documented interface


def _build_rows(
    document: Part, name: str, kind: type[models.Model], held: tuple[str, ...], **owner: models.Model
) -> list[models.Model]:
    made = []
    for at, one in enumerate(document.parts(name), start=1):
        row = one.row(kind, held, **owner)
        if isinstance(row, RoundTime):
            validate_round_number(row.number, one)
            if row.starts_at is None:
                one.refuse("starts_at", "?")
        else:
            row.position = at  # type: ignore[attr-defined]  # every other list has an order
        try:
            row.clean_fields(exclude=["section", "event", "person"])
            row.validate_constraints(exclude=["section", "event"])
        except ValidationError as error:
            refuse(one.place, " ".join(error.messages))
        made.append(row)
    return made
