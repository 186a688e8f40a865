"""`python -m club.probe [ADDRESS]`: exit 0 when the address answers well; for health checks of containers."""

import os
import sys
import urllib.error
import urllib.request

SECONDS = 5


def probe(address: str) -> int:
    """Ask under the name that the site answers to."""
    name = os.environ.get("DRAUGHTS_ALLOWED_HOSTS", "localhost").split(",")[0].strip()
    request = urllib.request.Request(address, headers={"Host": name, "X-Forwarded-Proto": "https"})  # noqa: S310 - http to ourselves
    try:
        with urllib.request.urlopen(request, timeout=SECONDS):  # noqa: S310 - the same
            return 0
    except (urllib.error.URLError, OSError):
        return 1


if __name__ == "__main__":
    sys.exit(probe(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000/healthz"))
