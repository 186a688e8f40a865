"""How many queries a page may ask: written down here, so that one more is a decision and not an accident.

The tables are filled, so that a page that asks once for each row is far above its budget.
"""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from club import audit
from club.actor import SYSTEM
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
from club.published import SHELF
from club.selectors.live import last_number
from club.services.invoices import Item, issue_invoice
from club.services.payments import record_payment
from club.web.desk import DESK_PAGES
from games.models import Game
from tournaments.entry_lists import EntryLine
from tournaments.models import GameResult
from tournaments.services.cases import About, open_case
from tournaments.services.entries import add_entries, ask_bye
from tournaments.services.events import create_event, show_event
from tournaments.services.rounds import propose_round, publish_round
from tournaments.services.rulings import Decided, rule_at_once

ROWS = 12
# Page: queries for a visitor (None: it is closed to them), queries for an owner.
BUDGETS = {
    "games:home": (3, 6),
    "games:list": (4, 7),
    "games:check": (0, 3),
    "games:enter": (0, 3),
    "games:compare": (0, 3),
    "games:adjudicate": (1, 3),
    "games:imports": (3, 6),
    "games:laws": (0, 3),
    "games:house_rules_list": (None, 9),
    "games:new_house_rules": (None, 8),
    "club:desk": (None, 19),
    "club:persons": (None, 7),
    "club:members": (None, 9),
    "club:plans": (None, 9),
    "club:equipment": (None, 10),
    "club:bank": (None, 12),
    "club:bank_settled": (None, 8),
    "club:households": (None, 9),
    "club:consents": (None, 9),
    "club:me": (None, 23),
    "club:money": (None, 18),
    "club:fee_runs": (None, 20),
    "club:invoices": (None, 9),
    "club:payments": (None, 9),
    "club:reminders": (None, 11),
    "club:money_settings": (None, 13),
    "club:joins": (None, 10),
    "club:join_form": (None, 9),
    "club:duplicates": (None, 9),
    "club:members_invite": (None, 8),
    "club:desk_calendar": (None, 9),
    "club:desk_date_new": (None, 9),
    "club:venues": (None, 9),
    "club:notices": (None, 9),
    "club:notice_new": (None, 12),
    "club:my_notices": (None, 10),
    "club:own_calendar": (None, 8),
    "club:invitations": (None, 7),
    "club:roles": (None, 8),
    "club:passes": (None, 7),
    "club:audit": (None, 10),
    "club:tokens": (None, 6),
    "club:account": (None, 6),
    "club:jobs": (None, 10),
    "club:outbox": (None, 9),
    "club:backups": (None, None),
    "tournaments:events": (1, 4),
    "tournaments:desk_events": (None, 9),
    "tournaments:desk_precedents": (None, 11),
    "tournaments:desk_ratings": (None, 7),
    "tournaments:desk_ladders": (None, 9),
}
SITE = {"club:backups": 5}  # pages open to whoever runs the site alone
# A month and a feed of a club with a dozen dates, each with a day held otherwise; a notice to a dozen.
CALENDAR = {
    "club:calendar": (12, 15),
    "club:calendar_feed": (10, 12),
    "club:desk_date": (None, 9),
    "club:notice": (None, 17),
}
# One question for each kind of thing that can be held, and for each kind of thing the trail tells of.
PERSON = {"club:member_erase": (None, 220)}
GAME = {"games:game": (2, 5), "games:game_sheet": (2, 5)}
# The same of an event with a dozen players and two rounds played; how many there are makes no difference.
EVENT = {
    "tournaments:event": (10, 12),
    "tournaments:players": (9, 9),
    "tournaments:pairings": (12, 12),
    "tournaments:standings": (14, 14),
    "tournaments:standings_now": (13, 13),
    "tournaments:progress": (14, 14),
    "tournaments:crosstable": (14, 14),
    "tournaments:desk_event": (None, 13),
    "tournaments:desk_screens": (None, 14),
    "tournaments:desk_share": (None, 8),
    "tournaments:section_games": (9, 9),
    "tournaments:desk_round_games": (None, 9),
    "tournaments:desk_board": (None, 10),
    "tournaments:event_calendar": (9, 12),
    "tournaments:section_calendar": (10, 10),
    "tournaments:desk_settings": (None, 9),
    "tournaments:desk_entries": (None, 12),
    "tournaments:desk_setup": (None, 11),
    "tournaments:desk_officials": (None, 8),
    "tournaments:desk_equipment": (None, 8),
    "tournaments:desk_event_ratings": (None, 9),
    "tournaments:desk_equipment_sheet": (None, 8),
    "tournaments:desk_inbox": (None, 13),
    "tournaments:desk_check_in": (None, 13),
    "tournaments:enter": (6, 8),
    "tournaments:desk_round": (None, 21),
    "tournaments:desk_cards": (None, 6),
    "tournaments:hall_section": (None, 14),
    "tournaments:board": (14, 17),
    "tournaments:incident": (None, 14),
    "tournaments:calls": (None, 10),
    "tournaments:desk_handout": (None, 16),
    "tournaments:desk_standings": (None, 16),
    "tournaments:desk_cases": (None, 12),
    "tournaments:desk_case": (None, 40),
    "tournaments:rulings": (11, 11),
    "tournaments:desk_appeals": (None, 12),
    "tournaments:desk_arbiter_report": (None, 12),
}


