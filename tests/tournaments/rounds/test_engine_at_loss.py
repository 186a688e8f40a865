"""A round that the engine does not solve is told as that, and never as one that cannot be paired."""

import pytest
from django.test import Client

from club.core.actor import SYSTEM
from club.core.messages import refusal_text
from club.models import User
from tournaments.events import systems
from tournaments.models import Round
from tournaments.pairing.swiss.bracket import UnsolvedBracket
from tournaments.pairing.values import NoLegalPairing
from tournaments.rounds.checks import checked_round
from tournaments.rounds.errors import EngineAtLoss, PairingImpossible
from tournaments.rounds.services.pairings import turn_colours
from tournaments.rounds.services.rounds import propose_round

pytestmark = pytest.mark.django_db


def failing(monkeypatch, error):
    def pair(_snapshot):
        raise error

    monkeypatch.setattr(systems, "pair_dutch", pair)


def test_what_the_engine_does_not_solve_is_not_called_impossible(section, monkeypatch):
    failing(monkeypatch, UnsolvedBracket(2))
    with pytest.raises(EngineAtLoss) as refused:
        propose_round(section_id=section.pk, actor=SYSTEM)
    assert "although a pairing exists" in refusal_text(refused.value).what
    assert not Round.objects.filter(section=section).exists()
    client = Client()
    client.force_login(User.objects.create_superuser("td@north.example", "x"))
    answer = client.post(f"/api/v1/sections/{section.pk}/rounds/")
    assert (answer.status_code, answer.json()["code"]) == (409, "engine_at_loss")
    page = client.post(f"/desk/sections/{section.pk}/propose/", follow=True)
    assert "The program failed to pair round" in page.content.decode()


def test_what_no_rule_allows_is_called_impossible(section, monkeypatch):
    failing(monkeypatch, NoLegalPairing())
    with pytest.raises(PairingImpossible):
        propose_round(section_id=section.pk, actor=SYSTEM)


def test_a_draft_changed_by_hand_is_shown_without_the_engine(section, monkeypatch):
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    board = row.pairings.first()
    turn_colours(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)
    failing(monkeypatch, UnsolvedBracket(2))
    checked = checked_round(Round.objects.select_related("section__event").get(pk=row.pk))
    assert checked.is_by_hand
    assert checked.engine is None
