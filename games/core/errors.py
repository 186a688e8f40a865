"""Refusals of the games app: each a name, a stable code and plain facts; `games/core/refusal_messages` has the texts."""

from typing import Any, ClassVar

from games.pdn import NotPdn


class Refusal(Exception):
    """A request that cannot be met, and whose author can do something about it."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class TextTooLong(Refusal):
    """The text exceeds the limit of one request. Facts: size, limit (bytes)."""

    code = "text_too_long"
    status = 413


class UploadTooLarge(Refusal):
    """The file exceeds the limit of this site. Facts: limit (bytes)."""

    code = "upload_too_large"
    status = 413


class NothingToRead(Refusal):
    """The text or file is empty, or contains nothing that is part of a game record."""

    code = "nothing_to_read"
    status = 422


class NotText(Refusal):
    """The bytes are no text at all. Facts: kind (the probable format)."""

    code = "not_text"
    status = 422


class UnknownLawBook(Refusal):
    """No law book has this key. Facts: key, known."""

    code = "unknown_law_book"
    status = 422


class UnknownVariant(Refusal):
    """No variant has this key. Facts: key, known."""

    code = "unknown_variant"
    status = 422


class HouseRulesUnfit(Refusal):
    """Facts that give no valid house rules. Facts: reason (the derivation's code) and its facts."""

    code = "house_rules_unfit"
    status = 422


class HouseRulesShipped(Refusal):
    """A shipped game has just these rules. Facts: key, name."""

    code = "house_rules_shipped"


class HouseRulesKept(Refusal):
    """The club has these very rules already. Facts: name, is_offered."""

    code = "house_rules_kept"


class HouseRulesNameTaken(Refusal):
    """Other rules of the club have this name. Facts: name."""

    code = "house_rules_name_taken"


class HouseRulesNotOffered(Refusal):
    """The club has retired these rules. Facts: name."""

    code = "house_rules_not_offered"


class UnknownHouseRules(Refusal):
    """The club has no house rules with this key. Facts: key."""

    code = "unknown_house_rules"
    status = 404


class UnknownClub(Refusal):
    """No club or federation has this slug. Facts: slug."""

    code = "unknown_club"
    status = 422


class ClubNotNamed(Refusal):
    """The site has several clubs and none was named. Facts: known."""

    code = "club_not_named"
    status = 422


class PositionUnreadable(Refusal):
    """The FEN describes no position. Facts: reason (the reader's code) and its facts."""

    code = "position_unreadable"
    status = 422


class TooManyPieces(Refusal):
    """The position has too many pieces for an adjudication. Facts: pieces, most."""

    code = "too_many_pieces"
    status = 422


class TooManySearches(Refusal):
    """The process runs its maximum of searches already. Facts: seconds (until one of them ends)."""

    code = "too_many_searches"
    status = 429


class SheetUnreadable(Refusal):
    """The score sheet cannot be compared. Facts: sheet (1 or 2), reason (the judge's code)."""

    code = "sheet_unreadable"
    status = 422


class DuplicateGame(Refusal):
    """The club's archive has a game with these moves. Facts: game_id."""

    code = "duplicate_game"


class ImportIsOver(Refusal):
    """The import has ended; nothing is left to stop. Facts: state."""

    code = "import_is_over"


class ImportStillRunning(Refusal):
    """The import has not ended; the question belongs after its end. Facts: state."""

    code = "import_still_running"


class EndingsTooLarge(Refusal):
    """The table of endings is too large to be built on demand. Facts: variant (key), pieces."""

    code = "endings_too_large"
    status = 422


class EndingsThere(Refusal):
    """The table of endings exists already. Facts: pieces."""

    code = "endings_there"


class NoEndingsBuild(Refusal):
    """A build that is over, or was never requested."""

    code = "no_endings_build"


def translate_refusal(refusal: NotPdn) -> NothingToRead | NotText:
    """Translate the reader's refusal of a whole source into one of this app."""
    if refusal.code == "binary":
        return NotText(kind=refusal.facts["kind"])
    return NothingToRead()
