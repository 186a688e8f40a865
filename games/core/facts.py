"""Facts of refusals in the reader's language."""

from collections.abc import Mapping
from typing import Any

from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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
