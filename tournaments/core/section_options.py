"""Options of a section for its pairing system: each option with its values, and a typed reader.

Stored in `Section.options` by name; missing ones have their defaults. An option is read by the systems it
names and by no other: under another system it is stored and has no effect.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.errors import (
    AccelerationByBoards,
    AccelerationUnfit,
    OptionUnfit,
    StagesUnfit,
    UnknownOption,
)
from tournaments.events.models.section import TREES
from tournaments.models import Scoring, Section
from tournaments.pairing.keizer.options import PARTS
from tournaments.standings.ranking.record import STAGES
from tournaments.standings.ranking.values import Stages


class Acceleration(TextChoices):
    """Acceleration by virtual points in the first rounds."""

    NONE = "none", pgettext_lazy("acceleration", "none")
    BAKU = "baku", _("Baku (C.04.7)")


class RematchRule(TextChoices):
    """Condition for a second meeting of two players."""

    NEVER = "never", _("never")
    AFTER_ROUNDS = "after_rounds", _("after a number of rounds")
    LAST_ROUND = "last_round", _("in the last round")


class StartPattern(TextChoices):
    """Pairing pattern inside a score group."""

    FOLD = "fold", _("fold: the first meets the last")
    SLIDE = "slide", _("slide: the first meets the first of the lower half")
    RANDOM = "random", _("random: by lot")


class Separation(TextChoices):
    """Separation of the players of one group."""

    NO = "no", pgettext_lazy("keep players apart", "no")
    SOFT = "soft", pgettext_lazy("keep players apart", "if possible")
    HARD = "hard", pgettext_lazy("keep players apart", "always")


class Numbering(TextChoices):
    """Assignment of the numbers of a table or the places of a tree."""

    RATING = "rating", pgettext_lazy("numbers are given", "by rating")
    LOT = "lot", pgettext_lazy("numbers are given", "by lot")
    VARMA = "varma", pgettext_lazy("numbers are given", "by lot, federations apart (Varma tables)")


class StageScoring(TextChoices):
    """Scoring by stages: a drawn game is followed by quicker ones for fewer points."""

    NONE = "none", pgettext_lazy("points by stage", "no")
    TWELVE = "12-0", _("12-0; 8-4 in the rapid game, 7-5 in the blitz game, 6-6")
    FIVE = "5-0", _("5-0; 3-2 in the super-blitz game")


BY_LIVE_RATING: Final = frozenset({"club_night"})
"""Systems that pair by the current ratings, if the section uses a rating list."""
LEAGUE_RULES: Final = frozenset(
    {"league", "rating_tolerance", "reserve_limit", "transfers_until", "confirm_within"}
)
TEAM_RULES: Final = frozenset({"team_preference", "first_by_second_score", "free_board_order"}) | LEAGUE_RULES
PRESERVED_OPTIONS: Final = frozenset({"lent_points", "round_days"}) | TEAM_RULES
"""Values stored next to the options and read elsewhere: imports from reports (`lent_points.py`,
`selectors/report_document.py`), the rules of team events (`team_rules.py`, `league_rules.py`)."""
GROUPS: Final = ("club", "federation", "family")
ROUND_ROBINS: Final = frozenset({"round_robin", "double_round_robin"})
SCORED: Final = frozenset(
    {"match_swiss", "fide_dutch_2026", "double_swiss_2026", "keizer", "club_night", "manual"}
)
BY_TIE_BREAKS: Final = SCORED - {"keizer", "club_night"} | ROUND_ROBINS | {"scheveningen"}
"""Systems of events of players who are ranked by points and tie-breaks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionOptions:
    """All options of a section's system; fractions are in parts of 120."""

    acceleration: Acceleration = Acceleration.NONE
    rematch: RematchRule = RematchRule.NEVER
    rematch_after: int = 3
    start: StartPattern = StartPattern.SLIDE
    pattern: StartPattern = StartPattern.SLIDE
    club_apart: Separation = Separation.SOFT
    federation_apart: Separation = Separation.SOFT
    family_apart: Separation = Separation.SOFT
    numbering: Numbering = Numbering.RATING
    cycles: int = 1
    swap_last_rounds: bool = True
    third_place: bool = False
    second_final: bool = True
    tie_break_games: int = 2
    tie_break_clock: str = ""
    may_meet_again: bool = False
    stages: StageScoring = StageScoring.NONE
    plus_draws: bool = False
    meeting_worth: int = 100
    colour_worth: int = 30
    keizer_top: int = 0
    keizer_step: int = 1
    keizer_own_value: bool = True
    keizer_bye: int = PARTS * 4 // 6
    keizer_club_duty: int = PARTS * 4 // 6
    keizer_excused: int = PARTS * 2 // 6
    keizer_absent: int = PARTS * 2 // 6
    keizer_absence_limit: int = 5

    def apart(self, group: str) -> Separation:
        """Check that players of one club, federation or family must not meet."""
        return Separation(getattr(self, f"{group}_apart"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """An option: the systems that read it, and its values: a choice, a whole number, a text, yes or no."""

    systems: frozenset[str]
    choices: type[TextChoices] | None = None
    least: int | None = None
    most: int = 0
    steps: tuple[int, ...] = ()
    """The numbers that are offered where not every one makes sense."""
    longest: int = 0
    """Maximum length of a text."""

    def read(self, name: str, given: object) -> Any:
        """Parse a stored or sent value. Raises OptionUnfit with the permitted values."""
        if self.choices is not None:
            if given in self.choices.values:
                return self.choices(given)
            raise OptionUnfit(option=name, given=str(given)[:40], wanted=", ".join(self.choices.values))
        if self.longest:
            if isinstance(given, str) and len(given) <= self.longest:
                return " ".join(given.split())
            raise OptionUnfit(option=name, given=str(given)[:40], wanted=f"0-{self.longest}")
        if self.least is None:
            if isinstance(given, bool):
                return given
            raise OptionUnfit(option=name, given=str(given)[:40], wanted="true, false")
        is_number = isinstance(given, int) and not isinstance(given, bool)
        if is_number and self.least <= given <= self.most:  # type: ignore[operator]  # a number by the line above
            return given
        raise OptionUnfit(option=name, given=str(given)[:40], wanted=f"{self.least}-{self.most}")


def _of(*systems: str) -> frozenset[str]:
    return frozenset(systems)


_SWISS: Final = _of("match_swiss")
_KEIZER: Final = _of("keizer")
_NIGHT: Final = _of("club_night")
_PART: Final = Option(systems=_KEIZER, least=0, most=PARTS, steps=(0, 20, 30, 40, 60, 80, 90, 100, 120))

OPTIONS: Final[Mapping[str, Option]] = {
    "acceleration": Option(systems=_of("fide_dutch_2026", "team_swiss_2026"), choices=Acceleration),
    "rematch": Option(systems=_SWISS, choices=RematchRule),
    "rematch_after": Option(systems=_SWISS | _KEIZER | _NIGHT, least=1, most=99),
    "start": Option(systems=_SWISS, choices=StartPattern),
    "pattern": Option(systems=_SWISS, choices=StartPattern),
    **{f"{group}_apart": Option(systems=SCORED, choices=Separation) for group in GROUPS},
    "numbering": Option(systems=ROUND_ROBINS | TREES, choices=Numbering),
    "cycles": Option(systems=_of("round_robin", "scheveningen"), least=1, most=8),
    "swap_last_rounds": Option(systems=ROUND_ROBINS),
    "third_place": Option(systems=_of("knockout")),
    "second_final": Option(systems=_of("double_elimination")),
    "tie_break_games": Option(systems=TREES, least=1, most=4),
    "tie_break_clock": Option(systems=TREES, longest=40),
    "may_meet_again": Option(systems=_of("manual")),
    "stages": Option(systems=BY_TIE_BREAKS, choices=StageScoring),
    "plus_draws": Option(systems=BY_TIE_BREAKS),
    "meeting_worth": Option(systems=_NIGHT, least=0, most=1000),
    "colour_worth": Option(systems=_NIGHT, least=0, most=1000),
    "keizer_top": Option(systems=_KEIZER, least=0, most=1000),
    "keizer_step": Option(systems=_KEIZER, least=1, most=100),
    "keizer_own_value": Option(systems=_KEIZER),
    "keizer_bye": _PART,
    "keizer_club_duty": _PART,
    "keizer_excused": _PART,
    "keizer_absent": _PART,
    "keizer_absence_limit": Option(systems=_KEIZER, least=0, most=99),
}


def read_options(given: Mapping[str, object]) -> SectionOptions:
    """Parse options by name, stored or sent. Raises UnknownOption and OptionUnfit."""
    for name in given:
        if name not in OPTIONS and name not in PRESERVED_OPTIONS:
            raise UnknownOption(option=str(name)[:40], known=sorted(OPTIONS))
    told = {name: value for name, value in given.items() if name in OPTIONS}
    return SectionOptions(**{name: OPTIONS[name].read(name, value) for name, value in told.items()})


def options_of(section: Section) -> SectionOptions:
    """Return the options of a section."""
    return read_options(section.options)


def options_read_by(system: str) -> list[str]:
    """Return the names of the options that a system reads, in the order of the form."""
    return [name for name, option in OPTIONS.items() if system in option.systems]


def is_read(section: Section, name: str) -> bool:
    """Check that the section's system reads an option."""
    return section.system in OPTIONS[name].systems


def merged_options(section: Section, given: Mapping[str, object]) -> dict[str, Any]:
    """Return the stored options after a change: None resets an option to its default.

    Options imported from reports are preserved; they cannot be sent.
    """
    for name in given:
        if name not in OPTIONS and name not in TEAM_RULES:
            raise UnknownOption(option=str(name)[:40], known=sorted(OPTIONS))
    kept = {name: value for name, value in (section.options | dict(given)).items() if value is not None}
    read_options(kept)
    return kept


def validate_options(section: Section) -> None:
    """Refuse options that the section's own system does not support."""
    options = options_of(section)
    if is_read(section, "acceleration") and options.acceleration != Acceleration.NONE:
        _validate_acceleration(section)
    _validate_stages(section)
    if section.has_tree and options.numbering == Numbering.VARMA:
        wanted = f"{Numbering.RATING}, {Numbering.LOT}"
        raise OptionUnfit(option="numbering", given=Numbering.VARMA.value, wanted=wanted)


def paired_points(section: Section) -> dict[str, int]:
    """Return the points of a win, a draw and a loss for pairing: match points in a section of teams."""
    if section.is_team:
        names = "match_win_points", "match_draw_points", "match_loss_points"
    else:
        names = "win_points", "draw_points", "loss_points"
    return {key: getattr(section, name) for key, name in zip(("win", "draw", "loss"), names, strict=True)}


def _validate_acceleration(section: Section) -> None:
    """Check the points for Baku acceleration (C.04.7 1.4).

    It lends a win, then a draw; to teams in match points.
    """
    points = paired_points(section)
    if section.is_team and section.scoring != Scoring.MATCH:
        raise AccelerationByBoards(scoring=section.scoring)
    if points["win"] != 2 * points["draw"] or points["loss"]:
        raise AccelerationUnfit(**points)


def stages_of(section: Section) -> Stages | None:
    """Return the stages of a section's pairings; None for a single game."""
    wanted = options_of(section).stages if is_read(section, "stages") else StageScoring.NONE
    return STAGES.get(wanted.value)


def has_plus_draws(section: Section) -> bool:
    """Check that drawn games have a mark for the better side."""
    return is_read(section, "plus_draws") and options_of(section).plus_draws


def _validate_stages(section: Section) -> None:
    """Check that a pairing in stages is one game with the points of its table."""
    stages = stages_of(section)
    if stages is None:
        return
    won = stages.won_in[0][1]
    wanted = {"win": won, "draw": section.draw_points if stages.drawn is None else stages.drawn, "loss": 0}
    found = {"win": section.win_points, "draw": section.draw_points, "loss": section.loss_points}
    if section.games_per_pairing != 1 or found != wanted:
        raise StagesUnfit(stages=stages.key, **wanted)


def effective_options(section: Section) -> dict[str, Any]:
    """Return the options that the section's system reads, set or default, and those set for others."""
    settled = options_of(section)
    of_teams = {name: value for name, value in section.options.items() if name in TEAM_RULES}
    return of_teams | {
        name: getattr(settled, name)
        for name, option in OPTIONS.items()
        if section.system in option.systems or name in section.options
    }
