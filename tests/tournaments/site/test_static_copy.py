"""Static copy of an event: every link leads to a file of the copy, and a folder has a whole copy or none."""

import io
import re
import zipfile
from datetime import UTC, datetime, timedelta
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation
from event_rows import played_round, published_round, section_of
from people import account, browser_of
from worlds import world

from club.core.actor import SYSTEM
from club.jobs.services import jobs
from club.live.published import PAGE_CACHE
from club.models import Job
from games.archive.services.archive import save_game
from games.laws.in_play import EnteredMove
from tournaments.exchange.errors import CopyFolderInUse, NothingToCopy, UnknownCopyLanguage
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import Event, GameResult, LiveBoard, LiveState, Pairing, Round
from tournaments.site.selectors import COPY_TASK, SHOWN_COPIES, copies_folder, copy_file
from tournaments.site.services import event_copies
from tournaments.site.services.event_copies import delete_old_copies, request_copy
from tournaments.site.static_copy import copies
from tournaments.site.static_copy.copies import MARKER, CopyRequest, languages_named, publish_copy
from tournaments.site.static_copy.rewriting import PageCopy, Target

PDN = '[GameType "21"]\n[White "A"]\n[Black "B"]\n\n1. 11-15 23-19 *\n'
AT = datetime(2026, 3, 15, 18, 30, tzinfo=UTC)


class Links(HTMLParser):
    """All addresses of a page, its forms, and attributes that ask the server."""

    def __init__(self, text):
        super().__init__()
        self.addresses, self.forms, self.asking = [], 0, []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.forms += tag == "form"
        for name, value in attrs:
            if name in {"href", "src", "action", "data-url", "xlink:href"}:
                self.addresses.append(value)
            if name.startswith(("hx-", "data-live")):
                self.asking.append(name)


def pages_of(folder):
    return {path: path.read_text("utf-8") for path in sorted(folder.rglob("*.html"))}


def broken_links(folder):
    """Addresses in pages and styles that are no file of the folder."""
    found = []
    for page, text in pages_of(folder).items():
        for address in Links(text).addresses:
            if address.startswith(("#", "mailto:")) or re.match(r"https?://(?!testserver)", address):
                continue
            target = (page.parent / unquote(urlsplit(address).path)).resolve()
            if address.startswith(("/", "http")) or not target.is_file() or folder not in target.parents:
                found.append((str(page.relative_to(folder)), address))
    for style in folder.rglob("*.css"):
        addresses = re.findall(r'url\("?([^")]+)', style.read_text("utf-8"))
        files = {one: style.parent / one.split("?")[0] for one in addresses if not one.startswith("data:")}
        found += [(style.name, one) for one, path in files.items() if not path.is_file()]
    return found


@world
def event():
    """Two rounds, of which the second has no results yet, with a recorded game."""
    section = section_of()
    row = played_round(section)
    published_round(section)
    result = GameResult.objects.filter(pairing__round=row).first()
    result.game = save_game(organisation=section.event.organisation, text=PDN, actor=SYSTEM)
    result.save()
    Event.objects.filter(pk=section.event_id).update(contact_email="desk@north.example")
    return section.event


@pytest.fixture
def boards(event):
    """A live board in play with two moves, and a finished one of the earlier round."""
    set_broadcast(event_id=event.pk, actor=SYSTEM)
    later = open_live_boards(round_id=Round.objects.get(number=2).pk, actor=SYSTEM)[0]
    played = MovesEntry(moves=[EnteredMove("11-15"), EnteredMove("23-19")])
    later = enter_moves(board_id=later.pk, entry=played, actor=SYSTEM)
    earlier = LiveBoard.objects.create(
        pairing=Pairing.objects.filter(round__number=1).first(),
        game=1,
        state=LiveState.FINISHED,
        moves=later.moves,
        shown=len(later.moves),
    )
    LiveBoard.objects.filter(pk=later.pk).update(
        running="white", clock_at=AT, white_seconds=300, black_seconds=300
    )
    return earlier, later


PDFS = {name for name in copies.PAGES if name.endswith("_pdf")}


