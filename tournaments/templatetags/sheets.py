"""Sizes of paper in templates: `{% papers as papers %}`, the one of this site first."""

from typing import NamedTuple

from django import template
from django.conf import settings

from club.paper.paper_formats import PaperSize

register = template.Library()
LABELS = {PaperSize.A4: "A4", PaperSize.LETTER: "Letter"}


class PaperChoice(NamedTuple):
    """A paper size: its name in addresses, and its usual name."""

    size: str
    label: str


@register.simple_tag
def papers() -> list[PaperChoice]:
    """Return the paper sizes for printing."""
    sizes = sorted(PaperSize, key=lambda size: size.value != settings.PAPER)
    return [PaperChoice(size.value, LABELS[size]) for size in sizes]
