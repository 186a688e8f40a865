"""The check-in: the desk's list, the poster with its code, the page it opens, the personal code."""

from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from club.core.access import may
from club.core.capabilities import Capability
from club.core.limits import limited
from club.core.pages.access import needs, public
from club.core.pages.refusals import Refusals, submit
from club.core.pages.responses import let_keep
from club.core.requests import actor_of, code_uri, key_in, parse_number, sent_content, sent_key
from club.hall.services import note_printed
from club.live.selectors import followed
from tournaments.core.hooks import merged, on_check_in_page, on_self_check_in
from tournaments.core.scopes import of_entry, of_section
from tournaments.core.services.entry_keys import apply_once
from tournaments.core.services.locks import section_scope
from tournaments.entries.entry_links import is_section_secret, section_secret
from tournaments.entries.errors import CheckInsTakenBack, EverybodyIsHere
from tournaments.entries.selectors.admissions import admission_of
from tournaments.entries.selectors.check_ins import (
    arrivals,
    arrived_on_request_away,
    listed_name,
    next_round,
    to_arrive,
)
from tournaments.entries.selectors.late_arrivals import late_arrivals
from tournaments.entries.services import check_ins as service
from tournaments.entries.services.admissions import set_admission
from tournaments.events.pages.public_sections import visible_event
from tournaments.models import Entry, Round, RoundState, Section

TAPS, TAP_SECONDS = 300, 600  # a whole hall may share one address
MAX_SEEN = 5_000


def _section(section_id: int) -> Section:
    return get_object_or_404(Section.objects.select_related("event"), pk=section_id)


def _next_round(latest: Round | None) -> int:
    """Return the number of the round to pair next after the latest one."""
    if latest is None:
        return 1
    return latest.number + (latest.state != RoundState.DRAFT)


def _list_context(request: HttpRequest, row: Section) -> dict[str, Any]:
    actor, words = actor_of(request), request.GET.get("q", "")[:100]
    found = arrivals(row, words)
    admission = admission_of(row)
    may_run = may(actor, Capability.RUN_EVENTS, section_scope(row))
    latest = row.round_rows.order_by("number").last()
    late = late_arrivals(latest, None if words else found.entries).open if latest and may_run else []
    return {
        **followed(f"section:{row.pk}"),
        "section": "desk",
        "one": row,
        "tab": "check_in",
        "found": found,
        "lines": [(one, listed_name(one)) for one in found.entries],
        "here_but_away": arrived_on_request_away(row, found) if may_run else [],
        "words": words,
        "next_round": _next_round(latest),
        "admission": admission,
        "address": poster_address(request, row) if admission.check_in_is_open else "",
        "may_run": may_run,
        "round_on": latest,
        "late": late,
        "sees_desk": may(actor, Capability.SEE_DESK, section_scope(row)),
        **merged(on_check_in_page(row)),
    }


