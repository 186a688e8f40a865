"""Reports in the layouts of Swiss-Manager and OpenPairings, with invented players.

`tournaments/exchange/player_lists/SOURCES.md` names where the layouts are from.
"""

import pytest
from worlds import world

from club.core.actor import SYSTEM
from club.models import Organisation
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf

HEAD = (
    "012 Spring Open",
    "022 Ourtown",
    "032 NED",
    "042 2026/03/14",
    "052 2026/03/15",
    "062 4 (3)",
    "072 3",
    "082 0",
    "092 Individual: Swiss-System",
    "102 Jansen,Piet",
    "112 ",
    "122 15 minutes plus 10 sec per move",
    "142 3",
)
DATES = f"{'132':<91}26/03/14  26/03/14  26/03/15"
RULER = (
    "",
    "         1         2         3         4         5         6         7         8         9        10",
    "1234567890" * 11,
    "DDD SSSS sTTT NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN RRRR FFF IIIIIIIIIII BBBB/BB/BB PPPP RRRR  1111 1 1 ",
)


def player(start, name, rating, federation, number, year, points, *cells):
    """Record 001 in the columns of the ruler; for these players the rank is the starting rank."""
    facts = f"{name:<33} {rating:>4} {federation} {number:>11} {year}/00/00"
    return f"001 {start:>4} m    {facts} {points:>4} {start:>4}  {'  '.join(cells)} "


PLAYERS = (
    player(1, "Vries,Piet de", "1442", "NED", "4005", 2014, "2.0", "   3 w 1", "   2 b 1"),
    player(2, "Smit,Anna", "0000", "NED", "0", 2017, "1.0", "   4 b 1", "   1 w 0"),
    player(3, "Mueller,Kai", "1960", "GER", "0", 1996, "1.0", "   1 b 0", "0000 - U"),
    player(4, "Dupont,Élise", "1300", "FRA", "", 1999, "0.0", "   2 w 0", "0000 - -"),
)
SWISS_MANAGER = "\r\n".join([*HEAD, DATES, *RULER, *PLAYERS, ""]).encode()
OPENPAIRINGS = "\r\n".join(
    [
        *HEAD,
        "152 W",
        "182 OpenPairings v0.48.0",
        "192 FIDE_DUTCH_2026",
        "202 BH/C1,BH,SB",
        "222 900+10",
        DATES,
        *RULER,
        *PLAYERS,
        "260   1   3    1    2",
        "240 H   3    4",
        "",
    ]
).encode()


@world
def club():
    return Organisation.objects.create(name="North", slug="north")


@pytest.mark.parametrize("data", [SWISS_MANAGER, OPENPAIRINGS], ids=["Swiss-Manager", "OpenPairings"])
def test_the_ruler_above_the_players_is_kept_without_a_note(data):
    reading = read_trf(data)
    assert [one.code for one in reading.mended] == ["bye_letter"]
    assert [one.text for one in reading.report.kept] == [line.rstrip() for line in RULER if line]


def test_a_line_that_only_resembles_a_ruler_is_told():
    reading = read_trf(SWISS_MANAGER.replace(b"DDD SSSS", b"DXD SSSS"))
    assert "line_kept" in [one.code for one in reading.mended]


@pytest.mark.django_db
@pytest.mark.parametrize("data", [SWISS_MANAGER, OPENPAIRINGS], ids=["Swiss-Manager", "OpenPairings"])
def test_the_section_has_spaced_names_and_no_number_zero(club, data):
    made = import_section(organisation_id=club.pk, data=data, name="export.txt", actor=SYSTEM)
    entries = made.section.entries.order_by("number")
    assert [(one.name, one.federation_id, one.rating) for one in entries] == [
        ("Vries, Piet de", "4005", 1442),
        ("Smit, Anna", "", 0),
        ("Mueller, Kai", "", 1960),
        ("Dupont, Élise", "", 1300),
    ]
    assert made.section.rounds == 3
    assert [row.number for row in made.section.round_rows.order_by("number")] == [1, 2]
