"""Files of a section: list, names, and bytes with a note of the omissions."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from club.core.pages.responses import XLSX
from club.paper.sheets import FIRST_DAY
from tournaments.exchange.selectors.section_file import section_file
from tournaments.exchange.selectors.section_tables import (
    entries_csv,
    pairings_csv,
    pairings_xlsx,
    progress_csv,
    rating_report,
    standings_csv,
    standings_xlsx,
)
from tournaments.exchange.selectors.team_report import TeamReport
from tournaments.exchange.selectors.trf_section import SectionReport
from tournaments.exchange.trf import FileRepair, write_trf
from tournaments.exchange.trf.values import Edition
from tournaments.models import Section
from tournaments.records.selectors.section_games import pdn_by_round, section_pdn
from tournaments.standings.selectors.snapshots import public_table

Notes = tuple[FileRepair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionFormat:
    """A kind of file: its name in addresses and commands, its ending and media type."""

    key: str
    ending: str
    media_type: str
    write: Callable[[Section], tuple[bytes, Notes]]
    write_for_all: Callable[[Section], tuple[bytes, Notes]] | None = None
    """Where everybody gets less than the desk."""
    tells_standings: bool = False
    """Whether the name says that the standings are provisional."""
    is_for_desk: bool = False
    """Whether it holds drafts and who entered what: then the public does not get it."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file for download."""

    name: str
    media_type: str
    data: bytes
    notes: Notes


def _report(edition: Edition, *, for_all: bool = False) -> Callable[[Section], tuple[bytes, Notes]]:
    def write(section: Section) -> tuple[bytes, Notes]:
        told = (TeamReport if section.is_team else SectionReport)(section, edition, for_all=for_all)
        return write_trf(told.report()), tuple(told.notes)

    return write


def _pdn_of_rounds(section: Section) -> tuple[bytes, Notes]:
    """Return a zip with a PDN file for each round; the same bytes for the same games."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number, text in pdn_by_round(section).items():
            info = zipfile.ZipInfo(f"{section.event.slug}-{section.slug}-round-{number}.pdn", FIRST_DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode("utf-8", "replace"))
    return file.getvalue(), ()


def _text(made: Callable[[Section], str]) -> Callable[[Section], tuple[bytes, Notes]]:
    return lambda section: (made(section).encode("utf-8", "replace"), ())


CSV, PLAIN, ZIP = "text/csv", "text/plain", "application/zip"
FORMATS: Final = {
    one.key: one
    for one in (
        SectionFormat(
            key="trf26",
            ending="trf",
            media_type=PLAIN,
            write=_report(Edition.TRF26),
            write_for_all=_report(Edition.TRF26, for_all=True),
        ),
        SectionFormat(
            key="trf16",
            ending="trf",
            media_type=PLAIN,
            write=_report(Edition.TRF16),
            write_for_all=_report(Edition.TRF16, for_all=True),
        ),
        SectionFormat(key="pdn", ending="pdn", media_type=PLAIN, write=_text(section_pdn)),
        SectionFormat(key="pdn-rounds", ending="zip", media_type=ZIP, write=_pdn_of_rounds),
        SectionFormat(
            key="rating-report",
            ending="xlsx",
            media_type=XLSX,
            write=lambda section: (rating_report(section), ()),
            write_for_all=lambda section: (rating_report(section, for_all=True), ()),
        ),
        SectionFormat(key="entries", ending="csv", media_type=CSV, write=_text(entries_csv)),
        SectionFormat(key="pairings", ending="csv", media_type=CSV, write=_text(pairings_csv)),
        SectionFormat(
            key="pairings-xlsx",
            ending="xlsx",
            media_type=XLSX,
            write=lambda section: (pairings_xlsx(section), ()),
        ),
        SectionFormat(
            key="standings", ending="csv", media_type=CSV, write=_text(standings_csv), tells_standings=True
        ),
        SectionFormat(
            key="progress", ending="csv", media_type=CSV, write=_text(progress_csv), tells_standings=True
        ),
        SectionFormat(
            key="standings-xlsx",
            ending="xlsx",
            media_type=XLSX,
            write=lambda section: (standings_xlsx(section), ()),
            tells_standings=True,
        ),
        SectionFormat(
            key="json",
            ending="json",
            media_type="application/json",
            write=lambda section: (section_file(section), ()),
            is_for_desk=True,
        ),
    )
}
REPORTS: Final = ("trf26", "trf16")
"""The formats that come with notes."""
PUBLIC_FORMATS: Final = tuple(key for key, one in FORMATS.items() if not one.is_for_desk)


def exported_section(section: Section, key: str, *, for_all: bool = False) -> ExportedFile:
    """Return the file of the section in a format, with data of the desk unless the file is public."""
    kind = FORMATS[key]
    write = (kind.write_for_all or kind.write) if for_all else kind.write
    data, notes = write(section)
    return ExportedFile(_name(section, kind), kind.media_type, data, notes)


def _name(section: Section, kind: SectionFormat) -> str:
    what = kind.key.removesuffix(kind.ending).removesuffix("-")
    is_provisional = kind.tells_standings and public_table(section)[1]
    parts = (section.event.slug, section.slug, what, "provisional" if is_provisional else "")
    return f"{'-'.join(filter(None, parts))}.{kind.ending}"
