"""Rewriting of a public page as a file: relative links, no forms, nothing that asks the server."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from html import escape, unescape
from html.parser import HTMLParser
from typing import Final

VOID: Final = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
)
LINKING: Final = {"a": "href", "link": "href", "script": "src", "img": "src", "source": "src", "use": "href"}
DROPPED_ELEMENTS: Final = frozenset({"form"})
DROPPED_MARKS: Final = frozenset(
    {"data-legal", "data-adjudication", "data-not-copied", "hx-post", "formaction"}
)
"""Attributes of elements that work only with the server: they are left out whole."""
DROPPED_ATTRIBUTES: Final = re.compile(
    r"hx-|data-live|data-moves-url|data-address|data-ply-url|data-proofs|data-watching|data-running|data-clock-at"
)
SCRIPTS: Final = ("club/theme.", "club/rows.", "club/page.", "games/viewer.", "tournaments/live_boards/game.")
"""Scripts that work without the server."""
ATTRIBUTE: Final = re.compile(r"""\s+([^\s=">/]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
EXTERNAL: Final = re.compile(r"(?i)[a-z][a-z0-9+.-]*:|//")


@dataclass(frozen=True, slots=True)
class Target:
    """Target of a link in the copy: the relative address, or how the link is left out."""

    address: str = ""
    is_dropped: bool = False
    """Leave out the text as well: the link is an action, not a name."""


Resolve = Callable[[str], Target]


class PageCopy(HTMLParser):
    """Writer of one page. `resolve` maps an address of the site to its place in the copy."""

    def __init__(self, resolve: Resolve, *, note: str) -> None:
        super().__init__(convert_charrefs=False)
        self.resolve, self.note = resolve, note
        self.written: list[str] = []
        self.open: list[str] = []
        self.dropping: list[str] = []
        self.unwrapped: list[bool] = []

    def copy(self, text: str) -> str:
        """Return the page as a file."""
        self.feed(text)
        self.close()
        return "".join(self.written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write a tag with its links rewritten, or begin to leave it out."""
        if self.dropping:
            if tag == self.dropping[0] and tag not in VOID:
                self.dropping.append(tag)
            return
        raw = self.get_starttag_text() or ""
        facts = {name: value or "" for name, value in attrs}
        if self._is_dropped(tag, facts):
            if tag not in VOID and not raw.endswith("/>"):
                self.dropping.append(tag)
            return
        name = LINKING.get(tag, "")
        if tag == "a":
            self._begin_link(raw, facts)
            return
        if tag not in VOID and not raw.endswith("/>"):
            self.open.append(tag)
        self.written.append(_rewritten(raw, name, self._address(facts[name]) if name in facts else ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Write an element without content."""
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        """Write the end of a tag, and the note before that of the footer or the body."""
        if self.dropping:
            if tag == self.dropping[-1]:
                self.dropping.pop()
            return
        if tag == "a" and self.unwrapped and self.unwrapped.pop():
            self.written.append("</span>")
            return
        if self.note and (tag == "body" or (tag == "footer" and "main" not in self.open)):
            self.written.append(self.note)
            self.note = ""
        if tag in self.open:
            while self.open.pop() != tag:
                pass
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Write text."""
        self._write(data)

    def handle_entityref(self, name: str) -> None:
        """Write a named character."""
        self._write(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Write a numbered character."""
        self._write(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Write the document type."""
        self._write(f"<!{decl}>")

    def _write(self, text: str) -> None:
        if not self.dropping:
            self.written.append(text)

    def _is_dropped(self, tag: str, facts: dict[str, str]) -> bool:
        """Check that an element is left out with its content."""
        classes = facts.get("class", "").split()
        if tag in DROPPED_ELEMENTS or DROPPED_MARKS & facts.keys() or "breadcrumbs" in classes:
            return True
        if tag in {"nav", "div"} and "main" not in self.open:  # menus of the site
            return ("header" if tag == "nav" else "footer") in self.open
        if tag == "script" and "src" in facts:
            return not any(f"/{name}" in facts["src"] for name in SCRIPTS)
        if tag == "link":
            return facts.get("rel") == "preload" or not self._target(facts.get("href", "")).address
        if tag == "a" and "href" in facts:
            target = self._target(facts["href"])
            is_action = target.is_dropped or "button" in classes
            return not target.address and (is_action or self._is_in_furniture())
        return False

    def _is_in_furniture(self) -> bool:
        """Check that the place is in the header, the footer or a menu of the page."""
        return "nav" in self.open or ("main" not in self.open and bool({"header", "footer"} & set(self.open)))

    def _begin_link(self, raw: str, facts: dict[str, str]) -> None:
        address = self._target(facts["href"]).address if "href" in facts else "#"
        self.unwrapped.append(not address)
        if address:
            self.written.append(_rewritten(raw, "href", address if "href" in facts else ""))
        else:
            self.written.append("<span>")

    def _target(self, href: str) -> Target:
        href = unescape(href)
        return Target(href) if href.startswith("#") or EXTERNAL.match(href) else self.resolve(href)

    def _address(self, href: str) -> str:
        return self._target(href).address


def _rewritten(raw: str, link: str, address: str) -> str:
    """Return a tag as written, with another link and without the attributes that ask the server."""

    def attribute(found: re.Match[str]) -> str:
        name = found[1].lower()
        if DROPPED_ATTRIBUTES.match(name):
            return ""
        if link and name == link:
            return f' {found[1]}="{escape(address)}"' if address else ""
        return found[0]

    return ATTRIBUTE.sub(attribute, raw)
