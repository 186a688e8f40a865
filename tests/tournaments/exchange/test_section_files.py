"""Sections as files: what goes out comes back the same, and a bad file changes nothing."""

import html
import io
import json
import re
import zipfile
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from effort import sample
from worlds import world

from club.core.actor import SYSTEM
from club.core.messages import refusal_text
from club.models import AuditEntry, Organisation, Role, RoleGrant, User
from games.archive.services.archive import save_game
from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.models import Game
from games.pdn import read_games
from tournaments.core import section_columns as columns
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries, ask_bye, withdraw_entry
from tournaments.events.services.events import create_event
from tournaments.events.services.setup_lists import (
    set_classes,
    set_fees,
    set_officials,
    set_prizes,
    set_schedule,
)
from tournaments.exchange.errors import SectionFileUnreadable
from tournaments.exchange.note_messages import note_description
from tournaments.exchange.selectors.section_exports import FORMATS, REPORTS, exported_section
from tournaments.exchange.selectors.section_file import EVERYTHING
from tournaments.exchange.services.section_files import import_section
from tournaments.exchange.trf import read_trf
from tournaments.models import (
    Absence,
    Appeal,
    Case,
    Decision,
    Entry,
    Event,
    Fee,
    ForbiddenPair,
    GameResult,
    Official,
    OpponentChoice,
    Pairing,
    Prize,
    PrizeHandout,
    Round,
    RoundTime,
    Ruling,
    Section,
    SectionClass,
    StandingsSnapshot,
    TeamMember,
)
from tournaments.prizes.services import award_prizes
from tournaments.results.services.results import record_result
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db
PDN = '[White "A"]\n[Black "B"]\n[GameType "21"]\n\n1. 11-15 23-19 *\n'


@world
def club():
    return Organisation.objects.create(slug="north", name="North")


@world
def south():
    return Organisation.objects.create(slug="south", name="South")


def played(club, preset, outcomes=("white", "draw", "black_forfeit", "black")):
    """Seven players, two closed rounds and one that is begun."""
    event = create_event(organisation_id=club.pk, name="Open 2026", preset=preset, actor=SYSTEM)
    section = event.sections.get()
    lines = [EntryLine(f"Player Éva {n}", 2000 - 10 * n, "Club", "HUN") for n in range(7)]
    entries = add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    ForbiddenPair.objects.create(first=entries[0], second=entries[1])
    ask_bye(entry_id=entries[2].pk, round_number=2, kind="half", actor=SYSTEM)
    ask_bye(entry_id=entries[3].pk, round_number=4, kind="zero", actor=SYSTEM)
    for number in range(3):
        row = propose_round(section_id=section.pk, actor=SYSTEM)
        row = publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
        for place, result in enumerate(GameResult.objects.filter(pairing__round=row).order_by("pk")):
            if number < 2 or not place:
                record_result(
                    pairing_id=result.pairing_id,
                    game=result.number,
                    outcome=outcomes[(place + number) % len(outcomes)],
                    actor=SYSTEM,
                )
        if number < 2:
            close_round(round_id=row.pk, actor=SYSTEM)
        if not number:
            withdraw_entry(entry_id=entries[6].pk, actor=SYSTEM)
    first = GameResult.objects.filter(pairing__round__section=section).order_by("pk").first()
    first.game = save_game(organisation=club, text=PDN, actor=SYSTEM)
    first.save()
    set_up(section)
    award_prizes(section_id=section.pk, actor=SYSTEM)
    return section


def set_up(section):
    facts = {"section_id": section.pk, "actor": SYSTEM}
    set_classes(rows=[{"name": "B", "highest_rating": 1950}, {"name": "Youth", "born_from": 2010}], **facts)
    set_fees(rows=[{"category": "B", "label": "Entry", "amount": 1500, "currency": "EUR"}], **facts)
    set_schedule(rows=[{"number": 2, "starts_at": datetime(2026, 11, 22, 10, tzinfo=UTC)}], **facts)
    prizes = [
        {"place": 1, "amount": 10000, "thing": "Cup"},
        {"kind": "class", "category": "B", "thing": "Book"},
    ]
    set_prizes(rows=prizes, currency="EUR", sharing="hort", **facts)
    officials = [{"role": "arbiter", "name": "Ann Arbiter"}]
    set_officials(event_id=section.event_id, rows=officials, actor=SYSTEM)


