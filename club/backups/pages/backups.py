"""Backups of the whole site for its operator: list, create, verify, download, pin and delete."""

import re
import shutil
from datetime import timedelta
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.backups.backup_metadata import folder
from club.backups.pages.backup_lines import (
    REASON_WIDTH,
    TAR,
    archive_response,
    line_of,
    restore_command,
    whole_site,
    work_of,
)
from club.backups.selectors import all_backups, backup_by_name, backup_work
from club.backups.services.backups import (
    delete_backup,
    open_backup,
    pin_backup,
    request_backup,
    request_check,
)
from club.backups.services.restore_points import DAYS, LATEST, WEEKS
from club.backups.services.site_copies import all_followers
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.responses import page_of
from club.core.requests import actor_of
from club.models import JobState

ONCE_KEY = re.compile(r"[0-9a-f]{32}")
OLD_AFTER = timedelta(days=2)

needs_backups = partial(needs, Capability.KEEP_BACKUPS, scope=whole_site)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs_backups()
def backups(request: HttpRequest) -> HttpResponse:
    """List every archive in the data folder; POST enqueues a new backup."""
    if request.method == "POST":
        once = request.POST.get("once", "")
        words = " ".join(request.POST.get("reason", "").split())
        reason = "".join(sign for sign in words if sign.isprintable())[:REASON_WIDTH]
        request_backup(actor=actor_of(request), reason=reason, once=once if ONCE_KEY.fullmatch(once) else "")
        messages.success(request, _("Creating the backup. It appears here when it is ready."))
        return redirect("club:backups")
    return render(request, template(request, "backups"), _list(request))


def _list(request: HttpRequest) -> dict[str, Any]:
    found, work = all_backups(), list(map(work_of, backup_work()))
    page = page_of(request, found)
    address = request.build_absolute_uri("/").rstrip("/")
    place = folder()
    latest = next((one for one in found if not one.fault), None)
    return {
        "page": page,
        "query": "",
        "lines": [line_of(one) for one in page.object_list],
        "work": work,
        "is_working": any(one.job.state == JobState.WAITING for one in work),
        "once": uuid4().hex,
        "place": place,
        "taken": sum(one.size for one in found),
        "free": shutil.disk_usage(place if place.exists() else place.anchor).free,
        "command": restore_command(latest) if latest else "",
        "is_old": latest is None or timezone.now() - latest.made_at > OLD_AFTER,
        "schedule": {"latest": LATEST, "days": DAYS, "weeks": WEEKS},
        "reason_width": REASON_WIDTH,
        "followers": all_followers(),
        "follow_command": f"python manage.py follow {address} --token-file token.txt",
    }


@require_safe
@never_cache
@needs_backups()
def backup(request: HttpRequest, name: str) -> HttpResponse:
    """Show an archive: its contents, the restore command and the available actions."""
    found = backup_by_name(name=name)
    work = [one for one in map(work_of, backup_work()) if one.about == name]
    context = {
        "line": line_of(found),
        "command": restore_command(found),
        "work": work,
        "is_working": any(one.job.state == JobState.WAITING for one in work),
    }
    return render(request, template(request, "backup"), context)


@require_safe
@needs_backups()
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """Stream the archive; headers forbid browsers and proxies to cache it."""
    if request.method == "HEAD":
        size = backup_by_name(name=name).size
        return HttpResponse(content_type=TAR, headers={"Content-Length": str(size)})
    return archive_response(*open_backup(name=name, actor=actor_of(request)))


@require_POST
@needs_backups()
def check(request: HttpRequest, name: str) -> HttpResponse:
    """Enqueue a verification of the archive."""
    request_check(name=name, actor=actor_of(request))
    messages.success(request, _("Checking the backup. The result appears here when it is ready."))
    return redirect("club:backup", name=name)


@require_POST
@needs_backups()
def keep(request: HttpRequest, name: str) -> HttpResponse:
    """Pin the archive until it is deleted by hand, or return it to the retention schedule."""
    found = pin_backup(name=name, is_kept=request.POST.get("keep") == "1", actor=actor_of(request))
    if found.is_kept:
        messages.success(request, _("This backup is now protected from automatic deletion."))
    else:
        messages.success(request, _("This backup can be deleted automatically again."))
    return redirect("club:backup", name=name)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@needs_backups()
def delete(request: HttpRequest, name: str) -> HttpResponse:
    """Ask for confirmation, then delete the archive."""
    found = backup_by_name(name=name)
    if request.method == "POST":
        delete_backup(name=name, actor=actor_of(request))
        messages.success(request, _("Deleted the backup %(name)s.") % {"name": name})
        return redirect("club:backups")
    context = {"line": line_of(found), "is_only": len(all_backups()) == 1}
    return render(request, "club/backups/desk/backup_delete.html", context)


def template(request: HttpRequest, name: str) -> str:
    """Choose the template: the whole page, or the part that htmx polls."""
    part = "_" if "HX-Request" in request.headers else ""
    return f"club/backups/desk/{part}{name}.html"
