"""Markers in every text field, and every address asked: nothing that shows them takes them for code."""

import html
from itertools import chain
from urllib.parse import urlencode

import pytest
from access_world import CLERK, SUPERUSER, VISITOR
from addresses import address_named, addresses
from browser import EVERYTHING, ask
from django.template import base
from django.utils.html import conditional_escape
from django.utils.safestring import mark_safe
from effort import THOROUGH, amount, sample
from pdf_pages import active_parts, read_pages
from planted import (
    Garden,
    faults_of_answer,
    faults_of_calendar,
    faults_of_page,
    faults_of_table,
    plant_records,
    plant_rows,
    reason_not_to_plant,
    text_fields,
)
from planted_corpus import PAYLOADS, SHORT, corpus, marker, numbers_in
from walking import BROKEN, NO_SUCH_METHOD, WORDS

from club.models import Role

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

TURNS = amount(1, 12)
ACTORS = amount((CLERK,), (VISITOR, SUPERUSER, CLERK, Role.DIRECTOR.value, Role.PLAYER.value))
WITHOUT_ROWS = {
    *("club.BankLayout", "club.DateChange", "club.FeeLine", "club.NamesakePair", "club.PersonMerge"),
    *("tournaments.EntryContact", "tournaments.Prize"),
}
"""Tables whose constraints no row of plain values meets."""
CONTEXTS = (
    "<p>{}</p>",
    '<p title="{}">x</p>',
    "<p title='{}'>x</p>",
    "<p title={}>x</p>",
    "<textarea>{}</textarea>",
    "<title>{}</title>",
    '<a href="{}">x</a>',
    '<img src="{}">',
    '<script type="application/json">{{"a": "{}"}}</script>',
    "<script>let a = {}</script>",
    "<style>{}</style>",
    "<!-- {} -->",
    "<select><option>{}</option></select>",
)


UPLOADED = b"%PDF-"
"""The file of an event in the world of this test."""


class Visit:
    """Pages that were asked with markers in the rows behind them."""

    def __init__(self, clubs, turn=0):
        self.clubs, self.faults, self.seen, self.asked, self.sheets = clubs, [], set(), 0, 0
        self.paths = {address: address.path(clubs.own) for address in addresses()}
        self.garden = plant_rows(Garden(turn))
        plant_records(self.garden)

    def ask(self, actor, address):
        """Ask an address, then once more with markers in the parameters that it reads."""
        path = self.paths[address]
        read = self._send(actor, path)
        names = WORDS if EVERYTHING in read else sorted(read)
        if names and address.name not in {"api-schema", "api-docs"}:
            query = {name: self.garden.sow(f"{address.name}?{name}", 300) for name in names}
            self._send(actor, path, query)

    def _send(self, actor, path, query=None):
        asked = ask(
            self.clubs.client(actor),
            "GET",
            f"{path}?{urlencode(query)}" if query else path,
            user=self.clubs.users.get(actor),
        )
        self.asked += 1
        if asked.status == BROKEN:
            self.faults.append(f"{path} {query or ''} by {actor} is broken")
        kind = asked.headers.get("Content-Type", "")
        if asked.is_text or "xml" in kind:
            self._look(actor, path, asked)
        elif kind == "application/pdf" and asked.body != UPLOADED:
            self._look_at_sheet(actor, path, asked.body)
        return asked.parameters_read if asked.status != NO_SUCH_METHOD else set()

    def _look(self, actor, path, asked):
        self.seen |= numbers_in(html.unescape(asked.text))
        for fault in faults_of_answer(asked.headers.get("Content-Type", ""), asked.text, asked.headers):
            planted = self.garden.named(numbers_in(fault))
            self.faults.append(f"{path} by {actor}: {fault} from {planted}")

    def _look_at_sheet(self, actor, path, data):
        self.sheets += 1
        self.seen |= numbers_in("".join(page.extract_text() for page in read_pages(data)))
        if parts := active_parts(data):
            self.faults.append(f"{path} by {actor}: the sheet has {parts}")

    @property
    def labels_seen(self):
        return {self.garden.plants[one].label for one in self.seen if one in self.garden.plants}


