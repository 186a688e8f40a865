"""What a section's settings refuse before it can spoil a page or a figure."""

import pytest
from club_evening import director, draft_of, played_of, section_of

from club.core.actor import SYSTEM
from tournaments.events.errors import GamesAreSet, PointsUnfit
from tournaments.events.services.events import change_section
from tournaments.models import Section
from tournaments.rounds.services.rounds import delete_round
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db
UNKNOWN = ("XYZ", "HONOR", "BH/Q", "'><script>", "A" * 5000)


def change(section, **facts):
    section = Section.objects.get(pk=section.pk)
    return change_section(section_id=section.pk, version=section.version, actor=SYSTEM, **facts)


def as_posted(section, **facts):
    """The settings of a section as its form sends them."""
    names = (
        *("name", "variant", "law_book", "system", "rounds", "games_per_pairing", "scoring", "win_points"),
        *("draw_points", "loss_points", "bye_points", "deck", "initial_colour", "clock", "player_reports"),
        *("upset_difference", "version"),
    )
    return {name: getattr(section, name) for name in names} | facts


@pytest.mark.parametrize("code", UNKNOWN)
def test_a_tie_break_that_nobody_knows_is_refused_at_its_field(client, code):
    section = section_of(4)
    played_of(section)
    client.force_login(director())
    settings = f"/desk/sections/{section.pk}/settings/"
    answer = client.post(settings, as_posted(section, tie_break_list=f"BH, {code}"))
    assert answer.status_code == 422
    assert "tie_break_list" in answer.context["form"].errors
    section.refresh_from_db()
    assert code not in section.tie_breaks
    assert client.get(f"/e/{section.event.slug}/{section.slug}/standings/now/").status_code == 200


def test_no_way_round_the_page_keeps_one():
    section = section_of(4)
    with pytest.raises(StandingsRefusal):
        change(section, tie_breaks=["BH", "HONOR"])
    section.refresh_from_db()
    assert "HONOR" not in section.tie_breaks


def test_the_games_of_a_board_stay_once_a_round_is_paired():
    """A bye of round 1 was worth two games; it is not worth four because round 2 would have four."""
    section = section_of(5, preset="acf", deck="", bye_points=2)
    played_of(section)
    points = [row.points for row in standing_rows(section).rows]
    with pytest.raises(GamesAreSet):
        change(section, games_per_pairing=4)
    section.refresh_from_db()
    assert section.games_per_pairing == 2
    assert [row.points for row in standing_rows(section).rows] == points


def test_without_a_round_they_are_free():
    section = section_of(5, preset="acf", deck="")
    draft = draft_of(section)
    with pytest.raises(GamesAreSet):
        change(section, games_per_pairing=4)
    delete_round(round_id=draft.pk, actor=SYSTEM)
    assert change(section, games_per_pairing=4).games_per_pairing == 4


@pytest.mark.parametrize("points", [(0, 0, 0), (0, 1, 2), (2, 3, 0), (3, 0, 1)])
def test_points_that_make_no_order_are_refused(points):
    section = section_of(2)
    win, draw, loss = points
    with pytest.raises(PointsUnfit):
        change(section, win_points=win, draw_points=draw, loss_points=loss)
    change(section, win_points=3, draw_points=1, loss_points=0, bye_points=5)
    change(section, win_points=1, draw_points=0, loss_points=0)
