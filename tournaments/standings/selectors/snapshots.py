"""Published standings: their content, those in force, the changes by newer ones, and verification."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Exists, Max, OuterRef
from django.utils.translation import gettext, override, pgettext

from tournaments.events.tie_break_names import column_name
from tournaments.models import Entry, RoundState, Section, StandingsSnapshot
from tournaments.standings.ranking.ranking import Column, Table, codes_of, standings
from tournaments.standings.ranking.record import (
    RoundRecords,
    entrant_in,
    entrant_record,
    facts_record,
    part_record,
    results_in,
    standing_record,
    value_in,
)
from tournaments.standings.ranking.values import Entrant, Results
from tournaments.standings.selectors.standings import SectionInputs, standing_rows
from tournaments.standings.selectors.system_standings import (
    OUT,
    StandingRow,
    StandingTable,
    StandingValue,
    has_own_ranking,
    own_ranking,
)

TIE_BREAKS: Final = "tie_breaks"
SEAT: Final = ("name", "title", "federation", "club_name")


class SnapshotContent(NamedTuple):
    """Content of published standings."""

    columns: list[dict[str, str]]
    facts: dict[str, Any]
    rows: list[dict[str, Any]]


def contents_now(section: Section, rounds: Sequence[int]) -> dict[int, SnapshotContent]:
    """Compute what to publish after several rounds, not translated yet; rows are read once for all."""
    if not rounds:
        return {}
    inputs, known = SectionInputs(section, until=max(rounds)), RoundRecords()
    return {after: _content_after(inputs, after, known) for after in rounds}


def _content_after(inputs: SectionInputs, after: int, known: RoundRecords) -> SnapshotContent:
    section = inputs.section
    if not has_own_ranking(section):
        return ranked_content(inputs, after, known)
    with override(None):
        own = own_ranking(section, after=after)
    return own_content(inputs, own, after)


def ranked_content(inputs: SectionInputs, after: int, known: RoundRecords | None = None) -> SnapshotContent:
    """Compute the content of standings by tie-breaks after a round."""
    table, entries = inputs.ranked(after=after)
    return _content(table, _seats(entries), known)


def own_content(inputs: SectionInputs, own: StandingTable, after: int) -> SnapshotContent:
    """Return the content of a system's own ranking after a round."""
    results, entries = inputs.results(after=after)
    return _own_content(inputs.section.system, own, results, _seats(entries))


def _seats(entries: Mapping[int, Entry]) -> dict[int, dict[str, Any]]:
    return {number: {name: getattr(entry, name) for name in SEAT} for number, entry in entries.items()}


def recomputed_content(snapshot: StandingsSnapshot) -> SnapshotContent:
    """Compute the content from nothing but the facts that the snapshot itself contains.

    A ladder or a tree needs more than those facts: it is taken as stored, and compared with the results
    alone.
    """
    if snapshot.facts["ranking"] != TIE_BREAKS:
        return content_of(snapshot)
    entrants = sorted((entrant_in(row) for row in snapshot.rows), key=lambda one: one.number)
    codes = codes_of(column["code"] for column in snapshot.columns)
    table = standings(results_in(snapshot.facts, entrants), codes)
    return _content(table, {row["number"]: {name: row[name] for name in SEAT} for row in snapshot.rows})


def content_of(snapshot: StandingsSnapshot) -> SnapshotContent:
    """Return the published content."""
    return SnapshotContent(snapshot.columns, snapshot.facts, snapshot.rows)


def _content(
    table: Table, seats: Mapping[int, Mapping[str, Any]], known: RoundRecords | None = None
) -> SnapshotContent:
    entrants: dict[int, Entrant] = {one.number: one for one in table.results.entrants}
    rows = [
        {
            **entrant_record(entrants[standing.number], known),
            **seats[standing.number],
            **standing_record(standing, table),
            "points": int(standing.values[0].amount or 0),
            "played": entrants[standing.number].played,
        }
        for standing in table.standings
    ]
    facts = facts_record(table.results) | {"ranking": TIE_BREAKS}
    return SnapshotContent([_column(each) for each in table.columns], facts, rows)


