"""Rounds of a reported tournament, paired again: the system's pairs, and the report's differences."""

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.exchange.selectors.team_system import is_accelerated
from tournaments.exchange.selectors.trf_teams import (
    notes_on_teams,
    paired_rounds_of_teams,
    reported_matches,
    system_of_teams,
    team_snapshot,
)
from tournaments.exchange.trf import FileRepair, Report, ReportedPair, reported_pairs, snapshot_of
from tournaments.exchange.trf.errors import NoSuchRound, TooFewPresent
from tournaments.exchange.trf.matches import team_rounds
from tournaments.pairing.acceleration import with_baku
from tournaments.pairing.boards import Board, boards_as_they_come, boards_in_order
from tournaments.pairing.explanation import BracketReasons
from tournaments.pairing.refusals import RoundBeyondSchedule, TooFewPlayers
from tournaments.pairing.registry import (
    BAKU,
    DEFAULT,
    Choice,
    PairingSystem,
    choice_by_kind,
    choice_by_type_code,
    system_by_key,
)
from tournaments.pairing.system_refusals import UnknownSystem
from tournaments.pairing.values import NOBODY, Colour, NoLegalPairing, Proposal, Snapshot


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedRound:
    """A round as the system pairs it; without boards if no legal pairing exists."""

    choice: Choice
    snapshot: Snapshot
    proposal: Proposal | None = None
    boards: tuple[Board, ...] = ()

    @property
    def is_possible(self) -> bool:
        """True if a legal pairing exists."""
        return self.proposal is not None

    @property
    def notes(self) -> tuple[FileRepair, ...]:
        """Notes on absent players who are paired all the same, by a table."""
        boards = {number for board in self.boards for number in (board.white, board.black)}
        absent = [each.number for each in self.snapshot.players if not each.is_present]
        paired = ", ".join(str(number) for number in absent if number in boards)
        facts = {"round": self.snapshot.round_number, "players": paired}
        return (FileRepair(0, "absent_in_table", facts),) if paired else ()

    @property
    def brackets(self) -> tuple[BracketReasons, ...]:
        """Explanation of the pairing, by bracket."""
        return () if self.proposal is None else self.choice.system.explain(self.snapshot, self.proposal)


@dataclass(frozen=True, slots=True)
class Difference:
    """A pair of the report that the system does not make, and the system's boards for the two."""

    reported: ReportedPair
    boards: tuple[Board, ...]


def system_of(report: Report, key: str = "") -> Choice:
    """Return the requested system, or the one that the report names, or the default."""
    if report.is_of_teams:
        return _choice_for_teams(report, key)
    if key:
        return Choice(system_by_key(key), report.type_code.upper().endswith(BAKU))
    if report.type_code:
        return choice_by_type_code(report.type_code)
    return choice_by_kind(report.kind) or Choice(DEFAULT)


def _choice_for_teams(report: Report, key: str) -> Choice:
    system = system_of_teams(report)
    if key not in {"", system.key}:
        raise UnknownSystem(key=key, known=system.key)
    return Choice(system, is_accelerated(report))


def notes_on(report: Report, key: str = "") -> Iterator[FileRepair]:
    """Yield the assumptions made to pair a report."""
    if report.is_of_teams:
        if is_accelerated(report):
            yield FileRepair(0, "acceleration_computed", {"type_code": report.type_code})
        yield from _note_on_age(report, system_of_teams(report))
        yield from notes_on_teams(report)
        return
    choice = system_of(report, key)
    if not key and not report.type_code:
        facts = {"kind": report.kind, "system": choice.system.key}
        yield FileRepair(0, "system_by_kind" if choice_by_kind(report.kind) else "system_assumed", facts)
    elif not key:
        yield from _note_on_age(report, choice.system)
    if choice.is_accelerated and not report.accelerations:
        yield FileRepair(0, "acceleration_computed", {"type_code": report.type_code})
    if report.initial_colour is None:
        colour = snapshot_of(report, 1).initial_colour
        yield FileRepair(0, "colour_assumed", {"is_white": colour is Colour.WHITE})


def _note_on_age(report: Report, system: PairingSystem) -> Iterator[FileRepair]:
    """Note a tournament that began before the edition of its pairing rules was in force."""
    if report.begins and report.begins.replace("/", "-") < system.in_force_from:
        yield FileRepair(0, "older_tournament", {"begins": report.begins, "since": system.in_force_from})


def paired_round(report: Report, *, round_number: int, system: str = "") -> PairedRound:
    """Pair a round of a report by the system, regardless of the pairs in the report."""
    choice = system_of(report, system)
    snapshot = (team_snapshot if report.is_of_teams else snapshot_of)(report, round_number)
    if choice.is_accelerated and not report.accelerations:
        snapshot = with_baku(snapshot)
    if not snapshot.present:
        raise TooFewPresent(round=round_number, players=0)
    try:
        proposal = choice.system.pair(snapshot)
    except RoundBeyondSchedule as refusal:
        raise NoSuchRound(round=round_number, rounds=refusal.facts["rounds"]) from refusal
    except TooFewPlayers as refusal:
        raise TooFewPresent(round=round_number, players=refusal.facts["players"]) from refusal
    except NoLegalPairing:
        return PairedRound(choice=choice, snapshot=snapshot)
    boards = boards_as_they_come(proposal) if report.is_of_teams else boards_in_order(snapshot, proposal)
    return PairedRound(choice=choice, snapshot=snapshot, proposal=proposal, boards=boards)


def next_round(report: Report) -> int:
    """Return the number of the round after the last paired one."""
    return 1 + (paired_rounds_of_teams(report) if report.is_of_teams else report.paired_rounds)


def round_differences(report: Report, *, round_number: int, system: str = "") -> tuple[Difference, ...]:
    """Return the pairs or colours of a report's round that are not the system's."""
    boards = paired_round(report, round_number=round_number, system=system).boards
    made = {(board.white, board.black) for board in boards}
    by_player = {number: board for board in boards for number in (board.white, board.black) if number}
    differences = []
    reported = (reported_matches if report.is_of_teams else reported_pairs)(report, round_number)
    for pair in reported:
        if (pair.white, pair.black) in made:
            continue
        if not pair.has_colours and (pair.black, pair.white) in made:
            continue
        instead = {by_player[number] for number in (pair.white, pair.black) if number in by_player}
        differences.append(Difference(pair, tuple(sorted(instead, key=lambda board: board.number))))
    return tuple(differences)


def rounds_to_check(report: Report) -> tuple[int, ...]:
    """Return all rounds in which the report has pairs."""
    if report.is_of_teams:
        return tuple(told.number for told in team_rounds(report)[0] if told.matches)
    return tuple(number for number in range(1, report.paired_rounds + 1) if report.is_paired(number))


def board_text(white: int, black: int) -> str:
    """Format a pair for the check, White first."""
    return f"{white}-{black or NOBODY}"
