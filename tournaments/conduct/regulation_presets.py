"""Presets of event regulations, each article with its source.

No rule of a published preset changes; the rule of a new kind is appended.
Chess sources are used by analogy: draughts federations leave most of this to the organiser. Where a source
was only reported, or names the duty and no sanction, the article is marked unconfirmed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from games.laws.law_book import Certainty
from tournaments.conduct.consequences import Consequence
from tournaments.conduct.regulations import (
    MAX_DEFAULT_MINUTES,
    REGULATED,
    Counted,
    Regulations,
    Rule,
    Rung,
    changed_rule,
    code_of,
    rule_values,
    rungs_of,
    unfit_rungs,
)

NONE: Final = "none"
CLUB: Final = "club-2026"
FEDERATION: Final = "federation-2026"
FMJD: Final = "fmjd-2026"
USUAL: Final = CLUB
"""Preset of a new event."""
OWN: Final = "This program's own wording"
FIDE: Final = "FIDE Laws of Chess 2023, {}, by analogy"
KNDB: Final = "KNDB Spel- en Wedstrijdreglement (June 2006), {}"
ROTTERDAM: Final = "Rotterdam Open 2019, match conditions under the regulations of the FMJD"
ANNEX_3: Final = "FMJD Annex 3, competition regulations, {}"

_REMINDER: Final = Rung(Consequence.REMINDER)
_WARNING: Final = Rung(Consequence.WARNING)
_LOST: Final = Rung(Consequence.GAME_LOST)
_TWO_MINUTES: Final = Rung(Consequence.TIME_PENALTY, 2)


class Preset(NamedTuple):
    """Preset of regulations to start from; `sources` are the documents that it follows."""

    key: str
    regulations: Regulations
    sources: tuple[str, ...]


def _rule(code: str, *rungs: Rung, source: str = OWN, counted: Counted = Counted.GAME, **more: Any) -> Rule:
    return Rule(code=code, rungs=rungs, counted=counted, source=source, **more)


def _preset(key: str, minutes: int, sources: tuple[str, ...], *rules: Rule) -> Preset:
    by_code = {rule.code: rule for rule in rules}
    ordered: dict[str, Rule] = {code: by_code[code] for code in REGULATED if code in by_code}
    told = Regulations(preset=key, default_minutes=minutes, rules=MappingProxyType(ordered))
    return Preset(key, told, sources)


_IN_EVENT: Final = Counted.EVENT
_UNCONFIRMED: Final = Certainty.UNCONFIRMED
_STRICT_DEVICE: Final = "electronic_device.strict"

_CLUB: Final = _preset(
    CLUB,
    30,
    (OWN,),
    _rule("flag_fell", _LOST, source=FIDE.format("6.9")),
    _rule("default_time", _LOST, counted=_IN_EVENT, source=FIDE.format("6.7")),
    _rule("late_arrival", _REMINDER, _WARNING, counted=_IN_EVENT),
    _rule("electronic_device", _WARNING, _LOST, counted=_IN_EVENT),
    _rule("left_the_hall", _REMINDER, _WARNING, _LOST),
    _rule("outside_advice", _WARNING, _LOST, counted=_IN_EVENT),
    _rule("analysing", _REMINDER, _WARNING, _LOST, counted=_IN_EVENT),
    _rule("repeated_draw_offers", _REMINDER, _WARNING, _TWO_MINUTES),
    _rule("clock_not_pressed", _REMINDER),
    _rule("wrong_clock_stopped", _REMINDER, _WARNING, _TWO_MINUTES),
    _rule("score_sheet", _REMINDER, _WARNING),
    _rule("distracting", _REMINDER, _WARNING, _LOST),
    _rule("refused_rules", _WARNING, _LOST),
)
_FEDERATION: Final = _preset(
    FEDERATION,
    30,
    ("FIDE Laws of Chess 2023, by analogy", "KNDB Spel- en Wedstrijdreglement (June 2006)"),
    _rule("flag_fell", _LOST, source=KNDB.format("12.1")),
    _rule("default_time", _LOST, counted=_IN_EVENT, source=KNDB.format("12.2"), certainty=_UNCONFIRMED),
    _rule("late_arrival", _REMINDER, _WARNING, counted=_IN_EVENT),
    _rule(
        *("electronic_device", _LOST),
        counted=_IN_EVENT,
        source=FIDE.format("11.3.2"),
        text_key=_STRICT_DEVICE,
    ),
    _rule("left_the_hall", _WARNING, _TWO_MINUTES, _LOST, source=FIDE.format("11.2 and 12.9")),
    _rule("outside_advice", _LOST, counted=_IN_EVENT, source=FIDE.format("11.3.1 and 12.9")),
    _rule("analysing", _WARNING, _LOST, counted=_IN_EVENT, source=FIDE.format("11.3.1 and 11.4")),
    _rule(
        *("repeated_draw_offers", _WARNING, _TWO_MINUTES, _LOST),
        source=KNDB.format("13.2"),
        certainty=_UNCONFIRMED,
    ),
    _rule("clock_not_pressed", _REMINDER, _WARNING, source=FIDE.format("6.2.1")),
    _rule("wrong_clock_stopped", _WARNING, _TWO_MINUTES, _LOST, source=FIDE.format("6.11 and 12.9")),
    _rule(
        *("score_sheet", _WARNING, _TWO_MINUTES, _LOST), source=KNDB.format("11.1"), certainty=_UNCONFIRMED
    ),
    _rule("distracting", _WARNING, _TWO_MINUTES, _LOST, source=FIDE.format("11.5 and 12.9")),
    _rule("refused_rules", _WARNING, _LOST, source=FIDE.format("11.7")),
)
_FMJD: Final = _preset(
    FMJD,
    30,
    ("FMJD Annex 3, competition regulations (in part)", ROTTERDAM),
    _rule("flag_fell", _LOST, source=ANNEX_3.format("6.1"), certainty=_UNCONFIRMED),
    _rule("default_time", _LOST, counted=_IN_EVENT, source=ROTTERDAM),
    _rule("late_arrival", _REMINDER, _WARNING, counted=_IN_EVENT),
    _rule("electronic_device", _WARNING, _LOST, counted=_IN_EVENT, text_key=_STRICT_DEVICE),
    _rule("left_the_hall", _WARNING, _WARNING, _LOST),
    _rule(
        *("outside_advice", _LOST), counted=_IN_EVENT, source=ANNEX_3.format("1.2"), certainty=_UNCONFIRMED
    ),
    _rule("analysing", _WARNING, _LOST, counted=_IN_EVENT, source=ROTTERDAM, certainty=_UNCONFIRMED),
    _rule("repeated_draw_offers", _WARNING, _TWO_MINUTES, _LOST),
    _rule("clock_not_pressed", _REMINDER, _WARNING),
    _rule("wrong_clock_stopped", _WARNING, _TWO_MINUTES),
    _rule("score_sheet", _WARNING, _WARNING, _LOST, source=ROTTERDAM, certainty=_UNCONFIRMED),
    _rule("distracting", _WARNING, _LOST),
    _rule("refused_rules", _WARNING, _LOST),
)
PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {one.key: one for one in (_preset(NONE, 30, ()), _CLUB, _FEDERATION, _FMJD)}
)
"""Presets by key, in the order of the choices; `none` leaves all to law book and arbiter."""
NO_REGULATIONS: Final = PRESETS[NONE].regulations


def regulations_from(stored: Mapping[str, Any]) -> Regulations:
    """Return the regulations of an event from their stored form; an empty one is `none`.

    `{"preset": key, "default_minutes": 20, "changes": {code: {...} or None}, "further": text}`: None leaves
    an article out. Articles that the preset lacks are taken from the club's.
    """
    base = PRESETS[stored.get("preset", NONE)].regulations
    rules = dict(base.rules)
    for code, values in stored.get("changes", {}).items():
        if values is None:
            rules.pop(code, None)
        else:
            rules[code] = changed_rule(rules.get(code) or _CLUB.regulations.rules[code], values)
    ordered: dict[str, Rule] = {code: rules[code] for code in REGULATED if code in rules}
    return replace(
        base,
        default_minutes=stored.get("default_minutes") or base.default_minutes,
        rules=MappingProxyType(ordered),
        further=stored.get("further", ""),
    )


# ---- quotes stored with a ruling ----


def quoted_rules(regulations: Regulations, articles: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return the event's current text of these articles, for a ruling that cites them."""
    cited = {article: regulations.rule(code_of(article)) for article in articles if code_of(article)}
    facts = {"preset": regulations.preset, "default_minutes": regulations.default_minutes}
    return {article: facts | rule_values(rule) for article, rule in cited.items() if rule is not None}


