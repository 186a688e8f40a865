"""Rulings, the public list and the report of the arbiter on paper, read back from their bytes."""

import json

import pytest
from django.test import Client
from django.urls import reverse
from incidents import Hall
from pdf_pages import read_pages

from club.core.actor import VISITOR
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import PaperSize
from games.laws import law_book_named
from tournaments.appeals.pages.appeal_forms import DecisionForm
from tournaments.appeals.selectors import seats_of
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link
from tournaments.appeals.services.appeals import decide_appeal, file_appeal
from tournaments.appeals.services.committees import set_appeals
from tournaments.cases.services.cases import update_case
from tournaments.cases.services.rulings import RulingDecision, _proposed_before, supersede_ruling
from tournaments.conduct import propose
from tournaments.models import Case, Ruling

pytestmark = pytest.mark.django_db
PRIVATE = {"private_text": "SECRET-TEXT", "witnesses": "SECRET-WITNESS", "reported_by": "SECRET-REPORTER"}
FEN = "W:W18,22,K3:B1,6,K30"


@pytest.fixture
def hall(client):
    """A ruling that was changed on appeal."""
    hall = Hall()
    board = hall.row.pairings.order_by("board_number").first()
    hall.white, hall.black = board.white, board.black
    set_appeals(event_id=hall.event.pk, rules={}, members=[{"name": "Tinsley"}], actor=hall.director)
    ruling = hall.rule(hall.white.name, "touched_not_moved", "game_lost", decision="It was touched.")
    told = PRIVATE | {"public_text": f"{hall.white.name} touched 22.", "fen": FEN, "clock_white": "12:30"}
    hall.case = update_case(case_id=ruling.case_id, actor=hall.deputy, **told)
    appeal = file_appeal(case_id=hall.case.pk, appellant_id=hall.white.pk, actor=hall.deputy)
    token = make_seat_link(seat_id=seats_of(appeal)[0].pk, actor=hall.deputy)
    give_vote(token=token, vote="change", actor=VISITOR)
    decide_appeal(
        appeal_id=appeal.pk,
        words="It was adjusted.",
        decided=RulingDecision(consequence="warning", reason="It was adjusted."),
        actor=hall.arbiter,
    )
    client.force_login(hall.arbiter.user)
    hall.client = client
    return hall


def fetched(client, name, *args, **asked):
    answer = client.get(reverse(f"tournaments:{name}", args=args), asked)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return answer.content


def text_of(content):
    return "\n".join(page.extract_text() for page in read_pages(content))


def test_a_ruling_has_its_articles_the_superseded_one_and_lines_to_sign(hall):
    text = text_of(fetched(hall.client, "desk_ruling_pdf", hall.case.pk, "a4"))
    for told in (
        *("Ruling in case 1", "warning", "SL-T4", "Superseded ruling 1", "game lost", "It was touched."),
        *("ruling changed", "It was adjusted.", "the appeals committee", "12:30"),
        *(f"White: {hall.white.name}", f"Black: {hall.black.name}", "Arbiter"),
        "White kings on 3",
    ):
        assert told in text
    assert "SECRET" not in text


def test_the_position_is_drawn_as_shapes(hall):
    with_board = fetched(hall.client, "desk_ruling_pdf", hall.case.pk, "a4")
    page = read_pages(with_board)[0]
    assert len(page.images) == 0
    drawn = page.get_contents().get_data().decode("latin-1")
    assert drawn.count(" c\n") >= 6 * 4  # a circle is four curves
    Case.objects.filter(pk=hall.case.pk).update(fen="nonsense")
    bare = text_of(fetched(hall.client, "desk_ruling_pdf", hall.case.pk, "letter"))
    assert "White kings" not in bare


def test_names_are_withheld_on_request(hall):
    for name, key in (("desk_ruling_pdf", hall.case.pk), ("desk_arbiter_report_pdf", hall.event.pk)):
        text = text_of(fetched(hall.client, name, key, "a4", names="0"))
        assert hall.white.name not in text
        assert hall.black.name not in text
        assert "White touched 22." in text


def test_the_report_has_all_parts(hall):
    text = text_of(fetched(hall.client, "desk_arbiter_report_pdf", hall.event.pk, "a4"))
    for told in (
        *("Arbiter's report", "Deviations from the law book", "Timeline", "appeal filed"),
        *("Corrected results", "instead of game lost", "new ruling: warning"),
    ):
        assert told in text
    assert "SECRET" not in text


def test_who_ruled_is_named_on_the_ruling_and_in_the_report_and_not_in_public(hall):
    case = hall.rule(hall.black.name, "must_capture", "caution").case
    told = f"Ruled by {hall.arbiter.label}"
    papers = (("desk_ruling_pdf", case.pk), ("desk_arbiter_report_pdf", hall.event.pk))
    for name, key in papers:
        assert told in " ".join(text_of(fetched(hall.client, name, key, "a4")).split())
        assert told not in " ".join(text_of(fetched(hall.client, name, key, "a4", names="0")).split())
    public = fetched(Client(), "rulings_pdf", hall.event.slug, hall.section.slug, "a4")
    assert hall.arbiter.label not in text_of(public)


