"""Plant markers in the text fields of rows, and look for what an answer made of them."""

import csv
import io
import json
import re
from dataclasses import dataclass, field
from email.message import EmailMessage
from fnmatch import fnmatchcase
from html.parser import HTMLParser
from uuid import uuid4

from django.apps import apps
from django.db import DatabaseError, connection, models, transaction
from django.utils import timezone
from planted_corpus import ELEMENT, HOST, SHORTEST, marker

from club.audit import triggers as audit_triggers
from club.audit.log import record
from club.core.actor import SYSTEM
from club.money import triggers as money_triggers
from tournaments.core import triggers as guard_triggers

APPS = ("club", "games", "tournaments")
TAGS = ("Event", "Site", "Date", "Round", "White", "Black", "Annotator", "Opening", "EventDate", "Source")
NOT_PLANTED = {
    "a key, an address or a proof that the program makes": (
        *("*.slug", "*.key", "*.*_key", "*.*digest", "*.*hash", "*.secret", "*.token", "*.token_key"),
        *("*.p256dh", "*.auth", "*.password", "*.sha256", "*.origin", "*.seed", "*.sent_once", "*.letter"),
        *(
            "club.ApiToken.digest",
            "club.Screen.code",
            "*.results_print",
            "*.salts",
            "*.digests",
            "*.sent_keys",
        ),
        *("club.Person.search_key", "tournaments.Screen.code", "club.LiveChannel.name", "*.request_id"),
        *("tournaments.EntryKey.content", "*.cursors", "tournaments.BoardCard.*", "club.WorkerBeat.name"),
    ),
    "a code that the program looks up": (
        *("*.language", "*.time_zone", "*.currency", "*.variant", "*.law_book", "*.system", "*.preset"),
        *("*.side", "*.running", "*.formula", "*.base", "*.deck", "*.ballot", "*.sharing", "*.incident"),
        *(
            "club.Job.task",
            "games.*.code",
            "tournaments.*.code",
            "*.error_code",
            "*.encoding",
            "club.AuditEntry.action",
            "*.target_kind",
            "*.target_id",
            "*.kind",
            "*.first_result",
        ),
    ),
    "checked when it is written": ("*.*fen", "*.birthday", "*.iban", "*.bic"),
    "written by the program from a record": (
        *("games.Game.move_line", "games.Game.finding_codes", "games.Game.pdn", "games.Game.result"),
    ),
}


@dataclass(frozen=True)
class Plant:
    """One marker in one field of one row."""

    number: int
    label: str
    pk: object
    text: str

    def __str__(self):
        return f"{self.label} of row {self.pk}: {self.text[:80]!r}"


@dataclass
class Garden:
    """Everything that was planted, by number."""

    turn: int = 0
    plants: dict = field(default_factory=dict)
    refused: dict = field(default_factory=dict)
    too_short: set = field(default_factory=set)
    without_rows: set = field(default_factory=set)

    def sow(self, label, width, pk=None):
        """Return a marker for a field; None if it is too short for any."""
        number = len(self.plants) + 1
        text = marker(number, self.turn + 7 * number, width) if width is None or width >= SHORTEST else None
        if text is None:
            self.too_short.add(label)
            return None
        self.plants[number] = Plant(number, label, pk, text)
        return text

    @property
    def labels(self):
        return {plant.label for plant in self.plants.values()}

    def named(self, numbers):
        return "; ".join(str(self.plants[one]) for one in sorted(numbers) if one in self.plants)


def reason_not_to_plant(label):
    """Return why a field takes no text of a person; None if it does."""
    return next(
        (why for why, patterns in NOT_PLANTED.items() for one in patterns if fnmatchcase(label, one)), None
    )


def text_fields():
    """Every field of the project's tables that holds text without a list of values."""
    kinds = (models.CharField, models.TextField)
    for model in apps.get_models():
        if model._meta.app_label in APPS:
            for one in model._meta.concrete_fields:
                if isinstance(one, kinds) and not one.choices and not one.primary_key:
                    yield model, one, f"{model._meta.label}.{one.name}"


