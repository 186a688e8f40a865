"""Amounts of money: whole numbers of the smallest unit, written with the currency's own decimals."""

import re
from typing import Final

WHOLE_UNITS: Final = frozenset(
    {
        *("BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV"),
        *("XAF", "XOF", "XPF"),
    }
)
THOUSANDTHS: Final = frozenset({"BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"})
MAX_DIGITS: Final = 9
CURRENCY: Final = re.compile(r"[A-Z]{3}")


def decimals_of(currency: str) -> int:
    """Return the number of decimals of a currency (ISO 4217)."""
    if currency in WHOLE_UNITS:
        return 0
    return 3 if currency in THOUSANDTHS else 2


def money_text(amount: int, currency: str) -> str:
    """Return an amount for display; zero decimals are left out."""
    decimals = decimals_of(currency)
    whole, rest = divmod(amount, 10**decimals)
    number = f"{whole}.{rest:0{decimals}}" if rest else f"{whole}"
    return f"{number} {currency}".strip()


def amount_text(amount: int, currency: str) -> str:
    """Return an amount as typed in a form: without its currency, empty for nothing."""
    return money_text(amount, currency).partition(" ")[0] if amount else ""


def smallest_units(text: str, currency: str) -> int | None:
    """Parse a typed amount into the smallest unit; None if it is no amount of this currency."""
    found = re.fullmatch(r"([0-9]{1,9})(?:[.,]([0-9]{1,3}))?", text.strip())
    if found is None:
        return None
    decimals, rest = decimals_of(currency), found[2] or ""
    if len(rest) > decimals:
        return None
    units = int(found[1] + rest.ljust(decimals, "0"))
    return units if len(str(units)) <= MAX_DIGITS else None
