"""A report of teams as the document of a section: teams with members, matches with line-ups and boards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final

from tournaments.exchange.selectors.team_order import matches_in_order
from tournaments.exchange.selectors.team_system import (
    TeamSystem,
    is_accelerated,
    notes_on_lent,
    team_system,
)
from tournaments.exchange.selectors.trf_parts import (
    BYES,
    LEFT_OUT,
    MAX_ROUNDS,
    OUTCOMES,
    TENTHS,
    absences_of,
    event_of,
    forbidden_of,
    lends_by_code,
    lent_of,
    officials_of,
    round_days_of,
    section_facts,
    tie_breaks_of,
)
from tournaments.exchange.trf.matches import TeamMatch, TeamRoundReport, boards_of, team_rounds
from tournaments.exchange.trf.results import text_of
from tournaments.exchange.trf.scoring import announced_bye, points_of
from tournaments.exchange.trf.team_scores import team_bye, team_histories
from tournaments.exchange.trf.teams import Team, colours_text, match_points, teams_of
from tournaments.exchange.trf.values import FileRepair, Report
from tournaments.pairing.system_refusals import BakuByBoards
from tournaments.pairing.values import NOBODY, Colour, PlayerRound

USUAL_TIE_BREAKS: Final = ("GPTS", "EDE", "EMMSB", "BC")


def team_document(report: Report) -> tuple[dict[str, Any], tuple[FileRepair, ...]]:
    """Build the document, with a note for every assumption and for data without a place in a section."""
    maker = TeamDocument(report)
    return maker.document(), tuple(maker.notes)


@dataclass
class TeamDocument:
    """Builder of the document; entries have the numbers of the teams for keys."""

    report: Report
    notes: list[FileRepair] = field(default_factory=list)

    def __post_init__(self) -> None:
        report = self.report
        self.boards, self.teams = boards_of(report), teams_of(report)
        self.rounds, told = team_rounds(report)
        self.histories = team_histories(report, self.rounds)
        self.players = {player.number: player for player in report.players}
        self.members = self._members()
        self.names = self._names()
        self.notes += told

    def document(self) -> dict[str, Any]:
        """Build the whole document."""
        report = self.report
        self._note_omissions()
        section = self._section()
        return {
            "event": event_of(report),
            "officials": officials_of(report),
            "section": section,
            "entries": [self._entry(team) for team in self.teams],
            "forbidden_pairs": forbidden_of(report),
            "rounds": [self._round(one, section) for one in self.rounds],
        }

    def note(self, code: str, **facts: object) -> None:
        """Add a note."""
        self.notes.append(FileRepair(0, code, facts))

    def _note_omissions(self) -> None:
        report = self.report
        for attribute, record in LEFT_OUT.items():
            if getattr(report, attribute):
                self.note("record_left_out", record=record)
        if any(team.short_name for team in self.teams):
            self.note("short_names_left_out")
        if any(one.title or one.federation or one.sex or one.birth for one in report.players):
            self.note("members_in_short")
        colours = report.board_colours.strip().upper()
        if not colours:
            self.note("boards_assumed", boards=self.boards)
        elif colours not in {colours_text(self.boards), colours_text(self.boards + 1)[1:]}:
            self.note("board_colours_left_out", found=colours)
        for team in self.teams:
            self._note_score_differences(team, self.histories[team.number])

    def _note_score_differences(self, team: Team, rounds: Sequence[PlayerRound]) -> None:
        """Note points of record 310 that contradict the results: the results count."""
        stated = team.match_points, team.game_points
        counted = sum(one.points for one in rounds), sum(one.game_points for one in rounds)
        if any(said is not None and said != made for said, made in zip(stated, counted, strict=True)):
            found, made = (
                " / ".join("-" if one is None else text_of(one) for one in two) for two in (stated, counted)
            )
            self.note("team_score_differs", team=team.number, found=found, counted=made)

    # ---- teams and their members ----

    def _members(self) -> dict[int, tuple[int, int]]:
        """Map players to the team and the place in its list; one of two teams plays for the first."""
        found: dict[int, tuple[int, int]] = {}
        for team in self.teams:
            at = 0
            for player in team.players:
                if player not in self.players:
                    self.note("member_unknown", team=team.number, player=player)
                elif player not in found:
                    at += 1
                    found[player] = team.number, at
        for player in self.players:
            if player not in found:
                self.note("player_of_no_team", player=player)
        return found

    def _names(self) -> dict[int, str]:
        """Return unique names of the members."""
        names: dict[int, str] = {}
        taken: set[str] = set()
        for player in self.members:
            name = self.players[player].spaced_name
            now = name
            while now.casefold() in taken:
                now = f"{now} ({player})"
            if now != name:
                self.note("member_renamed", name=name, player=player, now=now)
            taken.add(now.casefold())
            names[player] = now
        return names

    def _entry(self, team: Team) -> dict[str, Any]:
        first, coming = self._first_round(team.number), range(len(self.rounds) + 1, self._last_round() + 1)
        byes = {
            one.number: one.idle[team.number] or "Z"
            for one in self.rounds[first - 1 :]
            if team.number in one.idle
        }
        byes |= {at: announced_bye(self.report, team.number, at) for at in coming}
        return {
            "key": team.number,
            "number": team.number,
            "name": team.name or str(team.number),
            "rating": team.rating,
            "first_round": first,
            "absences": absences_of(byes),
            "members": [
                {
                    "board_order": at,
                    "name": self.names[player],
                    "rating": self.players[player].rating or 0,
                    "federation_number": self.players[player].known_number[:20],
                }
                for player, (number, at) in self.members.items()
                if number == team.number
            ],
        }

    def _first_round(self, team: int) -> int:
        """Return the first round that names a team; an unnamed one plays from the first on."""
        there = (one.number for one in self.rounds if one.idle.get(team, "?"))
        return next(there, 1)

    def _last_round(self) -> int:
        return min(max(self.report.rounds, len(self.rounds), 1), MAX_ROUNDS)

    # ---- pinned settings of the section ----

    def _section(self) -> dict[str, Any]:
        report = self.report
        pinned = team_system(report.type_code)
        self.notes += pinned.notes(report.type_code)
        self.notes += notes_on_lent(report)
        match, match_unit = self._scale_points(
            {name: Fraction(points) for name, points in self._match_scale().items()}
        )
        game, game_unit = self._scale_points(self._game_scale())
        times, unit = match_unit if pinned.by_match else game_unit
        return {
            **section_facts(report, report.initial_colour or Colour.WHITE),
            "system": pinned.system,
            "rounds": self._last_round(),
            "games_per_pairing": self.boards,
            "scoring": "match" if pinned.by_match else "games",
            **match,
            **game,
            "tie_breaks": tie_breaks_of(report, self.notes, USUAL_TIE_BREAKS),
            "options": {
                **pinned.options,
                **({"free_board_order": True} if self._sits_freely() else {}),
                **(
                    self._acceleration(pinned)
                    or lent_of(report, times=times, unit=unit, by_match=pinned.by_match)
                ),
                **round_days_of(report),
            },
        }

    def _acceleration(self, pinned: TeamSystem) -> dict[str, str]:
        """Return the option of C.04.7 if the type code asks for it and no record 250 differs from it."""
        try:
            by_code = is_accelerated(self.report)
        except BakuByBoards as refusal:
            self.note("acceleration_left_out", **refusal.facts)
            return {}
        points, numbers = match_points(self.report), [team.number for team in self.teams]
        by_code = by_code or (
            pinned.by_match
            and lends_by_code(self.report, numbers, win=points["TW"], draw=points["TD"], by_match=True)
        )
        return {"acceleration": "baku"} if by_code else {}

    def _match_scale(self) -> dict[str, int]:
        points = match_points(self.report)
        names = {"TW": "match_win_points", "TD": "match_draw_points", "TL": "match_loss_points"}
        told = {name: points[symbol] for symbol, name in names.items()}
        return told | {"match_bye_points": team_bye(self.report).match}

    def _game_scale(self) -> dict[str, Fraction]:
        names = {"W": "win_points", "D": "draw_points", "L": "loss_points"}
        told = {name: Fraction(points_of(self.report, symbol)) for symbol, name in names.items()}
        return told | {"bye_points": team_bye(self.report).board}

    def _scale_points(self, points: Mapping[str, Fraction]) -> tuple[dict[str, int], tuple[int, int]]:
        """Return whole points of the section, and the factor and divisor for the report's tenths."""
        times = lcm(*(one.denominator for one in points.values()))
        whole = {name: int(one * times) for name, one in points.items()}
        by_match = team_system(self.report.type_code).by_match
        lent = (record.points_that_pair(by_match=by_match) * times for record in self.report.accelerations)
        unit = gcd(TENTHS * times, *whole.values(), *lent)
        if unit != TENTHS * times:
            self.note("points_multiplied", by=TENTHS * times // unit)
        return {name: one // unit for name, one in whole.items()}, (times, unit)

    def _sits_freely(self) -> bool:
        """Check that a team sat in another order than that of its list."""
        told = (
            [player for player in one.players if player in self.members] for one in self.report.out_of_order
        )
        return any(seats != sorted(seats, key=lambda one: self.members[one][1]) for seats in told)

    # ---- rounds ----

    def _round(self, told: TeamRoundReport, section: Mapping[str, Any]) -> dict[str, Any]:
        matches = matches_in_order(self.report, told, self.histories, section)
        made = [self._match(match, at) for at, match in enumerate(matches, start=1)]
        made += [{"white": team, "bye": self._bye(team, told)} for team in told.idle]
        is_open = any(match.is_open for match in told.matches)
        state = "published" if is_open else "closed"
        return {"number": told.number, "state": state, "system": section["system"], "pairings": made}

    def _bye(self, team: int, told: TeamRoundReport) -> str:
        letter = told.idle[team]
        if letter in BYES:
            return BYES[letter]
        return "late_entry" if told.number < self._first_round(team) else "absent"

    def _match(self, match: TeamMatch, at: int) -> dict[str, Any]:
        games = []
        for number, board in enumerate(match.boards, start=1):
            first, second = board.letters
            letters = (first, second) if number % 2 else (second, first)
            games.append(
                {
                    "number": number,
                    "outcome": OUTCOMES.get(letters, "double_forfeit"),
                    "first_member": self._place_of(board.first),
                    "second_member": self._place_of(board.second),
                }
            )
        return {"board_number": at, "white": match.first, "black": match.second, "games": games}

    def _place_of(self, player: int) -> int | None:
        return None if player == NOBODY else self.members[player][1]
