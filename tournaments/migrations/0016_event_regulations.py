from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0015_tie_break_games'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='ruling',
            name='ruling_consequence_is_known',
        ),
        migrations.AddField(
            model_name='event',
            name='regulations',
            field=models.JSONField(blank=True, default=dict, verbose_name='regulations'),
        ),
        migrations.AddField(
            model_name='ruling',
            name='regulations',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AlterField(
            model_name='ruling',
            name='consequence',
            field=models.CharField(choices=[('none', 'no sanction'), ('reminder', 'reminder'), ('opponent_chooses', 'the opponent chooses'), ('caution', 'caution'), ('warning', 'warning'), ('time_penalty', 'time penalty'), ('points_deducted', 'points deducted'), ('game_lost', 'game lost'), ('both_lost', 'game lost by both'), ('excluded', 'excluded from the event')], max_length=20, verbose_name='consequence'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(('consequence__in', ['none', 'reminder', 'opponent_chooses', 'caution', 'warning', 'time_penalty', 'points_deducted', 'game_lost', 'both_lost', 'excluded'])), name='ruling_consequence_is_known'),
        ),
    ]
