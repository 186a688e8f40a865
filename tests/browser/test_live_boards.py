"""Live boards on phones and screens: a game entered move by move, followed, corrected, and ruled on."""

import re
from pathlib import Path
from statistics import median
from time import monotonic

import pytest
from axe import axe_on
from django.urls import reverse
from event_rows import published_round, section_of
from helpers import press
from pages import at_rest
from playwright.sync_api import expect
from server_process import ServerProcess

from club.core.actor import SYSTEM
from club.live.selectors import last_number
from club.models import User
from games.laws import DEFAULT_BOOK
from games.laws.in_play import EnteredMove, judge_in_play
from games.rules.variants import ENGLISH
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import BoardCard, LiveAlert, LiveBoard
from tournaments.screens.services.screen_families import make_family
from tournaments.screens.services.screens import make_screen

NARROW = 390
WIDTHS = (320, 390, 768, 1280, 1920)
EXPECTED = ["status of 404", "status of 406", "status of 409", "net::ERR_"]  # no hub is running here
ILLEGAL_AT = 20  # moves of both sides before the move that is not legal
MOST_TAPS = 6
SECONDS = 1.0  # from the tap to the spectator's board
GAMES = Path(__file__).resolve().parents[2] / "games/demo/nineteenth_century.pdn"
SET_UP = """
import sys; sys.path.insert(0, "tests/support")
import django; django.setup()
from event_rows import section_of, published_round
from club.core.actor import SYSTEM
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
section = section_of()
set_broadcast(event_id=section.event_id, actor=SYSTEM)
board = open_live_boards(round_id=published_round(section).pk, actor=SYSTEM, boards=[1])[0]
print(board.pk, section.event_id, section.event.slug)
"""


@pytest.fixture
def own_server(tmp_path, templates):
    server = ServerProcess(tmp_path / "data", templates, with_demo=False)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def boards(site):
    """The live boards of a round, whose players may enter moves."""
    section = section_of()
    set_broadcast(event_id=section.event_id, actor=SYSTEM, players_enter=True)
    return open_live_boards(round_id=published_round(section).pk, actor=SYSTEM)


@pytest.fixture
def owner(site, boards):
    return User.objects.create_superuser("owner@club.example", "x")


def longest_game():
    """The moves of the longest game of the demo."""
    texts = re.split(r"\n(?=\[Event )", GAMES.read_text())
    moves = [re.findall(r"\d+[-x]\d+(?:x\d+)*", text.split("\n\n", 1)[1]) for text in texts]
    played = judge_in_play([EnteredMove(text) for text in max(moves, key=len)], ENGLISH, DEFAULT_BOOK)
    assert not played.held
    return played.moves


def pad_state(page):
    return page.evaluate(
        "(({ sequence, plies, held }) => [sequence, plies, held])(document.querySelector('live-pad').state)"
    )


def wait_for_plies(page, plies):
    """Wait until the pad has sent a move, and may take the next one."""
    page.wait_for_function(
        "plies => (pad => !pad.isSending && pad.state.plies === plies)(document.querySelector('live-pad'))",
        arg=plies,
    )


def wait_to_see(page, plies):
    page.wait_for_function(
        "plies => document.querySelector('live-game').game.moves.length === plies", arg=plies
    )


def tap_move(page, move):
    """Enter a move with as few taps as the pad asks for; how many they were."""
    legal = page.evaluate("document.querySelector('live-pad').board.moves.map((move) => move.text)")
    if len(legal) == 1:
        press(page, move.route[-1])
        return 1
    press(page, move.route[0], move.route[-1])
    choice = page.locator("[data-choice]")
    if not choice.is_visible():
        return 2
    choice.get_by_role("button", name="x".join(map(str, move.route)), exact=True).tap()
    return 3


def seen_by(spectator):
    """The position, the moves and the messages of the page; its clocks go on."""
    board = spectator.locator("draughts-board").get_attribute("fen")
    shown = spectator.locator("[data-moves], .message:visible, .page-head")
    return board, shown.all_inner_texts()


def what_is_not_legal(page):
    """A piece of the side to move, and an empty square that no legal move touches."""
    fen, routes = page.evaluate(
        "(({ state }) => [state.fen, state.legal.map((move) => move.route)])"
        "(document.querySelector('live-pad'))"
    )
    taken = {int(number) for number in re.findall(r"\d+", fen)} | {square for one in routes for square in one}
    return routes[0][0], next(square for square in range(1, 33) if square not in taken)


