"""Writing a report: TRF26, or TRF16 with the extensions of JaVaFo. UTF-8, lines ended by LF."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from tournaments.exchange.trf.columns import written
from tournaments.exchange.trf.errors import NotInThisEdition
from tournaments.exchange.trf.layouts import HEADINGS, LAYOUTS, PLAYER, REPEATED_HEADINGS, TRF26_CODES
from tournaments.exchange.trf.older_records import OF_162, older_lines, scores_beyond_162
from tournaments.exchange.trf.player_lines import player_line
from tournaments.exchange.trf.results import text_of
from tournaments.exchange.trf.values import Edition, Report, ScoreTable
from tournaments.pairing.values import Colour

AFTER_PLAYERS: Final = "240"
# Facts that TRF16 states by extensions instead.
REPLACED_IN_TRF16: Final = frozenset({"142", "152", "162", "240", "250", "260"})


def write_trf(report: Report) -> bytes:
    """Write the report as a file of its edition; raise NotInThisEdition for facts TRF16 cannot state."""
    lines = list(record_lines(report))
    last = {code: at for at, (code, _text) in enumerate(lines)}
    kept: dict[int, list[str]] = {}
    for each in report.kept:
        at = last.get(each.after, len(lines) - 1) if each.after else -1
        kept.setdefault(at, []).append(each.text)
    texts = kept.get(-1, [])
    for at, (_code, text) in enumerate(lines):
        texts += [text, *kept.get(at, [])]
    return ("\n".join(texts) + "\n").encode("utf-8")


def record_lines(report: Report) -> Iterator[tuple[str, str]]:
    """Yield every record with its code, in the order of the file."""
    codes = sorted({*HEADINGS, *REPEATED_HEADINGS, *LAYOUTS} - {"013"})
    yield from _code_lines(report, [code for code in codes if code < AFTER_PLAYERS])
    for player in report.players:
        yield PLAYER.code, player_line(player)
    for player in report.national_players:
        yield player.list_of, player_line(player)
    yield from _code_lines(report, ["013", *(code for code in codes if code >= AFTER_PLAYERS)])
    if report.edition is Edition.TRF16:
        yield from older_lines(report)
    else:
        yield from scores_beyond_162(report)
        if report.numbers_by_rank:
            yield "XXC", "XXC rank"


def _code_lines(report: Report, codes: list[str]) -> Iterator[tuple[str, str]]:
    for code in codes:
        is_older = report.edition is Edition.TRF16
        if is_older and code in REPLACED_IN_TRF16:
            continue
        for text in _lines_of(report, code):
            if is_older and code in TRF26_CODES:
                raise NotInThisEdition(record=code)
            yield code, text


def _lines_of(report: Report, code: str) -> Iterator[str]:
    if code in LAYOUTS:
        layout = LAYOUTS[code]
        yield from (written(layout, record) for record in getattr(report, layout.attribute))
    elif code in REPEATED_HEADINGS:
        yield from (f"{code} {text}".rstrip() for text in getattr(report, REPEATED_HEADINGS[code]))
    elif text := TEXTS.get(code, str)(getattr(report, HEADINGS[code])):
        yield f"{code} {text}"


def _score_text(table: ScoreTable) -> str:
    """Record 162: a symbol in column 6 with its value in the next four, then every nine columns."""
    stated = [(symbol, points) for symbol, points in table.stated if symbol in OF_162]
    return "".join(f" {symbol}{text_of(points):>4}   " for symbol, points in stated).rstrip()


TEXTS: Final[dict[str, Callable[[Any], str]]] = {
    "142": lambda rounds: str(rounds or ""),
    "152": {Colour.WHITE: "W", Colour.BLACK: "B", None: ""}.__getitem__,
    "162": _score_text,
}
