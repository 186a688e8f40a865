from django.db import migrations

from club.core.migration_operations import AlterOrderings


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_house_rules'),
    ]

    operations = [
        AlterOrderings(
            orderings={
                'houserules': ('name', 'pk'),
            },
        ),
    ]
