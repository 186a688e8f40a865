"""Obstacles to pairing a table, a tree or a ladder, as errors that name boards and players."""

from club.core.errors import ClubError
from tournaments.models import Pairing, Section
from tournaments.pairing import refusals
from tournaments.pairing.refusals import ScheduleRefusal
from tournaments.rounds.errors import (
    AllRoundsPlayed,
    CampsUnequal,
    KnockoutOver,
    MatchNotPlayed,
    MatchUndecided,
    TooFewPlayers,
)


def schedule_error(refusal: ScheduleRefusal, section: Section) -> ClubError:
    """Return the error of a schedule as an error of the desk."""
    facts = refusal.facts
    names = {number: name for number, name in section.entries.values_list("number", "name") if number}
    if isinstance(refusal, refusals.RoundBeyondSchedule):
        return AllRoundsPlayed(rounds=facts["rounds"])
    if isinstance(refusal, refusals.KnockoutOver):
        return KnockoutOver(winner=names.get(facts["winner"], "?"))
    if isinstance(refusal, refusals.UndecidedMatch | refusals.MissingResult):
        first, second = (names.get(facts[side], "?") for side in ("first", "second"))
        if isinstance(refusal, refusals.MissingResult):
            return MatchNotPlayed(round=facts["round"], first=first, second=second)
        board = _board_of(section, facts)
        return MatchUndecided(round=facts["round"], board=board, first=first, second=second)
    if isinstance(refusal, refusals.UnequalTeams):
        return CampsUnequal(**facts)
    return TooFewPlayers(present=facts.get("players", 0))


def _board_of(section: Section, facts: dict[str, int]) -> int | None:
    """Return the board of two players; the numbers of the tree's matches differ from the hall's."""
    two = (facts["first"], facts["second"])
    rows = Pairing.objects.filter(round__section=section, round__number=facts["round"])
    return (
        rows.filter(white__number__in=two, black__number__in=two)
        .values_list("board_number", flat=True)
        .first()
    )