@pytest.fixture
def owner(db):
    """The owner of a club that has a dozen of everything."""
    north = Organisation.objects.create(slug="north", name="North")
    owner = User.objects.create_user("owner@club.example", "x")
    RoleGrant.objects.create(user=owner, role=Role.OWNER, organisation=north)
    tomorrow = timezone.now() + timedelta(days=1)
    for n in range(ROWS):
        user = User.objects.create_user(f"p{n}@club.example", "x")
        person = Person.objects.create(name=f"Player {n}", organisation=north, user=user)
        RoleGrant.objects.create(user=user, role=Role.PLAYER, organisation=north)
        plan = MembershipPlan.objects.create(organisation=north, name=f"Plan {n}", kind="adult")
        Membership.objects.create(
            person=person, organisation=north, plan=plan, starts_on=timezone.localdate()
        )
        house = Household.objects.create(organisation=north, name=f"House {n}")
        HouseholdMember.objects.create(household=house, person=person)
        Job.objects.create(key=f"k{n}", task="club.restore_point", organisation=north, state="failed")
        OutboxMessage.objects.create(key=f"m{n}", to=user.email, subject="s", text="t", organisation=north)
        place = {"organisation_id": north.pk, "payer_id": person.pk, "actor": SYSTEM}
        issue_invoice(**place, subject="Jacket", items=[Item("Jacket", 2500)])
        paid = {"amount": 100, "method": "cash", "received_on": timezone.localdate(), "key": f"k{n}"}
        record_payment(**place, **paid)
        FeeRule.objects.create(plan=plan, amount=12000)
        FeeTerms.objects.create(organisation=north, person=person)
        hashes = {"secret_hash": f"s{n}", "code_hash": f"c{n}"}
        HelperPass.objects.create(organisation=north, label=f"Phone {n}", expires_at=tomorrow, **hashes)
        venue = Venue.objects.create(organisation=north, name=f"Hall {n}")
        day = timezone.localdate()
        row = ClubDate.objects.create(
            organisation=north, kind="evening", title="Evening", first_on=day, repeats="weekly", venue=venue
        )
        DateChange.objects.create(club_date=row, on=day, moved_to=day, venue=venue)
        Notice.objects.create(organisation=north, kind="news", subject="s", text="t", groups=["active"])
        with transaction.atomic():
            audit.record("club.person.added", person, actor=SYSTEM, organisation_id=north.pk)
    call_command("loaddemo", verbosity=0)
    return owner


def queries_of(client, address):
    client.get(address)  # what is asked once for the process is asked now
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
    return answer.status_code, len(asked), "\n".join(one["sql"][:200] for one in asked)


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
            status, asked, told = queries_of(client, address)
            if budget[number] is None:
                assert status in {302, 403}, name
            elif status != 200 or asked > budget[number]:
                beyond.append(f"{name} for a {who}: {status}, {asked} of {budget[number]}\n{told}")
    assert not beyond, "\n\n".join(beyond)


