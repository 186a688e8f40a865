from django.db import migrations, models
from django.db.models import F, Sum
from django.utils import timezone


def transfer_earlier_allocations(apps, schema_editor):
    """Add the transfers that money of one payer on an invoice of another has had since."""
    database = schema_editor.connection.alias
    allocations = apps.get_model("club", "Allocation").objects.using(database)
    entry = apps.get_model("club", "LedgerEntry")
    between = allocations.exclude(payment__payer=F("invoice__payer")).order_by("payment", "invoice")
    columns = ("payment", "payment__payer", "invoice__payer", "invoice__code")
    place = ("payment__organisation", "payment__currency")
    sums = between.values(*columns, *place).annotate(sum=Sum("amount")).exclude(sum=0)
    for row in sums:
        for person, amount in ((row["payment__payer"], row["sum"]), (row["invoice__payer"], -row["sum"])):
            entry.objects.using(database).create(
                organisation_id=row["payment__organisation"],
                person_id=person,
                payment_id=row["payment"],
                kind="transfer",
                amount=amount,
                currency=row["payment__currency"],
                on=timezone.localdate(),
                reason=row["invoice__code"],
                made_by="migration",
            )


class Migration(migrations.Migration):
    dependencies = [
        ("club", "0002_club_facts"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="ledgerentry",
            name="ledger_kind_is_known",
        ),
        migrations.RemoveConstraint(
            model_name="ledgerentry",
            name="ledger_sign_of_its_kind",
        ),
        migrations.AlterField(
            model_name="ledgerentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("invoice", "invoice"),
                    ("reminder_fee", "reminder fee"),
                    ("write_off", "written off"),
                    ("payment", "payment"),
                    ("refund", "refunded"),
                    ("transfer", "transfer between accounts"),
                    ("counter", "counter-entry"),
                ],
                max_length=12,
                verbose_name="type",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    (
                        "kind__in",
                        ["invoice", "reminder_fee", "write_off", "payment", "refund", "transfer", "counter"],
                    )
                ),
                name="ledger_kind_is_known",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("amount__gt", 0), ("kind__in", ["invoice", "reminder_fee", "refund"])),
                    models.Q(("amount__lt", 0), ("kind__in", ["write_off", "payment"])),
                    models.Q(("kind__in", ["transfer", "counter"]), models.Q(("amount", 0), _negated=True)),
                    _connector="OR",
                ),
                name="ledger_sign_of_its_kind",
            ),
        ),
        migrations.RunPython(transfer_earlier_allocations, migrations.RunPython.noop),
    ]
