"""Identity of movements, so that a movement of two files is booked once."""

import hashlib
from collections import Counter
from collections.abc import Iterable

from club.banking.formats.values import BankLine

PARTED = "\x1f"


def keys_of(account: str, lines: Iterable[BankLine]) -> list[str]:
    """Compute a key per line: the bank's id with day and amount, else all fields of the line.

    Equal lines of one day are counted: two members who pay the same with the same text are two lines in each
    file of that day.
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
