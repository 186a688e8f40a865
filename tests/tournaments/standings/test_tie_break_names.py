"""Every tie-break is called something that can be translated."""

from tournaments.events.tie_break_names import TIE_BREAK_NAMES
from tournaments.standings.ranking.registry import TIEBREAKS


def test_every_name_of_a_tie_break_is_marked_for_translation():
    assert {one.name for one in TIEBREAKS.values()} == set(TIE_BREAK_NAMES)
