"""A player's own page: the rounds, the next board, every sum in words, and what parts the neighbours."""

import pytest
from club_evening import draft_of, played_of, published_of, section_of
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from club.core.actor import SYSTEM
from tournaments.entries.services.entries import ask_bye
from tournaments.standings.pages.player_page import record_context
from tournaments.standings.ranking.values import Basis, Part
from tournaments.standings.selectors.player_records import player_record
from tournaments.standings.selectors.snapshots import public_table
from tournaments.standings.tie_break_explanations import OWN_RANKINGS, SENTENCES, between_text, part_text

NAMES = {1: "Ann", 2: "Bob"}


def page_of(section, number):
    return reverse("tournaments:player", args=[section.event.slug, section.slug, number])


@pytest.mark.parametrize(
    ("part", "code", "text", "article", "cut"),
    [
        pytest.param(Part(2, 1, 6, Basis.OPPONENT, 6), "BH", "Ann has 6", "", "", id="an opponent's score"),
        pytest.param(
            Part(2, 1, 6, Basis.OPPONENT, 6, cut="14.1"),
            "BH/C1",
            "Ann has 6",
            "",
            "C.07 14.1",
            id="the lowest cut",
        ),
        pytest.param(
            Part(2, 1, 6, Basis.OPPONENT, 3, 2), "SB", "Ann has 3, times 2 scored: 6", "", "", id="a product"
        ),
        pytest.param(
            Part(1, 0, 4, Basis.DUMMY, 4),
            "BH",
            "not played; replaced by a virtual opponent with the player's own score: 4",
            "C.07 16.4",
            "",
            id="a bye's dummy",
        ),
        pytest.param(Part(1, 2, 2, Basis.OWN_SCORE), "PTS", "against Bob: 2", "", "", id="own points"),
        pytest.param(Part(1, 2, 1, Basis.OWN_SCORE), "STD", "against Bob: 0.5", "", "", id="half points"),
        pytest.param(Part(0, 0, 7, Basis.OWN_DATA), "TPN", "7", "", "", id="a number of one's own"),
    ],
)
def test_parts_in_words(part, code, text, article, cut):
    assert part_text(part, code, NAMES) == (part.round, text, article, cut)


def test_every_basis_has_its_words():
    assert set(SENTENCES) | set(OWN_RANKINGS) == set(Basis)
    assert not set(SENTENCES) & set(OWN_RANKINGS)


@pytest.mark.parametrize(
    ("facts", "text"),
    [
        ({"code": "BH", "is_above": True}, "Ann is ahead on BH: 9 against 8."),
        ({"code": "BH", "is_above": False}, "Ann is behind on BH: 9 against 8."),
        ({"code": "", "is_above": True}, "Ann is tied on every tie-break and shares the place."),
    ],
)
def test_what_parts_neighbours(facts, text):
    assert between_text(other="Ann", own="8", theirs="9", **facts) == text


@pytest.mark.django_db
@pytest.mark.parametrize("preset", ["acf", "blitz", "micro", "round_robin", "international"])
def test_every_page_of_a_section_opens(client, preset):
    section = section_of(7, preset=preset)
    for _ in range(3):
        played_of(section)
    for number in range(1, 8):
        answer = client.get(page_of(section, number))
        assert answer.status_code == 200
        assert "after round 3" in answer.content.decode()


@pytest.mark.django_db
def test_the_sum_is_the_value():
    section = section_of(9, preset="blitz", tie_breaks=["BH/C1", "BH", "SB", "PS"])
    for _ in range(4):
        played_of(section)
    for entry in section.entries.all():
        for value in player_record(entry, section).row.values:
            assert sum(part.amount for part in value.parts if not part.cut) == int(value.text)


@pytest.mark.django_db
def test_neighbours_are_parted_by_the_first_column_that_differs():
    section = section_of(8)
    for _ in range(3):
        played_of(section)
    table, _is_provisional = public_table(section)
    for above, row in zip(table.rows, table.rows[1:], strict=False):
        record = player_record(row.entry, section)
        differing = [
            at
            for at, (one, other) in enumerate(zip(above.values, row.values, strict=True))
            if one.text != other.text
        ]
        assert record.above.row.entry == above.entry
        if record.above.column >= 0:
            assert record.above.column == differing[0]
        else:
            assert above.rank == row.rank


@pytest.mark.django_db
def test_the_next_board_is_named(client):
    section = section_of(8)
    played_of(section)
    pairing = published_of(section).pairings.get(board_number=1)
    text = client.get(page_of(section, pairing.white.number)).content.decode()
    assert f"Next: round 2, board 1, against {pairing.black.name}" in text
    assert "with White in the first game." in text


@pytest.mark.django_db
def test_a_draft_is_not_told(client):
    section = section_of(8)
    played_of(section)
    draft_of(section)
    assert "Next:" not in client.get(page_of(section, 1)).content.decode()


@pytest.mark.django_db
def test_results_are_told_with_the_player_first():
    section = section_of(4, preset="acf", deck="")
    played_of(section, outcomes=("white",))
    pairing = section.round_rows.get().pairings.get(board_number=1)
    told = record_context(player_record(pairing.black, section), section)
    assert told["lines"][0].games == ("0\N{EN DASH}2", "2\N{EN DASH}0")


@pytest.mark.django_db
def test_a_bye_is_told(client):
    section = section_of(5)
    away = section.entries.get(name="Player 02")
    ask_bye(entry_id=away.pk, round_number=1, kind="half", actor=SYSTEM)
    played_of(section)
    text = client.get(page_of(section, 2)).content.decode()
    assert "half-point bye" in text
    assert "cut under" in text


@pytest.mark.django_db
def test_nobody_sees_a_player_of_a_hidden_event_or_an_unknown_number(client):
    hidden = section_of(4, is_public=False)
    played_of(hidden)
    assert client.get(page_of(hidden, 1)).status_code == 404
    shown = section_of(4)
    played_of(shown)
    assert client.get(page_of(shown, 9)).status_code == 404


@pytest.mark.django_db
def test_the_page_asks_as_much_for_many_players_as_for_few(client):
    asked = []
    for players in (6, 24):
        section = section_of(players)
        for _ in range(3):
            played_of(section)
        with CaptureQueriesContext(connection) as seen:
            assert client.get(page_of(section, 1) + "?").status_code == 200
        asked.append(len(seen))
    assert asked[0] == asked[1]


@pytest.mark.django_db
def test_every_round_leads_to_why_it_is_so(client):
    section = section_of(4, preset="acf")
    board = played_of(section).pairings.get(board_number=1)
    address = reverse("tournaments:pairings", args=[section.event.slug, section.slug, 1])
    assert f"{address}#board-{board.pk}" in client.get(page_of(section, board.white.number)).content.decode()
    assert f'id="board-{board.pk}"' in client.get(address).content.decode()


@pytest.mark.django_db
def test_a_cut_is_named(client):
    section = section_of(6, tie_breaks=["BH/C1", "BH", "BH/M1"])
    played_of(section)
    names = [name for _code, name in player_record(section.entries.get(number=1), section).table.columns]
    cuts = ["Buchholz without the lowest", "Buchholz", "Buchholz without the highest and the lowest"]
    assert names[1:] == cuts
    assert cuts[0] in client.get(page_of(section, 1)).content.decode()


@pytest.mark.django_db
def test_a_round_with_an_adjourned_game_is_open():
    section = section_of(4, preset="acf")
    played_of(section, outcomes=("adjourned", "draw"))
    told = record_context(player_record(section.entries.get(number=1), section), section)
    assert told["lines"][0].total == "2\N{EN DASH}2 (open)"
