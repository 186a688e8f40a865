"""The real settings and the ledger, for processes that tests start."""

import os

from club.config.settings import *  # noqa: F403

INSTALLED_APPS += ["ledger"]  # noqa: F405
if REDIS_URL:  # noqa: F405
    CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"] = os.environ["LEDGER_PREFIX"]  # noqa: F405
    CACHES["default"]["KEY_PREFIX"] = os.environ["LEDGER_PREFIX"]  # noqa: F405
