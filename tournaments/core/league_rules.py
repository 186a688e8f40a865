"""Rules of a league, as stored in the options of its section."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from django.utils.dateparse import parse_date

from tournaments.models import Section
from tournaments.pairing.lexicographic.team_colours import PreferenceType

CONFIRM_WITHIN: Final = 3
MAX_DAYS: Final = 60
MAX_TOLERANCE: Final = 2000
MAX_LOANS: Final = 99


BOARD_ORDERS: Final = ("list", "rating", "free")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRules:
    """Board order, reserves, transfers, and the time limit for the other captain's answer.

    Members sit in any order, in that of the list, or by rating if `rating_tolerance` is a number: then a
    player may not sit below one whose rating is lower by more. `reserve_limit` is the maximum of matches for
    a higher team of the club, `transfers_until` the last day on which squads change without a reason.
    `confirm_within` is the number of days after which uncontradicted results become final; 0 is never.
    """

    free_order: bool = False
    rating_tolerance: int | None = None
    reserve_limit: int | None = None
    transfers_until: date | None = None
    confirm_within: int = CONFIRM_WITHIN


def is_league(section: Section) -> bool:
    """Check that matches of a section have days and venues of their own, and captains who report them."""
    return section.is_team and section.options.get("league") is True


def league_rules(section: Section) -> LeagueRules:
    """Return the rules of a section; missing or unknown values get their defaults."""
    options: dict[str, Any] = section.options
    days = _number(options.get("confirm_within"), MAX_DAYS)
    return LeagueRules(
        free_order=options.get("free_board_order") is True,
        rating_tolerance=_number(options.get("rating_tolerance"), MAX_TOLERANCE),
        reserve_limit=_number(options.get("reserve_limit"), MAX_LOANS),
        transfers_until=_day(options.get("transfers_until")),
        confirm_within=CONFIRM_WITHIN if days is None else days,
    )


def rules_as_form_data(section: Section) -> dict[str, Any]:
    """Return the rules of a section as choices of a form."""
    rules = league_rules(section)
    by_rating = rules.rating_tolerance is not None
    return {
        "board_order": "free" if rules.free_order else "rating" if by_rating else "list",
        "rating_tolerance": rules.rating_tolerance,
        "reserve_limit": rules.reserve_limit,
        "transfers_until": rules.transfers_until,
        "confirm_within": rules.confirm_within,
    }


def rules_as_options(
    *,
    board_order: str,
    rating_tolerance: int | None,
    reserve_limit: int | None,
    transfers_until: date | None,
    confirm_within: int,
) -> dict[str, Any]:
    """Return the rules as options of a section, which makes it a league."""
    return {
        "league": True,
        "free_board_order": board_order == "free" or None,
        "rating_tolerance": (rating_tolerance or 0) if board_order == "rating" else None,
        "reserve_limit": reserve_limit,
        "transfers_until": transfers_until.isoformat() if transfers_until else None,
        "confirm_within": confirm_within,
    }


def _number(given: object, most: int) -> int | None:
    is_number = isinstance(given, int) and not isinstance(given, bool)
    return given if is_number and 0 <= given <= most else None  # type: ignore[operator,return-value]


def _day(given: object) -> date | None:
    try:
        return parse_date(given) if isinstance(given, str) else None
    except ValueError:
        return None


MAX_CYCLES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRules:
    """Colour preferences, board order of members, and the number of cycles.

    `preference` is that of C.04.6 1.7; `first_by_second_score` means that the other score decides the first
    team of a pair with equal scores (4.2.2); `cycles` are those of a round robin.
    """

    preference: PreferenceType = PreferenceType.A
    first_by_second_score: bool = True
    free_order: bool = False
    cycles: int = 1


def team_rules(section: Section) -> TeamRules:
    """Return the rules of a section; missing or unknown values get their defaults."""
    options: dict[str, Any] = section.options
    kinds = {kind.value: kind for kind in PreferenceType}
    cycles = options.get("cycles", 1)
    return TeamRules(
        preference=kinds.get(str(options.get("team_preference")), PreferenceType.A),
        first_by_second_score=options.get("first_by_second_score", True) is not False,
        free_order=options.get("free_board_order") is True,
        cycles=cycles if isinstance(cycles, int) and 1 <= cycles <= MAX_CYCLES else 1,
    )
