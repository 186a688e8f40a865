"""Print orders from requests: the choices in an address, checked, and what they leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from club.core.requests import parse_number
from club.paper.paper_formats import Orientation, PaperSize
from tournaments.core.errors import UnknownPrintChoice
from tournaments.models import Section
from tournaments.printing.orders import PrintOrder, Wording, letterhead_of
from tournaments.printing.pages.certificate_designs import DESIGNS
from tournaments.printing.pages.certificates import signatures_of
from tournaments.printing.pages.sheets import KINDS
from tournaments.printing.selectors import day_of_awards, paper_defaults, round_to_print, usual_language
from tournaments.results.pages.boards import board_lines

if TYPE_CHECKING:
    from django.http import HttpRequest, QueryDict

    from club.paper.paper import Paper
    from tournaments.models import Event

MAX_PAGES: Final = 20
MAX_TEXT: Final = 120
SIGNERS: Final = ("director", "arbiter", "president")
CHOICES: Final = (
    *("size", "orientation", "pages", "round", "language"),
    *("design", "whom", "places", "category", "heading", "line", "place", "day", *SIGNERS),
)
"""Names of the choices in an address."""
CLEARABLE: Final = frozenset({"place", "day"})
"""Choices with a default that an empty text leaves out."""


def choices_in(given: QueryDict) -> dict[str, str]:
    """Return the choices of an address, without those left empty unless this clears a default."""
    asked = {name: str(given[name]) for name in (*CHOICES, "download") if name in given}
    return {name: text for name, text in asked.items() if text or name in CLEARABLE}


def order_of(
    request: HttpRequest, section: Section, what: str, given: Mapping[str, Any], *, is_sample: bool = False
) -> PrintOrder:
    """Return the order for a sheet; raises UnknownPrintChoice and NoRoundToPrint."""
    defaults = paper_defaults(section.event.organisation_id)
    order = PrintOrder(
        request=request,
        section=section,
        letterhead=letterhead_of(section.event.organisation),
        size=PaperSize(_choice(given, "size", list(PaperSize), defaults.size)),
        orientation=Orientation(_choice(given, "orientation", list(Orientation), Orientation.AUTO)),
        pages=_number(given, "pages", most=MAX_PAGES),
        wording=_wording(section.event, given, defaults.design),
        is_sample=is_sample,
    )
    if not KINDS[what].of_round:
        return order
    row = round_to_print(section, _number(given, "round", most=99))
    return replace(order, row=row, lines=board_lines(row))


def build_sheet(order: PrintOrder, what: str, given: Mapping[str, Any]) -> Paper:
    """Draw a sheet in the language of the order; a sheet without a page becomes an empty page."""
    languages = [code for code, _name in settings.LANGUAGES]
    language = _choice(given, "language", languages, usual_language(order.section))
    with translation.override(language):
        paper = KINDS[what].build(order)
        if not paper.pages:
            paper.add_page()
        return paper


def _wording(event: Event, given: Mapping[str, Any], design: str) -> Wording:
    # Lazy: the sheet may be in another language than the page.
    roles = {"director": _("Tournament director"), "arbiter": _("Arbiter"), "president": _("President")}
    named = [(roles[key], _text(given, key)) for key in SIGNERS]
    whom = _text(given, "whom") or "winners"
    if whom not in {"winners", "all", "places"} and not whom.isdecimal():
        raise UnknownPrintChoice(choice="whom", given=whom, known="winners, all, places")
    return Wording(
        design=_choice(given, "design", list(DESIGNS), design),
        whom=whom,
        places=_number(given, "places", most=999),
        category=_text(given, "category"),
        heading=_text(given, "heading"),
        line=_text(given, "line"),
        place=_text(given, "place") if "place" in given else event.venue,
        day=_day(given, "day") if "day" in given else day_of_awards(event),
        signatures=signatures_of(named),
    )


def _text(given: Mapping[str, Any], name: str) -> str:
    return " ".join(str(given.get(name) or "").split())[:MAX_TEXT]


def _day(given: Mapping[str, Any], name: str) -> date | None:
    text = str(given[name] or "")
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        known = _("a date, for example 2026-05-31")
        raise UnknownPrintChoice(choice=name, given=text, known=known) from None


def _choice(given: Mapping[str, Any], name: str, known: list[Any], usual: str) -> str:
    text = str(given.get(name) or usual)
    if text not in known:
        raise UnknownPrintChoice(choice=name, given=text, known=", ".join(known))
    return text


def _number(given: Mapping[str, Any], name: str, *, most: int) -> int:
    text = str(given.get(name) or "0")
    number = parse_number(text)
    if number is None or number > most:
        raise UnknownPrintChoice(choice=name, given=text, known=f"1\N{EN DASH}{most}")
    return number
