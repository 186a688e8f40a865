"""Reading and writing of tournament reports: TRF16, TRF26 and extensions of programs. Pure."""

from tournaments.exchange.trf.errors import TrfError
from tournaments.exchange.trf.reading import read_trf
from tournaments.exchange.trf.snapshots import ReportedPair, reported_pairs, snapshot_of
from tournaments.exchange.trf.values import Edition, FileRepair, Reading, Report
from tournaments.exchange.trf.writing import write_trf

__all__ = [
    "Edition",
    "FileRepair",
    "Reading",
    "Report",
    "ReportedPair",
    "TrfError",
    "read_trf",
    "reported_pairs",
    "snapshot_of",
    "write_trf",
]
