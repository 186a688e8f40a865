"""What the checker would say of a swap before it is made."""

import pytest
from club_evening import director, draft_of, played_of, section_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(director())
    return client


def asked(desk, row, *entries):
    return desk.get(f"/desk/rounds/{row.pk}/swap/forecast/", {"player": [one.pk for one in entries]})


def test_a_swap_that_makes_two_meet_again_is_told_and_nothing_is_changed(desk):
    section = section_of(6)
    first = played_of(section).pairings.order_by("board_number")[0]
    row = draft_of(section)
    before = list(row.pairings.values_list("white", "black"))
    seats = {side: pairing for pairing in row.pairings.all() for side in (pairing.white_id, pairing.black_id)}
    own = seats[first.white_id]
    other = own.black if own.white_id == first.white_id else own.white
    told = asked(desk, row, other, first.black).content.decode()
    assert f"{other} and {first.black} swapped" in told
    assert "checker__list--illegal" in told
    assert list(row.pairings.values_list("white", "black")) == before


def test_a_swap_that_keeps_every_rule_is_told(desk):
    row = draft_of(section_of(6))
    one, two = row.pairings.order_by("board_number")[:2]
    assert "No violations" in asked(desk, row, one.black, two.black).content.decode()


def test_only_players_of_a_draft_have_a_forecast(desk):
    section = section_of(6)
    played = played_of(section)
    one, two = section.entries.all()[:2]
    assert asked(desk, played, one, two).status_code == 422
    row = draft_of(section)
    assert asked(desk, row, one).status_code == 422
    assert asked(desk, row, one, section_of(4).entries.first()).status_code == 422
