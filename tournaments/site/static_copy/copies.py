"""Copies of an event's public pages: crawled as an anonymous visitor, written whole or not at all."""

import json
import posixpath
import re
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from html import unescape
from http import HTTPStatus
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import staticfiles_storage
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone, translation
from django.utils.translation import get_language_info

from tournaments.exchange.errors import CopyFolderInUse, NothingToCopy, UnknownCopyLanguage
from tournaments.models import Event
from tournaments.records.selectors.section_games import published_games
from tournaments.site.static_copy.rewriting import PageCopy, Target
from tournaments.site.static_copy.visitor import Visitor

PAGES: Final = frozenset(
    {
        *("event", "regulations", "players", "player", "pairings", "tree", "rulings", "prizes", "progress"),
        *(
            "standings",
            "standings_after",
            "crosstable",
            "crosstable_by_round",
            "charts",
            "board_table",
            "season",
            "section_games",
        ),
        *("fixtures", "league_table", "match"),
        *("live", "live_round", "live_board", "live_pdn"),
        *("section_games_pdn", "section_pdf", "round_pdf", "rulings_pdf", "regulations_pdf", "match_sheet"),
    }
)
"""Names of the pages and files below the address of an event that are copied."""
ACTIONS: Final = frozenset(
    {
        *("event_calendar", "section_calendar", "player_calendar", "team_calendar", "enter", "here"),
        *("standings_now", "embed", "embed_theme"),
    }
)
"""Names of addresses whose links are left out with their text: they do something that a copy cannot."""
MARKER: Final = "draughts-copy.json"
HREF: Final = re.compile(r'\shref="([^"#?]+)')
IN_STYLES: Final = re.compile(r"""url\(\s*["']?([^"')]+)|@import\s+["']([^"']+)""")
IN_SCRIPTS: Final = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*["'](\.{1,2}/[^"']+)["']""")
LINKS_IN: Final = {".css": IN_STYLES, ".js": IN_SCRIPTS}


Progress = Callable[[int, int], None]
"""Called with the number of pages written, and of those known so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CopyRequest:
    """Event to copy, its languages, and the moment that the pages name, in the time zone of the event."""

    event: Event
    languages: Sequence[str]
    made_at: datetime


def publish_copy(asked: CopyRequest, folder: Path) -> int:
    """Write a copy into a folder, in place of an earlier copy of the same event; return the number of files.

    Raises CopyFolderInUse if the folder holds anything else, NothingToCopy for a hidden event. The copy is
    made beside the folder and renamed, so that the folder has the old copy or the new one. Files of the web
    host stay (`_is_of_host`).
    """
    folder = folder.absolute()
    _require_own_folder(folder, asked.event)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".copy-", dir=folder.parent) as place:
        new, old = Path(place, "new"), Path(place, "old")
        count = EventCopy(asked, new).write()
        if folder.exists():
            folder.rename(old)
        try:
            _move_files_of_host(old, new)
            new.rename(folder)
        except OSError:
            if old.exists():
                _move_files_of_host(new, old)
                old.rename(folder)
            raise
    return count


def _is_of_host(name: str) -> bool:
    """Check that a name is not of a copy: `.git`, `.htaccess`, and the domain name of GitHub Pages."""
    return name.startswith(".") or name == "CNAME"


def _move_files_of_host(source: Path, target: Path) -> None:
    for path in sorted(source.iterdir()) if source.exists() else ():
        if _is_of_host(path.name):
            path.rename(target / path.name)


def zipped_copy(asked: CopyRequest, *, progress: Progress) -> IO[bytes]:
    """Return a copy as an open zip file, at its beginning. Raises NothingToCopy for a hidden event."""
    with tempfile.TemporaryDirectory(prefix="copy-") as place:
        folder = Path(place, asked.event.slug)
        EventCopy(asked, folder, progress).write()
        file = tempfile.TemporaryFile()  # noqa: SIM115 - the caller closes it
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(folder.rglob("*")):
                if path.is_file():
                    archive.write(path, path.relative_to(place).as_posix())
    file.seek(0)
    return file


