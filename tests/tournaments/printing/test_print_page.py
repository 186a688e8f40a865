"""The page Print: every kind of paper in every language and size, its preview, and the paper of the club."""

import io

import pytest
from club_evening import director, draft_of, played_of, published_of, section_of
from django.conf import settings
from django.urls import reverse
from django.utils import translation
from effort import sample
from event_rows import somebody
from pdf_pages import margins_of, read_pages
from PIL import Image
from team_hall import team_section
from worlds import world

from club.audit.services import undo_entry
from club.core.actor import SYSTEM, Actor
from club.models import AuditEntry, ClubColour, PrintedCodes
from club.organisations.services.club_facts import change_club, set_logo
from club.paper.paper_formats import PaperSize
from tournaments.core.openings import ballots_of
from tournaments.entries.services.entries import change_entry
from tournaments.models import Entry, Official, OfficialRole, PaperDefaults, PlayerReports, Section
from tournaments.printing.pages.sheets import KINDS
from tournaments.printing.services import set_paper_defaults

pytestmark = pytest.mark.django_db
LONG = "Maximiliana-Alexandra van der Hoogenband-Wijngaarden"
CYRILLIC = "Александр Георгиев"
LANGUAGES = [code for code, _name in settings.LANGUAGES]
NAMES = {"board-cards", "scores-blank", "check-in"}  # sheets without names of players


@world
def played():
    """A section with openings, long and Cyrillic names, a played round and a published one."""
    section = section_of(7, preset="acf")
    for entry, name in zip(section.entries.order_by("pk"), (CYRILLIC, LONG), strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name, category="Seniors", club_name="Damclub")
    played_of(section)
    published_of(section)
    return section


@world
def td():
    return director()


@pytest.fixture
def desk(client, td):
    client.force_login(td)
    return client


def pdf(client, section, what, **asked):
    answer = client.get(reverse("tournaments:desk_paper_pdf", args=[section.pk, what]), asked)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return answer.content


def text_of(data):
    return "\n".join(page.extract_text() for page in read_pages(data))


def word(language):
    """A word of each sheet: what its language calls a round, a board and other things of the hall."""
    with translation.override(language):
        return {
            translation.gettext(text).casefold()
            for text in (
                "White",
                "Board",
                "Name",
                "Points",
                "Certificate",
                "Scan, and tap your name",
                "Opening",
            )
        } | {translation.pgettext("a table in the hall", "Board").casefold()}


EVERY = [pytest.param(what, language, size) for what in KINDS for language in LANGUAGES for size in PaperSize]


@pytest.mark.parametrize(("what", "language", "size"), sample(EVERY, one_in=3))
def test_every_kind_is_in_every_language_on_every_paper_within_its_margins(
    desk, played, what, language, size
):
    data = pdf(desk, played, what, language=language, size=size, whom="all")
    text = text_of(data)
    wide = {round(float(side)) for side in read_pages(data)[0].mediabox[2:]}
    assert wide == ({595, 842} if size is PaperSize.A4 else {612, 792})
    assert any(one in text.casefold() for one in word(language)) or what == "name-cards"
    if what not in NAMES:
        assert CYRILLIC.split()[1] in text
        assert LONG[:9] in text
    assert all(min(edges) >= 5 for edges in margins_of(data))


def test_a_wall_list_shows_the_letterhead_the_round_and_all_boards(desk, played):
    text = text_of(pdf(desk, played, "wall-boards"))
    assert "Round 2: pairings" in text
    assert "North club" in text
    for entry in played.entries.all():
        assert entry.name in text


def test_players_find_their_seats_by_family_name(desk, played):
    lines = text_of(pdf(desk, played, "wall-names", pages="1")).splitlines()
    assert any(line.startswith("Георгиев, Александр") for line in lines)
    assert any(line.startswith("Hoogenband-Wijngaarden, Maximiliana-Alexandra van der") for line in lines)
    assert any("Black" in line for line in lines)


def test_a_score_sheet_has_the_moves_of_the_opening_and_a_diagram_of_their_position(desk, played):
    row = played.round_rows.get(number=2)
    ballot = ballots_of(row.pairings.get(board_number=1).ballot)[0]
    page = read_pages(pdf(desk, played, "scores"))[0]
    lines = page.extract_text().splitlines()
    assert sum(line == ballot.moves[-1] for line in lines) == 2  # in the grid of both players
    drawn = page.get_contents().get_data()
    without = read_pages(pdf(desk, played, "scores-blank"))[0].get_contents().get_data()
    assert drawn.count(b" c\n") >= 2 * 18  # the men of two diagrams are drawn as curves
    assert b" c\n" not in without


