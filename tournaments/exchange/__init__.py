"""Tournament reports read and written: TRF16, TRF26 and what programs put on top of them. Pure."""

from tournaments.exchange.errors import TrfError
from tournaments.exchange.reading import read_trf
from tournaments.exchange.snapshots import ReportedPair, reported_pairs, snapshot_of
from tournaments.exchange.values import Edition, Mended, Reading, Report
from tournaments.exchange.writing import write_trf

__all__ = [
    "Edition",
    "Mended",
    "Reading",
    "Report",
    "ReportedPair",
    "TrfError",
    "read_trf",
    "reported_pairs",
    "snapshot_of",
    "write_trf",
]
