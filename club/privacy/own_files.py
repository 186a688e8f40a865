"""Export of all personal data in one zip: a readable page, the same as JSON and CSV, the person's files."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.template.loader import render_to_string
from django.utils import timezone

from club.backups.zip_streams import zipped
from club.models import Person
from club.privacy.selectors.personal_data import HeldKind, held_as_csv, held_as_json, held_files, held_of


def zip_of(person: Person) -> StreamingHttpResponse:
    """Build the file as a response that is not cached; the caller logs the export first."""
    answer = StreamingHttpResponse(zipped(_files(person)), content_type="application/zip")
    name = f"data-{person.pk}-{timezone.localdate():%Y-%m-%d}.zip"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _files(person: Person) -> Iterator[tuple[str, Iterable[bytes]]]:
    kinds = held_of(person=person)
    context: dict[str, Any] = {"person": person, "kinds": kinds, "made_at": timezone.now()}
    yield "index.html", [render_to_string("club/privacy/own_data_file.html", context).encode()]
    yield "data.json", [held_as_json(kinds).encode()]
    for kind in kinds:
        yield f"{kind.holding.key}.csv", _encoded(kind)
    yield from held_files(person=person)


def _encoded(kind: HeldKind) -> Iterator[bytes]:
    return (text.encode() for text in held_as_csv(kind))