def test_a_card_is_legible_from_both_sides(desk, played):
    lines = text_of(pdf(desk, played, "name-cards")).splitlines()
    assert lines.count(CYRILLIC) == 2
    assert len(read_pages(pdf(desk, played, "name-cards"))) == 4  # seven players, two a page


def test_another_round_can_be_printed_and_a_missing_one_is_refused(desk, played):
    assert "Round 1: pairings" in text_of(pdf(desk, played, "wall-boards", round="1"))
    answer = desk.get(reverse("tournaments:desk_paper_pdf", args=[played.pk, "wall-boards"]), {"round": "9"})
    assert answer.status_code == 409
    assert "no round 9 to print" in answer.content.decode()


@pytest.mark.parametrize(
    "asked",
    [
        *({"size": "a3"}, {"language": "xx"}, {"pages": "-1"}, {"pages": "00000199999"}),
        *({"design": "baroque"}, {"whom": "nobody"}),
    ],
)
def test_a_choice_that_is_none_is_refused_with_the_possible_ones(desk, played, asked):
    answer = desk.get(reverse("tournaments:desk_paper_pdf", args=[played.pk, "certificates"]), asked)
    assert answer.status_code == 422
    assert "Possible values" in answer.content.decode()


def test_a_preview_is_a_small_picture_of_the_sheet_and_unchanged_ones_are_not_drawn_again(
    desk, played, monkeypatch, django_assert_max_num_queries
):
    address = reverse("tournaments:desk_paper_preview", args=[played.pk, "wall-boards"])
    answer = desk.get(address)
    assert answer.headers["Content-Type"] == "image/png"
    assert max(Image.open(io.BytesIO(answer.content)).size) == 480
    assert len(answer.content) < 60_000
    monkeypatch.setattr("tournaments.printing.pages.print_page.preview_of", None)  # would raise
    with django_assert_max_num_queries(9):
        assert desk.get(address).content == answer.content
    again = desk.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_preview_follows_every_change_and_every_choice(desk, played):
    address = reverse("tournaments:desk_paper_preview", args=[played.pk, "wall-boards"])
    first = desk.get(address)
    assert desk.get(address, {"orientation": "portrait"}).content != first.content
    entry = played.entries.first()
    change_entry(entry_id=entry.pk, actor=SYSTEM, name="Somebody Else")
    changed = desk.get(address, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200
    assert changed.content != first.content


def test_the_page_shows_each_kind_with_preview_choices_and_its_file(desk, played):
    text = desk.get(reverse("tournaments:desk_paper", args=[played.pk])).content.decode()
    for what, kind in KINDS.items():
        if kind.is_listed:
            assert reverse("tournaments:desk_paper_pdf", args=[played.pk, what]) in text
            assert reverse("tournaments:desk_paper_preview", args=[played.pk, what]) in text
    assert reverse("tournaments:desk_certificates", args=[played.pk]) in text


def test_without_a_round_the_page_says_what_follows_later(desk):
    section = section_of(4)
    text = desk.get(reverse("tournaments:desk_paper", args=[section.pk])).content.decode()
    assert "No round is paired yet" in text
    assert reverse("tournaments:desk_paper_pdf", args=[section.pk, "wall-boards"]) not in text
    assert reverse("tournaments:desk_paper_pdf", args=[section.pk, "board-cards"]) in text
    draft_of(section)
    text = desk.get(reverse("tournaments:desk_paper", args=[section.pk])).content.decode()
    assert "This round is a draft" in text


def test_the_poster_of_the_check_in_is_for_those_who_run_the_event(client, played):
    arbiter = somebody("arbiter", name="arno")
    client.force_login(arbiter.user)
    for name in ("desk_paper_pdf", "desk_paper_preview"):
        assert client.get(reverse(f"tournaments:{name}", args=[played.pk, "check-in"])).status_code == 403
        assert client.get(reverse(f"tournaments:{name}", args=[played.pk, "wall-names"])).status_code == 200
    assert "Check-in poster" not in client.get(f"/desk/sections/{played.pk}/paper/").content.decode()


def test_the_paper_of_a_club_is_remembered_logged_and_undone(desk, played, td):
    address = reverse("tournaments:desk_paper_defaults", args=[played.pk])
    desk.post(address, {"size": "letter", "design": "festive"})
    assert PaperDefaults.objects.get().size == "letter"
    assert {round(float(side)) for side in read_pages(pdf(desk, played, "slips"))[0].mediabox[2:]} == {
        612,
        792,
    }
    text = desk.get(reverse("tournaments:desk_certificates", args=[played.pk])).content.decode()
    assert 'value="festive" checked' in text
    entry = AuditEntry.objects.get(action="tournaments.paper.set")
    undo_entry(entry_id=entry.pk, actor=SYSTEM)
    assert PaperDefaults.objects.get().size == "a4"
    answer = desk.post(address, {"size": "a3"}, follow=True)
    assert "cannot be “a3”" in answer.content.decode()


def test_one_write_without_a_change_leaves_no_entry_in_the_audit_log(played):
    set_paper_defaults(organisation_id=played.event.organisation_id, size="a4", actor=SYSTEM)
    assert not AuditEntry.objects.filter(action="tournaments.paper.set").exists()


def test_officials_of_the_event_sign_certificates(desk, played):
    Official.objects.create(event=played.event, role=OfficialRole.DIRECTOR, name="Dora Director")
    Official.objects.create(event=played.event, role=OfficialRole.CHIEF_ARBITER, name="Arno Arbiter")
    text = desk.get(reverse("tournaments:desk_certificates", args=[played.pk])).content.decode()
    assert 'value="Dora Director"' in text
    assert 'value="Arno Arbiter"' in text


def test_the_api_lists_the_kinds_and_gives_each_as_a_file(desk, played):
    address = reverse("tournaments-api:paper-kinds", args=[played.pk])
    assert {kind["key"] for kind in desk.get(address).json()["kinds"]} == set(KINDS)
    sheet = reverse("tournaments-api:paper-sheet", args=[played.pk, "wall-names"])
    answer = desk.get(sheet, {"size": "letter", "language": "nl", "round": "1"})
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "Wit" in text_of(answer.content)
    assert desk.get(sheet, {"size": "a3"}).status_code == 400
    assert desk.get(sheet, {"round": "9"}).status_code == 409
    assert desk.get(f"{address}nothing").status_code == 404


def test_a_section_of_teams_has_its_members_on_the_wall_lists(desk):
    section = team_section()
    published_of(section)
    assert Section.objects.get(pk=section.pk).is_team
    assert "1.1" in text_of(pdf(desk, section, "wall-boards"))


def test_sheets_carry_the_logo_and_the_colour_of_the_club(desk, played, td):
    club, actor = played.event.organisation, Actor.of_user(td)
    drawn = io.BytesIO()
    Image.new("RGBA", (240, 120), (200, 30, 30, 128)).save(drawn, format="PNG")
    plain = pdf(desk, played, "wall-boards")
    set_logo(
        organisation_id=club.pk, file=io.BytesIO(drawn.getvalue()), size=len(drawn.getvalue()), actor=actor
    )
    change_club(organisation_id=club.pk, colour=ClubColour.BLUE, actor=actor)
    for what in ("wall-boards", "name-cards", "standings", "certificates"):
        page = read_pages(pdf(desk, played, what, whom="all"))[0]
        assert len(page.images) == 1
    assert not read_pages(plain)[0].images
    ink = b"0.1137 0.3098 0.549 rg"  # #1d4f8c
    assert ink in read_pages(pdf(desk, played, "wall-boards"))[0].get_contents().get_data()
    assert ink not in read_pages(plain)[0].get_contents().get_data()


def test_the_hall_notes_board_cards_that_have_no_token(desk, played, settings):
    settings.PHONE_ADDRESS = "http://192.168.1.20:8000/"
    Section.objects.filter(pk=played.pk).update(player_reports=PlayerReports.OFF)
    pdf(desk, played, "board-cards")
    row = PrintedCodes.objects.get()
    assert (row.letter, row.number, row.sheet) == ("v", 3, f"/desk/sections/{played.pk}/paper/")
    assert desk.get(row.sheet).status_code == 200


@pytest.mark.parametrize(("what", "letter"), [("check-in", "c"), ("board-cards", "b")])
def test_the_hall_notes_codes_that_are_printed_and_not_their_previews(desk, played, settings, what, letter):
    settings.PHONE_ADDRESS = "http://192.168.1.20:8000/"
    desk.get(reverse("tournaments:desk_paper_preview", args=[played.pk, what]))
    assert not PrintedCodes.objects.exists()
    pdf(desk, played, what)
    assert PrintedCodes.objects.get().letter == letter


@pytest.mark.parametrize(("name", "given"), [("size", "<b>"), ("size", ""), ("language", "xx\n")])
def test_a_choice_that_no_list_has_is_left_out(desk, played, name, given):
    page = desk.get(reverse("tournaments:desk_paper", args=[played.pk]), {name: given})
    assert page.status_code == 200
    assert page.context["chosen"]["size"] == "a4"
    assert page.context["chosen"]["language"] in dict(settings.LANGUAGES)
