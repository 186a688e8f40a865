"""What the ledger registers: importing its jobs is enough."""

from ledger import tasks

JOBS = (tasks,)
CHANNELS = (tasks,)
