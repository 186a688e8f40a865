"""Score of a Scheveningen match: the sum of points of each team's players."""

from typing import NamedTuple

from tournaments.models import Camp, Section
from tournaments.standings.selectors.standings import StandingTable


class CampScore(NamedTuple):
    """A team of the match, named by the club that all its players share, if any, and its points."""

    camp: str
    club: str
    points: int

    @property
    def name(self) -> str:
        """Return the name."""
        return self.club or str(Camp(self.camp).label)


def camp_scores(section: Section, table: StandingTable) -> list[CampScore]:
    """Return both teams in order; none in other systems, or while a player is in neither team."""
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
