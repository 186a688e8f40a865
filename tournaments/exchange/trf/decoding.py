"""Decoding of bytes into lines, from any operating system."""

from tournaments.exchange.trf.columns import Line
from tournaments.exchange.trf.values import Mended

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def lines_of(data: bytes, file: str) -> tuple[list[Line], list[Mended]]:
    """Return every line that is not blank, and the repairs made to read it."""
    mended: list[Mended] = []
    if data.startswith(BYTE_ORDER_MARK):
        data = data.removeprefix(BYTE_ORDER_MARK)
        mended.append(Mended(0, "byte_order_mark"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as refusal:
        text = data.decode("latin-1")
        line = data[: refusal.start].count(b"\n") + 1
        mended.append(Mended(line, "not_utf8", {"read_as": "latin-1"}))
    text = text.replace("\r\n", "\n")
    if "\r" in text:
        text = text.replace("\r", "\n")
        mended.append(Mended(0, "line_ends_cr"))
    return [Line(file, at, each) for at, each in enumerate(text.split("\n"), start=1) if each.strip()], mended
