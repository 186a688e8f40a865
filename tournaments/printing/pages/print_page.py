"""Pages of printing: every kind of paper with its preview, and the certificates."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import get_language_info
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from club.audit.selectors import latest_entry_of
from club.core.access import Scope, may, require_permission
from club.core.capabilities import Capability
from club.core.pages.access import needs
from club.core.pages.refusals import Refusals
from club.core.requests import actor_of, is_out_of_reach, site_of
from club.paper.blank_paper import preview_of
from tournaments.core.scopes import of_section
from tournaments.core.services.event_log import key_of
from tournaments.core.services.locks import section_scope
from tournaments.events.selectors.sections import entries_of
from tournaments.models import CertificateDesign, RoundState, Section
from tournaments.printing.models import SIZES
from tournaments.printing.pages.certificate_designs import DESIGNS
from tournaments.printing.pages.pdf_sheets import sheet_answer
from tournaments.printing.pages.print_orders import build_sheet, choices_in, order_of
from tournaments.printing.pages.sheets import GROUPS, KINDS, SheetKind
from tournaments.printing.selectors import (
    day_of_awards,
    paper_defaults,
    round_to_print,
    usual_language,
    usual_signatures,
)
from tournaments.printing.services import set_paper_defaults

PNG: Final = "image/png"
EDITION: Final = 1
"""Counts the looks of the sheets: raise it when they change, so that no cached preview shows the old one."""
CACHE_SECONDS: Final = 24 * 3600
SHARED: Final = ("size", "language", "round")
"""Choices of the page that all of its sheets have."""


class SheetCard(NamedTuple):
    """A kind of paper on the page: the addresses of its file and of its preview."""

    key: str
    kind: SheetKind
    address: str
    preview: str
    is_ready: bool


def _section(section_id: int) -> Section:
    rows = Section.objects.select_related("event__organisation")
    return get_object_or_404(rows, pk=section_id)


def _context(request: HttpRequest, row: Section, tab: str) -> dict[str, Any]:
    """Return what both pages show: the paper, the languages, and what the account may change."""
    defaults, given = paper_defaults(row.event.organisation_id), choices_in(request.GET)
    languages = [(code, capfirst(get_language_info(code)["name_local"])) for code, _n in settings.LANGUAGES]
    size, language = given.get("size"), given.get("language")
    chosen = {
        "size": size if size in dict(SIZES) else defaults.size,
        "language": language if language in dict(languages) else usual_language(row),
    }
    return {
        "section": "desk",
        "tab": tab,
        "one": row,
        "sizes": SIZES,
        "languages": languages,
        "designs": CertificateDesign.choices,
        "defaults": defaults,
        "chosen": chosen,
        "is_out_of_reach": is_out_of_reach(request),
        "may_set": may(actor_of(request), Capability.RUN_EVENTS, Scope(row.event.organisation_id)),
    }


@require_safe
@never_cache
@needs(Capability.SEE_DESK, scope=of_section)
def print_page(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show every kind of paper of a section with its preview and its choices."""
    row = _section(section_id)
    context = _context(request, row, "paper")
    rounds = list(row.round_rows.order_by("number"))
    if rounds:
        number = choices_in(request.GET).get("round", "")
        chosen = {str(one.number): one for one in rounds}.get(number) or round_to_print(row)
        context["chosen"]["round"] = chosen.number
        context |= {"printed": chosen, "is_draft": chosen.state == RoundState.DRAFT}
    asked = urlencode(context["chosen"])
    actor, scope = actor_of(request), section_scope(row)
    cards = [
        _card(row, key, kind, asked, is_ready=bool(rounds) or not kind.of_round)
        for key, kind in KINDS.items()
        if kind.is_listed and may(actor, kind.needs, scope)
    ]
    groups = [(label, [card for card in cards if card.kind.group == key]) for key, label in GROUPS.items()]
    context |= {
        "rounds": rounds,
        "groups": groups,
        "certificates_preview": _preview(row, "certificates", asked),
    }
    return render(request, "tournaments/printing/desk/print.html", context)