@pytest.fixture(autouse=True)
def pages(monkeypatch):
    """Leave the PDF sheets out, which take most of the time; a test that wants them sets all names."""
    every = copies.PAGES
    monkeypatch.setattr(copies, "PAGES", every - PDFS)
    return every


def copy_of(event, folder, *languages):
    publish_copy(CopyRequest(event=event, languages=languages or ("en",), made_at=AT), folder)
    return folder


def test_every_link_of_a_copy_leads_to_a_file_of_it(event, tmp_path, pages, monkeypatch):
    monkeypatch.setattr(copies, "PAGES", pages)
    folder = copy_of(event, tmp_path / "copy")
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    section = event.sections.get().slug
    places = ("players/", "players/1/", "pairings/1/", "pairings/2/", "standings/", "crosstable/", "games/")
    assert {f"event/{section}/{place}index.html" for place in places} <= names
    game = GameResult.objects.filter(game__isnull=False).get().game_id
    assert {"index.html", f"games/{game}/index.html", f"games/{game}/game-{game}.pdn"} <= names
    assert {f"event/{section}/games.pdn", f"event/{section}/paper/a4/standings.pdf", MARKER} <= names
    assert broken_links(folder) == []
    for page, text in pages_of(folder).items():
        links = Links(text)
        assert (links.forms, links.asking) == (0, []), page
        assert "testserver" not in text
        assert "/desk/" not in text
        assert "Copy of 15 March 2026" in text
    scripts = {path.relative_to(folder / "static").as_posix() for path in folder.rglob("*.js")}
    assert "games/viewer.js" in scripts
    assert "games/board/drawing.js" in scripts  # named by a script that the viewer loads
    assert not [name for name in scripts if "htmx" in name or name.startswith("club/live")]


def test_live_boards_of_every_round_are_pages_that_need_no_server(event, boards, tmp_path):
    earlier, later = boards
    section = event.sections.get().slug
    folder = copy_of(event, tmp_path / "copy") / "event"
    assert broken_links(folder.parent) == []
    grid = (folder / "live/index.html").read_text()
    assert f'href="{later.pk}/index.html"' in grid
    assert f'href="../{section}/live/1/index.html"' in grid
    assert (
        f'href="../../../live/{earlier.pk}/index.html"'
        in (folder / section / "live/1/index.html").read_text()
    )
    for number, board in enumerate(boards, start=1):
        assert " 23-19 " in (folder / f"{section}/live/{number}.pdn").read_text()
        page = (folder / f"live/{board.pk}/index.html").read_text()
        assert ">23-19</button>" in page
        assert "tournaments/live_boards/game.js" in page
        links = Links(page)
        assert (links.forms, links.asking) == (0, [])
        for attribute in ("data-running", "data-clock-at", "data-proofs=", "data-watching", "data-sound"):
            assert attribute not in page, attribute


def test_a_copy_has_what_visitors_see(event, tmp_path):
    section = event.sections.get()
    Round.objects.filter(section=section, number=2).update(state="draft")
    folder = copy_of(event, tmp_path / "copy")
    rounds = sorted(path.name for path in (folder / "event" / section.slug / "pairings").iterdir())
    assert rounds == ["1"]
    event.state = "draft"
    event.save()
    PAGE_CACHE.clear()
    before = pages_of(folder)
    with pytest.raises(NothingToCopy):
        copy_of(event, folder)
    assert pages_of(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]


def test_languages_are_folders_that_lead_to_each_other(event, tmp_path):
    with translation.override("fr"):
        folder = copy_of(event, tmp_path / "copy", "en", "nl")
        assert translation.get_language() == "fr"
    assert broken_links(folder) == []
    dutch = (folder / "nl/index.html").read_text()
    assert '<html lang="nl"' in dutch
    assert 'href="../en/index.html"' in dutch
    assert 'href="en/index.html"' in (folder / "index.html").read_text()
    section = event.sections.get().slug
    players = (folder / f"nl/event/{section}/players/index.html").read_text()
    assert f'href="../../../../en/event/{section}/players/index.html"' in players
    assert languages_named("", event) == ["en"]
    assert "ru" in languages_named("all", event)
    with pytest.raises(UnknownCopyLanguage):
        languages_named("xx", event)


