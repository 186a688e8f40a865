"""Codes that banks read: references with check digits, account numbers, the text of a payment's QR code."""

import re
from enum import StrEnum

MODULUS = 97
RF = "RF"
REFERENCE = re.compile(r"RF\d{2}[0-9A-Z]{1,21}")
IBAN = re.compile(r"[A-Z]{2}\d{2}[0-9A-Z]{11,30}")
BIC = re.compile(r"[A-Z]{6}[0-9A-Z]{2}([0-9A-Z]{3})?")
LARGEST = 99_999_999_999  # 999999999.99, the most that EPC069-12 has room for
NAME_WIDTH = 70
TEXT_BYTES = 331


class NoCode(StrEnum):
    """Why an invoice has no QR code for a transfer."""

    CURRENCY = "currency"
    NO_IBAN = "no_iban"
    NO_NAME = "no_name"
    AMOUNT = "amount"


def squeezed(text: str) -> str:
    """A code as it is compared: without spaces, in capitals."""
    return "".join(text.split()).upper()


def check_number(text: str) -> int:
    """The remainder by which ISO 7064 MOD 97-10 checks: letters count from ten."""
    return int("".join(str(int(sign, 36)) for sign in text)) % MODULUS


def creditor_reference(body: str) -> str:
    """The reference of ISO 11649 around a body of up to 21 letters and digits."""
    return f"{RF}{98 - check_number(body + RF + '00'):02}{body}"


def is_creditor_reference(text: str) -> bool:
    """Whether this is a reference of ISO 11649 whose check digits are right."""
    return bool(REFERENCE.fullmatch(text)) and check_number(text[4:] + text[:4]) == 1


def is_iban(text: str) -> bool:
    """Whether this has the shape of an IBAN and its check digits are right; without spaces."""
    return bool(IBAN.fullmatch(text)) and check_number(text[4:] + text[:4]) == 1


def is_bic(text: str) -> bool:
    """Whether this has the shape of a BIC."""
    return bool(BIC.fullmatch(text))


def in_fours(text: str) -> str:
    """A code as it is read aloud: in groups of four."""
    return " ".join(text[at : at + 4] for at in range(0, len(text), 4))


def why_no_code(*, currency: str, iban: str, name: str, amount: int) -> NoCode | None:
    """Why there can be no code for a transfer; None where there can be one."""
    if currency != "EUR":
        return NoCode.CURRENCY
    if not is_iban(iban):
        return NoCode.NO_IBAN
    if not name.strip():
        return NoCode.NO_NAME
    return None if 0 < amount <= LARGEST else NoCode.AMOUNT


def transfer_text(*, bic: str, name: str, iban: str, amount: int, reference: str) -> str:
    """What the QR code of a transfer says: EPC069-12, version 002, UTF-8, a structured reference."""
    euros = f"EUR{amount // 100}.{amount % 100:02}"
    holder = " ".join(name.split())[:NAME_WIDTH]
    lines = ["BCD", "002", "1", "SCT", bic, holder, iban, euros, "", reference]
    return "\n".join(lines)
