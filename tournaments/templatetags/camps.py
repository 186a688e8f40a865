"""The two teams of a Scheveningen match in templates."""

from django import template

from tournaments.models import Section
from tournaments.standings.selectors.scheveningen_teams import CampScore
from tournaments.standings.selectors.scheveningen_teams import camp_scores as scores_of
from tournaments.standings.selectors.standings import StandingTable

register = template.Library()


@register.simple_tag
def camp_scores(section: Section, table: StandingTable) -> list[CampScore]:
    """Return the scores of both teams."""
    return scores_of(section, table)
