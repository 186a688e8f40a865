"""Page of a player: rounds, the next game, and every sum behind the place in the table."""

from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render

from club.core.requests import code_uri
from club.members.selectors.persons import has_public_name
from tournaments.core.result_figures import EN_DASH, text_of, total_text
from tournaments.events.pages.public_sections import (
    public_section_page,
    section_context,
)
from tournaments.models import GameResult, Section
from tournaments.standings.selectors.player_records import (
    Neighbour,
    PlayedRound,
    PlayerRecord,
    player_record,
)
from tournaments.standings.selectors.snapshots import last_counted
from tournaments.standings.tie_break_explanations import PartText, between_text, part_text
from tournaments.teams.selectors.team_boards import member_records


class RoundLine(NamedTuple):
    """A round with the texts of its games, the player's points first."""

    played: PlayedRound
    games: tuple[str, ...]
    total: str


class SumLines(NamedTuple):
    """A tie-break with its addends in words; those that separate the player from a neighbour are open."""

    code: str
    name: str
    text: str
    parts: tuple[PartText, ...]
    is_open: bool


@public_section_page
def player(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """A player's place, and its reasons."""
    row, context = section_context(request, slug, section)
    entry = get_object_or_404(row.entries, number=number)
    record = player_record(entry, row)
    context |= {"record": record, "tab": "player", "arrival": code_uri(request, "a", entry.pk)}
    context["has_person_page"] = (
        row.event.is_public and entry.person_id is not None and has_public_name(person_id=entry.person_id)
    )
    context |= record_context(record, row)
    if row.is_team:
        records = member_records(row, until=last_counted(row))
        context["members"] = [(0, one) for one in records if one.team == entry]
    return render(request, "tournaments/standings/player.html", context)


@public_section_page
def player_card(request: HttpRequest, slug: str, section: str, number: int) -> HttpResponse:
    """Fragment for a device that follows the player: place, points and the latest board."""
    row, context = section_context(request, slug, section)
    record = player_record(get_object_or_404(row.entries, number=number), row)
    lines = record_context(record, row)["lines"]
    context |= {"record": record, "last": lines[-1] if lines else None}
    return render(request, "tournaments/standings/_player_card.html", context)


def record_context(record: PlayerRecord, section: Section, *, names_criteria: bool = False) -> dict[str, Any]:
    """Return the rounds of a player as texts, and the reasons for the place.

    The deciding criterion has its code, as in the table, or its name where no table explains the codes.
    """
    column = 1 if names_criteria else 0
    lines = tuple(_round_line(played, section) for played in record.rounds)
    upcoming = [line for line in lines if line.played.is_open and not line.played.is_begun]
    return {
        "lines": lines,
        "next": upcoming[-1] if upcoming else None,
        "sums": _sums(record),
        "above": _neighbour_text(record, record.above, column, is_above=True),
        "below": _neighbour_text(record, record.below, column, is_above=False),
    }


def _round_line(played: PlayedRound, section: Section) -> RoundLine:
    told = (_game_text(game, section, is_white=played.is_white) for game in played.pairing.games.all())
    games = tuple(text for text in told if text)
    if played.opponent is None:
        return RoundLine(played, (), str(played.mine))
    results = list(played.pairing.games.all())
    total = total_text(played.mine, played.theirs, results) if played.is_begun else ""
    return RoundLine(played, games if len(games) > 1 else (), total)


def _game_text(game: GameResult, section: Section, *, is_white: bool) -> str:
    """A game's result, the player's points first."""
    told = text_of(game, section)
    return told if is_white else EN_DASH.join(reversed(told.split(EN_DASH)))


def _sums(record: PlayerRecord) -> tuple[SumLines, ...]:
    if record.row is None:
        return ()
    deciding = {each.column for each in (record.above, record.below) if each}
    return tuple(
        SumLines(
            value.code,
            name,
            value.text,
            tuple(part_text(part, value.code, record.names) for part in value.parts),
            place in deciding,
        )
        for place, ((_code, name), value) in enumerate(
            zip(record.table.columns, record.row.values, strict=True)
        )
    )


def _neighbour_text(record: PlayerRecord, next_to: Neighbour | None, column: int, *, is_above: bool) -> str:
    row = record.row
    if row is None or next_to is None:
        return ""
    at = next_to.column
    return between_text(
        other=next_to.row.entry.name,
        code=record.table.columns[at][column] if at >= 0 else "",
        own=row.values[at].text,
        theirs=next_to.row.values[at].text,
        is_above=is_above,
    )