def _card(row: Section, key: str, kind: SheetKind, asked: str, *, is_ready: bool) -> SheetCard:
    address = reverse("tournaments:desk_paper_pdf", args=[row.pk, key])
    return SheetCard(key, kind, address, _preview(row, key, asked), is_ready)


def _preview(row: Section, key: str, asked: str) -> str:
    return f"{reverse('tournaments:desk_paper_preview', args=[row.pk, key])}?{asked}"


@require_safe
@never_cache
@needs(Capability.SEE_DESK, scope=of_section)
def certificates_page(request: HttpRequest, section_id: int) -> HttpResponse:
    """Show the designs of certificates, for whom, the signatures and the preview."""
    row = _section(section_id)
    context = _context(request, row, "certificates")
    entries = list(entries_of(row).prefetch_related(None))
    names = usual_signatures(row.event) | {
        name: request.GET[name] for name in ("director", "arbiter", "president") if name in request.GET
    }
    design = request.GET.get("design", context["defaults"].design)
    chosen = context["chosen"] | {"design": design if design in DESIGNS else context["defaults"].design}
    where_and_when = {
        "place": request.GET.get("place", row.event.venue),
        "day": request.GET.get("day", day_of_awards(row.event).isoformat()),
    }
    chosen |= where_and_when
    asked = urlencode(chosen | {key: name for key, name in names.items() if name})
    context |= {
        "chosen": chosen,
        "asked": asked,
        "names": names,
        "entries": sorted(entries, key=lambda entry: entry.name.casefold()),
        "categories": sorted({entry.category for entry in entries if entry.category}),
        "address": reverse("tournaments:desk_paper_pdf", args=[row.pk, "certificates"]),
        "preview": reverse("tournaments:desk_paper_preview", args=[row.pk, "certificates"]),
    }
    return render(request, "tournaments/printing/desk/certificates.html", context)


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def sheet_pdf(request: HttpRequest, section_id: int, what: str) -> HttpResponse:
    """Render a sheet with the choices of the address."""
    _require_kind(what)
    return sheet_answer(request, _section(section_id), what, choices_in(request.GET))


@require_safe
@needs(Capability.SEE_DESK, scope=of_section)
def sheet_preview(request: HttpRequest, section_id: int, what: str) -> HttpResponse:
    """Render the first page of a sheet as a picture; unchanged ones come from the cache."""
    _require_kind(what)
    row, given = _section(section_id), choices_in(request.GET)
    require_permission(actor_of(request), KINDS[what].needs, section_scope(row))
    key = _preview_key(request, row, what, given)
    tag = f'"{key}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304, headers={"ETag": tag})
    picture = cache.get(f"paper-preview:{key}")
    if picture is None:
        paper = build_sheet(order_of(request, row, what, given, is_sample=True), what, given)
        picture = preview_of(bytes(paper.output()))
        cache.set(f"paper-preview:{key}", picture, CACHE_SECONDS)
    headers = {"ETag": tag, "Cache-Control": "private, no-cache"}
    return HttpResponse(picture, content_type=PNG, headers=headers)


def _require_kind(what: str) -> None:
    if what not in KINDS:
        raise Http404(what)


def _preview_key(request: HttpRequest, row: Section, what: str, given: Mapping[str, str]) -> str:
    """Return the key of a preview: it changes with every entry in the club's audit log."""
    facts = (
        *(EDITION, what, row.pk, row.version, row.event.version, latest_entry_of(row.event.organisation_id)),
        day_of_awards(row.event).isoformat(),
        *(key_of(actor_of(request)), site_of(request), usual_language(row)),
        sorted(given.items()),
    )
    return hashlib.sha256(json.dumps(facts).encode()).hexdigest()[:40]


@require_POST
@needs(Capability.RUN_EVENTS, scope=of_section)
def set_defaults(request: HttpRequest, section_id: int) -> HttpResponse:
    """Remember the paper size and the design of certificates of the club."""
    row = _section(section_id)
    with Refusals(request, success=_("Saved for all events of %(club)s.") % {"club": row.event.organisation}):
        set_paper_defaults(
            organisation_id=row.event.organisation_id,
            size=request.POST.get("size"),
            design=request.POST.get("design"),
            actor=actor_of(request),
        )
    return redirect("tournaments:desk_paper", section_id)
