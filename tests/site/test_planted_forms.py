"""Markers in every text input of every form that a page shows, sent as a browser sends it."""

import html
import importlib
import pkgutil
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin, urlsplit

import pytest
from access_world import CLERK, SUPERUSER, VISITOR
from addresses import addresses
from browser import ask
from django import forms
from django.core.cache import cache
from django.db import transaction
from effort import THOROUGH, amount
from planted import APPS, Garden, faults_of_answer
from planted_corpus import numbers_in
from walking import BROKEN, OK

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

ACTORS = amount((CLERK,), (CLERK, SUPERUSER, VISITOR))
TEXT = frozenset({"text", "search", "email", "url", "tel", "password", ""})
NOT_TYPED = {
    "club.audit.pages.audit_forms.TrailForm": ("target_id",),
    "club.joining.pages.join_forms.JoinRequestForm": ("once",),
    "club.money.pages.money_forms.PayForm": ("key",),
    "club.money.pages.money_forms.PaymentForm": ("key",),
    "club.money.pages.money_forms.RefundForm": ("key",),
    "tournaments.appeals.pages.appeal_forms.AppealRulesForm": ("currency",),
    "tournaments.cases.pages.case_forms.DecisionForm": ("incident", "key", "ready", "was"),
    "tournaments.entries.pages.entry_forms.EntryForm": ("once",),
    "tournaments.events.pages.event_forms.SectionForm": ("deck", "law_book", "system", "variant"),
    "tournaments.events.pages.event_wizard.EventWizardForm": ("preset",),
    "tournaments.events.pages.setup_forms.ClassRowForm": ("was",),
    "tournaments.events.pages.setup_forms.PrizeHeadForm": ("currency",),
    "tournaments.ladders.pages.ladder_forms.LadderForm": ("variant",),
    "tournaments.ratings.pages.rating_forms.ListForm": ("formula", "variant"),
}
"""Choices of a list and hidden values: a browser sends what the page gave it."""
NOT_SHOWN = {
    "club.accounts.pages.account_forms.SignUpForm": ("name", "username"),
    "club.accounts.pages.account_forms.WelcomeForm": ("club", "email", "name", "password"),
    "club.banking.pages.bank_forms.FileForm": ("name", "table"),
    "club.banking.pages.bank_forms.IgnoreForm": ("reason",),
    "club.banking.pages.bank_forms.LayoutForm": ("account",),
    "club.calendar.pages.calendar_forms.CancelDayForm": ("note",),
    "club.calendar.pages.calendar_forms.DayForm": ("note",),
    "club.equipment.pages.equipment_forms.BackForm": ("note",),
    "club.joining.pages.join_forms.SignatureForm": ("signature",),
    "club.privacy.pages.erasure.EraseForm": ("reason", "typed_name"),
    "club.privacy.pages.personal_data.AskForm": ("message",),
    "games.judging.pages.forms.AdjudicationForm": ("fen",),
    "games.judging.pages.forms.KeepForm": ("pdn",),
    "tournaments.appeals.pages.appeal_forms.DecisionForm": ("words",),
    "tournaments.appeals.pages.appeal_forms.FileForm": ("grounds", "late_reason"),
    "tournaments.appeals.pages.appeal_forms.NameForm": ("club_name", "despite", "name"),
    "tournaments.entries.pages.entry_forms.EntryForm": (
        "club_name",
        "email",
        "federation_id",
        "message",
        "name",
        "website",
    ),
    "tournaments.events.pages.event_wizard.PlanForm": ("clock",),
    "tournaments.events.pages.setup_forms.ClassRowForm": ("name", "words"),
    "tournaments.events.pages.setup_forms.FeeRowForm": ("amount", "currency", "label"),
}
"""Forms of a state that no row here is in; test_planted_markers.py plants the columns they write."""
NOT_FILLED = {
    f"{form}.{name}" for table in (NOT_TYPED, NOT_SHOWN) for form, names in table.items() for name in names
}
MAX_FORMS = amount(2, 1000)
"""Forms of one page that are sent: a page has one for each row."""


