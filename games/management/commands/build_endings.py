"""``manage.py build_endings``: tables of endings worked out and kept, or put to the test."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn, Self

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.compiled import kernel_form
from games.endings.builder import Pair, TableBuilder
from games.endings.coverage import obstacle
from games.endings.errors import EndingFileRefused, NoEndings
from games.endings.files import EndingFile
from games.endings.pieces import MAX_PIECES, Pieces, needed_by, pairs_of, pieces_named
from games.endings.table_store import SHIPPED, files_of
from games.judging.ending_process import Reporter
from games.management.house_rules import add_house_rules, variant_given
from games.management.progress import ProgressBar
from games.rules import VARIANTS, Position, Side, Variant

USUAL = "english"
LEAST_PIECES = 2
# Minutes that a million placements take on one busy core, from building English up to four pieces.
MINUTES = {"interpreted": 1.2, "compiled": 0.06}
MILLION = 1_000_000
# Why there is no table, by the codes of NoEndings.
WITHOUT_TABLE = {
    "other_goal": "these rules are not lost by having no move, and a table knows no other end",
    "rules_with_memory": "by these rules a legal move depends on the moves before, not on the position alone",
    "board_too_large": "the board has more squares than a table can count",
    "distance_too_long": "an ending lasts longer than a table can tell",
}


class Command(BaseCommand):
    help = (
        "Work out who wins every position with few pieces, and in how many plies. What is there already "
        "is not built again, so that a build that was stopped goes on where it was."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        keys = sorted(key for key, variant in VARIANTS.items() if not obstacle(variant))
        parser.add_argument("--variant", choices=keys, default="", help=f"without it {USUAL}")
        add_house_rules(parser, "build")
        parser.add_argument("--pieces", type=int, default=4, help="up to how many pieces (default: 4)")
        parser.add_argument(
            "--also", default="", metavar="SLICE", help='one ending with more pieces as well, such as "4k-1k"'
        )
        parser.add_argument(
            "--folder", type=Path, help="where tables are kept; the site's own folder without it"
        )
        parser.add_argument("--afresh", action="store_true", help="leave the table of the program alone")
        parser.add_argument("--check", action="store_true", help="work every value out again from its moves")
        parser.add_argument(
            "--report",
            type=Path,
            metavar="FILE",
            help="write how far it is, and stop with the standard input",
        )
        parser.add_argument("--join", type=Path, metavar="FILE", help="then write all slices into one file")

    def handle(self, *_args: Any, **options: Any) -> None:
        pieces: int = options["pieces"]
        if not LEAST_PIECES <= pieces <= MAX_PIECES:
            raise CommandError(
                f"--pieces is {pieces}; it must be {LEAST_PIECES} to {MAX_PIECES}.", returncode=2
            )
        variant = variant_given(options["variant"], options["house_rules"]) or VARIANTS[USUAL]
        folder = options["folder"] or Path(settings.DATA_DIR) / "endings"
        if options["report"]:
            remove_damaged(variant, folder)
        try:
            shop = TableBuilder(variant, folder, is_afresh=options["afresh"])
            pairs = [pair for total in range(LEAST_PIECES, pieces + 1) for pair in pairs_of(total)]
            pairs += _also(options["also"], pairs)
            if options["report"]:
                _build_reported(shop, pairs, options["report"])
                return
            self._build(shop, pairs)
            if options["check"]:
                self._check(shop, pairs)
            self._print_totals(shop, pairs)
            if options["join"]:
                shop.join(pairs, options["join"])
                self.stdout.write(f"written: {options['join']}")
        except KeyboardInterrupt as stopped:
            raise CommandError("Stopped; the same command goes on from here.", returncode=130) from stopped
        except EndingFileRefused as refused:
            raise CommandError(_refusal_text(refused), returncode=2) from refused
        except OSError as error:
            raise CommandError(f"{error.filename}: {error.strerror}", returncode=2) from error
        except NoEndings as none:
            why = WITHOUT_TABLE[none.code]
            raise CommandError(f"No table can be made for {variant.name}: {why}.", returncode=2) from none

    def _build(self, shop: TableBuilder, pairs: list[Pair]) -> None:
        missing = [pair for pair in pairs if not shop.is_done(pair)]
        if not missing:
            self.stdout.write("Every slice is there.")
            return
        self._announce("to build", shop.placements(missing))
        with _Progress(shop.placements(missing)) as progress:
            for pair in missing:
                shop.build(pair, progress.advance)

    def _check(self, shop: TableBuilder, pairs: list[Pair]) -> None:
        self._announce("to test", shop.placements(pairs))
        with _Progress(shop.placements(pairs)) as progress:
            for pair in pairs:
                if differing := shop.check(pair, progress.advance):
                    _fail(shop, differing)
        self.stdout.write("Every value is what its moves make it.")

    def _announce(self, what: str, placements: int) -> None:
        form = kernel_form()
        minutes = MINUTES[form] * placements / MILLION
        self.stdout.write(f"{placements:,} placements {what}, {form}: about {max(minutes, 0.1):.1f} minutes")

    def _print_totals(self, shop: TableBuilder, pairs: list[Pair]) -> None:
        for total in sorted({pair[0].total for pair in pairs}):
            entries = [shop.entry(pieces) for pair in pairs if pair[0].total == total for pieces in pair]
            self.stdout.write(
                f"{total} pieces: {sum(e.placements for e in entries):,} placements, "
                f"{sum(e.wins for e in entries):,} won, {sum(e.draws for e in entries):,} drawn, "
                f"{sum(e.losses for e in entries):,} lost, longest {max(e.longest for e in entries)} plies"
            )


def _also(name: str, pairs: list[Pair]) -> list[Pair]:
    """The pair of a slice beyond the rest, which may lead to nothing that the rest does not have."""
    if not name:
        return []
    try:
        pieces = pieces_named(name)
    except ValueError as error:
        raise CommandError(f'--also is {name}; it names a slice: "4k-1k".', returncode=2) from error
    pair = min(pieces, pieces.turned).pair
    if missing := needed_by(pair) - {pieces for each in pairs for pieces in each}:
        names = ", ".join(sorted(pieces.name for pieces in missing))
        raise CommandError(f"--also {name} leads to {names}, which --pieces leaves out.", returncode=2)
    return [pair] if pair not in pairs else []


def remove_damaged(variant: Variant, folder: Path) -> None:
    """Remove the files in a folder of our own that are not what they were; they are built anew."""
    for path in files_of(variant, folder):
        if path.parent == SHIPPED:
            continue
        try:
            file = EndingFile(path, variant)
            for pieces in file.entries:
                file.finished(pieces)
        except EndingFileRefused:
            path.unlink()


def _build_reported(shop: TableBuilder, pairs: list[Pair], report: Path) -> None:
    """Build and prove what is missing, pair by pair; a pair that is not right leaves no file behind."""
    missing = [pair for pair in pairs if not shop.is_done(pair)]
    reporter = Reporter(report, 2 * shop.placements(missing))
    try:
        for pair in missing:
            path = shop.build(pair, reporter.advance)
            if differing := shop.check(pair, reporter.advance):
                path.unlink()
                _fail(shop, differing)
        reporter.write(is_over=True)
    except Exception as error:
        reporter.write(is_over=True, error=f"{type(error).__name__}: {error}")
        raise


class _Progress:
    """A progress bar that is told what is new instead of what is done."""

    def __init__(self, total: int) -> None:
        self._bar = ProgressBar(total, sys.stderr, unit="placements")
        self._done = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._bar.close()

    def advance(self, more: int) -> None:
        """So many placements more are done."""
        self._done += more
        self._bar.show(self._done, self._done)


def _fail(shop: TableBuilder, differing: list[tuple[Pieces, int]]) -> NoReturn:
    raise CommandError("\n".join(_difference(shop, *each) for each in differing))


def _difference(shop: TableBuilder, pieces: Pieces, number: int) -> str:
    masks = shop.book.index_of(pieces).masks(number)
    fen = Position(*masks, Side.WHITE).to_fen(shop.variant)
    return f"{pieces.name}, placement {number}, {fen}: the value is not what its moves make it"


def _refusal_text(refused: EndingFileRefused) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in refused.facts.items())
    return f"A file of endings is refused ({refused.code}: {facts}); take it away and build again."
