"""What a hall of phones costs: queries and bytes of one page, whatever the number of players."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from event_rows import section_of
from history import build_round

from tournaments.entries.entry_links import entry_secret
from tournaments.models import RoundState

pytestmark = pytest.mark.django_db
MAX_QUERIES = 17
MAX_BYTES = 30_000


@pytest.mark.parametrize("players", [6, 24])
def test_the_page_of_a_player_keeps_its_budget(players):
    section = section_of(players=players, deck="english_three_move", preset="acf")
    build_round(section)
    build_round(section)
    build_round(section, state=RoundState.PUBLISHED)
    entry = section.round_rows.get(number=3).pairings.get(board_number=1).white
    phone = Client()
    phone.post("/evening/connect/", {"link": entry_secret(entry)})
    with CaptureQueriesContext(
        connection,
    ) as asked:
        answer = phone.get(f"/evening/{entry.pk}/")
    assert answer.context["state"] == "game"
    assert len(asked) <= MAX_QUERIES, "\n".join(one["sql"][:160] for one in asked)
    assert len(answer.content) < MAX_BYTES
