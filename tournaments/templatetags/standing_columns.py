"""The columns of the standings in templates."""

from collections.abc import Iterable

from django import template

from tournaments.standings.columns import Cell, Place, StandingColumn, cells, columns_of
from tournaments.standings.selectors.standing_values import StandingRow, StandingTable

register = template.Library()


@register.filter
def page_columns(table: StandingTable) -> list[StandingColumn]:
    """Return the columns of a table on a page."""
    return columns_of(table, Place.PAGE)


@register.filter
def cells_in(row: StandingRow, columns: Iterable[StandingColumn]) -> list[Cell]:
    """Return the cells of a row in these columns."""
    return cells(row, columns)