def import_file(club, data, name="a.json"):
    return import_section(organisation_id=club.pk, data=data, name=name, actor=SYSTEM)


@pytest.mark.parametrize("preset", sample(["blitz", "acf", "micro"], one_in=3))
def test_the_document_read_back_gives_the_same_section(club, south, preset):
    section = played(club, preset)
    data = exported_section(section, "json").data
    made = import_file(south, data)
    assert exported_section(made.section, "json").data == data
    assert made.section.event.state == "draft"
    assert made.section.event.organisation == south
    assert [(row.rank, row.entry.name, row.points) for row in standing_rows(made.section).rows] == [
        (row.rank, row.entry.name, row.points) for row in standing_rows(section).rows
    ]
    assert AuditEntry.objects.filter(action="tournaments.event.imported").count() == 1


LEFT_OUT = {
    Event: {"id", "organisation", "slug", "state", "version", "created_at"},
    Section: {"id", "event", "position", "version"},
    Entry: {"id", "section", "person"},
    Absence: {"id", "entry"},
    ForbiddenPair: {"id", "first", "second"},
    Round: {"id", "section", "night", "version"},
    Pairing: {"id", "round", "white", "black", "version"},
    GameResult: {*("id", "pairing", "game", "entered_key", "first_member", "second_member", "is_tie_break")},
    StandingsSnapshot: {"id", "section"},
    Official: {"id", "event", "position", "person"},
    SectionClass: {"id", "section", "position"},
    Fee: {"id", "section", "position"},
    RoundTime: {"id", "section"},
    Prize: {"id", "section", "position"},
    PrizeHandout: {"id", "section"},
    Decision: {"id", "pairing", "winner"},
    TeamMember: {
        *("id", "entry", "person", "plays_from", "plays_until", "lent_from", "email", "wants_mail"),
    },
    Case: {
        *("id", "event", "section", "pairing", "entry", "opponent", "claimant"),
        *("reported_key", "taken_key", "key", "version"),
    },
    Ruling: {"id", "case", "supersedes", "entry", "ruled_key", "key"},
    OpponentChoice: {"id", "ruling", "chooser"},
    Appeal: {"id", "ruling", "appellant", "version", "left_out"},
}
COLUMNS_BY_MODEL = {
    Event: columns.EVENT,
    Section: columns.SECTION,
    Entry: columns.ENTRY,
    Absence: columns.ABSENCE,
    ForbiddenPair: columns.FORBIDDEN,
    Round: columns.ROUND,
    Pairing: columns.PAIRING,
    GameResult: columns.TIE_BREAK,
    StandingsSnapshot: columns.SNAPSHOT,
    Official: columns.OFFICIAL,
    SectionClass: columns.CLASS,
    Fee: columns.FEE,
    RoundTime: columns.TIME,
    Prize: columns.PRIZE,
    PrizeHandout: columns.HANDOUT,
    Decision: columns.DECISION,
    TeamMember: columns.MEMBER,
    Case: columns.CASE,
    Ruling: columns.RULING,
    OpponentChoice: columns.CHOICE,
    Appeal: columns.APPEAL,
}


@pytest.mark.parametrize("table", COLUMNS_BY_MODEL, ids=lambda one: one.__name__)
def test_every_column_is_held_or_left_out_on_purpose(table):
    names = {field.name for field in table._meta.concrete_fields}
    assert names == LEFT_OUT[table] | set(COLUMNS_BY_MODEL[table])


