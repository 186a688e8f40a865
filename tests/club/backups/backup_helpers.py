"""What the tests of backups share: names, the trail, a worker."""

from club.jobs.services import jobs
from club.models import AuditEntry

NAME = "20261121T120000Z-7"
ONCE = "0" * 32


def actions():
    return list(AuditEntry.objects.filter(action__startswith="club.backup").values_list("action", flat=True))


def work():
    jobs.run_waiting(queue="bulk", seconds=60)
