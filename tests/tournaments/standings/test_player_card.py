"""The fragment of a followed player: place, points and the latest board, for everybody who sees the event."""

import pytest
from django.test import Client
from event_rows import play, played_round, published_round, section_of

from club.core.actor import SYSTEM
from tournaments.events.services.events import show_event

pytestmark = pytest.mark.django_db


def card(section, number, status=200):
    answer = Client().get(f"/e/{section.event.slug}/{section.slug}/players/{number}/card/")
    assert answer.status_code == status
    return " ".join(answer.content.decode().split())


def test_the_card_has_the_place_and_the_latest_board():
    section = section_of(players=4)
    played_round(section)
    row = published_round(section)
    pairing = row.pairings.order_by("board_number").first()
    text = card(section, pairing.white.number)
    assert "place 1, 2 points" in text
    assert "Round 2" in text
    assert f"board {pairing.board_number}, White: against {pairing.black.name}" in text


def test_the_card_follows_the_result():
    section = section_of(players=4)
    row = published_round(section)
    play(row)
    winner = row.pairings.order_by("board_number").first().white
    assert "2\N{EN DASH}0</b>" in card(section, winner.number)


def test_nobody_follows_a_player_of_a_hidden_event():
    section = section_of(players=4)
    published_round(section)
    card(section, 99, status=404)
    show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    card(section, 1, status=404)
