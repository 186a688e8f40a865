"""``manage.py perft``: how many move sequences of a given length a position has."""

import json
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.house_rules import add_house_rules, rules_given
from games.rules import VARIANTS, FenError, Position, Variant, legal_moves, move_text, perft, play
from games.rules.moves import Counting


class Command(BaseCommand):
    help = "Count the move sequences of a position, to compare with published node counts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("variant", metavar="VARIANT", choices=sorted(VARIANTS))
        parser.add_argument("depth", metavar="DEPTH", type=int)
        add_house_rules(parser, "count")
        parser.add_argument("--fen", help="the position; the variant's first position without it")
        parser.add_argument(
            "--count",
            choices=["routes", "results"],
            default="routes",
            help="every distinct jump route, or moves with the same result once",
        )
        parser.add_argument("--divide", action="store_true", help="a line for each first move")
        parser.add_argument("--json", action="store_true", help="one JSON object instead of text")

    def handle(self, *_args: Any, **options: Any) -> None:
        variant = VARIANTS[options["variant"]]
        if options["house_rules"]:
            variant = rules_given(options["house_rules"], base=variant.key)
        depth: int = options["depth"]
        if depth < 1:
            raise CommandError(f"DEPTH is {depth}; it must be 1 or more.", returncode=2)
        try:
            position = (
                Position.from_fen(options["fen"], variant) if options["fen"] else Position.start(variant)
            )
        except FenError as error:
            raise CommandError(
                f"--fen describes no position on this board ({error.code}: {error.facts}).", returncode=2
            ) from error
        started = time.perf_counter()
        divided = _divide(position, variant, depth, options["count"]) if options["divide"] else None
        nodes = (
            sum(divided.values())
            if divided is not None
            else perft(position, variant, depth, options["count"])
        )
        seconds = time.perf_counter() - started
        report = {
            "variant": variant.key,
            "fen": position.to_fen(variant),
            "depth": depth,
            "count": options["count"],
            "nodes": nodes,
            "seconds": round(seconds, 6),
            "nodes_per_second": round(nodes / seconds) if seconds else 0,
            "kernel": variant.tables.kernel,
        }
        self._print(report, divided, as_json=options["json"])

    def _print(self, report: dict[str, Any], divided: dict[str, int] | None, *, as_json: bool) -> None:
        if as_json:
            extra = {} if divided is None else {"divide": divided}
            self.stdout.write(json.dumps({**report, **extra}))
            return
        for text, count in (divided or {}).items():
            self.stdout.write(f"{text} {count}")
        self.stdout.write(
            f"{report['variant']} depth {report['depth']}: {report['nodes']} {report['count']}, "
            f"{report['seconds']:.3f} s, {report['nodes_per_second']} nodes/s ({report['kernel']})"
        )


def _divide(position: Position, variant: Variant, depth: int, counting: Counting) -> dict[str, int]:
    """Return the count below each first move; routes with one result are separate by their whole path."""
    moves = legal_moves(position, variant)
    if counting == "results":
        moves = list({move.result: move for move in moves}.values())
    divided: dict[str, int] = {}
    for move in moves:
        text = move_text(move, variant, moves)
        if text in divided:
            text = "x".join(str(square) for square in move.route)
        divided[text] = perft(play(position, move, variant), variant, depth - 1, counting)
    return divided
