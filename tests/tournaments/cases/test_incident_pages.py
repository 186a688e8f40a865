"""The steps of an incident as plain pages, the queue of the arbiter, and the call from a board."""

from datetime import timedelta

import pytest
from club_evening import published_of, section_of
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from page_promises import check_promises
from team_evening import teams_of
from worlds import world

from club.accounts.services.passes import make_pass
from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import PassLevel, Role, User
from games.laws import law_book_named
from tournaments.cases.pages.incident_boards import boards_for_incidents
from tournaments.cases.pages.incident_facts import _rung as told_rung
from tournaments.cases.pages.incident_facts import _rungs as rungs_of
from tournaments.cases.pages.incident_facts import incident_facts
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.conduct import Earlier, propose
from tournaments.events.selectors.law_books import law_book_of, regulations_of
from tournaments.models import Case, CaseState, DisputeKind, Outcome, Ruling
from tournaments.results.services.disputes import open_dispute
from tournaments.results.services.results import record_result

pytestmark = pytest.mark.django_db
JSON = {"accept": "application/json"}


@world
def row():
    """A first round of six boards, which is on."""
    cache.clear()
    return published_of(section_of(12))


@world
def board(row):
    return row.pairings.select_related("white", "black", "round__section__event").get(board_number=1)


@world
def arbiter(row):
    return signed_in(row, Role.ARBITER, "Anna")


@world
def deputy(row):
    return signed_in(row, Role.DEPUTY_ARBITER, "Bert")


def signed_in(row, role, name):
    user = User.objects.create_user(f"{name}@north.example", "x", first_name=name, last_name="Visser")
    grant_role(user=user, role=role, scope=Scope(row.section.event.organisation_id), actor=SYSTEM)
    client = Client()
    client.force_login(user)
    return client


def with_pass(row, level=PassLevel.DEPUTY, section=None, **boards):
    event = row.section.event
    made = make_pass(
        label="Phone 2",
        level=level,
        scope=Scope(event.organisation_id, event.pk, section),
        expires_at=timezone.now() + timedelta(hours=5),
        actor=SYSTEM,
        **boards,
    )
    client = Client()
    client.post(reverse("club:pass_take", args=[made.secret]))
    return client


def steps(board):
    return reverse("tournaments:incident", args=[board.round.section.event_id])


def queue(board):
    return reverse("tournaments:calls", args=[board.round.section.event_id])


def act(client, board, number, what, **sent):
    address = reverse("tournaments:calls_act", args=[board.round.section.event_id, number, what])
    return client.post(address, sent, follow=True).content.decode()


def page(client, address, **asked):
    answer = client.get(address, asked)
    assert answer.status_code == 200
    check_promises(answer)
    return answer


def form_of(board, **sent):
    told = {"board": board.pk, "game": 1, "player": board.white_id, "incident": "must_capture"}
    return told | {"consequence": "caution", "key": "key-1"} | sent


def card_page(board):
    card = board.round.section.board_cards.get(board_number=board.board_number, revoked_at__isnull=True)
    return reverse("tournaments:board", args=[card.token])


def test_board_player_incident_confirm_are_four_pages(arbiter, board):
    first = page(arbiter, steps(board))
    assert first.context["step"] == "board"
    assert f"?board={board.pk}" in first.content.decode()
    second = page(arbiter, steps(board), board=board.pk)
    assert second.context["step"] == "player"
    assert f"player={board.white_id}" in second.content.decode()
    third = page(arbiter, steps(board), board=board.pk, game=1, player=board.white_id)
    assert third.context["step"] == "kind"
    chosen = {"board": board.pk, "game": 1, "player": board.white_id, "incident": "must_capture"}
    last = page(arbiter, steps(board), **chosen)
    text = last.content.decode()
    assert last.context["step"] == "proposal"
    assert last.context["told"].consequence == "caution"
    article = last.context["told"].articles[0]
    assert article.text in text
    done = arbiter.post(steps(board), form_of(board), follow=True)
    assert "Case 1" in done.content.decode()
    ruling = Ruling.objects.get()
    assert (ruling.consequence, ruling.case.entry_id) == ("caution", board.white_id)
    assert "Replace ruling" in done.content.decode()


