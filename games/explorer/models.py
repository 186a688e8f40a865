"""Index of the archive by position, derived from the games and rebuilt at any time with `index_games`.

The tables are made by hand-written SQL (`migrations/0002_position_index.py`): without a row number on SQLite,
and with an index that covers a whole row on PostgreSQL.
"""

from typing import ClassVar, Final

from django.db import models

from games.archive.models import Winner

WINNER_CODES: Final = {Winner.NONE: 0, Winner.WHITE: 1, Winner.BLACK: 2, Winner.DRAW: 3}
"""Winners as the index stores them."""


class GamePosition(models.Model):
    """A position that a game reached, at its first occurrence, with the move played there.

    `move` is 0 where the game ends. Year and winner are copies, so that counting reads one index and no game.
    """

    pk = models.CompositePrimaryKey("key", "game_id")
    key = models.BigIntegerField()
    game_id = models.BigIntegerField()
    ply = models.SmallIntegerField()
    move = models.SmallIntegerField()
    year = models.SmallIntegerField()
    winner = models.SmallIntegerField()

    class Meta:
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"


class OpeningMove(models.Model):
    """Counts of a move played from a position in the opening, by club and year; year 0 is unknown.

    `edge` stands for club, variant, position and move.
    """

    pk = models.CompositePrimaryKey("edge", "year")
    edge = models.BigIntegerField()
    year = models.SmallIntegerField()
    games = models.IntegerField()
    white = models.IntegerField()
    black = models.IntegerField()
    draws = models.IntegerField()

    class Meta:
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"


class GameEnding(models.Model):
    """Pieces left in an ending of a game: the half-move that left them, and the half-moves they stood."""

    pk = models.CompositePrimaryKey("material", "game_id")
    material = models.BigIntegerField()
    game_id = models.BigIntegerField()
    ply = models.SmallIntegerField()
    stood = models.SmallIntegerField()
    is_final = models.BooleanField()

    class Meta:
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"


class IndexProgress(models.Model):
    """The only row: the number of the last stored game that the indexing job has looked at."""

    up_to = models.BigIntegerField(default=0)

    class Meta:
        default_permissions: ClassVar = ()

    def __str__(self) -> str:
        return f"{self._meta.model_name} {self.pk}"
