from django.db import migrations

from club.core.migration_operations import AlterOrderings


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0012_credit_notes'),
    ]

    operations = [
        AlterOrderings(
            orderings={
                'liveevent': ('channel_id', 'number'),
                'reminderstep': ('organisation_id', 'number'),
                'feerule': ('pk',),
                'retentionrule': ('organisation_id', 'kind'),
            },
        ),
    ]
