"""Lines of at most 79 characters, broken only where reading them joins them again."""

from __future__ import annotations

import re
from typing import Final

_WIDTH: Final = 79
# A line must not begin with a bracket (it could be a tag) nor with % (it would be skipped).
_BREAKABLE: Final = re.compile(r"(?<=\S) (?=[^\s\[%])")


class Lines:
    """Text that grows word by word."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._lines: list[str] = []
        self._line = ""

    @staticmethod
    def comment(text: str) -> str:
        """Text in braces; braces inside are full-width, line breaks are blanks."""
        inside = join_lines(text.strip())
        return "{" + inside.replace("{", "\uff5b").replace("}", "\uff5d") + "}"

    def add_comment(self, text: str) -> None:
        """Add a comment."""
        self.add(self.comment(text))

    def add(self, word: str) -> None:
        """Add a word; a comment is broken at its single blanks, anything else stays whole."""
        parts = _BREAKABLE.split(word) if word.startswith("{") else [word]
        for part in parts:
            self._place(part)

    def _place(self, part: str) -> None:
        if not self._line:
            self._line = part
        elif len(self._line) + 1 + len(part) <= _WIDTH:
            self._line += f" {part}"
        else:
            self._lines.append(self._line)
            self._line = part

    @property
    def text(self) -> str:
        """All lines, each with its line break."""
        return "".join(f"{line}\n" for line in [*self._lines, self._line] if line)


_BREAKS: Final = re.compile(r"[\r\n]++")


def join_lines(text: str) -> str:
    """Text without line breaks: its lines, stripped, with one blank between them."""
    if "\n" not in text and "\r" not in text:
        return text
    return " ".join(line for part in _BREAKS.split(text) if (line := part.strip()))
