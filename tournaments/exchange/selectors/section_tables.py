"""Tables of a section for spreadsheets: XLSX, or CSV in UTF-8 with a byte order mark."""

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, Final

from club.core.moments import zone_at
from club.paper.sheets import Cell, Sheet, csv_lines, write_sheets
from tournaments.events.selectors.sections import boards_of, public_entries
from tournaments.models import Entry, GameResult, Outcome, Pairing, Round, RoundState, Section, TeamMember
from tournaments.standings.columns import Place, columns_of
from tournaments.standings.selectors.grids import cross_lines, progress_lines, public_grid
from tournaments.standings.selectors.snapshots import public_table

ENTRY_COLUMNS: Final = (
    *("number", "name", "rating", "title", "federation", "club_name", "category", "state"),
    *("first_round", "last_round"),
)
PAIRING_COLUMNS: Final = (
    *("round", "board", "game", "white_number", "white", "black_number", "black", "outcome", "ballot"),
)
REPORT_PLAYER_COLUMNS: Final = (
    *("number", "federation_id", "name", "title", "federation", "club_name", "birth_year", "rating"),
)
REPORT_GAME_COLUMNS: Final = (
    *("round", "board", "date", "white_number", "white", "black_number", "black"),
    *("white_points", "black_points"),
)
GAME_POINTS: Final = {
    Outcome.WHITE: (2, 0),
    Outcome.BLACK: (0, 2),
    Outcome.DRAW: (1, 1),
    Outcome.BOTH_LOST: (0, 0),
}
"""Points of a game in the count of draughts federations."""

MEMBER_COLUMNS: Final = ("white_member", "black_member")
PROVISIONAL: Final = " (provisional)"
STATE_COLUMNS: Final = ("after_round", "state")  # published, or provisional while no round is closed


def entries_csv(section: Section) -> str:
    """Return the entries, a line each; missing facts are empty."""
    rows = ([getattr(entry, name) or "" for name in ENTRY_COLUMNS] for entry in public_entries(section))
    return _csv(ENTRY_COLUMNS, rows)


def pairings_csv(section: Section) -> str:
    """Return a line for every game of a published round, by the sides of that game; byes by their kind."""
    rounds = section.round_rows.exclude(state=RoundState.DRAFT).order_by("number")
    columns = (*PAIRING_COLUMNS, *MEMBER_COLUMNS) if section.is_team else PAIRING_COLUMNS
    return _csv(columns, (line for row in rounds for line in _round_lines(row)))


def pairings_xlsx(section: Section) -> bytes:
    """Return the pairings and results of `pairings_csv`, a sheet for each round."""
    rounds = section.round_rows.exclude(state=RoundState.DRAFT).order_by("number")
    columns = (*PAIRING_COLUMNS, *MEMBER_COLUMNS) if section.is_team else PAIRING_COLUMNS
    sheets: list[Sheet] = [(str(row.number), chain([columns], _round_lines(row))) for row in rounds]
    return write_sheets(sheets or [("-", [columns])])


def rating_report(section: Section, *, for_all: bool = False) -> bytes:
    """Return what a rating office enters: the event, the players with their numbers, and every game played.

    Federations of draughts publish no file format for reports: the sheets have the facts that they ask for.
    Byes, forfeits and tie-break games are left out. Without `for_all`, players have their year of birth.
    """
    columns = [name for name in REPORT_PLAYER_COLUMNS if not (for_all and name == "birth_year")]
    players = _reported_members(section) if section.is_team else _reported_entries(section)
    games = [line for row in section.round_rows.order_by("number") for line in _rated_games(row)]
    return write_sheets(
        [
            ("Event", _report_facts(section)),
            ("Players", [columns, *([one.get(name) or None for name in columns] for one in players)]),
            ("Games", [REPORT_GAME_COLUMNS, *games]),
        ]
    )


def _reported_entries(section: Section) -> Iterable[dict[str, Any]]:
    for entry in public_entries(section):
        yield {name: getattr(entry, name) for name in REPORT_PLAYER_COLUMNS}


def _reported_members(section: Section) -> Iterable[dict[str, Any]]:
    for team in public_entries(section):
        for member in team.members.all():
            yield {
                "number": _member_number(team, member),
                "federation_id": member.federation_number,
                "name": member.name,
                "club_name": team.name,
                "rating": member.rating,
            }


def _member_number(team: Entry, member: TeamMember) -> str:
    return f"{team.number}.{member.board_order}"


