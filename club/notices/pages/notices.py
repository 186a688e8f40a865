"""Notices at the desk: write, review the recipients, send, follow the progress."""

from collections.abc import Callable
from typing import Any, Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.capabilities import Capability
from club.core.moments import SHORT, moment_text
from club.core.pages.access import needs
from club.core.pages.current_club import chosen_club
from club.core.pages.refusals import Refusals, apply_row_action, require_valid_form
from club.core.pages.responses import club_address, form_page, page_of, posted
from club.core.requests import actor_of, parse_number, site_of
from club.core.scopes import scope_of_group, scope_of_notice
from club.jobs.pages.background import with_delivery_note
from club.models import Notice, NoticeState, SavedGroup
from club.notices.mails import as_html
from club.notices.notice_groups import PERSON, offered
from club.notices.pages.notice_forms import NoticeForm, OtherLanguageForm, SaveGroupForm, ScheduleForm
from club.notices.selectors import notice_with_texts, notices_of, progress_of, receivers_of
from club.notices.services import notices as service
from club.notices.services.notice_sending import schedule_notice, send_notice, unschedule_notice

MAX_NAMED: Final = 500
UNSENT_STATES = {NoticeState.DRAFT, NoticeState.SCHEDULED}


@require_safe
@needs(Capability.SEND_NOTICES)
def notices(request: HttpRequest) -> HttpResponse:
    """List the notices of a club: drafts, scheduled ones, and the archive of those sent."""
    chosen = chosen_club(request, Capability.SEND_NOTICES)
    context = {
        "chosen": chosen,
        "page": page_of(request, notices_of(organisation_id=chosen.club.pk)),
        "asked": f"club={chosen.club.slug}",
        "groups": SavedGroup.objects.filter(organisation=chosen.club),
    }
    return render(request, "club/notices/desk/notices.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEND_NOTICES)
def new_notice(request: HttpRequest) -> HttpResponse:
    """Write a notice as a draft; it is reviewed before it is sent."""
    chosen = chosen_club(request, Capability.SEND_NOTICES)
    form = NoticeForm(posted(request), club=chosen.club)
    if form.is_valid():
        with Refusals(request):
            row = service.write_notice(
                organisation_id=chosen.club.pk, actor=actor_of(request), **form.facts()
            )
            return redirect("club:notice", row.pk)
    context = {"chosen": chosen, "form": form}
    return form_page(request, "club/notices/desk/notice_new.html", context)


@require_safe
@needs(Capability.SEND_NOTICES, scope=scope_of_notice)
def notice(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Show a notice: before sending with its recipients, afterwards with its progress."""
    row = notice_with_texts(notice_id=notice_id)
    if row is None:
        raise Http404
    context: dict[str, Any] = {
        "row": row,
        "club": row.organisation,
        "html": as_html(row.text),
        "groups": _group_names(row),
    }
    if row.state in UNSENT_STATES:
        found = receivers_of(organisation_id=row.organisation_id, kind=row.kind, groups=row.groups)
        context |= {
            "receivers": found,
            "most_named": MAX_NAMED,
            "gets_more": max(0, len(found.gets) - MAX_NAMED),
            "language_form": OtherLanguageForm(club=row.organisation),
            "schedule_form": ScheduleForm(club=row.organisation),
            "group_form": SaveGroupForm(club=row.organisation),
        }
    else:
        context["progress"] = progress_of(row)
    name = "_notice_progress" if "HX-Request" in request.headers else "notice"
    return render(request, f"club/notices/desk/{name}.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Capability.SEND_NOTICES, scope=scope_of_notice)
def change_notice(request: HttpRequest, notice_id: int) -> HttpResponse:
    """Change a draft."""
    row = get_object_or_404(Notice.objects.select_related("organisation"), pk=notice_id)
    form = NoticeForm(posted(request), club=row.organisation, initial=NoticeForm.initial_of(row))
    if form.is_valid():
        with Refusals(request, success=_("Saved.")):
            service.change_notice(
                notice_id=row.pk, version=_version(request), actor=actor_of(request), **form.facts()
            )
        return redirect("club:notice", row.pk)
    context = {"row": row, "club": row.organisation, "form": form}
    return form_page(request, "club/notices/desk/notice_change.html", context)


@require_POST
@needs(Capability.SEND_NOTICES, scope=scope_of_notice)
def notice_act(request: HttpRequest, notice_id: int, act: str) -> HttpResponse:
    """Send, test, schedule, unschedule, translate or remove a notice."""
    rows = Notice.objects.all()
    return apply_row_action(
        request, rows, notice_id, ACTIONS.get(act), page="club:notice", overview="club:notices"
    )


@require_POST
@needs(Capability.SEND_NOTICES, scope=scope_of_group)
def group_remove(request: HttpRequest, group_id: int) -> HttpResponse:
    """Remove a saved group."""
    row = get_object_or_404(SavedGroup.objects.select_related("organisation"), pk=group_id)
    with Refusals(request, success=_("Group removed.")):
        service.remove_group(group_id=row.pk, actor=actor_of(request))
    return redirect(club_address("club:notices", row.organisation))


def _send(request: HttpRequest, row: Notice) -> str:
    send_notice(
        notice_id=row.pk,
        version=_version(request),
        seen=request.POST.get("seen", "")[:80],
        site=site_of(request),
        actor=actor_of(request),
    )
    return with_delivery_note(_("The notice is being sent."))


def _try(request: HttpRequest, row: Notice) -> str:
    address = service.send_test_notice(notice_id=row.pk, site=site_of(request), actor=actor_of(request))
    return with_delivery_note(_("Test sent to %(address)s.") % {"address": address})


def _schedule(request: HttpRequest, row: Notice) -> str:
    send_at = require_valid_form(ScheduleForm(request.POST, club=row.organisation))["send_at"]
    schedule_notice(
        notice_id=row.pk,
        version=_version(request),
        send_at=send_at,
        site=site_of(request),
        actor=actor_of(request),
    )
    return with_delivery_note(_("Scheduled for %(time)s.") % {"time": moment_text(send_at, form=SHORT)})


def _unschedule(request: HttpRequest, row: Notice) -> str:
    unschedule_notice(notice_id=row.pk, actor=actor_of(request))
    return _("The notice is a draft again.")


def _language(request: HttpRequest, row: Notice) -> str:
    given = require_valid_form(OtherLanguageForm(request.POST, club=row.organisation))
    service.set_notice_text(notice_id=row.pk, actor=actor_of(request), **given)
    return _("Saved.")


def _save_group(request: HttpRequest, row: Notice) -> str:
    given = require_valid_form(SaveGroupForm(request.POST, club=row.organisation))
    service.save_group(
        organisation_id=row.organisation_id, groups=row.groups, actor=actor_of(request), **given
    )
    return _("Group saved. You can now choose it by name.")


def _remove(request: HttpRequest, row: Notice) -> str:
    service.remove_notice(notice_id=row.pk, actor=actor_of(request))
    return _("Notice removed.")


ACTIONS: Final[dict[str, Callable[[HttpRequest, Notice], str]]] = {
    "send": _send,
    "try": _try,
    "schedule": _schedule,
    "unschedule": _unschedule,
    "language": _language,
    "save-group": _save_group,
    "remove": _remove,
}


def _group_names(row: Notice) -> list[str]:
    """Labels of a notice's groups, as in the form; single persons by their count."""
    names = {one.key: one.label for _label, choices in offered(row.organisation_id) for one in choices}
    persons = sum(group.startswith(f"{PERSON}:") for group in row.groups)
    labels = [names.get(group, group) for group in row.groups if not group.startswith(f"{PERSON}:")]
    return [*labels, _("people by name: %(count)s") % {"count": persons}] if persons else labels


def _version(request: HttpRequest) -> int | None:
    return parse_number(request.POST.get("version", ""))
