"""Incidents on a phone in few taps, without network too, and the queue that calls and cases wait in."""

from pathlib import Path

import pytest
from club_evening import published_of, section_of
from django.db import transaction
from django.test import Client
from pages import at_rest, kept_entries
from playwright.sync_api import expect
from polling import until

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM, VISITOR
from club.models import Role, User
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case
from tournaments.models import Case, CaseState, DisputeKind, Outcome, Ruling
from tournaments.results.services.disputes import open_dispute

TARGETS = (Path(__file__).parent / "touch_targets.js").read_text(encoding="utf-8")
NARROW = 390
MIN_SIZE = 43.5  # px: 44 but for fractions of a rem
LARGE = 80  # px
MAX_TAPS = 6
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
REFUSED = ["status of 422"]
OFFLINE = ["ERR_INTERNET_DISCONNECTED"]
TAPS = "sessionStorage.getItem('taps') ?? '0'"
COUNT_TAPS = """
  addEventListener("click", (event) => {
    if (!event.isTrusted) return;
    sessionStorage.setItem("taps", String(Number(sessionStorage.getItem("taps") ?? 0) + 1));
  }, true);
"""


@pytest.fixture
def row(site):
    """A round of six boards that is on, the last of them as if it were the twelfth."""
    row = published_of(section_of(12))
    last = row.pairings.filter(black__isnull=False).order_by("board_number").last()
    row.pairings.filter(pk=last.pk).update(board_number=12)
    return row


@pytest.fixture
def board(row):
    return row.pairings.select_related("white", "black").get(board_number=1)


@pytest.fixture
def phone_of(open_page, row):
    """The phone of somebody with a role, at an address."""

    def opened(role, address, name="Anna", expected=()):
        user = User.objects.create_user(f"{name}@north.example", first_name=name)
        scope = Scope(row.section.event.organisation_id)
        grant_role(user=user, role=role, scope=scope, actor=SYSTEM)
        return open_page(
            address, width=NARROW, expected=[*EXPECTED, *expected], user=user, prepare=count_taps
        )

    return opened


def count_taps(page):
    page.add_init_script(COUNT_TAPS)


def steps(row):
    return f"/desk/events/{row.section.event_id}/incident/"


def queue(row):
    return f"/desk/events/{row.section.event_id}/calls/"


def card_of(row, number=1):
    return f"/b/{row.section.board_cards.get(board_number=number).token}/"


def taps(page):
    return int(page.evaluate(TAPS))


def step(page, name):
    return page.locator(f"[data-step={name}]")


def too_low(page):
    found = [one for one in page.evaluate(TARGETS) if one["height"] < MIN_SIZE]
    return [one for one in found if not (one["isInline"] and one["isFree"])]


def choose(page, player, incident="did not capture"):
    """From the players of a board to the proposal."""
    step(page, "player").get_by_role("link", name=player.name).tap()
    step(page, "kind").get_by_role("link", name=incident, exact=True).first.tap()
    expect(step(page, "proposal")).to_be_visible()


def confirm(page, name="Confirm"):
    step(page, "proposal").get_by_role("button", name=name).tap()


def test_a_ruling_takes_six_taps_at_most_and_every_target_is_high_enough(phone_of, row, board):
    page = phone_of(Role.ARBITER, steps(row))
    assert too_low(page) == []
    page.locator("[data-digit='1']").tap()
    step(page, "board").locator("a[data-number='1']").tap()
    assert too_low(page) == []
    step(page, "player").get_by_role("link", name=board.white.name).tap()
    assert too_low(page) == []
    step(page, "kind").get_by_role("link", name="touched a playable piece and moved another").first.tap()
    expect(page.get_by_role("heading", name="The game is lost.")).to_be_visible()
    expect(page.locator(".law-article").first).to_contain_text("SL-T4")
    assert too_low(page) == []
    page.reload()
    at_rest(page)
    expect(page.get_by_role("heading", name="The game is lost.")).to_be_visible()
    confirm(page, "Confirm: game lost")
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    assert too_low(page) == []
    assert page.evaluate("document.querySelector('main').offsetWidth") == NARROW
    assert taps(page) <= MAX_TAPS
    assert board.games.get().outcome == Outcome.BLACK
    page.get_by_role("link", name="Back to the round").tap()
    expect(page).to_have_url(f"{page.url.partition('/desk/')[0]}/desk/rounds/{row.pk}/")


