"""Credit notes with numbers of their own; invoices cancelled before get theirs in the order of the books."""

from collections import Counter

import django.db.models.deletion
from django.db import migrations, models

MARK, DIGITS = "C-", 4


def number_the_old_ones(apps, schema_editor):
    """One credit note for each invoice that was countered, in the order in which that was done."""
    entry, note, books = (apps.get_model("club", name) for name in ("LedgerEntry", "CreditNote", "MoneySettings"))
    patterns = dict(books.objects.values_list("organisation_id", "number_pattern"))
    numbers = Counter()
    rows = entry.objects.filter(kind="counter", reverses__kind="invoice").order_by("on", "pk")
    for organisation, invoice, on in rows.values_list("organisation_id", "invoice_id", "on").iterator():
        numbers[organisation, on.year] += 1
        number = numbers[organisation, on.year]
        pattern = patterns.get(organisation, "{year}-{number}")
        code = pattern.replace("{year}", str(on.year)).replace("{number}", f"{number:0{DIGITS}}")
        note.objects.create(
            organisation_id=organisation,
            invoice_id=invoice,
            year=on.year,
            number=number,
            code=f"{MARK}{code}",
            issued_on=on,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('club', '0011_equipment'),
    ]

    operations = [
        migrations.CreateModel(
            name='CreditNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('year', models.PositiveSmallIntegerField(verbose_name='year')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('code', models.CharField(max_length=42, verbose_name='number of the credit note')),
                ('issued_on', models.DateField(verbose_name='date')),
                ('invoice', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='credit_note', to='club.invoice')),
                ('organisation', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='credit_notes', to='club.organisation')),
            ],
            options={
                'verbose_name': 'credit note',
                'verbose_name_plural': 'credit notes',
                'ordering': ('-year', '-number'),
                'constraints': [models.UniqueConstraint(fields=('organisation', 'year', 'number'), name='credit_note_number_once'), models.UniqueConstraint(fields=('organisation', 'code'), name='credit_note_code_once')],
            },
        ),
        migrations.RunPython(number_the_old_ones, migrations.RunPython.noop),
    ]
