"""Preview of the report of an event to a rating list."""

import hashlib
from collections.abc import Collection
from typing import NamedTuple

from club.members.selectors.persons import persons_by_number
from club.models import Person
from games.rules import VARIANTS
from tournaments.events.models.section import TEAM_SYSTEMS
from tournaments.models import (
    Entry,
    EntryState,
    Event,
    PeriodKind,
    RatedPlayer,
    RatedSection,
    RatedSpeed,
    RatingList,
    Section,
    TeamMember,
)
from tournaments.ratings.formulas.periods import rate_period
from tournaments.ratings.formulas.registry import RATING_SYSTEMS, formula_of
from tournaments.ratings.formulas.values import Change, speed_of
from tournaments.ratings.selectors.rated_games import SectionGames, rated_games, together
from tournaments.ratings.selectors.rating_history import facts_of, standing_of


class SectionChoice(NamedTuple):
    """A section of the event, with the reason why the list cannot count it (`unfit`, a code)."""

    section: Section
    unfit: str
    is_chosen: bool


class ReportLine(NamedTuple):
    """Change of a person by the report."""

    person: Person
    change: Change


class Report(NamedTuple):
    """The report as it would be saved; `seen` changes with all of its content."""

    rating_list: RatingList
    event: Event
    choices: tuple[SectionChoice, ...]
    lines: tuple[ReportLine, ...]
    left_out: int
    unlinked: tuple[str, ...]
    prints: dict[int, str]
    seen: str

    @property
    def games(self) -> int:
        """Return the number of counted games of a person."""
        return sum(line.change.games for line in self.lines)


def report_of(rating_list: RatingList, event: Event, sections: Collection[int] | None = None) -> Report:
    """Compute the changes by the event; without `sections`, with every one that fits the list."""
    choices = section_choices(rating_list, event, sections)
    chosen = [one.section.pk for one in choices if one.is_chosen]
    games = rated_games(chosen, RATING_SYSTEMS[rating_list.formula].rates) if chosen else {}
    rows = [games.get(one, SectionGames()) for one in chosen]
    year = (event.ends_on or event.starts_on or event.created_at.date()).year
    meetings, juniors = together(rows, year)
    players = {one for game in meetings for one in (game.first, game.second)}
    names = persons_by_number(numbers=players)
    there = RatedPlayer.objects.filter(rating_list=rating_list, person__in=names)
    changes = rate_period(
        formula_of(rating_list.formula),
        {row.person_id: standing_of(row) for row in there},
        meetings,
        period=next_number(rating_list),
        start=rating_list.initial_rating,
        juniors=juniors,
    )
    lines = tuple(
        sorted(
            (ReportLine(names[person], change) for person, change in changes.items()),
            key=lambda line: (-(line.change.after.rating or 0), line.person.name, line.person.pk),
        )
    )
    told = [(line.person.pk, facts_of(line.change)) for line in lines]
    prints = {one: games.get(one, SectionGames()).results_print for one in chosen}
    seen = hashlib.sha256(repr((chosen, sorted(prints.items()), told)).encode()).hexdigest()
    left_out = sum(row.left_out for row in rows)
    return Report(rating_list, event, choices, lines, left_out, unlinked_players(chosen), prints, seen)


def next_number(rating_list: RatingList) -> int:
    """Return the number of the next report."""
    return rating_list.periods.filter(kind=PeriodKind.EVENT).count() + 1


def section_choices(
    rating_list: RatingList, event: Event, sections: Collection[int] | None
) -> tuple[SectionChoice, ...]:
    """The sections of an event, each with the reason why it cannot be counted, if there is one."""
    rows = RatedSection.objects.filter(rating_list=rating_list, section__event=event)
    counted = set(rows.values_list("section_id", flat=True))
    found = []
    for section in event.sections.order_by("position", "pk"):
        unfit = _unfit(rating_list, section, counted)
        is_chosen = not unfit if sections is None else section.pk in sections and unfit in {"", "speed"}
        found.append(SectionChoice(section, unfit, is_chosen))
    return tuple(found)


def _unfit(rating_list: RatingList, section: Section, counted: set[int]) -> str:
    """Return why a section does not go into the list; only the speed by the clock may be overruled."""
    if section.pk in counted:
        return "counted"
    # Games by house rules count only in a list for these.
    is_for_all = not rating_list.variant and section.variant in VARIANTS
    if rating_list.variant != section.variant and not is_for_all:
        return "variant"
    speed = speed_of(section.clock)
    if rating_list.speed != RatedSpeed.ANY and speed is not None and speed.value != rating_list.speed:
        return "speed"
    return ""


def unlinked_players(sections: Collection[int]) -> tuple[str, ...]:
    """Return players and members of teams without a linked person: their games cannot be rated."""
    rows = Entry.objects.filter(section__in=sections, person__isnull=True, state=EntryState.CONFIRMED)
    players = rows.exclude(section__system__in=TEAM_SYSTEMS).values_list("name", flat=True)
    members = TeamMember.objects.filter(entry__in=rows, person__isnull=True).values_list("name", flat=True)
    return tuple(sorted([*players, *members]))
