"""Query budgets on filled tables: a page that asks once for each row is far above its budget.

The walk over every address (test_every_address.py) holds all of them to a budget with a row or two of each.
"""

from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from query_budgets import BUDGETS, CALENDAR, EVENT, GAME, PERSON, SITE, event_budget_of
from ruled_cases import file_and_rule
from worlds import world

from club.audit import log as audit
from club.core.actor import SYSTEM
from club.core.pages.desk import DESK_PAGES
from club.live.published import PAGE_CACHE
from club.live.selectors import last_number
from club.models import (
    ClubDate,
    DateChange,
    FeeRule,
    FeeTerms,
    HelperPass,
    Household,
    HouseholdMember,
    Job,
    Membership,
    MembershipPlan,
    Notice,
    Organisation,
    OutboxMessage,
    Person,
    Role,
    RoleGrant,
    User,
    Venue,
)
from club.money.services.invoices import Item, issue_invoice
from club.money.services.payments import record_payment
from games.archive.services.archive import save_game
from games.models import Game
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries, ask_bye
from tournaments.events.services.events import create_event, show_event
from tournaments.ladders.services.ladders import join_ladder, make_ladder
from tournaments.models import GameResult
from tournaments.ratings.services.rating_lists import correct_rating, make_list
from tournaments.rounds.services.rounds import propose_round, publish_round

pytestmark = pytest.mark.django_db
ROWS = 12
BEGINNINGS = [
    f"1. {first} {second}"
    for first in ("9-13", "9-14", "10-14", "11-15")
    for second in ("22-17", "23-18", "24-19")
]
FEW, MANY = 6, 18
ASKED_FOR_EACH = ("tournaments:pairings", "tournaments:desk_cases")


@world
def owner():
    """The owner of a club that has a dozen of everything."""
    north = Organisation.objects.create(slug="north", name="North")
    owner = User.objects.create_user("owner@club.example", "x")
    RoleGrant.objects.create(user=owner, role=Role.OWNER, organisation=north)
    for number in range(ROWS):
        fill_a_row(north, number)
    return owner


