"""The trail is refused to whoever would change it, by the database itself: once its tables are as they are now."""

from django.db import migrations

from club.audit import triggers as audit_triggers


def lift(_apps, schema_editor):
    audit_triggers.lift(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("club", "0002_ground")]

    operations = [migrations.RunPython(migrations.RunPython.noop, lift)]