def test_the_number_of_a_board_leads_to_its_players(arbiter, board):
    assert page(arbiter, steps(board), number="1").context["chosen"].board.pairing == board
    assert "There is no board 99." in page(arbiter, steps(board), number="99").content.decode()


def test_the_same_form_again_is_told_as_known(arbiter, board):
    first = arbiter.post(steps(board), form_of(board), headers=JSON).json()
    again = arbiter.post(steps(board), form_of(board), headers=JSON).json()
    assert (first["number"], first["is_known"], first["refusal"]) == (1, False, "")
    assert (again["number"], again["is_known"]) == (1, True)
    assert "It counts only once." in arbiter.get(again["address"]).content.decode()
    assert Ruling.objects.count() == 1


def test_a_deviation_without_a_reason_is_refused_and_keeps_what_was_typed(arbiter, board):
    sent = form_of(board, consequence="game_lost", note="he shouted", move_recalled="11-15", move="11-16")
    answer = arbiter.post(steps(board), sent)
    text = answer.content.decode()
    assert answer.status_code == 422
    assert "prescribe something else" in text
    assert all(one in text for one in ("he shouted", "11-15", 'value="key-1"'))
    assert not Case.objects.exists()
    refused = arbiter.post(steps(board), sent, headers=JSON)
    assert "Enter a reason for deciding differently" in refused.json()["refusal"]
    arbiter.post(steps(board), sent | {"reason": "third time this year"})
    case = Case.objects.get()
    assert (case.details, case.private_text) == ({"move": "11-16"}, "he shouted")
    assert case.rulings.get().move_recalled == "11-15"


def test_minutes_go_to_the_clock_of_the_player_when_time_is_corrected(arbiter, board):
    sent = form_of(board, incident="time_corrected", consequence="none", clock="-2", player=board.black_id)
    arbiter.post(steps(board), sent)
    assert (Ruling.objects.get().seconds_white, Ruling.objects.get().seconds_black) == (0, -120)


@pytest.mark.parametrize(
    "sent", [{}, {"board": "9" * 30}, {"board": 0}, {"board": "1", "player": "x"}, {"incident": "nonsense"}]
)
def test_nonsense_is_refused_on_a_page(arbiter, board, sent):
    told = form_of(board) | sent if sent else {}
    answer = arbiter.post(steps(board), told)
    assert answer.status_code in {409, 422}
    assert not Case.objects.exists()


def test_a_deputy_files_and_the_arbiter_confirms_in_the_queue(arbiter, deputy, board):
    text = deputy.post(steps(board), form_of(board), follow=True).content.decode()
    assert "Waiting for the arbiter" in text
    assert not Ruling.objects.exists()
    shown = page(deputy, queue(board)).content.decode()
    assert "Proposed: caution" in shown
    assert "As proposed" not in shown
    assert "As proposed: caution" in page(arbiter, queue(board)).content.decode()
    assert "case 1 is waiting for a ruling" in arbiter.get("/desk/").content.decode()
    assert "case 1 is waiting" not in deputy.get("/desk/").content.decode()
    assert "Replace ruling" in act(arbiter, board, 1, "confirm", version=Case.objects.get().version)
    assert Ruling.objects.get().consequence == "caution"


def test_what_cannot_be_confirmed_leads_to_the_form(arbiter, deputy, board):
    deputy.post(steps(board), form_of(board))
    arbiter.post(steps(board), form_of(board, key="key-2", incident="out_of_turn"))
    told = act(arbiter, board, 1, "confirm", version=Case.objects.get(number=1).version)
    assert "prescribe something else" in told
    assert 'name="case" value="1"' in told


