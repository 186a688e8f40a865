"""Random rounds of the Swiss for teams compared with gacrux 1.11.65: pairs and colours.

    python -m benchmarks.team_swiss [--rounds 2000] [--first-seed 0] [--largest 20] [--keep FOLDER]

Events are generated from seeds: colour preferences of every type, either score first, lent points, teams
that must not meet, byes, late entries, withdrawals, forfeits of boards and matches, rounds paired by hand. A
difference is explained when gacrux pairs the round as we do once one of its readings of the regulations is
changed (`READINGS` of ``tests/tournaments/pairing/teams_against_gacrux.py``). Any other is shown; the exit
code is 1.

"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import django

from benchmarks.machine import ROOT, heading, row

sys.path[:0] = [str(ROOT / "tests" / "tournaments" / "pairing"), str(ROOT / "tests" / "support")]
os.environ["DJANGO_SETTINGS_MODULE"] = "club.config.testing"
django.setup()

from teams_against_gacrux import PairedTwice, rounds_paired_twice  # noqa: E402 - Django's models come first

try:
    import gacrux
except ImportError:
    gacrux = None


def rounds(many: int, first_seed: int, largest: int) -> Iterator[PairedTwice]:
    """Yield the rounds of events of successive seeds, up to a number of rounds."""
    seed, left = first_seed, many
    while left > 0:
        for each in rounds_paired_twice(seed, largest=largest):
            left -= 1
            yield each
            if not left:
                return
        seed += 1


def tell(each: PairedTwice, folder: Path | None) -> None:
    """Print one unexplained difference, and save its file if a folder was named."""
    ours, theirs = each.ours or frozenset(), each.theirs or frozenset()
    print(
        f"seed {each.seed}, round {each.round_number} ({', '.join(each.features) or 'plain'}):"
        f" {sorted(ours - theirs)} here, {sorted(theirs - ours)} in gacrux"
    )
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{each.seed}-{each.round_number}.trf").write_bytes(each.file)


def wanted() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--first-seed", type=int, default=0)
    parser.add_argument("--largest", type=int, default=20, help="teams at most")
    parser.add_argument("--keep", type=Path, help="a folder for the files of rounds that differ")
    return parser.parse_args()


def main() -> int:
    """Compare the rounds; return 1 on an unexplained difference."""
    given = wanted()
    heading("Swiss for teams beside gacrux 1.11.65, processor time")
    if gacrux is None:
        print("gacrux is not installed: pip install gacrux==1.11.65 puts the peer beside it")
        return 0
    same, explained, seconds = 0, Counter[str](), Counter[str]()
    features: Counter[str] = Counter()
    unexplained = 0
    for each in rounds(given.rounds, given.first_seed, given.largest):
        features.update(each.features)
        seconds.update(ours=each.our_seconds, theirs=each.their_seconds)
        if each.ours == each.theirs:
            same += 1
        elif each.explained_by:
            explained[each.explained_by] += 1
        else:
            unexplained += 1
            tell(each, given.keep)
    print("rounds with " + ", ".join(f"{name} {many:,}" for name, many in features.most_common()) + "\n")
    row("rounds", "the same", "explained", "unexplained", "seconds here", "seconds in gacrux")
    reasons = ", ".join(f"{many} by {name}" for name, many in explained.most_common())
    figures = f"{seconds['ours']:.1f}", f"{seconds['theirs']:.1f}"
    row(f"{given.rounds:,}", f"{same:,}", reasons or "0", str(unexplained), *figures)
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