def _own_content(
    system: str, table: StandingTable, results: Results, seats: Mapping[int, Mapping[str, Any]]
) -> SnapshotContent:
    """The standings of a system that ranks by itself."""
    entrants: dict[int, Entrant] = {one.number: one for one in results.entrants}
    columns = [{"code": code, "name": name, "article": "", "edition": system} for code, name in table.columns]
    rows = [
        {
            **entrant_record(entrants[row.entry.number or 0]),
            **seats[row.entry.number or 0],
            "rank": row.rank,
            "decided_by": next((at for at, value in enumerate(row.values) if value.decides), None),
            "values": [
                {"amount": None, "text": value.text, "parts": [part_record(part) for part in value.parts]}
                for value in row.values
            ],
            "points": row.points,
            "played": row.played,
        }
        for row in table.rows
        if row.entry.number in entrants
    ]
    return SnapshotContent(columns, facts_record(results) | {"ranking": system}, rows)


def _column(column: Column) -> dict[str, str]:
    known = column.tiebreak
    return {"code": column.code.text, "name": known.name, "article": known.article, "edition": known.edition}


# ---- the snapshot in force ----


def snapshots_of(section: Section, *, after: int | None = None) -> list[StandingsSnapshot]:
    """List the snapshots of a section, the first one first; of one round if given."""
    rows = section.snapshots.order_by("pk")
    return list(rows if after is None else rows.filter(round_number=after))


def snapshot_in_force(section: Section, *, after: int | None = None) -> StandingsSnapshot | None:
    """Return the latest snapshot of a closed round, by default of the last closed one."""
    closed = section.round_rows.filter(state=RoundState.CLOSED)
    numbers = closed.order_by("-number").values_list("number", flat=True)
    number = numbers.first() if after is None else numbers.filter(number=after).first()
    if number is None:
        return None
    return section.snapshots.filter(round_number=number).order_by("-pk").first()


def latest_snapshots(section: Section, rounds: Sequence[int]) -> dict[int, StandingsSnapshot]:
    """Return the latest snapshot of each of some rounds that has one."""
    newest = section.snapshots.filter(round_number__in=rounds).order_by().values("round_number")
    keys = newest.annotate(newest=Max("pk")).values("newest")
    return {one.round_number: one for one in section.snapshots.filter(pk__in=keys)}


def closed_rounds(section: Section, *, from_round: int = 1) -> list[int]:
    """Return the numbers of the closed rounds of a section, from a round on."""
    closed = section.round_rows.filter(state=RoundState.CLOSED, number__gte=from_round)
    return list(closed.order_by("number").values_list("number", flat=True))


def last_counted(section: Section) -> int | None:
    """Return the last round that the standings in force count; None if there are none: all rounds count."""
    snapshot = snapshot_in_force(section)
    return None if snapshot is None else snapshot.round_number


def is_provisional(section: Section) -> bool:
    """Check that a round is under way, so that current results differ from the published standings.

    A round left open behind a closed one does not count: the standings in force include it and follow its
    results.
    """
    later = section.round_rows.filter(state=RoundState.CLOSED, number__gt=OuterRef("number"))
    return section.round_rows.filter(~Exists(later), state=RoundState.PUBLISHED).exists()


def public_table(section: Section) -> tuple[StandingTable, bool]:
    """Return the standings in force, or live ones if there are none, and if they are provisional."""
    snapshot = snapshot_in_force(section)
    return (standing_rows(section), True) if snapshot is None else (table_of(snapshot, section), False)


def table_of(snapshot: StandingsSnapshot, section: Section, *, part: slice = slice(None)) -> StandingTable:
    """Return published standings, or a part of their rows, for display, without recomputation."""
    numbers = [row["number"] for row in snapshot.rows[part]]
    keys = dict(section.entries.filter(number__in=numbers).values_list("number", "pk"))
    ranks = Counter(row["rank"] for row in snapshot.rows)
    codes = [column["code"] for column in snapshot.columns]
    rows = tuple(
        _row(row, codes, section, keys, is_shared=ranks[row["rank"]] > 1) for row in snapshot.rows[part]
    )
    columns = tuple(
        (column["code"], column_name(column["code"], column["name"])) for column in snapshot.columns
    )
    return StandingTable(snapshot.round_number, columns, rows)


