"""Outages: the database does not answer, the disk is full; no fault of the request.

Recognized by the codes of SQLite (sqlite.org/rescode.html), PostgreSQL (appendix A, SQLSTATE) and the system.
"""

import errno
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from club.core.limits import problem

UNAVAILABLE: Final = 503


@dataclass(frozen=True, slots=True)
class Outage:
    """Cause of an outage with the next step; programs try again after so many seconds."""

    code: str
    what: str | Promise
    next_step: str | Promise
    seconds: int


DISK_FULL: Final = Outage(
    "disk_full", _("The disk of the server is full."), _("Free at least 50 MB there, then try again."), 30
)
READ_ONLY: Final = Outage(
    "storage_read_only",
    _("The storage of the server accepts no changes."),
    _("Check the permissions of the data folder and the state of the disk, then try again."),
    30,
)
STORAGE_FAILED: Final = Outage(
    "storage_failed",
    _("The storage of the server cannot be read or written."),
    _("Check that the data folder exists and the disk has free files (inodes), then try again."),
    30,
)
DAMAGED: Final = Outage(
    "database_damaged",
    _("The database file is damaged."),
    _("Stop the site and restore the last backup: manage.py restore FILE --replace."),
    300,
)
NO_DATABASE: Final = Outage(
    "database_down",
    _("The database does not answer."),
    _("Wait some seconds and try again. If it stays so, start the database server."),
    5,
)
BUSY: Final = Outage("database_busy", _("The database is busy."), _("Try again in a moment."), 1)

OF_SQLITE: Final = {
    sqlite3.SQLITE_FULL: DISK_FULL,
    sqlite3.SQLITE_READONLY: READ_ONLY,
    sqlite3.SQLITE_PERM: READ_ONLY,
    sqlite3.SQLITE_IOERR: STORAGE_FAILED,
    sqlite3.SQLITE_CANTOPEN: STORAGE_FAILED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_BUSY: BUSY,
    sqlite3.SQLITE_LOCKED: BUSY,
}
OF_POSTGRESQL: Final = {
    "53100": DISK_FULL,
    "58030": STORAGE_FAILED,
    "25006": READ_ONLY,
    "53300": BUSY,
    "40001": BUSY,
    "40P01": BUSY,
    "55P03": BUSY,
    "57014": BUSY,
}
OF_SYSTEM: Final = {
    errno.ENOSPC: DISK_FULL,
    errno.EDQUOT: DISK_FULL,
    errno.EROFS: READ_ONLY,
    errno.EIO: STORAGE_FAILED,
}
GONE: Final = ("08", "57P")
"""Classes of SQLSTATE: the connection is lost, the server shuts down."""


def outage_of(error: BaseException | None) -> Outage | None:
    """Return the outage that an exception tells of, itself or by what caused it; None for any other error."""
    chain = list(_chain(error))
    for one in chain:
        if isinstance(one, sqlite3.Error):
            return OF_SQLITE.get(getattr(one, "sqlite_errorcode", -1) & 0xFF)
        if (state := getattr(one, "sqlstate", None)) is not None:
            return NO_DATABASE if str(state).startswith(GONE) else OF_POSTGRESQL.get(state)
    if any(isinstance(one, OperationalError | InterfaceError) for one in chain):
        return NO_DATABASE
    return next(
        (OF_SYSTEM[one.errno] for one in chain if isinstance(one, OSError) and one.errno in OF_SYSTEM), None
    )


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def answer_outage(request: HttpRequest, outage: Outage) -> HttpResponse:
    """Answer 503 with the cause: a problem document for programs and scripts, a page elsewhere."""
    answer: HttpResponse
    if is_read_by_program(request):
        answer = problem(
            request,
            status=UNAVAILABLE,
            code=outage.code,
            title=str(outage.what),
            next_step=str(outage.next_step),
            facts={"seconds": outage.seconds},
        )
    else:
        answer = HttpResponse(render_to_string("503.html", {"outage": outage}), status=UNAVAILABLE)
    answer.headers["Retry-After"] = str(outage.seconds)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def is_read_by_program(request: HttpRequest) -> bool:
    """Check that a program or a script of a page asks, not a person."""
    asked = request.META.get("HTTP_ACCEPT", "")
    return (
        request.path.startswith("/api/")
        or "HTTP_HX_REQUEST" in request.META
        or asked.startswith("application/json")
    )
