from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0003_saved_checks")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="strength",
            field=models.PositiveSmallIntegerField(db_default=0, verbose_name="average rating"),
        ),
    ]
