"""Indexes for the choices of the audit log: which actions and kinds of objects a chain has."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("club", "0006_seal_second_factors")]

    operations = [
        migrations.AddIndex(
            model_name="auditentry", index=models.Index(fields=["chain", "action"], name="audit_actions")
        ),
        migrations.AddIndex(
            model_name="auditentry", index=models.Index(fields=["chain", "target_kind"], name="audit_kinds")
        ),
    ]
