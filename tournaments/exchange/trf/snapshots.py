"""Conversion of a report into the input of a pairing system, and the pairs of the report."""

from dataclasses import dataclass
from itertools import combinations

from tournaments.exchange.trf.errors import NoSuchRound, RoundUnfinished
from tournaments.exchange.trf.results import BYE_LETTERS
from tournaments.exchange.trf.scoring import announced_bye, lent_points, player_round, points_of
from tournaments.exchange.trf.values import Report, ReportedPlayer
from tournaments.pairing.values import NOBODY, Colour, Player, Snapshot


def snapshot_of(report: Report, round_number: int) -> Snapshot:
    """Return the field before a round: the facts known then, without later rounds of the report.

    The unit of points is a tenth.
    """
    if round_number < 1 or (report.rounds and round_number > report.rounds):
        raise NoSuchRound(round=round_number, rounds=report.rounds)
    is_paired = report.is_paired(round_number)
    return Snapshot(
        players=tuple(_player(report, each, round_number, is_paired=is_paired) for each in report.players),
        round_number=round_number,
        rounds=report.rounds or max(round_number, report.paired_rounds),
        win=points_of(report, "W"),
        draw=points_of(report, "D"),
        loss=points_of(report, "L"),
        initial_colour=report.initial_colour or drawn_colour(report),
        forbidden=forbidden_pairs(report, round_number),
    )


def _player(report: Report, player: ReportedPlayer, round_number: int, *, is_paired: bool) -> Player:
    before = range(1, round_number)
    for number in before:
        if player.cell(number).opponent and not player.cell(number).result:
            raise RoundUnfinished(round=number, player=player.number)
    lent = tuple(lent_points(report, player.number, each) for each in (*before, round_number))
    return Player(
        number=player.number,
        rounds=tuple(player_round(report, player, number) for number in before),
        is_present=is_available(report, player, round_number, is_paired=is_paired),
        virtual=lent if report.accelerations else (),
        rating=player.rating or 0,
    )


def is_available(report: Report, player: ReportedPlayer, round_number: int, *, is_paired: bool) -> bool:
    """Check that a player is to be paired, by the round column or record 240.

    In a round that others were paired in, a blank column is an absence; in a coming one it means nothing.
    """
    cell = player.cell(round_number)
    if cell.result in BYE_LETTERS or announced_bye(report, player.number, round_number):
        return False
    return cell.is_paired or not is_paired


def forbidden_pairs(report: Report, round_number: int) -> frozenset[frozenset[int]]:
    """Return the pairs that record 260 forbids in a round."""
    return frozenset(
        frozenset(pair)
        for record in report.prohibitions
        if record.covers(round_number)
        for pair in combinations(sorted(set(record.players)), 2)
    )


def drawn_colour(report: Report) -> Colour:
    """Return the initial colour if it is not stated: as the first round shows it (5.2.5), else White."""
    odd = False
    for player in sorted(report.players, key=lambda each: each.number):
        cell = player.cell(1)
        if not cell.is_paired:
            continue
        odd = not odd
        if cell.colour is not None and cell.opponent > player.number:
            return cell.colour if odd else cell.colour.opposite
    return Colour.WHITE


@dataclass(frozen=True, slots=True)
class ReportedPair:
    """Two players of a round as the report has them; `black` 0 is the allocated bye."""

    white: int
    black: int
    has_colours: bool = True


def reported_pairs(report: Report, round_number: int) -> tuple[ReportedPair, ...]:
    """The pairs of a round, in the order of White's number, the bye last."""
    pairs, byes = [], []
    for player in report.players:
        cell = player.cell(round_number)
        if cell.result == "U" and not cell.opponent:
            byes.append(ReportedPair(player.number, NOBODY))
        elif cell.opponent and _names_the_pair(report, player, round_number):
            pairs.append(ReportedPair(player.number, cell.opponent, cell.colour is not None))
    return (*sorted(pairs, key=lambda pair: pair.white), *byes)


def _names_the_pair(report: Report, player: ReportedPlayer, round_number: int) -> bool:
    """Check that a pair is written from this player's side: White, or without colours the lower number."""
    cell = player.cell(round_number)
    if cell.colour is not None:
        return cell.colour is Colour.WHITE
    other = next(each for each in report.players if each.number == cell.opponent)
    return other.cell(round_number).colour is None and player.number < cell.opponent