def test_ruling_again_begins_with_the_ruling_that_stands(arbiter, board):
    arbiter.post(steps(board), form_of(board, incident="touched_not_moved", consequence="game_lost"))
    assert board.games.get().outcome == Outcome.BLACK
    done = reverse("tournaments:incident_filed", args=[board.round.section.event_id, 1])
    again = page(arbiter, arbiter.get(done).context["again"])
    assert again.context["is_settled"]
    assert again.context["given"]["outcome"] == ""
    assert "set by the consequence, otherwise as before the ruling" in again.content.decode()
    sent = form_of(board, case=1, key="key-2", incident="touched_not_moved", consequence="none")
    assert arbiter.post(steps(board), sent).status_code == 422
    lost = arbiter.post(steps(board), sent | {"reason": "it was adjusted", "outcome": "black"})
    assert lost.status_code == 422
    assert 'name="keeps_loss"' in lost.content.decode()
    arbiter.post(steps(board), sent | {"reason": "it was adjusted"})
    assert board.games.get().outcome == Outcome.PENDING


def test_the_pages_steps_count_as_the_server_does(row, board, arbiter):
    """Every incident on every rung: what a phone shows without network is what the server proposes."""
    actor_boards = boards_for_incidents(row.section.event, SYSTEM)
    book = law_book_named(row.section.law_book)
    facts = incident_facts(row.section.event, actor_boards, None)["books"]["standard-laws:english"]
    case = Case(event=row.section.event, section=row.section, pairing=board, entry=board.white, side="white")
    for at in range(2):
        for code, told in facts["incidents"].items():
            rung = told["rungs"][
                min(at if told["family"] in {"", book.family("must_capture")} else 0, len(told["rungs"]) - 1)
            ]
            proposed = proposed_for(case, incident=code)
            assert rung["consequence"] == (proposed.consequence or ""), code
            assert rung["articles"][:1] in ([], [proposed.article]), code
        arbiter.post(steps(board), form_of(board))
    text = page(arbiter, steps(board)).content.decode()
    assert "incident-facts" in text


def counted_on_the_phone(ladder, books, before):
    """Count as `proposal` in incident.js does: offences on the same ladder, here and in other games."""
    return sum(books[code]["family"] == ladder["family"] for code in before)


@pytest.mark.parametrize("book", ["standard-laws", "fmjd-annex-1"])
@pytest.mark.parametrize("preset", ["none", "club-2026"])
def test_the_phone_counts_each_kind_after_each_other_as_the_server_does(row, book, preset):
    """What went before is counted with and without scripts alike, whoever rules on either kind."""
    event, boards = row.section.event, boards_for_incidents(row.section.event, SYSTEM)
    event.regulations = {"preset": preset, "changes": {"distracting": None, "analysing": None}}
    section = boards[0].pairing.round.section
    section.law_book = book
    found = incident_facts(event, boards[:1], None)["books"][f"{book}:{section.variant}"]["incidents"]
    laws, regulations = law_book_of(section), regulations_of(event)
    for code, ladder in found.items():
        for other in found:
            earlier = [Earlier(other, is_this_game=True), Earlier(other, is_this_game=False)]
            told = propose(laws, code, earlier=earlier, regulations=regulations)
            here = counted_on_the_phone(ladder, found, [other])
            climbed = 2 * here if ladder.get("in_event") else here
            rung = ladder["rungs"][min(climbed, len(ladder["rungs"]) - 1)]
            assert rung["consequence"] == (told.consequence or ""), (code, other)
            if rung["is_offence"]:
                assert (told.before_in_game, told.before_in_event) == (here, 2 * here), (code, other)


def test_a_pass_files_on_its_boards_alone(row, board):
    client = with_pass(row, first_board=2, last_board=3)
    shown = page(client, steps(board))
    assert [one.pairing.board_number for one in shown.context["boards"]] == [2, 3]
    assert client.post(steps(board), form_of(board)).status_code == 403
    mine = row.pairings.get(board_number=2)
    client.post(steps(board), form_of(mine, player=mine.white_id))
    case = Case.objects.get()
    assert (case.origin, case.state, case.reported_by) == ("hall", CaseState.OPEN, "Phone 2")


