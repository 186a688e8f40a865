"""What a movement is known by, so that the same one of another file is not booked again."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from club.banking.formats.values import BankLine

PARTED = "\x1f"


def keys_of(account: str, lines: Iterable[BankLine]) -> list[str]:
    """A key a line: the bank's own name for it with day and amount, else all that the line says.

    Lines that say the same on one day are counted: two members who pay the same in the same words are two
    lines in each file that holds the day.
    """
    seen: Counter[str] = Counter()
    keys = []
    for line in lines:
        told = (
            [line.bank_id]
            if line.bank_id
            else [line.name, line.iban, line.reference, line.end_to_end, line.text]
        )
        said = [account, line.booked_on.isoformat(), str(line.amount), line.currency, *told]
        whole = PARTED.join(" ".join(one.split()).casefold() for one in said)
        seen[whole] += 1
        nth = f"{whole}{PARTED}{seen[whole]}"
        keys.append(hashlib.sha256(nth.encode("utf-8", "surrogatepass")).hexdigest())
    return keys
