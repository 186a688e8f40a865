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
            name=_("Two-game rounds, openings by lot"),
            text=_(
                "Each round you play the same opponent twice, once with each colour, from an opening drawn "
                "by lot. Five rounds."
            ),
            section=_facts(system="match_swiss", games_per_pairing=2, deck="english_three_move"),
        ),
        Preset(
            key="blitz",
            name=_("Club blitz"),
            text=_("An evening of nine quick games. You meet players with about as many points as you."),
            section=_facts(rounds=9, clock="5+3"),
        ),
        Preset(
            key="weekend",
            name=_("Weekend tournament"),
            text=_(
                "Seven long games in two or three days. You meet players with about as many points as you."
            ),
            section=_facts(rounds=7, clock="60+30"),
        ),
        Preset(
            key="international",
            name=_("International draughts, nine rounds"),
            text=_("On the board of 100 squares. You meet players with about as many points as you."),
            section=_facts(
                variant="international",
                law_book="fmjd-annex-1",
                rounds=9,
                tie_breaks=["BH/C1", "BH/M1", "BH", "SB"],
            ),
        ),
        Preset(
            key="micro",
            name=_("Russian draughts, two-game matches"),
            text=_(
                "Each round is a match of two games from an opening drawn by lot; the match counts, not the "
                "game. Seven rounds."
            ),
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
            text=_("Everybody meets everybody once. For up to about 12 players."),
            section=_facts(system="round_robin", rounds=99, tie_breaks=["SB", "DE", "WIN"]),
        ),
        Preset(
            key="scheveningen",
            name=_("Two teams, all against all"),
            text=_("Each player of one team meets each player of the other: a Scheveningen match."),
            section=_facts(system="scheveningen", rounds=99, tie_breaks=["SB", "WIN"]),
        ),
        Preset(
            key="knockout",
            name=_("Knock-out"),
            text=_(
                "Matches of two games from an opening drawn by lot. The loser is out, the winner plays on."
            ),
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
            text=_("A season on a ladder: come when you can; a win over a player high up is worth more."),
            section=_facts(system="keizer", rounds=30, tie_breaks=[]),
        ),
        Preset(
            key="club_night",
            name=_("Season of club nights"),
            text=_("A season: come when you can, and meet players of similar strength."),
            section=_facts(system="club_night", rounds=99, tie_breaks=["WIN", "SB"]),
        ),
        Preset(
            key="manual",
            name=_("Paired by hand"),
            text=_("You choose who meets whom; the program checks the boards and counts the points."),
            section=_facts(system="manual", rounds=99),
        ),
        Preset(
            key="team_swiss",
            name=_("Team tournament"),
            text=_("Teams of four, five rounds. A team meets teams with about as many points."),
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
                "Teams of four meet at home and away, each match on its own day. Captains enter line-ups and "
                "results."
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