def test_a_pass_is_shown_nothing_of_a_case_at_another_board(row, board, deputy):
    deputy.post(steps(board), form_of(board, consequence="game_lost", reason="He SWORE at me."))
    client = with_pass(row, first_board=2, last_board=3)
    mine = row.pairings.get(board_number=2)
    asked = {"board": mine.pk, "player": mine.white_id, "incident": "must_capture"}
    shown = client.get(steps(board), {"case": 1, **asked})
    assert shown.context["case"] is None
    assert "SWORE" not in shown.content.decode()
    assert "SWORE" in deputy.get(steps(board), {"case": 1, **asked}).content.decode()


def test_a_pass_for_a_section_reaches_its_queue_and_a_helper_does_not(row, board):
    client = with_pass(row, section=row.section_id)
    assert client.get(reverse("tournaments:calls_of_mine")).url == queue(board)
    page(client, queue(board))
    assert "Calls and incidents" in client.get(reverse("club:pass")).content.decode()
    assert with_pass(row, level=PassLevel.HELPER).get(queue(board)).status_code == 403


def test_a_pass_for_a_section_hears_of_the_queue_and_a_helper_does_not(row):
    channel = f"/api/v1/live/cases:{row.section.event_id}?poll=1"
    assert with_pass(row, section=row.section_id).get(channel).status_code == 200
    assert with_pass(row, level=PassLevel.HELPER).get(channel).status_code == 403


def test_in_a_match_of_teams_the_members_are_tapped(client):
    cache.clear()
    row = published_of(teams_of(4))
    match = row.pairings.select_related("white", "black", "round__section__event").get(board_number=1)
    arbiter = signed_in(row, Role.ARBITER, "Anna")
    shown = page(arbiter, steps(match), board=match.pk)
    seats = [(game.white.name, game.black.name) for game in shown.context["seats"]]
    (first, second) = match.white.name, match.black.name
    assert seats[:2] == [(f"{first}.1", f"{second}.1"), (f"{second}.2", f"{first}.2")]
    sent = form_of(
        match, game=2, player=match.black_id, incident="touched_not_moved", consequence="game_lost"
    )
    arbiter.post(steps(match), sent)
    assert match.games.get(number=2).outcome == Outcome.BLACK
    assert match.games.get(number=1).outcome == Outcome.PENDING


def test_a_result_that_came_in_meanwhile_is_told(arbiter, board):
    record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    sent = form_of(board, incident="touched_not_moved", consequence="game_lost", was="pending")
    assert arbiter.post(steps(board), sent).status_code == 409
    assert not Case.objects.exists()
    arbiter.post(steps(board), sent | {"was": "draw"})
    assert board.games.get().outcome == Outcome.BLACK


def test_the_opponent_chooses_on_the_phone(arbiter, board):
    arbiter.post(steps(board), form_of(board, incident="own_piece_removed"))
    done = reverse("tournaments:incident_filed", args=[board.round.section.event_id, 1])
    assert "What does the opponent choose?" in page(arbiter, done).content.decode()
    assert "The opponent chose" in act(arbiter, board, 1, "choose", choice="put_back")
    assert Ruling.objects.get().choice.choice == "put_back"


# ---- the queue and the calls of the boards ----


def call(client, board, **sent):
    return client.post(f"{card_page(board)}call/", {"act": "call", **sent})


def test_a_board_calls_and_hears_who_is_coming(client, arbiter, board):
    client.get(card_page(board))
    answer = call(client, board, entry=board.white_id, text="he moved twice")
    assert answer.url == card_page(board)
    shown = page(client, card_page(board)).content.decode()
    assert "The arbiter was called at" in shown
    assert "he moved twice" not in shown
    waiting = page(arbiter, queue(board)).content.decode()
    assert "he moved twice" in waiting
    assert f"<b>{board.white.name}</b> calls the arbiter" in waiting
    assert (
        "the arbiter was called to board 1; no arbiter is on the way yet"
        in arbiter.get("/desk/").content.decode()
    )
    assert "You are on the way." in act(arbiter, board, 1, "take")
    shown = page(client, card_page(board)).content.decode()
    assert "Anna is on the way." in shown
    assert "Visser" not in shown
    assert "No one is on the way yet." in act(arbiter, board, 1, "give-back")
    act(arbiter, board, 1, "drop", version=Case.objects.get().version)
    assert "The arbiter was called" not in page(client, card_page(board)).content.decode()