def test_the_code_of_the_board_leads_to_a_ruling_in_four_taps(phone_of, row, board):
    page = phone_of(Role.ARBITER, card_of(row))
    page.get_by_role("link", name="Incident at this board").tap()
    choose(page, board.black)
    confirm(page, "Confirm: caution")
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    assert taps(page) == 4
    assert Ruling.objects.get().case.side == "black"


def test_the_number_alone_leads_on_where_no_other_board_begins_with_it(phone_of, row):
    page = phone_of(Role.ARBITER, steps(row))
    page.locator("[data-digit='2']").tap()
    expect(step(page, "player")).to_be_visible()
    assert taps(page) == 1
    page.go_back()
    expect(step(page, "board")).to_be_visible()
    for digit in "12":
        page.locator(f"[data-digit='{digit}']").tap()
    expect(page.locator("[data-fill=board]")).to_contain_text("Board 12")
    page.go_back()
    page.locator("[data-digit='9']").tap()
    expect(page.get_by_text("There is no board with this number.")).to_be_visible()


def test_the_ladder_is_climbed_on_the_page_and_a_deviation_is_asked_for_its_reason(phone_of, row, board):
    """The page asks before it sends: nothing is refused for want of a reason."""
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}")
    choose(page, board.white)
    confirm(page)
    page.get_by_role("link", name="Next incident").tap()
    step(page, "board").locator("a[data-number='1']").tap()
    choose(page, board.white, "moved out of turn")
    expect(page.get_by_role("heading", name="The game is lost.")).to_be_visible()
    page.get_by_text("Another consequence").tap()
    page.get_by_text("warning", exact=True).tap()
    expect(
        page.get_by_text("The rules do not call for this. Choose a reason or enter your own.")
    ).to_be_visible()
    assert too_low(page) == []
    confirm(page, "Confirm: warning")
    assert page.evaluate("!document.querySelector('[data-file]').checkValidity()")
    assert Case.objects.count() == 1
    page.get_by_label("Reason", exact=True).fill("a child's first event")
    confirm(page, "Confirm: warning")
    expect(page.get_by_role("heading", name="Case 2")).to_be_visible()
    assert Ruling.objects.get(case__number=2).reason == "a child's first event"


def test_an_article_of_the_event_is_climbed_from_game_to_game_with_a_ready_made_reason(phone_of, row, board):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}")
    choose(page, board.white, "carried an electronic device")
    expect(page.locator(".law-article").first).to_contain_text("Event regulations 4")
    expect(page.get_by_role("heading", name="Warning. Play continues.")).to_be_visible()
    confirm(page, "Confirm: warning")
    page.get_by_role("link", name="Next incident").tap()
    step(page, "board").locator("a[data-number='1']").tap()
    choose(page, board.white, "carried an electronic device")
    expect(page.get_by_role("heading", name="The game is lost.")).to_be_visible()
    page.get_by_text("Another consequence").tap()
    page.get_by_text("time penalty", exact=True).tap()
    page.get_by_label("Minutes added to the opponent's clock").fill("5")
    page.get_by_text("The arbiter had permitted the device.").tap()
    confirm(page, "Confirm: time penalty")
    expect(page.get_by_role("heading", name="Case 2")).to_be_visible()
    ruling = Ruling.objects.get(case__number=2)
    assert (ruling.reason, ruling.seconds_black) == ("The arbiter had permitted the device.", 300)


def test_who_comes_after_the_default_time_is_read_as_absent(phone_of, row, board):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}")
    choose(page, board.black, "arrived late")
    expect(page.get_by_role("heading", name="A reminder. Play continues.")).to_be_visible()
    page.get_by_label("minutes", exact=True).fill("45")
    page.get_by_label("minutes", exact=True).blur()
    expect(page.get_by_role("heading", name="The game is lost by forfeit.")).to_be_visible()
    expect(page.locator(".law-article").first).to_contain_text("Event regulations 2")
    confirm(page, "Confirm: game lost")
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    assert board.games.get().outcome == Outcome.WHITE_FORFEIT


def try_in_vain(page):
    """A late arrival whose minutes are none: the server refuses it."""
    page.get_by_label("minutes", exact=True).fill("soon")
    confirm(page)
    expect(page.locator("[data-refusal]")).to_contain_text("soon")