def _require_own_folder(folder: Path, event: Event) -> None:
    if not folder.exists():
        return
    if not folder.is_dir() or folder.is_symlink():
        raise CopyFolderInUse(folder=str(folder), found=folder.name)
    found = sorted(path.name for path in folder.iterdir())
    if found and _event_in(folder / MARKER) != event.slug:
        raise CopyFolderInUse(folder=str(folder), found=found[0])


def _event_in(marker: Path) -> str:
    """Return the short name of the event whose copy a folder holds; empty if it holds none."""
    try:
        told = json.loads(marker.read_text("utf-8"))
        return str(told["event"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


@dataclass
class EventCopy:
    """Writer of a copy into a new folder."""

    asked: CopyRequest
    folder: Path
    progress: Progress = lambda _done, _known: None
    assets: set[str] = field(default_factory=set)
    count: int = 0
    finished: int = 0
    """Languages written so far."""

    def write(self) -> int:
        """Write all pages in all languages, and what they load; return the number of files."""
        event, languages = self.asked.event, self.asked.languages
        for language in languages:
            LanguageCopy(self, language, f"{language}/" if len(languages) > 1 else "").write()
            self.finished += 1
        if len(languages) > 1:
            names = [get_language_info(language) for language in languages]
            context = {"event": event, "languages": names}
            page = render_to_string("tournaments/site/static_copy/languages.html", context)
            self.put("index.html", PageCopy(self.asset, note="").copy(page).encode())
        self._write_assets()
        made = self.asked.made_at.isoformat(timespec="seconds")
        facts = {"event": event.slug, "languages": list(languages), "made": made}
        self.put(MARKER, json.dumps(facts, indent=1).encode())
        return self.count

    def asset(self, path: str, here: str = "") -> Target:
        """Return where a page in the folder `here` finds a static file, which is copied; other links stay."""
        if not path.startswith(settings.STATIC_URL):
            return Target(path)
        name = path.removeprefix(settings.STATIC_URL)
        self.assets.add(name)
        return Target(quote(posixpath.relpath(f"static/{name}", here or ".")))

    def report(self, done: int, known: int) -> None:
        """Report the pages of one language written so far; other languages have as many."""
        languages = len(self.asked.languages)
        self.progress(self.finished * known + done, languages * known)

    def put(self, place: str, data: bytes) -> None:
        """Write one file."""
        path = self.folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        self.count += not path.exists()
        path.write_bytes(data)

    def _write_assets(self) -> None:
        """Write static files, and those that their styles and scripts load."""
        done: set[str] = set()
        while open_names := self.assets - done:
            for name in sorted(open_names):
                data = _static_file(name)
                self.put(f"static/{name}", data)
                done.add(name)
                pattern = LINKS_IN.get(posixpath.splitext(name)[1])
                if pattern is not None:
                    self.assets |= set(_loaded_by(name, data, pattern))


class LanguageCopy:
    """The pages of a copy in one language."""

    def __init__(self, copy: EventCopy, language: str, prefix: str) -> None:
        self.copy, self.language, self.prefix = copy, language, prefix
        self.event = copy.asked.event
        self.visitor = Visitor(language)
        self.home = reverse("tournaments:event", args=[self.event.slug])
        self.games = {
            one.game_id for section in self.event.sections.all() for one in published_games(section)
        }
        self.places: dict[str, str] = {}
        self.files: dict[str, str] = {}
        self.pages: list[str] = []

    def write(self) -> None:
        """Ask for every page that leads from the event's own, then rewrite the links between them."""
        self._crawl()
        for path in self.pages:
            place = self.places[path]
            text = (self.copy.folder / place).read_text("utf-8")
            note = self._note(path)
            written = PageCopy(lambda href, at=path: self.target(href, at), note=note).copy(text)  # type: ignore[misc]
            self.copy.put(place, written.encode())

    def target(self, href: str, at: str) -> Target:
        """Return where a link of a page leads in the copy."""
        path = self.visitor.local_path(href, at)
        if path == "/":
            path = self.home
        here = posixpath.dirname(self.places[at])
        if path.startswith(settings.STATIC_URL):
            return self.copy.asset(path, here)
        if path in self.places:
            fragment = urlsplit(href).fragment
            address = quote(posixpath.relpath(self.places[path], here))
            return Target(f"{address}#{fragment}" if fragment else address)
        return Target(is_dropped=_name_of(path) in ACTIONS)

    def _crawl(self) -> None:
        queue, asked = [self.home], {self.home}
        for path in queue:  # grows while it is read
            response = self.visitor.get(path)
            if response.status_code != HTTPStatus.OK:
                if path == self.home:
                    raise NothingToCopy(event=self.event.name)
                continue
            place = self.prefix + (self._place_of(path) or "")
            self.copy.report(len(self.places), len(queue))
            data = self.visitor.body(response)
            self.copy.put(place, data)
            self.places[path] = place
            if not response.headers["Content-Type"].startswith("text/html"):
                continue
            self.pages.append(path)
            for href in HREF.findall(data.decode()):
                linked = self.visitor.local_path(unescape(href), path)
                if linked not in asked and self._place_of(linked):
                    asked.add(linked)
                    queue.append(linked)

    def _place_of(self, path: str) -> str:
        """Return the file of a page below the language's folder; empty for a page that is not copied."""
        if path not in self.files:
            self.files[path] = self._file_of(path)
        return self.files[path]

    def _file_of(self, path: str) -> str:
        try:
            match = resolve(path)
        except Resolver404:
            return ""
        number = match.kwargs.get("game_id")
        if number in self.games and match.view_name == "games:game":
            return f"games/{number}/index.html"
        if number in self.games and match.view_name == "games-api:game-pdn":
            return f"games/{number}/game-{number}.pdn"
        is_own = match.namespace == "tournaments" and match.kwargs.get("slug") == self.event.slug
        if not is_own or match.url_name not in PAGES:
            return ""
        rest = path.removeprefix(self.home)
        file = f"{rest}index.html" if path.endswith("/") else rest
        return f"event/{file}" if rest else file

    def _note(self, path: str) -> str:
        """Return the end of a page: when the copy was made, and the same page in the other languages."""
        others = []
        here = posixpath.dirname(self.places[path])
        for language in self.copy.asked.languages:
            place = f"{language}/{self._place_of(path)}"
            others.append((get_language_info(language), quote(posixpath.relpath(place, here))))
        context = {
            "event": self.event,
            "home": quote(posixpath.relpath(f"{self.prefix}index.html", here)),
            "made_at": self.copy.asked.made_at,
            "languages": others if len(others) > 1 else (),
            "current": self.language,
        }
        with translation.override(self.language), timezone.override(self.copy.asked.made_at.tzinfo):
            return render_to_string("tournaments/site/static_copy/_note.html", context)


@lru_cache(maxsize=4096)
def _name_of(path: str) -> str:
    try:
        return resolve(path).url_name or ""
    except Resolver404:
        return ""


def _static_file(name: str) -> bytes:
    """Return a static file as collected, or from the sources."""
    if staticfiles_storage.exists(name):
        with staticfiles_storage.open(name) as file:
            return bytes(file.read())
    found = finders.find(name)
    if found is None:
        raise FileNotFoundError(name)
    return Path(str(found)).read_bytes()


def _loaded_by(name: str, data: bytes, pattern: re.Pattern[str]) -> Iterator[str]:
    """Return the static files that a style or script names by their relative addresses."""
    for found in pattern.finditer(data.decode()):
        address = next(filter(None, found.groups()))
        if not re.match(r"[a-z]+:|/|#", address):
            path = re.split(r"[?#]", address)[0]
            yield posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def languages_named(text: str, event: Event) -> list[str]:
    """Return the languages of a copy: one by its code, all, or by default the event's or the site's own."""
    known = [code for code, _name in settings.LANGUAGES]
    if text == "all":
        return known
    if text and text not in known:
        raise UnknownCopyLanguage(language=text, known=", ".join(known))
    return [text or event.language or settings.LANGUAGE_CODE]
