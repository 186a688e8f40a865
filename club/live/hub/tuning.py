"""Process tuning for many streams: fewer garbage collections, more open connections."""

import gc
import importlib

YOUNG, MIDDLE, OLD = 50_000, 20, 100
"""Make full collections rare: they traverse every listener's objects, which live long."""


def tune_collector() -> None:
    """Freeze the objects of loaded modules, and collect less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def raise_connection_limit() -> None:
    """Raise the limit of open connections to the maximum allowed without privileges."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # not available on Windows
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