@pytest.mark.parametrize("again", ["mended", "another kind"])
def test_a_refused_try_leaves_no_card_once_the_dispute_is_ruled(phone_of, row, board, again):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}", expected=REFUSED)
    choose(page, board.white, "arrived late")
    try_in_vain(page)
    if again == "mended":
        page.get_by_label("minutes", exact=True).fill("5")
    else:
        page.go_back()
        step(page, "kind").get_by_role("link", name="talked or distracted", exact=True).first.tap()
    confirm(page)
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    page.get_by_role("link", name="Next incident").tap()
    expect(step(page, "board")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()
    assert kept_entries(page) == []
    assert [one.state for one in Case.objects.all()] == [CaseState.RULED]


def test_a_refused_try_leaves_no_card_once_the_desk_has_ruled(phone_of, row, board):
    waits = open_case(
        event_id=row.section.event_id,
        about=About(board.pk, 1, board.white_id),
        incident="late_arrival",
        actor=SYSTEM,
    )
    page = phone_of(Role.ARBITER, steps(row), expected=REFUSED)
    chosen = f"?case={waits.number}&board={board.pk}&game=1&player={board.white_id}&incident=late_arrival"
    page.goto(f"{page.url}{chosen}")
    try_in_vain(page)
    assert kept_entries(page) != []
    rule_on_case(case_id=waits.pk, decided=RulingDecision(consequence="reminder"), actor=SYSTEM)
    page.goto(page.url.partition("?")[0])
    expect(step(page, "board")).to_be_visible()
    expect(page.locator("#kept")).to_be_hidden()
    assert until(lambda: kept_entries(page) == [])


def test_an_agreed_result_is_entered_where_it_stands_open_and_something_else_asks_for_words(
    phone_of, row, board
):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}")
    choose(page, board.white, "something else")
    expect(page.get_by_role("heading", name="No sanction. Describe below what happened.")).to_be_visible()
    expect(page.get_by_label("short description (public)")).to_be_visible()
    page.go_back()
    step(page, "kind").get_by_role("link", name="a prearranged result").tap()
    expect(page.get_by_role("heading", name="No sanction. Enter the result below.")).to_be_visible()
    page.reload()
    at_rest(page)
    page.get_by_text("drawn", exact=True).tap()
    confirm(page, "Confirm: no sanction")
    expect(page.get_by_text("Result entered: ")).to_be_visible()
    assert board.games.get().outcome == Outcome.DRAW


def test_something_else_is_not_sent_before_it_has_its_words(phone_of, row, board):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}")
    choose(page, board.white, "something else")
    confirm(page, "Confirm: no sanction")
    words = page.get_by_label("short description (public)")
    assert words.evaluate("field => field.validity.valueMissing")
    assert not Case.objects.exists()
    words.fill("a dog in the hall")
    confirm(page, "Confirm: no sanction")
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    assert Case.objects.get().details == {"about": "a dog in the hall"}


def test_the_eight_commonest_are_large_tiles_and_each_board_has_the_kinds_of_its_game(phone_of, row, board):
    page = phone_of(Role.ARBITER, steps(row))
    step(page, "board").locator("a[data-number='1']").tap()
    step(page, "player").get_by_role("link", name=board.white.name).tap()
    tiles = step(page, "kind").locator("[data-tiles] a")
    expect(tiles).to_have_count(8)
    boxes = [tile.bounding_box() for tile in tiles.all()]
    assert min(box["height"] for box in boxes) > LARGE
    assert len({box["x"] for box in boxes}) == 2
    assert max(box["x"] + box["width"] for box in boxes) < NARROW
    expect(step(page, "kind").get_by_text("reversed a king's direction during a capture")).to_be_hidden()
    tiles.filter(has_text="moved out of turn").tap()
    expect(
        page.get_by_role("heading", name="Caution. The move is taken back, and the player")
    ).to_be_visible()
    page.go_back()
    step(page, "kind").get_by_role("link", name="captured a king with a man").tap()
    expect(page.get_by_role("heading", name="Legal: play continues.")).to_be_visible()
    expect(page.locator(".law-article").first).to_contain_text("SL-M13")


def test_in_a_match_of_two_games_the_game_that_is_on_is_chosen_and_can_be_changed(phone_of, row, board):
    board.games.model.objects.create(pairing=board, number=2)
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}")
    expect(step(page, "player").locator("[data-choose-game='1']")).to_have_attribute("aria-current", "true")
    step(page, "player").get_by_role("link", name="Game 2").tap()
    expect(step(page, "player").locator(".seat").first).to_contain_text(board.black.name)
    choose(page, board.black)
    confirm(page)
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    case = Case.objects.get()
    assert (case.game, case.side) == (2, "white")


