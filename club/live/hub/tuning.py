"""The process of many streams: fewer rounds of the garbage collector, more open connections."""

import gc
import importlib

YOUNG, MIDDLE, OLD = 50_000, 20, 100
"""A full round walks every listener's objects, which live long and are no garbage: let it be rare."""


def tune_collector() -> None:
    """Put what the program has loaded beyond the collector's reach, and let it look less often."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, OLD)


def raise_connection_limit() -> None:
    """Allow as many open connections as the system lets this process have without asking anybody."""
    try:
        resource = importlib.import_module("resource")
    except ImportError:  # Windows counts otherwise
        return
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
