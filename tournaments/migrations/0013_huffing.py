from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0012_challenge_mails'),
    ]

    operations = [
        migrations.AlterField(
            model_name='opponentchoice',
            name='choice',
            field=models.CharField(choices=[('rectified', 'to be put right'), ('let_stand', 'left as it is'), ('huff', 'a piece that should have captured is taken off'), ('play_on', 'play goes on without the piece'), ('put_back', 'the piece is put back'), ('lapsed', 'none before the next move: it stands')], max_length=12, verbose_name='choice'),
        ),
    ]
