"""Folding of names for search: case and accents are ignored, in any script."""

import re
import unicodedata

_GAPS = re.compile(r"[^\w]+")


def folded(*texts: str) -> str:
    """Return the words of the texts in lower case without accents, one space between them."""
    whole = unicodedata.normalize("NFKD", " ".join(texts).casefold())
    bare = "".join(letter for letter in whole if not unicodedata.combining(letter))
    return _GAPS.sub(" ", bare).strip()
