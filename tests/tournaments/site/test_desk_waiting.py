"""What of the events waits for somebody at the desk."""

import pytest
from club_evening import director, draft_of, published_of, section_of

from club.core.actor import SYSTEM
from club.models import User
from tournaments.events.services.setup_lists import set_prizes
from tournaments.models import Outcome
from tournaments.prizes.services import award_prizes
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(director())

    def look():
        return client.get("/desk/").content.decode()

    return look


def test_a_round_is_told_of_from_draft_to_close(desk):
    section = section_of(4)
    assert "All done." in desk()
    row = draft_of(section)
    assert "Spring, Club blitz: round 1 is a draft." in desk()
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    assert "round 1 has 2 missing results." in desk()
    assert f"/desk/rounds/{row.pk}/" in desk()
    first, second = row.pairings.order_by("board_number")
    record_result(pairing_id=first.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    assert "round 1 has 1 missing result." in desk()
    record_result(pairing_id=second.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    assert "all results of round 1 are in." in desk()
    close_round(round_id=row.pk, actor=SYSTEM)
    assert "All done." in desk()


def test_only_who_may_see_the_event_is_told(client):
    draft_of(section_of(4))
    client.force_login(User.objects.create_user("guest@club.example", "x"))
    assert "round 1" not in client.get("/desk/").content.decode()


def test_prizes_wait_from_the_last_closed_round_until_they_are_handed_out(desk):
    section = section_of(4, rounds=1)
    set_prizes(section_id=section.pk, rows=[{"place": 1, "thing": "Cup"}], actor=SYSTEM)
    row = published_of(section)
    for board in row.pairings.all():
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.WHITE, actor=SYSTEM)
    told = "the last round is closed, but the prizes are not awarded yet."
    assert told not in desk()
    close_round(round_id=row.pk, actor=SYSTEM)
    assert told in desk()
    assert f"/desk/sections/{section.pk}/prizes/handout/" in desk()
    award_prizes(section_id=section.pk, actor=SYSTEM)
    assert told not in desk()
