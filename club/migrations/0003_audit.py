"""The trail is refused to whoever would change it, by the database itself."""

from django.db import migrations

from club import audit_guard


def set_up(_apps, schema_editor):
    audit_guard.set_up(schema_editor.connection)


def lift(_apps, schema_editor):
    audit_guard.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("club", "0002_ground")]

    operations = [migrations.RunPython(set_up, lift)]
