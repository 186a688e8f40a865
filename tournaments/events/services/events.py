"""Events and their sections: create from a preset, change, publish."""

import secrets
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.functional import Promise
from django.utils.text import slugify

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.core.errors import EndsBeforeStart
from club.core.moments import is_zone
from club.core.selectors import organisation_list
from games.core.errors import Refusal
from games.house_rules.selectors import require_playable
from tournaments.conduct.regulation_presets import USUAL
from tournaments.core.hooks import on_event_shown, on_game_tags_changed, on_section_changed
from tournaments.core.openings import deck_of
from tournaments.core.section_options import merged_options, validate_options
from tournaments.core.services.event_log import event_facts, log_event, log_section, section_facts
from tournaments.core.services.locks import lock_sections, locked_event, locked_section
from tournaments.events.errors import (
    GamesAreSet,
    KindIsSet,
    PointsUnfit,
    RulesNotPlayed,
    UnknownPreset,
    UnknownTimeZone,
)
from tournaments.events.formats import FORMATS
from tournaments.events.presets import PRESETS
from tournaments.models import Event, EventState, GameResult, Section, TeamMember
from tournaments.standings.ranking.ranking import codes_of


def require_offered(variant: str, *, organisation_id: int) -> None:
    """Raise RulesNotPlayed unless it is a shipped game, or one that the club has and offers; "" is any."""
    try:
        if variant:
            require_playable(variant, organisation_id=organisation_id)
    except Refusal:
        raise RulesNotPlayed(key=variant[:40]) from None


POINTS: Final = ("win_points", "draw_points", "loss_points")


@transaction.atomic
def create_event(
    *,
    organisation_id: int,
    name: str,
    preset: str,
    actor: Actor,
    rules: Mapping[str, Any] | None = None,
    is_public: bool = False,
    **facts: Any,
) -> Event:
    """Create an event with one section from a preset, or with the given `rules`; hidden if not `is_public`.

    `facts` are `starts_on`, `ends_on`, `venue` and `time_zone`. The event has the page language of its club,
    and the club's time zone if none is given.
    """
    require_permission(actor, Capability.RUN_EVENTS, Scope(organisation_id))
    home = organisation_list().get(pk=organisation_id)
    event = Event(
        organisation=home,
        name=" ".join(name.split()),
        slug=claim_slug(name),
        language=home.language,
        regulations={"preset": USUAL},
        state=EventState.PUBLISHED if is_public else EventState.DRAFT,
        **facts,
    )
    event.venue = " ".join(event.venue.split())
    event.time_zone = event.time_zone.strip() or home.time_zone
    event.ends_on = event.ends_on or event.starts_on
    _validate_dates(event)
    validate_time_zone(event)
    event.full_clean()
    event.save(force_insert=True)
    log_event("tournaments.event.made", event, actor, after=event_facts(event))
    add_section(event_id=event.pk, name="", preset=preset, rules=rules, actor=actor)
    return event


def _validate_dates(event: Event) -> None:
    """Refuse a last day before the first: which of the two is wrong is not guessed."""
    if event.starts_on and event.ends_on and event.ends_on < event.starts_on:
        raise EndsBeforeStart(starts_on=event.starts_on, ends_on=event.ends_on)


def validate_time_zone(event: Event) -> None:
    """Refuse an unknown time zone."""
    if event.time_zone and not is_zone(event.time_zone):
        raise UnknownTimeZone(name=event.time_zone)


def claim_slug(name: str) -> str:
    """Return an unused slug for an event; no other event gets it before the transaction ends."""
    audit.locked_chain()
    return free_slug(name)


def free_slug(name: str) -> str:
    """Return an unused slug for an event."""
    first = slugify(name)[:60] or "event"
    slug, count = first, 1
    while Event.objects.filter(slug=slug).exists():
        count += 1
        slug = f"{first}-{count}"
    return slug


@transaction.atomic
def add_section(
    *, event_id: int, name: str, preset: str, actor: Actor, rules: Mapping[str, Any] | None = None
) -> Section:
    """Add a section as a preset has it, or with the given `rules`; it needs no name."""
    event = locked_event(event_id, actor)
    if preset not in PRESETS and (rules is None or preset):
        raise UnknownPreset(key=preset, known=sorted(PRESETS))
    facts = PRESETS[preset].section if rules is None else rules
    position = event.sections.count() + 1
    wanted = " ".join(name.split())
    section = Section(
        event=event,
        name=wanted or str(_title_of(preset, facts)),
        slug=slugify(wanted)[:70] or ("main" if position == 1 else f"section-{position}"),
        position=position,
        seed=secrets.token_hex(16),
        **facts,
    )
    section.full_clean()
    if rules is not None:
        require_offered(section.variant, organisation_id=event.organisation_id)
        deck_of(section)
        validate_options(section)
    section.save(force_insert=True)
    log_new_section(section, actor, preset=preset)
    return section


