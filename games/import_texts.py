"""What the report of an import says about a record as a whole; `finding_texts` speaks of its moves."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.finding_texts import Text

PROBLEMS: Final[dict[str, Text]] = {
    "duplicate_moves": gettext_lazy("Same moves as game %(game_id)s: %(white)s - %(black)s, %(event)s."),
}