class Watchers:
    """An operator on a phone, a spectator, and the arbiter at the alerts."""

    def __init__(self, chromium, server):
        self.complaints = []
        self.board, event, slug = server.run(SET_UP).split()[-3:]
        keeper = chromium.new_context(viewport={"width": NARROW, "height": 844}, has_touch=True)
        server.wait_until_open(keeper)
        server.sign_in(keeper)
        self.operator = self.opened(keeper, f"{server.url}/live/{self.board}/enter/")
        self.arbiter = self.opened(keeper, f"{server.url}/desk/events/{event}/live/alerts/")
        visitor = chromium.new_context(viewport={"width": 1280, "height": 900})
        self.spectator = self.opened(visitor, f"{server.url}/e/{slug}/live/{self.board}/")
        self.contexts = [keeper, visitor]

    def opened(self, context, address):
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: said.type == "error" and self.complaints.append(said.text))
        page.goto(address)
        expect(page.locator("html")).to_have_attribute("data-live-by", "stream")
        return page

    def close(self):
        for context in self.contexts:
            context.close()
        assert self.complaints == []


@pytest.fixture
def watchers(chromium, own_server):
    found = Watchers(chromium, own_server)
    yield found
    found.close()


@pytest.mark.slow
def test_an_operator_enters_the_longest_game_of_the_demo(watchers, record_property):
    operator, spectator, arbiter = watchers.operator, watchers.spectator, watchers.arbiter
    moves, taps, delays, began = longest_game(), 0, [], monotonic()
    for plies, move in enumerate(moves, start=1):
        if plies == ILLEGAL_AT:
            enter_what_is_not_legal(watchers)
        taps += tap_move(operator, move)
        tapped = monotonic()
        wait_to_see(spectator, plies)
        delays.append(monotonic() - tapped)
        wait_for_plies(operator, plies)
    seconds = monotonic() - began
    record_property(
        "evening",
        f"live board, {len(moves)} moves of both sides on a phone: {taps / len(moves):.2f} taps and "
        f"{seconds / len(moves):.2f} s a move; a spectator sees one after {median(delays):.2f} s (median), "
        f"{max(delays):.2f} s at most",
    )
    assert taps <= 2 * len(moves)
    assert median(delays) < SECONDS
    assert "ACF" not in operator.locator("live-pad").inner_text()

    operator.get_by_role("button", name="Take back move").tap()
    wait_to_see(spectator, len(moves) - 1)
    wait_for_plies(operator, len(moves) - 1)
    tap_move(operator, moves[-1])
    wait_to_see(spectator, len(moves))
    assert spectator.locator("[data-moves] [data-ply]").last.inner_text() == moves[-1].text

    operator.locator("summary", has_text="Clocks and result").tap()
    operator.get_by_role("button", name="Drawn").tap()
    operator.get_by_role("button", name="Finish game").tap()
    expect(operator.get_by_text("The game is finished.")).to_be_visible()
    expect(spectator.locator("h1 ~ p [data-result]")).to_have_text("1\N{EN DASH}1")
    expect(arbiter.locator(".live-alert")).to_have_count(1)


def enter_what_is_not_legal(watchers):
    """Enter a move that is not legal: the arbiter's page shows it, and the spectator's page nothing."""
    operator, spectator = watchers.operator, watchers.spectator
    seen = seen_by(spectator)
    press(operator, *what_is_not_legal(operator))
    operator.get_by_role("button", name="It was played").tap()
    told = monotonic()
    expect(watchers.arbiter.locator(".live-alert")).to_be_visible()
    assert monotonic() - told < 2 * SECONDS
    expect(operator.get_by_text("The arbiter was told.")).to_be_visible()
    assert len(pad_state(operator)[2]) == 1
    assert seen_by(spectator) == seen


