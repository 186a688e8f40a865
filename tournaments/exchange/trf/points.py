"""Points of a report as whole tenths: its columns have one decimal, and none is ever rounded."""

import re

NUMERAL = re.compile(r"(-?)(\d*)(?:[.,](\d)0*)?")


def tenths_of(text: str) -> int | None:
    """Parse a numeral into tenths; None for no numeral, or one finer than a tenth."""
    found = NUMERAL.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        return None
    value = 10 * int(found[2] or 0) + int(found[3] or 0)
    return -value if found[1] else value


def text_of(tenths: int) -> str:
    """The numeral with one decimal."""
    whole, tenth = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}.{tenth}"
