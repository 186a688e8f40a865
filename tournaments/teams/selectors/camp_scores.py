"""The score of a Scheveningen match: what the players of each team have made together."""

from typing import NamedTuple

from tournaments.models import Camp, Section
from tournaments.standings.selectors.standings import StandingTable


class CampScore(NamedTuple):
    """A team of the match by the name of its club, where all its players share one, and its points."""

    camp: str
    club: str
    points: int

    @property
    def name(self) -> str:
        """What it is called."""
        return self.club or str(Camp(self.camp).label)


def camp_scores(section: Section, table: StandingTable) -> list[CampScore]:
    """Both teams in their order; none in any other system, or while somebody is in neither."""
    if section.system != "scheveningen" or not table.rows:
        return []
    members = {
        key: (camp, club) for key, camp, club in section.entries.values_list("pk", "camp", "club_name")
    }
    told = [(*members.get(row.entry.pk, ("", "")), row.points) for row in table.rows]
    if any(not camp for camp, _club, _points in told):
        return []
    return [
        _score(camp, [(club, points) for own, club, points in told if own == camp]) for camp in Camp.values
    ]


def _score(camp: str, members: list[tuple[str, int]]) -> CampScore:
    clubs = {club for club, _points in members}
    return CampScore(camp, clubs.pop() if len(clubs) == 1 else "", sum(points for _club, points in members))
