"""Errors in a tournament report: each a name, a stable code and plain facts."""

from typing import Any, ClassVar


class TrfError(Exception):
    """A report that cannot be used. Facts: file, line, column, found, and those of the subclass."""

    code: ClassVar[str] = "trf_unreadable"

    def __init__(self, **facts: Any) -> None:
        super().__init__(self.code, facts)
        self.facts: dict[str, Any] = {"file": "", "line": 0, "column": 0, "found": "", **facts}


class NotATrf(TrfError):
    """The bytes contain no player record (001)."""

    code = "not_a_trf"


class ReportTooLong(TrfError):
    """The file has more lines than a report can have. Facts: limit."""

    code = "report_too_long"


class LineTooLong(TrfError):
    """A line has more characters than a record can have. Facts: limit."""

    code = "line_too_long"


class ColumnUnreadable(TrfError):
    """Columns contain an invalid value. Facts: last, wanted (number, points, letter)."""

    code = "column_unreadable"


class ColumnMissing(TrfError):
    """Required columns of a record are blank. Facts: record, name."""

    code = "column_missing"


class ResultUnknown(TrfError):
    """The letter is no result. Facts: round, player, known."""

    code = "result_unknown"


class PlayerTwice(TrfError):
    """Two player records have one number. Facts: player, first_line."""

    code = "player_twice"


class OpponentUnknown(TrfError):
    """A player's opponent has no record. Facts: player, round, opponent."""

    code = "opponent_unknown"


class OpponentsDisagree(TrfError):
    """Two records contradict each other about one game. Facts: player, round, opponent."""

    code = "opponents_disagree"


class PointsDifferByColour(TrfError):
    """The score table gives White other points than Black for the same result. Facts: symbol."""

    code = "points_differ_by_colour"


class NotInThisEdition(TrfError):
    """The older format has no way to state this. Facts: record."""

    code = "not_in_this_edition"


class TooWide(TrfError):
    """A value is wider than its columns. Facts: record, name, width."""

    code = "too_wide"


class RoundUnfinished(TrfError):
    """An earlier round has a game without a result. Facts: round, player."""

    code = "round_unfinished"


class TooFewPresent(TrfError):
    """No pairing possible: every player is absent, or a table has one player. Facts: round, players."""

    code = "too_few_present"


class NoSuchRound(TrfError):
    """The section has not that many rounds, or the number is below one. Facts: round, rounds."""

    code = "no_such_round"
