"""Event regulations: choose a preset, change articles or leave them out; set as a whole."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from club.core.actor import Actor
from tournaments.conduct.regulation_presets import NONE, PRESETS, Unfit, regulations_from, unfit_regulations
from tournaments.conduct.regulations import MAX_AMOUNT, MAX_DEFAULT_MINUTES, MAX_RUNGS, REGULATED, rule_values
from tournaments.core.services.event_log import log_event
from tournaments.core.services.locks import locked_event
from tournaments.events.errors import DefaultTimeUnfit, RegulationsUnfit, UnknownRegulations
from tournaments.models import Event

MAX_TEXT_LENGTH, MAX_FURTHER_LENGTH, MAX_REASON_LENGTH, MAX_REASONS = 1000, 4000, 300, 12


@transaction.atomic
def set_regulations(
    *,
    event_id: int,
    stored: Mapping[str, Any],
    actor: Actor,
    version: int | None = None,
    reason: str = "",
) -> Event:
    """Set the regulations of an event in their stored form; earlier rulings quote the ones of their time.

    Raises ChangedMeanwhile, UnknownRegulations, DefaultTimeUnfit and RegulationsUnfit.
    """
    event = locked_event(event_id, actor, version=version)
    before = dict(event.regulations)
    event.regulations = tidy_regulations(stored)
    if event.regulations == before:
        return event
    event.version += 1
    event.save(update_fields=["regulations", "version"])
    facts = {"before": {"regulations": before}, "after": {"regulations": event.regulations}}
    log_event("tournaments.regulations.set", event, actor, reason=reason, **facts)
    return event


def tidy_regulations(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored form without the defaults of the preset; {} for no regulations at all."""
    if found := unfit_regulations(dict(stored)):
        _refuse(found, stored)
    preset = PRESETS[stored.get("preset", NONE)].regulations
    resolved = regulations_from(stored)
    changes: dict[str, dict[str, Any] | None] = {}
    for code in REGULATED:
        rule, usual = resolved.rules.get(code), preset.rules.get(code)
        if rule is None:
            if usual is not None:
                changes[code] = None
        elif rule != usual:
            changes[code] = _tidy_values(rule_values(rule))
    tidy: dict[str, Any] = {
        "preset": preset.preset,
        "changes": changes,
        "further": _text(resolved.further, MAX_FURTHER_LENGTH),
    }
    if resolved.default_minutes != preset.default_minutes:
        tidy["default_minutes"] = resolved.default_minutes
    kept = {name: value for name, value in tidy.items() if value}
    return {} if kept == {"preset": NONE} else kept


def _tidy_values(values: dict[str, Any]) -> dict[str, Any]:
    values["text"] = _text(values["text"], MAX_TEXT_LENGTH)
    if "reasons" in values:
        reasons = [_text(one, MAX_REASON_LENGTH) for one in values["reasons"]]
        values["reasons"] = [one for one in dict.fromkeys(reasons) if one][:MAX_REASONS]
    return values


def _text(text: str, width: int) -> str:
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())[:width]


def _refuse(found: Unfit, stored: Mapping[str, Any]) -> None:
    if found.place == "default_minutes":
        raise DefaultTimeUnfit(minutes=stored["default_minutes"], most=MAX_DEFAULT_MINUTES)
    if found.place in REGULATED:
        number = REGULATED.index(found.place) + 1
        raise RegulationsUnfit(number=number, rungs=MAX_RUNGS, amount=MAX_AMOUNT)
    known = ", ".join(PRESETS if found.place == "preset" else REGULATED)
    given = stored.get("preset", "") if found.place == "preset" else found.place
    raise UnknownRegulations(found=given, known=known)