def _report_facts(section: Section) -> list[list[Cell]]:
    event = section.event
    officials: list[list[Cell]] = [[one.get_role_display(), one.name] for one in event.officials.all()]
    return [
        ["event", event.name],
        ["section", section.name],
        ["game", section.variant],
        ["place", event.venue],
        ["begins", event.starts_on.isoformat() if event.starts_on else None],
        ["ends", event.ends_on.isoformat() if event.ends_on else None],
        ["time control", section.clock],
        ["system", section.system],
        ["rounds", section.rounds],
        *officials,
    ]


def _rated_games(row: Round) -> Iterable[list[Cell]]:
    """Return the games of a published round that were played, by the sides of each game."""
    if row.state == RoundState.DRAFT:
        return
    begins = row.section.round_times.filter(number=row.number).first()
    day = begins.starts_at.astimezone(zone_at(row.section.event)).date().isoformat() if begins else None
    for pairing in boards_of(row):
        for result in pairing.games.all() if pairing.black else ():
            points = GAME_POINTS.get(Outcome(result.outcome))
            seats = _seats(pairing, result)
            if points and len(seats) == len(points):
                yield [row.number, pairing.board_number, day, *seats[0], *seats[1], *points]


def _seats(pairing: Pairing, result: GameResult) -> list[tuple[Cell, Cell]]:
    """Return number and name of White and Black: players, or the members of teams who sat there."""
    teams = [team for team in (pairing.white, pairing.black) if team]
    seats: list[tuple[Cell, Cell]] = [(team.number, team.name) for team in teams]
    if pairing.round.section.is_team:
        members = zip(teams, (result.first_member, result.second_member), strict=False)
        seats = [(_member_number(team, member), member.name) for team, member in members if member]
    return seats[:: 1 if result.number % 2 == 1 else -1]


def _round_lines(row: Round) -> Iterable[Sequence[Cell]]:
    for pairing in boards_of(row):
        first, second = pairing.white, pairing.black
        if second is None:
            yield (row.number, "", "", *_seat(first), "", "", pairing.bye, "", *_members(row, None))
            continue
        for result in pairing.games.all():
            white, black = (first, second) if result.number % 2 == 1 else (second, first)
            board = (row.number, pairing.board_number, result.number)
            line = (*board, *_seat(white), *_seat(black), result.outcome, pairing.ballot)
            yield (*line, *_members(row, result))


def _members(row: Round, result: GameResult | None) -> tuple[str, ...]:
    """Return the players at a board of a match, White first; empty between players."""
    if not row.section.is_team:
        return ()
    if result is None:
        return "", ""
    seats = (result.first_member, result.second_member)[:: 1 if result.number % 2 == 1 else -1]
    return tuple(seat.name if seat else "" for seat in seats)


def _seat(entry: Entry) -> tuple[int | None, str]:
    return entry.number, entry.name


def standings_csv(section: Section) -> str:
    """Return the standings in force, or live ones before publication, a column for each tie-break."""
    heading, *rows = _standings(section)
    return _csv(heading, rows)


def progress_csv(section: Section) -> str:
    """Return the scores of all players after each round that the standings in force count."""
    heading, *rows = _progress(section)
    return _csv(heading, rows)


def standings_xlsx(section: Section) -> bytes:
    """Return standings, cross-table and progress as the sheets of one file; provisional ones are named so."""
    sheets = (("Standings", _standings), ("Cross-table", _crosstable), ("Progress", _progress))
    mark = PROVISIONAL if public_table(section)[1] else ""
    return write_sheets([(f"{name}{mark}", made(section)) for name, made in sheets])


def _standings(section: Section) -> list[list[Cell]]:
    table, is_provisional = public_table(section)
    state = (table.after, "provisional" if is_provisional else "published")
    columns = columns_of(table, Place.FILE)
    rows = [[*(column.value(row) for column in columns), *state] for row in table.rows]
    return [[*(column.key for column in columns), *STATE_COLUMNS], *rows]


def _crosstable(section: Section) -> list[list[Cell]]:
    lines = cross_lines(public_grid(section))
    numbers = range(1, 1 + max((len(cells) for _row, cells in lines), default=0))
    rows: list[list[Cell]] = [
        [row.rank, row.entry.number, row.entry.name, *cells, row.points] for row, cells in lines
    ]
    return [["rank", "number", "name", *map(str, numbers), "points"], *rows]


def _progress(section: Section) -> list[list[Cell]]:
    lines = progress_lines(public_grid(section))
    rows: list[list[Cell]] = [
        [line.rank, line.entry.number, line.entry.name, *(step.score for step in line.steps)]
        for line in lines
    ]
    numbers = [str(step.round) for step in lines[0].steps] if lines else []
    return [["rank", "number", "name", *numbers], *rows]


def _csv(columns: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    return "\N{ZERO WIDTH NO-BREAK SPACE}" + "".join(csv_lines([columns, *rows]))