def log_new_section(section: Section, actor: Actor, *, preset: str = "") -> None:
    """Log a new section with all that its standings depend on, the seed of its lots too."""
    after = section_facts(section) | {"preset": preset, "seed": section.seed}
    log_section("tournaments.section.made", section, actor, after=after)


def _title_of(preset: str, facts: Mapping[str, Any]) -> str | Promise:
    """Name of a section without one: that of its preset if it has the system of it, else of its system."""
    if preset and PRESETS[preset].section["system"] == facts["system"]:
        return PRESETS[preset].name
    return FORMATS[facts["system"]].title


@transaction.atomic
def change_event(*, event_id: int, version: int, actor: Actor, reason: str = "", **changes: Any) -> Event:
    """Change the data of an event, unless another account did so after `version` was shown."""
    event = locked_event(event_id, actor, version=version)
    lock_sections(event)
    before = event_facts(event)
    for name, value in changes.items():
        setattr(event, name, value)
    _validate_dates(event)
    validate_time_zone(event)
    event.full_clean()
    kept = _save_changes(event, before, actor, reason)
    on_game_tags_changed(GameResult.every.filter(pairing__round__section__event=event), actor)
    return kept


@transaction.atomic
def show_event(*, event_id: int, is_public: bool, actor: Actor, reason: str = "") -> Event:
    """Publish or hide an event, with the rulings in its archived records. A finished one stays finished."""
    event = locked_event(event_id, actor)
    lock_sections(event)
    before = event_facts(event)
    was_hidden = not event.is_public
    if not is_public:
        event.state = EventState.DRAFT
    elif was_hidden:
        event.state = EventState.PUBLISHED
    kept = _save_changes(event, before, actor, reason)
    on_game_tags_changed(GameResult.every.filter(pairing__round__section__event=event), actor)
    if was_hidden and is_public:
        on_event_shown(event)
    return kept


def _save_changes(event: Event, before: dict[str, Any], actor: Actor, reason: str) -> Event:
    after = event_facts(event)
    if after == before:
        return event
    event.version += 1
    event.save()
    log_event("tournaments.event.changed", event, actor, before=before, after=after, reason=reason)
    return event


@transaction.atomic
def change_section(
    *, section_id: int, version: int, actor: Actor, reason: str = "", **changes: Any
) -> Section:
    """Change the pinned rules of a section, unless another account did so after `version` was shown.

    `options` has the changed options; None resets one to its default. An unknown tie-break raises a
    StandingsRefusal.
    """
    section = locked_section(section_id, actor, version=version)
    before, was_team = section_facts(section), section.is_team
    if "options" in changes:
        changes["options"] = merged_options(section, changes["options"])
    for name, value in changes.items():
        setattr(section, name, value)
    if section.is_team != was_team:
        _require_kind_changeable(section)
    if section.games_per_pairing != before["games_per_pairing"]:
        _require_games_changeable(section, before["games_per_pairing"])
    if section.variant != before["variant"]:
        require_offered(section.variant, organisation_id=section.event.organisation_id)
    section.full_clean()
    if any(getattr(section, name) != before[name] for name in POINTS):
        _validate_points(section)
    validate_options(section)
    codes_of(section.tie_breaks)
    after = section_facts(section)
    if after == before:
        return section
    section.version += 1
    section.save()
    on_section_changed(section, reason)
    log_section("tournaments.section.changed", section, actor, before=before, after=after, reason=reason)
    on_game_tags_changed(GameResult.every.filter(pairing__round__section=section), actor)
    return section


def _require_kind_changeable(section: Section) -> None:
    """Refuse a change between players and teams once a team has a member or a round is paired."""
    members = TeamMember.objects.filter(entry__section=section)
    if section.round_rows.exists() or members.exists():
        raise KindIsSet(section=section.name)


def _validate_points(section: Section) -> None:
    """Refuse points unless a win is worth more than a loss, and a draw is between the two."""
    win, draw, loss = (getattr(section, name) for name in POINTS)
    if not (loss <= draw <= win and loss < win):
        raise PointsUnfit(win=win, draw=draw, loss=loss)


def _require_games_changeable(section: Section, games: int) -> None:
    """Refuse a change of games per board after the first round.

    All rounds have the same number, because byes and tie-breaks are worth as much as a round.
    """
    if section.round_rows.exists():
        raise GamesAreSet(section=section.name, games=games)
