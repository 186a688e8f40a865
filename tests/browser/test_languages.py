"""Every page in a language nobody speaks: what is not marked for translation shows, and what is clipped."""

import datetime as dt
import re
from pathlib import Path
from urllib.parse import urlsplit

import cached_sites
import pytest
from archives import archive_with_note, corrupt_row
from django.apps import apps
from django.conf import locale, settings
from django.db.models import CharField, TextField
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.translation import trans_real
from pages import session_of

from club.core.actor import SYSTEM
from club.management.catalogues.pseudo import CODE, write_pseudo
from club.models import (
    HelperPass,
    Invitation,
    Job,
    JobState,
    Organisation,
    OutboxMessage,
    Person,
    RoleGrant,
    User,
)
from games.laws.books import LAW_BOOKS
from tournaments.entries.services.admissions import set_admission
from tournaments.models import Section
from tournaments.rounds.services.rounds import propose_round, publish_round

MARKS = (Path(__file__).parent / "marked_text.js").read_text(encoding="utf-8")
VISITORS_PAGES = ("/", "/accounts/login/", "/accounts/password/reset/", "/pass/", "/welcome/", "/nowhere/")
OWNERS_PAGES = ("/", "/desk/", "/accounts/email/", "/accounts/2fa/", "/accounts/sessions/", "/desk/jobs/")
# Of the demo's event: what everybody looks at, and where a director works.
EVENT_PAGES = (
    *("/events/", "/e/{event}/", "/e/{event}/enter/", "/e/{event}/{section}/players/"),
    *(
        "/e/{event}/{section}/players/1/",
        "/e/{event}/{section}/pairings/3/",
        "/e/{event}/{section}/standings/",
    ),
    *("/e/{event}/{section}/crosstable/", "/e/{event}/{section}/progress/", "/e/{event}/{section}/games/"),
)
EVENT_DESK_PAGES = (
    *(
        "/desk/events/",
        "/desk/events/new/",
        "/desk/clubs/",
        "/desk/events/{event_id}/",
        "/desk/events/{event_id}/screens/",
    ),
    *("/desk/sections/{section_id}/entries/", "/desk/sections/{section_id}/inbox/"),
    *("/desk/sections/{section_id}/check-in/", "/desk/sections/{section_id}/standings/"),
    *("/desk/sections/{section_id}/settings/", "/desk/sections/{section_id}/share/"),
    *("/desk/sections/{section_id}/files/", "/desk/sections/{section_id}/setup/prizes/"),
    *("/desk/sections/{section_id}/cards/", "/desk/rounds/{closed}/", "/desk/rounds/{on}/"),
    *("/desk/pairings/{board}/", "/desk/pairings/{board}/1/other/", "/hall/{section_id}/"),
)
NOT_PAGES = re.compile(
    r"^/(api|admin|static|metrics|healthz|readyz)|logout|\.(csv|pdf|pdn|png|svg|ics|zip|xlsx)\b|/pdn/|/export/|/labels/|format=|download"
)
MAX_PER_KIND = 2  # pages of one view
# Words that are the same in every language, and what is data by its nature.
EVERYWHERE = re.compile(
    r"UTC|PDN|PNG|SVG|FEN|JSON|API|EUR|BIC|IBAN|JavaScript|GameType|CSV|PDF|QR|SHA-256"
    r"|Draughts Club|MB|KB|GB|bytes"
    r"|https?://\S+|\S+@\S+|\b[a-h][1-8]\b|[A-Z]{2,4}-(?:[A-Z]+\d*\w*|\d+)"
    r"|[\w./-]+\.(?:pdn|py|sqlite3)|[\w]+(?:\.[\w]+)+"
)


@pytest.fixture(scope="module")
def pseudo_catalogue(tmp_path_factory):
    """The folder of the language's texts; they are read from the whole source, for seconds."""
    folder = tmp_path_factory.mktemp("locale")
    write_pseudo(Path(settings.BASE_DIR), folder)
    return folder


@pytest.fixture
def pseudo_language(pseudo_catalogue, monkeypatch, settings):
    """The site speaks a language nobody speaks."""
    told = {"bidi": False, "code": CODE, "name": "Pseudo", "name_local": "Pseudo"}
    monkeypatch.setitem(locale.LANG_INFO, CODE, told)
    monkeypatch.setattr(trans_real, "_translations", {})
    settings.LOCALE_PATHS = [pseudo_catalogue]
    settings.LANGUAGES = [*settings.LANGUAGES, (CODE, "Pseudo")]


@pytest.fixture
def owner(site, settings, tmp_path):
    """The owner of a club in which a little of everything is there, who runs the site as well."""
    club = Organisation.objects.first()
    user = User.objects.create_superuser("owner@example.org", "a long enough password", first_name="Anna")
    settings.BACKUP_DIR = tmp_path
    corrupt_row(archive_with_note(tmp_path))
    archive_with_note(tmp_path, name="20261120T120000Z-6")
    now, later = timezone.now(), timezone.now() + dt.timedelta(days=3)
    common = {"organisation": club, "created_by": user, "expires_at": later}
    RoleGrant.objects.create(organisation=club, user=user, role="owner", granted_by=user)
    RoleGrant.objects.create(
        organisation=club, user=user, role="arbiter", granted_by=user, event_id=7, expires_at=later
    )
    Person.objects.create(name="Piet Roozenburg", email="piet@example.org", organisation=club)
    invited = {"organisation": club, "role": "treasurer", "expires_at": later, "invited_by": user}
    Invitation.objects.create(email="other@example.org", secret_hash="1", **invited)
    Invitation.objects.create(secret_hash="2", **invited, revoked_at=now)
    Invitation.objects.create(email=user.email, secret_hash="3", **invited)
    HelperPass.objects.create(label="Table 4", secret_hash="4", code_hash="4", first_board=1, **common)
    HelperPass.objects.create(label="Table 5", secret_hash="5", code_hash="5", revoked_at=now, **common)
    for state in JobState.values:
        steps = {"steps": 10, "steps_done": 4}
        Job.objects.create(
            key=f"job-{state}", task="club.send_message", state=state, organisation=club, **steps
        )
        Job.objects.create(key=f"backup-{state}", task="club.restore_point", state=state, **steps)
    OutboxMessage.objects.create(
        key="one", organisation=club, to="x@example.org", subject="Subject", text="Text"
    )
    return user