def fill_empty_tables():
    """Make one row of each table that has none, of whatever its columns take; what cannot be made is left."""
    waiting = {model for model, _field, _label in text_fields() if not model._base_manager.exists()}
    for _ in range(3):  # rows of some tables need rows of others
        for model in sorted(waiting, key=lambda one: one._meta.label):
            try:
                with transaction.atomic():
                    model._base_manager.create(**{one.name: _value_for(one) for one in _required(model)})
            except (DatabaseError, ValueError, TypeError):
                continue
            waiting.discard(model)
    return {model._meta.label for model in waiting}


def _required(model):
    return [
        one
        for one in model._meta.concrete_fields
        if (not one.null and not one.has_default() and not one.primary_key) or (one.choices and not one.null)
    ]


VALUES = {
    models.DateTimeField: timezone.now,
    models.DateField: timezone.localdate,
    models.UUIDField: uuid4,
    models.JSONField: dict,
    (models.IntegerField, models.DecimalField, models.BooleanField): lambda: 1,
}


def _value_for(one):
    """Return a value that a column takes."""
    if one.is_relation:
        return one.related_model._base_manager.order_by("pk").first()
    if one.choices:
        return next(key for key, _label in one.flatchoices if key)
    return next((make() for kind, make in VALUES.items() if isinstance(one, kind)), "EUR")


def plant_rows(garden):
    """Put a marker in every text field of every row, past forms and services."""
    garden.without_rows = fill_empty_tables()
    with (
        audit_triggers.lifted(connection),
        money_triggers.lifted(connection),
        guard_triggers.lifted(connection),
    ):
        for model, one, label in text_fields():
            if reason_not_to_plant(label) is None:
                for pk in model._base_manager.values_list("pk", flat=True):
                    text = garden.sow(label, one.max_length, pk)
                    if text is not None:
                        _write(garden, model._base_manager.filter(pk=pk), one.name, text)
    return garden


def plant_records(garden):
    """Put markers in the tags and comments of every stored game, and in entries of the audit log."""
    for game in apps.get_model("games", "Game").objects.all():
        texts = {tag: _in_tag(garden.sow(f"PDN tag {tag}", None, game.pk)) for tag in TAGS}
        tags = "\n".join(f'[{tag} "{text}"]' for tag, text in texts.items())
        comments = [_in_comment(garden.sow("PDN comment", None, game.pk)) for _ in range(3)]
        moves = "{{{}}} 1. 11-15 {{{}}} 23-19 {{{}}} *".format(*comments)
        type(game).objects.filter(pk=game.pk).update(pdn=f'{tags}\n[GameType "21"]\n\n{moves}\n')
    for problem in apps.get_model("games", "ImportProblem").objects.all():
        problem.facts |= {
            name: garden.sow("ImportProblem.facts", 100) for name in ("white", "black", "event")
        }
        problem.save(update_fields=["facts"])
    for person in apps.get_model("club", "Person").objects.all():
        before, after = ({"name": garden.sow(f"AuditEntry.{part}", None)} for part in ("before", "after"))
        reason, club = garden.sow("AuditEntry.reason", None), person.organisation_id
        with transaction.atomic():
            record(
                "club.person.renamed",
                person,
                actor=SYSTEM,
                organisation_id=club,
                before=before,
                after=after,
                reason=reason,
            )


def _in_tag(text):
    return re.sub(r"[\r\n]+", " ", text).replace("\\", "\\\\").replace('"', '\\"')


def _in_comment(text):
    return text.replace("}", ")")


def _write(garden, rows, name, text):
    try:
        with transaction.atomic():
            rows.update(**{name: text})
    except DatabaseError as refused:  # a constraint: the text can never be there
        plant = garden.plants.pop(len(garden.plants))
        garden.refused[plant.label] = str(refused)