def _translate_value(code: str, text: str) -> str:
    """Translate a value into the reader's language; figures are the same in all."""
    return text if code != OUT or text.isdecimal() else pgettext("knock-out", text)


def _row(
    row: Mapping[str, Any],
    codes: Sequence[str],
    section: Section,
    keys: Mapping[int | None, int],
    *,
    is_shared: bool,
) -> StandingRow:
    seat = {name: row[name] for name in SEAT}
    number = row["number"]
    entry = Entry(pk=keys.get(number), section=section, number=number, rating=row["rating"], **seat)
    values = tuple(
        StandingValue(
            code, _translate_value(code, value["text"]), value_in(value).parts, row["decided_by"] == place
        )
        for place, (code, value) in enumerate(zip(codes, row["values"], strict=True))
    )
    return StandingRow(row["rank"], is_shared, entry, row["points"], entrant_in(row), values)


# ---- changes by a newer one ----


class RowChange(NamedTuple):
    """A player whose place or points newer standings changed; None if the player was not in them."""

    name: str
    old_rank: int | None
    rank: int | None
    old_points: str
    points: str


def changes_between(old: StandingsSnapshot, new: StandingsSnapshot) -> list[RowChange]:
    """List rows whose place or points differ, in the order of the newer standings."""
    before, after = ({row["number"]: row for row in one.rows} for one in (old, new))
    numbers = [*after, *(number for number in before if number not in after)]
    found = [_change(before.get(number), after.get(number)) for number in numbers]
    return [one for one in found if (one.old_rank, one.old_points) != (one.rank, one.points)]


def _change(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> RowChange:
    told = new or old or {}
    return RowChange(
        told["name"],
        old["rank"] if old else None,
        new["rank"] if new else None,
        str(old["points"]) if old else "",
        str(new["points"]) if new else "",
    )


# ---- verification ----


class SnapshotFault(NamedTuple):
    """Published standings that cannot be reproduced: their round and the differing rows."""

    section: Section
    round_number: int
    snapshot: int
    against: str
    rows: tuple[int, ...]


def snapshot_faults(section: Section) -> list[SnapshotFault]:
    """Verify every snapshot against its own facts, and those in force against the current results."""
    found = []
    in_force: dict[int, StandingsSnapshot] = {}
    for snapshot in snapshots_of(section):
        in_force[snapshot.round_number] = snapshot
        found += _fault(snapshot, recomputed_content(snapshot), "itself", section)
    for number, content in contents_now(section, closed_rounds(section)).items():
        one = in_force.get(number)
        if one is None:
            found.append(SnapshotFault(section, number, 0, "missing", ()))
        else:
            found += _fault(one, content, "results", section)
    return found


def _fault(
    snapshot: StandingsSnapshot, again: SnapshotContent, against: str, section: Section
) -> list[SnapshotFault]:
    kept = content_of(snapshot)
    if kept == again:
        return []
    before, after = ({row["number"]: row for row in one.rows} for one in (kept, again))
    rows = sorted(
        number for number in before.keys() | after.keys() if before.get(number) != after.get(number)
    )
    return [SnapshotFault(section, snapshot.round_number, snapshot.pk, against, tuple(rows))]


def standings_faults() -> Iterator[str]:
    """Compute all published standings again, and name those that differ."""
    for section in Section.objects.select_related("event").order_by("pk"):
        yield from dict.fromkeys(map(_fault_line, snapshot_faults(section)))


def _fault_line(fault: SnapshotFault) -> str:
    facts = {
        "section": f"{fault.section.event.slug}/{fault.section.slug}",
        "round": fault.round_number,
        "players": ", ".join(map(str, fault.rows)) or "-",
    }
    if fault.against == "missing":
        return (
            gettext("standings of %(section)s, round %(round)d: never published, although it is closed")
            % facts
        )
    return gettext("standings of %(section)s, round %(round)d: wrong for the players %(players)s") % facts
