"""Correction of the winners of an import's games once the side named by 1-0 is known."""

from django.db import transaction

from club.core.actor import SYSTEM
from games.archive.services.game_rows import read_verdict
from games.archive.services.imports import enqueue_settling, record_import
from games.house_rules.selectors.variants import variant_named
from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.models import ArchiveImport, Game
from games.pdn import read_game
from games.rules import Side

GAMES_PER_SLICE = 250
DERIVED = (
    "law_book",
    "result",
    "winner",
    "ply_count",
    "is_legal",
    "is_unreadable",
    "error_count",
    "doubt_count",
    "note_count",
    "claim_count",
    "finding_codes",
    "start_fen",
    "final_fen",
)


@transaction.atomic
def settle_results(*, import_id: int, answer: int, in_background: bool = True) -> bool:
    """Judge the next games again whose winner depends on the convention; return True if more are left.

    A later answer makes the work of the earlier one void.
    """
    archive = ArchiveImport.objects.select_for_update().get(pk=import_id)
    if archive.answers != answer:
        return False
    waiting = Game.objects.select_for_update().filter(
        archive_import=archive, is_winner_assumed=True, pk__gt=archive.settled_up_to
    )
    games = list(waiting.order_by("pk")[:GAMES_PER_SLICE])
    for game in games:
        _settle(game, first_side=archive.first_side)
    Game.objects.bulk_update(games, DERIVED)
    if games:
        archive.settled_up_to = games[-1].pk
        archive.save(update_fields=["settled_up_to"])
    is_more = len(games) == GAMES_PER_SLICE
    if not is_more:
        record_import("games.import.winners_settled", archive, actor=SYSTEM, after=_settling_facts(archive))
    elif in_background:
        enqueue_settling(archive=archive)
    return is_more


def _settling_facts(archive: ArchiveImport) -> dict[str, object]:
    """Return the side that 1-0 names in this file, and the number of games that depend on it."""
    games = Game.objects.filter(archive_import=archive, is_winner_assumed=True).count()
    return {"first_result": str(archive.first_result), "answer": archive.answers, "games": games}


def _settle(game: Game, *, first_side: Side | None) -> None:
    source = game.variant_source
    verdict = judge(
        read_game(game.pdn),
        LAW_BOOKS[game.law_book],
        variant=variant_named(game.variant),
        first_result_is=first_side,
    )
    read_verdict(game=game, verdict=verdict)
    game.variant_source = source
