from django.db import migrations, models

from club.core.migration_operations import AlterOrderings


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0013_huffing'),
    ]

    operations = [
        AlterOrderings(
            orderings={
                'entrycontact': ('pk',),
                'committeemember': ('event_id', 'is_substitute', 'position', 'pk'),
                'appealseat': ('appeal_id', 'pk'),
                'availabilitypoll': ('fixture_id', 'pk'),
                'availability': ('poll_id', 'pk'),
                'case': ('event_id', '-number'),
                'casephoto': ('case_id', 'pk'),
                'decision': ('pairing_id',),
                'entry': ('section_id', models.OrderBy(models.F('number'), nulls_last=True), '-rating', 'name', 'pk'),
                'absence': ('entry_id', 'round_number'),
                'equipmentcheck': ('event_id', 'article'),
                'captain': ('entry_id', 'role', 'pk'),
                'lineupplace': ('line_up_id', 'place'),
                'ladder': ('name', 'pk'),
                'ladderplace': ('ladder_id', 'place'),
                'ladderstep': ('ladder_id', 'number'),
                'clubnight': ('section_id', '-opened_at', '-pk'),
                'attendance': ('night_id', 'arrived_at', 'pk'),
                'prize': ('section_id', 'position', 'pk'),
                'ratinglist': ('name', 'pk'),
                'ratingperiod': ('rating_list_id', 'number'),
                'ratingchange': ('period_id', 'pk'),
                'ratedplayer': ('rating_list_id', models.OrderBy(models.F('rating'), descending=True, nulls_last=True), 'pk'),
                'round': ('section_id', 'number'),
                'pairing': ('round_id', models.OrderBy(models.F('board_number'), nulls_last=True), 'pk'),
                'gameresult': ('pairing_id', 'number'),
                'boardcard': ('section_id', 'board_number', '-pk'),
                'resultreport': ('pairing_id', 'game', 'pk'),
                'accepteddoubt': ('round_id', 'pk'),
                'ruling': ('case_id', 'number'),
                'opponentchoice': ('ruling_id',),
                'screenfamily': ('event_id', 'pk'),
                'screen': ('event_id', 'pk'),
                'section': ('event_id', 'position', 'pk'),
                'sectionclass': ('section_id', 'position', 'pk'),
                'fee': ('section_id', 'position', 'pk'),
                'roundtime': ('section_id', 'number'),
                'official': ('event_id', 'position', 'pk'),
                'standingssnapshot': ('section_id', '-pk'),
                'teammember': ('entry_id', 'board_order'),
            },
        ),
    ]
