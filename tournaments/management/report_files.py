"""Reports from files, for the commands."""

from pathlib import Path

from tournaments.exchange.trf import Reading, read_trf

BAD_USAGE = 2


def read_report_file(path: Path) -> Reading:
    """The report in a file; OSError or TrfError where it cannot be had."""
    return read_trf(path.read_bytes(), file=str(path))
