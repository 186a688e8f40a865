"""The case page in a browser: on a phone, and with two arbiters on one case."""

from io import BytesIO

import cached_sites
import pytest
from PIL import Image
from playwright.sync_api import expect

from club.accounts.services.roles import grant_role
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.models import Role, User
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.models import Case, Outcome, Ruling
from tournaments.rounds.services.rounds import propose_round, publish_round

NARROW = 390
EXPECTED = ["status of 404", "status of 406", "status of 409"]  # streams are given by the hub; a refusal
RECORD = '[GameType "21"]\n[FEN "B:WK32:BK1"]\n\n' + " ".join(["1-5 32-28 5-1 28-32"] * 3)[:-6] + " *\n"


@pytest.fixture
def case(site):
    """A capture was not made at the first board of a round that is on."""
    section = cached_sites.demo_event().sections.get()
    draft = propose_round(section_id=section.pk, actor=SYSTEM)
    row = publish_round(round_id=draft.pk, version=draft.version, actor=SYSTEM)
    board = row.pairings.get(board_number=1)
    about = About(board.pk, 1, board.white_id)
    return open_case(event_id=section.event_id, about=about, incident="must_capture", actor=SYSTEM)


def arbiter(case, name):
    user = User.objects.create_user(f"{name}@north.example", first_name=name)
    scope = Scope(case.event.organisation_id)
    grant_role(user=user, role=Role.ARBITER, scope=scope, actor=SYSTEM)
    return user


def desk_of(open_page, case, name, *, width=NARROW):
    return open_page(f"/desk/cases/{case.pk}/", width=width, expected=EXPECTED, user=arbiter(case, name))


def test_a_claim_is_answered_and_ruled_on_by_phone(open_page, case):
    page = desk_of(open_page, case, "Ada")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    page.get_by_label("Game record (PDN)").fill(RECORD)
    page.get_by_label("Claim", exact=False).locator("visible=true").first.scroll_into_view_if_needed()
    page.locator("#id_claim").select_option("repetition")
    page.locator("#id_claimant").select_option(label=case.entry.name)
    page.locator("#id_move").fill("28-32")
    page.get_by_role("button", name="Save and check").tap()
    answer = page.locator("[data-answer=right]")
    expect(answer).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW
    answer.get_by_role("link", name="after move 2 (White)").tap()
    expect(page.locator("draughts-board").first).to_have_attribute("fen", "B:WK32:BK1")
    expect(page.locator("[data-now]").first).to_contain_text("28-32")
    expect(page.locator("#id_outcome")).to_have_value("draw")
    page.get_by_label("Reason (optional)").fill("Shown at the board.")
    page.get_by_role("button", name="Issue ruling", exact=True).tap()
    expect(page.locator("#ruling-1")).to_contain_text("SL-D2")
    ruling = Ruling.objects.get(case=case)
    assert (ruling.claim_decision, ruling.outcome) == ("upheld", Outcome.DRAW)
    assert case.pairing.games.get(number=1).outcome == Outcome.DRAW
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW


def test_two_arbiters_on_one_case_see_each_other_and_the_later_save_is_refused(open_page, case):
    ada, ben = (desk_of(open_page, case, name, width=1280) for name in ("Ada", "Ben"))
    expect(ben.locator("#presence-told")).to_contain_text("Ada")
    expect(ada.locator("#presence-told")).to_contain_text("Ben")
    ada.get_by_label("Public summary").fill("White moved 24-20 where 23x14 was there.")
    ben.get_by_label("Witnesses").fill("Mrs Kear")
    ben.locator("#facts").get_by_role("button", name="Save").click()
    expect(ben.get_by_text("Saved.")).to_be_visible()
    expect(ada.locator("#presence-told")).to_contain_text("witnesses")
    ada.locator("#facts").get_by_role("button", name="Save").click()
    refused = ada.locator("#facts [data-changed]")
    expect(refused).to_contain_text("Ben")
    expect(refused).to_contain_text("witnesses")
    expect(ada.get_by_label("Public summary")).to_have_value("White moved 24-20 where 23x14 was there.")
    expect(ada.get_by_label("Witnesses")).to_have_value("Mrs Kear")
    ada.locator("#facts").get_by_role("button", name="Save").click()
    expect(ada.get_by_text("Saved.")).to_be_visible()
    now = Case.objects.get(pk=case.pk)
    assert (now.witnesses, now.public_text) == ("Mrs Kear", "White moved 24-20 where 23x14 was there.")


def test_what_is_typed_stays_when_a_photo_is_added(open_page, case, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    page = desk_of(open_page, case, "Ada", width=1280)
    page.get_by_label("Witnesses").fill("Mrs Kear")
    page.get_by_label("Public summary").fill("White moved 24-20.")
    file = BytesIO()
    Image.new("RGB", (30, 30), "seagreen").save(file, "JPEG")
    picture = {"name": "board.jpg", "mimeType": "image/jpeg", "buffer": file.getvalue()}
    page.locator("#photos input[type=file]").set_input_files(picture)
    page.get_by_role("button", name="Add photo").click()
    expect(page.locator("#photos img")).to_be_visible()
    expect(page.get_by_label("Witnesses")).to_have_value("Mrs Kear")
    expect(page.get_by_label("Public summary")).to_have_value("White moved 24-20.")
    expect(page.locator("#facts")).to_contain_text("It is not saved yet.")
    page.locator("#facts").get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.")).to_be_visible()
    assert Case.objects.get(pk=case.pk).witnesses == "Mrs Kear"
