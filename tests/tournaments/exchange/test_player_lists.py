"""Players from files that directors have: recognised by content, searched as a stream, matched, entered.

Samples are invented in layouts that tournaments/exchange/player_lists/SOURCES.md names.
"""

import io
import json
import tracemalloc
import zipfile
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.urls import reverse
from event_rows import section_of
from people import account, browser_of
from small_reports import player_line, trf
from worlds import world

from club.core.actor import SYSTEM
from club.models import FederationNumber, Person
from club.paper.sheets import write_sheet
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.exchange.errors import (
    ListCellUnreadable,
    ListedPlayerEntered,
    ListFileUnknown,
    ListForPlayersOnly,
    ListLineBroken,
    ListTooLarge,
    ListWithoutHeadings,
    PersonNotHere,
    TooManyListed,
)
from tournaments.exchange.player_lists.players import MAX_FOUND, ListedPlayer, RatingKind, Search
from tournaments.exchange.player_lists.reading import LEAST_LINE, read_list
from tournaments.exchange.selectors.list_matches import Match, matched_players
from tournaments.exchange.services.listed_players import ChosenPlayer, add_listed_players
from tournaments.exchange.trf import TrfError
from tournaments.models import Entry

COMBINED = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit"
    "           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag"
)
SINGLE = (
    "ID Number      Name                                                         Fed Sex Tit  WTit OTit"
    "           FOA SEP26 Gms K  B-day Flag"
)
OLD = "ID_NUMBER NAME                            TITLFED  MAR11 GAMESBORN  FLAG"


def combined(number, name, *, fed="NED", title="", women="", ratings=(0, 0, 0), born="", flag=""):
    """A line of the combined list of FIDE, as text."""
    facts = f"{number:<15}{name:<61}{fed:<4}{'M':<4}{title:<5}{women:<5}{'':<15}{'':<4}"
    games = "".join(f"{rating or '':<6}{'0':<4}{'20':<3}" for rating in ratings)
    return f"{facts}{games}{born:<6}{flag:<4}"


def single(number, name, *, rating=0, born=""):
    facts = f"{number:<15}{name:<61}{'NED':<4}{'F':<4}{'':<5}{'WFM':<5}{'':<15}{'':<4}"
    return f"{facts}{rating:<6}{'3':<4}{'20':<3}{born:<6}"