class FormsOf(HTMLParser):
    """The forms of a page: where each is sent, its values, and its text inputs."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.current, self.select = [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        name = given.get("name")
        if tag == "form":
            self.current = {"action": given.get("action") or "", "method": given.get("method") or "get"}
            self.current |= {"values": {}, "texts": {}}
            self.forms.append(self.current)
        elif self.current is None or "disabled" in given:
            return
        elif (
            tag == "option"
            and self.select
            and (self.select not in self.current["values"] or "selected" in given)
        ):
            self.current["values"][self.select] = given.get("value") or ""
        elif tag == "select":
            self.select = name
        elif name and tag == "textarea":
            self.current["texts"][name] = None
        elif name and tag == "input":
            self._input(name, given)
        elif name and tag == "button":
            self.current["values"].setdefault(name, given.get("value") or "")

    def _input(self, name, given):
        kind = given.get("type") or ""
        if kind in TEXT:
            width = given.get("maxlength")
            self.current["texts"][name] = int(width) if width else None
        elif kind in {"checkbox", "radio"}:
            if "checked" in given or (kind == "radio" and name not in self.current["values"]):
                self.current["values"][name] = given.get("value") or "on"
        elif kind != "file":
            self.current["values"][name] = given.get("value") or ""

    def handle_endtag(self, tag):
        if tag == "form":
            self.current = None
        elif tag == "select":
            self.select = None


class Sender:
    """Somebody who sends the forms of pages with markers; every effect is taken back."""

    def __init__(self, clubs):
        self.clubs, self.garden, self.faults = clubs, Garden(), []
        self.sent, self.answered, self.known = 0, {}, set()

    def send_all(self, actor, path):
        """Send each form of a page whose inputs were not sent to the same place before."""
        page = ask(self.clubs.client(actor), "GET", path, user=self.clubs.users.get(actor))
        if page.status != OK or not page.is_html:
            return
        for form in [one for one in FormsOf(page.text).forms if one["texts"]][:MAX_FORMS]:
            address = urljoin(f"http://testserver{path}", form["action"])
            known = (actor, urlsplit(address).path, frozenset(form["texts"]))
            if known not in self.known:
                self.known.add(known)
                self._send(actor, address, form)

    def _send(self, actor, address, form):
        names = {
            name: self.garden.sow(f"{urlsplit(address).path} {name}", width)
            for name, width in form["texts"].items()
        }
        data = urlencode({**form["values"], **{name: text or "x" for name, text in names.items()}})
        browser, cached = self.clubs.client(actor), self.clubs.users.get(actor)
        browser.handler.user = cached
        cache.clear()
        is_post = form["method"].lower() == "post"
        with transaction.atomic():
            answer = (
                browser.generic("POST", address, data, content_type="application/x-www-form-urlencoded")
                if is_post
                else browser.generic("GET", f"{address.partition('?')[0]}?{data}")
            )
            self._look(actor, address, answer)
            shown = answer.headers.get("Location")
            if is_post and shown and shown.startswith("/"):
                self._look(actor, shown, browser.generic("GET", shown))
            transaction.set_rollback(True)
        self.sent += 1
        self.answered[answer.status_code] = self.answered.get(answer.status_code, 0) + 1

    def _look(self, actor, address, answer):
        kind = answer.headers.get("Content-Type", "")
        if answer.status_code == BROKEN:
            self.faults.append(f"{address} by {actor} is broken")
        if kind.startswith("text/") and not answer.streaming:
            for fault in faults_of_answer(kind, answer.content.decode(), answer.headers):
                self.faults.append(
                    f"{address} by {actor}: {fault} from {self.garden.named(numbers_in(fault))}"
                )


def text_fields_of_forms():
    """Every text field of every form class of the project."""
    for app in APPS:
        package = importlib.import_module(app)
        for module in pkgutil.walk_packages(package.__path__, f"{app}."):
            if ".pages" in module.name:
                importlib.import_module(module.name)
    waiting, found = [forms.BaseForm], set()
    while waiting:
        below = waiting.pop().__subclasses__()
        waiting += below
        for one in below:
            if one.__module__.partition(".")[0] in APPS:
                texts = [
                    name
                    for name, field in one.base_fields.items()
                    if type(field) in (forms.CharField, forms.EmailField, forms.URLField)
                ]
                found |= {f"{one.__module__}.{one.__name__}.{name}" for name in texts}
    return found


@pytest.fixture
def filled(monkeypatch):
    """The fields of forms that were given a marker, by class."""
    names, clean = set(), forms.BaseForm.full_clean

    def noted(form):
        if form.is_bound:
            for name in form.fields:
                value = form.data.get(form.add_prefix(name))
                if isinstance(value, str) and numbers_in(html.unescape(value)):
                    names.update(f"{one.__module__}.{one.__name__}.{name}" for one in type(form).__mro__)
        return clean(form)

    monkeypatch.setattr(forms.BaseForm, "full_clean", noted)
    return names


def test_every_form_takes_markers_as_text(clubs, filled, record_property):
    sender = Sender(clubs)
    pages = [one for one in addresses() if not one.route.startswith(("api/", "admin/", "accounts/"))]
    for actor in ACTORS:
        for address in pages if THOROUGH else pages[::4]:
            sender.send_all(actor, address.path(clubs.own))
    wanted = text_fields_of_forms()
    record_property("forms sent, by status", sender.answered)
    record_property("text fields of forms, and filled", (len(wanted), len(wanted & filled)))
    assert not sender.faults, "\n".join(sender.faults)
    assert sender.sent > 10
    if THOROUGH:
        assert wanted - filled == NOT_FILLED
