"""A section of teams as a report: members as players, matches by opponents, and records of teams."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from typing import Final

from tournaments.core.league_rules import team_rules
from tournaments.core.lent_points import lent_points_of
from tournaments.core.translate import histories, is_accelerated
from tournaments.events.selectors.sections import GAMES
from tournaments.exchange.selectors.team_rows import TeamRow, usual, whole_forfeit
from tournaments.exchange.selectors.trf_parts import TENTHS
from tournaments.exchange.selectors.trf_section import BYES, SectionReport, fide_number, trimmed
from tournaments.exchange.trf.layouts import LAYOUTS
from tournaments.exchange.trf.matches import SIGNS
from tournaments.exchange.trf.teams import colours_text, match_points_text
from tournaments.exchange.trf.values import (
    BLANK,
    Acceleration,
    Cell,
    Edition,
    ForfeitedMatch,
    OldTeam,
    OutOfOrder,
    Report,
    ReportedByes,
    ReportedPlayer,
    ReportedTeam,
    TeamByes,
)
from tournaments.models import ByeKind, Pairing, RoundState, Scoring
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.registry import BAKU
from tournaments.pairing.values import NOBODY, Colour
from tournaments.standings.selectors.standings import last_round, standing_rows
from tournaments.teams.line_ups import SIDES, Side, seated

TEAM_WIDTHS: Final = {column.name: column.width for column in LAYOUTS["310"].columns}
PREFERENCES: Final = {PreferenceType.A: "_TYPEA", PreferenceType.B: "_TYPEB", PreferenceType.NONE: ""}
CODE_BY_CYCLES: Final = {1: "FIDE_TEAM_ROUNDROBIN", 2: "FIDE_TEAM_DOUBLEROUNDROBIN"}


class TeamReport(SectionReport):
    """Builder of the report of a section of teams."""

    def report(self) -> Report:
        """Build the report with its teams; a TRF16 has only their lists and the games."""
        report = replace(super().report(), teams_stated=str(len(self.teams)))
        scores = sorted((player.points or 0 for player in report.players), reverse=True)
        ranked = (replace(one, rank=1 + scores.index(one.points or 0)) for one in report.players)
        report = replace(report, players=tuple(ranked))
        if self.edition is Edition.TRF16:
            self._note("teams_in_older_form")
            older = tuple(OldTeam(name=self._team_name(one), players=one.players) for one in self.rows)
            return replace(report, old_teams=older)
        return replace(
            report,
            board_colours=colours_text(self.section.games_per_pairing),
            team_score_table=match_points_text(self._match_points()),
            teams=self._teams(),
            team_byes=(self._team_byes(),),
            forfeited_matches=tuple(self._forfeited_matches()),
            out_of_order=tuple(self._out_of_order()),
        )

    @cached_property
    def teams(self) -> dict[int, TeamRow]:
        """Return every team by the key of its entry."""
        return {row.entry.pk: row for row in self.rows}

    @cached_property
    def rows(self) -> list[TeamRow]:
        """The teams by number, their members numbered one after the other."""
        rows = [TeamRow(number, entry, list(entry.members.all())) for number, entry in self._number_entries()]
        nameless = {key for match in self.matches for key in self._nameless(match)}
        first = 1
        for row in rows:
            row.numbers = {member.pk: at for at, member in enumerate(row.members, start=first)}
            first += len(row.members)
            if row.entry.pk in nameless:
                self._note("boards_without_names", team=row.entry.name)
                row.stand_ins = list(range(first, first + self.section.games_per_pairing))
                first += len(row.stand_ins)
        return rows

    @cached_property
    def matches(self) -> list[Pairing]:
        """Return all matches and byes of the rounds that are no drafts."""
        rows = Pairing.objects.filter(round__section=self.section).exclude(round__state=RoundState.DRAFT)
        rows = rows.select_related("round", "white", "black").defer("round__reasons")
        return list(rows.prefetch_related(GAMES).order_by("round__number", "board_number", "pk"))

    @staticmethod
    def _nameless(match: Pairing) -> Iterable[int]:
        """Yield the teams of a match without named players although a game was played, or is to be."""
        results = list(match.games.all())
        if results and not whole_forfeit(results):
            for side, key in zip(SIDES, (match.white_id, match.black_id or 0), strict=True):
                if not any(seated(results, side)):
                    yield key

    def _seats(self, match: Pairing, side: Side) -> list[int]:
        """Return the seats of a side by the players' numbers in the report; 0 for an empty one."""
        results = list(match.games.all())
        row = self.teams[match.white_id if side == "first" else match.black_id or 0]
        members = seated(results, side)
        if not any(members):
            return [NOBODY] * len(results) if whole_forfeit(results) else row.stand_ins
        return [NOBODY if member is None else row.numbers[member] for member in members]

    # ---- players ----

    def _players(self) -> tuple[ReportedPlayer, ...]:
        cells, last = self._member_cells(), last_round(self.section)
        return tuple(
            replace(player, rounds=trimmed(cells[player.number].get(at, BLANK) for at in range(1, last + 1)))
            for row in self.rows
            for player in self._members_of(row)
        )

    def _members_of(self, row: TeamRow) -> Iterable[ReportedPlayer]:
        for member in row.members:
            yield ReportedPlayer(
                number=row.numbers[member.pk],
                name=self._name(member.name),
                rating=member.rating or None,
                fide_number=fide_number(member.federation_number),
            )
        for board, at in enumerate(row.stand_ins, start=1):
            yield ReportedPlayer(number=at, name=self._name(f"{row.entry.name} {board}"))

    def _member_cells(self) -> dict[int, dict[int, Cell]]:
        cells: dict[int, dict[int, Cell]] = defaultdict(dict)
        for match in self.matches:
            at = match.round.number
            if match.black is None:
                if self.edition is Edition.TRF16 and match.bye != ByeKind.ABSENT:
                    row = self.teams[match.white_id]
                    for player in row.players[: self.section.games_per_pairing]:
                        cells[player][at] = Cell(result=BYES[ByeKind(match.bye)])
                continue
            first, second = (self._seats(match, side) for side in SIDES)
            for result, one, other in zip(match.games.all(), first, second, strict=True):
                white, black = (one, other) if result.number % 2 else (other, one)
                letters = self._letters(result, match, at)
                for player, against, colour, letter in (
                    (white, black, Colour.WHITE, letters[0]),
                    (black, white, Colour.BLACK, letters[1]),
                ):
                    alone = letter if letter in SIGNS else "-"
                    cells[player][at] = Cell(against, colour, letter if against else alone)
        return cells

    # ---- records of teams ----

    def _teams(self) -> tuple[ReportedTeam, ...]:
        past = histories(self.section, before=last_round(self.section) + 1)
        ranks = {row.entry.pk: row.rank for row in standing_rows(self.section).rows}
        return tuple(
            ReportedTeam(
                number=row.number,
                name=self._team_name(row),
                strength=str(row.entry.rating or ""),
                match_points=TENTHS * sum(one.points for one in past[row.entry.pk]),
                game_points=TENTHS * sum(one.game_points for one in past[row.entry.pk]),
                rank=ranks.get(row.entry.pk),
                players=row.players,
            )
            for row in self.rows
        )

    def _team_name(self, row: TeamRow) -> str:
        return self._name(row.entry.name, TEAM_WIDTHS["name"])

    def _match_points(self) -> dict[str, int]:
        section = self.section
        points = section.match_win_points, section.match_draw_points, section.match_loss_points
        return {symbol: TENTHS * value for symbol, value in zip(("TW", "TD", "TL"), points, strict=True)}

    def _team_byes(self) -> TeamByes:
        """Return the points of the allocated bye, and its teams."""
        section = self.section
        had = {
            match.round.number: self.teams[match.white_id].number
            for match in self.matches
            if match.bye == ByeKind.ALLOCATED
        }
        return TeamByes(
            match_points=TENTHS * section.match_bye_points,
            game_points=TENTHS * section.bye_points * section.games_per_pairing,
            teams=tuple(had.get(at, NOBODY) for at in range(1, max(had, default=0) + 1)),
        )

    def _byes(self) -> tuple[ReportedByes, ...]:
        """Return requested byes: past ones are in no line of a player."""
        if self.edition is Edition.TRF16:
            return super()._byes()
        had = defaultdict(list)
        for match in self.matches:
            if match.bye.startswith("requested"):
                letter = BYES[ByeKind(match.bye)]
                had[match.round.number, letter].append(self.teams[match.white_id].number)
        past = tuple(
            ReportedByes(letter=letter, round_number=at, players=tuple(sorted(numbers)))
            for (at, letter), numbers in sorted(had.items())
        )
        return (*past, *super()._byes())

    def _forfeited_matches(self) -> Iterable[ForfeitedMatch]:
        for match in self.matches:
            outcome = whole_forfeit(list(match.games.all()))
            if outcome and match.black_id is not None:
                yield ForfeitedMatch(
                    outcome=outcome,
                    round_number=match.round.number,
                    white=self.teams[match.white_id].number,
                    black=self.teams[match.black_id].number,
                )

    def _out_of_order(self) -> Iterable[OutOfOrder]:
        """Return line-ups that are not whole, or not in the order of the list."""
        for match in self.matches:
            if match.black_id is None:
                continue
            keys = match.white_id, match.black_id
            for side, key, other in zip(SIDES, keys, reversed(keys), strict=True):
                seats = self._seats(match, side)
                if any(seats) and seats != usual(seats):
                    yield OutOfOrder(
                        round_number=match.round.number,
                        team=self.teams[key].number,
                        opponent=self.teams[other].number,
                        players=tuple(seats),
                    )

    # ---- pinned settings of the section ----

    def _type_code(self) -> str:
        section, rules = self.section, team_rules(self.section)
        by_match = section.scoring == Scoring.MATCH
        if section.system == "team_round_robin":
            if not by_match:
                self._note("scoring_left_out")
            return CODE_BY_CYCLES.get(rules.cycles, f"BERGER_TEAM_ROUNDROBIN_G{rules.cycles}")
        scores = ("_MP", "_GP") if by_match else ("_GP", "_MP")
        second = scores[1] if rules.first_by_second_score else ""
        accelerated = BAKU if by_match and (is_accelerated(section) or lent_points_of(section)) else ""
        return f"FIDE_TEAM{PREFERENCES[rules.preference]}{scores[0]}{second}{accelerated}"

    def _accelerations(self) -> tuple[Acceleration, ...]:
        """Points lent; a TRF16 lends to players alone."""
        if self.edition is Edition.TRF16:
            if is_accelerated(self.section) or lent_points_of(self.section):
                self._note("lent_to_teams_left_out")
            return ()
        return super()._accelerations()
