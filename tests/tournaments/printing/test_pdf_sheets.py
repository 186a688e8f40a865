"""PDF in one click: what stands on the sheets, read back from their bytes."""

import time

import pytest
from club_evening import director, played_of, published_of, section_of
from django.test import Client
from django.urls import reverse
from pdf_pages import read_pages

from club.core.actor import SYSTEM
from club.paper.blank_paper import blank_paper
from club.paper.paper_formats import Column, PaperSize
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import show_event
from tournaments.models import Entry, Event, PlayerReports, Section
from tournaments.printing.pages.pdf_tables import standings_sheet
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
from tournaments.standings.columns import Place, columns_of
from tournaments.standings.ranking.values import Entrant
from tournaments.standings.selectors.system_standings import StandingRow, StandingTable, StandingValue

pytestmark = pytest.mark.django_db
LONG = "Maximiliana-Alexandra van der Hoogenband-Wijngaarden tot Oosterhout en Nieuw-Helvoet"
CYRILLIC, ACCENTED = "Александр Георгиев", "Ślusarczyk Zoë"


@pytest.fixture
def hall(client):
    """Five players, two games a pairing, the second round published, and the director at the desk."""
    section = section_of(5, preset="acf")
    entries = list(section.entries.order_by("pk"))
    for entry, name in zip(entries, (CYRILLIC, ACCENTED, LONG), strict=False):
        Entry.objects.filter(pk=entry.pk).update(name=name, category="Seniors")
    played_of(section)
    client.force_login(director())
    return client, section, published_of(section)


def pages_of(answer):
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/pdf"
    return read_pages(answer.content)


def sheet(client, row, what, size="a4"):
    return pages_of(client.get(reverse("tournaments:desk_round_pdf", args=[row.pk, size, what])))


def text_of(pages):
    return "\n".join(page.extract_text() for page in pages)


def table_sheet(client, section, what, size="a4", **asked):
    address = reverse("tournaments:desk_section_pdf", args=[section.pk, size, what])
    return pages_of(client.get(address, asked))


def test_the_list_by_board_has_every_name_and_the_bye(hall):
    client, section, row = hall
    text = text_of(sheet(client, row, "by-board"))
    for name in section.entries.exclude(name=LONG).values_list("name", flat=True):
        assert name in text
    assert LONG[:20] in text
    assert "Round 2, by board" in text
    assert "bye" in text


def test_the_list_by_name_is_in_the_order_of_names(hall):
    client, section, row = hall
    text = text_of(sheet(client, row, "by-name"))
    names = sorted((entry.name[:16] for entry in section.entries.all()), key=str.casefold)
    heads = [next(at for at, line in enumerate(text.splitlines()) if line.startswith(n)) for n in names]
    assert heads == sorted(heads)


def test_a_card_a_board_for_the_whole_event(hall):
    client, section, _row = hall
    pages = table_sheet(client, section, "board-cards")
    assert len(pages) == 1  # two boards, two cards a page
    lines = pages[0].extract_text().splitlines()
    assert {"1", "2"} <= set(lines)
    assert lines.count("Your opponent does the same.") == 4  # on both sides of the folded cards
    assert CYRILLIC not in text_of(pages)
    Section.objects.filter(pk=section.pk).update(player_reports=PlayerReports.OFF)
    told = text_of(table_sheet(client, section, "board-cards"))
    assert told.count("Scan for pairings and results") == 4


def test_a_slip_a_board_and_a_score_sheet_for_each_player_of_a_game(hall):
    client, _section, row = hall
    slips = text_of(sheet(client, row, "slips"))
    assert slips.count("Round 2, board") == 2
    scores = sheet(client, row, "scores")
    assert len(scores) == 4  # two boards, two games; both players' sheets beside each other
    assert scores[0].extract_text().count("Round 2, board 1, game 1") == 2


@pytest.mark.parametrize(
    ("variant", "moves"),
    [("english", 50), ("spantsiretti", 50), ("frisian", 75), ("turkish", 75), ("canadian", 75)],
)
def test_a_score_sheet_has_room_for_the_games_of_its_board(hall, variant, moves):
    client, section, row = hall
    Section.objects.filter(pk=section.pk).update(variant=variant)
    lines = sheet(client, row, "scores")[0].extract_text().split()
    assert lines.count(str(moves)) == 2  # one for each player
    assert str(moves + 1) not in lines


def test_standings_and_cross_table(hall):
    client, section, _row = hall
    standings = text_of(table_sheet(client, section, "standings"))
    assert "Standings after round 2" in standings
    assert "PTS" in standings
    assert CYRILLIC in standings
    assert "Cross-table after round 2" in text_of(table_sheet(client, section, "crosstable"))


