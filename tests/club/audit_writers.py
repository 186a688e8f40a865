"""Many threads write on one chain at once; prints what was raised and whether the chain holds."""

import json
import sys
import threading

import django

django.setup()  # the imports below need it

from django.core.management import call_command  # noqa: E402
from django.db import connections, transaction  # noqa: E402

from club import audit  # noqa: E402
from club.actor import SYSTEM  # noqa: E402
from club.models import AuditChain, AuditEntry, Organisation  # noqa: E402
from club.selectors.audit_proof import proven_chains  # noqa: E402

THREADS, EACH = 8, 25
call_command("migrate", verbosity=0)
club = Organisation.objects.create(slug="north", name="North club")
raised, ready = [], threading.Barrier(THREADS)


def write(number, turn):
    """One entry; every fifth is taken back with its transaction."""
    with transaction.atomic():
        audit.record("club.test.done", club, actor=SYSTEM, organisation_id=club.pk, after={"turn": turn})
        if turn % 5 == number % 5:
            transaction.set_rollback(True)


def run(number):
    try:
        ready.wait(10)
        for turn in range(EACH):
            write(number, turn)
    except Exception as error:  # noqa: BLE001 - told at the end
        raised.append(f"{type(error).__name__}: {error}")
    finally:
        connections.close_all()


if "--without-lock" in sys.argv:
    key = f"club:{club.pk}"
    AuditChain.objects.create(key=key)

    class ReadTooEarly:
        """Every writer is given the head as it was before anybody wrote."""

        def get(self, **_where):
            return AuditChain(pk=AuditChain.objects.values_list("pk", flat=True).get(key=key), key=key)

    AuditChain.objects.select_for_update = ReadTooEarly

threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
chains = list(proven_chains())
numbers = AuditEntry.objects.values_list("number", flat=True)
told = {
    "raised": raised,
    "entries": sum(chain.entries for chain in chains),
    "broken": next((chain.broken.what for chain in chains if chain.broken), None),
    "numbers": len(set(numbers)),
}
sys.stdout.write(json.dumps(told))
