"""Refusals of a fixed schedule, with a code and plain facts to act on."""

from typing import ClassVar


class ScheduleRefusal(Exception):
    """Error: a schedule cannot give this round; `code` names the reason, `facts` are plain."""

    code: ClassVar[str] = "schedule_refused"

    def __init__(self, **facts: int) -> None:
        super().__init__(self.code, facts)
        self.facts = facts


class TooFewPlayers(ScheduleRefusal):
    """Error: too few opponents. Facts: players."""

    code = "too_few_players"


class UnequalTeams(ScheduleRefusal):
    """Error: the two teams of a Scheveningen match differ in size. Facts: first, second."""

    code = "unequal_teams"


class RoundBeyondSchedule(ScheduleRefusal):
    """Error: the schedule has no such round. Facts: round, rounds."""

    code = "round_beyond_schedule"


class NoVarmaTable(ScheduleRefusal):
    """Error: the tables are for 9 to 24 players. Facts: players."""

    code = "no_varma_table"


class UndecidedMatch(ScheduleRefusal):
    """Error: the match has no winner yet. Facts: round, board, first, second."""

    code = "undecided_match"


class MissingResult(ScheduleRefusal):
    """Error: a match of the bracket was not played by these two. Facts: round, board, first, second."""

    code = "missing_result"


class KnockoutOver(ScheduleRefusal):
    """Error: there is a winner and no match is left. Facts: round, winner."""

    code = "knockout_over"
