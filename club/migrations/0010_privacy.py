import secrets

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from club.audit import triggers as audit_triggers, audit_seals

RESEALED = "club.trail.resealed"


def reseal(apps, schema_editor):
    """Hash the trail by the parts of its entries, so that a name can be blanked.

    Only a chain that holds is hashed anew; the hash it ended with stands in an entry of its own at the new
    end, and can be worked out again from what the entries say for as long as nothing is blanked. A chain that
    is broken stays as it is: it goes on telling where.
    """
    chains = apps.get_model("club", "AuditChain")._base_manager
    entries = apps.get_model("club", "AuditEntry")._base_manager
    audit_triggers.lift(schema_editor.connection)  # set up again after every migrate
    for chain in chains.filter(length__gt=0).order_by("pk"):
        rows = entries.filter(chain=chain, number__lte=chain.length).order_by("number")
        if not _holds(chain, rows):
            continue
        last = ""
        for entry in rows.iterator(chunk_size=500):
            entry.chain, entry.form, entry.previous_hash = chain, audit_seals.SEALED, last
            last = _sealed(entry)
            entry.save(update_fields=["form", "salts", "previous_hash", "hash"])
        told = {"entries": chain.length, "last_hash": chain.last_hash}
        entry = entries.model(
            chain=chain, number=chain.length + 1, at=django.utils.timezone.now(), action=RESEALED,
            organisation_id=entry.organisation_id, actor_label="program", after=told, previous_hash=last,
        )
        chain.length, chain.last_hash = entry.number, _sealed(entry)
        entry.save(force_insert=True)
        chain.save()


def _holds(chain, rows):
    number, last = 0, ""
    for entry in rows.iterator(chunk_size=500):
        entry.chain = chain
        number += 1
        if (entry.number, entry.previous_hash) != (number, last) or entry.hash != audit_seals.entry_hash(entry):
            return False
        last = entry.hash
    return (chain.length, chain.last_hash) == (number, last)


def _sealed(entry):
    entry.salts = {part: secrets.token_hex(16) for part in audit_seals.parts_of(entry)}
    entry.hash = audit_seals.entry_hash(entry)
    return entry.hash


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0009_bank_files'),
    ]

    operations = [
        migrations.CreateModel(
            name='ErasureRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('state', models.CharField(choices=[('asked', 'waits for an answer'), ('taken_back', 'taken back'), ('refused', 'refused'), ('done', 'done')], default='asked', max_length=10, verbose_name='state')),
                ('message', models.TextField(blank=True, max_length=1000, verbose_name='message')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked')),
                ('asked_by', models.CharField(max_length=200, verbose_name='asked by')),
                ('answer', models.TextField(blank=True, max_length=1000, verbose_name='answer')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('answered_by', models.CharField(blank=True, max_length=200, verbose_name='answered by')),
            ],
            options={
                'verbose_name': 'request to be erased',
                'verbose_name_plural': 'requests to be erased',
                'ordering': ('asked_at', 'pk'),
            },
        ),
        migrations.CreateModel(
            name='RetentionRule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=40)),
                ('months', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='months')),
            ],
            options={
                'verbose_name': 'rule of retention',
                'verbose_name_plural': 'rules of retention',
                'ordering': ('organisation', 'kind'),
            },
        ),
        migrations.AddField(
            model_name='auditentry',
            name='digests',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='form',
            field=models.PositiveSmallIntegerField(default=1),  # the entries that are there
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='auditentry',
            name='form',
            field=models.PositiveSmallIntegerField(default=2),
        ),
        migrations.AddField(
            model_name='auditentry',
            name='salts',
            field=models.JSONField(blank=True, default=dict),
        ),
        migrations.AddField(
            model_name='person',
            name='erased_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='erased'),
        ),
        migrations.AddConstraint(
            model_name='auditentry',
            constraint=models.CheckConstraint(condition=models.Q(('form__in', [1, 2])), name='audit_form_is_known'),
        ),
        migrations.AddField(
            model_name='erasurerequest',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.organisation'),
        ),
        migrations.AddField(
            model_name='erasurerequest',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='erasure_requests', to='club.person'),
        ),
        migrations.AddField(
            model_name='retentionrule',
            name='organisation',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='club.organisation'),
        ),
        migrations.AddIndex(
            model_name='erasurerequest',
            index=models.Index(fields=['organisation', 'state'], name='erasure_request_of_club'),
        ),
        migrations.AddConstraint(
            model_name='erasurerequest',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'asked')), fields=('person',), name='erasure_asked_once'),
        ),
        migrations.AddConstraint(
            model_name='erasurerequest',
            constraint=models.CheckConstraint(condition=models.Q(('state__in', ['asked', 'taken_back', 'refused', 'done'])), name='erasure_request_state_is_known'),
        ),
        migrations.AddConstraint(
            model_name='retentionrule',
            constraint=models.UniqueConstraint(fields=('organisation', 'kind'), name='retention_rule_once_a_club'),
        ),
        migrations.AddConstraint(
            model_name='retentionrule',
            constraint=models.CheckConstraint(condition=models.Q(('months__isnull', True), ('months__gte', 1), _connector='OR'), name='retention_months_are_some'),
        ),
        migrations.RunPython(reseal, migrations.RunPython.noop),
    ]
