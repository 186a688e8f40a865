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
from club.members.selectors.persons import persons_named
from games.archive.services.archive import save_game
from games.core.errors import Refusal
from games.laws.notes import without_notes
from games.pdn.supplied import without_supplied
from games.rules import VARIANTS
from tournaments.conduct.regulation_presets import unfit_regulations
from tournaments.core import section_columns as columns
from tournaments.core.services.event_log import log_event
from tournaments.entries.errors import FileTooLarge
from tournaments.events.services.events import free_slug, validate_time_zone
from tournaments.exchange.selectors.trf_document import document_of
from tournaments.exchange.services.section_file_cases import import_cases
from tournaments.exchange.services.section_file_lists import import_lists
from tournaments.exchange.services.section_rows import (
    Object,
    document_in,
    import_house_rules,
    object_in,
    objects_in,
    refuse,
    row_in,
    validate_round_number,
    validate_section,
    validate_unique,
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


@transaction.atomic
def import_section(
    *, organisation_id: int, data: bytes, name: str, actor: Actor, time_zone: str = ""
) -> ImportedSection:
    """Create a draft event from a TRF16, a TRF26 or our own document; a bad file changes nothing.

    `time_zone` is that of the hall, for a file that names none.
    """
    require_permission(actor, Capability.RUN_EVENTS, Scope(organisation_id))
    if len(data) > MAX_BYTES:
        raise FileTooLarge(size=len(data), limit=MAX_BYTES)
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
        self.home, self.document, self.actor, self.time_zone = organisation_id, document, actor, time_zone
        self.entries: dict[Any, Entry] = {}
        self.members: dict[tuple[int, int], TeamMember] = {}
        self.records: set[int] = set()
        self.event = self._event()

    def section(self) -> Section:
        """Save the whole section."""
        given = with_match_points(object_in(self.document, "section"))
        section = row_in(Section, columns.SECTION, given, "section", event=self.event)
        validate_section(section)
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
        given = object_in(self.document, "event")
        event = row_in(Event, columns.EVENT, given, "event", organisation_id=self.home)
        if not event.name:
            refuse("event.name", "?")
        if event.starts_on and event.ends_on and event.starts_on > event.ends_on:
            refuse("event.ends_on", str(event.ends_on))
        event.time_zone = event.time_zone or self.time_zone
        validate_time_zone(event)
        if found := unfit_regulations(event.regulations):
            refuse(f"event.regulations.{found.place}"[:80], found.why)
        event.slug = free_slug(event.name)
        return event

    def _entries(self, section: Section) -> None:
        given = objects_in(self.document, "entries")
        for place, one in given:
            entry = row_in(Entry, columns.ENTRY, one, place, section=section)
            key = one.get("key")
            if not isinstance(key, int) or key in self.entries or not entry.name:
                refuse(f"{place}.key", str(key)[:40])
            self.entries[key] = entry
        numbers = [entry.number for entry in self.entries.values() if entry.number is not None]
        validate_unique(numbers, "entries", "number")
        if not section.is_team:
            self._link_persons()
        Entry.objects.bulk_create(self.entries.values())
        Absence.objects.bulk_create(self._absences(given))
        self._members(given, is_team=section.is_team)

    def _link_persons(self) -> None:
        """Link persons of the club by name, unless two of them have the name."""
        names = [entry.name for entry in self.entries.values()]
        found: dict[str, Any] = {}
        for person in persons_named(organisation_id=self.home, names=names):
            key = person.name.casefold()
            found[key] = None if key in found else person
        alike = Counter(name.casefold() for name in names)
        for entry in self.entries.values():
            key = entry.name.casefold()
            entry.person = found.get(key) if alike[key] == 1 else None

    def _absences(self, given: list[tuple[str, Object]]) -> list[Absence]:
        made = []
        for place, one in given:
            rows = [
                row_in(Absence, columns.ABSENCE, absence, where, entry=self.entries[one["key"]])
                for where, absence in objects_in(one, "absences", place)
            ]
            validate_unique([row.round_number for row in rows], f"{place}.absences", "round")
            made += rows
        return made

    def _members(self, given: list[tuple[str, Object]], *, is_team: bool) -> None:
        made = []
        for place, one in given:
            team, teams = self.entries[one["key"]], objects_in(one, "members", place)
            if teams and not is_team:
                refuse(f"{place}.members", team.name)
            rows = [row_in(TeamMember, columns.MEMBER, each, where, entry=team) for where, each in teams]
            for row, (where, _each) in zip(rows, teams, strict=True):
                if not row.name:
                    refuse(f"{where}.name", "?")
                if not 1 <= (row.board_order or 0) <= MAX_MEMBERS:
                    refuse(f"{where}.board_order", str(row.board_order))
                self.members[team.pk, row.board_order] = row
            validate_unique([row.board_order for row in rows], f"{place}.members", "board_order")
            made += rows
        validate_unique([row.name.casefold() for row in made], "entries.members", "name")
        self._link_members(made)
        TeamMember.objects.bulk_create(made)

    def _link_members(self, members: list[TeamMember]) -> None:
        found: dict[str, Any] = {}
        names = [member.name for member in members]
        for person in persons_named(organisation_id=self.home, names=names):
            key = person.name.casefold()
            found[key] = None if key in found else person
        for member in members:
            member.person = found.get(member.name.casefold())

    def _entry(self, given: Object, name: str, place: str) -> Entry:
        key = given.get(name)
        if not isinstance(key, int) or key not in self.entries:
            refuse(f"{place}.{name}", str(key)[:40])
        return self.entries[key]

    def _forbidden_pairs(self) -> None:
        made = []
        for place, one in objects_in(self.document, "forbidden_pairs"):
            first, second = self._entry(one, "first", place), self._entry(one, "second", place)
            if first is second:
                refuse(f"{place}.second", first.name)
            made.append(row_in(ForbiddenPair, columns.FORBIDDEN, one, place, first=first, second=second))
        ForbiddenPair.objects.bulk_create(made)

    def _rounds(self, section: Section) -> None:
        given = objects_in(self.document, "rounds")
        rows = [row_in(Round, columns.ROUND, one, place, section=section) for place, one in given]
        for (place, _one), row in zip(given, rows, strict=True):
            validate_round_number(row.number or 0, place)
            if not isinstance(row.reasons, dict):
                refuse(f"{place}.reasons", "object")
        validate_unique([row.number for row in rows], "rounds", "number")
        Round.objects.bulk_create(rows)
        for (place, one), row in zip(given, rows, strict=True):
            self._pairings(row, objects_in(one, "pairings", place), place)

    def _pairings(self, row: Round, given: list[tuple[str, Object]], place: str) -> None:
        made = [self._pairing(row, one, where) for where, one in given]
        seats = [entry.pk for pairing in made for entry in (pairing.white, pairing.black) if entry]
        validate_unique(seats, f"{place}.pairings", "entry")
        boards = [pairing.board_number for pairing in made if pairing.board_number is not None]
        validate_unique(boards, f"{place}.pairings", "board")
        Pairing.objects.bulk_create(made)
        results = []
        for pairing, (where, one) in zip(made, given, strict=True):
            results += self._games(pairing, objects_in(one, "games", where), where)
            if "tie_breaks" in one:
                results += self._tie_breaks(pairing, objects_in(one, "tie_breaks", where), where)
        GameResult.objects.bulk_create(results)
        for pairing, (where, one) in zip(made, given, strict=True):
            self._decision(pairing, one, where)

    def _pairing(self, row: Round, given: Object, place: str) -> Pairing:
        white = self._entry(given, "white", place)
        black = None if given.get("black") is None else self._entry(given, "black", place)
        pairing = row_in(Pairing, columns.PAIRING, given, place, round=row, white=white, black=black)
        if (black is None) != bool(pairing.bye):
            refuse(f"{place}.bye", pairing.bye or "-")
        return pairing

    def _decision(self, pairing: Pairing, given: Object, place: str) -> None:
        """Save the winner of a tied match."""
        if given.get("decision") is None:
            return
        told = object_in(given, "decision")
        winner = self._entry(told, "winner", f"{place}.decision")
        if winner.pk not in {pairing.white_id, pairing.black_id}:
            refuse(f"{place}.decision.winner", winner.name)
        row_in(Decision, columns.DECISION, told, f"{place}.decision", pairing=pairing, winner=winner).save(
            force_insert=True
        )

    def _games(self, pairing: Pairing, given: list[tuple[str, Object]], place: str) -> list[GameResult]:
        rows = [
            row_in(
                GameResult,
                columns.GAME,
                one,
                where,
                pairing=pairing,
                game_id=self._record(one, where, _variant_of_records(pairing.round.section)),
                first_member=self._member(one, "first_member", pairing.white_id, where),
                second_member=self._member(one, "second_member", pairing.black_id or 0, where),
            )
            for where, one in given
        ]
        wanted = range(1, 1 + pairing.round.section.games_per_pairing) if pairing.black_id else range(0)
        if [row.number for row in rows] != list(wanted):
            refuse(f"{place}.games", str(len(rows)))
        for side in ("first_member_id", "second_member_id"):
            sitting = [key for row in rows if (key := getattr(row, side)) is not None]
            validate_unique(sitting, f"{place}.games", side)
        return rows

    def _tie_breaks(self, pairing: Pairing, given: list[tuple[str, Object]], place: str) -> list[GameResult]:
        """Return the tie-break games of a match of a tree; their numbers follow those of its games."""
        section = pairing.round.section
        rows = [
            row_in(
                GameResult,
                columns.TIE_BREAK,
                one,
                where,
                pairing=pairing,
                is_tie_break=True,
                game_id=self._record(one, where, _variant_of_records(section)),
            )
            for where, one in given
        ]
        numbers = [row.number for row in rows]
        validate_unique(numbers, f"{place}.tie_breaks", "number")
        is_above = min(numbers, default=section.games_per_pairing + 1) > section.games_per_pairing
        if not (section.has_tree and pairing.black_id and is_above):
            refuse(f"{place}.tie_breaks", str(len(rows)))
        return rows

    def _member(self, given: Object, side: str, team: int, place: str) -> TeamMember | None:
        """Return the player at a board, by the place in the list of the team."""
        at = given.get(side)
        if at is None:
            return None
        if not isinstance(at, int) or (team, at) not in self.members:
            refuse(f"{place}.{side}", str(at)[:40])
        return self.members[team, at]

    def _record(self, given: Object, place: str, untold: str) -> int | None:
        """Save the recorded game in the archive of the club, unless it is there with the same result.

        It is judged by the rules it was judged by before, as a score may fit many. A file of an earlier
        program does not name them. The game has neither rulings nor tags of its pairing before the event is
        shown.
        """
        if given.get("record") is None:
            return None
        record = object_in(given, "record")
        text, book = record.get("pdn"), record.get("law_book", "")
        variant = record.get("variant", untold)
        if not (isinstance(text, str) and isinstance(book, str) and isinstance(variant, str)):
            refuse(f"{place}.record.pdn", "text")
        home, text = self.event.organisation, without_supplied(without_notes(text))
        same = home.games.filter(pdn=text, results__isnull=True).exclude(pk__in=self.records)
        there = (same.filter(variant=variant) if variant else same).first()
        try:
            facts: dict[str, Any] = {
                "organisation": home,
                "text": text,
                "law_book": book,
                "variant": variant,
                "actor": self.actor,
            }
            kept = there or save_game(keep_twin=True, **facts)
        except Refusal as refusal:
            refuse(f"{place}.record", refusal.code)
        self.records.add(kept.pk)
        return kept.pk


def _variant_of_records(section: Section) -> str:
    """Return the default rules of a record: no score shows by itself that house rules were played."""
    return "" if section.variant in VARIANTS else section.variant