def data_of_the_site():
    """Everything that is shown as somebody wrote it: rows of the tables, names and sources of law books."""
    told = [text for book in LAW_BOOKS.values() for text in (book.name, book.edition, book.source)]
    told += [code for section in Section.objects.all() for code in ("PTS", *section.tie_breaks)]
    for model in apps.get_models():
        if model._meta.app_label not in ("club", "games", "tournaments"):
            continue
        names = [
            field.name
            for field in model._meta.get_fields()
            if isinstance(field, CharField | TextField) and not field.choices and field.name != "pdn"
        ]
        told += [str(value) for row in model.objects.values_list(*names)[:2000] for value in row if value]
    return " ¦ ".join(" ".join(text.split()) for text in told)


def addresses_on(page):
    """Where the links of a page lead, inside the site."""
    links = page.eval_on_selector_all("a[href]", "links => links.map(link => link.href)")
    for link in links:
        parts = urlsplit(link)
        if parts.netloc == urlsplit(page.url).netloc and not NOT_PAGES.search(link.split(parts.netloc, 1)[1]):
            yield parts.path + (f"?{parts.query}" if parts.query else "")


def kind_of(address):
    try:
        return resolve(urlsplit(address).path).view_name
    except Resolver404:
        return "nowhere"


def walk(page, site, starts, visit, *, follows=True):
    """Visit these pages and what links lead to, a few pages of each kind; without following, these alone."""
    waiting, seen, kinds = list(starts), set(starts), {}
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        kinds[kind] = kinds.get(kind, 0) + 1
        if follows and kinds[kind] > MAX_PER_KIND:
            continue
        page.goto(f"{site.url}{address}")
        page.wait_for_load_state("load")
        visit(address)
        for found in addresses_on(page) if follows else ():
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    return kinds


def is_raw(text, data):
    """Whether something is left that is neither data nor the same in every language."""
    left = EVERYWHERE.sub(" ", text)
    pieces = [re.sub(r"^\W+|\W+$", "", piece) for piece in re.split(r"[·,:]|\s\W\s", left)]
    return any(re.search(r"[^\W\d_]{2}", piece) and piece not in data for piece in pieces)


@pytest.fixture
def walker(pseudo_language, chromium, site, width):
    """Walks the site in the language nobody speaks; tells what is raw and what does not fit."""
    contexts = []

    def walked(starts, *, user=None, follows=True):
        context = chromium.new_context(viewport={"width": width, "height": 844}, reduced_motion="reduce")
        contexts.append(context)
        spoken = [{"name": settings.LANGUAGE_COOKIE_NAME, "value": CODE, "url": site.url}]
        context.add_cookies([*spoken, *(session_of(user, site) if user else ())])
        page, data, found = context.new_page(), data_of_the_site(), []

        def visit(address):
            read = page.evaluate(MARKS)
            found.extend((kind_of(address), *one) for one in read["raw"] if is_raw(one[1], data))
            found.extend((kind_of(address), *one) for one in read["tight"])

        kinds = walk(page, site, starts, visit, follows=follows)
        return kinds, sorted(set(found))

    yield walked
    for context in contexts:
        context.close()


def told(found):
    return "\n".join(" | ".join(one) for one in found)


def test_every_page_of_a_visitor_is_marked_and_fits(walker):
    kinds, found = walker(VISITORS_PAGES)
    assert len(kinds) > 10
    assert not found, told(found)


def test_every_page_of_an_owner_is_marked_and_fits(walker, owner):
    kinds, found = walker(OWNERS_PAGES, user=owner)
    assert len(kinds) > 20
    assert not found, told(found)


@pytest.fixture
def event(site):
    """The demo's event with entries by the public and a round that is on; what its addresses need."""
    section = cached_sites.demo_event().sections.get()
    set_admission(section_id=section.pk, actor=SYSTEM, is_open=True)
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    row = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    return {
        "event": section.event.slug,
        "event_id": section.event_id,
        "section": section.slug,
        "section_id": section.pk,
        "closed": section.round_rows.earliest("number").pk,
        "on": row.pk,
        "board": row.pairings.get(board_number=1).pk,
    }


def test_the_pages_of_an_event_are_marked_and_fit(walker, event):
    pages = [page.format(**event) for page in EVENT_PAGES]
    kinds, found = walker(pages, follows=False)
    assert len(kinds) == len(EVENT_PAGES)
    assert not found, told(found)


def test_the_desk_of_an_event_is_marked_and_fits(walker, event, owner):
    pages = [page.format(**event) for page in EVENT_DESK_PAGES]
    kinds, found = walker(pages, user=owner, follows=False)
    assert len(kinds) == len(EVENT_DESK_PAGES) - 1  # two rounds
    assert not found, told(found)
