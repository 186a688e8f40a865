"""Line breaks inside a value or a comment are blanks, so that wrapped text reads as it was."""

from __future__ import annotations

import re
from typing import Final

_BREAKS: Final = re.compile(r"[\r\n]++")


def folded(text: str) -> str:
    """Text without line breaks: its lines, stripped, with one blank between them."""
    if "\n" not in text and "\r" not in text:
        return text
    return " ".join(line for part in _BREAKS.split(text) if (line := part.strip()))
