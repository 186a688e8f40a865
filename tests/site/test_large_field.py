"""An event of 300 players: every page of it stays small and quick, and its players are entered at once."""

import time

import pytest
from club_evening import director, draft_of, section_of
from django.db import connection
from django.urls import reverse
from history import build_round
from worlds import world

from club.core.actor import SYSTEM
from club.models import AuditEntry
from tournaments import urls
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.models import Entry, Outcome, RoundState

pytestmark = pytest.mark.django_db
PLAYERS, ROUNDS = 300, 3
LARGEST = 200_000  # bytes of HTML
SLOWEST = 1.2  # seconds of processor time: four times the budget, as other tests run beside this one
OF_A_SECTION = (
    *("desk_entries", "desk_check_in", "desk_standings", "desk_settings", "desk_inbox", "desk_files"),
    *("desk_share", "desk_season", "desk_cards", "desk_apart", "desk_entry_ratings", "desk_handout"),
    "hall_section",
)
PUBLIC = ("players", "standings", "crosstable", "progress", "charts", "prizes")
OUTCOMES = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)


def played(place, number):
    return OUTCOMES[(place + number) % len(OUTCOMES)]


@world
def section():
    """A large section of two games a round: the widest tables there are."""
    made = section_of(PLAYERS, preset="acf")
    lines = Entry.objects.filter(section=made).order_by("pk")
    for at, entry in enumerate(lines):
        entry.name, entry.club_name = f"Willemijn van der Achternaam-{at}", "Damclub De Eerste Zet"
    Entry.objects.bulk_update(lines, ["name", "club_name"])
    for _ in range(ROUNDS - 1):
        build_round(made, played)
    return made


def addresses(section, row):
    public = [section.event.slug, section.slug]
    found = {name: [section.pk] for name in OF_A_SECTION} | dict.fromkeys(PUBLIC, public)
    found |= {"desk_round": [row.pk], "pairings": [*public, row.number], "player": [*public, 1]}
    found |= {"event": public[:1], "desk_event": [section.event_id]}
    return {name: reverse(f"tournaments:{name}", args=args) for name, args in found.items()}


def beyond(client, named):
    """The pages that are too large or too slow, with their figures."""
    found = {}
    for name, address in named.items():
        begun = time.process_time()
        answer = client.get(address)
        seconds = time.process_time() - begun
        assert answer.status_code in {200, 404}, name
        if len(answer.content) > LARGEST or seconds > SLOWEST:
            found[name] = (len(answer.content), round(seconds, 2))
    return found


@pytest.fixture
def _long_keys(section):
    """A site that has seen 100,000 boards: their keys stand in each row many times."""
    sql = {
        "sqlite": "UPDATE sqlite_sequence SET seq = 100000 WHERE name = 'tournaments_pairing'",
        "postgresql": "SELECT setval(pg_get_serial_sequence('tournaments_pairing', 'id'), 100000)",
    }
    with connection.cursor() as cursor:
        cursor.execute(sql[connection.vendor])


@pytest.fixture
def open_round(section, _long_keys):
    row = build_round(section, Outcome.PENDING, state=RoundState.PUBLISHED)
    assert row.pairings.order_by("pk").first().pk > 100_000
    return row


def test_every_page_of_a_large_event_is_small_and_quick(client, section, open_round):
    client.force_login(director())
    named = addresses(section, open_round)
    named["progress at the desk"] = named["desk_standings"] + "?show=progress"
    assert beyond(client, named) == {}


NO_PAGES = {"section_games_pdn"}
WHATS = ("standings", "crosstable", "pairings", "players", "lists", "slips", "scores", "prizes", "classes")


def pages_of(section, row):
    """Every address of the app that names the event, the section, a round, a player or a board of it."""
    known = {"event_id": section.event_id, "section_id": section.pk, "round_id": row.pk, "theme": "dark"}
    known |= {"slug": section.event.slug, "section": section.slug, "number": row.number, "game": 1}
    known |= {"entry_id": section.entries.first().pk, "pairing_id": row.pairings.first().pk}
    for pattern in urls.urlpatterns:
        named = set(pattern.pattern.converters)
        if not named or pattern.name in NO_PAGES or str(pattern.pattern).endswith((".pdf", ".png")):
            continue
        if named <= {*known, "what"}:
            for what in WHATS if "what" in named else ("",):
                arguments = {name: (known | {"what": what})[name] for name in named}
                yield reverse(f"tournaments:{pattern.name}", kwargs=arguments)


def test_every_address_of_a_large_section_stays_small(client, section, open_round):
    client.force_login(director())
    found = {}
    for address in pages_of(section, open_round):
        answer = client.get(address)
        if answer.status_code == 200 and answer.headers["Content-Type"].startswith("text/html"):
            found[address] = len(answer.content)
    assert len(found) > 60
    assert {address: size for address, size in found.items() if size > LARGEST} == {}


def test_the_sheets_of_a_large_round_are_printed_in_parts(client, section):
    client.force_login(director())
    row = build_round(section, Outcome.PENDING, state=RoundState.PUBLISHED)
    for what, last, rest in (("slips", 4, 6), ("scores", 7, 12)):
        address = reverse("tournaments:round_sheet", args=[row.pk, what])
        parts = [client.get(address, {"page": page}).content.decode().count("<article") for page in (1, last)]
        assert parts == [48, rest]


@pytest.mark.usefixtures("_long_keys")
def test_a_large_draft_is_small_and_quick(client, section):
    client.force_login(director())
    row = draft_of(section)
    assert beyond(client, {"draft": reverse("tournaments:desk_round", args=[row.pk])}) == {}


def test_a_long_list_is_entered_at_once_with_one_audit_entry(client):
    section = section_of(10)
    client.force_login(director())
    names = [f"Player{number} Somebody" for number in range(290)]
    address = reverse("tournaments:desk_entries", args=[section.pk])
    begun = time.process_time()
    assert client.post(address, {"players": "\n".join(names)}).status_code == 302
    assert time.process_time() - begun < SLOWEST
    assert section.entries.count() == 300
    (entry,) = AuditEntry.objects.filter(action="tournaments.entries.added")
    assert entry.after["count"] == 290


def test_late_entries_of_one_list_get_numbers_in_their_order(section):
    lines = [EntryLine(f"Late {number}", 1500) for number in range(3)]
    made = add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    assert [one.number for one in made] == [PLAYERS + 1, PLAYERS + 2, PLAYERS + 3]
    assert {one.first_round for one in made} == {ROUNDS}
