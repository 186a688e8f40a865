"""Mail of a notice to one person: in their language, as text and HTML, with an opt-out link."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape, urlize
from django.utils.safestring import SafeString, mark_safe

from club.models import Notice, Person
from club.notices.opt_out_links import opt_out_secret

STRONG: Final = re.compile(r"(?<![\w*])\*(?=\S)([^*\n]{1,200}?)(?<=\S)\*(?![\w*])")
DASH: Final = ("- ", "\N{BULLET} ")


def as_html(text: str) -> SafeString:
    """Convert the text to HTML.

    All input is escaped first, so that no other markup can result.
    """
    blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
    return mark_safe("\n".join(part for block in blocks for part in _block(block.splitlines())))  # noqa: S308 - escaped below


def _block(lines: list[str]) -> Iterator[str]:
    """Convert a block: a paragraph, a list, or a paragraph with a list after it."""
    plain: list[str] = []
    points: list[str] = []
    for line in lines:
        if line.startswith(DASH):
            points.append(line[2:])
        elif points:
            yield from _render_parts(plain, points)
            plain, points = [line], []
        else:
            plain.append(line)
    yield from _render_parts(plain, points)


def _render_parts(plain: list[str], points: list[str]) -> Iterator[str]:
    if any(line.strip() for line in plain):
        yield f"<p>{'<br>'.join(_line(line) for line in plain)}</p>"
    if points:
        yield f"<ul>{''.join(f'<li>{_line(point)}</li>' for point in points)}</ul>"


def _line(line: str) -> str:
    return STRONG.sub(r"<strong>\1</strong>", urlize(escape(line), nofollow=False))


class Words(NamedTuple):
    """Subject and text of a notice in one language."""

    subject: str
    text: str
    language: str


class Mail(NamedTuple):
    """A notice as sent to a person."""

    subject: str
    text: str
    html: str
    headers: dict[str, str]


def words_for(notice: Notice, texts: dict[str, Words], person: Person) -> Words:
    """Return the text in the language of a person, else in the notice's own language."""
    return texts.get(person.language) or Words(notice.subject, notice.text, notice.language)


def mail_of(notice: Notice, words: Words, *, language: str, site: str, person: Person | None = None) -> Mail:
    """Build the mail of a notice; with a person it has an opt-out link."""
    address = ""
    if person is not None:
        secret = opt_out_secret(person, notice.organisation_id, notice.kind)
        address = f"{site}{reverse('club:unsubscribe', args=[secret])}"
    with translation.override(language or None):
        context = {
            "club": notice.organisation,
            "kind": notice.get_kind_display(),
            "text": words.text,
            "html": as_html(words.text),
            "language": words.language or language,
            "address": address,
        }
        text = render_to_string("club/notices/mail/notice_text.txt", context)
        html = render_to_string("club/notices/mail/notice.html", context)
    # RFC 8058: mail programs unsubscribe with one click, without opening a page.
    headers = {
        "List-Unsubscribe": f"<{address}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return Mail(words.subject, text, html, headers if address else {})
