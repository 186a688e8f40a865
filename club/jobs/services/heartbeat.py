"""Worker heartbeat."""

import os
import socket
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from club.core.health_facts import BEAT_FILE
from club.models import WorkerBeat

FORGOTTEN_AFTER = timedelta(days=1)


def beat() -> None:
    """Update this worker's heartbeat; it is not in the audit log."""
    now = timezone.now()
    name = f"{socket.gethostname()[:80]}:{os.getpid()}"
    _, is_new = WorkerBeat.objects.update_or_create(name=name, defaults={"at": now})
    if touched := os.environ.get(BEAT_FILE):
        Path(touched).touch()
    if is_new:
        WorkerBeat.objects.filter(at__lt=now - FORGOTTEN_AFTER).delete()
