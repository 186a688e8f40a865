"""Lists with headings: CSV and spreadsheets of federations, of Swiss-Manager and of Lidraughts.

They are read by headings, in any order of columns. SOURCES.md has the headings of each program and
federation, and where they are from. The text export of Swiss-Manager has German headings.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Final

from club.lists.columns import MAX_HEADING_ROW, Column, ListColumns, plain_heading
from tournaments.exchange.errors import ListLineBroken, ListWithoutHeadings
from tournaments.exchange.player_lists.players import (
    MAX_SHOWN_TEXT,
    ListedPlayer,
    RatingKind,
    Search,
    player_of,
)

COLUMNS: Final = ListColumns(
    name=Column("name", "name, player, naam, speler, nom, joueur, nome, jogador, имя, фио, игрок, username"),
    last_name=Column(
        "last name",
        "last name, lastname, last n, last, surname, family name, achternaam, nachname, nom de famille, "
        "sobrenome, фамилия",
    ),
    first_name=Column(
        "first name",
        "first name, firstname, first n, first, given name, voornaam, vorname, prénom, primeiro nome",
    ),
    particle=Column("particle", "tussenvoegsel, tussenvoegsels, voorvoegsel, prefix"),
    number=Column(
        "number",
        "id no, idno, id, id number, number of the federation, federation id, federation number, player id, "
        "relatienummer, relatie nr, bondsnummer, bondsnr, lidnummer, kndb, kndb nr, kndb nummer, kndb id, "
        "fmjd, fmjd id, fmjd nr, fmjd number, nr ew, licence, licentie, licença, ident, identnr, номер",
    ),
    fide_number=Column(
        "FIDE number", "fide no, fideno, fide-no, fide id, fideid, fide-id, fideident, fide nr, fide number"
    ),
    title=Column("title", "title, tit, titel, titre, título, звание"),
    women_title=Column("women's title", "w title, wtit, wtitle"),
    federation=Column(
        "federation", "fed, federation, country, land, fédération, pays, país, федерация, страна"
    ),
    club_name=Column(
        "club",
        "club, club name, clubname, club/city, klub, vereniging, verenigingsnaam, team, teamname, "
        "clube, клуб",
    ),
    birth=Column(
        "birth",
        "birthday, birth, birth year, birth date, birthdate, born, b-day, year of birth, date of birth, "
        "geboren, geboortejaar, geboortedatum, geburt, né, né le, année, nascimento, дата рождения, "
        "год рождения",
    ),
    rating=Column(
        "rating",
        "rating, rtg, rtg int, rating int, irtg, rtgi, elo, elo int, eloint, srtng, kndb rating, "
        "kndb-rating, fmjd rating, fmjd-rating, rating fmjd, rating kndb, std, standard, classement, рейтинг",
    ),
    national_rating=Column(
        "national rating", "rtg nat, nrtg, rtgn, elo nat, elonat, national rating, nationale rating"
    ),
    rapid_rating=Column("rapid rating", "rapid, rapid rating, rrtng"),
    blitz_rating=Column("blitz rating", "blitz, blitz rating, brtng"),
)
BODIES: Final = (
    *(("fmjd", "FMJD"), ("nr ew", "FMJD")),
    *(("kndb", "KNDB"), ("relatienummer", "KNDB"), ("bondsnummer", "KNDB")),
)
"""Words of headings that name who gave the numbers."""
SWISS_MANAGER: Final = frozenset({"rtg nat", "rtg int", "rtgi", "rtgn", "irtg", "nrtg", "elonat", "eloint"})
DELIMITERS: Final = "\t;,|"


def table_kind(headings: Sequence[str]) -> tuple[str, str]:
    """Return the kind of a list, and the federation that gave its numbers, by its headings."""
    plain = [plain_heading(heading) for heading in headings]
    if SWISS_MANAGER & set(plain):
        return "swiss_manager", ""
    if "username" in plain:
        return "lidraughts", ""
    body = next((body for word, body in BODIES if any(word in heading for heading in plain)), "")
    return body.lower() or "table", body


def delimiter_of(lines: Iterable[str]) -> str:
    """Return the sign that separates the columns: the most frequent one in a line of the head."""
    return max(((line.count(sign), sign) for line in lines for sign in DELIMITERS), default=(0, ","))[1]


def rows_of_text(lines: Iterator[tuple[int, str]], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Read delimited rows with their lines. Raises ListLineBroken for a row that is no CSV."""
    for number, line in lines:
        try:
            yield number, next(csv.reader([line], delimiter=delimiter))
        except csv.Error:
            raise ListLineBroken(line=number, text=line.strip()[:MAX_SHOWN_TEXT]) from None


class Table:
    """A list with headings: the kind by them, and the players below."""

    def __init__(self, rows: Iterator[tuple[int, Sequence[str]]]) -> None:
        head = list(islice(rows, MAX_HEADING_ROW))
        at = COLUMNS.heading_at([row for _number, row in head])
        headings = head[at][1] if head else []
        self.columns: Mapping[int, str] = COLUMNS.guess([headings])
        if not {"name", "last_name"} & set(self.columns.values()):
            raise ListWithoutHeadings(
                line=head[at][0] if head else 1, text=", ".join(headings)[:MAX_SHOWN_TEXT]
            )
        self.kind, self.body = table_kind(headings)
        self.rows = chain(head[at + 1 :], rows)

    def players(self, search: Search, kind: RatingKind) -> Iterator[ListedPlayer | None]:
        """Read the players row by row."""
        for number, row in self.rows:
            if search.may_fit(" ".join(row)):
                cells = COLUMNS.cells(row, self.columns)
                yield player_of(cells, line=number, kind=kind, body=self.body)
            else:
                yield None
