"""How many queries the pages of a round, a player and the sheets ask, whatever the number of players."""

import pytest
from club_evening import director, draft_of, played_of, section_of
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

# Page: queries for the director of a section with two rounds played and one drafted.
BUDGETS = {
    "desk_round": 40,
    "round_sheet": 20,
    "section_sheet": 22,
    "player": 20,
    "pairings": 20,
}


def addresses_of(section, row):
    public = [section.event.slug, section.slug]
    return {
        "desk_round": reverse("tournaments:desk_round", args=[row.pk]),
        "round_sheet": reverse("tournaments:round_sheet", args=[row.pk, "scores"]),
        "section_sheet": reverse("tournaments:section_sheet", args=[section.pk]),
        "player": reverse("tournaments:player", args=[*public, 1]),
        "pairings": reverse("tournaments:pairings", args=[*public, 2]),
    }


@pytest.mark.django_db
def test_pages_keep_their_budgets_whatever_the_number_of_players(client):
    client.force_login(director())
    asked = {}
    for players in (7, 23):
        section = section_of(players, preset="acf")
        played_of(section)
        played_of(section)
        for name, address in addresses_of(section, draft_of(section)).items():
            client.get(address)
            with CaptureQueriesContext(connection) as seen:
                assert client.get(address).status_code == 200
            asked.setdefault(name, []).append(len(seen))
    assert {name: many for name, (few, many) in asked.items() if many > few} == {}
    assert {name: many for name, (_few, many) in asked.items() if many > BUDGETS[name]} == {}