def quoted_rule(article: str, values: Mapping[str, Any]) -> tuple[Rule, int]:
    """Return an article as quoted by a ruling, with the default time of the event in minutes."""
    code = code_of(article)
    preset = PRESETS.get(values.get("preset", NONE), PRESETS[NONE]).regulations
    rule = changed_rule(preset.rules.get(code) or _CLUB.regulations.rules[code], values)
    return rule, int(values.get("default_minutes") or preset.default_minutes)


# ---- stored forms from outside ----


class Unfit(NamedTuple):
    """First invalid item of a stored form: its place (an incident or a name), and the error."""

    place: str
    why: str


def unfit_regulations(stored: Any) -> Unfit | None:
    """Check a stored form of regulations; None for a valid one."""
    if not isinstance(stored, dict) or set(stored) - {"preset", "default_minutes", "changes", "further"}:
        return Unfit("regulations", "object")
    if stored.get("preset", NONE) not in tuple(PRESETS):
        return Unfit("preset", "unknown")
    minutes, changes = stored.get("default_minutes"), stored.get("changes", {})
    if minutes is not None and not (_is_number(minutes) and 0 < minutes <= MAX_DEFAULT_MINUTES):
        return Unfit("default_minutes", "amount")
    if not isinstance(stored.get("further", ""), str):
        return Unfit("further", "text")
    if not isinstance(changes, dict):
        return Unfit("changes", "object")
    return next((found for code, one in changes.items() if (found := _unfit_change(code, one))), None)


