"""Phones in the hall: two players at a board, and a helper whose network goes away."""

import re
from datetime import timedelta

import cached_sites
import pytest
from django.urls import reverse
from django.utils import timezone
from pages import at_rest, kept_entries
from playwright.sync_api import expect

from club.accounts.services.passes import make_pass, revoke_pass
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import AuditEntry, PassLevel, User
from tournaments.models import Outcome, ResultDispute, ResultReport
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

NARROW = 390
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here


@pytest.fixture
def row(site):
    """The demo's fourth round, which is on."""
    draft = propose_round(section_id=cached_sites.demo_event().sections.get().pk, actor=SYSTEM)
    return publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)


@pytest.fixture
def board(row):
    return row.pairings.select_related("white", "black").get(board_number=1)


def phone_of(open_page, row, player):
    """A phone that scans the card of board 1 and says who holds it."""
    card = row.section.board_cards.get(board_number=1)
    page = open_page(f"/b/{card.token}/", width=NARROW, expected=EXPECTED)
    page.get_by_role("link", name=player.name).tap()
    expect(page.get_by_text(f"You are {player.name}.")).to_be_visible()
    return page


def report(page, text):
    """Two taps: what happened, and that it is sent."""
    page.locator("summary", has_text=text).tap()
    page.get_by_role("button", name=f"Send: {text}").tap()


def test_one_player_reports_and_the_other_confirms(open_page, row, board):
    white, black = (phone_of(open_page, row, player) for player in (board.white, board.black))
    report(white, f"{board.white.name} won")
    expect(white.get_by_text("You reported:")).to_be_visible()
    assert board.games.get().outcome == Outcome.PENDING
    black.get_by_role("button", name=f"Yes: {board.white.name} won").tap()
    for page in (black, white):
        expect(page.get_by_text("Entered.")).to_be_visible()
    result = board.games.get()
    assert result.outcome == Outcome.WHITE
    assert {board.white.name in result.entered_by + result.checked_by} == {True}
    assert ResultReport.objects.count() == 2


def test_two_players_who_disagree_are_told_so_and_one_gives_way(open_page, row, board):
    white, black = (phone_of(open_page, row, player) for player in (board.white, board.black))
    report(white, f"{board.white.name} won")
    expect(black.get_by_text(f"{board.white.name} reports:")).to_be_visible()
    black.get_by_text("No, it ended differently").tap()
    report(black, "Drawn")
    expect(black.get_by_text("You reported different results.")).to_be_visible()
    expect(white.get_by_text("You reported different results.")).to_be_visible()
    assert board.games.get().outcome == Outcome.PENDING
    assert ResultDispute.objects.get().settled_at is None
    white.get_by_role("button", name=re.compile("I agree: ")).tap()
    expect(white.get_by_text("Entered.")).to_be_visible()
    assert board.games.get().outcome == Outcome.DRAW
    assert ResultDispute.objects.get().settled_outcome == Outcome.DRAW


def test_what_a_helper_enters_without_network_is_sent_once(open_page, row, board):
    expected = [*EXPECTED, "ERR_INTERNET_DISCONNECTED", "htmx:"]
    user = User.objects.create_superuser("td@club.example", "x")
    page = open_page(f"/hall/{row.section_id}/", width=NARROW, expected=expected, user=user)
    sent = []
    page.on("request", lambda asked: asked.method == "POST" and sent.append(asked.url))
    page.context.set_offline(True)
    game = page.locator(f"#game-{board.pk}-1")
    game.get_by_role("button", name="Drawn").tap()
    expect(page.locator("#waiting")).to_be_visible()
    assert board.games.get().outcome == Outcome.PENDING
    page.wait_for_timeout(2500)  # it tries again and again, and keeps what was entered
    expect(page.locator("#waiting")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#waiting")).to_be_hidden()
    expect(page.locator(f"#board-{board.pk}.hall-board--done")).to_be_visible()
    assert board.games.get().outcome == Outcome.DRAW
    answered = len(sent)
    page.reload()
    at_rest(page)
    assert len(sent) == answered  # nothing is kept that would be sent again
    assert kept_entries(page) == []
    assert (
        AuditEntry.objects.filter(action="tournaments.result.recorded", target_id=str(board.pk)).count() == 1
    )


def test_the_heading_of_a_helper_follows_the_rounds(open_page, row):
    user = User.objects.create_superuser("td@club.example", "x")
    page = open_page(f"/hall/{row.section_id}/", width=NARROW, expected=EXPECTED, user=user)
    heading = page.get_by_role("heading", level=1)
    expect(page.locator("#hall-title")).to_contain_text(row.section.event.name)
    expect(heading).to_have_text(f"{row.section.name}, Round 4")
    for board in row.pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome=Outcome.DRAW, actor=SYSTEM)
    close_round(round_id=row.pk, actor=SYSTEM)
    expect(heading).to_have_text(f"{row.section.name}, after round 4")
    draft = propose_round(section_id=row.section_id, actor=SYSTEM)
    publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    expect(heading).to_have_text(f"{row.section.name}, Round 5")
    expect(page.locator(".hall-board").first).to_be_visible()