@pytest.mark.parametrize("edition", ["trf26", "trf16"])
def test_a_report_read_back_gives_the_same_report(club, south, edition):
    section = played(club, "blitz")
    made = exported_section(section, edition)
    reading = read_trf(made.data)
    assert reading.mended == ()
    again = import_file(south, made.data, "a.trf")
    assert exported_section(again.section, edition).data == made.data
    theirs = [(row.rank, row.entry.name, row.points) for row in standing_rows(section).rows]
    assert [(row.rank, row.entry.name, row.points) for row in standing_rows(again.section).rows] == theirs


def test_of_a_match_the_first_game_is_reported_and_that_is_said(club):
    made = exported_section(played(club, "acf"), "trf26")
    assert {"first_games_only", "system_without_code"} <= {note.code for note in made.notes}


@pytest.mark.parametrize("edition", ["trf26", "trf16"])
def test_a_report_of_another_game_than_english_says_that_it_does_not_name_it(club, edition):
    section = played(club, "blitz")
    assert "variant_left_out" not in {note.code for note in exported_section(section, edition).notes}
    Section.objects.filter(pk=section.pk).update(variant="italian")
    made = exported_section(Section.objects.get(pk=section.pk), edition)
    assert [note.facts["variant"] for note in made.notes if note.code == "variant_left_out"] == [
        "Italian draughts"
    ]


def test_pdn_has_recorded_games_in_full_and_results_without_moves(club):
    section = played(club, "acf", outcomes=("white", "black", "draw", "white_forfeit"))
    records = list(read_games(exported_section(section, "pdn").data.decode()))
    results = GameResult.objects.filter(pairing__round__section=section).exclude(outcome="pending")
    assert len(records) == results.count()
    assert sum(bool(record.moves) for record in records) == 1
    winners = {"white": "white", "black": "black", "draw": "draw", "white_forfeit": "white"}
    for record, result in zip(records[1:], results.order_by("pk")[1:], strict=True):
        assert judge(record, LAW_BOOKS["standard-laws"]).result.winner == winners[result.outcome]


def test_tables_are_safe_in_a_spreadsheet(club):
    section = played(club, "blitz")
    Entry.objects.filter(section=section, number=1).update(name="=1+1")
    made = exported_section(section, "entries").data.decode("utf-8-sig")
    assert "'=1+1" in made
    for key in ("pairings", "standings"):
        assert len(exported_section(section, key).data.decode().splitlines()) > 7


def test_tables_of_standings_say_whether_they_are_published(club):
    section = played(club, "blitz")
    rounds = Round.objects.filter(section=section)
    last = rounds.filter(state="closed").count()
    made = exported_section(section, "standings")
    assert made.name.endswith("-standings.csv")
    assert made.data.decode().splitlines()[1].endswith(f",{last},published")
    rounds.update(state="published")
    made = exported_section(section, "standings")
    assert made.name.endswith("-standings-provisional.csv")
    assert {line.rsplit(",")[-1] for line in made.data.decode().splitlines()[1:]} == {"provisional"}
    assert exported_section(section, "progress").name.endswith("-progress-provisional.csv")
    book = exported_section(section, "standings-xlsx")
    assert book.name.endswith("-standings-provisional.xlsx")
    with zipfile.ZipFile(io.BytesIO(book.data)) as kept:
        assert b"Standings (provisional)" in kept.read("xl/workbook.xml")


def test_a_draft_is_in_the_document_alone(club):
    section = played(club, "blitz")
    third = Round.objects.get(section=section, number=3)
    Round.objects.filter(pk=third.pk).update(state="draft")
    for key in FORMATS:
        made = exported_section(section, key).data
        if key == "json":
            assert len(json.loads(made)["rounds"]) == 3
        if key == "pairings":
            assert not [line for line in made.decode().splitlines() if line.startswith("3,")]


def test_a_record_stands_beside_one_result_however_often_its_section_comes_in(club, south):
    data = exported_section(played(club, "blitz"), "json").data
    for home in (club, south, south):
        import_file(home, data)
    beside = list(GameResult.objects.exclude(game=None).values_list("game_id", flat=True))
    assert len(beside) == len(set(beside)) == 4


