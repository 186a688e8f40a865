from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

BATCH = 1_000
TEAM_SYSTEMS = ("team_swiss_2026", "team_round_robin")


def fill_strengths(apps: StateApps, _schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Give records of pairings the average rating of their players; what has one from its tags stays.

    Records get the ratings as tags when something in their pairing changes. Until then the column has them.
    """
    games = apps.get_model("games", "Game").objects
    rows = apps.get_model("tournaments", "GameResult").objects.filter(game__strength=0).order_by("pk")
    rows = rows.exclude(pairing__round__section__event__state="draft").exclude(pairing__round__state="draft")
    columns = (
        *("pk", "game", "pairing__round__section__system"),
        *("first_member__rating", "second_member__rating"),
        *("pairing__white__rating", "pairing__black__rating"),
    )
    last = 0
    while batch := list(rows.filter(pk__gt=last).values_list(*columns)[:BATCH]):
        for _pk, game, system, *ratings in batch:
            white, black = ratings[:2] if system in TEAM_SYSTEMS else ratings[2:]
            if white and black:
                games.filter(pk=game, strength=0).update(strength=(white + black) // 2)
        last = batch[-1][0]


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("tournaments", "0010_webhooks"), ("games", "0005_strengths_and_words")]

    operations = [migrations.RunPython(fill_strengths, migrations.RunPython.noop)]