def test_what_the_law_book_leaves_open_is_no_deviation_unless_it_is_grave(hall):
    hall.by_law_book_alone()
    hall.rule(hall.black.name, "distracting", "warning")
    hall.rule(hall.black.name, "electronic_device", "game_lost", reason="It rang twice.")
    text = text_of(fetched(hall.client, "desk_arbiter_report_pdf", hall.event.pk, "a4"))
    assert "Case 3: game lost; the law book leaves this to the arbiter." in text
    assert "Case 2: warning," not in text
    assert "unconfirmed" not in text


def test_an_event_without_cases_has_a_report_that_says_so(client):
    hall = Hall()
    client.force_login(hall.arbiter.user)
    page = client.get(reverse("tournaments:desk_arbiter_report", args=[hall.event.pk])).content.decode()
    for told in (text_of(fetched(client, "desk_arbiter_report_pdf", hall.event.pk, "a4")), page):
        assert "No cases." in told
        assert "Timeline" not in told


def test_everybody_has_the_public_list(hall):
    args = (hall.event.slug, hall.section.slug, "a4")
    text = text_of(fetched(Client(), "rulings_pdf", *args))
    for told in ("Rulings", "Case 1", "SL-T4", "It was adjusted.", "touched 22"):
        assert told in text
    assert "SECRET" not in text
    update_case(case_id=hall.case.pk, actor=hall.deputy, names_withheld=True)
    assert hall.white.name not in text_of(fetched(hall.client, "rulings_pdf", *args))


def test_equal_data_gives_equal_bytes(hall):
    for name, key in (("desk_ruling_pdf", hall.case.pk), ("desk_arbiter_report_pdf", hall.event.pk)):
        assert fetched(hall.client, name, key, "a4") == fetched(hall.client, name, key, "a4")
    assert hall.client.get(f"/desk/cases/{hall.case.pk}/paper/a3/ruling.pdf").status_code == 404


def test_a_long_text_goes_on_on_the_next_page_and_keeps_its_lines():
    paper = blank_paper(title="x", size=PaperSize.A4)
    paper.add_page()
    paper.paragraph("Line one\nLine two\n" + "many words " * 2000, size=11)
    pages = read_pages(bytes(paper.output()))
    assert len(pages) > 1
    text = pages[0].extract_text().splitlines()
    assert text[:2] == ["Line one", "Line two"]
    assert sum(page.extract_text().count("many") for page in pages) == 2000


def cautioned(hall, case, articles):
    """A caution in the place of a loss, as the desk's form sends it with what it filled in."""
    decided = RulingDecision(consequence="caution", articles=articles, reason="It was his first.")
    return supersede_ruling(case_id=case.pk, decided=decided, actor=hall.arbiter)


@pytest.mark.parametrize("is_filled_in", [True, False])
def test_the_paper_of_a_caution_quotes_the_article_of_cautions(client, is_filled_in):
    hall = Hall(preset="weekend", law_book="standard-laws")
    name = hall.black()
    hall.rule(name, "must_capture", "caution")
    lost = hall.rule(name, "must_capture", "game_lost")
    assert lost.articles == ["SL-I3", "SL-I1a", "SL-M8"]
    ruling = cautioned(hall, lost.case, tuple(lost.articles) if is_filled_in else ())
    assert ruling.articles == ["SL-I1", "SL-I1a", "SL-M8"]
    client.force_login(hall.arbiter.user)
    text = text_of(fetched(client, "desk_ruling_pdf", lost.case_id, "a4"))
    in_force, superseded = text.split("Superseded ruling 1")
    assert "SL-I1, SL-I1a" in in_force
    assert "SL-I1 · Recall and caution" in in_force
    assert "SL-I3" not in in_force
    assert "SL-I3" in superseded


def test_what_a_ruling_from_before_the_regulations_filled_in_is_known():
    """It says nothing of minutes and forfeits; its articles are not those of a sanction that replaces it."""
    asked = propose(law_book_named("standard-laws"), "must_capture")
    told = {name: one for name, one in asked._asdict().items() if name not in {"amount", "is_forfeit"}}
    assert _proposed_before(Ruling(proposed=json.loads(json.dumps(told)))) == [asked]
    assert _proposed_before(Ruling(proposed={})) == []
    assert _proposed_before(None) == []


def test_articles_of_the_arbiter_are_left_as_they_were_written():
    hall = Hall(preset="weekend", law_book="standard-laws")
    lost = hall.rule(hall.black(), "must_capture", "game_lost", articles=("SL-I4",), reason="He refused.")
    assert cautioned(hall, lost.case, ("SL-I4",)).articles == ["SL-I4"]


def test_a_committee_that_makes_a_caution_of_a_loss_cites_the_article_of_cautions(hall):
    lost = hall.rule(hall.black.name, "must_capture", "game_lost", reason="His second.")
    appeal = file_appeal(case_id=lost.case_id, appellant_id=hall.black.pk, actor=hall.deputy)
    token = make_seat_link(seat_id=seats_of(appeal)[0].pk, actor=hall.deputy)
    give_vote(token=token, vote="change", actor=VISITOR)
    data = {"words": "His first.", "consequence": "caution", "points": "", "outcome": ""}
    form = DecisionForm(data, appeal=appeal, is_changed=True)
    assert form.is_valid(), form.errors
    decide_appeal(appeal_id=appeal.pk, words="His first.", decided=form.decided(), actor=hall.arbiter)
    assert lost.case.rulings.last().articles[0] == "SL-I1"