def test_an_archived_record_that_is_free_is_taken(club, south):
    data = exported_section(played(club, "blitz"), "json").data
    kept = save_game(organisation=south, text=PDN, actor=SYSTEM)
    text = json.loads(data)["rounds"][0]["pairings"][0]["games"][0]["record"]["pdn"]
    Game.objects.filter(pk=kept.pk).update(pdn=text)
    import_file(south, data)
    assert kept.results.count() == 1


def bent(document, *path, value):
    *way, last = path
    place = document
    for step in way:
        place = place[step]
    place[last] = value
    return document


BENT = [
    pytest.param(("rounds", 0, "pairings", 0, "white"), 99, "rounds[0].pairings[0].white", id="a stranger"),
    pytest.param(("rounds", 0, "pairings", 0, "bye"), "allocated", "rounds[0].pairings[0].bye", id="bye"),
    pytest.param(("rounds", 0, "pairings", 0, "games"), [], "rounds[0].pairings[0].games", id="no games"),
    pytest.param(("rounds", 0, "number"), 2, "rounds", id="a round twice"),
    pytest.param(("rounds", 0, "number"), 0, "rounds[0].number", id="no round"),
    pytest.param(("rounds", 0, "published_at"), 5, "rounds[0].published_at", id="no time"),
    pytest.param(("rounds", 0, "published_at"), "2026-11-21T10:00:00", "rounds[0].published_at", id="where"),
    pytest.param(("rounds", 0, "reasons"), [], "rounds[0].reasons", id="reasons"),
    pytest.param(
        ("prizes_handed_out", 0, "lines", 0, "amount"), -1, "prizes_handed_out[0].lines", id="a debt"
    ),
    pytest.param(("prizes_handed_out", 0, "sharing"), "me", "prizes_handed_out[0].sharing", id="no sharing"),
    pytest.param(("prizes", 0, "thing"), 5, "prizes[0].thing", id="no thing"),
    pytest.param(("prizes", 1, "category"), "", "prizes[1]", id="a class prize of no class"),
    pytest.param(("classes", 1, "name"), "B", "classes", id="a class twice"),
    pytest.param(("schedule", 0, "starts_at"), None, "schedule[0].starts_at", id="no beginning"),
    pytest.param(("schedule", 0, "number"), 100, "schedule[0].number", id="a round too many"),
    pytest.param(("entries", 0, "rating"), "strong", "entries[0].rating", id="no rating"),
    pytest.param(("entries", 0, "rating"), -5, "entries[0].rating", id="below nothing"),
    pytest.param(("entries", 0, "name"), {"a": 1}, "entries[0].name", id="no name"),
    pytest.param(("entries", 0, "name"), "A\x00", "entries[0].name", id="what no database keeps"),
    pytest.param(("entries", 1, "key"), 1, "entries[1].key", id="a key twice"),
    pytest.param(("entries", 1, "number"), 1, "entries", id="a number twice"),
    pytest.param(("entries",), {}, "entries", id="no list"),
    pytest.param(("section", "system"), "nope", "section.system", id="a system nobody knows"),
    pytest.param(("section", "variant"), "nope", "section.variant", id="a game nobody plays"),
    pytest.param(("section", "tie_breaks"), ["NOPE"], "section.tie_breaks", id="a tie-break nobody knows"),
    pytest.param(("section", "games_per_pairing"), 3, "section.games_per_pairing", id="three games"),
    pytest.param(("section",), None, "section", id="no section"),
    pytest.param(("event", "name"), "", "event.name", id="an event without a name"),
]


DOCUMENTS = {}
"""What was exported once, for every test that bends it."""