def xml(*players):
    texts = "".join(
        f"<player>\n<fideid>{number}</fideid>\n<name>{name}</name>\n<country>NED</country>\n<sex>M</sex>\n"
        "<title></title>\n<w_title>WFM</w_title>\n<rating>2001</rating>\n<k>20</k>\n"
        "<rapid_rating>1990</rapid_rating>\n<birthday>1990</birthday>\n<flag></flag>\n</player>\n"
        for number, name in players
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<playerslist>\n{texts}</playerslist>\n'.encode()


def zipped(**files):
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    return whole.getvalue()


def rows_of(*lines):
    return [line.split(";") for line in lines]


def listed(data, text="", **kwargs):
    data = data.encode() if isinstance(data, str) else data
    return read_list(io.BytesIO(data), search=Search(text), **kwargs)


FIDE = "\r\n".join(
    [
        COMBINED,
        combined(101, "Vries, Piet de", title="FM", ratings=(2101, 2000, 1900), born="1980"),
        combined(102, "Smit, Anna", women="WIM", ratings=(0, 1850, 0), born="2001", flag="wi"),
        combined(103, "Smits, Jan", fed="BEL"),
        "",
    ]
)


def test_the_combined_list_of_fide():
    found = listed(FIDE)
    piet, anna, jan = found.players
    assert (found.kind, found.read) == ("fide_text", 3)
    assert piet == ListedPlayer(
        name="Vries, Piet de",
        number="101",
        body="FIDE",
        rating=2101,
        title="FM",
        federation="NED",
        birth_year=1980,
    )
    assert (anna.title, anna.rating, jan.federation, jan.birth_year) == ("WIM", 0, "BEL", None)
    assert (piet.line, anna.line) == (2, 3)
    rapid = listed(FIDE, rating=RatingKind.RAPID).players
    assert [one.rating for one in rapid] == [2000, 1850, 0]


def test_single_and_older_lists_of_fide():
    (found,) = listed(f"{SINGLE}\n{single(7, 'Smit, Anna', rating=1950, born='2001')}\n").players
    assert (found.rating, found.birth_year, found.title) == (1950, 2001, "WFM")
    old = f"{'104':<10}{'Smit, Anna':<32}{'wf':<5}{'NED':<4} {'1890':<6}{'12':<5}{'2001':<6}"
    (found,) = listed(f"{OLD}\n{old}\n").players
    assert (found.name, found.federation, found.rating, found.birth_year) == ("Smit, Anna", "NED", 1890, 2001)
    assert found.title == "wf"


def test_the_xml_list_of_fide_in_a_zip():
    data = zipped(notes_md=b"x", players__list_xml=xml((101, "Vries, Piet de"), (102, "O&apos;Hara, Ann")))
    found = listed(data, "ann", rating=RatingKind.RAPID)
    (player,) = found.players
    assert (found.kind, found.read) == ("fide_xml", 2)
    assert (player.name, player.number, player.body, player.rating) == ("O'Hara, Ann", "102", "FIDE", 1990)
    assert (player.title, player.birth_year) == ("WFM", 1990)


@pytest.mark.parametrize(
    ("kind", "rows", "told"),
    [
        (
            "kndb",
            [
                ["KNDB-rating per 1 september"],
                [
                    "Relatienummer",
                    "Voornaam",
                    "Tussenvoegsel",
                    "Achternaam",
                    "Vereniging",
                    "Rating",
                    "Geboren",
                ],
                ["12345", "Piet", "de", "Vries", "Damclub Noord", "1234", "1980"],
            ],
            ("Piet de Vries", "12345", "KNDB", 1234, "", "Damclub Noord", 1980),
        ),
        (
            "fmjd",
            [
                ["Pos", "FMJD ID", "Name", "Title", "Country", "Rating", "Birthday"],
                ["1", "10001", "Vries Piet", "MI", "NED", "2301.5", "30-11-1980"],
            ],
            ("Vries Piet", "10001", "FMJD", 2301, "NED", "", 1980),
        ),
        (
            "swiss_manager",
            [
                ["ID_No", "Name", "Sex", "Fed", "ClubName", "Birthday", "Rtg_Nat", "Fide_No", "Rtg_Int"],
                ["77", "Vries, Piet de", "", "NED", "Noord", "1980/00/00", "1700", "0", "0"],
            ],
            ("Vries, Piet de", "77", "", 1700, "NED", "Noord", 1980),
        ),
        (
            "fmjd",
            [
                ["nr_ew", "last_n", "first_n", "country", "title", "rating", "wtitle", "wrating", "nick"],
                ["00123", "Vries", "Piet", "NL", "MI", "2301", "", "", "pieter"],
            ],
            ("Piet Vries", "00123", "FMJD", 2301, "", "", None),
        ),
        (
            "swiss_manager",
            rows_of(
                "Nr;Name;Titel;Identnr;EloNat;EloInt;Geburt;Fed;Sex;Typ;Gr;KlubNr;Klub;FideIdent;Quelle;Pkt;"
                "Wtg1;Wtg2;Rang;Nachname;Vorname;Atitel",
                "1;Vries Piet;FM;77;1700;0;01.06.1980;NED;;;;4;Noord;0;;2.5;7;6;1;Vries;Piet;",
            ),
            ("Piet Vries", "77", "", 1700, "NED", "Noord", 1980),
        ),
        (
            "swiss_manager",
            rows_of(
                *(f"Fact {at} of the event" for at in range(18)),
                "Rank;SNo.;Title;Name;Name;;Rtg;NRtg;IRtg;Fed;fs;Birth;Fide-No.;Club/City",
                "1;3;;Vries Piet;Vries P;;1701;1690;1700;NED;;1980/00/00;4005;Noord",
            ),
            ("Vries Piet", "4005", "FIDE", 1701, "NED", "Noord", 1980),
        ),
        (
            "table",
            [["Nom", "Club", "Elo"], ["Élise Dupont", "Damier", ""]],
            ("Élise Dupont", "", "", 0, "", "Damier", None),
        ),
    ],
)
def test_lists_with_headings(kind, rows, told):
    facts = ("name", "number", "body", "rating", "federation", "club_name", "birth_year")
    text = "\r\n".join(";".join(row) for row in rows)
    for data in (text, text.replace(";", "\t").encode("utf-16"), text.encode("cp1252"), write_sheet(rows)):
        found = listed(data)
        assert found.kind == kind
        assert [tuple(getattr(one, name) for name in facts) for one in found.players] == [told]


def test_lists_of_lidraughts():
    members = [
        {"id": "piet", "username": "Piet", "title": "FM", "perfs": {"rapid": {"games": 3, "rating": 1800}}},
        {
            "id": "anna",
            "username": "Anna",
            "profile": {"firstName": "Anna", "lastName": "Smit"},
            "perfs": {"frisian": {"games": 9, "rating": 2000}, "classical": {"games": 0, "rating": 1500}},
        },
    ]
    found = listed("\n".join(map(json.dumps, members)), variant="frisian")
    assert found.kind == "lidraughts"
    assert [(one.name, one.number, one.rating) for one in found.players] == [
        ("Piet", "Piet", 1800),
        ("Anna Smit", "Anna", 2000),
    ]
    assert {one.body for one in found.players} == {"Lidraughts"}
    arena = [{"rank": 1, "score": 12, "rating": 1900, "username": "Piet", "performance": 2000}]
    swiss = [{"rank": 1, "points": 3, "rating": 1900, "user": {"name": "Piet", "id": "piet"}}]
    battle = {"id": "CdPg1ey4", "teams": [{"id": "coders", "players": swiss}]}
    for document in (arena, swiss, {"standing": {"players": arena}}, {"players": arena}, battle):
        for text in (json.dumps(document), json.dumps(document, indent=2)):
            (player,) = listed(text).players
            assert (player.name, player.rating) == ("Piet", 1900)
    (player,) = listed("Rank,Title,Username,Rating,Points\n1,,Piet,1900,3\n").players
    assert (player.name, player.rating) == ("Piet", 1900)


def test_players_of_a_report():
    found = listed(trf(player_line(1, "0.0", name="Vries, Piet de"), player_line(2, "0.0", name="Smit, A")))
    assert found.kind == "trf"
    assert [(one.name, one.rating) for one in found.players] == [("Vries, Piet de", 1999), ("Smit, A", 1998)]
    with pytest.raises(TrfError):
        listed("001 no report\n")


def test_players_of_the_report_of_a_swiss_of_lidraughts():
    players = (player_line(1, "0.0", name="Piet"), player_line(2, "0.0", name="Anna"))
    found = listed(b"XXR 5\nXXC white1\n" + trf(*players, head=()))
    assert [one.name for one in found.players] == ["Piet", "Anna"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("smit", ["Smit, Anna", "Smits, Jan"]),
        ("Anna Smit", ["Smit, Anna"]),
        ("ann smi", ["Smit, Anna"]),
        ("de vries piet", ["Vries, Piet de"]),
        ("mit", []),
        ("103", ["Smits, Jan"]),
        ("10", []),
        ("vries\n\n102\nvries", ["Vries, Piet de", "Smit, Anna"]),
        (" ,; ", ["Vries, Piet de", "Smit, Anna", "Smits, Jan"]),
    ],
)
def test_search(text, names):
    assert [one.name for one in listed(FIDE, text).players] == names