def test_an_address_is_never_told_to_the_board(client, row, board):
    user = User.objects.create_user("nameless@north.example", "x")
    grant_role(user=user, role=Role.ARBITER, scope=Scope(row.section.event.organisation_id), actor=SYSTEM)
    other = Client()
    other.force_login(user)
    call(client, board)
    act(other, board, 1, "take")
    shown = page(client, card_page(board)).content.decode()
    assert "Someone is on the way." in shown
    assert "nameless" not in shown


def test_the_phone_that_called_takes_it_back(client, board):
    client.get(card_page(board))
    call(client, board)
    assert "Cancel call" in client.get(card_page(board)).content.decode()
    other = Client()
    other.get(card_page(board))
    assert "Cancel call" not in other.get(card_page(board)).content.decode()
    refused = other.post(f"{card_page(board)}call/", {"act": "take-back"}, headers=JSON)
    assert "was made on another phone." in refused.json()["refusal"]
    client.post(f"{card_page(board)}call/", {"act": "take-back"})
    assert Case.objects.get().state == CaseState.DROPPED


def test_calls_are_limited_like_the_other_posts_of_a_card(client, board):
    codes = {call(client, board).status_code for _ in range(40)}
    assert 429 in codes
    assert Case.objects.count() == 1


def test_who_deals_with_incidents_finds_the_way_at_the_board_and_others_do_not(client, arbiter, board):
    way = f"{steps(board)}?board={board.pk}"
    assert way in page(arbiter, card_page(board)).content.decode()
    assert way not in page(client, card_page(board)).content.decode()


def test_an_incident_answers_the_call(client, arbiter, board):
    call(client, board)
    way = page(arbiter, queue(board)).context["lines"][0].address
    assert page(arbiter, way).context["step"] == "player"
    arbiter.post(steps(board), form_of(board, case=1))
    assert Case.objects.get().state == CaseState.RULED
    assert "No open tasks." in page(arbiter, queue(board)).content.decode()


def test_disputed_results_wait_in_the_queue_and_are_decided_there(arbiter, board):
    versions = ((board.white.name, Outcome.WHITE), (board.black.name, Outcome.DRAW))
    dispute = open_dispute(board, 1, DisputeKind.PLAYERS, *versions, actor=SYSTEM)
    shown = page(arbiter, queue(board)).content.decode()
    assert f"{board.white.name} won" in shown
    address = reverse("tournaments:dispute_decide", args=[dispute.pk])
    assert "decided" in arbiter.post(address, {"outcome": "draw"}, follow=True).content.decode()
    assert board.games.get().outcome == Outcome.DRAW
    assert "No open tasks." in page(arbiter, queue(board)).content.decode()


def test_the_page_of_the_event_has_the_queue(client, arbiter, board):
    call(client, board)
    text = arbiter.get(
        reverse("tournaments:desk_event", args=[board.round.section.event_id])
    ).content.decode()
    assert "<b>the phone of board 1</b> calls the arbiter." in text
    assert 'id="calls"' in text


@pytest.mark.parametrize("key", ["standard-laws", "acf-faq", "wcdf"])
def test_the_phone_names_both_readings_of_a_move_taken_back(key):
    """A first offence has two readings; a second one forfeits by either."""
    rungs = [
        told_rung(law_book_named(key), step) for step in rungs_of(law_book_named(key), "move_taken_back")
    ]
    assert "The first move stands" in rungs[0]["sentence"]
    assert "the other reading: a piece was touched but not moved" in rungs[0]["sentence"]
    assert "reading" not in rungs[1]["sentence"]
