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
        gettext_lazy("The text has %(size)s; one question may have %(limit)s."),
        gettext_lazy("Send fewer games at once, or import the file into the archive."),
    ),
    "upload_too_large": (
        gettext_lazy("The file is larger than %(limit)s, the most that this site takes."),
        gettext_lazy("Split the file between two games and import the parts one after the other."),
    ),
    "nothing_to_read": (
        gettext_lazy("There is no game record in this."),
        gettext_lazy("Choose a PDN file or paste a record: tags in brackets, moves such as 11-15, or both."),
    ),
    "not_text": (
        gettext_lazy("This is no text but %(kind)s."),
        gettext_lazy(
            "Choose the PDN file itself; take it out of an archive first, or save it as plain text."
        ),
    ),
    "endings_too_large": (
        gettext_lazy("A table of endings with %(pieces)s pieces is too large for this game."),
        gettext_lazy("Choose a size that the list of ending tables offers."),
    ),
    "endings_there": (
        gettext_lazy("This table of endings is there already: it answers up to %(pieces)s pieces."),
        gettext_lazy("Load the list of ending tables again."),
    ),
    "no_endings_build": (
        gettext_lazy("No table of endings is being built for this game: it is finished, or was stopped."),
        gettext_lazy("Load the list of ending tables again."),
    ),
    "unknown_law_book": (
        gettext_lazy("There is no law book “%(key)s”."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "unknown_variant": (
        gettext_lazy("There is no variant “%(key)s”."),
        gettext_lazy("Choose one of: %(known)s, or leave it out to have it found by replaying."),
    ),
    "house_rules_shipped": (
        gettext_lazy("Just these are the rules of %(name)s."),
        gettext_lazy("Choose that game; it needs no rules of the house."),
    ),
    "house_rules_kept": (
        gettext_lazy("The club has these very rules already: %(name)s."),
        gettext_lazy("Use them, or offer them again if they were retired."),
    ),
    "house_rules_name_taken": (
        gettext_lazy("Other rules of the club are called %(name)s."),
        gettext_lazy("Choose another name: rules are never renamed."),
    ),
    "house_rules_not_offered": (
        gettext_lazy("The club has retired the rules %(name)s."),
        gettext_lazy("Offer them again, or choose another game."),
    ),
    "unknown_house_rules": (
        gettext_lazy("The club has no house rules “%(key)s”."),
        gettext_lazy("Look at the list of its house rules."),
    ),
    "unknown_club": (
        gettext_lazy("There is no club “%(slug)s”."),
        gettext_lazy("Check the spelling; `manage.py import_pdn --new-club NAME` makes a new club."),
    ),
    "club_not_named": (
        gettext_lazy("There are several clubs here, and none was named."),
        gettext_lazy("Name one of: %(known)s."),
    ),
    "position_unreadable": (
        gettext_lazy("The FEN does not say a position: %(reason)s."),
        gettext_lazy("Write the side to move and the squares of each side, such as B:W21,22,K3:B1,2."),
    ),
    "too_many_pieces": (
        gettext_lazy("With %(pieces)s pieces nothing can be proved here; %(most)s are the most."),
        gettext_lazy("Ask again when pieces have been exchanged."),
    ),
    "too_many_searches": (
        gettext_lazy("Too many requests in a short time."),
        gettext_lazy("Wait %(seconds)s seconds, then go on."),
    ),
    "sheet_unreadable": (
        gettext_lazy("Sheet %(sheet)s cannot be compared: its position or its rule set cannot be read."),
        gettext_lazy("Have that sheet judged by itself to see what is wrong, and correct it."),
    ),
    "duplicate_game": (
        gettext_lazy("The archive has this game: game %(game_id)s, with these moves and players."),
        gettext_lazy("Open that game; nothing was stored."),
    ),
    "import_is_over": (
        gettext_lazy("This import has ended (%(state)s)."),
        gettext_lazy("Its report lists what was kept."),
    ),
    "import_still_running": (
        gettext_lazy("This import has not ended (%(state)s)."),
        gettext_lazy("Wait for its end, then answer."),
    ),
}
BY_REASON: dict[str, Callable[[str, Mapping[str, Any]], tuple[str, str]]] = {}
"""Functions that word a refusal by its reason and its facts, by the code of the refusal."""
SIZES = frozenset({"size", "limit"})
KINDS: dict[str, Any] = {
    "png": gettext_lazy("a PNG picture"),
    "jpeg": gettext_lazy("a JPEG picture"),
    "gif": gettext_lazy("a GIF picture"),
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
    return str(value) if value != "" else _("nothing")
