"""New events from the answers of a director, as the page of a new event, the API and a command take them."""

from dataclasses import replace
from typing import Any, Final

from club.core.actor import Actor
from tournaments.events.formats import (
    FORMATS,
    MAX_HOURS,
    MINUTES_AN_HOUR,
    TEAM_BOARDS,
    USUAL_SYSTEM,
    Choices,
    base_facts,
    section_rules,
)
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.presets import PRESETS
from tournaments.events.selectors.sections import latest_section
from tournaments.events.services.events import create_event
from tournaments.models import Event

MAX_MINUTES: Final = MAX_HOURS * MINUTES_AN_HOUR
USUAL_PACE: Final = "15+5"


def usual_choices(preset: str, organisation_id: int) -> Choices:
    """Return the answers of a preset; without one those of a Swiss of the game that the club played last."""
    if preset not in PRESETS:
        latest = latest_section(organisation_id)
        game = latest.variant if latest is not None else base_facts("", USUAL_SYSTEM)["variant"]
        return Choices(system=USUAL_SYSTEM, variant=game, clock=USUAL_PACE)
    facts = PRESETS[preset].section
    return Choices(
        system=facts["system"],
        variant=facts["variant"],
        preset=preset,
        games=facts["games_per_pairing"],
        deck=facts["deck"],
        rounds=0 if facts["rounds"] == MAX_ROUNDS else facts["rounds"],
        clock=facts["clock"],
    )


def create_answered_event(
    *, organisation_id: int, actor: Actor, preset: str, answers: dict[str, Any], **facts: Any
) -> Event:
    """Create an event; `facts` are those of `create_event`.

    `answers` are fields of Choices, and `boards` of teams. Those left out are the usual ones; a preset
    without answers is taken as it is.
    """
    rules = None
    if answers or not preset:
        rules = section_rules(_choices(usual_choices(preset, organisation_id), dict(answers)))
    return create_event(organisation_id=organisation_id, actor=actor, preset=preset, rules=rules, **facts)


def _choices(usual: Choices, given: dict[str, Any]) -> Choices:
    """Merge the answers; games of a pairing are not taken over from players to teams, nor back.

    Nor are rounds taken over to another system, or instead of those that players and time suggest.
    """
    boards = given.pop("boards", None)
    was_team, is_team = (FORMATS[key].is_team for key in (usual.system, given.get("system", usual.system)))
    if is_team:
        given["games"] = boards or (usual.games if was_team else TEAM_BOARDS)
    elif was_team:
        given.setdefault("games", 1)
    if given.get("system", usual.system) != usual.system or given.keys() & {"players", "minutes"}:
        given.setdefault("rounds", 0)
    return replace(usual, **given)
