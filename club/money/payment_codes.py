"""Codes for banks: references with check digits, account numbers, the text of a payment's QR code."""

import re
from enum import StrEnum

MODULUS = 97
RF = "RF"
REFERENCE = re.compile(r"RF\d{2}[0-9A-Z]{1,21}")
IBAN = re.compile(r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}")
BIC = re.compile(r"[A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?")
MAX_AMOUNT = 99_999_999_999  # 999999999.99, the maximum of EPC069-12
NAME_WIDTH = 70
SEPARATORS = re.compile(r"[^A-Z0-9]", re.ASCII)


class NoCode(StrEnum):
    """Reason why an invoice has no QR code for a transfer."""

    CURRENCY = "currency"
    NO_IBAN = "no_iban"
    NO_NAME = "no_name"
    AMOUNT = "amount"


def normalize_code(text: str) -> str:
    """Return a code without spaces and in capitals, for comparison."""
    return "".join(text.split()).upper()


def plain_code(text: str) -> str:
    """Reduce a text to letters and digits in capitals, to compare accounts and references."""
    return SEPARATORS.sub("", text.upper())


def check_number(text: str) -> int:
    """Compute the remainder of ISO 7064 MOD 97-10; letters count from ten."""
    return int("".join(str(int(sign, 36)) for sign in text)) % MODULUS


def creditor_reference(body: str) -> str:
    """Compute the ISO 11649 reference of a body of up to 21 letters and digits."""
    return f"{RF}{98 - check_number(body + RF + '00'):02}{body}"


def is_creditor_reference(text: str) -> bool:
    """Check that this is an ISO 11649 reference with the right check digits."""
    return bool(REFERENCE.fullmatch(text)) and check_number(text[4:] + text[:4]) == 1


def is_iban(text: str) -> bool:
    """Check the shape and the check digits of an IBAN without spaces."""
    return bool(IBAN.fullmatch(text)) and check_number(text[4:] + text[:4]) == 1


def is_bic(text: str) -> bool:
    """Check the shape of a BIC."""
    return bool(BIC.fullmatch(text))


def in_fours(text: str) -> str:
    """Return a code in groups of four, for reading aloud."""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def why_no_code(*, currency: str, iban: str, name: str, amount: int) -> NoCode | None:
    """Return why a transfer can have no code, or None if it can have one."""
    if currency != "EUR":
        return NoCode.CURRENCY
    if not is_iban(iban):
        return NoCode.NO_IBAN
    if not name.strip():
        return NoCode.NO_NAME
    return None if 0 < amount <= MAX_AMOUNT else NoCode.AMOUNT


def transfer_text(*, bic: str, name: str, iban: str, amount: int, reference: str) -> str:
    """Compose the text of a transfer's QR code: EPC069-12, version 002, UTF-8, a structured reference."""
    euros = f"EUR{amount // 100}.{amount % 100:02}"
    holder = " ".join(name.split())[:NAME_WIDTH]
    lines = ["BCD", "002", "1", "SCT", bic, holder, iban, euros, "", reference]
    return "\n".join(lines)
