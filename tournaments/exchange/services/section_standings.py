"""Published standings of a document: accepted if reproducible from their own facts, refused otherwise."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from tournaments.core import section_columns as columns
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.systems import SYSTEMS
from tournaments.exchange.services.section_rows import Object, objects_in, refuse, row_in
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


def import_standings(section: Section, document: Object) -> None:
    """Save the standings of the document, and publish missing or different ones of closed rounds."""
    given = objects_in(document, "standings")
    rows = [row_in(StandingsSnapshot, columns.SNAPSHOT, one, place, section=section) for place, one in given]
    for (place, _one), row in zip(given, rows, strict=True):
        _validate_snapshot(row, place)
        if not row.rows and _has_played(section, row.round_number):
            refuse(f"{place}.rows", "list")
    StandingsSnapshot.objects.bulk_create(rows)
    publish_standings(section, cause=SnapshotCause.IMPORTED)


def import_prize_awards(section: Section, document: Object) -> None:
    """Save the awarded prizes; one list at most."""
    given = objects_in(document, "prizes_handed_out")
    for place, one in given:
        row = row_in(PrizeHandout, columns.HANDOUT, one, place, section=section)
        if row.sharing not in {each.value for each in Sharing}:
            refuse(f"{place}.sharing", row.sharing)
        if not _is_list(row.lines, _is_prize) or len(given) > 1:
            refuse(f"{place}.lines", "list")
        row.save(force_insert=True)


def _has_played(section: Section, last_round: int) -> bool:
    return Pairing.objects.filter(round__section=section, round__number__lte=last_round).exists()


def _is_prize(value: Any) -> bool:
    return _fits(value, PRIZE) and set(value) == set(PRIZE)


def _validate_snapshot(row: StandingsSnapshot, place: str) -> None:
    if not (_is_list(row.columns, _is_column) and row.columns):
        refuse(f"{place}.columns", "list")
    if not _fits(row.facts, FACTS):
        refuse(f"{place}.facts", "object")
    if not _is_list(row.rows, lambda one: _fits(one, ROW)):
        refuse(f"{place}.rows", "list")
    numbers = {one["number"] for one in row.rows}
    met = {each[1] for one in row.rows for each in one["rounds"]} - {0}
    if len(numbers) != len(row.rows) or not met <= numbers or not {*row.facts["lots"]} <= numbers:
        refuse(f"{place}.rows", "number")
    if row.facts["ranking"] != TIE_BREAKS:
        if not _is_list(row.rows, lambda one: _fits(one, OWN) and len(one["values"]) == len(row.columns)):
            refuse(f"{place}.rows", "list")
        return
    try:
        codes_of(column["code"] for column in row.columns)
    except StandingsRefusal as refusal:
        refuse(f"{place}.columns", str(refusal.facts.get("text", refusal.code))[:40])
    if recomputed_content(row) != content_of(row):
        refuse(f"{place}.rows", "sum")


def _fits(value: Any, claims: Mapping[str, Claim]) -> bool:
    """Check that an object has all of some names, each with the required value."""
    return isinstance(value, dict) and all(
        name in value and claim(value[name]) for name, claim in claims.items()
    )


def _is_list(value: Any, claim: Claim) -> bool:
    return isinstance(value, list) and all(claim(one) for one in value)


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MAX_INTEGER < value < MAX_INTEGER


def _is_count(value: Any) -> bool:
    return _is_whole(value) and value >= 0


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


def _is_column(value: Any) -> bool:
    return _fits(value, dict.fromkeys(("code", "name", "article", "edition"), _is_text))


def _is_outcome(value: Any) -> bool:
    """Check an outcome: kind, opponent, colour, points, points of the games, games; no match in stages."""
    if not isinstance(value, list) or len(value) != len(OUTCOME):
        return False
    return all(claim(one) for claim, one in zip(OUTCOME, value, strict=True))


def _is_game(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != len(GAME):
        return False
    return all(claim(one) for claim, one in zip(GAME, value, strict=True))


def _is_part(value: Any) -> bool:
    if not isinstance(value, list) or len(value) != len(PART):
        return False
    return all(claim(one) for claim, one in zip(PART, value, strict=True))


def _is_scale(value: Any) -> bool:
    wanted = ("win", "draw", "loss", "unit", "decimals")
    return _fits(value, dict.fromkeys(wanted, _is_whole)) and value["unit"] > 0 and 0 <= value["decimals"] < 4  # noqa: PLR2004 - more decimals are never written


def _one_of(*known: Any) -> Claim:
    return lambda value: any(value == one and type(value) is type(one) for one in known)


def _optional(claim: Claim) -> Claim:
    return lambda value: value is None or claim(value)


_is_colour: Final = _one_of("", *(each.value for each in Colour))
OUTCOME: Final[tuple[Claim, ...]] = (
    _one_of(*(each.value for each in RoundKind)),
    _is_whole,
    _is_colour,
    _is_whole,
    _is_whole,
    lambda value: _is_list(value, _is_game),
)
GAME: Final[tuple[Claim, ...]] = (
    _is_whole,
    _is_whole,
    _is_colour,
    _is_whole,
    _is_whole,
    _one_of("", "plus", "minus"),
)
PART: Final[tuple[Claim, ...]] = (
    _is_whole,
    _is_whole,
    _is_whole,
    _one_of(*(each.value for each in Basis)),
    _is_whole,
    _is_whole,
    _is_truth,
    _is_text,
)
VALUE: Final[dict[str, Claim]] = {
    "amount": lambda value: value is None,
    "text": _is_text,
    "parts": lambda value: _is_list(value, _is_part),
}
OWN: Final[dict[str, Claim]] = {
    **dict.fromkeys(("rank", "points", "played"), _is_whole),
    "decided_by": _optional(_is_whole),
    "values": lambda value: _is_list(value, lambda one: _fits(one, VALUE)),
}
PRIZE: Final[dict[str, Claim]] = {
    **dict.fromkeys(("number", "rank", "place", "amount", "place_prize", "pool"), _is_count),
    **dict.fromkeys(("name", "category", "thing"), _is_text),
    **dict.fromkeys(("shared_with", "passed"), lambda value: _is_list(value, _is_text)),
}
FACTS: Final[dict[str, Claim]] = {
    "rounds": lambda value: _is_whole(value) and 0 <= value <= MAX_ROUNDS,
    "games_per_round": lambda value: _is_whole(value) and 0 < value < MAX_ROUNDS,
    "is_round_robin": _is_truth,
    "is_of_teams": _is_truth,
    "unrated_as": _optional(_is_whole),
    "scale": _is_scale,
    "game_scale": _optional(_is_scale),
    "primary": _one_of(*(each.value for each in Score)),
    "stages": _optional(_one_of(*STAGES)),
    "lots": lambda value: _is_list(value, _is_whole),
    "ranking": _one_of(TIE_BREAKS, *SYSTEMS),
}
ROW: Final[dict[str, Claim]] = {
    "number": lambda value: _is_whole(value) and value > 0,
    "rating": _is_whole,
    "correction": _is_whole,
    "rounds": lambda value: _is_list(value, _is_outcome) and len(value) <= MAX_ROUNDS,
    **dict.fromkeys(SEAT, _is_text),
}
