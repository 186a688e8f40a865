"""Systems as a director chooses them for a new event, with the rules of the section that follow."""

from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.laws import fitting_book, law_book_named
from tournaments.events.models.section import MAX_ROUNDS, TEAM_SYSTEMS
from tournaments.events.presets import PRESETS, section_defaults
from tournaments.events.round_plan import ALL_MEET, SEASONS, Limit, RoundPlan, suggested_rounds
from tournaments.models import Scoring

TEAM_BOARDS: Final = 4
MINUTES_AN_HOUR: Final = 60
MAX_PLAYERS: Final = 2000
MAX_HOURS: Final = 400
USUAL_SYSTEM: Final = "fide_dutch_2026"


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A pairing system in the words of a director: its title, one sentence, and rules of a section."""

    system: str
    title: str | Promise
    text: str | Promise
    is_common: bool = False
    facts: dict[str, Any] = field(default_factory=dict)

    @property
    def is_team(self) -> bool:
        """True for events of teams."""
        return self.system in TEAM_SYSTEMS


TABLE: Final = {"rounds": MAX_ROUNDS, "tie_breaks": ["SB", "DE", "WIN"]}
BRACKET: Final = {"rounds": MAX_ROUNDS, "scoring": Scoring.MATCH, "tie_breaks": []}
TEAMS: Final = {"scoring": Scoring.MATCH, "games_per_pairing": TEAM_BOARDS, "bye_points": 1}

FORMATS: Final[dict[str, Format]] = {
    one.system: one
    for one in (
        Format(
            system="fide_dutch_2026",
            title=_("Swiss system"),
            text=_("Everybody plays every round, against a player with about the same score."),
            is_common=True,
        ),
        Format(
            system="match_swiss",
            title=_("Swiss system of matches"),
            text=_("As the Swiss system, with two games a round against the same player, colours reversed."),
            is_common=True,
            facts={"games_per_pairing": 2},
        ),
        Format(
            system="round_robin",
            title=_("Round robin"),
            text=_("Everybody meets everybody once. For up to about 12 players."),
            is_common=True,
            facts=TABLE,
        ),
        Format(
            system="double_round_robin",
            title=_("Double round robin"),
            text=_("Everybody meets everybody twice, the second time with colours reversed."),
            is_common=True,
            facts=TABLE,
        ),
        Format(
            system="knockout",
            title=_("Knock-out"),
            text=_("The loser of a match is out; the field is halved each round."),
            is_common=True,
            facts=BRACKET | {"options": {"third_place": True}},
        ),
        Format(
            system="keizer",
            title=pgettext_lazy("pairing system", "Keizer"),
            text=_("A season on a ladder: come when you can; a win is worth the place of the opponent."),
            is_common=True,
            facts={"rounds": 30, "tie_breaks": []},
        ),
        Format(
            system="double_elimination",
            title=_("Double elimination"),
            text=_("Who has lost twice is out."),
            facts=BRACKET,
        ),
        Format(
            system="club_night",
            title=_("Club nights"),
            text=_("A season: come when you can, and meet players of similar strength."),
            facts={"rounds": MAX_ROUNDS, "tie_breaks": ["WIN", "SB"]},
        ),
        Format(
            system="team_swiss_2026",
            title=_("Swiss system of teams"),
            text=_("Teams play every round, against a team with about the same score."),
            facts=TEAMS | {"tie_breaks": ["GPTS", "EDE", "EMMSB", "BC"]},
        ),
        Format(
            system="team_round_robin",
            title=_("Round robin of teams"),
            text=_("Every team meets every team; with the preset of a league home and away."),
            facts=TEAMS | {"rounds": MAX_ROUNDS, "tie_breaks": ["GPTS", "EDE", "BC"]},
        ),
        Format(
            system="scheveningen",
            title=pgettext_lazy("pairing system", "Scheveningen"),
            text=_("Two teams: each player of one meets each player of the other."),
            facts={"rounds": MAX_ROUNDS, "tie_breaks": ["SB", "WIN"]},
        ),
        Format(
            system="manual",
            title=_("Paired by hand"),
            text=_("You choose who meets whom; the program checks the boards and counts the points."),
            facts={"rounds": MAX_ROUNDS},
        ),
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """Answers of a director about a section; zeros and empty texts were left open."""

    system: str
    variant: str
    preset: str = ""
    games: int = 1
    deck: str = ""
    players: int = 0
    rounds: int = 0
    minutes: int = 0
    clock: str = ""


def is_table(system: str) -> bool:
    """Check that the number of rounds follows from the entries and is not chosen."""
    return system in {*ALL_MEET, "knockout", "double_elimination", "scheveningen"}


def base_facts(preset: str, system: str) -> dict[str, Any]:
    """Rules before the answers: those of the preset if it has this system, else those of the format."""
    chosen = PRESETS.get(preset)
    if chosen is not None and chosen.section["system"] == system:
        return dict(chosen.section)
    return section_defaults() | FORMATS[system].facts | {"system": system}


def section_rules(given: Choices) -> dict[str, Any]:
    """Rules of a section from the answers. An open number of rounds is the suggested one, else the usual."""
    facts = base_facts(given.preset, given.system)
    book = fitting_book(law_book_named(facts["law_book"]), given.variant)
    facts |= {"variant": given.variant, "law_book": book.key, "deck": given.deck, "clock": given.clock}
    facts["games_per_pairing"] = given.games
    if not is_table(given.system):
        plan = planned_of(given)
        suggested = facts["rounds"] if plan is None else min(plan.rounds, MAX_ROUNDS)
        facts["rounds"] = given.rounds or suggested
    return facts


def planned_of(given: Choices) -> RoundPlan | None:
    """Return the suggested number of rounds with its reason; None if there is no suggestion."""
    return suggested_rounds(
        system=given.system,
        players=given.players,
        games=1 if FORMATS[given.system].is_team else given.games,
        clock=given.clock,
        minutes=given.minutes,
    )


def usual_text(given: Choices) -> str:
    """Sentences about the number of rounds without a suggestion."""
    if is_table(given.system):
        return gettext("The number of rounds follows from the players.")
    rounds = base_facts(given.preset, given.system)["rounds"]
    if rounds >= MAX_ROUNDS:
        return gettext("As many rounds as you play, unless you enter a number.")
    usual = ngettext(
        "%(rounds)s round unless you enter another number; you can change it later.",
        "%(rounds)s rounds unless you enter another number; you can change it later.",
        rounds,
    )
    told = [usual % {"rounds": rounds}]
    if given.system not in SEASONS:
        told.append(gettext("Enter the number of players for a suggestion."))
    return " ".join(told)


def plan_text(plan: RoundPlan) -> str:
    """Sentences about a suggested number of rounds."""
    number = ngettext("Suggested: %(rounds)s round.", "Suggested: %(rounds)s rounds.", plan.rounds)
    told = [number % {"rounds": plan.rounds}]
    if plan.limit is Limit.TABLE:
        told = [
            ngettext("The system gives %(rounds)s round.", "The system gives %(rounds)s rounds.", plan.rounds)
            % {"rounds": plan.rounds}
        ]
    if plan.minutes:
        hours, minutes = divmod(plan.minutes, MINUTES_AN_HOUR)
        told.append(
            gettext("They take about %(hours)s h %(minutes)s min.")
            % {"hours": hours, "minutes": f"{minutes:02}"}
        )
    if plan.limit is Limit.OPPONENTS:
        told.append(gettext("After these everybody has met everybody."))
    elif plan.limit is Limit.TIME:
        told.append(gettext("More do not fit into the time."))
    if plan.rounds < plan.clear:
        told.append(
            gettext("Several players can win all their games; %(clear)s rounds separate them.")
            % {"clear": plan.clear}
        )
    if plan.is_over_time:
        told.append(
            gettext("That is more than the time you have: choose a quicker time control or another system.")
        )
    return " ".join(told)