LOADED = frozenset({"src", "srcset", "data", "poster", "background", "srcdoc", "codebase", "manifest"})
FOLLOWED = frozenset({"href", "action", "formaction", "xlink:href", "ping", "content", "cite"}) | LOADED
ACTIVE = re.compile(r"^[\x00-\x20]*(?:javascript|vbscript|data)\s*:", re.IGNORECASE)
ADDRESSED = re.compile(r"(?:image|url|video|audio|refresh)$", re.IGNORECASE)
"""Kinds of <meta> whose content is an address."""
DATA = frozenset({"application/json", "application/ld+json"})
FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r]")
RAN = re.compile(r"planted-(\d+)-ran")


class PlantedPage(HTMLParser):
    """Elements, attributes, scripts and styles that markers became on a page."""

    def __init__(self, text):
        super().__init__()
        self.found, self._in = [], ("", {})
        self.feed(text)
        self.close()
        self.found += [f"template syntax that ran: {one}" for one in RAN.findall(text)]

    def handle_starttag(self, tag, attrs):
        given = {name: value or "" for name, value in attrs}
        self._in = (tag, given)
        if tag.startswith(ELEMENT) or any(name.startswith("data-planted") for name in given):
            self._add(f"element <{tag}>", self.get_starttag_text())
        is_text = tag == "meta" and not ADDRESSED.search(given.get("property", given.get("http-equiv", "")))
        for name, value in given.items():
            if name != "content" or not is_text:
                self._check(tag, name, value)

    handle_startendtag = handle_starttag

    def _check(self, tag, name, value):
        is_planted = "planted" in value
        plain = re.sub(r"[\t\r\n]", "", value).rpartition("url=" if name == "content" else "\0")[2]
        if is_planted and name.startswith(("on", "hx-on", "style")):
            self._add(f"attribute {name} of <{tag}>", value)
        elif is_planted and name in FOLLOWED and ACTIVE.match(plain):
            self._add(f"active address in {name} of <{tag}>", value)
        elif name in LOADED | {"hx-get", "hx-post"} and HOST in value.partition("?")[0]:
            self._add(f"request to another site by {name} of <{tag}>", value)
        elif tag in {"link", "base"} and name == "href" and HOST in value.partition("?")[0]:
            self._add(f"address in <{tag}>", value)

    def handle_endtag(self, _tag):
        self._in = ("", {})

    def handle_data(self, data):
        tag, given = self._in
        if tag == "script" and given.get("type") in DATA:
            try:
                json.loads(data)
            except ValueError:
                self._add("data of a script that is no JSON", data)
        elif tag in {"script", "style"} and "planted" in data:
            self._add(f"text in <{tag}>", data)

    def _add(self, what, where):
        self.found.append(f"{what}: {where[:200]!r}")


def faults_of_page(text):
    """Return what markers became on a page, or on part of one."""
    return PlantedPage(text).found


def faults_of_table(text):
    """Return the cells of a table in which a spreadsheet would calculate."""
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=";" if text.partition("\n")[0].count(";") else ","
    )
    cells = [cell for row in rows for cell in row if "planted" in cell]
    return [f"a formula in a cell: {cell[:200]!r}" for cell in cells if FORMULA.match(cell)]


def faults_of_calendar(text):
    """Return the lines of a calendar that a marker added."""
    return [f"a line of a calendar: {one!r}" for one in re.findall(r"^X-PLANTED.*", text, re.MULTILINE)]


def faults_of_answer(kind, text, headers):
    """Return what markers became in an answer of any kind of text."""
    found = [f"a header {name}: {value!r}" for name, value in headers.items() if "planted" in name.lower()]
    kept = EmailMessage()
    kept["Content-Disposition"] = headers.get("Content-Disposition", "attachment")
    if "planted" in kept.get_filename("") and kept.get_filename("").startswith("planted"):
        found.append(f"a file name: {headers['Content-Disposition']!r}")
    if kind.startswith(("text/html", "image/svg")):
        found += faults_of_page(text)
    elif kind.startswith("text/csv"):
        found += faults_of_table(text)
    elif kind.startswith("text/calendar"):
        found += faults_of_calendar(text)
    return found
