"""A round's page hears of results board by board, and of everything else as a whole."""

import pytest
from club_evening import director, published_of, section_of
from worlds import world

from club.core.actor import SYSTEM
from club.live.selectors import last_number
from tournaments.entries.services.entries import withdraw_entry
from tournaments.models import Outcome
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db


@world
def row():
    return published_of(section_of(8), logged=True)


@pytest.fixture
def heard(client, row):
    client.force_login(director())
    after = last_number(f"section:{row.section_id}")

    def ask(number=after):
        return client.get(f"/desk/rounds/{row.pk}/", {"after": number}, headers={"HX-Request": "true"})

    return ask


def enter(pairing, outcome=Outcome.DRAW):
    record_result(pairing_id=pairing.pk, game=1, outcome=outcome, actor=SYSTEM)


def test_a_result_brings_its_board_alone(row, heard):
    first, second = row.pairings.order_by("board_number")[:2]
    enter(second)
    answer = heard()
    told = answer.content.decode()
    assert answer["HX-Reswap"] == "none"
    assert f'id="board-{second.pk}"' in told
    assert f'id="board-{first.pk}"' not in told
    assert f'value="{last_number(f"section:{row.section_id}")}" hx-swap-oob="true"' in told


def test_nothing_new_brings_no_board(heard):
    assert "board-row" not in heard().content.decode()


@pytest.mark.parametrize("number", ["0", "", "nonsense", "999999", "99999999999999999999"])
def test_who_heard_nothing_that_is_known_gets_the_whole_round(row, heard, number):
    enter(row.pairings.order_by("board_number")[0])
    answer = heard(number)
    assert "HX-Reswap" not in answer
    assert answer.content.decode().count("board-row__number") == 4


def test_anything_but_results_brings_the_whole_round(row, heard):
    enter(row.pairings.order_by("board_number")[0])
    withdraw_entry(entry_id=row.section.entries.first().pk, actor=SYSTEM)
    answer = heard()
    assert "HX-Reswap" not in answer
    assert 'id="round"' in answer.content.decode()
