"""Checks of the contents of an archive: whether what it holds is consistent, beyond being undamaged.

Each app registers its checks in its `registry.py`. They run on the restored tables before the site uses them.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from django.db import transaction
from django.utils.translation import gettext as _

from club.core.outages import outage_of


class ContentCheck(Protocol):
    """Function that yields a sentence for each fault: what is wrong, and where."""

    __name__: str

    def __call__(self) -> Iterable[str]:
        """Check the contents of the default database."""


FAULT_CHECKS: list[ContentCheck] = []
NOTE_CHECKS: list[ContentCheck] = []
MAX_FAULTS = 20


@dataclass(frozen=True, slots=True)
class Contents:
    """Result of the checks: faults speak against a restore, notes do not."""

    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def add_content_checks(*, faults: Iterable[ContentCheck] = (), notes: Iterable[ContentCheck] = ()) -> None:
    """Register checks of an app."""
    FAULT_CHECKS.extend(faults)
    NOTE_CHECKS.extend(notes)


def check_contents() -> Contents:
    """Run every check on the database of the default connection."""
    return Contents(
        faults=[fault for check in FAULT_CHECKS for fault in _run(check)],
        notes=[note for check in NOTE_CHECKS for note in _run(check)],
    )


def _run(check: ContentCheck) -> list[str]:
    """Return the sentences of a check; one that fails on the contents is a fault itself."""
    try:
        with transaction.atomic():  # a statement that fails must not end the transaction of the restore
            found = list(islice(check(), MAX_FAULTS + 1))
    except Exception as error:  # a check reads rows that may hold anything
        if outage_of(error) is not None:
            raise
        facts = {"check": check.__name__, "error": f"{type(error).__name__}: {error}"}
        return [_("The check %(check)s cannot read the contents (%(error)s).") % facts]
    return [*found[:MAX_FAULTS], _("and more of the same kind")] if len(found) > MAX_FAULTS else found
