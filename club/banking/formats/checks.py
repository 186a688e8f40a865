"""References of invoices inside of what a bank tells."""

import re

from club.money.payment_codes import is_creditor_reference

BEGINS = re.compile(r"(?<![A-Z0-9])R\s?F\s?\d\s?\d", re.ASCII)
LONGEST, SHORTEST, LOOKED_AT = 25, 5, 80
NOT_TOLD = re.compile(r"[^A-Z0-9]", re.ASCII)


def plain(text: str) -> str:
    """Letters and digits alone, in capitals: how accounts and references are compared."""
    return NOT_TOLD.sub("", text.upper())


def references_in(text: str) -> tuple[str, ...]:
    """Every run of letters after an RF whose check digits are right, spaces and dashes left out.

    What follows a reference may stick to it ("RF18 5390 0754 7034 thanks"), so that of one beginning several
    may be right; whoever knows the references sent picks theirs.
    """
    capitals = text.upper()
    found: dict[str, None] = {}
    for begin in BEGINS.finditer(capitals):
        letters = plain(capitals[begin.start() : begin.start() + LOOKED_AT])[:LONGEST]
        for width in range(len(letters), SHORTEST - 1, -1):
            if is_creditor_reference(letters[:width]):
                found[letters[:width]] = None
    return tuple(found)