def test_the_arbiter_rules_on_an_alert_in_a_few_taps(open_page, boards, owner, record_property):
    enter_texts(boards[0], "11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "9-14")
    event = boards[0].pairing.round.section.event
    page = open_page(f"/desk/events/{event.pk}/calls/", width=NARROW, user=owner, expected=EXPECTED)
    taps = [
        lambda: page.get_by_role("button", name="Open case").tap(),
        lambda: page.get_by_role("button", name="Confirm").tap(),
    ]
    for tap in taps:
        tap()
        at_rest(page)
    expect(page.get_by_role("status").filter(has_text="caution")).to_be_visible()
    record_property("evening", f"live board: {len(taps)} taps from an alert to its ruling, of {MOST_TAPS}")
    assert LiveAlert.objects.get().case.rulings.exists()
    assert len(taps) <= MOST_TAPS


def test_without_network_the_pad_says_so_and_sends_later(open_page, boards, owner):
    page = open_page(f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, expected=EXPECTED)
    page.context.set_offline(True)
    press(page, 11, 15)
    expect(page.get_by_text("No network: this is sent as soon as it is back.")).to_be_visible()
    assert LiveBoard.objects.get(pk=boards[0].pk).moves == []
    page.context.set_offline(False)
    wait_for_plies(page, 1)
    expect(page.locator("[data-told]")).to_be_hidden()
    assert [one["text"] for one in LiveBoard.objects.get(pk=boards[0].pk).moves] == ["11-15"]


def test_two_operators_at_one_board(open_page, boards, owner):
    address = f"/live/{boards[0].pk}/enter/"
    one, other = (open_page(address, width=NARROW, user=owner, expected=EXPECTED) for _ in range(2))
    press(one, 11, 15)
    wait_for_plies(one, 1)
    wait_for_plies(other, 1)  # it follows
    other.evaluate("document.querySelector('live-pad').state.sequence = 0")  # it has missed the last change
    press(other, 23, 19)
    expect(other.get_by_text("was changed by somebody else")).to_be_visible()
    assert pad_state(other)[:2] == [1, 1]
    press(other, 23, 19)
    wait_for_plies(other, 2)
    wait_for_plies(one, 2)


def test_a_piece_picked_up_stays_so_while_the_pad_reads_the_board_again(open_page, boards, owner):
    page = open_page(f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, expected=EXPECTED)
    for again in (
        "document.querySelector('live-pad').dispatchEvent(new CustomEvent('live-event', { detail: null }))",
        "(one => one.setAttribute('fen', one.getAttribute('fen')))(document.querySelector('draughts-board'))",
    ):
        plies = pad_state(page)[1]
        origin, target = page.evaluate("document.querySelector('draughts-board').moves[0].route")
        press(page, origin)
        page.evaluate(again)
        page.wait_for_load_state("networkidle")
        press(page, target)
        wait_for_plies(page, plies + 1)


def test_both_players_enter_on_their_phones(open_page, boards):
    address = f"/b/{token_at(boards[0])}/"
    one, other = (open_page(address, width=NARROW, expected=EXPECTED) for _ in range(2))
    for phone in (one, other):
        phone.get_by_role("link", name="Enter moves").tap()
        phone.wait_for_url("**/moves/")
    press(one, 11, 15)
    wait_for_plies(other, 1)
    press(other, *what_is_not_legal(other))
    other.get_by_role("button", name="It was played").tap()
    expect(other.get_by_text("The arbiter was told.")).to_be_visible()
    expect(one.get_by_text("The arbiter was told.")).to_be_visible()
    alert = LiveAlert.objects.get()
    assert alert.article
    assert alert.article not in other.content()


def test_an_earlier_move_stays_while_the_game_goes_on(open_page, boards):
    enter_texts(boards[0], "11-15", "23-19", "8-11")
    event = boards[0].pairing.round.section.event
    page = open_page(f"/e/{event.slug}/live/{boards[0].pk}/", expected=EXPECTED)
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    board = page.locator("draughts-board")
    shown = board.get_attribute("fen")
    assert page.url.endswith("/#1")
    page.reload()  # the address is a link to the position
    expect(board).to_have_attribute("fen", shown)
    enter_texts(boards[0], "22-17")
    expect(page.get_by_text("The game has moved on.")).to_be_visible()
    assert board.get_attribute("fen") == shown
    page.get_by_role("button", name="Show latest move").click()
    assert board.get_attribute("last-move") == "22 17"
    expect(page.get_by_text("The game has moved on.")).to_be_hidden()


@pytest.mark.parametrize("name", ["game", "grid"])
def test_what_was_played_before_the_script_came_is_shown(open_page, site, boards, name):
    slug = event_of(boards).slug
    page = open_page(f"/e/{slug}/", expected=EXPECTED)
    held = []

    def hold(route):
        held.append(route)

    page.route(f"**/live_boards/{name}*.js", hold)
    address = f"{site.url}/e/{slug}/live/" + (f"{boards[0].pk}/" if name == "game" else "")
    page.goto(address, wait_until="commit")
    part = page.locator("[data-live]")
    expect(part).to_have_attribute("data-live-after", str(last_number(f"boards:{event_of(boards).pk}")))
    enter_texts(boards[0], "11-15", "23-19")
    page.wait_for_function("() => document.querySelector('[data-live]').liveNumber >= 2")
    held[0].continue_()
    expect(part.get_by_text("23-19").first).to_be_visible()


def test_spectators_see_what_is_proved_of_the_position_they_look_at(open_page, boards):
    event = event_of(boards)
    set_broadcast(event_id=event.pk, actor=SYSTEM, shows_proofs=True)
    LiveBoard.objects.filter(pk=boards[0].pk).update(start_fen="B:WK32:BK22")
    page = open_page(f"/e/{event.slug}/live/{boards[0].pk}/", expected=EXPECTED)
    proved, board = page.locator("[data-proved]"), page.locator("draughts-board")
    expect(proved).to_contain_text("Proved: draw")
    enter_texts(boards[0], "22-26")
    expect(board).to_have_attribute("arrows", "22-26")
    expect(board.locator(".board__arrow")).to_have_count(1)
    expect(proved).to_contain_text("Proved: White wins")
    page.keyboard.press("ArrowLeft")
    expect(proved).to_contain_text("Proved: draw")
    expect(board.locator(".board__arrow")).to_have_count(0)


def test_a_missed_move_is_entered_with_the_one_after_it(open_page, boards, owner):
    page = open_page(f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, expected=EXPECTED)
    panel = page.locator("[data-missing]")
    press(page, 23)  # Black is to move
    expect(panel).to_contain_text("Tap where White\N{RIGHT SINGLE QUOTATION MARK}s piece went.")
    press(page, 18)
    expect(panel).to_contain_text("Which move of Black was played before 23-18? Tap it.")
    expect(page.locator(".board__mark")).to_have_count(4)
    panel.get_by_role("button", name="Cancel").tap()
    expect(panel).to_be_hidden()
    assert pad_state(page) == [0, 0, []], "nothing was sent"
    press(page, 23, 18)
    press(page, 11, 15)
    wait_for_plies(page, 2)
    expect(panel).to_be_hidden()
    assert page.evaluate("document.querySelector('live-pad').state.moves") == ["11-15", "23-18"]
    assert [move["text"] for move in LiveBoard.objects.get(pk=boards[0].pk).moves] == ["11-15", "23-18"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_while_a_missing_move_is_asked_for(open_page, boards, owner, scheme):
    page = open_page(
        f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, scheme=scheme, expected=EXPECTED
    )
    for square in (23, 18):
        press(page, square)
        expect(page.locator("[data-missing]")).to_be_visible()
        assert [one["id"] for one in axe_on(page).response["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= NARROW


def test_a_missed_move_is_tapped_faster_than_the_network_answers(open_page, boards, owner):
    page = open_page(f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, expected=EXPECTED)
    held = []
    page.route("**/entry?replies=1", lambda route: held.append(route))  # noqa: PLW0108 - Playwright asks for a function of Python
    press(page, 23, 18, 11, 15)
    expect(page.locator("[data-missing]")).to_contain_text("Tap where White")
    assert pad_state(page) == [0, 0, []], "nothing was sent"
    held[0].continue_()
    wait_for_plies(page, 2)
    assert [move["text"] for move in LiveBoard.objects.get(pk=boards[0].pk).moves] == ["11-15", "23-18"]


def test_the_only_missed_move_is_one_button(open_page, boards, owner):
    enter_texts(boards[0], "11-15", "22-18")
    page = open_page(f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, expected=EXPECTED)
    press(page, 26)  # White takes back on 22 only after 15x22
    page.locator("[data-missing]").get_by_role("button", name="Enter 15x22, 26x17").tap()
    wait_for_plies(page, 4)
    assert page.evaluate("document.querySelector('live-pad').state.moves.slice(2)") == ["15x22", "26x17"]


def test_a_piece_that_no_missed_move_lets_go_is_explained(open_page, boards, owner):
    page = open_page(f"/live/{boards[0].pk}/enter/", width=NARROW, user=owner, expected=EXPECTED)
    press(page, 30)
    expect(page.get_by_text("Black is to move. If a move of Black is missing")).to_be_visible()
    expect(page.locator(".board__mark")).to_have_count(4)
    press(page, 23)
    expect(page.locator("[data-missing]")).to_be_visible()
    press(page, 11, 15)  # the usual move is meant after all
    wait_for_plies(page, 1)
    expect(page.locator(".message:visible")).to_have_count(0)
    expect(page.locator(".board__mark")).to_have_count(0)


def test_a_screen_in_the_hall_draws_moves_without_loading(open_page, boards):
    event = event_of(boards)
    family = make_family(event_id=event.pk, name="Boards", contents=["live"], actor=SYSTEM)
    screen = make_screen(event_id=event.pk, family_id=family.pk, actor=SYSTEM)
    page = open_page(f"/screens/{screen.token}/", expected=EXPECTED)
    page.set_viewport_size({"width": 1280, "height": 720})
    card = page.locator(f'[data-live-board="{boards[0].pk}"]')
    page.evaluate("document.getElementById('screen').dataset.same = 'yes'")
    enter_texts(boards[0], "11-15")
    expect(card.locator("[data-last]")).to_have_text("11-15")
    expect(card.locator(".small-board__last")).to_have_count(2)
    expect(page.locator("#screen")).to_have_attribute("data-same", "yes")
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    finish_board(board_id=boards[0].pk, outcome="draw", actor=SYSTEM)
    expect(page.locator(".hall-board__result")).to_have_text("1\N{EN DASH}1")


def event_of(boards):
    return boards[0].pairing.round.section.event


def enter_texts(board, *texts):
    entry = MovesEntry(moves=[EnteredMove(text) for text in texts])
    return enter_moves(board_id=board.pk, entry=entry, actor=SYSTEM)


def token_at(board):
    """The card at the board."""
    return BoardCard.objects.get(section=board.pairing.round.section, board_number=1).token


def addresses_of(boards):
    """Every page of live boards, with several boards on the pad."""
    event = boards[0].pairing.round.section.event
    also = "&".join(f"also={board.pk}" for board in boards[1:4])
    return {
        "grid": reverse("tournaments:live", args=[event.slug]),
        "board": reverse("tournaments:live_board", args=[event.slug, boards[0].pk]),
        "frame of the grid": reverse("tournaments:live_embed", args=[event.slug]),
        "frame of a board": reverse("tournaments:live_board_embed", args=[event.slug, boards[0].pk]),
        "pad": reverse("tournaments:live_enter", args=[boards[0].pk]),
        "pads": reverse("tournaments:live_enter", args=[boards[0].pk]) + f"?{also}",
        "players": reverse("tournaments:board_moves", args=[token_at(boards[0])]),
        "desk": reverse("tournaments:desk_live", args=[event.pk]),
        "alerts": reverse("tournaments:desk_live_alerts", args=[event.pk]),
    }


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_of_live_boards_fit_and_axe_finds_nothing(open_page, boards, owner, scheme):
    enter_texts(boards[0], "11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "9-14")
    enter_texts(boards[1], "9-13")
    wide, found = [], {}
    for name, address in addresses_of(boards).items():
        page = open_page(address, width=NARROW, user=owner, scheme=scheme, expected=EXPECTED)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((name, width))
        page.set_viewport_size({"width": NARROW, "height": 844})
        found[name] = [one["id"] for one in axe_on(page).response["violations"]]
    assert wide == []
    assert {name: ids for name, ids in found.items() if ids} == {}


def test_a_board_is_printed_with_its_moves_and_without_buttons(open_page, boards):
    enter_texts(boards[0], "11-15", "23-19")
    page = open_page(addresses_of(boards)["board"], expected=EXPECTED)
    page.emulate_media(media="print")
    expect(page.locator("draughts-board")).to_be_visible()
    expect(page.get_by_text("23-19")).to_be_visible()
    expect(page.get_by_role("button", name="Flip board")).to_be_hidden()
    at_rest(page)