def in_reach():
    """Return a third of the pages; every address, with the API and the admin, in a thorough run."""
    pages = [one for one in addresses() if not one.route.startswith(("api/", "admin/"))]
    return addresses() if THOROUGH else pages[::3]


@pytest.mark.parametrize("turn", range(TURNS))
def test_every_page_shows_markers_as_text(turn, clubs, record_property):
    visit = Visit(clubs, turn)
    for actor in ACTORS:
        for address in in_reach():
            visit.ask(actor, address)
    garden = visit.garden
    record_property("answers", visit.asked)
    record_property("sheets", visit.sheets)
    record_property("markers", len(garden.plants))
    record_property("fields and parameters planted, and seen", (len(garden.labels), len(visit.labels_seen)))
    record_property("fields that hold no marker", sorted({*garden.too_short, *garden.refused}))
    assert not visit.faults, "\n".join(visit.faults)
    assert len(visit.labels_seen) > amount(60, 200)


def test_every_text_field_is_planted_or_its_reason_is_given(clubs):
    """A field of a table without a row in the world of this test is in WITHOUT_ROWS."""
    garden = plant_rows(Garden())
    wanted = {label for _model, _field, label in text_fields() if reason_not_to_plant(label) is None}
    missing = wanted - garden.labels - garden.too_short - set(garden.refused)
    assert {label.rpartition(".")[0] for label in missing} == WITHOUT_ROWS == garden.without_rows
    assert garden.too_short == {"tournaments.Entry.federation"}
    assert len(garden.labels) > 200


@pytest.fixture
def unescaped(monkeypatch):
    """Pages that take one text for safe, as the filter `safe` does."""

    def trust(text):
        monkeypatch.setattr(
            base,
            "conditional_escape",
            lambda value: mark_safe(value) if str(value) == text else conditional_escape(value),  # noqa: S308
        )

    return trust


@pytest.mark.parametrize("turn", sample([at for at, one in enumerate(PAYLOADS) if one[0] == "<"], one_in=5))
def test_a_field_that_is_not_escaped_is_found(turn, clubs, unescaped):
    """The negative control: one name on a page, with markers of several kinds."""
    visit = Visit(clubs)
    text = marker(999, turn, 200)
    type(clubs.own.event).objects.filter(pk=clubs.own.event.pk).update(name=text)
    for is_trusted in (False, True):
        if is_trusted:
            unescaped(text)
        visit.faults = []
        visit.ask(CLERK, address_named("tournaments:event"))
        assert any("999" in fault for fault in visit.faults) == is_trusted, visit.faults


def test_every_marker_is_found_in_some_context_that_does_not_escape_it():
    missed = []
    for text in (one.replace("{n}", "7") for one in (*corpus(), *SHORT)):
        pages = (context.format(text) for context in CONTEXTS)
        others = (faults_of_table(f"a,b\n{text},x\n"), faults_of_calendar(f"SUMMARY:{text}\n"))
        if not any(chain(map(faults_of_page, pages), others)):
            missed.append(text)
    assert not [one for one in missed if "<" in one], missed
    assert len(missed) <= 20, missed


@pytest.mark.parametrize(
    ("tag", "is_fault"),
    [
        ('<meta property="og:title" content="vbscript:planted(7)">', False),
        ('<meta name="description" content="javascript:planted(7)">', False),
        ('<meta property="og:url" content="vbscript:planted(7)">', True),
        ('<meta property="og:image" content="data:,planted(7)">', True),
        ('<meta http-equiv="Refresh" content="0;url=javascript:planted(7)">', True),
    ],
)
def test_content_is_an_address_where_a_browser_takes_it_for_one(tag, is_fault):
    assert bool(faults_of_page(tag)) == is_fault


def test_a_marker_that_is_escaped_is_no_fault():
    for text in (one.replace("{n}", "7") for one in corpus()):
        for context in CONTEXTS[:2] + CONTEXTS[4:6]:
            assert faults_of_page(context.format(html.escape(text))) == [], text
        assert numbers_in(text) == {7}
