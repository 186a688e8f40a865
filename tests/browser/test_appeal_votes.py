"""An appeal from the desk to the decision: noted, voted on in secret by three phones, then published."""

import cached_sites
import pytest
from playwright.sync_api import expect
from ruled_cases import file_and_rule

from club.core.actor import SYSTEM
from club.models import User
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.rulings import RulingDecision
from tournaments.models import Appeal, AppealState
from tournaments.rounds.services.rounds import propose_round, publish_round

NARROW = 390
EXPECTED = ["status of 404", "status of 406"]  # streams are given by the hub, which is not running here
COMMITTEE = ("Asa Long", "Elbert Lowder", "Marion Tinsley")
SECRETS = ("It was clearly heard.", "Not by me.", "By me, too.")


@pytest.fixture
def ruling(site):
    """A lost game in the demo's fourth round, and three people on the committee."""
    draft = propose_round(section_id=cached_sites.demo_event().sections.get().pk, actor=SYSTEM)
    row = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    board = row.pairings.select_related("white").get(board_number=1)
    event = row.section.event
    members = [{"name": name, "is_chair": name == COMMITTEE[0]} for name in COMMITTEE]
    set_appeals(event_id=event.pk, rules={"minutes": 45}, members=members, actor=SYSTEM)
    return file_and_rule(
        event_id=event.pk,
        about=About(board.pk, 1, board.white_id),
        incident="touched_not_moved",
        decided=RulingDecision(consequence="game_lost"),
        told={"fen": "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"},
        actor=SYSTEM,
    )


@pytest.fixture
def desk(open_page, ruling):
    """The desk on a phone."""
    user = User.objects.create_superuser("td@club.example", "x")
    address = f"/desk/cases/{ruling.case_id}/appeal/"
    return open_page(address, width=NARROW, expected=[*EXPECTED, "status of 422"], user=user)


def fits(page):
    """Nothing stands out at the side of a phone."""
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW


def link_of(desk, name):
    """The link that the desk makes for a member, shown this once."""
    desk.get_by_role("button", name=f"voting link {name}").tap()
    # The page is open at localhost: a code would lead the phone to itself, so that it says so instead.
    expect(desk.get_by_text("No QR code: phones cannot reach localhost.")).to_be_visible()
    expect(desk.get_by_role("img", name="QR code of the link below")).to_have_count(0)
    fits(desk)
    address = desk.get_by_role("textbox", name="Link").input_value()
    desk.get_by_role("link", name="Back to the appeal").tap()
    expect(desk.get_by_role("heading", name="Committee")).to_be_visible()
    return address


def vote_on(phone, choice, words):
    phone.get_by_label(choice).check()
    phone.get_by_label("Reasons").fill(words)
    phone.get_by_role("button", name="Vote", exact=True).tap()


def test_three_members_vote_and_nobody_sees_how_before_all_have(open_page, site, desk, ruling):
    expect(desk.locator("[data-deadline-runs]")).to_be_visible()
    fits(desk)
    desk.get_by_label(ruling.entry.name).check()
    desk.get_by_label("Grounds").fill("I said that I adjust.")
    desk.get_by_role("button", name="File appeal and appoint committee").tap()
    expect(desk.get_by_text("has not voted")).to_have_count(3)
    links = [link_of(desk, name) for name in COMMITTEE]
    assert len(set(links)) == 3
    phones = [
        open_page(link.removeprefix(site.url), width=NARROW, expected=[*EXPECTED, "status of 422"])
        for link in links
    ]
    votes = ("change the ruling", "uphold the ruling", "change the ruling")
    for phone, vote, words in zip(phones[:2], votes, SECRETS, strict=False):
        fits(phone)
        expect(phone.get_by_text("I said that I adjust.")).to_be_visible()
        vote_on(phone, vote, words)
        expect(phone.get_by_text("Your vote has been recorded. You can change it")).to_be_visible()
    desk.reload()
    expect(desk.get_by_text("has voted", exact=True)).to_have_count(2)
    for page in (desk, *phones):
        page.reload()
        for words in SECRETS:
            assert words not in page.content()
    vote_on(phones[2], votes[2], SECRETS[2])
    expect(phones[2].get_by_text("All votes are in.")).to_be_visible()
    expect(phones[2].get_by_role("button", name="Publish decision")).to_have_count(0)
    desk.reload()
    for words in SECRETS:
        expect(desk.get_by_text(words)).to_be_visible()
    chair = phones[0]
    chair.reload()
    chair.get_by_label("Published decision").fill("It was heard that the piece was adjusted.")
    chair.get_by_label("New consequence").select_option("none")
    chair.get_by_role("button", name="Publish decision").tap()
    expect(chair.locator("#state").get_by_text("The decision has been published.")).to_be_visible()
    fits(chair)
    assert Appeal.objects.get().state == AppealState.CHANGED
    section = ruling.case.section
    reader = open_page(f"/e/{section.event.slug}/{section.slug}/rulings/", width=NARROW, expected=EXPECTED)
    expect(reader.get_by_text("It was heard that the piece was adjusted.").first).to_be_visible()
    expect(reader.get_by_text("superseded: game lost")).to_be_visible()
    fits(reader)
