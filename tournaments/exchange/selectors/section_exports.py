"""Files of a section: list, names, and bytes with a note of the omissions."""

import io
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from club.core.access import Scope, may
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.pages.responses import XLSX
from club.paper.sheets import FIRST_DAY
from tournaments.exchange.selectors.section_file import EVERYTHING, Sight, section_file
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
    write: Callable[[Section, Sight], tuple[bytes, Notes]]
    tells_standings: bool = False
    """Whether the name says that the standings are provisional."""
    needs: Capability | None = None
    """Capability that a file requires which is private as a whole; None if everybody may read it."""


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file for download."""

    name: str
    media_type: str
    data: bytes
    notes: Notes


def _report(edition: Edition) -> Callable[[Section, Sight], tuple[bytes, Notes]]:
    def write(section: Section, sight: Sight) -> tuple[bytes, Notes]:
        kind = TeamReport if section.is_team else SectionReport
        told = kind(section, edition, for_all=not sight.preparation)
        return write_trf(told.report()), tuple(told.notes)

    return write


def _pdn_of_rounds(section: Section, _sight: Sight) -> tuple[bytes, Notes]:
    """Return a zip with a PDN file for each round; the same bytes for the same games."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for number, text in pdn_by_round(section).items():
            info = zipfile.ZipInfo(f"{section.event.slug}-{section.slug}-round-{number}.pdn", FIRST_DAY)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, text.encode("utf-8", "replace"))
    return file.getvalue(), ()


def _text(made: Callable[[Section], str]) -> Callable[[Section, Sight], tuple[bytes, Notes]]:
    return lambda section, _sight: (made(section).encode("utf-8", "replace"), ())


CSV, PLAIN, ZIP = "text/csv", "text/plain", "application/zip"
FORMATS: Final = {
    one.key: one
    for one in (
        SectionFormat(key="trf26", ending="trf", media_type=PLAIN, write=_report(Edition.TRF26)),
        SectionFormat(key="trf16", ending="trf", media_type=PLAIN, write=_report(Edition.TRF16)),
        SectionFormat(key="pdn", ending="pdn", media_type=PLAIN, write=_text(section_pdn)),
        SectionFormat(key="pdn-rounds", ending="zip", media_type=ZIP, write=_pdn_of_rounds),
        SectionFormat(
            key="rating-report",
            ending="xlsx",
            media_type=XLSX,
            write=lambda section, sight: (rating_report(section, for_all=not sight.preparation), ()),
        ),
        SectionFormat(key="entries", ending="csv", media_type=CSV, write=_text(entries_csv)),
        SectionFormat(key="pairings", ending="csv", media_type=CSV, write=_text(pairings_csv)),
        SectionFormat(
            key="pairings-xlsx",
            ending="xlsx",
            media_type=XLSX,
            write=lambda section, _sight: (pairings_xlsx(section), ()),
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
            write=lambda section, _sight: (standings_xlsx(section), ()),
            tells_standings=True,
        ),
        SectionFormat(
            key="json",
            ending="json",
            media_type="application/json",
            write=lambda section, sight: (section_file(section, sight), ()),
            needs=Capability.RUN_EVENTS,
        ),
    )
}
REPORTS: Final = ("trf26", "trf16")
"""The formats that come with notes."""
PUBLIC_FORMATS: Final = tuple(key for key, one in FORMATS.items() if one.needs is None)


def sight_of(actor: Actor, section: Section) -> Sight:
    """Return the parts of the files of a section that the capabilities of a reader show."""
    scope = _scope_of(section)
    return Sight(
        preparation=may(actor, Capability.RUN_EVENTS, scope),
        cases=may(actor, Capability.CORRECT_RESULTS, scope),
        adjournments=may(actor, Capability.RECORD_RESULTS, scope),
    )


def may_export(actor: Actor, section: Section, key: str) -> bool:
    """Return True if a reader of the section's pages may have the file in a format."""
    needed = FORMATS[key].needs
    return needed is None or may(actor, needed, _scope_of(section))


def _scope_of(section: Section) -> Scope:
    return Scope(section.event.organisation_id, section.event_id, section.pk)


def exported_section(section: Section, key: str, *, sight: Sight = EVERYTHING) -> ExportedFile:
    """Return the file of the section in a format, without the parts that its reader may not see."""
    kind = FORMATS[key]
    data, notes = kind.write(section, sight)
    return ExportedFile(_name(section, kind), kind.media_type, data, notes)


def _name(section: Section, kind: SectionFormat) -> str:
    what = kind.key.removesuffix(kind.ending).removesuffix("-")
    is_provisional = kind.tells_standings and public_table(section)[1]
    parts = (section.event.slug, section.slug, what, "provisional" if is_provisional else "")
    return f"{'-'.join(filter(None, parts))}.{kind.ending}"