def test_a_copy_replaces_an_earlier_one_and_nothing_else(event, tmp_path):
    folder = copy_of(event, tmp_path / "copy")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    (folder / "old.html").write_text("a page that is gone")
    copy_of(event, folder)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    other = tmp_path / "photos"
    other.mkdir()
    copy_of(event, other)  # an empty folder will do
    for text in ("{", '{"event": "another"}', "[]"):
        (other / MARKER).write_text(text)
        with pytest.raises(CopyFolderInUse):
            copy_of(event, other)
    (tmp_path / "file").write_text("x")
    with pytest.raises(CopyFolderInUse):
        copy_of(event, tmp_path / "file")


def test_files_of_the_web_host_stay(event, tmp_path):
    folder = copy_of(event, tmp_path / "copy")
    (folder / ".git").mkdir()
    for name in (".git/HEAD", "CNAME", "stray.html"):
        (folder / name).write_text("mine")
    copy_of(event, folder)
    assert (folder / ".git/HEAD").read_text() == (folder / "CNAME").read_text() == "mine"
    assert not (folder / "stray.html").exists()


def test_a_copy_that_fails_leaves_the_earlier_one(event, tmp_path, monkeypatch):
    folder = copy_of(event, tmp_path / "copy")
    (folder / "CNAME").write_text("mine")
    before = pages_of(folder)

    def no_file(_name):
        raise FileNotFoundError(2, "gone")

    with monkeypatch.context() as patch:
        patch.setattr(copies, "_static_file", no_file)
        with pytest.raises(FileNotFoundError):
            copy_of(event, folder)
    assert pages_of(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["copy"]

    def no_rename(path, target):
        if path.name == "new":
            raise OSError(13, "busy")
        return Path.replace(path, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", no_rename)
        with pytest.raises(OSError, match="busy"):
            copy_of(event, folder)
    assert pages_of(folder) == before
    assert (folder / "CNAME").read_text() == "mine"


def test_the_command_writes_a_folder(event, tmp_path, capsys):
    folder = tmp_path / "hosts" / "copy"
    call_command("publish_static", event.slug, str(folder), language="nl")
    assert "files." in capsys.readouterr().out
    assert '<html lang="nl"' in (folder / "index.html").read_text()
    (folder / MARKER).unlink()
    for arguments in (("nowhere", str(folder)), (event.slug, str(folder))):
        with pytest.raises(CommandError):
            call_command("publish_static", *arguments)
    with pytest.raises(CommandError, match="ru"):
        call_command("publish_static", event.slug, str(tmp_path / "x"), language="xx")


@pytest.fixture
def browser(event, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    return browser_of(account("dora", role="director", at=event.organisation))


def test_the_desk_makes_a_zip_in_the_background(event, browser):
    section = event.sections.get()
    address = reverse("tournaments:desk_static_copy", args=[section.pk])
    assert address in browser.get(reverse("tournaments:desk_files", args=[section.pk])).content.decode()
    for _ in range(2):  # a second press is the same copy
        page = browser.post(address, {"language": "nl"}, follow=True).content.decode()
        assert "waiting" in page
        assert 'hx-trigger="every 2s"' in page
    job = Job.objects.get(task=COPY_TASK)
    file = reverse("tournaments:desk_static_copy_file", args=[section.pk, job.pk])
    assert browser.get(file).status_code == 404
    jobs.run_waiting(queue="bulk", seconds=60)
    job.refresh_from_db()
    assert job.state == "done"
    assert 0 < job.steps_done <= job.steps
    part = browser.get(address, headers={"HX-Request": "true"}).content.decode()
    assert file in part
    assert "hx-trigger" not in part
    answer = browser.get(file)
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}.zip"'
    data = b"".join(answer.streaming_content)  # read to its end the answer is closed
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert f"{event.slug}/index.html" in archive.namelist()
        assert '<html lang="nl"' in archive.read(f"{event.slug}/index.html").decode()
    Event.objects.update(state="draft")
    assert browser.get(file).status_code == 404
    assert "is hidden" in browser.post(address, follow=True).content.decode()


def test_a_copy_is_for_the_desk_of_its_event_and_deleted_after_some_hours(event, browser):
    section = event.sections.get()
    address = f"/api/v1/sections/{section.pk}/copies/"
    asked = browser.post(address, {"language": "nl"}, content_type="application/json")
    assert (asked.status_code, asked.json()["state"], asked.json()["size"]) == (202, "waiting", None)
    wrong = browser.post(address, {"language": "xx"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["code"]) == (422, "unknown_copy_language")
    jobs.run_waiting(queue="bulk", seconds=60)
    (line,) = browser.get(address).json()
    file = f"{address}{line['id']}/file"
    answer = browser.get(file)
    assert len(b"".join(answer.streaming_content)) == line["size"] > 0
    assert Client().get(file).status_code == 401
    other = section_of(club=event.organisation)
    assert browser.get(f"/api/v1/sections/{other.pk}/copies/{line['id']}/file").status_code == 404
    assert delete_old_copies(now=timezone.now() + timedelta(hours=23)) == 0
    assert delete_old_copies(now=timezone.now() + timedelta(hours=25)) == 1
    assert browser.get(file).status_code == 404
    assert browser.get(address).json()[0]["size"] is None
    page = browser.get(reverse("tournaments:desk_static_copy", args=[section.pk])).content.decode()
    assert "deleted" in page


def test_an_event_keeps_the_files_of_its_latest_copies_alone(event, settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(event_copies, "zipped_copy", lambda _asked, **_facts: io.BytesIO(b"PK"))
    for _ in range(SHOWN_COPIES + 2):
        request_copy(section_id=event.sections.get().pk, language="", actor=SYSTEM)
        jobs.run_waiting(queue="bulk", seconds=60)
    latest = Job.objects.filter(task=COPY_TASK).order_by("-pk")[:SHOWN_COPIES]
    assert set(copies_folder().iterdir()) == {copy_file(one) for one in latest}


def test_a_copy_of_an_event_hidden_meanwhile_is_not_tried_again(event, browser):
    section = event.sections.get()
    request_copy(section_id=section.pk, language="", actor=SYSTEM)
    Event.objects.update(state="draft")
    jobs.run_waiting(queue="bulk", seconds=60)
    job = Job.objects.get(task=COPY_TASK)
    assert (job.state, job.starts) == ("failed", 1)
    assert "is hidden" in job.error


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ('<p><a href="/kept/?a=1#x">A</a></p>', '<p><a href="kept.html#x">A</a></p>'),
        ('<p><a href="/gone/">A &amp; B</a></p>', "<p><span>A &amp; B</span></p>"),
        ('<p><a class="button" href="/gone/"><b>A</b></a>x</p>', "<p>x</p>"),
        ('<p><a href="/act/">A</a>x</p>', "<p>x</p>"),
        ("<form><form-part><p>a</p></form-part></form>b", "b"),
        ('<div hx-get="/x" data-live="y" class="z">a</div>', '<div class="z">a</div>'),
        ('<svg viewBox="0 0 1 1"><use href="#p" /></svg>', '<svg viewBox="0 0 1 1"><use href="#p" /></svg>'),
        ("<header><nav><a href='/kept/'>a</a></nav>b</header>", "<header>b</header>"),
        ("<details data-legal><details>a</details>b</details>c", "c"),
        ('<p title="a > b" id=x>c</p><br>', '<p title="a > b" id=x>c</p><br>'),
        ('<a href="mailto:a@b.example">a</a>', '<a href="mailto:a@b.example">a</a>'),
        ('<script src="/static/club/live.js"></script>a', "a"),
        ("<footer>a</footer><footer>b</footer>", "<footer>aNOTE</footer><footer>b</footer>"),
        ("<main><footer>a</footer></main></body>", "<main><footer>a</footer></main>NOTE</body>"),
    ],
)
def test_rewriting(text, written):
    def resolve(address):
        path, _mark, fragment = address.partition("#")
        if path.startswith("/kept/"):
            return Target(f"kept.html#{fragment}" if fragment else "kept.html")
        return Target(is_dropped=path == "/act/")

    assert PageCopy(resolve, note="NOTE").copy(text) == written
