"""Is this won? On the page of a case, with the counts of its game, and for adjourned games."""

import re
from contextlib import ExitStack

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import somebody
from worlds import world

from club.core.actor import SYSTEM
from club.models import User
from games.judging.selectors import adjudication
from tournaments.cases.pages.case_evaluation import MAX_TRIES
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.claims import Claim, record_claim
from tournaments.models import Outcome
from tournaments.results.services.adjournments import note_adjournment
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db

WON = "W:WK14,K18,23:BK5"
SEARCHED = "W:WK14,K18:BK1,K32,12"
RECORD = '[GameType "21"]\n[FEN "B:WK32:BK1,K5"]\n\n1... 1-6 2. 32-28 6-1 3. 28-32 *\n'


@world
def case(hall):
    white = hall.row.pairings.order_by("board_number").first().white.name
    return open_case(event_id=hall.event.pk, about=hall.at(white), incident="must_capture", actor=hall.deputy)


def signed_in(actor):
    client = Client()
    client.force_login(actor.user)
    return client


def weigh(client, case, headers=None, **asked):
    return client.get(reverse("tournaments:desk_case_weigh", args=[case.pk]), asked, headers=headers or {})


def test_a_typed_position_is_weighed_from_the_page_of_the_case(hall, case):
    record_claim(case_id=case.pk, claim=Claim(fen=WON), actor=hall.deputy)
    client = signed_in(hall.deputy)
    page = client.get(reverse("tournaments:desk_case", args=[case.pk])).content.decode()
    assert f"/desk/cases/{case.pk}/weigh/?fen=" in page
    text = weigh(client, case).content.decode()
    assert "Proved: White wins." in text
    assert "Advisory only: no law book lets a table decide a game." in text
    assert f"/desk/cases/{case.pk}/" in text  # the way back


def test_a_script_gets_the_answer_alone(hall, case):
    answer = weigh(signed_in(hall.deputy), case, {"HX-Request": "true"}, fen=WON)
    assert 'data-outcome="proved_win"' in answer.content.decode()
    assert "<html" not in answer.content.decode()


def test_the_counts_of_the_game_before_are_known(hall, case):
    record_claim(case_id=case.pk, claim=Claim(record=RECORD), actor=hall.deputy)
    client = signed_in(hall.deputy)
    page = client.get(reverse("tournaments:desk_case", args=[case.pk])).content.decode()
    assert f"/desk/cases/{case.pk}/weigh/?variant=english" in page
    text = weigh(client, case, fen="B:WK32:BK1,K5", ply=4).content.decode()
    assert "2 were counted before this position" in text
    elsewhere = weigh(client, case, fen=WON, ply=4).content.decode()
    assert "if at most" in elsewhere  # this game never came to that position


def address_again(answer):
    return re.search(r'href="([^"]+again=[^"]+)"', answer.content.decode())[1].replace("&amp;", "&")


class TestWaiting:
    """Others search: the arbiter's question is asked again by itself, and no thread waits for it."""

    @pytest.fixture(autouse=True)
    def places_of_a_test(self, monkeypatch):
        places = adjudication.SearchSlots(2, seconds=2.0, clock=lambda: 0.0)
        monkeypatch.setattr(adjudication, "SLOTS", places)

    @pytest.fixture
    def others(self):
        with ExitStack() as stack:
            for _ in range(2):
                stack.enter_context(adjudication.SLOTS.taken())
            yield stack

    @pytest.mark.usefixtures("others")
    def test_what_the_table_knows_is_told_at_once(self, hall, case):
        answer = weigh(signed_in(hall.deputy), case, fen=WON)
        assert (answer.status_code, "Proved: White wins." in answer.content.decode()) == (200, True)

    def test_the_question_is_asked_again_and_has_the_next_place(self, client, hall, case, others):
        arbiter = signed_in(hall.deputy)
        first = weigh(arbiter, case, {"HX-Request": "true"}, fen=SEARCHED, ply=4)
        assert (first.status_code, first.headers["Retry-After"]) == (429, "1")
        assert 'data-ask-again="1"' in first.content.decode()
        assert "Refresh" not in first.headers
        others.close()
        with adjudication.SLOTS.taken():
            asked = {"variant": "english", "fen": SEARCHED}
            assert client.get(reverse("games:adjudicate"), asked).status_code == 429
            again = arbiter.get(address_again(first), headers={"HX-Request": "true"})
        assert again.status_code == 200
        assert "data-outcome" in again.content.decode()
        assert "data-ask-again" not in again.content.decode()

    @pytest.mark.usefixtures("others")
    def test_without_a_script_the_page_asks_again(self, hall, case):
        page = weigh(signed_in(hall.deputy), case, fen=SEARCHED)
        assert page.headers["Refresh"] == f"1; url={address_again(page)}"
        assert "<html" in page.content.decode()

    @pytest.mark.usefixtures("others")
    def test_after_some_tries_the_arbiter_is_told_to_come_again(self, hall, case):
        arbiter = signed_in(hall.deputy)
        answer = weigh(arbiter, case, fen=SEARCHED)
        tries = 0
        while "Refresh" in answer.headers:
            answer = arbiter.get(address_again(answer))
            tries += 1
        assert tries == MAX_TRIES
        assert answer.status_code == 429
        assert "Wait 2 seconds, then try again." in answer.content.decode()

    @pytest.mark.usefixtures("others")
    def test_a_visitor_is_refused_at_once(self, client):
        answer = client.get(reverse("games:adjudicate"), {"variant": "english", "fen": SEARCHED})
        assert answer.status_code == 429
        assert "data-ask-again" not in answer.content.decode()


def test_no_position_is_refused_in_words_and_others_stay_out(hall, case):
    assert weigh(signed_in(hall.deputy), case).status_code == 422
    assert weigh(signed_in(hall.deputy), case, fen="nonsense").status_code == 422
    assert weigh(signed_in(somebody("player")), case, fen=WON).status_code == 403
    assert weigh(Client(), case, fen=WON).status_code == 302


def test_an_adjourned_game_leads_to_the_question(hall):
    board = hall.row.pairings.order_by("board_number").first()
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.ADJOURNED, actor=SYSTEM)
    note_adjournment(pairing_id=board.pk, game=1, fen=WON, note="", actor=SYSTEM)
    client = Client()
    client.force_login(User.objects.create_superuser("site@north.example", "x"))
    text = client.get(reverse("tournaments:desk_adjourned", args=[hall.section.pk])).content.decode()
    assert "/games/adjudicate/?variant=english&amp;fen=W%3AWK14%2CK18%2C23%3ABK5" in text
