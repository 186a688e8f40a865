"""Pairing by the arbiter's hand: nothing is proposed, and everything is checked."""

from tournaments.pairing.values import Proposal, Snapshot


def propose_nothing(_snapshot: Snapshot) -> Proposal:
    """Return an empty round to be filled at the desk; `checking.general` reports its errors."""
    return Proposal(pairs=())
