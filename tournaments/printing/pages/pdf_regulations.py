"""PDF of an event's regulations, for display in the hall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext as _

from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize
from tournaments.conduct.regulation_presets import PRESETS
from tournaments.events.regulation_messages import preset_name, regulations_as_text
from tournaments.events.selectors.sections import regulations_of
from tournaments.models import Event

if TYPE_CHECKING:
    from club.paper.paper import Paper

BODY, SMALL, HEAD = 10.5, 9.0, 12.5  # points
INDENT: Final = 6.0  # millimetres
ROOM_OF_AN_ARTICLE: Final = 24.0


def regulations_sheet(event: Event, size: PaperSize) -> Paper:
    """Render every article with its ladder, the additions of the event, and the sources."""
    regulations, title = regulations_of(event), _("Event regulations")
    paper = blank_paper(title=f"{event.name}, {title}", size=size)
    paper.foot = f"{event.name} · {title}"
    paper.add_page()
    paper.heading(above=event.name, title=title)
    paper.set_y(paper.get_y() + 3)
    for told in regulations_as_text(regulations):
        if paper.get_y() + ROOM_OF_AN_ARTICLE > paper.low:
            paper.add_page()
        paper.paragraph(f"{told.rule.number}. {told.heading}", size=HEAD, style="B")
        paper.paragraph(told.text, size=BODY, indent=INDENT)
        paper.paragraph(told.ladder, size=BODY, style="B", indent=INDENT)
        paper.set_y(paper.get_y() + 2.5)
    if regulations.further:
        paper.paragraph(_("Further regulations"), size=HEAD, style="B")
        paper.paragraph(regulations.further, size=BODY, indent=INDENT)
        paper.set_y(paper.get_y() + 2.5)
    paper.paragraph(_("Where a section's law book covers the same point, the law book prevails."), size=SMALL)
    sources = "; ".join(PRESETS[regulations.preset].sources)
    facts = {"preset": preset_name(regulations.preset), "sources": sources}
    paper.paragraph(_("Preset: %(preset)s. Sources: %(sources)s.") % facts, size=SMALL)
    return paper
