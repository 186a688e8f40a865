"""Log formats: text on a laptop, one JSON object per line on a served site."""

import json
import logging
from datetime import UTC, datetime
from typing import Any

from club.core.request_context import current_actor, current_request_id


class Context(logging.Filter):
    """Filter that adds the request id and the actor to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add both and accept the record."""
        record.request_id = current_request_id()
        record.actor = current_actor()
        return True


class Lines(logging.Formatter):
    """Text format: 2026-11-21 16:00:00,000 WARNING club.jobs.handlers [3f2a user:12]: Job 7 failed."""

    def format(self, record: logging.LogRecord) -> str:
        """Put the request in brackets if there is one."""
        request_id = getattr(record, "request_id", "")
        record.place = f" [{request_id} {getattr(record, 'actor', '')}]" if request_id else ""
        return super().format(record)


class JsonLines(logging.Formatter):
    """JSON format: one object per line, so that a collector need not guess."""

    def format(self, record: logging.LogRecord) -> str:
        """Format time, level, logger, message, request, actor, facts, and the traceback if there is one."""
        said: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", ""),
            "actor": getattr(record, "actor", ""),
            "process": record.process,
        }
        if facts := getattr(record, "facts", None):
            said["facts"] = facts
        if record.exc_info:
            said["traceback"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False, default=str)
