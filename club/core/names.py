"""Names for sorting and search: the family name first, without accents and capitals."""

import unicodedata

PARTICLES = frozenset(
    {
        *("de", "der", "den", "van", "von", "zu", "zum", "zur", "ter", "ten", "te", "'t", "het", "op"),
        *("la", "le", "du", "des", "da", "das", "do", "dos", "di", "del", "della", "af", "av", "bin", "al"),
    }
)
"""Particles before a family name that sorting ignores: Piet de Vries is sorted under V."""
KEY_WIDTH = 420
LETTERS = {"ß": "ss", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe", "þ": "th"}
WITHOUT_THEM = str.maketrans({**LETTERS, "\N{LATIN SMALL LETTER DOTLESS I}": "i"})
"""Letters that are not composed with an accent, with their usual plain spellings."""


def fold_name(text: str) -> str:
    """Fold to lowercase letters without accents and single spaces, for search and sorting."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(WITHOUT_THEM))
    return " ".join("".join(one for one in parts if not unicodedata.combining(one)).split())


def family_first(name: str) -> str:
    """Guess the sort name: "Piet de Vries" as "Vries, Piet de". A comma settles it."""
    words = name.split()
    if "," in name or len(words) < 2:  # noqa: PLR2004 - a single word does not change
        return " ".join(words)
    at = len(words) - 1
    while at > 1 and words[at - 1].casefold() in PARTICLES:
        at -= 1
    first, particles, family = words[:at], words[at:-1], words[-1]
    return f"{family}, {' '.join([*first, *particles])}"


def initials_of(name: str) -> str:
    """Return the first letters of the given and the family name: PV for "Piet de Vries"."""
    family, comma, given = family_first(name).partition(",")
    words = [*(given.split()[:1] if comma else ()), family]
    return "".join(word.strip()[:1] for word in words).upper()


def search_key(name: str, sort_name: str) -> str:
    """Key for sorting and search: the sort name, then the words of the name that it lacks."""
    key = fold_name(sort_name)
    known = {word.strip(",") for word in key.split()}
    more = [word for word in fold_name(name).split() if word.strip(",") not in known]
    return " ".join([key, *more])[:KEY_WIDTH]


def initials(name: str) -> str:
    """Return the first letters of the first and the last word of a name."""
    words = [word for word in name.replace(",", " ").split() if word[0].isalpha()]
    return "".join(word[0] for word in dict.fromkeys((words[0], words[-1]))).upper() if words else ""
