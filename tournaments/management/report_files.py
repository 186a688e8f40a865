"""Reports from files, for the commands."""

from pathlib import Path

from tournaments.exchange import Reading, read_trf
from tournaments.exchange.errors import ReportOfTeams

BAD_USAGE = 2


def reading_of(path: Path) -> Reading:
    """The report in a file; OSError or TrfError where it cannot be had."""
    return read_trf(path.read_bytes(), file=str(path))


def reading_of_players(path: Path) -> Reading:
    """The report in a file; one of teams is refused, as its players are no opponents by themselves."""
    reading = reading_of(path)
    if reading.report.is_of_teams:
        raise ReportOfTeams(file=str(path))
    return reading
