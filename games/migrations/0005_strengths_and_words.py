import re
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps, ProjectState
from django.db.models import Q

from games.archive.word_index import WordIndex

BATCH = 5_000
RATING = re.compile(r'\[\s*(White|Black)(?:Elo|Rating)\s+"\s*(\d{3,4})(?!\d)', re.IGNORECASE)


def add_trigrams(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Add the extension where PostgreSQL offers it and lets this role do so."""
    if schema_editor.connection.vendor != "postgresql":
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_available_extension_versions WHERE name = 'pg_trgm' AND (trusted OR superuser IS FALSE "
            "OR (SELECT rolsuper FROM pg_roles WHERE rolname = current_user)) "
            "AND has_database_privilege(current_database(), 'CREATE')"
        )
        if cursor.fetchone() is not None:
            cursor.execute("CREATE EXTENSION IF NOT EXISTS pg_trgm")


def fill_strengths(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Read the ratings of stored records, in batches that each commit; a second run goes on."""
    games = apps.get_model("games", "Game").objects.order_by("pk")
    has_ratings = Q(pdn__contains='Elo "') | Q(pdn__contains='Rating "')
    newest = games.values_list("pk", flat=True).last() or 0
    for last in range(0, newest, BATCH):
        part = games.filter(has_ratings, pk__gt=last, pk__lte=last + BATCH, strength=0)
        found = [(strength(pdn), pk) for pk, pdn in part.values_list("pk", "pdn").iterator()]
        with schema_editor.connection.cursor() as cursor:
            cursor.executemany(
                "UPDATE games_game SET strength = %s WHERE id = %s", [row for row in found if row[0]]
            )


def strength(pdn: str) -> int:
    ratings = {side.lower(): int(rating) for side, rating in RATING.findall(pdn)}
    return sum(ratings.values()) // 2 if len(ratings) == 2 else 0


class AddIndexAside(migrations.AddIndex):
    """Add an index; on PostgreSQL beside writers, and again after an interrupted attempt.

    A restore migrates an empty site in one transaction: there nobody writes, and "aside" is not possible.
    """

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        aside: dict[str, Any] = {}
        connection = schema_editor.connection
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {self.index.name}")
            aside["concurrently"] = True
        schema_editor.add_index(to_state.apps.get_model(app_label, self.model_name), self.index, **aside)


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0004_strength")]

    operations = [
        migrations.RunPython(fill_strengths, migrations.RunPython.noop),
        migrations.RunPython(add_trigrams, migrations.RunPython.noop),
        AddIndexAside("game", models.Index(fields=["strength", "id"], name="games_game_strength")),
        AddIndexAside("game", models.Index(fields=["ply_count", "id"], name="games_game_plies")),
        AddIndexAside("game", WordIndex(fields=["player_words"], name="games_game_players")),
        AddIndexAside("game", WordIndex(fields=["event_words"], name="games_game_events")),
    ]