@pytest.mark.parametrize(("path", "value", "place"), sample(BENT, one_in=4))
@pytest.mark.every_case
def test_a_bent_document_changes_nothing_and_says_where(club, south, path, value, place):
    document = json.loads(DOCUMENTS.get("blitz") or exported_section(played(club, "blitz"), "json").data)
    DOCUMENTS["blitz"] = json.dumps(document)
    events, entries = Event.objects.count(), AuditEntry.objects.count()
    with pytest.raises(SectionFileUnreadable) as refused:
        import_file(south, json.dumps(bent(document, *path, value=value)).encode())
    assert refused.value.facts["place"] == place
    assert place in refusal_text(refused.value).what
    assert (Event.objects.count(), AuditEntry.objects.count()) == (events, entries)


def test_the_commands_write_and_read(club, south, tmp_path, capsys):
    section = played(club, "blitz")
    for key in FORMATS:
        call_command("export_section", str(section.pk), key, str(tmp_path / key))
    call_command("import_section", str(tmp_path / "json"), club="south")
    call_command("import_section", str(tmp_path / "trf16"), club="south")
    assert "open-2026-2/main" in capsys.readouterr().out
    assert Event.objects.filter(organisation=south).count() == 2
    for arguments in (("999", "json"), ("nowhere/main", "json")):
        with pytest.raises(CommandError):
            call_command("export_section", *arguments, str(tmp_path / "x"))
    with pytest.raises(CommandError):
        call_command("import_section", str(tmp_path / "missing"), club="south")
    with pytest.raises(CommandError):
        call_command("import_section", str(tmp_path / "pdn"), club="south")
    with pytest.raises(CommandError):
        call_command("import_section", str(tmp_path / "json"), club="nowhere")


@world
def director(club):
    user = User.objects.create_user("director@north.example")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    client = Client()
    client.force_login(user)
    return client


def test_files_go_out_and_in_over_the_interface(club, director):
    section = played(club, "blitz")
    address = f"/api/v1/sections/{section.pk}/export/"
    for key in FORMATS:
        assert director.get(address + key).status_code == 200
        assert Client().get(address + key).status_code in ({401} if key == "json" else {404})
    Event.objects.update(state="published")
    for key in FORMATS:
        assert Client().get(address + key).status_code == (401 if key == "json" else 200)
    file = SimpleUploadedFile("a.trf", director.get(address + "trf26").content)
    made = director.post("/api/v1/sections/import", {"file": file})
    assert made.status_code == 201, made.content
    assert made.json()["event"]["state"] == "draft"
    bad = director.post("/api/v1/sections/import", {"file": SimpleUploadedFile("a.trf", b"x")})
    assert (bad.status_code, bad.json()["code"]) == (422, "not_a_trf")
    assert Client().post("/api/v1/sections/import", {"file": file}).status_code == 401


def test_notes_of_an_export_are_shown_wherever_it_is_had(club, director, tmp_path):
    section = played(club, "acf")
    Event.objects.update(state="published")
    where = f"/desk/sections/{section.pk}/files/"
    plain = html.unescape(director.get(where).content.decode())
    for key in REPORTS:
        assert f'hx-get="?notes={key}"' in plain
        whole, part = (
            html.unescape(director.get(f"{where}?notes={key}", headers=headers).content.decode())
            for headers in ({}, {"HX-Request": "true"})
        )
        assert ("<html" in whole, "<html" in part) == (True, False)
        notes = [note_description(note) for note in exported_section(section, key).notes]
        assert notes
        assert len(set(notes)) == len(notes)
        assert all(note in page for note in notes for page in (whole, part))
        assert not any(note in plain for note in notes)  # no report is made to list the files
        address = f"/api/v1/sections/{section.pk}/export/{key}"
        told = Client().get(f"{address}/notes")
        assert (told.status_code, told.json()) == (200, {"notes": notes})
        assert Client().get(address)["Draughts-Notes"] == str(len(notes))
        err = io.StringIO()
        file = tmp_path / key
        call_command("export_section", str(section.pk), key, str(file), stderr=err, stdout=io.StringIO())
        assert err.getvalue().splitlines() == [f"{file}: {note}" for note in notes]
    assert Client().get(f"/api/v1/sections/{section.pk}/export/pdn/notes").status_code == 404