def test_a_page_for_each_certificate(hall):
    client, section, _row = hall
    pages = table_sheet(client, section, "certificates")
    assert len(pages) == 5
    assert pages[0].mediabox.width > pages[0].mediabox.height
    text = pages[0].extract_text()
    assert "1st place" in text
    assert "Spring" in text
    assert len(table_sheet(client, section, "certificates", places="1")) >= 1
    of_class = table_sheet(client, section, "certificates", **{"class": "Seniors"})
    assert len(of_class) == 3
    assert "1st place" in of_class[0].extract_text()
    assert all("Seniors" in page.extract_text() for page in of_class)


def test_letter_and_a4(hall):
    client, _section, row = hall
    widths = {
        size: round(float(sheet(client, row, "by-board", size)[0].mediabox.width)) for size in PaperSize
    }
    assert widths == {PaperSize.A4: 595, PaperSize.LETTER: 612}
    assert client.get(f"/desk/rounds/{row.pk}/paper/a3/by-board.pdf").status_code == 404
    assert client.get(f"/desk/rounds/{row.pk}/paper/a4/poster.pdf").status_code == 404


def test_equal_data_gives_equal_bytes(hall):
    client, _section, row = hall
    for what in ("by-board", "by-name", "slips", "scores"):
        address = reverse("tournaments:desk_round_pdf", args=[row.pk, "a4", what])
        first = client.get(address).content
        time.sleep(1.1 if what == "by-board" else 0)  # a clock inside would have moved on
        assert client.get(address).content == first


def test_everybody_has_lists_and_tables_of_a_public_event(hall):
    _client, section, row = hall
    visitor, names = Client(), [section.event.slug, section.slug, "a4"]
    tables = [reverse("tournaments:section_pdf", args=[*names, what]) for what in ("standings", "crosstable")]
    rounds = [
        reverse("tournaments:round_pdf", args=[*names, row.number, what]) for what in ("by-board", "by-name")
    ]
    for address in (*tables, *rounds):
        assert CYRILLIC in text_of(pages_of(visitor.get(address)))
    slips = reverse("tournaments:round_pdf", args=[*names, row.number, "slips"])
    assert visitor.get(slips).status_code == 404
    shown = visitor.get(reverse("tournaments:pairings", args=[*names[:2], 2])).content.decode()
    assert rounds[0] in shown
    assert '<h2 class="on-paper">Round 2</h2>' in shown
    shown = visitor.get(reverse("tournaments:standings", args=names[:2])).content.decode()
    assert tables[0] in shown


def test_nobody_has_a_sheet_of_a_hidden_event_or_of_a_draft(hall, django_capture_on_commit_callbacks):
    _client, section, row = hall
    draft = propose_round(section_id=section_of(4).pk, actor=SYSTEM)
    names = [draft.section.event.slug, draft.section.slug, "a4", 1, "by-board"]
    assert Client().get(reverse("tournaments:round_pdf", args=names)).status_code == 404
    with django_capture_on_commit_callbacks(execute=True):
        show_event(event_id=section.event_id, is_public=False, actor=SYSTEM)
    names = [section.event.slug, section.slug, "a4"]
    for address in (
        reverse("tournaments:section_pdf", args=[*names, "standings"]),
        reverse("tournaments:round_pdf", args=[*names, row.number, "by-name"]),
    ):
        assert Client().get(address).status_code == 404


def test_the_lists_of_a_round_are_one_click_away_and_all_paper_on_its_page(hall):
    client, section, row = hall
    text = client.get(reverse("tournaments:desk_round", args=[row.pk])).content.decode()
    for what in ("by-board", "by-name"):
        assert reverse("tournaments:desk_round_pdf", args=[row.pk, "a4", what]) in text
    paper = reverse("tournaments:desk_paper", args=[section.pk])
    assert f'href="{paper}?round={row.number}"' in text
    text = client.get(reverse("tournaments:desk_standings", args=[section.pk])).content.decode()
    assert f'href="{paper}"' in text
    assert reverse("tournaments:desk_certificates", args=[section.pk]) in text
    text = client.get(paper, {"size": "letter"}).content.decode()
    for what in ("board-cards", "by-board", "by-name", "slips", "scores", "standings", "crosstable"):
        assert f'action="{reverse("tournaments:desk_paper_pdf", args=[section.pk, what])}"' in text
    assert reverse("tournaments:regulations_pdf", args=[section.event.slug, "letter"]) in text
    certificates = client.get(reverse("tournaments:desk_certificates", args=[section.pk])).content.decode()
    assert '<option value="Seniors">' in certificates


def test_a_sheet_of_nobody_is_an_empty_page(client):
    section = section_of(0)
    client.force_login(director())
    for what in ("standings", "crosstable", "certificates"):
        assert len(table_sheet(client, section, what)) == 1


