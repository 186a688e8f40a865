"""Settings for tests: the real ones with a separate data folder and static files by plain name."""

import atexit
import os
import shutil
import tempfile
from urllib.parse import urlsplit

DATA = tempfile.mkdtemp(prefix="draughts-club-test-")
atexit.register(shutil.rmtree, DATA, ignore_errors=True)
os.environ["DRAUGHTS_DATA_DIR"] = DATA
os.environ["DRAUGHTS_MAIL_URL"] = "file:"  # as with a mail server
os.environ.setdefault("DRAUGHTS_SECRET_KEY", "only-for-tests")
redis = urlsplit(os.environ.get("REDIS_URL", ""))
if redis.hostname:
    # Emptying the cache empties a whole database of Redis: each process of a test run has its own.
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    database = (int(redis.path.strip("/") or 0) + worker) % 16
    os.environ["REDIS_URL"] = redis._replace(path=f"/{database}").geturl()

from club.config.settings import *  # noqa: E402, F403 - the data folder must be named first

ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # for speed; no real password is here
BOUNDED_HASHING = False  # a test signs in more often than people do; test_sign_in_flood.py sets it
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405 - from the real settings
CELERY_BROKER_TRANSPORT_OPTIONS |= {"global_keyprefix": f"draughts-club-test-{os.getpid()}-"}  # noqa: F405 - the same
MAIL_DELIVERY = {"BACKEND": "django.core.mail.backends.locmem.EmailBackend", "OPTIONS": {}}
CACHES["default"]["KEY_PREFIX"] = f"draughts-club-test-{os.getpid()}-"  # noqa: F405 - the same