def test_the_desk_lists_the_files_and_reads_one_in(club, director):
    section = played(club, "acf")
    page = director.get(f"/desk/sections/{section.pk}/files/").content.decode()
    assert page.count("/export/") == len(FORMATS)
    file = SimpleUploadedFile("a.trf", exported_section(section, "trf26").data)
    made = director.post("/desk/events/import/", {"file": file})
    assert made.status_code == 200
    assert "was created as a draft." in made.content.decode()
    assert Event.objects.count() == 2
    refused = director.post("/desk/events/import/", {"file": SimpleUploadedFile("b.trf", b"001 x")})
    assert (refused.status_code, Event.objects.count()) == (422, 2)
    assert "b.trf:1" in refused.content.decode()
    assert director.post("/desk/events/import/").status_code == 422
    assert Client().post("/desk/events/import/").status_code in {302, 403}


def sheet_rows(data, number):
    """The cells of one sheet of a spreadsheet that this program wrote."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        text = book.read(f"xl/worksheets/sheet{number}.xml").decode()
    rows = re.findall(r"<row [^>]*>(.*?)</row>", text)
    return [
        [html.unescape(re.sub(r"<[^>]+>", "", cell)) for cell in re.findall(r"<c/>|<c.*?</c>", row)]
        for row in rows
    ]


def test_a_rating_report_has_players_and_games(club):
    section = played(club, "blitz")
    Entry.objects.filter(section=section, number=1).update(federation_id="10001", birth_year=1980)
    report = exported_section(section, "rating-report").data
    assert ["event", section.event.name] in sheet_rows(report, 1)
    heading, first, *_rest = sheet_rows(report, 2)
    assert dict(zip(heading, first, strict=True)) | {"federation_id": "10001", "birth_year": "1980"} == dict(
        zip(heading, first, strict=True)
    )
    public = exported_section(section, "rating-report", sight=EVERYTHING._replace(preparation=False)).data
    assert "birth_year" not in sheet_rows(public, 2)[0]
    over_the_board = GameResult.objects.filter(
        pairing__round__section=section, outcome__in=("white", "black", "draw", "both_lost")
    ).exclude(pairing__round__state="draft")
    games = sheet_rows(report, 3)[1:]
    assert len(games) == over_the_board.count() > 0
    assert all(int(game[-1]) + int(game[-2]) in {0, 2} for game in games)


def test_games_of_a_rating_report_have_the_day_in_the_hall(club):
    section = played(club, "blitz")
    Event.objects.filter(pk=section.event_id).update(time_zone="America/Sao_Paulo")
    late = {"starts_at": datetime(2026, 3, 15, 1, 30, tzinfo=UTC)}  # 22:30 on the 14th
    RoundTime.objects.update_or_create(section=section, number=1, defaults=late)
    report = exported_section(Section.objects.get(pk=section.pk), "rating-report").data
    heading, *games = sheet_rows(report, 3)
    days = {game[heading.index("date")] for game in games if game[0] == "1"}
    assert days == {"2026-03-14"}


def test_pairings_and_games_by_round(club):
    section = played(club, "blitz")
    rounds = section.round_rows.exclude(state="draft").count()
    data = exported_section(section, "pairings-xlsx").data
    lines = [row for number in range(1, rounds + 1) for row in sheet_rows(data, number)[1:]]
    csv_lines = exported_section(section, "pairings").data.decode().splitlines()
    assert len(lines) == len(csv_lines) - 1
    with zipfile.ZipFile(io.BytesIO(exported_section(section, "pdn-rounds").data)) as archive:
        texts = [archive.read(name).decode() for name in archive.namelist()]
    assert "\n".join(texts) == exported_section(section, "pdn").data.decode()
    assert 0 < len(texts) <= rounds