def unfit_quotes(stored: Any) -> Unfit | None:
    """Check the regulations quoted by a ruling; None for a valid form."""
    if not isinstance(stored, dict):
        return Unfit("regulations", "object")
    for article, values in stored.items():
        code = code_of(article)
        if not code or not isinstance(values, dict):
            return Unfit(str(article), "unknown")
        rule = {name: one for name, one in values.items() if name not in {"preset", "default_minutes"}}
        minutes = values.get("default_minutes", 1)
        if not isinstance(values.get("preset", ""), str) or not _is_number(minutes):
            return Unfit(article, "object")
        if found := _unfit_change(code, rule):
            return found
    return None


def _unfit_change(code: Any, values: Any) -> Unfit | None:
    if code not in REGULATED:
        return Unfit(str(code), "unknown")
    if values is None:
        return None
    if not isinstance(values, dict) or set(values) - {"rungs", "counted", "text", "reasons"}:
        return Unfit(code, "object")
    reasons = values.get("reasons", [])
    if not isinstance(reasons, list) or not all(map(_is_text, [*reasons, values.get("text", "")])):
        return Unfit(code, "text")
    if values.get("counted", Counted.GAME) not in tuple(Counted):
        return Unfit(code, "counted")
    return _unfit_ladder(code, values["rungs"]) if "rungs" in values else None


def _unfit_ladder(code: str, given: Any) -> Unfit | None:
    if not isinstance(given, list) or not all(map(_is_pair, given)):
        return Unfit(code, "sanction")
    why = unfit_rungs(rungs_of(given))
    return Unfit(code, why) if why else None


def _is_pair(value: Any) -> bool:
    """Return whether a value is a sanction with its number."""
    is_two = isinstance(value, list | tuple) and len(value) == 2  # noqa: PLR2004 - name and amount
    return is_two and value[0] in tuple(Consequence) and _is_number(value[1])


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
