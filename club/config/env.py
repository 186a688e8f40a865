"""Typed readers for the environment. An invalid value stops the start with an error that names it."""

import os
import re
import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off", ""})


def read_bool(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    """Read a boolean: 1/0, true/false, yes/no, on/off."""
    raw = env.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word not in YES | NO:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it must be 1 or 0.")
    return word in YES


def read_int(env: Mapping[str, str], name: str, *, default: int, least: int = 0) -> int:
    """Read an integer, not below `least`."""
    raw = env.get(name, "").strip()
    if not raw:
        return default
    try:
        number = int(raw)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it must be a whole number.") from None
    if number < least:
        raise ImproperlyConfigured(f"{name} is {number}; it must be {least} or more.")
    return number


def read_list(env: Mapping[str, str], name: str, *, default: tuple[str, ...] = ()) -> list[str]:
    """Read words separated by commas."""
    raw = env.get(name)
    if raw is None:
        return list(default)
    return [word.strip() for word in raw.split(",") if word.strip()]


def read_path(env: Mapping[str, str], name: str, *, default: Path) -> Path:
    """Read the path of a folder or file; `~` is expanded."""
    raw = env.get(name, "").strip()
    return (Path(raw).expanduser() if raw else default).absolute()


def read_choice(env: Mapping[str, str], name: str, *, choices: tuple[str, ...], default: str) -> str:
    """Read one of a few words."""
    word = env.get(name, "").strip().lower() or default
    if word not in choices:
        raise ImproperlyConfigured(f"{name} is {word!r}; it must be one of {', '.join(choices)}.")
    return word


def read_hosts(env: Mapping[str, str], name: str, *, default: tuple[str, ...]) -> list[str]:
    """Read host names and addresses between commas, without scheme, port or path.

    Refuse `*`, which would allow any host.
    """
    hosts = read_list(env, name, default=default)
    for host in hosts:
        if not re.fullmatch(r"\.?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\]", host):
            raise ImproperlyConfigured(
                f"{name} has {host!r}; it must be a name or address such as club.example or 192.168.1.20."
            )
    return hosts


def read_origins(env: Mapping[str, str], name: str) -> list[str]:
    """Read origins, separated by commas: scheme and host, nothing after."""
    origins = read_list(env, name)
    for origin in origins:
        if not re.fullmatch(r"https?://[^/?#\s]+", origin):
            raise ImproperlyConfigured(
                f"{name} has {origin!r}; it must be an origin such as https://club.example."
            )
    return origins


def read_redis_url(env: Mapping[str, str], name: str) -> str:
    """Read the URL of a Redis, or nothing. It may contain a password, so errors do not repeat it."""
    url = env.get(name, "").strip()
    parts = urlsplit(url)
    if url and (parts.scheme not in {"redis", "rediss"} or not parts.hostname):
        raise ImproperlyConfigured(f"{name} begins with {parts.scheme!r}; it must be redis://host:6379/0.")
    return url


def read_secret(env: Mapping[str, str], name: str, *, least: int = 0) -> str:
    """Read a secret, never repeated in an error; one shorter than `least` characters can be guessed."""
    secret = env.get(name, "").strip()
    if secret and len(secret) < least:
        raise ImproperlyConfigured(
            f"{name} has {len(secret)} characters; it must have {least} or more, made by chance."
        )
    return secret


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseAddress:
    """Parts of a DATABASE_URL."""

    engine: str
    name: str
    user: str = ""
    password: str = ""
    host: str = ""
    port: str = ""
    options: dict[str, str] = field(default_factory=dict)


ENGINES = {
    "postgres": "django.db.backends.postgresql",
    "postgresql": "django.db.backends.postgresql",
    "sqlite": "club.config.sqlite",
}


def read_database_url(url: str) -> DatabaseAddress:
    """Parse `postgresql://user:secret@host:port/name?sslmode=require` or `sqlite:///path/to/file`."""
    parts = urlsplit(url)
    engine = ENGINES.get(parts.scheme)
    if engine is None:
        raise ImproperlyConfigured(
            f"DATABASE_URL begins with {parts.scheme!r}; it must begin with postgresql:// or sqlite:///."
        )
    name = unquote(parts.path.removeprefix("/"))
    if not name:
        raise ImproperlyConfigured("DATABASE_URL names no database.")
    try:
        port = str(parts.port or "")
    except ValueError:
        raise ImproperlyConfigured("DATABASE_URL has a port that is not a number.") from None
    return DatabaseAddress(
        engine=engine,
        name=name,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        host=unquote(parts.hostname or ""),
        port=port,
        options=dict(parse_qsl(parts.query)),
    )


# A copy is read alone, and has no WAL: its file is replaced while it is open.
READ_ONLY_SQLITE = {
    "transaction_mode": "DEFERRED",
    "timeout": 20,
    "init_command": "PRAGMA query_only=ON; PRAGMA foreign_keys=ON;",
}
READ_ONLY_POSTGRESQL = "-c default_transaction_read_only=on"


def database_settings(*, url: str, data_dir: Path, is_copy: bool = False) -> dict[str, Any]:
    """Return Django's database settings: SQLite in `data_dir` unless a URL is given."""
    address = read_database_url(url) if url else None
    if address is None or address.engine == ENGINES["sqlite"]:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        return {
            "ENGINE": ENGINES["sqlite"],
            "NAME": address.name if address else data_dir / "club.sqlite3",
            "OPTIONS": dict(READ_ONLY_SQLITE)
            if is_copy
            else {
                # Django's own defaults lose writers to "database is locked". Figures:
                # docs/decisions/0005-sqlite-runs-with-wal-immediate-full-and-20-s.md
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
            "CONN_MAX_AGE": 60,
            "CONN_HEALTH_CHECKS": True,
        }
    return {
        "ENGINE": address.engine,
        "NAME": address.name,
        "USER": address.user,
        "PASSWORD": address.password,
        "HOST": address.host,
        "PORT": address.port,
        "OPTIONS": address.options | ({"options": READ_ONLY_POSTGRESQL} if is_copy else {}),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


MAIL_BACKENDS = "django.core.mail.backends"
MAIL_PORTS = {"smtp": 587, "smtps": 465}
MAIL_TIMEOUT_SECONDS = 20


def mail_settings(*, url: str, data_dir: Path) -> dict[str, Any]:
    """Return mail settings: `console:`, `file:` (the data folder), `file:///folder`, `smtp://`, `smtps://`.

    `smtp://user:secret@host:587` begins unencrypted and then requires STARTTLS;
    `?starttls=0` is for a server on the same machine.

    """
    parts = urlsplit(url or "file:")
    if parts.scheme == "console":
        return {"BACKEND": f"{MAIL_BACKENDS}.console.EmailBackend", "OPTIONS": {}}
    if parts.scheme == "file":
        folder = Path(unquote(parts.path)) if parts.path.strip("/") else data_dir / "mail"
        return {"BACKEND": f"{MAIL_BACKENDS}.filebased.EmailBackend", "OPTIONS": {"file_path": str(folder)}}
    if parts.scheme not in MAIL_PORTS:
        raise ImproperlyConfigured("DRAUGHTS_MAIL_URL must begin with console:, file:, smtp:// or smtps://.")
    if not parts.hostname:
        raise ImproperlyConfigured("DRAUGHTS_MAIL_URL names no mail server.")
    try:
        port = parts.port or MAIL_PORTS[parts.scheme]
    except ValueError:
        raise ImproperlyConfigured("DRAUGHTS_MAIL_URL has a port that is not a number.") from None
    options = dict(parse_qsl(parts.query))
    starttls = read_bool(options, "starttls", default=parts.scheme == "smtp")
    if unknown := set(options) - {"starttls"}:
        raise ImproperlyConfigured(f"DRAUGHTS_MAIL_URL knows no {', '.join(sorted(unknown))}.")
    return {
        "BACKEND": f"{MAIL_BACKENDS}.smtp.EmailBackend",
        "OPTIONS": {
            "host": parts.hostname,
            "port": port,
            "username": unquote(parts.username or ""),
            "password": unquote(parts.password or ""),
            "use_ssl": parts.scheme == "smtps",
            "use_tls": starttls,
            "timeout": MAIL_TIMEOUT_SECONDS,
        },
    }


def logging_settings(*, form: str, level: str) -> dict[str, Any]:
    """Return Django's logging settings: all messages go to standard error."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "filters": {"context": {"()": "club.core.logs.ContextFilter"}},
        "formatters": {
            "line": {
                "()": "club.core.logs.TextFormatter",
                "format": "{asctime} {levelname} {name}{place}: {message}",
                "style": "{",
            },
            "json": {"()": "club.core.logs.JsonFormatter"},
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


FOLDER = "draughts-club"


def default_data_dir(env: Mapping[str, str], platform: str = sys.platform) -> Path:
    """Return the user's data folder as the system names it: a new copy of the code finds the old data."""
    home = Path(env.get("HOME") or env.get("USERPROFILE") or ".")
    if platform == "win32":
        return Path(env.get("LOCALAPPDATA") or home / "AppData" / "Local") / FOLDER
    if platform == "darwin":
        return home / "Library" / "Application Support" / FOLDER
    return Path(env.get("XDG_DATA_HOME") or home / ".local" / "share") / FOLDER


def stored_secret_key(data_dir: Path) -> str:
    """Return the key in `data_dir`, created at the first start and readable by its owner alone."""
    path = data_dir / "secret_key"
    data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = data_dir / f"secret_key.{os.getpid()}.{secrets.token_hex(4)}"
    if not path.exists():
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        try:
            # A link refuses to replace: of two processes starting at once the first one's key wins.
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="ascii").strip()
