"""Sheets of a round and of a section, each one click from its page."""

import pytest
from club_evening import director, played_of, published_of, section_of
from django.urls import reverse

from tournaments.core.openings import ballots_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    """Five players, two games a pairing, the second round published, and the director at the desk."""
    section = section_of(5, preset="acf")
    played_of(section)
    client.force_login(director())
    return client, section, published_of(section)


def sheet(client, row, what):
    answer = client.get(reverse("tournaments:round_sheet", args=[row.pk, what]))
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_lists_have_everybody_by_board_and_by_name(hall):
    client, section, row = hall
    text = sheet(client, row, "lists")
    by_board, by_name = text.split('id="by-name"')
    for entry in section.entries.all():
        assert entry.name in by_board
        assert entry.name in by_name
    heads = [by_name.index(f'<th scope="row">{entry.name}') for entry in section.entries.order_by("name")]
    assert heads == sorted(heads)


def test_a_slip_a_board_with_both_games_and_the_opening(hall):
    client, _section, row = hall
    text = sheet(client, row, "slips")
    assert text.count('<article class="slip') == 2
    assert text.count('class="slip__result"') == 4
    assert ballots_of(row.pairings.get(board_number=1).ballot)[0].label in text


def test_a_score_sheet_a_game_with_the_sides_changed(hall):
    client, _section, row = hall
    text = sheet(client, row, "scores")
    assert text.count('<article class="paper-page scores') == 4
    assert text.index('scope="col">Black') < text.index(
        'scope="col">White'
    )  # Black begins in English draughts
    one = row.pairings.get(board_number=1)
    assert f"<b>White</b> {one.white.name} · <b>Black</b> {one.black.name}" in text
    assert f"<b>White</b> {one.black.name} · <b>Black</b> {one.white.name}" in text


def test_standings_and_cross_table_on_one_sheet(hall):
    client, section, _row = hall
    text = client.get(reverse("tournaments:section_sheet", args=[section.pk])).content.decode()
    assert "Standings after round 2" in text
    assert "Cross-table" in text


def test_the_sheets_of_the_browser_are_on_the_page_print(hall):
    client, section, row = hall
    text = client.get(
        reverse("tournaments:desk_paper", args=[section.pk]), {"round": row.number}
    ).content.decode()
    for what in ("lists", "slips", "scores"):
        assert reverse("tournaments:round_sheet", args=[row.pk, what]) in text
    assert reverse("tournaments:section_sheet", args=[section.pk]) in text


def test_there_is_no_other_sheet(hall):
    client, _section, row = hall
    assert client.get(reverse("tournaments:round_sheet", args=[row.pk, "posters"])).status_code == 404
