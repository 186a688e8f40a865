"""Import of sections from files: a report or our own document becomes a draft event, whole or not at all."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.members.selectors.persons import persons_by_name
from games.archive.services.archive import save_game
from games.core.errors import Refusal
from games.laws.scores.notes import without_notes
from games.pdn.supplied import without_supplied
from games.rules import VARIANTS
from tournaments.conduct.regulation_presets import unfit_regulations
from tournaments.core import section_columns as columns
from tournaments.core.services.event_log import log_event
from tournaments.entries.errors import FileTooLarge
from tournaments.events.services.events import claim_slug, validate_time_zone
from tournaments.exchange.selectors.trf_document import document_of
from tournaments.exchange.services.section_file_cases import import_cases
from tournaments.exchange.services.section_file_lists import import_lists
from tournaments.exchange.services.section_rows import (
    Object,
    Part,
    document_in,
    import_house_rules,
    refuse,
    validate_round_number,
    validate_section,
    with_match_points,
)
from tournaments.exchange.services.section_standings import import_prize_awards, import_standings
from tournaments.exchange.trf import FileRepair, read_trf
from tournaments.models import (
    Absence,
    Decision,
    Entry,
    Event,
    ForbiddenPair,
    GameResult,
    Pairing,
    Round,
    Section,
    TeamMember,
)
from tournaments.teams.member_lines import MAX_MEMBERS

MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class ImportedSection:
    """Result of an import: the section, and the repairs and omissions."""

    section: Section
    notes: Sequence[FileRepair]


def validate_size(size: int) -> None:
    """Raise FileTooLarge for a file that is not read into memory, so before its bytes are."""
    if size > MAX_BYTES:
        raise FileTooLarge(size=size, limit=MAX_BYTES)


@transaction.atomic
def import_section(
    *, organisation_id: int, data: bytes, name: str, actor: Actor, time_zone: str = ""
) -> ImportedSection:
    """Create a draft event from a TRF16, a TRF26 or our own document; a bad file changes nothing.

    `time_zone` is that of the hall, for a file that names none.
    """
    require_permission(actor, Capability.RUN_EVENTS, Scope(organisation_id))
    validate_size(len(data))
    notes: Sequence[FileRepair] = ()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        document, kind = document_in(data), columns.FORMAT
    else:
        reading = read_trf(data, file=name)
        document, more = document_of(reading.report)
        notes, kind = (*reading.mended, *more), reading.report.edition.value
    section = SectionMaker(organisation_id, document, actor, time_zone=time_zone).section()
    facts = {"file": name[:200], "format": kind, "entries": section.entries.count()}
    log_event("tournaments.event.imported", section.event, actor, after=facts)
    return ImportedSection(section, notes)


class SectionMaker:
    """Builder of the rows of a document, one table after the other."""

    def __init__(self, organisation_id: int, document: Object, actor: Actor, *, time_zone: str = "") -> None:
        self.home, self.document, self.actor = organisation_id, Part(document), actor
        self.time_zone = time_zone
        self.entries: dict[Any, Entry] = {}
        self.members: dict[int, dict[Any, TeamMember]] = {}
        self.records: set[int] = set()
        self.event = self._event()

    def section(self) -> Section:
        """Save the whole section."""
        given = with_match_points(self.document.part("section"))
        section = given.row(Section, columns.SECTION, event=self.event)
        validate_section(section, given)
        import_house_rules(section.variant, self.document, self.home)
        section.slug, section.seed = section.slug or "main", section.seed or secrets.token_hex(16)
        self.event.save(force_insert=True)
        section.save(force_insert=True)
        import_lists(section, self.document)
        self._entries(section)
        self._forbidden_pairs()
        self._rounds(section)
        import_cases(section, self.document, self.entries)
        import_standings(section, self.document)
        import_prize_awards(section, self.document)
        return section

    def _event(self) -> Event:
        given = self.document.part("event")
        event = given.row(Event, columns.EVENT, organisation_id=self.home)
        if not event.name:
            given.refuse("name", "?")
        if event.starts_on and event.ends_on and event.starts_on > event.ends_on:
            given.refuse("ends_on", event.ends_on)
        event.time_zone = event.time_zone or self.time_zone
        validate_time_zone(event)
        if found := unfit_regulations(event.regulations):
            refuse(f"event.regulations.{found.place}"[:80], found.why)
        event.slug = claim_slug(event.name)
        return event

    def _entries(self, section: Section) -> None:
        given = self.document.parts("entries")
        for one in given:
            entry = one.row(Entry, columns.ENTRY, section=section)
            key = one.values.get("key")
            if not isinstance(key, int) or key in self.entries or not entry.name:
                one.refuse("key", key)
            self.entries[key] = entry
        numbers = [entry.number for entry in self.entries.values() if entry.number is not None]
        self.document.validate_unique("entries", "number", numbers)
        if not section.is_team:
            self._link_persons()
        Entry.objects.bulk_create(self.entries.values())
        Absence.objects.bulk_create(absence for one in given for absence in self._absences(one))
        for one in given:
            self._read_members(one, is_team=section.is_team)
        self._save_members()

    def _link_persons(self) -> None:
        """Link persons of the club by name, unless two of them or two entries have the name."""
        names = [entry.name for entry in self.entries.values()]
        found = persons_by_name(organisation_id=self.home, names=names)
        alike = Counter(name.casefold() for name in names)
        for entry in self.entries.values():
            key = entry.name.casefold()
            entry.person = found.get(key) if alike[key] == 1 else None

    def _absences(self, given: Part) -> list[Absence]:
        rows = given.rows("absences", Absence, columns.ABSENCE, entry=self.entries[given.values["key"]])
        given.validate_unique("absences", "round", (row.round_number for row in rows))
        return rows

    def _read_members(self, given: Part, *, is_team: bool) -> None:
        team = self.entries[given.values["key"]]
        members = self.members[team.pk] = {}
        for one in given.parts("members"):
            if not is_team:
                given.refuse("members", team.name)
            row = one.row(TeamMember, columns.MEMBER, entry=team)
            if not row.name:
                one.refuse("name", "?")
            if not 1 <= (row.board_order or 0) <= MAX_MEMBERS:
                one.refuse("board_order", row.board_order)
            given.validate_unique("members", "board_order", [*members, row.board_order])
            members[row.board_order] = row

    def _save_members(self) -> None:
        made = [member for members in self.members.values() for member in members.values()]
        self.document.validate_unique("entries.members", "name", (row.name.casefold() for row in made))
        found = persons_by_name(organisation_id=self.home, names=[member.name for member in made])
        for member in made:
            member.person = found.get(member.name.casefold())
        TeamMember.objects.bulk_create(made)

    def _forbidden_pairs(self) -> None:
        made = []
        for one in self.document.parts("forbidden_pairs"):
            first, second = one.pick("first", self.entries), one.pick("second", self.entries)
            if first is second:
                one.refuse("second", first.name)
            made.append(one.row(ForbiddenPair, columns.FORBIDDEN, first=first, second=second))
        ForbiddenPair.objects.bulk_create(made)

    def _rounds(self, section: Section) -> None:
        given = self.document.parts("rounds")
        rows = self.document.rows("rounds", Round, columns.ROUND, section=section)
        for one, row in zip(given, rows, strict=True):
            validate_round_number(row.number, one)
            if not isinstance(row.reasons, dict):
                one.refuse("reasons", "object")
        self.document.validate_unique("rounds", "number", (row.number for row in rows))
        Round.objects.bulk_create(rows)
        for one, row in zip(given, rows, strict=True):
            self._pairings(row, one)

    def _pairings(self, row: Round, given: Part) -> None:
        parts = given.parts("pairings")
        made = [self._pairing(row, one) for one in parts]
        seats = [entry.pk for pairing in made for entry in (pairing.white, pairing.black) if entry]
        given.validate_unique("pairings", "entry", seats)
        boards = [pairing.board_number for pairing in made if pairing.board_number is not None]
        given.validate_unique("pairings", "board", boards)
        Pairing.objects.bulk_create(made)
        results = []
        for pairing, one in zip(made, parts, strict=True):
            results += self._games(pairing, one)
            if "tie_breaks" in one.values:
                results += self._tie_breaks(pairing, one)
        GameResult.objects.bulk_create(results)
        for pairing, one in zip(made, parts, strict=True):
            self._decision(pairing, one)

    def _pairing(self, row: Round, given: Part) -> Pairing:
        white, black = given.pick("white", self.entries), given.pick_any("black", self.entries)
        pairing = given.row(Pairing, columns.PAIRING, round=row, white=white, black=black)
        if (black is None) != bool(pairing.bye):
            given.refuse("bye", pairing.bye or "-")
        return pairing

    def _decision(self, pairing: Pairing, given: Part) -> None:
        """Save the winner of a tied match."""
        if given.values.get("decision") is None:
            return
        told = given.part("decision")
        winner = told.pick("winner", self.entries)
        if winner.pk not in {pairing.white_id, pairing.black_id}:
            told.refuse("winner", winner.name)
        told.row(Decision, columns.DECISION, pairing=pairing, winner=winner).save(force_insert=True)

    def _games(self, pairing: Pairing, given: Part) -> list[GameResult]:
        section = pairing.round.section
        rows = [
            one.row(
                GameResult,
                columns.GAME,
                pairing=pairing,
                game_id=self._record(one, section),
                first_member=one.pick_any("first_member", self.members.get(pairing.white_id, {})),
                second_member=one.pick_any("second_member", self.members.get(pairing.black_id or 0, {})),
            )
            for one in given.parts("games")
        ]
        wanted = range(1, 1 + section.games_per_pairing) if pairing.black_id else range(0)
        if [row.number for row in rows] != list(wanted):
            given.refuse("games", len(rows))
        for side in ("first_member_id", "second_member_id"):
            sitting = [key for row in rows if (key := getattr(row, side)) is not None]
            given.validate_unique("games", side, sitting)
        return rows

    def _tie_breaks(self, pairing: Pairing, given: Part) -> list[GameResult]:
        """Return the tie-break games of a match of a tree; their numbers follow those of its games."""
        section = pairing.round.section
        rows = [
            one.row(
                GameResult,
                columns.TIE_BREAK,
                pairing=pairing,
                is_tie_break=True,
                game_id=self._record(one, section),
            )
            for one in given.parts("tie_breaks")
        ]
        numbers = [row.number for row in rows]
        given.validate_unique("tie_breaks", "number", numbers)
        is_above = min(numbers, default=section.games_per_pairing + 1) > section.games_per_pairing
        if not (section.has_tree and pairing.black_id and is_above):
            given.refuse("tie_breaks", len(rows))
        return rows

    def _record(self, given: Part, section: Section) -> int | None:
        """Save the recorded game in the archive of the club, unless it is there with the same result.

        It is judged by the rules it was judged by before, as a score may fit many. A file of an earlier
        program does not name them: those of the section if it has house rules, which no score shows by
        itself. The game has neither rulings nor tags of its pairing before the event is shown.
        """
        if given.values.get("record") is None:
            return None
        record = given.part("record").values
        text, book = record.get("pdn"), record.get("law_book", "")
        variant = record.get("variant", "" if section.variant in VARIANTS else section.variant)
        if not (isinstance(text, str) and isinstance(book, str) and isinstance(variant, str)):
            given.refuse("record.pdn", "text")
        home, text = self.event.organisation, without_supplied(without_notes(text))
        same = home.games.filter(pdn=text, results__isnull=True).exclude(pk__in=self.records)
        there = (same.filter(variant=variant) if variant else same).first()
        try:
            kept = there or save_game(
                organisation=home, text=text, law_book=book, variant=variant, actor=self.actor, keep_twin=True
            )
        except Refusal as refusal:
            given.refuse("record", refusal.code)
        self.records.add(kept.pk)
        return kept.pk
