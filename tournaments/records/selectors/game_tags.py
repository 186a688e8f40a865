"""PDN tags of a section's game: event, round, players, result."""

import re
from typing import Final
from zoneinfo import ZoneInfo

from django.utils import timezone

from games.house_rules.selectors import variant_named
from games.pdn import result_text
from tournaments.core.translate import FORFEITS, ratings_of_round
from tournaments.models import GameResult, Outcome, Pairing, Section

ENDS: Final = {
    Outcome.WHITE: "white",
    Outcome.WHITE_FORFEIT: "white",
    Outcome.BLACK: "black",
    Outcome.BLACK_FORFEIT: "black",
    Outcome.DRAW: "draw",
    Outcome.DOUBLE_FORFEIT: "both_lost",
    Outcome.BOTH_LOST: "both_lost",
    Outcome.ADJOURNED: "open",
}
DAY: Final = "%Y.%m.%d"
CLOCK: Final = re.compile(r"(\d{1,3})(?:\s*\+\s*(\d{1,3}))?")


def tags_of_game(pairing: Pairing, result: GameResult) -> dict[str, str]:
    """Return the known tags of a game; an empty tag means unknown."""
    section, (white, black) = pairing.round.section, names_in_game(pairing, result)
    event, outcome = section.event, Outcome(result.outcome)
    return {
        "Event": f"{event.name}, {section.name}",
        "Site": event.venue or "?",
        "Date": _day(pairing),
        "EventDate": event.starts_on.strftime(DAY) if event.starts_on else "",
        "Round": f"{pairing.round.number}.{pairing.board_number}.{result.number}",
        "White": white,
        "Black": black,
        "Result": _result(section, outcome),
        "Stage": "Tie-break" if result.is_tie_break else "",
        "TimeControl": _time_control(result.clock),
        "Termination": "forfeit" if outcome in FORFEITS else "",
    }


def tags_for_record(pairing: Pairing, result: GameResult) -> dict[str, str]:
    """Return the tags for a record linked to a result; the section's rules read its figures."""
    rules = variant_named(pairing.round.section.variant).game_type_text
    ratings = ratings_in_game(pairing, result)
    told = {f"{side}Rating": str(rating) for side, rating in ratings.items() if rating}
    return tags_of_game(pairing, result) | told | {"GameType": rules}


def _day(pairing: Pairing) -> str:
    """Return the date of a round in the event's time zone; empty for a longer event without a set hour."""
    event, begins = pairing.round.section.event, pairing.round.starts_at
    if begins is not None:
        zone = ZoneInfo(event.time_zone or timezone.get_default_timezone_name())
        return begins.astimezone(zone).strftime(DAY)
    is_one_day = event.starts_on is not None and event.ends_on in {None, event.starts_on}
    return event.starts_on.strftime(DAY) if event.starts_on and is_one_day else ""


def _time_control(clock: str) -> str:
    """Return the clock of a game in PDN, if it is minutes and seconds a move: 5+3 is 300+3."""
    found = CLOCK.fullmatch(clock)
    return f"{60 * int(found[1])}+{int(found[2] or 0)}" if found else ""


def names_in_game(pairing: Pairing, result: GameResult) -> tuple[str, str]:
    """Return White and Black: in team matches the members, or the team where none is named."""
    assert pairing.black is not None  # noqa: S101 - a bye has no games
    first = (result.first_member or pairing.white).name
    second = (result.second_member or pairing.black).name
    return (first, second) if result.number % 2 == 1 else (second, first)


def ratings_in_game(pairing: Pairing, result: GameResult) -> dict[str, int]:
    """Return the ratings of White and Black in the round; 0 for none. A team is no player and has none."""
    assert pairing.black is not None  # noqa: S101 - a bye has no games
    section = pairing.round.section
    if section.is_team:
        first, second = (
            member.rating if member else 0 for member in (result.first_member, result.second_member)
        )
    else:
        of_round = ratings_of_round(section, pairing.round.number)
        first, second = (
            of_round.get(str(entry.number), entry.rating) for entry in (pairing.white, pairing.black)
        )
    if result.number % 2 == 0:
        first, second = second, first
    return {"White": first, "Black": second}


def _result(section: Section, outcome: Outcome) -> str:
    """Return the result in the variant's family; the figure of the side that moves first comes first."""
    variant, end = variant_named(section.variant), ENDS.get(outcome, "open")
    if end in {"white", "black"}:
        end = "first" if end == variant.first_to_move.key else "second"
    return result_text(end, variant.result_family)
