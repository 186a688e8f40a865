"""Format of Keizer points."""

from math import gcd

from tournaments.pairing.keizer.options import PARTS


def keizer_text(parts: int) -> str:
    """Format Keizer points exactly: whole points, and a fraction if there is one."""
    whole, rest = divmod(parts, PARTS)
    if not rest:
        return str(whole)
    divisor = gcd(rest, PARTS)
    fraction = f"{rest // divisor}/{PARTS // divisor}"
    return f"{whole} {fraction}" if whole else fraction
