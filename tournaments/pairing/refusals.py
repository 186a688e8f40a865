"""What stands in the way of a fixed schedule: refusals that somebody can act on, with plain facts."""

from typing import ClassVar


class ScheduleRefusal(Exception):
    """A round that a schedule cannot give; `code` says why, `facts` are plain."""

    code: ClassVar[str] = "schedule_refused"

    def __init__(self, **facts: int) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class TooFewPlayers(ScheduleRefusal):
    """Nobody to play against. Facts: players."""

    code = "too_few_players"


class UnequalTeams(ScheduleRefusal):
    """The two teams of a Scheveningen match differ in size. Facts: first, second."""

    code = "unequal_teams"


class RoundBeyondSchedule(ScheduleRefusal):
    """The schedule has no such round. Facts: round, rounds."""

    code = "round_beyond_schedule"


class NoVarmaTable(ScheduleRefusal):
    """The tables are for 9 to 24 players. Facts: players."""

    code = "no_varma_table"


class UndecidedMatch(ScheduleRefusal):
    """Nobody has won the match yet. Facts: round, board, first, second."""

    code = "undecided_match"


class MissingResult(ScheduleRefusal):
    """A match that the bracket has was not played by these two. Facts: round, board, first, second."""

    code = "missing_result"


class KnockoutOver(ScheduleRefusal):
    """There is a winner and no match is left. Facts: round, winner."""

    code = "knockout_over"
