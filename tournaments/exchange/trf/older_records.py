"""Extensions of JaVaFo for facts that TRF16 cannot state itself."""

from collections.abc import Iterator
from typing import Final

from tournaments.exchange.trf.errors import NotInThisEdition
from tournaments.exchange.trf.extensions import BB_SYMBOLS, FIRST_COLOURS, XXA_FIRST, XXA_STEP, next_round
from tournaments.exchange.trf.results import text_of
from tournaments.exchange.trf.scoring import lent_points
from tournaments.exchange.trf.values import Edition, Report, ScoreTable

OF_162: Final = frozenset("WDLAPX")
XXS_CODES: Final = {
    "W": "W",
    "D": "D",
    "L": "L",
    "A": "A",
    "P": "PAB",
    "X": "X",
    "Z": "ZPB",
    "H": "HPB",
    "F": "FPB",
    "+": "FW",
    "-": "FL",
}


def older_lines(report: Report) -> Iterator[tuple[str, str]]:
    """The rounds, colour, points, absences, accelerations and prohibitions of a TRF16."""
    if report.rounds:
        yield "XXR", f"XXR {report.rounds}"
    words = ["rank"] if report.numbers_by_rank else []
    words += [word for word, colour in FIRST_COLOURS.items() if colour is report.initial_colour]
    if words:
        yield "XXC", "XXC " + " ".join(words)
    yield from scores_beyond_162(report)
    yield from _absences(report)
    for prohibition in report.prohibitions:
        if prohibition.first_round or prohibition.last_round:
            raise NotInThisEdition(record="260")
        yield "XXP", " ".join(["XXP", *map(str, prohibition.players)])
    yield from _accelerations(report)


def scores_beyond_162(report: Report) -> Iterator[tuple[str, str]]:
    """Yield XXS with the values that record 162 cannot state; with all in a TRF16, which has no 162."""
    is_older = report.edition is Edition.TRF16
    yield from _scores_of_bbp(report)
    stated = [each for each in report.score_table.stated if is_older or each[0] not in OF_162]
    if stated:
        words = [f"{XXS_CODES[symbol]}={text_of(points)}" for symbol, points in stated]
        yield "XXS", " ".join(["XXS", *words])


def _scores_of_bbp(report: Report) -> Iterator[tuple[str, str]]:
    """Yield BBW and similar records, if the points differ from the defaults of bbpPairings.

    bbpPairings reads them instead of XXS.
    """
    table, taken_from_162 = report.score_table, report.edition is Edition.TRF26
    for code, symbol in BB_SYMBOLS.items():
        points, usual = (
            table.points(symbol),
            table.points("W") if symbol == "P" else ScoreTable().points(symbol),
        )
        if points != usual and not (taken_from_162 and symbol in OF_162):
            yield code, f"{code} {text_of(points):>4}"


def _absences(report: Report) -> Iterator[tuple[str, str]]:
    coming = next_round(report.players)
    for byes in report.byes:
        if byes.letter != "Z" or byes.round_number != coming:
            raise NotInThisEdition(record="240")
        yield "XXZ", " ".join(["XXZ", *map(str, byes.players)])


def _accelerations(report: Report) -> Iterator[tuple[str, str]]:
    rounds = max((each.last_round for each in report.accelerations), default=0)
    for player in report.players:
        lent = [lent_points(report, player.number, number) for number in range(1, rounds + 1)]
        if any(lent):
            line = f"XXA {player.number:4d}"
            for at, points in enumerate(lent):
                line = line.ljust(XXA_FIRST - 1 + at * XXA_STEP) + f"{text_of(points):>4}"
            yield "XXA", line
