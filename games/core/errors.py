"""Errors of the games app, by stable codes, each with its sentences."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.errors import ClubError
from games.core.facts import readable_facts
from games.pdn import NotPdn


class Refusal(ClubError):
    """Refusal of the games app; its sentences have sizes with units and formats by name."""

    code = "refused"

    def readable_facts(self) -> dict[str, Any]:
        """Return the facts for the sentences."""
        return readable_facts(self.facts)


class TextTooLong(Refusal):
    """The text exceeds the limit of one request. Facts: size, limit (bytes)."""

    code = "text_too_long"
    status = 413
    what = _("The text is %(size)s; the limit per request is %(limit)s.")
    next_step = _("Send fewer games at once, or import the file into the archive.")


class TooMuchToJudge(Refusal):
    """The games of one request have too many moves, comments, variations and tags. Facts: most."""

    code = "too_much_to_judge"
    status = 413
    what = _("The games have more than %(most)s moves, comments, variations and tags.")
    next_step = _("Send fewer games at once, or import the file into the archive.")


class TooManyGames(Refusal):
    """The text of one request has too many games to count. Facts: most."""

    code = "too_many_games"
    status = 413
    what = _("The text has more than %(most)s games.")
    next_step = _("Send fewer games at once, or import the file into the archive.")


class UploadTooLarge(Refusal):
    """The file exceeds the limit of this site. Facts: limit (bytes)."""

    code = "upload_too_large"
    status = 413
    what = _("The file is larger than the limit of %(limit)s.")
    next_step = _("Split the file between two games and import the parts one after the other.")


class NothingToRead(Refusal):
    code = "nothing_to_read"
    status = 422
    what = _("No game record found.")
    next_step = _("Choose a PDN file or paste a record: tags in brackets, moves such as 11-15, or both.")


class SavedChecksFull(Refusal):
    code = "saved_checks_full"
    what = _("No more records can be kept at this time.")
    next_step = _("Save the record as a file, or try again in a few days.")


class NotText(Refusal):
    """The bytes are no text at all. Facts: kind (the probable format)."""

    code = "not_text"
    status = 422
    what = _("This is %(kind)s, not text.")
    next_step = _("Choose the PDN file itself; extract it from an archive first, or save it as plain text.")


class UnknownLawBook(Refusal):
    code = "unknown_law_book"
    status = 422
    what = _("There is no law book “%(key)s”.")
    next_step = _("Choose one of: %(known)s.")


class UnknownVariant(Refusal):
    code = "unknown_variant"
    status = 422
    what = _("There is no variant “%(key)s”.")
    next_step = _("Choose one of: %(known)s, or omit it to detect it from the moves.")


class HouseRulesShipped(Refusal):
    """A shipped game has just these rules. Facts: key, name."""

    code = "house_rules_shipped"
    what = _("These are exactly the rules of %(name)s.")
    next_step = _("Choose that variant; no house rules are needed.")


class HouseRulesKept(Refusal):
    """The club has these very rules already. Facts: name, is_offered."""

    code = "house_rules_kept"
    what = _("The club already has exactly these rules: %(name)s.")
    next_step = _("Use them, or offer them again if they were retired.")


class HouseRulesNameTaken(Refusal):
    code = "house_rules_name_taken"
    what = _("The club already has house rules called %(name)s.")
    next_step = _("Choose another name; house rules cannot be renamed.")


class HouseRulesNotOffered(Refusal):
    code = "house_rules_not_offered"
    what = _("The club has retired the house rules %(name)s.")
    next_step = _("Offer them again, or choose another variant.")


class UnknownHouseRules(Refusal):
    code = "unknown_house_rules"
    status = 404
    what = _("The club has no house rules “%(key)s”.")
    next_step = _("See the club's list of house rules.")


class UnknownClub(Refusal):
    code = "unknown_club"
    status = 422
    what = _("There is no club “%(slug)s”.")
    next_step = _("Check the spelling; `manage.py import_pdn --new-club NAME` creates a new club.")


class PositionUnreadable(Refusal):
    """The FEN describes no position. Facts: reason (the reader's code) and its facts."""

    code = "position_unreadable"
    status = 422
    what = _("The FEN is not a valid position: %(reason)s.")
    next_step = _("Enter the side to move and the squares of each side, such as B:W21,22,K3:B1,2.")


class TooManyPieces(Refusal):
    code = "too_many_pieces"
    status = 422
    what = _("Positions with %(pieces)s pieces cannot be solved; the limit is %(most)s.")
    next_step = _("Try again when fewer pieces are left.")


class TooManySearches(Refusal):
    """The process runs its maximum of searches already. Facts: seconds (until one of them ends)."""

    code = "too_many_searches"
    status = 429
    what = _("Too many requests in a short time.")
    next_step = _("Wait %(seconds)s seconds, then try again.")


class SheetUnreadable(Refusal):
    """The score sheet cannot be compared. Facts: sheet (1 or 2), reason (the judge's code)."""

    code = "sheet_unreadable"
    status = 422
    what = _("Sheet %(sheet)s cannot be compared: its position or its rule set cannot be read.")
    next_step = _("Check that sheet on its own to see what is wrong, then correct it.")


class DuplicateGame(Refusal):
    """A game that the archive has. Facts: game_id, equals (all games that it may be)."""

    code = "duplicate_game"
    what = _("This game is already in the archive: game %(game_id)s, with the same moves and players.")
    next_step = _("Open that game; nothing was saved.")


class ImportIsOver(Refusal):
    """The import has ended; nothing is left to stop. Facts: state."""

    code = "import_is_over"
    what = _("This import has ended (%(state)s).")
    next_step = _("See its report for the saved games.")


class ImportStillRunning(Refusal):
    """The import has not ended; the question belongs after its end. Facts: state."""

    code = "import_still_running"
    what = _("This import has not ended (%(state)s).")
    next_step = _("Wait until it finishes, then answer.")


class EndingsTooLarge(Refusal):
    """The table of endings is too large to be built on demand. Facts: variant (key), pieces."""

    code = "endings_too_large"
    status = 422
    what = _("An ending table with %(pieces)s pieces is too large for this variant.")
    next_step = _("Choose a size from the list of ending tables.")


class EndingsThere(Refusal):
    code = "endings_there"
    what = _("This ending table already exists; it covers up to %(pieces)s pieces.")
    next_step = _("Reload the list of ending tables.")


class NoEndingsBuild(Refusal):
    code = "no_endings_build"
    what = _("No ending table is being built for this variant; the build finished or was cancelled.")
    next_step = _("Reload the list of ending tables.")


def translate_refusal(refusal: NotPdn) -> NothingToRead | NotText:
    """Translate the reader's refusal of a whole source into one of this app."""
    if refusal.code == "binary":
        return NotText(kind=refusal.facts["kind"])
    return NothingToRead()


class LineUnreadable(Refusal):
    """A move of the line is not legal, or could be several. Facts: move (as written), number (half-moves)."""

    code = "line_unreadable"
    status = 422
    what = _("The move “%(move)s” cannot be played in this line.")
    next_step = _("Separate the moves with spaces, and write each as in a score: 11-15 23-19.")


class PatternEmpty(Refusal):
    """A search for any position."""

    code = "pattern_empty"
    status = 422
    what = _("The search has no pieces and no empty squares.")
    next_step = _("Put at least one piece on the board, or name squares that are empty.")


class EndingTooLarge(Refusal):
    """An ending with more pieces than are indexed. Facts: pieces, most."""

    code = "ending_too_large"
    status = 422
    what = _("An ending has from 1 to %(most)s pieces; %(pieces)s were given.")
    next_step = _("Enter fewer pieces, or search for the position.")