def fill_a_row(north, n):
    """Make one of each thing that the pages of a club list."""
    day, tomorrow = timezone.localdate(), timezone.now() + timedelta(days=1)
    user = User.objects.create_user(f"p{n}@club.example", "x")
    person = Person.objects.create(name=f"Player {n}", organisation=north, user=user)
    RoleGrant.objects.create(user=user, role=Role.PLAYER, organisation=north)
    plan = MembershipPlan.objects.create(organisation=north, name=f"Plan {n}", kind="adult")
    Membership.objects.create(person=person, organisation=north, plan=plan, starts_on=day)
    house = Household.objects.create(organisation=north, name=f"House {n}")
    HouseholdMember.objects.create(household=house, person=person)
    Job.objects.create(key=f"k{n}", task="club.restore_point", organisation=north, state="failed")
    OutboxMessage.objects.create(key=f"m{n}", to=user.email, subject="s", text="t", organisation=north)
    place = {"organisation_id": north.pk, "payer_id": person.pk, "actor": SYSTEM}
    issue_invoice(**place, subject="Jacket", items=[Item("Jacket", 2500)])
    record_payment(**place, amount=100, method="cash", received_on=day, key=f"k{n}")
    FeeRule.objects.create(plan=plan, amount=12000)
    FeeTerms.objects.create(organisation=north, person=person)
    hashes = {"secret_hash": f"s{n}", "code_hash": f"c{n}"}
    HelperPass.objects.create(organisation=north, label=f"Phone {n}", expires_at=tomorrow, **hashes)
    venue = Venue.objects.create(organisation=north, name=f"Hall {n}")
    row = ClubDate.objects.create(
        organisation=north, kind="evening", title="Evening", first_on=day, repeats="weekly", venue=venue
    )
    DateChange.objects.create(club_date=row, on=day, moved_to=day, venue=venue)
    Notice.objects.create(organisation=north, kind="news", subject="s", text="t", groups=["active"])
    audit.record("club.person.added", person, actor=SYSTEM, organisation_id=north.pk)
    record = f'[White "White {n}"]\n[GameType "21"]\n\n{BEGINNINGS[n]} *\n'
    save_game(organisation=north, text=record, actor=SYSTEM)
    event = create_event(organisation_id=north.pk, name=f"Event {n}", preset="blitz", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    ladder = make_ladder(organisation_id=north.pk, name=f"Ladder {n}", actor=SYSTEM)
    join_ladder(ladder_id=ladder.pk, person_id=person.pk, actor=SYSTEM)
    made = make_list(organisation_id=north.pk, name=f"Rating {n}", formula="elo", actor=SYSTEM)
    correct_rating(list_id=made.pk, person_id=person.pk, rating=1500, reason="x", actor=SYSTEM)


@contextmanager
def counted():
    """Note the queries that are asked within."""
    asked = []

    def note(execute, sql, params, many, context):
        asked.append(sql[:200])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield asked


def queries_of(client, address, budget):
    """Ask once, and again where that was too much: some queries are asked once for the process."""
    for _ in range(2):
        with counted() as asked:
            status = client.get(address).status_code
        if budget is None or len(asked) <= budget:
            break
    return status, len(asked), "\n".join(asked)


def test_every_page_keeps_its_budget(client, owner):
    pages = {name: (reverse(name), budget) for name, budget in BUDGETS.items()}
    game = Game.objects.first()
    named = {"club:desk_date": ClubDate, "club:notice": Notice}
    pages |= {
        name: (
            reverse(name, args=[named[name].objects.order_by("pk").first().pk if name in named else "north"]),
            budget,
        )
        for name, budget in CALENDAR.items()
    }
    pages |= {name: (reverse(name, args=[game.pk]), budget) for name, budget in GAME.items()}
    somebody = Person.objects.filter(organisation__slug="north").first()
    pages |= {name: (reverse(name, args=[somebody.pk]), budget) for name, budget in PERSON.items()}
    beyond = []
    for number, who in enumerate(("visitor", "owner")):
        if who == "owner":
            client.force_login(owner)
        for name, (address, budget) in pages.items():
            status, asked, told = queries_of(client, address, budget[number])
            if budget[number] is None:
                assert status in {302, 403}, name
            elif status != 200 or asked > budget[number]:
                beyond.append(f"{name} for a {who}: {status}, {asked} of {budget[number]}\n{told}")
    assert not beyond, "\n\n".join(beyond)


@world
def pages(owner):
    """Addresses of two events of the owner's club, by how many played two rounds in each."""
    return {players: an_event(players) for players in (FEW, MANY)}


def an_event(players):
    """Addresses of an event of the owner's club in which so many have played two rounds."""
    north = Organisation.objects.get(slug="north")
    event = create_event(organisation_id=north.pk, name=f"Open {players}", preset="blitz", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    lines = [EntryLine(f"Entry {n:02}", 2000 - n) for n in range(players)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    entries = list(section.entries.all())
    ask_bye(entry_id=entries[0].pk, round_number=2, kind="half", actor=SYSTEM)
    for _ in range(2):
        row = propose_round(section_id=section.pk, actor=SYSTEM)
        publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
        GameResult.objects.filter(pairing__round=row).update(outcome="draw")
    for entry in entries:
        file_and_rule(
            event_id=event.pk,
            about=About(entry_id=entry.pk),
            incident="distracting",
            decided=RulingDecision(consequence="reminder"),
            actor=SYSTEM,
        )
    row = propose_round(section_id=section.pk, actor=SYSTEM)  # a draft, with the checker beside it
    by_name = {
        "event": [event.slug],
        "event_calendar": [event.slug],
        "pairings": [event.slug, section.slug, 2],
    }
    by_name |= {
        "desk_setup": [section.pk, "prizes"],
        "desk_officials": [event.pk],
        "desk_event_news": [event.pk],
        "desk_webhooks": [event.pk],
    }
    by_name |= {"regulations": [event.slug], "desk_regulations": [event.pk]}
    by_name |= {"incident": [event.pk], "calls": [event.pk]}
    by_name |= {"desk_equipment": [event.pk], "desk_equipment_sheet": [event.pk]}
    by_name |= {"desk_close": [event.pk], "desk_thanks": [event.pk]}
    by_name |= {"desk_event": [event.pk], "desk_screens": [event.pk], "desk_event_ratings": [event.pk]}
    by_name |= {"desk_appeals": [event.pk], "desk_arbiter_report": [event.pk]}
    by_name |= {"desk_round": [row.pk], "desk_round_games": [row.pk]}
    by_name |= {"desk_board": [row.pairings.earliest("pk").pk]}
    by_name |= {"desk_entry": [section.entries.earliest("pk").pk]}  # of this event: another moves the pin
    by_name |= {"hall_section": [section.pk], "board": [section.board_cards.earliest("pk").token]}
    by_name |= {"enter": [event.slug], "desk_cases": [event.pk]}
    by_name |= {"desk_case": [cases_of_a_board(section, players).pk]}
    by_name |= {f"desk_paper_{kind}": [section.pk, "wall-boards"] for kind in ("preview", "pdf")}
    one = [section.pk]
    arguments = {name: by_name.get(name.partition(":")[2]) for name in EVENT}
    public = [event.slug, section.slug]
    return {
        name: reverse(name, args=given or (one if "desk_" in name else public))
        for name, given in arguments.items()
    }


def cases_of_a_board(section, how_many):
    """So many cases about the first board of a section, all but the last ruled on; the last one."""
    board = section.round_rows.get(number=1).pairings.filter(black__isnull=False).first()
    about = About(board.pk, 1, board.white_id)
    facts = {"event_id": section.event_id, "about": about, "incident": "must_capture", "actor": SYSTEM}
    decided = RulingDecision(consequence="caution", reason="seen")
    for _ in range(how_many):
        file_and_rule(decided=decided, **facts)
    return open_case(**facts)


def beyond_budget(client, owner, addresses):
    """Return what each page of an event takes that takes more than its budget."""
    beyond = []
    for who in ("visitor", "owner"):
        if who == "owner":
            client.force_login(owner)
            client.get(addresses["tournaments:desk_share"])  # pins the event and its section, once
        for name, address in addresses.items():
            PAGE_CACHE.clear()
            with counted() as asked:
                status = client.get(address).status_code
            budget = event_budget_of(name, is_visitor=who == "visitor")
            if budget is None:
                assert status in {302, 403}, name
            elif status != 200 or len(asked) > budget:
                told = "\n".join(asked)
                beyond.append(f"{name} for a {who}: {status}, {len(asked)} of {budget}\n{told}")
    return beyond


@pytest.mark.parametrize("players", [FEW, MANY])
def test_every_page_of_an_event_keeps_its_budget(client, owner, pages, players):
    beyond = beyond_budget(client, owner, pages[players])
    assert not beyond, "\n\n".join(beyond)


def test_a_page_that_asks_for_each_row_is_found(client, owner, pages, monkeypatch):
    """The negative control: rows are read without those that they refer to."""
    monkeypatch.setattr(QuerySet, "select_related", lambda rows, *_names: rows)
    faults = beyond_budget(
        client, owner, {name: pages[MANY][name] for name in ("tournaments:desk_share", *ASKED_FOR_EACH)}
    )
    found = {fault.partition(" ")[0] for fault in faults if ": 200, " in fault}
    assert found == set(ASKED_FOR_EACH)


# What may be asked when a game of a large section is entered.
ENTERING = {
    "a key at the desk": 36,
    "a helper's phone": 27,
    "what a phone sends later": 24,
    "the API": 24,
    "news": 28,
}
BOARDS = 150
MAX_ROUND_BYTES = 400_000
MAX_PHONE_BYTES = 420_000


@world
def large_round(owner):
    """Five rounds of two-game matches of 300 players; the fifth is on and has half of its results."""
    north = Organisation.objects.get(slug="north")
    event = create_event(organisation_id=north.pk, name="Open", preset="acf", actor=SYSTEM)
    section = event.sections.get()
    lines = [EntryLine(f"Somebody Longername {n:03}", 1800 - n) for n in range(2 * BOARDS)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    for _ in range(5):
        row = propose_round(section_id=section.pk, actor=SYSTEM)
        publish_round(round_id=row.pk, version=row.version, actor=SYSTEM)
        games = GameResult.objects.filter(pairing__round=row)
        for outcome, some in (("white", games.filter(number=1)), ("draw", games.filter(number=2))):
            some.update(outcome=outcome, entered_at=timezone.now(), entered_key="somebody")
    last = GameResult.objects.filter(pairing__round=row, pairing__board_number__gt=BOARDS // 2)
    last.update(outcome="pending", entered_at=None, entered_key="")
    return row, list(last.order_by("pk"))


def test_a_result_of_a_large_section_keeps_its_budget(client, owner, large_round):
    row, games = large_round
    client.force_login(owner)
    page = reverse("tournaments:desk_round", args=[row.pk])
    by_htmx, by_script = {"HX-Request": "true"}, {"Accept": "application/json"}
    heard = last_number(f"section:{row.section_id}")

    def enter(game, headers, **more):
        address = reverse("tournaments:desk_result", args=[game.pairing_id, game.number])
        return client.post(address, {"outcome": "draw", "was": "pending", **more}, headers=headers)

    def put(game):
        address = reverse("tournaments-api:result", args=[game.pairing_id, game.number])
        return client.put(address, {"outcome": "draw"}, content_type="application/json")

    ways = {
        "a key at the desk": lambda game: enter(game, by_htmx),
        "a helper's phone": lambda game: enter(game, by_htmx, page="hall"),
        "what a phone sends later": lambda game: enter(game, by_script),
        "the API": put,
        "news": lambda _: client.get(page, {"after": heard}, headers=by_htmx),
    }
    beyond = []
    for at, (name, act) in enumerate(ways.items()):
        act(games[2 * at])
        with counted() as asked:
            answer = act(games[2 * at + 1])
        assert answer.status_code == 200
        told = "\n".join(asked)
        most = 40_000 if name == "news" else 6_000
        if len(asked) > ENTERING[name] or len(answer.content) > most:
            beyond.append(f"{name}: {len(asked)} of {ENTERING[name]}, {len(answer.content)} bytes\n{told}")
    assert not beyond, "\n\n".join(beyond)
    whole = client.get(page).content
    assert whole.count(b'id="game-') == 2 * BOARDS
    assert len(whole) < MAX_ROUND_BYTES
    phone = reverse("tournaments:hall_section", args=[row.section_id])
    assert len(client.get(phone).content) < MAX_PHONE_BYTES
    news = client.get(phone, {"after": heard}, headers=by_htmx).content
    assert 0 < news.count(b"<section") < 2 * len(ways)
    assert len(news) < 40_000


def test_every_page_of_the_site_keeps_its_budget(client, owner, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    for n in range(ROWS):
        (tmp_path / f"20261121T1200{n:02}Z-{n}.tar").write_bytes(b"")
        Job.objects.create(key=f"b{n}", task="club.restore_point")
    client.force_login(User.objects.create_superuser("site@club.example", "x"))
    for name, budget in SITE.items():
        status, asked, told = queries_of(client, reverse(name), budget)
        assert status == 200
        assert asked <= budget, f"{name}: {asked} of {budget}\n{told}"


def test_every_page_of_the_desk_has_a_budget():
    assert {page.url_name for page in DESK_PAGES} <= set(BUDGETS)
