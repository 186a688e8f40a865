"""Texts of an import's report on a record as a whole; `finding_texts` has those on its moves."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.judging.finding_texts import Text

PROBLEMS: Final[dict[str, Text]] = {
    "duplicate_moves": gettext_lazy("Same moves as game %(game_id)s: %(white)s - %(black)s, %(event)s."),
    "same_record": gettext_lazy(
        "Game %(game_id)s of the archive is the same in everything: %(white)s - %(black)s, %(event)s."
    ),
    "twice_in_file": gettext_lazy(
        "The same record stands earlier in this file: game %(game_id)s of the archive."
    ),
    "twin_left_out": gettext_lazy(
        "Same moves as game %(game_id)s (%(white)s - %(black)s, %(event)s). "
        "Different: %(differs)s. Left out as chosen."
    ),
    "probable_twin": gettext_lazy(
        "Same moves as game %(game_id)s (%(white)s - %(black)s, %(event)s). Different: %(differs)s."
    ),
}
# Reasons for games of a file not being in the archive, in the order of the report's counts.
NOT_STORED: Final[dict[str, Text]] = {
    "same_record": gettext_lazy(
        "the same record is in the archive: same players, event, date, round, result"
    ),
    "twice_in_file": gettext_lazy("the same record stands earlier in the file"),
    "twin_left_out": gettext_lazy("same moves as another game, left out as chosen"),
    "duplicate_moves": gettext_lazy("same moves as another game; import the file again to store it"),
    "position_unreadable": gettext_lazy("a position of the record cannot be read"),
}
# Tags that distinguish two games with the same moves; another tag is called by its name.
LABELS: Final[dict[str, Text]] = {
    "White": gettext_lazy("White"),
    "Black": gettext_lazy("Black"),
    "Event": gettext_lazy("event"),
    "Site": gettext_lazy("place"),
    "Date": gettext_lazy("date"),
    "Round": gettext_lazy("round"),
    "Result": gettext_lazy("result"),
    "Board": gettext_lazy("board"),
}
