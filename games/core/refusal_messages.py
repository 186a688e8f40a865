"""Refusals as sentences: the event and the next action. The one place of their texts."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.errors import Refusal


class RefusalText(NamedTuple):
    """The refusal and the next action, in the reader's language."""

    what: str
    next_step: str


TEXTS: dict[str, tuple[Any, Any]] = {
    "text_too_long": (
        gettext_lazy("The text is %(size)s; the limit per request is %(limit)s."),
        gettext_lazy("Send fewer games at once, or import the file into the archive."),
    ),
    "upload_too_large": (
        gettext_lazy("The file is larger than the limit of %(limit)s."),
        gettext_lazy("Split the file between two games and import the parts one after the other."),
    ),
    "nothing_to_read": (
        gettext_lazy("No game record found."),
        gettext_lazy("Choose a PDN file or paste a record: tags in brackets, moves such as 11-15, or both."),
    ),
    "not_text": (
        gettext_lazy("This is %(kind)s, not text."),
        gettext_lazy(
            "Choose the PDN file itself; extract it from an archive first, or save it as plain text."
        ),
    ),
    "endings_too_large": (
        gettext_lazy("An ending table with %(pieces)s pieces is too large for this variant."),
        gettext_lazy("Choose a size from the list of ending tables."),
    ),
    "endings_there": (
        gettext_lazy("This ending table already exists; it covers up to %(pieces)s pieces."),
        gettext_lazy("Reload the list of ending tables."),
    ),
    "no_endings_build": (
        gettext_lazy("No ending table is being built for this variant; the build finished or was cancelled."),
        gettext_lazy("Reload the list of ending tables."),
    ),
    "unknown_law_book": (
        gettext_lazy("There is no law book “%(key)s”."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "unknown_variant": (
        gettext_lazy("There is no variant “%(key)s”."),
        gettext_lazy("Choose one of: %(known)s, or omit it to detect it from the moves."),
    ),
    "house_rules_shipped": (
        gettext_lazy("These are exactly the rules of %(name)s."),
        gettext_lazy("Choose that variant; no house rules are needed."),
    ),
    "house_rules_kept": (
        gettext_lazy("The club already has exactly these rules: %(name)s."),
        gettext_lazy("Use them, or offer them again if they were retired."),
    ),
    "house_rules_name_taken": (
        gettext_lazy("The club already has house rules called %(name)s."),
        gettext_lazy("Choose another name; house rules cannot be renamed."),
    ),
    "house_rules_not_offered": (
        gettext_lazy("The club has retired the house rules %(name)s."),
        gettext_lazy("Offer them again, or choose another variant."),
    ),
    "unknown_house_rules": (
        gettext_lazy("The club has no house rules “%(key)s”."),
        gettext_lazy("See the club's list of house rules."),
    ),
    "unknown_club": (
        gettext_lazy("There is no club “%(slug)s”."),
        gettext_lazy("Check the spelling; `manage.py import_pdn --new-club NAME` creates a new club."),
    ),
    "club_not_named": (
        gettext_lazy("There are several clubs, and none was specified."),
        gettext_lazy("Specify one of: %(known)s."),
    ),
    "position_unreadable": (
        gettext_lazy("The FEN is not a valid position: %(reason)s."),
        gettext_lazy("Enter the side to move and the squares of each side, such as B:W21,22,K3:B1,2."),
    ),
    "too_many_pieces": (
        gettext_lazy("Positions with %(pieces)s pieces cannot be solved; the limit is %(most)s."),
        gettext_lazy("Try again when fewer pieces are left."),
    ),
    "too_many_searches": (
        gettext_lazy("Too many requests in a short time."),
        gettext_lazy("Wait %(seconds)s seconds, then try again."),
    ),
    "sheet_unreadable": (
        gettext_lazy("Sheet %(sheet)s cannot be compared: its position or its rule set cannot be read."),
        gettext_lazy("Check that sheet on its own to see what is wrong, then correct it."),
    ),
    "duplicate_game": (
        gettext_lazy(
            "This game is already in the archive: game %(game_id)s, with the same moves and players."
        ),
        gettext_lazy("Open that game; nothing was saved."),
    ),
    "import_is_over": (
        gettext_lazy("This import has ended (%(state)s)."),
        gettext_lazy("See its report for the saved games."),
    ),
    "import_still_running": (
        gettext_lazy("This import has not ended (%(state)s)."),
        gettext_lazy("Wait until it finishes, then answer."),
    ),
}
BY_REASON: dict[str, Callable[[str, Mapping[str, Any]], tuple[str, str]]] = {}
"""Functions that word a refusal by its reason and its facts, by the code of the refusal."""
SIZES = frozenset({"size", "limit"})
KINDS: dict[str, Any] = {
    "png": gettext_lazy("a PNG image"),
    "jpeg": gettext_lazy("a JPEG image"),
    "gif": gettext_lazy("a GIF image"),
    "pdf": gettext_lazy("a PDF document"),
    "zip": gettext_lazy("a ZIP archive"),
    "gzip": gettext_lazy("a gzip archive"),
    "bzip2": gettext_lazy("a bzip2 archive"),
    "7z": gettext_lazy("a 7z archive"),
    "rar": gettext_lazy("a RAR archive"),
    "program": gettext_lazy("a program"),
    "sqlite": gettext_lazy("a database"),
    "office": gettext_lazy("an office document"),
    "nul": gettext_lazy("binary data"),
    "control": gettext_lazy("binary data"),
}


def worded_by_reason(code: str, words: Callable[[str, Mapping[str, Any]], tuple[str, str]]) -> None:
    """Register the function that words the refusals of a code by their reason."""
    BY_REASON[code] = words


def refusal_text(refusal: Refusal) -> RefusalText:
    """Return the text of a refusal."""
    if refusal.code in BY_REASON:
        return RefusalText(*BY_REASON[refusal.code](refusal.facts["reason"], refusal.facts))
    what, next_step = TEXTS[refusal.code]
    facts = readable_facts(refusal.facts)
    return RefusalText(str(what) % facts, str(next_step) % facts)


def readable_facts(facts: Mapping[str, Any]) -> dict[str, str]:
    """Format facts for a sentence: sizes with their unit, kinds by name, lists with commas."""
    return {name: _readable(name, value) for name, value in facts.items()}


def _readable(name: str, value: Any) -> str:
    if name in SIZES and isinstance(value, int):
        return filesizeformat(value)
    if name == "kind":
        return str(KINDS.get(value, value))
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return str(value) if value != "" else _("no change")
