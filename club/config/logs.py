"""What Django's logging is told."""

from typing import Any


def logging_settings(*, form: str, level: str) -> dict[str, Any]:
    """What Django is told: everything goes to the standard error."""
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
            # A link to an address with another host, and a page that is not there, are no fault of ours.
            "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL", "propagate": False},
            "django.request": {"handlers": [], "level": "ERROR", "propagate": True},
            # One line a request where somebody collects them; a laptop tells only what goes wrong.
            "club.requests": {"level": "INFO" if form == "json" else level, "propagate": True},
        },
    }