def test_without_network_a_form_is_kept_and_sent_once_and_a_second_time_is_known(phone_of, row, board):
    page = phone_of(Role.ARBITER, steps(row), expected=[*OFFLINE])
    page.context.set_offline(True)
    page.locator("[data-digit='1']").tap()
    step(page, "board").locator("a[data-number='1']").tap()
    choose(page, board.white)
    sent = []
    page.on("request", lambda asked: asked.method == "POST" and sent.append(asked.post_data))
    confirm(page)
    expect(page.get_by_text("Saved on this phone.")).to_be_visible()
    expect(page.locator("#kept")).to_contain_text("did not capture")
    (kept,) = kept_entries(page)
    assert not Case.objects.exists()
    page.get_by_role("link", name="Next incident").tap()  # the next one is begun meanwhile
    expect(step(page, "board")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_contain_text("Case 1: caution")
    assert Ruling.objects.count() == 1
    assert kept_entries(page) == []
    page.evaluate("form => localStorage.setItem('draughts-incidents', JSON.stringify({again: form}))", kept)
    page.reload()  # as if the answer had been lost on the way
    expect(page.locator("#kept")).to_contain_text("Case 1: caution")
    assert (Case.objects.count(), Ruling.objects.count()) == (1, 1)
    assert len({one for one in sent if one}) <= 2


def test_what_is_kept_goes_from_the_queue_too(phone_of, row, board):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}", expected=[*OFFLINE])
    choose(page, board.white)
    page.context.set_offline(True)
    confirm(page)
    expect(page.get_by_text("Saved on this phone.")).to_be_visible()
    page.context.set_offline(False)
    page.goto(page.url.partition("/desk/")[0] + queue(row))
    assert until(lambda: kept_entries(page) == [])
    expect(page.get_by_text("Unsent incidents are saved on this phone.")).to_be_hidden()
    assert Ruling.objects.count() == 1


def test_what_is_refused_later_is_kept_to_be_put_right(phone_of, row, board):
    page = phone_of(Role.ARBITER, f"{steps(row)}?board={board.pk}", expected=[*OFFLINE, *REFUSED])
    choose(page, board.white)
    page.context.set_offline(True)
    page.get_by_text("More details").tap()
    page.get_by_label("Note (arbiters only)").fill("the flag fell at the same moment")
    confirm(page)
    expect(page.get_by_text("Saved on this phone.")).to_be_visible()
    other = Client()
    other.force_login(User.objects.get(first_name="Anna"))
    told = {"board": board.pk, "game": 1, "player": board.white_id, "incident": "out_of_turn"}
    other.post(steps(row), told | {"consequence": "caution", "key": "another phone"})
    page.context.set_offline(False)
    expect(page.locator("#kept")).to_contain_text("prescribe something else")
    assert Case.objects.count() == 1
    page.get_by_role("button", name="Correct").tap()
    expect(page.get_by_label("Note (arbiters only)")).to_have_value("the flag fell at the same moment")
    page.get_by_text("game lost", exact=True).tap()
    page.get_by_label("Reason", exact=True).fill("as the ladder says")  # this page has not heard of it yet
    confirm(page, "Confirm: game lost")
    expect(page.get_by_role("heading", name="Case 2")).to_be_visible()
    assert Case.objects.get(number=2).private_text == "the flag fell at the same moment"


def test_a_deputys_filing_is_confirmed_by_the_arbiter_with_one_tap(phone_of, row, board):
    arbiter = phone_of(Role.ARBITER, queue(row))
    expect(arbiter.get_by_text("No open tasks.")).to_be_visible()
    deputy = phone_of(Role.DEPUTY_ARBITER, f"{steps(row)}?board={board.pk}", name="Bert")
    choose(deputy, board.white)
    expect(deputy.get_by_text("The arbiter confirms it or decides otherwise.")).to_be_visible()
    confirm(deputy, "Send to arbiter: caution")
    expect(deputy.get_by_text("Waiting for the arbiter")).to_be_visible()
    assert too_low(arbiter) == []
    button = arbiter.get_by_role("button", name="As proposed: caution")
    expect(button).to_be_visible()
    button.tap()
    expect(arbiter.get_by_role("heading", name="Case 1")).to_be_visible()
    assert Ruling.objects.get().ruled_by == "Anna"


