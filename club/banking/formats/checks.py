"""Invoice references inside texts of banks."""

import re

from club.money.payment_codes import is_creditor_reference, plain

BEGINS = re.compile(r"(?<![A-Z0-9])R\s?F\s?\d\s?\d", re.ASCII)
LONGEST, SHORTEST, LOOKED_AT = 25, 5, 80


def references_in(text: str) -> tuple[str, ...]:
    """Find all RF references with right check digits, ignoring spaces and dashes.

    Text may follow a reference directly ("RF18 5390 0754 7034 thanks"), so several readings of one beginning
    may be right. The caller selects those that were issued.
    """
    capitals = text.upper()
    found: dict[str, None] = {}
    for begin in BEGINS.finditer(capitals):
        letters = plain(capitals[begin.start() : begin.start() + LOOKED_AT])[:LONGEST]
        for width in range(len(letters), SHORTEST - 1, -1):
            if is_creditor_reference(letters[:width]):
                found[letters[:width]] = None
    return tuple(found)
