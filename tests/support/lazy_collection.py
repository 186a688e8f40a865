"""Watch over collection: a test module is imported without reading data files and without the URLconf.

Every process of a run imports every test module, so that each second spent there counts once a process and
again at every start. Parametrize over names, and read in the test what they name.
"""

import io
import os
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest.mock import patch

from django.conf import settings

REPOSITORY = Path(__file__).resolve().parent.parent.parent
DATA = REPOSITORY / "tests" / "data"
SHARED = REPOSITORY.parent / "shared"
SUFFIXES = frozenset({".csv", ".json", ".md", ".pairs", ".pdn", ".trf", ".xml", ".zip"})
ALLOWED = frozenset({DATA / "perft.json"})  # small: the names of its positions are the names of the tests


@dataclass
class CollectionWatch:
    """What was read while test modules were imported; of those that load the URLconf the first is found."""

    urlconf: str
    watched: set[str] = field(default_factory=set)
    found: list[str] = field(default_factory=list)

    @contextmanager
    def over(self, collected):
        """Note what one folder or module reads while it is imported."""
        self.watched.add(collected)
        was_loaded = self.urlconf in sys.modules
        opened = io.open

        def noting(file, *args, **kwargs):
            if isinstance(file, str | os.PathLike) and is_data(Path(file)):
                self.found.append(f"{collected} reads {Path(file).name}")
            return opened(file, *args, **kwargs)

        with patch("io.open", noting), patch("builtins.open", noting):
            yield
        if self.urlconf in sys.modules and not was_loaded:
            self.found.append(f"{collected} loads the URLconf")


WATCH = CollectionWatch(settings.ROOT_URLCONF)


def is_data(path):
    """Whether a file holds expected values or records; sources and settings do not."""
    path = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the link to the shared folder
    if path in ALLOWED or any(part.startswith(".venv") for part in path.parts):
        return False
    return any(path.is_relative_to(folder) for folder in (DATA, SHARED)) or (
        path.suffix in SUFFIXES and path.is_relative_to(REPOSITORY)
    )
