"""Seeded slips on the Open Checkers Archive: detection against the measured table, repairs, and time.

Run from the repository: `python benchmarks/slips.py`; the collection lies in `../shared/pdn/oca`.

"""

import sys
import time
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "tests" / "games" / "laws")]

from seeded_slips import TABLE, games_of, tally  # noqa: E402 - the path is set above

GAMES = 1500


def main() -> int:
    """Print the table; the exit code shows if every figure is reached."""
    path = REPOSITORY.parent / "shared" / "pdn" / "oca" / "oca-first-2000.pdn"
    if not path.is_file():
        print(f"The collection is not there: {path.name}")
        return 0
    verdicts = games_of(path, GAMES)
    false_reports = sum(not verdict.is_legal for verdict in verdicts)
    print(f"{len(verdicts)} games, {false_reports} false reports on unchanged games\n")
    print(f"{'slip':32}{'found':>8}{'table':>8}{'at it':>8}{'table':>8}{'90 %':>6}")
    is_reached = not false_reports
    for kind, (found, at_it) in TABLE.items():
        result = tally(kind, verdicts)
        shares = result.share(result.found), result.share(result.at_the_slip)
        far = result.furthest_of_nine_in_ten
        print(f"{kind:32}{shares[0]:8.1f}{found:8.1f}{shares[1]:8.1f}{at_it:8.1f}{far:6d}")
        is_reached = is_reached and abs(shares[0] - found) <= 1.0
    started = time.perf_counter()
    mended = tally("one digit", verdicts, with_repairs=True)
    seconds = time.perf_counter() - started
    print(f"\none-digit slips: {mended.share(mended.found):.1f} % found")
    print(f"true move first {mended.share(mended.mended_first):.1f} %")
    print(f"among the first three {mended.share(mended.mended):.1f} %")
    print(f"{1000 * seconds / mended.games:.1f} ms a game, replay and repairs together")
    return 0 if is_reached and mended.share(mended.mended) >= 80 else 1


if __name__ == "__main__":
    sys.exit(main())
