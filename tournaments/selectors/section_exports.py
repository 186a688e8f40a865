"""The files of a section: which there are, what each is called, and its bytes with what could not be said."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from tournaments.exchange import Mended, write_trf
from tournaments.exchange.values import Edition
from tournaments.models import Section
from tournaments.selectors.section_file import section_file
from tournaments.selectors.section_games import section_pdn
from tournaments.selectors.section_report import SectionReport
from tournaments.selectors.section_tables import entries_csv, pairings_csv, standings_csv

Notes = tuple[Mended, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionFormat:
    """A kind of file: its name in addresses and commands, its ending and media type."""

    key: str
    ending: str
    media_type: str
    write: Callable[[Section], tuple[bytes, Notes]]
    is_for_desk: bool = False
    """Whether it holds drafts and who entered what: then the public does not get it."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file as it is handed out."""

    name: str
    media_type: str
    data: bytes
    notes: Notes


def _report(edition: Edition) -> Callable[[Section], tuple[bytes, Notes]]:
    def write(section: Section) -> tuple[bytes, Notes]:
        told = SectionReport(section, edition)
        return write_trf(told.report()), tuple(told.notes)

    return write


def _text(made: Callable[[Section], str]) -> Callable[[Section], tuple[bytes, Notes]]:
    return lambda section: (made(section).encode("utf-8", "replace"), ())


CSV, PLAIN = "text/csv", "text/plain"
FORMATS: Final = {
    one.key: one
    for one in (
        SectionFormat(key="trf26", ending="trf", media_type=PLAIN, write=_report(Edition.TRF26)),
        SectionFormat(key="trf16", ending="trf", media_type=PLAIN, write=_report(Edition.TRF16)),
        SectionFormat(key="pdn", ending="pdn", media_type=PLAIN, write=_text(section_pdn)),
        SectionFormat(key="entries", ending="csv", media_type=CSV, write=_text(entries_csv)),
        SectionFormat(key="pairings", ending="csv", media_type=CSV, write=_text(pairings_csv)),
        SectionFormat(key="standings", ending="csv", media_type=CSV, write=_text(standings_csv)),
        SectionFormat(
            key="json",
            ending="json",
            media_type="application/json",
            write=lambda section: (section_file(section), ()),
            is_for_desk=True,
        ),
    )
}
PUBLIC_FORMATS: Final = tuple(key for key, one in FORMATS.items() if not one.is_for_desk)


def exported_section(section: Section, key: str) -> ExportedFile:
    """The file of a section in a format."""
    kind = FORMATS[key]
    data, notes = kind.write(section)
    name = f"{section.event.slug}-{section.slug}-{key}.{kind.ending}"
    return ExportedFile(name, kind.media_type, data, notes)
