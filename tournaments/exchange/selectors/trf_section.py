"""A section as a report: the facts TRF16 and TRF26 can state, and those they cannot."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from games.house_rules.variant_names import variant_name
from tournaments.core.lent_points import LentPoints, lent_points_of
from tournaments.core.section_options import ROUND_ROBINS, options_of
from tournaments.core.translate import Scorer, is_accelerated
from tournaments.events.models.section import MAX_ROUNDS
from tournaments.events.systems import cycles_of
from tournaments.exchange.selectors.team_system import round_robin_code
from tournaments.exchange.selectors.trf_parts import ROUND_DAYS, TENTHS
from tournaments.exchange.trf.layouts import PLAYER
from tournaments.exchange.trf.scoring import NOT_FOR_PAIRING, reported_points
from tournaments.exchange.trf.values import (
    BLANK,
    AbnormalPoints,
    Acceleration,
    Cell,
    Edition,
    FileRepair,
    Prohibition,
    Report,
    ReportedByes,
    ReportedPlayer,
    RoundDates,
    ScoreTable,
)
from tournaments.models import (
    AbsenceKind,
    ByeKind,
    Entry,
    EntryState,
    ForbiddenPair,
    GameResult,
    OfficialRole,
    Outcome,
    Pairing,
    Round,
    RoundState,
    Scoring,
    Section,
)
from tournaments.pairing.acceleration import group_a_size, lent_in_each_round
from tournaments.pairing.registry import BAKU, FIDE_DUTCH_2026
from tournaments.pairing.values import Colour
from tournaments.standings.selectors.standings import deducted_points, last_round, standing_rows

WIDTHS: Final = {column.name: column.width for column in PLAYER.columns}
READ_AS: Final = "english"  # the rules a report is read by, as it never names the game
MAX_IN_RECORD: Final = 9  # points that are taken: the column has four signs
LETTERS: Final = {
    Outcome.PENDING: ("", ""),
    Outcome.WHITE: ("1", "0"),
    Outcome.BLACK: ("0", "1"),
    Outcome.DRAW: ("=", "="),
    Outcome.WHITE_FORFEIT: ("+", "-"),
    Outcome.BLACK_FORFEIT: ("-", "+"),
    Outcome.DOUBLE_FORFEIT: ("-", "-"),
    Outcome.BOTH_LOST: ("0", "0"),
    Outcome.UNPLAYED: ("-", "-"),
    Outcome.ADJOURNED: ("X", "X"),
}
BYES: Final = {
    ByeKind.ALLOCATED: "U",
    ByeKind.REQUESTED_HALF: "H",
    ByeKind.REQUESTED_FULL: "F",
    ByeKind.REQUESTED_ZERO: "Z",
    ByeKind.LATE_ENTRY: "Z",
    ByeKind.ABSENT: "Z",
}
ABSENCES: Final = {AbsenceKind.HALF: "H", AbsenceKind.FULL: "F", AbsenceKind.ZERO: "Z"}
DUTCH: Final = "fide_dutch_2026"
OUTSIDE: Final = frozenset({EntryState.PENDING, EntryState.WAITING, EntryState.REFUSED})


@dataclass
class SectionReport:
    """Builder of a section's report, with notes of all deviations."""

    section: Section
    edition: Edition
    for_all: bool = False
    """Without what only who runs the event sees: years of birth, pairs kept apart, early withdrawals."""
    notes: list[FileRepair] = field(default_factory=list)

    def report(self) -> Report:
        """Build all records that the edition allows."""
        section, event = self.section, self.section.event
        if section.games_per_pairing > 1 and not section.is_team:
            self._note("first_games_only", games=section.games_per_pairing)
        if section.variant != READ_AS:
            self._note("variant_left_out", variant=str(variant_name(section.variant)))
        report = Report(
            edition=self.edition,
            name=event.name,
            city=event.venue,
            begins=event.starts_on.strftime("%Y/%m/%d") if event.starts_on else "",
            ends=event.ends_on.strftime("%Y/%m/%d") if event.ends_on else "",
            kind=section.name,
            time_control=section.clock,
            rounds=section.rounds,
            initial_colour=Colour(section.initial_colour),
            score_table=self._score_table(),
            players=self._players(),
            byes=self._byes(),
            prohibitions=self._prohibitions(),
            accelerations=self._accelerations(),
            abnormal_points=(*self._stage_points(), *self._deductions()),
            round_dates=self._round_dates(),
            arbiter=self._official(OfficialRole.CHIEF_ARBITER)[0],
            deputies=tuple(name for name in self._official(OfficialRole.DEPUTY) if name),
        )
        if self.edition is Edition.TRF16 and any(
            each.result == "F" for one in report.players for each in one.rounds
        ):
            # Older programs write the allocated bye as F; its value in XXS makes it a full-point bye.
            stated = (*report.score_table.stated, ("F", report.score_table.points("F")))
            report = replace(report, score_table=ScoreTable(stated))
        players = tuple(replace(one, points=reported_points(report, one)) for one in report.players)
        if self.edition is Edition.TRF16 and section.system != DUTCH:
            self._note("system_left_out", system=section.system)
        if self.edition is Edition.TRF26:
            codes = ",".join(section.tie_breaks)
            report = replace(report, type_code=self._type_code(), tie_breaks=codes)
        return replace(report, players=players, players_stated=str(len(players)))

    def _note(self, code: str, **facts: object) -> None:
        note = FileRepair(0, code, facts)
        if note not in self.notes:
            self.notes.append(note)

    def _type_code(self) -> str:
        section = self.section
        if section.system in ROUND_ROBINS:
            swaps = options_of(section).swap_last_rounds
            return round_robin_code(cycles=cycles_of(section), swap_last_rounds=swaps)
        if section.system != DUTCH:
            self._note("system_without_code", system=section.system)
            return ""
        return f"{self._dutch()}{BAKU}" if is_accelerated(section) else self._dutch()

    def _dutch(self) -> str:
        """Return the plain code, which every program reads, unless the event began before the 2026 text."""
        began = self.section.event.starts_on
        is_older = began is not None and began.isoformat() < FIDE_DUTCH_2026.in_force_from
        return "FIDE_DUTCH_2026" if is_older else "FIDE_DUTCH"

    def _score_table(self) -> ScoreTable:
        """Whole points of the section as whole points of the report."""
        section = self.section
        points = {
            "W": section.win_points,
            "D": section.draw_points,
            "L": section.loss_points,
            "P": section.bye_points,
            "-": section.loss_points,
        }
        table = ScoreTable(tuple((symbol, TENTHS * value) for symbol, value in points.items()))
        return table.without_usual()

    def _stage_points(self) -> tuple[AbnormalPoints, ...]:
        """Return corrections (record 299) of rounds in which a later stage gives other points for a win."""
        scorer = Scorer(self.section)
        won = GameResult.objects.filter(pairing__round__section=self.section, mark__in=scorer.stages)
        later = won.exclude(pairing__round__state=RoundState.DRAFT).order_by("pairing__round__number", "pk")
        if self.edition is not Edition.TRF26:
            if later.exists():
                self._note("stages_left_out", games=later.count())
            return ()
        return tuple(
            AbnormalPoints(
                game_points=TENTHS
                * (
                    scorer.game(result.outcome, is_white=is_white, mark=result.mark)
                    - scorer.game(result.outcome, is_white=is_white)
                ),
                round_number=result.pairing.round.number,
                players=(entry.number,),
            )
            for result in later.select_related("pairing__round", "pairing__white", "pairing__black")
            for entry, is_white in ((result.pairing.white, True), (result.pairing.black, False))
            if entry is not None and entry.number
        )

    def _deductions(self) -> tuple[AbnormalPoints, ...]:
        """Return points deducted by rulings, as corrections of the final table (record 299)."""
        numbers = {entry.pk: number for number, entry in self._number_entries()}
        taken = deducted_points(self.section, after=last_round(self.section))
        if taken and (self.section.is_team or self.edition is not Edition.TRF26):
            self._note("deductions_left_out", points=sum(taken.values()))
            return ()
        return tuple(
            AbnormalPoints(
                game_points=-TENTHS * min(points - told, MAX_IN_RECORD),
                round_number=NOT_FOR_PAIRING,
                players=(numbers[key],),
            )
            for key, points in sorted(taken.items(), key=lambda each: numbers[each[0]])
            for told in range(0, points, MAX_IN_RECORD)
        )

    @cached_property
    def _entries(self) -> list[Entry]:
        return list(self.section.entries.prefetch_related("absences", "members"))

    def _number_entries(self) -> list[tuple[int, Entry]]:
        """Return all entries by pairing number; those without one come last, by rating and name."""
        outside = OUTSIDE | {EntryState.WITHDRAWN} if self.for_all else OUTSIDE
        inside = [entry for entry in self._entries if entry.number or entry.state not in outside]
        known = sorted((entry for entry in inside if entry.number), key=lambda one: one.number or 0)
        fresh = sorted(
            (entry for entry in inside if not entry.number), key=lambda one: (-one.rating, one.name)
        )
        first = 1 + max((entry.number or 0 for entry in known), default=0)
        return [(entry.number or 0, entry) for entry in known] + list(enumerate(fresh, start=first))

    def _players(self) -> tuple[ReportedPlayer, ...]:
        cells = self._cells()
        ranks = {row.entry.pk: row.rank for row in standing_rows(self.section).rows}
        last = last_round(self.section)
        return tuple(
            ReportedPlayer(
                number=number,
                title=entry.title if len(entry.title) <= WIDTHS["title"] else "",
                name=self._name(entry.name),
                rating=entry.rating or None,
                federation=entry.federation,
                fide_number=fide_number(entry.federation_id),
                birth=f"{entry.birth_year}/00/00" if entry.birth_year and not self.for_all else "",
                rank=ranks.get(entry.pk),
                rounds=trimmed(cells[entry.pk].get(at, BLANK) for at in range(1, last + 1)),
            )
            for number, entry in self._number_entries()
        )

    def _name(self, name: str, width: int = WIDTHS["name"]) -> str:
        if len(name) > width:
            self._note("name_cut", name=name)
        return name[:width].rstrip()

    def _cells(self) -> dict[int, dict[int, Cell]]:
        """Return every entry's rounds by its key; drafts are not public."""
        cells: dict[int, dict[int, Cell]] = defaultdict(dict)
        rounds = Round.objects.filter(section=self.section).exclude(state=RoundState.DRAFT)
        for row in rounds.prefetch_related("pairings__games", "pairings__white", "pairings__black"):
            for pairing in row.pairings.all():
                self._seat(pairing, row.number, cells)
        return cells

    def _seat(self, pairing: Pairing, number: int, cells: dict[int, dict[int, Cell]]) -> None:
        if pairing.black is None:
            cells[pairing.white_id][number] = Cell(result=BYES[ByeKind(pairing.bye)])
            return
        white, black = self._letters(pairing.games.all()[0], pairing, number)
        cells[pairing.white_id][number] = Cell(pairing.black.number or 0, Colour.WHITE, white)
        cells[pairing.black_id or 0][number] = Cell(pairing.white.number or 0, Colour.BLACK, black)

    def _letters(self, game: GameResult, pairing: Pairing, number: int) -> tuple[str, str]:
        """Return the letters of a game of a round."""
        outcome = Outcome(game.outcome)
        facts = {"player": pairing.white.number, "round": number}
        if outcome == Outcome.UNPLAYED:
            self._note("unplayed_as_forfeit", **facts)
        if outcome == Outcome.ADJOURNED and self.edition is Edition.TRF16:
            self._note("adjourned_left_open", **facts)
            return "", ""
        return LETTERS[outcome]

    def _byes(self) -> tuple[ReportedByes, ...]:
        """Return the byes requested for rounds that are not published yet."""
        last, asked = last_round(self.section), defaultdict(list)
        for number, entry in self._number_entries():
            for absence in entry.absences.all():
                if absence.round_number > last:
                    asked[absence.round_number, ABSENCES[AbsenceKind(absence.kind)]].append(number)
        if asked and self.edition is Edition.TRF16:
            self._note("byes_left_out")
            return ()
        return tuple(
            ReportedByes(letter=letter, round_number=at, players=tuple(numbers))
            for (at, letter), numbers in sorted(asked.items())
        )

    def _accelerations(self) -> tuple[Acceleration, ...]:
        """Return lent points, including those of C.04.7: programs do not compute these alike.

        A TRF16 has no type code. bbpPairings 6 takes another group A, gacrux lends nothing by the code alone.
        """
        section = self.section
        column = "match_points" if section.is_team and section.scoring == Scoring.MATCH else "game_points"
        lent: Sequence[LentPoints] = lent_points_of(section)
        if not lent and is_accelerated(section):
            lent = self._baku()
        return tuple(
            Acceleration(
                **{column: TENTHS * one.points},
                first_round=one.first_round,
                last_round=one.last_round,
                first_player=one.first_number,
                last_player=one.last_number,
            )
            for one in lent
        )

    def _baku(self) -> list[LentPoints]:
        """Points lent to group A in the first rounds (C.04.7)."""
        numbers = sorted(number for number, _entry in self._number_entries())
        group_a = numbers[: group_a_size(len(numbers))] or [0]
        section = self.section
        win, draw = section.win_points, section.draw_points
        if section.is_team:
            win, draw = section.match_win_points, section.match_draw_points
        points = lent_in_each_round(section.rounds, win=win, draw=draw)
        return [
            LentPoints(
                points=each,
                first_round=at,
                last_round=at,
                first_number=group_a[0],
                last_number=group_a[-1],
            )
            for at, each in enumerate(points, start=1)
        ]

    def _round_dates(self) -> tuple[RoundDates, ...]:
        """Return the days as a report had them, else the planned days of the rounds."""
        days = tuple(self.section.options.get(ROUND_DAYS, ()))
        if not days:
            begins = dict(self.section.round_times.values_list("number", "starts_at"))
            last = max(begins, default=0)
            is_whole = set(begins) == set(range(1, last + 1))
            days = tuple(begins[at].strftime("%y/%m/%d") for at in sorted(begins)) if is_whole else ()
        return (RoundDates(dates=days),) if days else ()

    def _official(self, role: OfficialRole) -> list[str]:
        named = self.section.event.officials.filter(role=role)
        return list(named.values_list("name", flat=True)) or [""]

    def _prohibitions(self) -> tuple[Prohibition, ...]:
        if self.for_all:
            return ()
        numbers = {entry.pk: number for number, entry in self._number_entries()}
        found = []
        for one in ForbiddenPair.objects.filter(first__section=self.section).order_by("pk"):
            is_always = one.first_round == 1 and one.last_round >= min(self.section.rounds, MAX_ROUNDS)
            if not is_always and self.edition is Edition.TRF16:
                self._note("pairs_left_out")
                continue
            if not {one.first_id, one.second_id} <= numbers.keys():
                continue  # who has left before the first round is not in the report
            players = numbers[one.first_id], numbers[one.second_id]
            rounds = (one.first_round, min(one.last_round, max(self.section.rounds, one.first_round)))
            first, last = rounds if self.edition is Edition.TRF26 else (None, None)
            found.append(Prohibition(first_round=first, last_round=last, players=players))
        return tuple(found)


def fide_number(text: str) -> str:
    """Return a number that fits its column; other ones are left out."""
    return text if len(text) <= WIDTHS["fide_number"] and text.isascii() else ""


def trimmed(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """The rounds of a player without blank ones at the end."""
    found = list(cells)
    while found and found[-1].is_blank:
        found.pop()
    return tuple(found)