def test_a_call_of_a_board_is_taken_at_the_desk_and_both_see_it(open_page, phone_of, row, board):
    players = open_page(card_of(row), width=NARROW, expected=EXPECTED)
    desk = phone_of(Role.ARBITER, queue(row))
    players.get_by_text("Call the arbiter").first.tap()
    players.get_by_label(board.white.name).check()
    players.get_by_label("What is it about?").fill("he touched a piece")
    assert too_low(players) == []
    players.get_by_role("button", name="Call the arbiter").tap()
    expect(players.get_by_text("The arbiter was called at")).to_be_visible()
    expect(desk.get_by_text("he touched a piece")).to_be_visible()
    expect(desk.locator("[data-since]")).not_to_be_empty()
    assert too_low(desk) == []
    desk.get_by_role("button", name="On my way").tap()
    expect(desk.get_by_text("You are on the way.")).to_be_visible()
    expect(players.get_by_text("Anna is on the way.")).to_be_visible()
    assert "he touched a piece" not in players.content()
    desk.get_by_role("link", name="File an incident").tap()
    expect(step(desk, "player")).to_be_visible()
    choose(desk, board.black, "touched a playable piece and moved another")
    confirm(desk)
    expect(desk.get_by_role("heading", name="Case 1")).to_be_visible()
    expect(players.get_by_text("Anna is on the way.")).to_be_hidden()
    assert Case.objects.get().state == CaseState.RULED


def test_a_call_and_a_dispute_of_a_board_are_one_card_settled_with_one_tap(open_page, phone_of, row, board):
    players = open_page(card_of(row), width=NARROW, expected=EXPECTED)
    desk = phone_of(Role.ARBITER, queue(row))
    versions = ((board.white.name, Outcome.WHITE), (board.black.name, Outcome.DRAW))
    with transaction.atomic():
        open_dispute(board, 1, DisputeKind.PLAYERS, *versions, actor=VISITOR)
    players.get_by_text("Call the arbiter").first.tap()
    players.get_by_label(board.white.name).check()
    players.get_by_label("What is it about?").fill("he says it is drawn")
    players.get_by_role("button", name="Call the arbiter").tap()
    card = desk.locator("article.call")
    expect(card.get_by_text(f"{board.white.name} called the arbiter")).to_be_visible()
    expect(card).to_have_count(1)
    expect(card.get_by_text("he says it is drawn")).to_be_visible()
    assert too_low(desk) == []
    assert desk.evaluate("document.documentElement.scrollWidth") <= NARROW
    card.get_by_role("button", name="Drawn").first.tap()
    expect(desk.get_by_text("No open tasks.")).to_be_visible()
    expect(players.get_by_text("The arbiter was called at")).to_be_hidden()
    assert taps(desk) == 1
    assert board.games.get().outcome == Outcome.DRAW


def test_a_call_made_without_network_is_sent_and_taken_back(open_page, row):
    players = open_page(card_of(row), width=NARROW, expected=[*EXPECTED, *OFFLINE])
    players.get_by_text("Call the arbiter").first.tap()
    players.context.set_offline(True)
    players.get_by_role("button", name="Call the arbiter").tap()
    expect(players.locator("#waiting")).to_be_visible()
    players.context.set_offline(False)
    expect(players.get_by_text("The arbiter was called at")).to_be_visible()
    players.get_by_role("button", name="Cancel call").tap()
    expect(players.get_by_text("The arbiter was called at")).to_be_hidden()
    assert Case.objects.get().state == CaseState.DROPPED


def test_sound_is_off_until_somebody_wants_it_and_is_remembered_on_the_phone(phone_of, row):
    page = phone_of(Role.ARBITER, queue(row))
    button = page.get_by_role("button", name="Sound and vibration")
    expect(button).to_have_attribute("aria-pressed", "false")
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(page.get_by_role("button", name="Sound and vibration")).to_have_attribute("aria-pressed", "true")


def test_the_steps_are_plain_pages_without_scripts(open_page, row, board):
    user = User.objects.create_superuser("td@club.example", "x")
    page = open_page(steps(row), width=NARROW, javascript=False, user=user)
    page.get_by_label("Board", exact=True).fill("1")
    page.get_by_role("button", name="Go").tap()
    page.get_by_role("link", name=board.white.name).tap()
    page.get_by_role("link", name="did not capture").first.tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.get_by_role("heading", name="Case 1")).to_be_visible()
    assert Ruling.objects.get().consequence == "caution"
