"""Catalogue files: read, update without losing a translation, write and compile."""

import io
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

LINE_LENGTH: Final = 110


class QuietCatalog(Catalog):
    """A catalogue whose header contains nothing that changes from run to run."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """Return the headers that gettext needs, without dates or names."""
        return [
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Language", str(self.locale_identifier)),
            ("Plural-Forms", f"{self.plural_forms}\n"),
        ]


def po_path(root: Path, app: str, language: str) -> Path:
    """Return the path of an app's translations into a language."""
    return root / app / "locale" / language / "LC_MESSAGES" / "django.po"


def read_catalogue(path: Path, language: str) -> Catalog:
    """Read the catalogue of a file; an empty one if there is none yet."""
    if not path.exists():
        return _fresh(language)
    with path.open("rb") as source:
        return read_po(source, locale=language)


def update_catalogue(current: Catalog, wanted: Catalog, language: str) -> Catalog:
    """Update a catalogue to the sources; preserve translations that still fit, without fuzzy matching."""
    fresh = _fresh(language)
    for message in sorted((m for m in wanted if m.id), key=_place):
        known = current.get(message.id, message.context)
        is_kept = known is not None and known.string and not known.fuzzy and known.id == message.id
        fresh.add(
            message.id,
            known.string if known and is_kept else None,
            locations=sorted(set(message.locations)),
            auto_comments=message.auto_comments,
            user_comments=known.user_comments if known else (),
            context=message.context,
            flags=message.flags & {"python-format"},
        )
    return fresh


def write(catalogue: Catalog, path: Path) -> None:
    """Write the readable file and the compiled one next to it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as target:
        write_po(target, catalogue, width=LINE_LENGTH, omit_header=False, include_lineno=False)
    path.with_suffix(".mo").write_bytes(compile_catalogue(catalogue))


def compile_catalogue(catalogue: Catalog) -> bytes:
    """Compile the catalogue for run time; the bytes depend on the translations alone."""
    fresh = _fresh(str(catalogue.locale_identifier))
    for message in catalogue:
        if message.id and is_translated(message):
            fresh.add(message.id, message.string, context=message.context)
    target = io.BytesIO()
    write_mo(target, fresh)
    return target.getvalue()


def is_translated(message: Message) -> bool:
    """Check that every form of a message is translated."""
    words = message.string
    return all(words) if isinstance(words, tuple | list) else bool(words)


def _place(message: object) -> tuple[str, str, str]:
    """Sort messages by file and then by text, so that edits elsewhere move nothing."""
    locations = getattr(message, "locations", ())
    words = getattr(message, "id", "")
    first = words if isinstance(words, str) else words[0]
    return (
        min((str(file) for file, _line in locations), default=""),
        first,
        str(getattr(message, "context", "") or ""),
    )


def _fresh(language: str) -> "QuietCatalog":
    catalogue = QuietCatalog(locale=language, charset="utf-8", fuzzy=False)
    catalogue.header_comment = ""
    return catalogue
