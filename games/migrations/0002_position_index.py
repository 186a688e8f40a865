from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# The key of each table holds the whole row: SQLite stores no row number beside it, PostgreSQL reads no table.
TABLES = {
    "games_gameposition": (
        "key bigint NOT NULL, game_id bigint NOT NULL, ply smallint NOT NULL, move smallint NOT NULL, "
        "year smallint NOT NULL, winner smallint NOT NULL",
        "key, game_id",
        "ply, move, year, winner",
    ),
    "games_openingmove": (
        "edge bigint NOT NULL, year smallint NOT NULL, games integer NOT NULL, white integer NOT NULL, "
        "black integer NOT NULL, draws integer NOT NULL",
        "edge, year",
        "",
    ),
    "games_gameending": (
        "material bigint NOT NULL, game_id bigint NOT NULL, ply smallint NOT NULL, stood smallint NOT NULL, "
        "is_final {boolean} NOT NULL",
        "material, game_id",
        "ply, stood, is_final",
    ),
}


def create_tables(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    is_sqlite = schema_editor.connection.vendor == "sqlite"
    for table, (columns, key, included) in TABLES.items():
        typed = columns.format(boolean="bool" if is_sqlite else "boolean")
        include = f" INCLUDE ({included})" if included and not is_sqlite else ""
        end = " WITHOUT ROWID" if is_sqlite else ""
        schema_editor.execute(f"CREATE TABLE {table} ({typed}, PRIMARY KEY ({key}){include}){end}")


def drop_tables(_apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    for table in TABLES:
        schema_editor.execute(f"DROP TABLE {table}")


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(create_tables, drop_tables)],
            state_operations=[
                migrations.CreateModel(
                    name="GamePosition",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "key",
                                "game_id",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("key", models.BigIntegerField()),
                        ("game_id", models.BigIntegerField()),
                        ("ply", models.SmallIntegerField()),
                        ("move", models.SmallIntegerField()),
                        ("year", models.SmallIntegerField()),
                        ("winner", models.SmallIntegerField()),
                    ],
                    options={"default_permissions": ()},
                ),
                migrations.CreateModel(
                    name="OpeningMove",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "edge", "year", blank=True, editable=False, primary_key=True, serialize=False
                            ),
                        ),
                        ("edge", models.BigIntegerField()),
                        ("year", models.SmallIntegerField()),
                        ("games", models.IntegerField()),
                        ("white", models.IntegerField()),
                        ("black", models.IntegerField()),
                        ("draws", models.IntegerField()),
                    ],
                    options={"default_permissions": ()},
                ),
                migrations.CreateModel(
                    name="GameEnding",
                    fields=[
                        (
                            "pk",
                            models.CompositePrimaryKey(
                                "material",
                                "game_id",
                                blank=True,
                                editable=False,
                                primary_key=True,
                                serialize=False,
                            ),
                        ),
                        ("material", models.BigIntegerField()),
                        ("game_id", models.BigIntegerField()),
                        ("ply", models.SmallIntegerField()),
                        ("stood", models.SmallIntegerField()),
                        ("is_final", models.BooleanField()),
                    ],
                    options={"default_permissions": ()},
                ),
            ],
        ),
        migrations.CreateModel(
            name="IndexProgress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("up_to", models.BigIntegerField(default=0)),
            ],
            options={"default_permissions": ()},
        ),
    ]
