import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0001_initial'),
        ('games', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='HouseRules',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=20, verbose_name='key')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('base', models.CharField(max_length=20, verbose_name='derived from')),
                ('changes', models.JSONField(verbose_name='changed facts')),
                ('read_from_game', models.BooleanField(default=False, verbose_name='came with a game')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='made')),
                ('retired_at', models.DateTimeField(blank=True, null=True, verbose_name='retired')),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='house_rules', to='club.organisation')),
            ],
            options={
                'verbose_name': 'house rules',
                'verbose_name_plural': 'house rules',
                'ordering': ('organisation', 'name', 'pk'),
                'indexes': [models.Index(fields=['key'], name='games_house_rules_key')],
                'constraints': [models.UniqueConstraint(fields=('organisation', 'key'), name='house_rules_once_a_club'), models.UniqueConstraint(condition=models.Q(('read_from_game', False)), fields=('organisation', 'name'), name='house_rules_name_once_a_club')],
            },
        ),
    ]
