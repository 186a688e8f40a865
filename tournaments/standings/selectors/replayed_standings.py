"""Standings rebuilt from the audit log alone, and compared with the published ones byte by byte."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.utils.translation import override

from club.models import AuditEntry
from tournaments.core.translate import Board, ScoredGame, histories_of
from tournaments.core.trees import knockout_of
from tournaments.models import Entry, Outcome, RoundState, Section
from tournaments.pairing.knockout.progress import Decision, Progress
from tournaments.pairing.values import ABSENT_ROUND, Player, Snapshot
from tournaments.standings.ranking.codes import Code
from tournaments.standings.selectors.log_replay import (
    DISCARDED,
    FIRST_ROUND,
    NotReplayable,
    ReplayedSection,
    entries_of_section,
    is_imported,
    replay,
)
from tournaments.standings.selectors.round_games import games_of_matches
from tournaments.standings.selectors.snapshots import (
    SEAT,
    SnapshotContent,
    content_of,
    own_content,
    ranked_content,
    snapshots_of,
)
from tournaments.standings.selectors.standings import LOTS, InputRows, SectionInputs
from tournaments.standings.selectors.system_standings import has_own_ranking, own_ranking_of

ABSENT: Final = "-"
Content = dict[str, Any]
Published = dict[int, list[Content]]
"""Contents by round, the first one first; neighbours differ."""


class LogFault(NamedTuple):
    """A value of published standings that the log does not lead to, or two entries that contradict.

    `player` is the pairing number, 0 where the value is of no player. `entry` is the number of an entry that
    contradicts those before it, else 0.
    """

    round_number: int
    player: int
    field: str
    stored: Any
    logged: Any
    entry: int = 0


def log_faults(section: Section, entries: Iterable[AuditEntry] | None = None) -> list[LogFault]:
    """Replay the log of a section, or these entries, and list what differs from the published standings.

    Every publication is compared, those that a correction superseded too; not those of a round whose draft
    was discarded later, as its boards are gone. Raises NotReplayable.
    """
    if is_imported(section):
        raise NotReplayable("rounds and results: the section was imported from a file")
    log = list(entries_of_section(section) if entries is None else entries)
    discarded = {(entry.before or {})["round"] for entry in log if entry.action == DISCARDED}
    logged, replayed = _published_by_log(section, log)
    contents: dict[int, list[SnapshotContent]] = {}
    for snapshot in snapshots_of(section):
        contents.setdefault(snapshot.round_number, []).append(content_of(snapshot))
    published = {number: _without_repeats(map(_bare, one)) for number, one in contents.items()}
    faults = [
        LogFault(
            one.round_number, 0, f"{one.field} of board {one.board}", one.before, one.replayed, one.entry
        )
        for one in replayed.contradictions
    ]
    closed = replayed.closed(from_round=FIRST_ROUND)
    for number in sorted(published.keys() | logged.keys()):
        told, expected = published.get(number, []), logged.get(number, [])
        if number in discarded:
            told = told[max(0, len(told) - len(expected)) :]
        faults += _compare(number, told, expected)
        if number in contents and number in closed:  # the standings of a reopened round are out of force
            faults += _seat_faults(number, contents[number][-1], replayed)
    return faults


# ---- publications ----


def _published_by_log(section: Section, log: Iterable[AuditEntry]) -> tuple[Published, ReplayedSection]:
    """Publish after every entry what differs from the last publication of its round, as the services do."""
    published: Published = {}
    replayed = ReplayedSection(section)
    for replayed, first in replay(section, log):
        for number, content in _contents(replayed, replayed.closed(from_round=first)):
            told = published.setdefault(number, [])
            if not told or told[-1] != content:
                told.append(content)
    return published, replayed


def _contents(replayed: ReplayedSection, rounds: Sequence[int]) -> Iterator[tuple[int, Content]]:
    if not rounds:
        return
    section, until = replayed.section(), max(rounds)
    if not replayed.rules.get("seed") and any(Code.read(code).name == LOTS for code in section.tie_breaks):
        raise NotReplayable("the seed of the lots")
    rows = _input_rows(section, replayed, until)
    inputs = SectionInputs(section, until=until, rows=rows)
    for number in rounds:
        if not has_own_ranking(section):
            yield number, _bare(ranked_content(inputs, number))
            continue
        with override(None):
            yield number, _bare(_own_content(inputs, replayed, rows, number))


def _bare(content: SnapshotContent) -> Content:
    """Return a content in its stored form, without names."""
    rows = [{name: value for name, value in row.items() if name not in SEAT} for row in content.rows]
    stored: Content = json.loads(_bytes(content._replace(rows=rows)._asdict()))
    return stored


def _bytes(value: Any) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def _without_repeats(contents: Iterable[Content]) -> list[Content]:
    """Drop a publication that differs from the one before in names alone."""
    found: list[Content] = []
    for content in contents:
        if not found or found[-1] != content:
            found.append(content)
    return found


# ---- inputs ----


def _input_rows(section: Section, replayed: ReplayedSection, until: int) -> InputRows:
    """Return the inputs of standings; the key of an entry is its number."""
    boards, games = _boards(replayed, until), dict[int, list[ScoredGame]]()
    for board, at in boards:
        if board.black_id is not None:
            games[board.pk] = [
                ScoredGame(board.pk, game, *replayed.result(board.round_number, at, game))
                for game in range(1, section.games_per_pairing + 1)
            ]
    past = histories_of(section, [board for board, _at in boards], games, before=until + 1)
    matches = (
        (board.round_number, board.white_id, board.black_id, games[board.pk])
        for board, _at in boards
        if board.black_id is not None
    )
    entries = [
        Entry(pk=one.number, number=one.number, rating=replayed.rating_of(one), **_seat(one))
        for one in sorted(replayed.entries.values(), key=lambda one: one.number or 0)
        if one.number is not None
    ]
    fined = list(replayed.deductions.values())
    return InputRows(dict(past), games_of_matches(section, matches), entries, fined)


def _boards(replayed: ReplayedSection, until: int) -> list[tuple[Board, int]]:
    """Return the boards and byes of all rounds that are no drafts, with their board numbers."""
    found: list[tuple[Board, int]] = []
    for number, row in sorted(replayed.rounds.items()):
        if number > until or row.state == RoundState.DRAFT:
            continue
        if row.byes is None:
            raise NotReplayable(f"the byes of round {number}")
        seats = [(at, white, black, "") for at, (white, black) in sorted(row.pairs.items())]
        seats += [(0, white, None, kind) for white, kind in row.byes.items()]  # type: ignore[misc]
        for at, white, black, bye in seats:
            found.append((Board(len(found), number, white, black, bye, white, black), at))
    return found


def _seat(entry: Entry) -> dict[str, str]:
    return {name: getattr(entry, name) for name in SEAT}


# ---- ladders and trees ----


def _own_content(
    inputs: SectionInputs, replayed: ReplayedSection, rows: InputRows, after: int
) -> SnapshotContent:
    """Return the ranking of a ladder or a tree after a round."""
    section = inputs.section
    absent = (ABSENT_ROUND,) * after
    seated = {key for key in rows.past if inputs.since[key] <= after}
    players = tuple(
        Player(number=one.pk, rounds=tuple(rows.past.get(one.pk, absent))[:after], rating=one.rating)
        for one in rows.entries
        if section.has_tree or one.pk in seated
    )
    snapshot = Snapshot(
        players=players,
        round_number=after + 1,
        rounds=section.rounds,
        win=inputs.facts.scale.win,
        draw=inputs.facts.scale.draw,
        loss=inputs.facts.scale.loss,
    )
    own = own_ranking_of(section, snapshot, {one.pk: one for one in rows.entries}, _progress(replayed))
    return own_content(inputs, own, after)


def _progress(replayed: ReplayedSection) -> Callable[[Section, Snapshot], Progress]:
    decided = frozenset(Decision(number, winner) for number, winner in replayed.decisions.values())
    waiting = frozenset(
        Decision(number, player)
        for number, row in replayed.rounds.items()
        if row.state != RoundState.DRAFT
        for board, players in row.pairs.items()
        if _waits(replayed, number, board)
        for player in players
    )
    return lambda section, snapshot: Progress(snapshot, knockout_of(section, snapshot), decided, waiting)


def _waits(replayed: ReplayedSection, number: int, board: int) -> bool:
    games = range(1, replayed.rules["games_per_pairing"] + 1)
    return any(replayed.result(number, board, game)[0] == Outcome.PENDING for game in games)


# ---- comparison ----


def _compare(number: int, stored: Sequence[Content], logged: Sequence[Content]) -> list[LogFault]:
    """Compare the publications of a round; those in force first, where one side has more."""
    if _bytes(stored) == _bytes(logged):
        return []
    pairs = list(zip(reversed(stored), reversed(logged), strict=False))
    faults = [fault for one in pairs for fault in _content_faults(number, *one)]
    if len(stored) != len(logged):
        faults.append(LogFault(number, 0, "publications", len(stored), len(logged)))
    return list({(one.player, one.field): one for one in reversed(faults)}.values())[::-1]


def _content_faults(number: int, stored: Content, logged: Content) -> Iterator[LogFault]:
    if stored["columns"] != logged["columns"]:
        one, other = (
            [column["code"] for column in columns] for columns in (stored["columns"], logged["columns"])
        )
        yield LogFault(number, 0, "tie-breaks", one, other)
    for name in sorted(stored["facts"].keys() | logged["facts"].keys()):
        values = stored["facts"].get(name, ABSENT), logged["facts"].get(name, ABSENT)
        if values[0] != values[1]:
            yield LogFault(number, 0, name, *values)
    rows, again = ({row["number"]: row for row in one["rows"]} for one in (stored, logged))
    for player in sorted(rows.keys() | again.keys()):
        if player not in rows or player not in again:
            yield LogFault(number, player, "row", player in rows, player in again)
        else:
            yield from _row_faults(number, rows[player], again[player])


def _row_faults(number: int, stored: Mapping[str, Any], logged: Mapping[str, Any]) -> Iterator[LogFault]:
    for name in sorted(stored.keys() | logged.keys()):
        one, other = stored.get(name, ABSENT), logged.get(name, ABSENT)
        if one == other:
            continue
        if name != "rounds":
            yield LogFault(number, stored["number"], name, one, other)
            continue
        for at, (was, now) in enumerate(zip(one, other, strict=False), start=1):
            if was != now:
                yield LogFault(number, stored["number"], f"result of round {at}", was, now)


def _seat_faults(number: int, content: SnapshotContent, replayed: ReplayedSection) -> Iterator[LogFault]:
    """Compare the names of the standings in force with those of the entries."""
    entries = {one.number: one for one in replayed.entries.values()}
    for row in content.rows:
        entry = entries.get(row["number"])
        for name in SEAT:
            if entry is not None and row[name] != getattr(entry, name):
                yield LogFault(number, row["number"], name, row[name], getattr(entry, name))