def test_lists_of_three_hundred_take_no_time_worth_waiting_for(client):
    section = section_of(0)
    lines = [EntryLine(f"Surname{n:03}, Firstname", 2000 - n) for n in range(300)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    row = propose_round(section_id=section.pk, actor=SYSTEM)
    row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
    client.force_login(director())
    sheet(client, row, "by-board")  # what draws and reads it is imported
    for what in ("by-board", "by-name"):
        begun = time.process_time()
        pages = sheet(client, row, what)
        assert time.process_time() - begun < 10  # ten times what it takes, reading it back included
        text = text_of(pages)
        assert all(line.name in text for line in lines)
        heads = [page.extract_text().count("Opponent" if what == "by-name" else "Points") for page in pages]
        assert all(heads)


def test_a_text_that_is_too_long_shrinks_and_is_then_cut():
    paper = blank_paper(title="x")
    paper.add_page()
    paper.ruled_table(
        [Column("Name", 1), Column("Rest", 5)],
        [("Short", "M" * 200), ("W" * 12, ""), ("W" * 60, "")],
        size=11,
    )
    text = read_pages(bytes(paper.output()))[0].extract_text()
    assert "W" * 12 in text
    assert "W" * 30 not in text
    assert "\N{HORIZONTAL ELLIPSIS}" in text


def test_a_column_with_room_to_spare_gives_it_to_a_longer_text():
    paper = blank_paper(title="x")
    paper.add_page()
    paper.ruled_table([Column("Name", 1), Column("Rest", 5)], [("W" * 40, "short")], size=11)
    text = read_pages(bytes(paper.output()))[0].extract_text()
    assert "W" * 40 in text


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_tables_and_lists_of_forty_players_fit_on_a_page(client, size):
    client.force_login(director())
    section = section_of(40, tie_breaks=["BH/C1", "BH", "SB"])
    row = published_of(section)
    for what in ("standings", "crosstable"):
        assert len(table_sheet(client, section, what, size)) == 1
    assert "Sonneborn-Berger" in text_of(table_sheet(client, section, "standings", size))
    for what in ("by-board", "by-name"):
        assert len(sheet(client, row, what, size)) == 1


def test_what_the_codes_mean_stands_below_however_many_players_there_are():
    section = Section(name="Open", event=Event(name="Autumn"))
    value = StandingValue("SB", "4", (), decides=False)
    for players in range(30, 50):
        entries = [Entry(number=n, name=f"Player {n}") for n in range(players)]
        rows = [
            StandingRow(1, False, one, 2, Entrant(number=one.number, outcomes=()), (value,))
            for one in entries
        ]
        table = StandingTable(1, (("SB", "Sonneborn-Berger"),), tuple(rows))
        paper = standings_sheet(section, table, PaperSize.A4)
        pages = read_pages(bytes(paper.output()))
        assert "Sonneborn-Berger" in pages[-1].extract_text()
        assert "Player 29 4" in pages[0].extract_text()


def test_a_column_without_values_is_left_out_on_paper_and_kept_in_files():
    def columns(place, **facts):
        entry = Entry(number=1, name="Anna", **facts)
        row = StandingRow(1, False, entry, 2, Entrant(number=1, outcomes=()), ())
        return [one.key for one in columns_of(StandingTable(1, (), (row,)), place)]

    assert columns(Place.PAPER) == ["rank", "name"]
    assert columns(Place.PAPER, club_name="North") == ["rank", "name", "club_name"]
    assert "club_name" in columns(Place.FILE)


@pytest.mark.parametrize(("preset", "is_one"), [("blitz", True), ("acf", False)])
def test_sides_are_named_by_the_first_game_only_where_there_is_a_second(client, preset, is_one):
    client.force_login(director())
    row = published_of(section_of(4, preset=preset))
    by_board, by_name = (text_of(sheet(client, row, what)) for what in ("by-board", "by-name"))
    assert ("game 1" in by_board, "game 1" in by_name) == (not is_one, not is_one)
    assert "White" in by_board


def test_tables_that_count_a_round_that_is_played_are_provisional(client):
    client.force_login(director())
    section = section_of(5)
    row = published_of(section)
    for what in ("standings", "crosstable"):
        assert "after round 1 (provisional)" in text_of(table_sheet(client, section, what))
    for board in row.pairings.filter(black__isnull=False):
        record_result(pairing_id=board.pk, game=1, outcome="draw", actor=SYSTEM)
    close_round(round_id=row.pk, actor=SYSTEM)
    for what in ("standings", "crosstable"):
        assert "provisional" not in text_of(table_sheet(client, section, what))