@require_safe
@needs(Capability.RECORD_RESULTS, scope=of_section)
def check_in(request: HttpRequest, section_id: int) -> HttpResponse:
    """List all entries with a check-in button each; a refresh gets the list alone."""
    context = _list_context(request, _section(section_id))
    return let_keep(request, render(request, "tournaments/entries/desk/check_in.html", context))


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_entry)
def tap(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Check a player in, or take the check-in back."""
    entry = get_object_or_404(Entry, pk=entry_id)
    has_arrived = request.POST.get("here") == "1"
    sent = apply_once(
        key=sent_key(request),
        content=sent_content(request),
        actor=actor_of(request),
        act=lambda: service.check_in(entry_id=entry_id, has_arrived=has_arrived, actor=actor_of(request)),
    )
    if request.headers.get("Accept") == "application/json":
        answer = sent.as_json()
        if request.headers.get("X-Board") == "1":
            told = {"told": entry.name, "has_arrived": has_arrived}
            answer["board"] = _list_now(request, entry.section_id, told).content.decode()
        return JsonResponse(answer, status=sent.status)
    if sent.error is not None:
        raise sent.error
    if "HX-Request" in request.headers:
        return _list_now(request, entry.section_id, {"told": entry.name, "has_arrived": has_arrived})
    if request.POST.get("back") == "arrival":
        return redirect("tournaments:desk_arrival", entry_id)
    return redirect("tournaments:desk_check_in", entry.section_id)


def _list_now(request: HttpRequest, section_id: int, told: dict[str, Any]) -> HttpResponse:
    """Render the list after a check-in, with its words for a screen reader."""
    context = _list_context(request, _section(section_id)) | {"is_answer": True} | told
    return render(request, "tournaments/entries/desk/_check_in.html", context)


@require_safe
@needs(Capability.RECORD_RESULTS, scope=of_entry)
def arrival(request: HttpRequest, entry_id: int) -> HttpResponse:
    """Show the check-in page of a personal code: one player, one button."""
    entry = get_object_or_404(Entry.objects.select_related("section__event"), pk=entry_id)
    context = {"section": "desk", "one": entry.section, "entry": entry}
    return render(request, "tournaments/entries/desk/arrival.html", context)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def open_check_in(request: HttpRequest, section_id: int) -> HttpResponse:
    """Open or close the check-in by players."""
    is_open = request.POST.get("open") == "1"
    set_admission(section_id=section_id, check_in_is_open=is_open, actor=actor_of(request))
    told = _("Self check-in is open.") if is_open else _("Self check-in is closed.")
    messages.success(request, told)
    return redirect("tournaments:desk_check_in", section_id)


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def absent(request: HttpRequest, section_id: int) -> HttpResponse:
    """Mark the named missing players as absent from the round, or withdraw them."""
    row = _section(section_id)
    act = request.POST.get("act", "")
    if act not in set(service.AbsenceAction):
        return redirect("tournaments:desk_check_in", section_id)
    named = [key for text in request.POST.getlist("entry")[:5000] if (key := parse_number(text)) is not None]
    with Refusals(request):
        done = service.settle_absent(
            section_id=section_id,
            entry_ids=named,
            round_number=next_round(row),
            act=service.AbsenceAction(act),
            actor=actor_of(request),
        )
        names = ", ".join(entry.name for entry in done)
        messages.success(request, _("Updated (%(count)s): %(names)s") % {"count": len(done), "names": names})
    return redirect("tournaments:desk_check_in", section_id)


def _moment(text: str) -> datetime:
    """Parse the moment of a check-in; anything else is of no check-in."""
    try:
        at = datetime.fromisoformat(text[:40])
        if at.tzinfo is None:
            raise CheckInsTakenBack
        return at.astimezone(UTC)
    except (ValueError, OverflowError):  # a moment before year 1 or after 9999 in UTC
        raise CheckInsTakenBack from None


@require_POST
@needs(Capability.RECORD_RESULTS, scope=of_section)
def everybody(request: HttpRequest, section_id: int) -> HttpResponse:
    """Check in everybody who is expected; with `back`, the moment of it, take that back."""
    actor = actor_of(request)
    if request.headers.get("Accept") == "application/json":
        return _everybody_of_device(request, section_id)
    with Refusals(request):
        if "back" in request.POST:
            at = _moment(request.POST["back"])
            done = service.undo_check_in_all(section_id=section_id, at=at, actor=actor)
            text = ngettext("%(count)s check-in taken back.", "%(count)s check-ins taken back.", len(done))
        else:
            done = service.check_in_all(section_id=section_id, actor=actor)
            text = ngettext(
                "%(count)s player checked in. Now tap those who are missing.",
                "%(count)s players checked in. Now tap those who are missing.",
                len(done),
            )
        messages.success(request, text % {"count": len(done)})
    return redirect("tournaments:desk_check_in", section_id)


def _everybody_of_device(request: HttpRequest, section_id: int) -> JsonResponse:
    """Check in the players whom a device showed as missing (`seen`), or take that back, once for its key.

    If all of them are here by now, nothing is left to do, and the entry is accepted.
    """
    actor = actor_of(request)
    seen = {key_in(text) for text in request.POST.get("seen", "").split(",")[:MAX_SEEN]}

    def act() -> None:
        if "back" in request.POST:
            service.undo_check_in_all(section_id=section_id, at=_moment(request.POST["back"]), actor=actor)
            return
        with suppress(EverybodyIsHere):
            service.check_in_all(section_id=section_id, actor=actor, seen=seen)

    sent = apply_once(key=sent_key(request), content=sent_content(request), actor=actor, act=act)
    answer = sent.as_json()
    if request.headers.get("X-Board") == "1":
        answer["board"] = _list_now(request, section_id, {}).content.decode()
    return JsonResponse(answer, status=sent.status)


def poster_address(request: HttpRequest, row: Section) -> str:
    """Return the address in the poster's code."""
    return code_uri(request, "c", f"{row.pk}-{section_secret(row)}")


def note_poster(row: Section) -> None:
    """Note that the poster was printed, as a page or as a PDF: the hall has to know the address on it."""
    note_printed(
        letter="c",
        sheet=reverse("tournaments:desk_poster", args=[row.pk]),
        title=f"{row.event.name}, {row.name}",
        organisation_id=row.event.organisation_id,
        number=1,
    )


@require_safe
@needs(Capability.RUN_EVENTS, scope=of_section)
def poster(request: HttpRequest, section_id: int) -> HttpResponse:
    """A sheet for the door with the code of the check-in."""
    row = _section(section_id)
    note_poster(row)
    context = {"one": row, "address": poster_address(request, row)}
    return render(request, "tournaments/entries/print/poster.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
@limited("tournaments.here", most=TAPS, seconds=TAP_SECONDS)
def here(request: HttpRequest, slug: str, section: str, secret: str) -> HttpResponse:
    """Show the check-in page of the poster: players tap their own names, while the director has it open."""
    event = visible_event(request, slug)
    row = get_object_or_404(Section, event=event, slug=section)
    row.event = event
    if not is_section_secret(row, secret):
        raise Http404
    sent = submit(
        request,
        None,
        lambda: service.arrive_by_poster(
            section_id=row.pk,
            entry_id=key_in(request.POST.get("entry", "")),
            secret=secret,
            actor=actor_of(request),
        ),
    )
    answers = on_self_check_in(request, sent.result, secret) if sent.is_done else []
    answer = next((one for one in answers if one is not None), None)
    if answer is not None:
        return answer
    words = request.GET.get("q", "")[:100]
    is_open = event.is_public and admission_of(row).check_in_is_open
    entries = to_arrive(row, words) if is_open else []
    named = key_in(request.GET.get("who", ""))
    context = {
        "section": "events",
        "event": event,
        "one": row,
        "is_open": is_open,
        "lines": [(one, listed_name(one)) for one in entries],
        "asked": next((one for one in entries if one.pk == named), None),
        "words": words,
        "done": sent.result,
        "refusal": sent.refusal,
    }
    return render(request, "tournaments/entries/here.html", context, status=sent.status)
