"""HTML of a notice: paragraphs, lists with dashes, *strong* words, links."""

import re
from collections.abc import Iterator
from typing import Final

from django.utils.html import escape, urlize
from django.utils.safestring import SafeString, mark_safe

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
