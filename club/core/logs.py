"""Log formats: text on a laptop, one JSON object per line on a served site."""

import contextvars
import json
import logging
import re
from datetime import UTC, datetime
from typing import Any, Final

CONTROL_CHARACTERS: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class ContextFilter(logging.Filter):
    """Filter that adds the request id and the actor to every record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Add both and accept the record."""
        record.request_id = current_request_id()
        record.actor = current_actor()
        return True


class TextFormatter(logging.Formatter):
    """Text format: 2026-11-21 16:00:00+0100 WARNING club.jobs.handlers [3f2a user:12]: Job 7 failed."""

    default_time_format = "%Y-%m-%d %H:%M:%S%z"
    default_msec_format = ""  # no milliseconds

    def format(self, record: logging.LogRecord) -> str:
        """Put the request in brackets if there is one."""
        request_id = getattr(record, "request_id", "")
        record.place = f" [{request_id} {getattr(record, 'actor', '')}]" if request_id else ""
        return super().format(record)

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's name
        """Escape line breaks and other control characters: a text of a visitor must not look like a line."""
        record.message = CONTROL_CHARACTERS.sub(_escaped, record.message)
        return super().formatMessage(record)


def _escaped(found: re.Match[str]) -> str:
    return found.group().encode("unicode_escape").decode()


class JsonFormatter(logging.Formatter):
    """JSON format: one object per line, so that a collector need not guess."""

    def format(self, record: logging.LogRecord) -> str:
        """Format time, level, logger, message, request, actor, facts, and the traceback if there is one."""
        document: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "request_id": getattr(record, "request_id", ""),
            "actor": getattr(record, "actor", ""),
            "process": record.process,
        }
        if facts := getattr(record, "facts", None):
            document["facts"] = facts
        if record.exc_info:
            document["traceback"] = self.formatException(record.exc_info)
        return json.dumps(document, ensure_ascii=False, default=str)


CURRENT_REQUEST: contextvars.ContextVar[Any] = contextvars.ContextVar("request", default=None)


def current_request_id() -> str:
    """Number of the current request in this thread, if any."""
    return getattr(CURRENT_REQUEST.get(), "request_id", "")


def current_actor() -> str:
    """Sender of the current request, by number and without a query: `user:12`, `pass:3`, `visitor`."""
    request = CURRENT_REQUEST.get()
    if request is None:
        return ""
    actor = getattr(request, "actor", None)
    held = getattr(actor, "helper_pass", None)
    if held is not None:
        return f"pass:{held.pk}"
    user = getattr(actor, "user", None) or getattr(request, "_cached_user", None)
    return f"user:{user.pk}" if user is not None and user.pk else "visitor"
