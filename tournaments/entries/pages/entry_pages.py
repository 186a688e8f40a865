"""Entering by the public form, and the page that belongs to one entry."""

import secrets
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from club.core.limits import count, limited, too_many
from club.core.pages.access import public
from club.core.pages.refusals import submit
from club.core.requests import actor_of, code_uri, site_of, speak_unless_chosen
from tournaments.core.pages.event_times import zone_of
from tournaments.entries.entry_links import entry_of, entry_secret
from tournaments.entries.pages.entry_forms import EntryForm, initial_values
from tournaments.entries.selectors.admissions import (
    admission_of,
    entries_of_form,
    latest_entry_of,
    open_sections,
    place_in_waiting_list,
    places_of,
)
from tournaments.entries.services.check_ins import arrive_by_link
from tournaments.entries.services.entry_requests import ask_entry, withdraw_by_link
from tournaments.events.pages.public_sections import visible_event
from tournaments.models import Entry, EntryState, Event

FORMS, FORM_SECONDS = 20, 600
MAILS, MAIL_SECONDS = 6, 3600


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
@limited("tournaments.enter", most=FORMS, seconds=FORM_SECONDS)
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the entry form of an event; after posting redirect to the page of the entry."""
    event = visible_event(request, slug)
    sections = open_sections(event) if event.is_public else []
    form = EntryForm(request.POST or None, sections=sections, initial=_visitor_values(request))
    if request.method == "POST" and form.is_valid():
        if form.cleaned_data["website"]:
            return _confirm_receipt(request, event)
        counted = count(
            "tournaments.mail", form.cleaned_data["email"].lower(), most=MAILS, seconds=MAIL_SECONDS
        )
        if counted.is_too_many:
            return too_many(request, counted)
    sent = submit(request, form, lambda: _submit_form(request, event, form))
    if isinstance(sent.result, HttpResponse):
        return sent.result
    context = {"section": "events", "event": event, "form": form, "refusal": sent.refusal}
    context["zone"] = str(zone_of(event))
    context["lines"] = [_section_line(form, section) for section in sections]
    return render(request, "tournaments/entries/enter.html", context, status=sent.status)


def _submit_form(request: HttpRequest, event: Event, form: EntryForm) -> HttpResponse:
    person = getattr(actor_of(request).user, "person", None)
    given = form.request(
        language=get_language() or "",
        site=site_of(request),
        person_id=person.pk if person is not None else None,
    )
    asked = ask_entry(event_id=event.pk, section_ids=form.section_ids, given=given, actor=actor_of(request))
    if not all(one.is_own for one in asked):
        return _confirm_receipt(request, event)
    return redirect("tournaments:entry", entry_secret(asked[0].entry))


def _confirm_receipt(request: HttpRequest, event: Event) -> HttpResponse:
    """Confirm the receipt of a form without details, which only the mail has.

    The sender may be another person.
    """
    return render(request, "tournaments/entries/entered.html", {"section": "events", "event": event})


def _visitor_values(request: HttpRequest) -> dict[str, Any]:
    once = {"once": secrets.token_urlsafe(18)}
    user = actor_of(request).user
    if user is None:
        return once
    person = getattr(user, "person", None)
    if person is None:
        name = user.get_full_name()
        return once | initial_values(None, name="" if name == user.email else name, email=user.email)
    return once | initial_values(latest_entry_of(person.pk), name=person.name, email=user.email)


def _section_line(form: EntryForm, section: Any) -> dict[str, Any]:
    """Return a section of the form: its selection, its classes, its free places."""
    chosen = form["sections"].value() or []
    taken = form[f"class-{section.pk}"].value() or ""
    places = places_of(section, section.admission)
    return {
        "one": section,
        "is_chosen": str(section.pk) in chosen or len(form.sections) == 1,
        "classes": [(each, each.name == taken) for each in section.classes.all()],
        "places": places,
        "is_full": places.free is not None and (places.free == 0 or places.waiting > 0),
    }


def _entry(secret: str) -> Entry:
    found = entry_of(secret)
    if found is None:
        raise Http404
    return found


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@public
def entry(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the state of an entry; posting withdraws it, or checks the player in."""
    found = _entry(secret)
    speak_unless_chosen(request, found.section.event.language)
    sent = submit(request, None, lambda: _run_action(request, secret))
    if sent.is_done:
        return redirect("tournaments:entry", secret)
    lines = [_entry_line(request, row) for row in entries_of_form(found)]
    context = {"section": "events", "event": found.section.event, "entry": found, "lines": lines}
    context["refusal"] = sent.refusal
    return render(request, "tournaments/entries/entry.html", context, status=sent.status)


def _run_action(request: HttpRequest, secret: str) -> None:
    if request.POST.get("act") == "arrive":
        arrive_by_link(secret=secret, actor=actor_of(request))
    elif request.POST.get("act") == "withdraw":
        withdraw_by_link(secret=secret, actor=actor_of(request))


def _entry_line(request: HttpRequest, row: Entry) -> dict[str, Any]:
    is_waiting = row.state == EntryState.WAITING
    return {
        "entry": row,
        "one": row.section,
        "desk_address": code_uri(request, "a", row.pk),
        "secret": entry_secret(row),
        "place": place_in_waiting_list(row) if is_waiting else 0,
        "is_over": row.state in {EntryState.WITHDRAWN, EntryState.REFUSED},
        "reason": row.contact.reason if hasattr(row, "contact") else "",
        "may_arrive": row.state == EntryState.CONFIRMED and admission_of(row.section).check_in_is_open,
    }
