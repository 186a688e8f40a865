"""Standings of a section, computed anew from its results."""

from typing import NamedTuple

from tournaments.models import Entry, Pairing, RoundState, Section
from tournaments.standings.display import shown
from tournaments.standings.ranking import Table, codes_of, standings
from tournaments.standings.values import Entrant, Outcome, Part, Results, Scale
from tournaments.translate import Scorer, histories


class StandingValue(NamedTuple):
    """A tie-break of a row: its code, its value as it is written, and the addends of its sum."""

    code: str
    text: str
    parts: tuple[Part, ...]
    decides: bool


class StandingRow(NamedTuple):
    """A line of the standings."""

    rank: int
    is_shared: bool
    entry: Entry
    points: int
    played: int
    values: tuple[StandingValue, ...]


class StandingTable(NamedTuple):
    """The standings after a round, with the codes and names of their columns."""

    after: int
    columns: tuple[tuple[str, str], ...]
    rows: tuple[StandingRow, ...]


def points_table(section: Section, *, after: int) -> dict[int, int]:
    """Points by entry key after a round."""
    past = histories(section, before=after + 1)
    return {key: sum(one.points for one in rounds) for key, rounds in past.items()}


def last_round(section: Section) -> int:
    """The number of the latest round that is not a draft; 0 before the first."""
    latest = section.round_rows.exclude(state=RoundState.DRAFT).order_by("-number").first()
    return latest.number if latest else 0


def results_of(section: Section, *, after: int) -> tuple[Results, dict[int, Entry]]:
    """What the tie-breaks look at, and the entries by number."""
    past = histories(section, before=after + 1)
    entries = {
        entry.number: entry
        for entry in section.entries.filter(number__isnull=False)
        if entry.number is not None
    }
    scorer = Scorer(section)
    entrants = tuple(
        Entrant(
            number=number,
            rating=entry.rating,
            outcomes=tuple(
                Outcome(
                    kind=one.kind,
                    opponent=one.opponent,
                    colour=one.colour,
                    points=one.points,
                    game_points=one.game_points,
                )
                for one in past[entry.pk]
            ),
        )
        for number, entry in sorted(entries.items())
    )
    results = Results(
        entrants=entrants,
        rounds=after,
        scale=Scale(
            win=scorer.whole(section.win_points),
            draw=scorer.whole(section.draw_points),
            loss=scorer.whole(section.loss_points),
        ),
        game_scale=Scale(win=section.win_points, draw=section.draw_points, loss=section.loss_points),
        games_per_round=section.games_per_pairing,
        is_round_robin="round_robin" in section.system,
    )
    return results, entries


def standing_rows(section: Section, *, after: int | None = None) -> StandingTable:
    """The standings after a round, or after the latest that is published."""
    round_number = last_round(section) if after is None else after
    codes = ["PTS", *section.tie_breaks]
    results, entries = results_of(section, after=round_number)
    if not results.entrants:
        return StandingTable(round_number, (), ())
    table = standings(results, codes_of(codes))
    rows = tuple(_row(table, at, entries) for at in range(len(table.standings)))
    columns = tuple((column.code.text, column.tiebreak.name) for column in table.columns)
    return StandingTable(round_number, columns, rows)


def _row(table: Table, at: int, entries: dict[int, Entry]) -> StandingRow:
    standing = table.standings[at]
    ranks = [one.rank for one in table.standings[max(at - 1, 0) : at + 2]]
    values = tuple(
        StandingValue(
            column.code.text, shown(value, column, table.results), value.parts, standing.decided_by == place
        )
        for place, (column, value) in enumerate(zip(table.columns, standing.values, strict=True))
    )
    entrant = next(one for one in table.results.entrants if one.number == standing.number)
    played = sum(outcome.kind.value == "played" for outcome in entrant.outcomes)
    points = standing.values[0].amount
    return StandingRow(
        standing.rank,
        ranks.count(standing.rank) > 1,
        entries[standing.number],
        int(points or 0),
        played,
        values,
    )


def cross_table(section: Section) -> list[tuple[StandingRow, list[str]]]:
    """Every player's rounds in the order of the standings: opponent's number, side and points."""
    table = standing_rows(section)
    cells: dict[int, dict[int, str]] = {}
    rows = Pairing.objects.filter(round__section=section, round__number__lte=table.after).exclude(
        round__state=RoundState.DRAFT
    )
    scorer = Scorer(section)
    for pairing in rows.select_related("round", "white", "black").prefetch_related("games"):
        number = pairing.round.number
        if pairing.black is None:
            cells.setdefault(pairing.white_id, {})[number] = f"\N{EN DASH} {scorer.bye(pairing.bye)}"
            continue
        results = list(pairing.games.all())
        for entry, other, sign, is_white in (
            (pairing.white, pairing.black, "w", True),
            (pairing.black, pairing.white, "b", False),
        ):
            got = scorer.games_of(results, is_white=is_white)
            cells.setdefault(entry.pk, {})[number] = f"{other.number}{sign} {got}"
    numbers = range(1, table.after + 1)
    return [(row, [cells.get(row.entry.pk, {}).get(number, "") for number in numbers]) for row in table.rows]
