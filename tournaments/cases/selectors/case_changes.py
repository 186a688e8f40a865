"""History of a case, and its changes since an account opened the page."""

from datetime import datetime
from typing import NamedTuple

from club.audit.messages import FieldRow, actor_name, field_label, field_rows, sentence_of
from club.audit.selectors import entries_about
from club.models import AuditEntry
from tournaments.models import Case

MAX_CHANGES = 200
OF_THE_TRAIL = frozenset({"version", "also_changed"})
"""Facts that count and name; they are no change of their own."""


class Change(NamedTuple):
    """An audit entry about a case, as text."""

    who: str
    at: datetime
    sentence: str
    fields: tuple[FieldRow, ...]
    also: tuple[str, ...]  # names of changed fields whose values are not in the audit log
    reason: str

    @property
    def named(self) -> list[str]:
        """Names of the changed fields."""
        return [*(row.label for row in self.fields), *self.also]


def history_of(case: Case) -> list[Change]:
    """Return the history of a case, latest first."""
    return [_change(entry) for entry in entries_about(case, most=MAX_CHANGES)]


def changes_since(case: Case, version: int) -> list[Change]:
    """Return the changes after the version that the account saw, oldest first."""
    entries = entries_about(case, most=MAX_CHANGES)
    return [_change(entry) for entry in reversed(entries) if _version(entry) > version]


def _version(entry: AuditEntry) -> int:
    told = entry.after.get("version", 0) if isinstance(entry.after, dict) else 0
    return told if isinstance(told, int) else 0


def _change(entry: AuditEntry) -> Change:
    after = entry.after if isinstance(entry.after, dict) else {}
    rows = [row for row in field_rows(entry) if row.is_changed]
    hidden = {field_label(name) for name in OF_THE_TRAIL}
    shown = tuple(row for row in rows if row.label not in hidden) if entry.before else ()
    also = tuple(field_label(name) for name in after.get("also_changed", ()))
    return Change(actor_name(entry), entry.at, sentence_of(entry), shown, also, entry.reason)
