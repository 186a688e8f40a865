"""Presets of a section: common formats of clubs."""

from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models import Scoring


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A kind of event by name, and the pinned rules of its section."""

    key: str
    name: str | Promise
    text: str | Promise
    section: dict[str, Any] = field(default_factory=dict)


def section_defaults() -> dict[str, Any]:
    """Rules of a section that nothing else sets: a Swiss of five rounds."""
    return {
        "variant": "english",
        "law_book": "standard-laws",
        "system": "fide_dutch_2026",
        "rounds": 5,
        "games_per_pairing": 1,
        "scoring": Scoring.GAMES,
        "win_points": 2,
        "draw_points": 1,
        "loss_points": 0,
        "bye_points": 2,
        "tie_breaks": ["BH/C1", "BH", "SB", "WIN"],
        "deck": "",
        "clock": "",
    }


def _facts(**given: Any) -> dict[str, Any]:
    return section_defaults() | given


PRESETS: dict[str, Preset] = {
    preset.key: preset
    for preset in (
        Preset(
            key="acf",
            name=_("Two-game rounds with three-move ballots"),
            text=_(
                "Two games per round with one drawn opening, colours reversed; five rounds, paired by score."
            ),
            section=_facts(system="match_swiss", games_per_pairing=2, deck="english_three_move"),
        ),
        Preset(
            key="blitz",
            name=_("Club blitz"),
            text=_("Nine rounds of one game, FIDE Dutch pairing, an evening long."),
            section=_facts(rounds=9, clock="5+3"),
        ),
        Preset(
            key="weekend",
            name=_("Weekend Swiss"),
            text=_("Seven rounds of one game, FIDE Dutch pairing."),
            section=_facts(rounds=7, clock="60+30"),
        ),
        Preset(
            key="international",
            name=_("10x10 Swiss"),
            text=_("International draughts, nine rounds, 2-1-0, truncated Solkoff."),
            section=_facts(
                variant="international",
                law_book="fmjd-annex-1",
                rounds=9,
                tie_breaks=["BH/C1", "BH/M1", "BH", "SB"],
            ),
        ),
        Preset(
            key="micro",
            name=_("64-square micro-matches"),
            text=_("Russian draughts, two games with one drawn opening, seven rounds scored by match."),
            section=_facts(
                variant="russian",
                law_book="fmjd-64",
                system="match_swiss",
                games_per_pairing=2,
                scoring=Scoring.MATCH,
                rounds=7,
                deck="russian_64_table",
            ),
        ),
        Preset(
            key="round_robin",
            name=_("Round robin"),
            text=_("All players meet once, Berger tables."),
            section=_facts(system="round_robin", rounds=99, tie_breaks=["SB", "DE", "WIN"]),
        ),
        Preset(
            key="scheveningen",
            name=_("Scheveningen"),
            text=_(
                "Two teams: each player of one meets each player of the other. Assign every player to a team."
            ),
            section=_facts(system="scheveningen", rounds=99, tie_breaks=["SB", "WIN"]),
        ),
        Preset(
            key="knockout",
            name=_("Knock-out"),
            text=_("A club evening: two games with one drawn opening; the loser of the match is out."),
            section=_facts(
                system="knockout",
                rounds=99,
                games_per_pairing=2,
                scoring=Scoring.MATCH,
                deck="english_three_move",
                tie_breaks=[],
                options={"third_place": True},
            ),
        ),
        Preset(
            key="keizer",
            name=_("Keizer club competition"),
            text=_(
                "A season of club nights on a ladder. Come when you can; a win is worth the opponent's place."
            ),
            section=_facts(system="keizer", rounds=30, tie_breaks=[]),
        ),
        Preset(
            key="club_night",
            name=_("Season of club nights"),
            text=_(
                "Come when you can: opponents of similar strength, few repeats, balanced colours in the end."
            ),
            section=_facts(system="club_night", rounds=99, tie_breaks=["WIN", "SB"]),
        ),
        Preset(
            key="manual",
            name=_("Paired by hand"),
            text=_("You pair the players; the program checks every board and counts the points."),
            section=_facts(system="manual", rounds=99),
        ),
        Preset(
            key="team_swiss",
            name=_("Team Swiss"),
            text=_(
                "Teams of four boards, five rounds, FIDE Swiss for teams; match points, then board points."
            ),
            section=_facts(
                system="team_swiss_2026",
                games_per_pairing=4,
                scoring=Scoring.MATCH,
                bye_points=1,
                tie_breaks=["GPTS", "EDE", "EMMSB", "BC"],
            ),
        ),
        Preset(
            key="league",
            name=_("League of teams"),
            text=_(
                "Teams of four boards, home and away, each match on its own day; captains hand in "
                "line-ups and submit results."
            ),
            section=_facts(
                system="team_round_robin",
                rounds=99,
                games_per_pairing=4,
                scoring=Scoring.MATCH,
                bye_points=1,
                tie_breaks=["GPTS", "EDE", "BC"],
                options={"league": True, "cycles": 2},
            ),
        ),
    )
}