def test_search_without_accents():
    text = "Name;ID\nJosé Muñoz-Álvarez;1\nЖжё Пёж;2\n"
    assert [one.number for one in listed(text, "jose munoz alvarez").players] == ["1"]
    assert [one.number for one in listed(text, "жже пеж").players] == ["2"]


@pytest.mark.parametrize(
    ("data", "error", "facts"),
    [
        (b"", ListFileUnknown, {"why": "empty"}),
        (b"\xd0\xcf\x11\xe0 x", ListFileUnknown, {"why": "xls"}),
        (b"%PDF-1.7", ListFileUnknown, {"why": "pdf"}),
        (b"<!DOCTYPE html><table>", ListFileUnknown, {"why": "markup"}),
        (b"PK\x03\x04 half", ListFileUnknown, {"why": "damaged"}),
        (b"a\x00b;c", ListFileUnknown, {"why": "binary"}),
        (zipped(photo_png=b"x"), ListFileUnknown, {"why": "empty_zip"}),
        (zipped(a_txt=zipped(b_txt=b"x")), ListFileUnknown, {"why": "nested"}),
        (zipped(a_txt=b"x").replace(b"a.txt", b"\0.txt"), ListFileUnknown, {"why": "empty_zip"}),
        (b"12;13\n1;2\n", ListWithoutHeadings, {"line": 1}),
        (
            b'ID Number  "Name"  Fed\n1  A  NED\n',
            ListWithoutHeadings,
            {"line": 1, "text": 'ID Number  "Name"  Fed'},
        ),
        (b"Name;Rating\nA;1700\nB;many\n", ListCellUnreadable, {"line": 3, "cell": "many"}),
        (b"Name;Rating\nA;9000\n", ListCellUnreadable, {"line": 2}),
        (f"{COMBINED}\n{combined(1, 'A')}\n104\n".encode(), ListLineBroken, {"line": 3, "text": "104"}),
        (b'{"username": "a"}\n{"username": \n', ListLineBroken, {"line": 2}),
        (b'[{"username": "a"},\n{"username": \n', ListLineBroken, {"line": 2}),
        (b'{"username": "a"}\n[]\n', ListLineBroken, {"line": 2}),
        (xml((1, "A"), (2, "B"))[:-40], ListLineBroken, {}),
        (xml((1, "A"), (2, "<B>")), ListLineBroken, {"line": 16}),
        (xml((1, "A"), (2, "<!ENTITY x 'y'>")), ListLineBroken, {"line": 16}),
        (xml((1, "A")) + b"<player " * 100_000 + b"</player>", ListLineBroken, {"line": 15}),
    ],
)
def test_a_bad_file_is_refused_with_its_line(data, error, facts):
    with pytest.raises(error) as refusal:
        listed(data, name="list.txt")
    assert {name: refusal.value.facts[name] for name in facts} == facts
    assert all(map(str, refusal.value.sentences()))


