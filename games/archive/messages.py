"""Texts of an import's report on a record as a whole; `finding_texts` has those on its moves."""

from typing import Final

from django.utils.translation import gettext_lazy

from games.judging.finding_messages import Text

PROBLEMS: Final[dict[str, Text]] = {
    "duplicate_moves": gettext_lazy("Same moves as game %(game_id)s: %(white)s - %(black)s, %(event)s."),
    "same_record": gettext_lazy(
        "Identical to game %(game_id)s in the archive: %(white)s - %(black)s, %(event)s."
    ),
    "twice_in_file": gettext_lazy(
        "Duplicate of an earlier game in this file: game %(game_id)s in the archive."
    ),
    "twin_left_out": gettext_lazy(
        "Same moves as game %(game_id)s (%(white)s - %(black)s, %(event)s). Different: "
        "%(differs)s. Skipped, as chosen."
    ),
    "probable_twin": gettext_lazy(
        "Same moves as game %(game_id)s (%(white)s - %(black)s, %(event)s). Different: %(differs)s."
    ),
}
# Reasons for games of a file not being in the archive, in the order of the report's counts.
NOT_STORED: Final[dict[str, Text]] = {
    "same_record": gettext_lazy("already in the archive: same players, event, date, round and result"),
    "twice_in_file": gettext_lazy("duplicate of an earlier game in the file"),
    "twin_left_out": gettext_lazy("same moves as another game; skipped, as chosen"),
    "duplicate_moves": gettext_lazy("same moves as another game; import the file again to save it"),
    "position_unreadable": gettext_lazy("a position in the record cannot be read"),
}
# Tags that distinguish two games with the same moves; another tag is called by its name.
LABELS: Final[dict[str, Text]] = {
    "White": gettext_lazy("White"),
    "Black": gettext_lazy("Black"),
    "Event": gettext_lazy("event"),
    "Site": gettext_lazy("venue"),
    "Date": gettext_lazy("date"),
    "Round": gettext_lazy("round"),
    "Result": gettext_lazy("result"),
    "Board": gettext_lazy("board"),
}

IMPORT_ERRORS: Final[dict[str, Text]] = {
    "file_is_gone": gettext_lazy("the file is no longer on the server. Import it again"),
}
"""Why an import stopped, by `ArchiveImport.error_code`."""


def import_error(code: str) -> str:
    """Return the reason why an import stopped."""
    return str(IMPORT_ERRORS[code])
