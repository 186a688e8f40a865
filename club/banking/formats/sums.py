"""Subset sums over open amounts: the payment of a household for several invoices."""

from collections.abc import Sequence

Choice = tuple[int, ...]
MOST_AMOUNTS = 12  # 4,096 subsets at most


def sums_to(amount: int, open_amounts: Sequence[tuple[int, int]]) -> tuple[Choice, bool]:
    """Return the first subset of at least two amounts with this sum, and whether it is the only one.

    Earlier amounts are tried first: of several subsets, the one with the earliest due days is returned.
    """
    looked_at = [(key, value) for key, value in open_amounts if 0 < value < amount][:MOST_AMOUNTS]
    reached: dict[int, list[Choice]] = {0: [()]}
    for key, value in looked_at:
        for total, choices in sorted(reached.items(), reverse=True):
            if total + value > amount:
                continue
            known = reached.setdefault(total + value, [])
            known.extend((*choice, key) for choice in choices[: 2 - len(known)])
    found = reached.get(amount, [])
    return (min(found), len(found) == 1) if found else ((), False)


def spread(amount: int, open_amounts: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Spread an amount over the open amounts in order, as far as it goes."""
    parts = []
    for key, value in open_amounts:
        part = min(amount, value)
        if part > 0:
            parts.append((key, part))
            amount -= part
    return tuple(parts)
