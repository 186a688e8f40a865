"""``manage.py adjudicate``: what is proved of a position, or where games turned in the ending."""

from __future__ import annotations

import json
import math
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from club.core.errors import BAD_USAGE
from games.endings.coverage import obstacle
from games.judging.messages import fen_sentence, file_refusal
from games.judging.move_numbers import MoveNumbers
from games.judging.selectors.adjudication import Effort, adjudication_payload
from games.judging.selectors.endings import game_endings
from games.laws.books import DEFAULT_BOOK_OF, LAW_BOOKS
from games.laws.guess import VariantMemory
from games.laws.house_rules.book import book_for
from games.laws.judge import judge
from games.laws.law_book import LawBook
from games.laws.verdict import Verdict
from games.management.ending_lines import adjudication_lines, report_lines
from games.management.house_rules import NO_GAME, add_house_rules, variant_given
from games.pdn import NotPdn, read_games
from games.rules import VARIANTS, FenError, HouseVariant, Position, Variant, base_key_of, parse_fen

SECONDS: Final = 10.0
NODES: Final = 100_000_000
POSITIONS: Final = 1_000_000  # about two gigabytes at the most


class Command(BaseCommand):
    help = "Proves the value of a position as far as it can, or reports where games turned in the ending."
    requires_system_checks = ()
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        asked = parser.add_mutually_exclusive_group(required=True)
        asked.add_argument("--fen", help="the position")
        asked.add_argument(
            "--game", metavar="FILE.pdn", help="games to report on; with --ply a position of the first"
        )
        parser.add_argument(
            "--ply", type=int, help="the position after so many moves of --game, counting both sides"
        )
        parser.add_argument("--variant", choices=["auto", *VARIANTS], default="auto", metavar="KEY")
        add_house_rules(parser, "weigh")
        parser.add_argument("--law-book", choices=[*LAW_BOOKS], metavar="KEY", help=", ".join(LAW_BOOKS))
        parser.add_argument("--seconds", type=float, default=SECONDS, help="how long to search")
        parser.add_argument("--nodes", type=int, default=NODES, help="how many positions to look at")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *_args: Any, **options: Any) -> None:
        self._validate_options(options)
        options["rules"] = variant_given(options["variant"], options["house_rules"])
        if options["game"] and options["ply"] is None:
            self._report(options)
            return
        found = self._of_game(options) if options["game"] else self._of_fen(options)
        if options["format"] == "json":
            self.stdout.write(json.dumps(found, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(adjudication_lines(found)))

    def _validate_options(self, options: dict[str, Any]) -> None:
        seconds, nodes = options["seconds"], options["nodes"]
        if not (math.isfinite(seconds) and seconds > 0):
            raise _usage_error(_("--seconds must be greater than 0."))
        if nodes < 1:
            raise _usage_error(_("--nodes must be 1 or more."))
        if options["ply"] is not None and (options["ply"] < 0 or not options["game"]):
            raise _usage_error(_("--ply requires --game and a number of moves, counting both sides."))
        if options["fen"] is not None and options["variant"] in NO_GAME and not options["house_rules"]:
            raise _usage_error(_("--fen requires --variant: %(known)s.") % {"known": ", ".join(VARIANTS)})

    def _of_fen(self, options: dict[str, Any]) -> dict[str, Any]:
        variant: Variant = options["rules"]
        try:
            position = Position.from_fen(options["fen"], variant)
        except FenError as error:
            message = fen_sentence(error.code, error.facts)
            raise _usage_error(
                _("--fen is not a valid position on this board: %(why)s.") % {"why": message}
            ) from error
        return self._weigh(position, variant, options)

    def _of_game(self, options: dict[str, Any]) -> dict[str, Any]:
        verdict = next(self._verdicts(options), None)
        if verdict is None:
            raise _usage_error(_("%(path)s contains no game.") % {"path": options["game"]})
        positions, ply = verdict.replay.positions, options["ply"]
        if ply >= len(positions):
            last = len(positions) - 1
            raise _usage_error(
                _("--ply: the game can be replayed for %(last)d moves, counting both sides.") % {"last": last}
            )
        return self._weigh(positions[ply], verdict.variant, options, before=positions[:ply])

    def _weigh(
        self,
        position: Position,
        variant: Variant,
        options: dict[str, Any],
        before: list[Position] | None = None,
    ) -> dict[str, Any]:
        effort = Effort(options["seconds"], options["nodes"], POSITIONS)
        found = adjudication_payload(
            position=position,
            variant=variant,
            book=_book(options["law_book"], variant),
            effort=effort,
            before=before or (),
        )
        return {**found, "table_command": _command(variant, found)}

    def _report(self, options: dict[str, Any]) -> None:
        for verdict in self._verdicts(options):
            record = verdict.record
            found = {
                "file": options["game"],
                "game": record.index,
                "white": record.tag("White"),
                "black": record.tag("Black"),
                "variant": verdict.variant.key if verdict.is_judged else "",
                "endings": game_endings(verdict.replay),
            }
            if options["format"] == "json":
                self.stdout.write(json.dumps(found, ensure_ascii=False))
            else:
                moves = MoveNumbers.of_game(verdict.replay.positions, verdict.replay.variant)
                self.stdout.write("\n".join(report_lines(found, moves)))

    def _verdicts(self, options: dict[str, Any]) -> Iterator[Verdict]:
        path = Path(options["game"])
        book, variant = LAW_BOOKS.get(options["law_book"] or ""), options["rules"]
        memory = VariantMemory()
        try:
            with path.open("rb") as stream:
                for record in read_games(stream):
                    yield judge(record, book, variant=variant, memory=memory)
        except (OSError, NotPdn) as refusal:
            raise CommandError(file_refusal(path, refusal), returncode=BAD_USAGE) from refusal


def _book(key: str | None, variant: Variant) -> LawBook:
    """The book asked for, or the variant's own; one that is not written for the game is refused."""
    game = base_key_of(variant)
    if key and game not in LAW_BOOKS[key].variants:
        own = DEFAULT_BOOK_OF.get(game)
        message = _("--law-book %(key)s does not apply to %(variant)s; use %(own)s.")
        raise _usage_error(message % {"key": key, "variant": game, "own": own.key if own else "-"})
    return book_for(LAW_BOOKS.get(key or ""), variant)


def _command(variant: Variant, found: dict[str, Any]) -> str:
    """The command that builds the table which is missing; empty where none is, or rules have no table."""
    if not found["table_sentence"] or obstacle(variant):
        return ""
    asked = variant.key
    if isinstance(variant, HouseVariant):
        asked = f'{base_key_of(variant)} --house-rules "{variant.rules_text}"'
    command = f"manage.py build_endings --variant {asked}"
    pieces = sum(map(len, parse_fen(found["fen"], variant.geometry).placement))
    return f"{command} --pieces {pieces}" if found["table_pieces"] else command


def _usage_error(words: str) -> CommandError:
    return CommandError(words, returncode=BAD_USAGE)
