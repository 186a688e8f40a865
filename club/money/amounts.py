"""Amounts of money as typed by people, and as whole minor units."""

import re

EXPONENTS = {
    **dict.fromkeys(("EUR", "GBP", "USD", "CHF", "DKK", "SEK", "NOK", "PLN", "CZK", "RON", "BGN"), 2),
    **dict.fromkeys(("CAD", "AUD", "NZD", "BRL", "ZAR", "ILS", "UAH", "TRY", "SRD", "XCG"), 2),
    **dict.fromkeys(("HUF", "ISK", "JPY", "XOF", "XAF"), 0),
}
"""Digits after the decimal point, by currency (ISO 4217; the forint is written without)."""
WRITTEN = re.compile(r"(\d{1,12})(?:[.,](\d{1,2}))?", re.ASCII)
THOUSANDS = re.compile(r"(\d{1,3}(?:([.,'\u2019])\d{3})+)(?:(?!\2)[.,](\d{1,2}))", re.ASCII)
"""Formats such as 1.234,56, 1,234.56 and 1'234.56: decimals follow the last mark, so nothing is guessed."""


def plain_amount(amount: int, currency: str) -> str:
    """Format an amount for programs: a point, no thousands separators, no currency sign."""
    digits = EXPONENTS[currency]
    sign, whole = "-" if amount < 0 else "", abs(amount)
    if not digits:
        return f"{sign}{whole}"
    return f"{sign}{whole // 10**digits}.{whole % 10**digits:0{digits}}"


def amount_in(text: str, currency: str) -> int | None:
    """Parse a typed amount with a comma or a point into minor units; None if it is not an amount.

    1.234 alone is ambiguous and gives None.
    """
    plain = "".join(text.split())
    parted = THOUSANDS.fullmatch(plain)
    if parted is not None:
        plain = f"{parted[1].replace(parted[2], '')}.{parted[3]}"
    found = WRITTEN.fullmatch(plain)
    digits = EXPONENTS[currency]
    if found is None or len(found[2] or "") > digits:
        return None
    minor = (found[2] or "").ljust(digits, "0")
    return int(found[1] + minor)
