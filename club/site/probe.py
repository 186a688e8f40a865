"""Health checks for containers, without starting the whole program: exit 0 if healthy.

`python -m club.site.probe ADDRESS` asks a page server; `python -m club.site.probe --worker` checks when the
worker of this container last touched DRAUGHTS_BEAT_FILE.
"""

import os
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from club.core.metrics import BEAT_FILE

SECONDS = 5
SILENT_SECONDS = 60


def probe(address: str) -> int:
    """Request the page under the site's own host name."""
    name = os.environ.get("DRAUGHTS_ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    request = urllib.request.Request(address, headers={"Host": name, "X-Forwarded-Proto": "https"})  # noqa: S310 - http to ourselves
    try:
        with urllib.request.urlopen(request, timeout=SECONDS):  # noqa: S310 - the same
            return 0
    except (urllib.error.URLError, OSError):
        return 1


def worker_is_silent() -> int:
    """Check that the file was not touched for a minute, as an exit code."""
    try:
        age = time.time() - Path(os.environ[BEAT_FILE]).stat().st_mtime
    except (KeyError, OSError):
        return 1
    return int(age > SILENT_SECONDS)


if __name__ == "__main__":
    asked = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000/healthz"
    sys.exit(worker_is_silent() if asked == "--worker" else probe(asked))
