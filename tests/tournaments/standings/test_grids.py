"""While a round is played every public page, file and sheet has the totals of the standings in force."""

import pytest
from django.test import Client
from django.urls import reverse
from event_rows import play, played_round, published_round, section_of, somebody
from worlds import world

from club.core.actor import SYSTEM
from club.models import Role
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.models import Outcome
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, reopen_round
from tournaments.standings.selectors.grids import cross_lines, grid_now, progress_lines, public_grid
from tournaments.standings.selectors.player_records import player_record
from tournaments.standings.selectors.snapshots import public_table

pytestmark = pytest.mark.django_db


@world
def section():
    """Two rounds closed; of the third all but one result are in."""
    section = section_of(players=8)
    for _ in range(2):
        played_round(section)
    row = published_round(section)
    for board in row.pairings.filter(black__isnull=False).order_by("board_number")[1:]:
        for game in board.games.all():
            record_result(pairing_id=board.pk, game=game.number, outcome=Outcome.BLACK, actor=SYSTEM)
    return section


def totals(section):
    """Points by name in the table, the cross-table, the progress table and on everybody's page."""
    table, _is_provisional = public_table(section)
    grid = public_grid(section)
    return [
        {row.entry.name: row.points for row in table.rows},
        {row.entry.name: row.points for row, _cells in cross_lines(grid)},
        {line.entry.name: line.steps[-1].score for line in progress_lines(grid)},
        {
            entry.name: player_record(entry, section).row.points
            for entry in section.entries.filter(number__isnull=False)
        },
    ]


def test_every_public_total_is_that_of_the_published_standings(section):
    first, *others = totals(section)
    assert others == [first] * 3
    assert public_grid(section).results.rounds == 2
    assert [len(cells) for _row, cells in cross_lines(public_grid(section))] == [2] * 8
    now = {row.entry.name: row.points for row, _cells in cross_lines(grid_now(section))}
    assert now != first
    assert grid_now(section).is_provisional


def test_before_anything_is_published_all_are_of_the_moment_and_say_so():
    section = section_of(players=6)
    published_round(section)
    first, *others = totals(section)
    assert others == [first] * 3
    assert public_grid(section).is_provisional
    names = [section.event.slug, section.slug]
    for page in ("crosstable", "progress"):
        told = Client().get(reverse(f"tournaments:{page}", args=names)).content.decode()
        assert "provisional" in told


def test_a_round_that_is_opened_again_counts_nowhere(section):
    reopen_round(round_id=section.round_rows.get(number=2).pk, actor=SYSTEM)
    first, *others = totals(section)
    assert others == [first] * 3
    assert public_grid(section).results.rounds == 1


def test_a_correction_reaches_every_page_at_once(section):
    board = section.round_rows.get(number=1).pairings.filter(black__isnull=False).first()
    was = totals(section)[0]
    for game in board.games.all():
        other = Outcome.DRAW if game.outcome != Outcome.DRAW else Outcome.WHITE
        record_result(
            pairing_id=board.pk, game=game.number, outcome=other, actor=SYSTEM, reason="seen on the sheet"
        )
    first, *others = totals(section)
    assert others == [first] * 3
    assert first != was


def test_pages_say_up_to_which_round_they_count(section):
    names, told = (
        [section.event.slug, section.slug],
        "Published standings after round 2. Results of round 3 count once it is closed.",
    )
    pages = [reverse(f"tournaments:{page}", args=names) for page in ("crosstable", "progress")]
    for page in [*pages, reverse("tournaments:player", args=[*names, 1])]:
        text = " ".join(Client().get(page).content.decode().split())
        assert told in text
        assert reverse("tournaments:standings_now", args=names) in text
    header = Client().get(pages[0]).content.decode().split("</thead>")[0]
    assert '<th scope="col">2</th>' in header
    assert '<th scope="col">3</th>' not in header


def test_files_and_the_interface_count_the_same_rounds(section):
    heading = exported_section(section, "progress").data.decode("utf-8-sig").splitlines()[0]
    assert heading == "rank,number,name,1,2"
    for what in ("crosstable", "progress"):
        path = f"/api/v1/sections/{section.pk}/{what}"
        published = Client().get(path).json()
        assert {(line["after"], line["is_provisional"]) for line in published} == {(2, False)}
        now = Client().get(path, {"now": "true"}).json()
        assert {(line["after"], line["is_provisional"]) for line in now} == {(3, True)}
        assert Client().get(path, {"now": "perhaps"}).status_code == 400
    cross = Client().get(f"/api/v1/sections/{section.pk}/crosstable").json()
    assert {line["entry"]["name"]: line["points"] for line in cross} == totals(section)[0]


def test_a_round_won_by_forfeit_has_no_side(section):
    board = section.round_rows.get(number=3).pairings.get(board_number=1)
    for game in board.games.all():
        outcome = Outcome.WHITE_FORFEIT if game.number % 2 else Outcome.BLACK_FORFEIT
        record_result(pairing_id=board.pk, game=game.number, outcome=outcome, actor=SYSTEM)
    cells = {row.entry.pk: cells[-1] for row, cells in cross_lines(grid_now(section))}
    assert cells[board.white_id].startswith(f"{board.black.number}+ ")
    assert cells[board.black_id] == f"{board.white.number}- 0"


def test_final_standings_are_not_provisional_for_a_round_that_was_never_closed(client):
    section = section_of(players=4, rounds=2)
    play(published_round(section))
    last = published_round(section)
    play(last)
    assert grid_now(section).is_provisional
    close_round(round_id=last.pk, actor=SYSTEM)
    assert not grid_now(section).is_provisional
    client.force_login(somebody(Role.DIRECTOR).user)
    told = client.get(reverse("tournaments:desk_standings", args=[section.pk])).content.decode()
    assert "final</span>" in told
    assert "provisional" not in told