def take_pass(page, site, row):
    """Make a helper pass of the event, and activate it on the phone."""
    scope = Scope(row.section.event.organisation_id, row.section.event_id)
    until = timezone.now() + timedelta(hours=5)
    made = make_pass(label="Phone", level=PassLevel.HELPER, scope=scope, expires_at=until, actor=SYSTEM)
    page.goto(site.url + reverse("club:pass_take", args=[made.secret]))
    with page.expect_navigation():
        page.get_by_role("button", name="Activate pass").click()
    page.goto(f"{site.url}/hall/{row.section_id}/")
    return made.row


def test_entries_of_a_revoked_pass_are_discarded_or_sent_with_a_new_one(open_page, site, row):
    expected = [*EXPECTED, "status of 403", "ERR_INTERNET_DISCONNECTED", "htmx:"]
    page = open_page("/pass/", width=NARROW, expected=expected)
    first = take_pass(page, site, row)
    boards = list(row.pairings.order_by("board_number")[:2])
    page.context.set_offline(True)
    for one in boards:
        page.locator(f"#game-{one.pk}-1").get_by_role("button", name="Drawn").tap()
    expect(page.locator("#waiting")).to_be_visible()
    revoke_pass(pass_id=first.pk, actor=SYSTEM)
    page.context.set_offline(False)
    expect(page.get_by_text("this helper pass is no longer valid")).to_be_visible()
    expect(page.locator("#waiting")).to_be_hidden()
    cards = page.locator("#outbox [data-list] section")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text(boards[0].white.name)
    cards.first.get_by_role("button", name="Discard entry").tap()
    expect(cards).to_have_count(1)
    take_pass(page, site, row)
    expect(page.get_by_text("entries of an earlier helper pass")).to_be_visible()
    expect(cards).to_have_count(1)
    page.get_by_role("button", name="Send them as your own").tap()
    assert boards[1].games.get().outcome == Outcome.PENDING
    page.get_by_role("button", name="Send entries").tap()
    expect(page.locator("#outbox [data-count]")).to_have_text("1 sent")
    assert [one.games.get().outcome for one in boards] == ["pending", "draw"]
    expect(cards).to_have_count(0)


LINES = """(key) => {
  const text = document.createRange();
  const { firstChild } = key;
  text.setStart(firstChild, firstChild.data.indexOf("Schwarzman"));
  text.setEnd(firstChild, firstChild.data.indexOf("Schwarzman") + "Schwarzman".length);
  return text.getClientRects().length;
}"""


def test_a_key_of_a_helper_keeps_a_family_name_on_one_line(open_page, row, board):
    type(board.white).objects.filter(pk=board.white_id).update(name="Alexander Schwarzman")
    user = User.objects.create_superuser("td@club.example", "x")
    page = open_page(f"/hall/{row.section_id}/", width=NARROW, expected=EXPECTED, user=user)
    key = page.locator(f"#game-{board.pk}-1").get_by_role("button", name="Alexander Schwarzman")
    assert key.evaluate(LINES) == 1


def test_a_long_name_leaves_the_button_beside_it_whole(open_page, row, board):
    type(board.white).objects.filter(pk=board.white_id).update(name="Lang" * 27, club_name="Club" * 25)
    user = User.objects.create_superuser("td@club.example", "x")
    page = open_page(f"/desk/sections/{row.section_id}/entries/", expected=EXPECTED, user=user)
    button = page.locator(f"#entry-{board.white_id} .entries__act .button").bounding_box()
    assert button["width"] > button["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