def an_event(players):
    """Addresses of an event of the owner's club in which so many have played two rounds."""
    north = Organisation.objects.get(slug="north")
    event = create_event(organisation_id=north.pk, name="Open", preset="blitz", actor=SYSTEM)
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
        rule_at_once(
            event_id=event.pk,
            about=About(entry_id=entry.pk),
            incident="distracting",
            decided=Decided(consequence="caution"),
            actor=SYSTEM,
        )
    row = propose_round(section_id=section.pk, actor=SYSTEM)  # a draft, with the checker beside it
    by_name = {
        "event": [event.slug],
        "event_calendar": [event.slug],
        "pairings": [event.slug, section.slug, 2],
    }
    by_name |= {"desk_setup": [section.pk, "prizes"], "desk_officials": [event.pk]}
    by_name |= {"incident": [event.pk], "calls": [event.pk]}
    by_name |= {"desk_equipment": [event.pk], "desk_equipment_sheet": [event.pk]}
    by_name |= {"desk_event": [event.pk], "desk_screens": [event.pk], "desk_event_ratings": [event.pk]}
    by_name |= {"desk_appeals": [event.pk], "desk_arbiter_report": [event.pk]}
    by_name |= {"desk_round": [row.pk], "desk_round_games": [row.pk]}
    by_name |= {"desk_board": [row.pairings.earliest("pk").pk]}
    by_name |= {"hall_section": [section.pk], "board": [section.board_cards.earliest("pk").token]}
    by_name |= {"enter": [event.slug], "desk_cases": [event.pk]}
    by_name |= {"desk_case": [cases_of_a_board(section, players).pk]}
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
    decided = Decided(consequence="caution", reason="seen")
    for _ in range(how_many):
        rule_at_once(decided=decided, **facts)
    return open_case(**facts)


@pytest.mark.parametrize("players", [ROWS, 3 * ROWS])
def test_every_page_of_an_event_keeps_its_budget(client, owner, players):
    pages, beyond = an_event(players), []
    for number, who in enumerate(("visitor", "owner")):
        if who == "owner":
            client.force_login(owner)
        for name, (*_, budget) in ((name, EVENT[name][: number + 1]) for name in pages):
            SHELF.clear()
            with CaptureQueriesContext(connection) as asked:
                status = client.get(pages[name]).status_code
            told = "\n".join(one["sql"][:160] for one in asked)
            if budget is None:
                assert status in {302, 403}, name
            elif status != 200 or len(asked) > budget:
                beyond.append(f"{name} for a {who}: {status}, {len(asked)} of {budget}\n{told}")
    assert not beyond, "\n\n".join(beyond)


# What may be asked when a game of a large section is entered.
ENTERING = {
    "a key at the desk": 32,
    "a helper's phone": 29,
    "what a phone sends later": 26,
    "the API": 26,
    "news": 28,
}
BOARDS = 150
LARGEST_ROUND = 400_000
LARGEST_PHONE = 420_000


def a_large_round():
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


def test_a_result_of_a_large_section_keeps_its_budget(client, owner):
    row, games = a_large_round()
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
        with CaptureQueriesContext(connection) as asked:
            answer = act(games[2 * at + 1])
        assert answer.status_code == 200
        told = "\n".join(one["sql"][:160] for one in asked)
        most = 40_000 if name == "news" else 6_000
        if len(asked) > ENTERING[name] or len(answer.content) > most:
            beyond.append(f"{name}: {len(asked)} of {ENTERING[name]}, {len(answer.content)} bytes\n{told}")
    assert not beyond, "\n\n".join(beyond)
    whole = client.get(page).content
    assert whole.count(b"data-game") == 2 * BOARDS
    assert len(whole) < LARGEST_ROUND
    phone = reverse("tournaments:hall_section", args=[row.section_id])
    assert len(client.get(phone).content) < LARGEST_PHONE
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
        status, asked, told = queries_of(client, reverse(name))
        assert status == 200
        assert asked <= budget, f"{name}: {asked} of {budget}\n{told}"


def test_every_page_of_the_desk_has_a_budget():
    assert {page.url_name for page in DESK_PAGES} <= set(BUDGETS)
