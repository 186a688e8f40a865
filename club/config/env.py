"""Typed readers for the environment. A value that cannot be meant stops the start and is named."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

YES = frozenset({"1", "true", "yes", "on"})
NO = frozenset({"0", "false", "no", "off", ""})


def read_bool(env: Mapping[str, str], name: str, *, default: bool) -> bool:
    """A switch: 1/0, true/false, yes/no, on/off."""
    raw = env.get(name)
    if raw is None:
        return default
    word = raw.strip().lower()
    if word not in YES | NO:
        raise ImproperlyConfigured(f"{name} is {raw!r}; it must be 1 or 0.")
    return word in YES


def read_int(env: Mapping[str, str], name: str, *, default: int, least: int = 0) -> int:
    """A whole number, not below `least`."""
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
    """Words between commas."""
    raw = env.get(name)
    if raw is None:
        return list(default)
    return [word.strip() for word in raw.split(",") if word.strip()]


def read_path(env: Mapping[str, str], name: str, *, default: Path) -> Path:
    """A folder or file, `~` understood."""
    raw = env.get(name, "").strip()
    return (Path(raw).expanduser() if raw else default).absolute()


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseAddress:
    """What a DATABASE_URL says."""

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
    "sqlite": "django.db.backends.sqlite3",
}


def read_database_url(url: str) -> DatabaseAddress:
    """`postgresql://user:secret@host:port/name?sslmode=require` or `sqlite:///path/to/file`."""
    parts = urlsplit(url)
    engine = ENGINES.get(parts.scheme)
    if engine is None:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// or sqlite:///.")
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


def database_settings(*, url: str, data_dir: Path) -> dict[str, Any]:
    """Django's settings for the database: SQLite in `data_dir` unless an address is given."""
    address = read_database_url(url) if url else None
    if address is None or address.engine.endswith("sqlite3"):
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        return {
            "ENGINE": ENGINES["sqlite"],
            "NAME": address.name if address else data_dir / "club.sqlite3",
            "OPTIONS": {
                # Django's own defaults lose writers to "database is locked": see club/DECISIONS.md.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            },
        }
    return {
        "ENGINE": address.engine,
        "NAME": address.name,
        "USER": address.user,
        "PASSWORD": address.password,
        "HOST": address.host,
        "PORT": address.port,
        "OPTIONS": dict(address.options),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }
