"""Many threads write on one chain at once; prints what was raised and whether the chain holds."""

import json
import sys
import threading

import django

django.setup()  # the imports below need it

from django.db import connections, transaction  # noqa: E402

from club.audit import log as audit  # noqa: E402
from club.audit.selectors import verify_chains  # noqa: E402
from club.core.actor import SYSTEM  # noqa: E402
from club.models import AuditChain, AuditEntry, Organisation  # noqa: E402

THREADS, EACH = 8, 25


def write(club, number, turn):
    """One entry; every fifth is taken back with its transaction."""
    with transaction.atomic():
        audit.record("club.test.done", club, actor=SYSTEM, organisation_id=club.pk, after={"turn": turn})
        if turn % 5 == number % 5:
            transaction.set_rollback(True)


def write_together(club):
    """Let all threads write for the club; return what they raised and what their chain holds."""
    raised, ready = [], threading.Barrier(THREADS)

    def run(number):
        try:
            ready.wait(120)
            for turn in range(EACH):
                write(club, number, turn)
        except Exception as error:  # noqa: BLE001 - told at the end
            raised.append(f"{type(error).__name__}: {error}")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    chains = [chain for chain in verify_chains() if chain.key == key_of(club)]
    numbers = AuditEntry.objects.filter(chain__key=key_of(club)).values_list("number", flat=True)
    return {
        "raised": raised,
        "entries": sum(chain.entries for chain in chains),
        "broken": next((chain.broken.what for chain in chains if chain.broken), None),
        "numbers": len(set(numbers)),
    }


def key_of(club):
    return f"club:{club.pk}"


class ReadTooEarly:
    """Every writer is given the head as it was before anybody wrote."""

    def __init__(self, key):
        self.key, self.pk = key, AuditChain.objects.create(key=key).pk

    def get_or_create(self, **_where):
        return AuditChain(pk=self.pk, key=self.key), False


told = {"locked": write_together(Organisation.objects.create(slug="north", name="North club"))}
club = Organisation.objects.create(slug="south", name="South club")
too_early = ReadTooEarly(key_of(club))
AuditChain.objects.select_for_update = lambda **_locks: too_early
told["unlocked"] = write_together(club)
sys.stdout.write(json.dumps(told))
