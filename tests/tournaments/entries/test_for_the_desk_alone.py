"""What the desk knows of players and nobody else: in files, answers and lists of a public event."""

import pytest
from club_evening import director, played_of, section_of
from django.test import Client
from worlds import world

from club.core.actor import SYSTEM
from tournaments.entries.services.entries import withdraw_entry
from tournaments.entries.services.forbidden_pairs import forbid_pair

pytestmark = pytest.mark.django_db
FORMATS = ("trf16", "trf26")


@world
def section():
    """Four play, two of them kept apart; Player 05 left before the first round."""
    section = section_of(5)
    section.entries.update(family="Anderson family", birth_year=1977)
    players = list(section.entries.order_by("pk"))
    withdraw_entry(entry_id=players[4].pk, actor=SYSTEM)
    pair = {"first_id": players[0].pk, "second_id": players[1].pk}
    forbid_pair(section_id=section.pk, first_round=1, actor=SYSTEM, **pair)
    played_of(section)
    return section


@world
def desk():
    client = Client()
    client.force_login(director())
    return client


@pytest.mark.parametrize("kind", FORMATS)
def test_a_report_for_everybody_leaves_out_years_of_birth_pairs_apart_and_who_left(kind, section, desk):
    address = f"/api/v1/sections/{section.pk}/export/{kind}"
    own, public = desk.get(address).content.decode(), Client().get(address).content.decode()
    apart = "\nXXP" if kind == "trf16" else "\n260"
    for told in ("1977", "Player 05", apart):
        assert told in own
        assert told not in public
    assert "Player 04" in public


def test_families_are_told_to_the_desk_alone(section, desk):
    entry = section.entries.get(name="Player 01")
    for address in (f"/api/v1/sections/{section.pk}/entries/", f"/api/v1/entries/{entry.pk}/"):
        assert "Anderson family" in desk.get(address).content.decode()
        assert "Anderson family" not in Client().get(address).content.decode()


def test_who_left_before_the_first_round_is_not_told_of_by_number_either(section, desk):
    gone = section.entries.get(name="Player 05")
    assert desk.get(f"/api/v1/entries/{gone.pk}/").status_code == 200
    assert Client().get(f"/api/v1/entries/{gone.pk}/").status_code == 404
