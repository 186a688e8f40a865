"""Published standings of a document: accepted if reproducible from their own facts, refused otherwise."""

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final

from tournaments.core import section_columns as columns
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.systems import SYSTEMS
from tournaments.exchange.services.section_rows import Part
from tournaments.models import Pairing, PrizeHandout, Section, SnapshotCause, StandingsSnapshot
from tournaments.pairing.values import Colour, RoundKind
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.prizes import Sharing
from tournaments.standings.ranking.ranking import codes_of
from tournaments.standings.ranking.record import STAGES
from tournaments.standings.ranking.values import Basis, Score
from tournaments.standings.selectors.snapshots import SEAT, TIE_BREAKS, content_of, recomputed_content
from tournaments.standings.services import publish_standings

MAX_INTEGER: Final = 2**31
Claim = Callable[[Any], bool]


def import_standings(section: Section, document: Part) -> None:
    """Save the standings of the document, and publish missing or different ones of closed rounds."""
    rows = document.rows("standings", StandingsSnapshot, columns.SNAPSHOT, section=section)
    for one, row in zip(document.parts("standings"), rows, strict=True):
        _validate_snapshot(row, one)
        if not row.rows and _has_played(section, row.round_number):
            one.refuse("rows", "list")
    StandingsSnapshot.objects.bulk_create(rows)
    publish_standings(section, cause=SnapshotCause.IMPORTED)


def import_prize_awards(section: Section, document: Part) -> None:
    """Save the awarded prizes; one list at most."""
    given = document.parts("prizes_handed_out")
    for one in given:
        row = one.row(PrizeHandout, columns.HANDOUT, section=section)
        if row.sharing not in {each.value for each in Sharing}:
            one.refuse("sharing", row.sharing)
        if not _list_of(_object(PRIZE, closed=True))(row.lines) or len(given) > 1:
            one.refuse("lines", "list")
        row.save(force_insert=True)


def _has_played(section: Section, last_round: int) -> bool:
    return Pairing.objects.filter(round__section=section, round__number__lte=last_round).exists()


def _validate_snapshot(row: StandingsSnapshot, given: Part) -> None:
    if not (_list_of(_object(COLUMN))(row.columns) and row.columns):
        given.refuse("columns", "list")
    if not _object(FACTS)(row.facts):
        given.refuse("facts", "object")
    if not _list_of(_object(ROW))(row.rows):
        given.refuse("rows", "list")
    numbers = {one["number"] for one in row.rows}
    met = {each[1] for one in row.rows for each in one["rounds"]} - {0}
    if len(numbers) != len(row.rows) or not met <= numbers or not {*row.facts["lots"]} <= numbers:
        given.refuse("rows", "number")
    if row.facts["ranking"] != TIE_BREAKS:
        if not all(_object(OWN)(one) and len(one["values"]) == len(row.columns) for one in row.rows):
            given.refuse("rows", "list")
        return
    try:
        codes_of(column["code"] for column in row.columns)
    except StandingsRefusal as refusal:
        given.refuse("columns", refusal.facts.get("text", refusal.code))
    if recomputed_content(row) != content_of(row):
        given.refuse("rows", "sum")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MAX_INTEGER < value < MAX_INTEGER


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _between(low: int, high: int) -> Claim:
    return lambda value: _is_whole(value) and low <= value <= high


def _one_of(*known: Any) -> Claim:
    return lambda value: any(value == one and type(value) is type(one) for one in known)


def _values_of(kind: type[Enum]) -> tuple[Any, ...]:
    return tuple(each.value for each in kind)


def _optional(claim: Claim) -> Claim:
    return lambda value: value is None or claim(value)


def _list_of(claim: Claim, most: int = MAX_INTEGER) -> Claim:
    return lambda value: isinstance(value, list) and len(value) <= most and all(claim(one) for one in value)


def _tuple_of(*claims: Claim) -> Claim:
    """Return the claim of a list with one value for each claim."""
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(claims)
        and all(claim(one) for claim, one in zip(claims, value, strict=True))
    )


def _object(claims: Mapping[str, Claim], *, closed: bool = False) -> Claim:
    """Return the claim of an object with all of the names, and no others if it is closed."""
    return lambda value: (
        isinstance(value, dict)
        and all(name in value and claim(value[name]) for name, claim in claims.items())
        and not (closed and set(value) - set(claims))
    )


_is_colour: Final = _one_of("", *_values_of(Colour))
_is_count: Final = _between(0, MAX_INTEGER)
_is_scale: Final = _object(
    {
        **dict.fromkeys(("win", "draw", "loss"), _is_whole),
        "unit": _between(1, MAX_INTEGER),
        "decimals": _between(0, 3),  # more are never written
    }
)
_is_game: Final = _tuple_of(
    _is_whole, _is_whole, _is_colour, _is_whole, _is_whole, _one_of("", "plus", "minus")
)
# Kind, opponent, colour, points, points of the games, games; in stages without a match.
_is_outcome: Final = _tuple_of(
    _one_of(*_values_of(RoundKind)), _is_whole, _is_colour, _is_whole, _is_whole, _list_of(_is_game)
)
_is_part: Final = _tuple_of(
    *(_is_whole, _is_whole, _is_whole, _one_of(*_values_of(Basis))),
    *(_is_whole, _is_whole, _is_truth, _is_text),
)
COLUMN: Final[dict[str, Claim]] = dict.fromkeys(("code", "name", "article", "edition"), _is_text)
VALUE: Final[dict[str, Claim]] = {
    "amount": _one_of(None),
    "text": _is_text,
    "parts": _list_of(_is_part),
}
OWN: Final[dict[str, Claim]] = {
    **dict.fromkeys(("rank", "points", "played"), _is_whole),
    "decided_by": _optional(_is_whole),
    "values": _list_of(_object(VALUE)),
}
PRIZE: Final[dict[str, Claim]] = {
    **dict.fromkeys(("number", "rank", "place", "amount", "place_prize", "pool"), _is_count),
    **dict.fromkeys(("name", "category", "thing"), _is_text),
    **dict.fromkeys(("shared_with", "passed"), _list_of(_is_text)),
}
FACTS: Final[dict[str, Claim]] = {
    "rounds": _between(0, MAX_ROUNDS),
    "games_per_round": _between(1, MAX_ROUNDS - 1),
    "is_round_robin": _is_truth,
    "is_of_teams": _is_truth,
    "unrated_as": _optional(_is_whole),
    "scale": _is_scale,
    "game_scale": _optional(_is_scale),
    "primary": _one_of(*_values_of(Score)),
    "stages": _optional(_one_of(*STAGES)),
    "lots": _list_of(_is_whole),
    "ranking": _one_of(TIE_BREAKS, *SYSTEMS),
}
ROW: Final[dict[str, Claim]] = {
    "number": _between(1, MAX_INTEGER),
    "rating": _is_whole,
    "correction": _is_whole,
    "rounds": _list_of(_is_outcome, most=MAX_ROUNDS),
    **dict.fromkeys(SEAT, _is_text),
}
