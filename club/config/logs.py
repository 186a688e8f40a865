"""Logging settings."""

from typing import Any


def logging_settings(*, form: str, level: str) -> dict[str, Any]:
    """Return Django's logging settings: all messages go to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"context": {"()": "club.core.logs.Context"}},
        "formatters": {
            "line": {
                "()": "club.core.logs.Lines",
                "format": "{asctime} {levelname} {name}{place}: {message}",
                "style": "{",
            },
            "json": {"()": "club.core.logs.JsonLines"},
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": form, "filters": ["context"]}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # A request with an unknown host or a missing page is no fault of the site.
            "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
            # One line a request for a log collector; a laptop logs only errors.
            "club.requests": {"level": "INFO" if form == "json" else level, "propagate": True},
        },
    }