def test_a_list_too_long_for_the_page():
    text = "Name;ID\n" + "".join(f"Piet {at};{at}\n" for at in range(MAX_FOUND + 1))
    with pytest.raises(TooManyListed):
        listed(text)
    with pytest.raises(TooManyListed):
        listed(text, "piet")
    fitting = ["17", *map(str, range(170, 180)), "299"]
    assert [one.number for one in listed(text, "piet 17\n299").players] == fitting


def understated(data, size):
    """The zip with another size of its only file in both headers."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        true = archive.infolist()[0].file_size
    return data.replace(true.to_bytes(4, "little"), size.to_bytes(4, "little"))


def test_a_file_that_unpacks_without_end():
    bomb = zipped(a_csv="Name;ID\n" + "A;1\n" * 50_000)
    assert len(bomb) < 2_000
    for data in (bomb, "Name;ID\n" + "A;1\n" * 50_000):
        with pytest.raises(ListTooLarge) as refusal:
            listed(data, "nobody", limit=500_000)
        assert refusal.value.facts == {"limit": 50_000}
        assert listed(data, "nobody", limit=10 * 50_001 * LEAST_LINE).read == 50_000
    with pytest.raises(ListTooLarge) as refusal:
        listed(bomb, "nobody", limit=50_000)  # as its directory says
    assert refusal.value.facts == {"limit": 50_000}
    with pytest.raises((ListTooLarge, ListFileUnknown)):
        listed(understated(bomb, 100), "nobody", limit=50_000)
    assert listed(xml((1, "A")), limit=len(xml((1, "A")))).read == 1


def test_a_request_reads_no_zip_bomb(entered, settings):
    section, _persons = entered
    settings.PLAYER_LIST_LIMIT = 50_000
    browser = browser_of(account("dora", role="director", at=section.event.organisation))
    bomb = zipped(a_csv="Name;ID\n" + "A;1\n" * 50_000)
    for address in (
        f"/desk/sections/{section.pk}/player-list/",
        f"/api/v1/sections/{section.pk}/entries/player-list",
    ):
        file = SimpleUploadedFile("list.zip", bomb)
        answer = browser.post(address, {"file": file, "search": "nobody", "rating": "standard"})
        assert answer.status_code == 422
        assert "manage.py player_list" in answer.content.decode()


def test_a_line_without_end():
    with pytest.raises(ListLineBroken):
        listed("Name;ID\n" + "A" * 200_000, "nobody")


@pytest.mark.parametrize("kind", ["text", "xml"])
def test_a_large_list_is_read_in_bounded_memory(tmp_path, kind):
    path = tmp_path / "list"
    with path.open("wb") as file:
        if kind == "text":
            file.write(f"{COMBINED}\n".encode())
            for at in range(40_000):
                file.write(f"{combined(at, f'Vries{at:06}, Piet')}\n".encode())
        else:
            head, one, tail = xml((0, "A")).partition(b"<player>")
            player = (one + tail).removesuffix(b"</playerslist>\n")
            file.write(head)
            for at in range(40_000):
                file.write(player.replace(b">A<", b">Vries%06d, Piet<" % at))
            file.write(b"</playerslist>\n")
    size = path.stat().st_size
    assert size > 5_000_000
    tracemalloc.start()
    with path.open("rb") as file:
        found = read_list(file, search=Search("vries012345"))
    _now, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (found.read, len(found.players)) == (40_000, 1)
    assert peak < 5_000_000


@world
def entered():
    """A section with one entry, and four persons of its club."""
    section = section_of(players=0)
    club = section.event.organisation
    persons = {
        name: Person.objects.create(name=name, organisation=club, born_on=born)
        for name, born in (
            ("Piet de Vries", date(1980, 5, 1)),
            ("Anna Smit", None),
            ("Jan Bos", date(1990, 1, 1)),
            ("Kees Kool", date(1970, 1, 1)),
        )
    }
    FederationNumber.objects.create(person=persons["Kees Kool"], body="fide", number="900")
    add_entries(section_id=section.pk, lines=[EntryLine("Mary Ann")], actor=SYSTEM)
    return section, persons


def player(name, **facts):
    return ListedPlayer(name=name, **facts)


def test_who_is_known(entered):
    section, persons = entered
    Entry.objects.filter(name="Mary Ann").update(federation_id="555", birth_year=1999)
    asked = [
        (player("Cool, Kees", number="900", body="FIDE"), Match.SURE, "Kees Kool"),
        (player("Kool, Kees", number="900", body="KNDB"), Match.DOUBTFUL, "Kees Kool"),
        (player("Vries, Piet de", birth_year=1980), Match.SURE, "Piet de Vries"),
        (player("Vries, Piet de", birth_year=1955), Match.DOUBTFUL, None),
        (player("Smit, Anna", birth_year=1990), Match.DOUBTFUL, "Anna Smit"),
        (player("Jan Boss"), Match.DOUBTFUL, None),
        (player("Somebody Else"), Match.NEW, None),
        (player("Ann, Mary"), Match.ENTERED, None),
        (player("Ann, Mary", birth_year=1999), Match.ENTERED, None),
        (player("Ann, Mary", birth_year=1950), Match.NEW, None),
        (player("Anne, Maria", number="555"), Match.ENTERED, None),
    ]
    found = matched_players(section, [one for one, _match, _name in asked])
    assert [one.match for one in found] == [match for _one, match, _name in asked]
    names = [one.person or one.suggested for one in found]
    assert [one and one.name for one in names] == [name for _one, _match, name in asked]
    assert persons["Jan Bos"] in found[5].candidates
    elsewhere = section_of(club=None, players=0)
    Person.objects.update(organisation=None)
    (one,) = matched_players(elsewhere, [player("Piet de Vries", birth_year=1980)])
    assert one.match is Match.NEW


def test_chosen_players_are_entered_with_their_facts(entered):
    section, persons = entered
    chosen = [
        ChosenPlayer(
            player("Vries, P. de", number="101", rating=2101, title="FM", federation="NED", birth_year=1980),
            persons["Piet de Vries"].pk,
        ),
        ChosenPlayer(player("Smit, Anna", club_name="Noord")),
        ChosenPlayer(player("Smit, Anna", club_name="Zuid")),
        ChosenPlayer(player("Anna Smit")),
    ]
    made = add_listed_players(section_id=section.pk, chosen=chosen, actor=SYSTEM)
    piet = Entry.objects.get(pk=made[0].pk)
    assert (piet.name, piet.person, piet.rating) == ("Piet de Vries", persons["Piet de Vries"], 2101)
    facts = (piet.federation_id, piet.birth_year, piet.title, piet.federation)
    assert facts == ("101", 1980, "FM", "NED")
    names = [Entry.objects.get(pk=one.pk).name for one in made[1:]]
    assert names == ["Smit, Anna", "Smit, Anna (2)", "Anna Smit"]
    assert not Entry.objects.filter(pk__in=[one.pk for one in made[1:]], person__isnull=False).exists()


@pytest.mark.parametrize(
    ("names", "error"),
    [
        ([("A B", None), ("Mary Ann", None)], ListedPlayerEntered),
        ([("A B", "Anna Smit"), ("C D", "Anna Smit")], PersonNotHere),
        ([("A B", "elsewhere")], PersonNotHere),
        ([("A B", "Jan Bos")], ListedPlayerEntered),
    ],
)
def test_refused_choices_add_nobody(entered, names, error):
    section, persons = entered
    Entry.objects.create(section=section, name="J. B.", person=persons["Jan Bos"])
    elsewhere = Person.objects.create(name="elsewhere")
    count = Entry.objects.count()
    ids = {name: one.pk for name, one in persons.items()} | {"elsewhere": elsewhere.pk}
    chosen = [ChosenPlayer(player(name), ids[person] if person else None) for name, person in names]
    with pytest.raises(error):
        add_listed_players(section_id=section.pk, chosen=chosen, actor=SYSTEM)
    assert Entry.objects.count() == count


@pytest.mark.django_db
def test_a_section_of_teams_takes_no_list():
    section = section_of(preset="team_swiss", players=0)
    with pytest.raises(ListForPlayersOnly):
        add_listed_players(section_id=section.pk, chosen=[ChosenPlayer(player("A"))], actor=SYSTEM)


def upload(data=FIDE, name="list.txt"):
    return SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)


def test_the_page_searches_and_enters(entered):
    section, persons = entered
    director = browser_of(account("dora", role="director", at=section.event.organisation))
    entries = reverse("tournaments:desk_entries", args=[section.pk])
    address = reverse("tournaments:desk_player_list", args=[section.pk])
    assert address in director.get(entries).content.decode()
    assert director.get(address).status_code == 200
    answer = director.post(
        address, {"file": upload(), "search": "de vries\nsmit\nnobody at all", "rating": "standard"}
    )
    text = answer.content.decode()
    assert answer.status_code == 200
    assert answer.context["taken"] == {0}  # two players fit "smit"
    assert [one.match for _at, one in answer.context["found"]] == ["sure", "doubtful", "new"]
    assert "nobody at all" in text
    assert "FIDE rating list (text)" in text
    sent = {
        "players": answer.context["players"],
        "take": ["0", "1"],
        "person-0": persons["Piet de Vries"].pk,
        "person-1": persons["Anna Smit"].pk,
    }
    address = reverse("tournaments:desk_list_add", args=[section.pk])
    for broken in ({"players": "["}, {"take": ["9"]}, {"take": ["x"]}, {"person-0": "x"}, {"players": "[1]"}):
        assert director.post(address, sent | broken).status_code == 422
    assert director.post(address, {"players": sent["players"]}).status_code == 422
    first, *others = json.loads(sent["players"])
    wrongs = ({"name": 5}, {"name": " "}, {"rating": "1"}, {"rating": 9000}, {"birth_year": -5})
    for wrong in (*wrongs, {"title": "x" * 99}, {"federation": "Dutch"}):
        broken = json.dumps([first | wrong, *others])
        assert director.post(address, sent | {"players": broken}).status_code == 422
    assert director.post(address, sent).url == entries
    made = section.entries.filter(person__isnull=False).order_by("pk")
    assert [(one.name, one.federation_id) for one in made] == [("Piet de Vries", "101"), ("Anna Smit", "102")]
    again = director.post(address, sent)
    assert again.status_code == 409
    assert "Already entered" in again.content.decode()


def test_the_page_tells_what_is_wrong_with_a_file(entered):
    section, _persons = entered
    director = browser_of(account("dora", role="director", at=section.event.organisation))
    address = reverse("tournaments:desk_player_list", args=[section.pk])
    answer = director.post(address, {"file": upload("Name;Rating\nA;many\n"), "rating": "standard"})
    assert answer.status_code == 422
    assert "Line 2" in answer.content.decode()
    answer = director.post(address, {"file": upload(trf("001 x"), "a.trf"), "rating": "standard"})
    assert answer.status_code == 422
    assert "a.trf" in answer.content.decode()
    assert director.post(address, {"search": "a"}).status_code == 422


def test_the_interface_searches_and_enters(entered):
    section, persons = entered
    director = browser_of(account("dora", role="director", at=section.event.organisation))
    address = f"/api/v1/sections/{section.pk}/entries/"
    found = director.post(f"{address}player-list", {"file": upload(), "search": "vries\nsmit"}).json()
    assert (found["kind"], found["read"]) == ("fide_text", 3)
    first, second, _third = found["players"]
    assert (first["match"], first["person"]["id"]) == ("sure", persons["Piet de Vries"].pk)
    assert (second["match"], second["candidates"][0]["name"]) == ("doubtful", "Anna Smit")
    sent = {"players": [first | {"person": first["person"]["id"]}, second | {"person": None}]}
    for one in sent["players"]:
        del one["match"], one["candidates"]
    made = director.post(f"{address}from-list", sent, content_type="application/json")
    assert made.status_code == 201, made.content
    assert section.entries.filter(pk__in=made.json()["entries"], birth_year__isnull=False).count() == 2
    again = director.post(f"{address}from-list", sent, content_type="application/json")
    assert (again.status_code, again.json()["code"]) == (409, "listed_player_entered")
    bad = director.post(f"{address}player-list", {"file": upload(b"%PDF", "a.pdf")})
    assert (bad.status_code, bad.json()["code"]) == (422, "list_file_unknown")
    for wrong in ({"rating": 5000}, {"federation": "Dutch"}, {"name": ""}):
        one = {"players": [{"name": "A"} | wrong]}
        answer = director.post(f"{address}from-list", one, content_type="application/json")
        assert answer.status_code == 400


def test_the_command_searches_and_enters(entered, tmp_path, capsys):
    section, _persons = entered
    path = tmp_path / "list.zip"
    path.write_bytes(zipped(players_txt=FIDE))
    (tmp_path / "names").write_text("de vries\nsmits\n")
    call_command("player_list", str(path), find=["102"], find_in=str(tmp_path / "names"))
    assert capsys.readouterr().out.splitlines()[1] == "102\tWIM\tSmit, Anna\t\tNED\t2001\t"
    call_command("player_list", str(path), section=str(section.pk))
    assert capsys.readouterr().out.startswith("sure\t101")
    assert section.entries.count() == 1
    call_command("player_list", str(path), section=str(section.pk), add=True)
    assert section.entries.count() == 4
    call_command("player_list", str(path), section=str(section.pk), add=True)
    assert section.entries.count() == 4
    for arguments in ({"section": "nowhere/main"}, {"add": True}, {"find": ["x"], "find_in": "missing"}):
        with pytest.raises(CommandError):
            call_command("player_list", str(path), **arguments)
    path.write_bytes(b"%PDF")
    with pytest.raises(CommandError, match="CSV"):
        call_command("player_list", str(path))
