"""Indexing of games stored before, and the leaving of deleted games.

Earlier versions and restored backups have games without an index.

Games stored since index themselves. The walk passes over them, so it may run again at any time.
"""

import time
from typing import Any, Final, NamedTuple

from django.db import connection, transaction
from django.db.models.signals import post_delete, pre_delete

from club.jobs.services.jobs import enqueue
from club.models import Job
from games.explorer.models import GameEnding, GamePosition, IndexProgress, OpeningMove
from games.explorer.services.index import indexed_numbers, update_index
from games.models import Game

INDEX_TASK: Final = "games.index_games"
GAMES_PER_BATCH: Final = 50  # a batch is a transaction, during which SQLite lets nobody else write
SECONDS_PER_JOB: Final = 0.7
FACTS: Final = (
    "organisation",
    "variant",
    "start_fen",
    "move_line",
    "line_key",
    "ply_count",
    "year",
    "winner",
)


class Batch(NamedTuple):
    """Games that the walk looked at, and the number of the last one."""

    games: int
    last: int


@transaction.atomic
def index_next_games() -> Batch | None:
    """Index the next batch of stored games; return None after the last.

    The row of the progress is locked: two workers take turns.
    """
    IndexProgress.objects.get_or_create(pk=1)
    progress = IndexProgress.objects.select_for_update(no_key=True).get(pk=1)
    rows = Game.objects.select_for_update(no_key=True).filter(pk__gt=progress.up_to).order_by("pk")
    games = list(rows.only(*FACTS, "beginning_of")[:GAMES_PER_BATCH])
    if not games:
        return None
    indexed = indexed_numbers(games)
    update_index(removed=[], added=[game for game in games if game.pk not in indexed])
    progress.up_to = games[-1].pk
    progress.save()
    return Batch(len(games), progress.up_to)


def index_for_a_while(*, job: Job) -> None:
    """Index games for a part of a second, and queue the rest under the number of this job."""
    until = time.monotonic() + SECONDS_PER_JOB
    batch = index_next_games()
    while batch and time.monotonic() < until:
        batch = index_next_games()
    if batch:
        enqueue(task=INDEX_TASK, arguments={}, key=f"{INDEX_TASK}:{job.pk}")


@transaction.atomic
def clear_index() -> None:
    """Empty the index, so that the next walk builds it from the beginning."""
    for model in (GamePosition, OpeningMove, GameEnding):
        table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001 - Django's documented interface
        with connection.cursor() as cursor:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - of our own names
    IndexProgress.objects.update(up_to=0)


# -- deleted games -----------------------------------------------------------------------------------

SHORTER = "_shorter_scores"


def _leave_index(instance: Game, **_signal: Any) -> None:
    """Take a game out, and note its shorter scores: they count again once it is gone."""
    update_index(removed=[instance], added=[])
    setattr(instance, SHORTER, list(instance.beginnings.values_list("pk", flat=True)))


def _count_shorter(instance: Game, **_signal: Any) -> None:
    """Enter the shorter scores of a deleted game, except those deleted with it."""
    rows = Game.objects.filter(pk__in=getattr(instance, SHORTER), beginning_of=None)
    update_index(removed=[], added=list(rows))


def connect_deletions() -> None:
    """Follow deletions through the ORM."""
    pre_delete.connect(_leave_index, sender=Game, dispatch_uid="games.explorer.leave_index")
    post_delete.connect(_count_shorter, sender=Game, dispatch_uid="games.explorer.count_shorter")


def leave_index_with_club(organisation_id: int) -> None:
    """Take all games of a club out of the index."""
    games = Game.objects.filter(organisation_id=organisation_id).order_by("pk")
    last = 0
    while batch := list(games.filter(pk__gt=last)[:GAMES_PER_BATCH]):
        update_index(removed=batch, added=[])
        last = batch[-1].pk
