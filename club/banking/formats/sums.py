"""Some of several open amounts that make up a sum: what a household pays at once."""

from collections.abc import Sequence

Choice = tuple[int, ...]
MOST_AMOUNTS = 12  # 4,096 subsets at most


def sums_to(amount: int, open_amounts: Sequence[tuple[int, int]]) -> tuple[Choice, bool]:
    """The first choice of at least two that makes up the sum, and whether it is the only one.

    The earlier ones are tried first, so that of several choices the one with what is due first is told.
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
    """An amount over what is open, one after the other as far as it goes."""
    parts = []
    for key, value in open_amounts:
        part = min(amount, value)
        if part > 0:
            parts.append((key, part))
            amount -= part
    return tuple(parts)
