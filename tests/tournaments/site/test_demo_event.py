"""The demo has an event and a club's year to look at, and loading it again changes nothing."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from worlds import world

from club.equipment.selectors import overdue_loans
from club.jobs.services import jobs
from club.models import (
    AuditEntry,
    BankMovement,
    ClubDate,
    EquipmentItem,
    FeeLine,
    Guardianship,
    Job,
    Membership,
    Notice,
    Organisation,
    OutboxMessage,
    Reminder,
)
from club.money.selectors.books import invoices_of
from club.money.selectors.reminders import due_reminders
from tournaments.models import (
    Challenge,
    Entry,
    Event,
    Fixture,
    GameResult,
    Ladder,
    RatingList,
    RoundState,
    StandingsSnapshot,
)
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db


@world
def home():
    """The demo club, with its event."""
    call_command("loaddemo", verbosity=0)
    return Organisation.objects.get(slug="demo-club")


def test_the_demo_event_has_twelve_players_and_three_played_rounds(client, home):
    event = Event.objects.get(name="Demo club open")
    section = event.sections.get()
    assert event.is_public
    assert section.entries.count() == 12
    assert list(section.round_rows.values_list("state", flat=True)) == [RoundState.CLOSED] * 3
    assert [one.rulings.get().consequence for one in event.cases.order_by("number")] == ["caution", "none"]
    table = standing_rows(section)
    assert sum(row.points for row in table.rows) == 3 * 6 * 2
    assert len({row.points for row in table.rows}) > 3
    page = client.get(f"/e/{event.slug}/{section.slug}/standings/")
    assert "Wyllie" in page.content.decode()


def test_the_demo_club_has_members_a_calendar_and_a_season(client, home):
    club = home
    assert Membership.objects.filter(organisation=club).count() == 30
    assert Guardianship.objects.count() == 3
    season = Event.objects.get(name="Club season").sections.get()
    assert [night.attendances.count() for night in season.nights.all()] == [8, 8]
    rating_list = RatingList.objects.get(name="Club ratings")
    assert rating_list.is_public
    assert season.season.rating_list == rating_list
    assert rating_list.periods.count() == 2  # a report a night
    assert ClubDate.objects.filter(is_public=False).exists()
    page = client.get(f"/clubs/{club.slug}/calendar/").content.decode()
    assert "Club evening" in page
    assert "Members&#x27; dinner" not in page


def test_the_log_leads_to_the_standings_of_the_demo(home, capsys):
    call_command("check_standings", "--log")
    assert "differences=0 not_replayable=0" in capsys.readouterr().out
    assert StandingsSnapshot.objects.exists()


def test_the_fees_of_the_year_are_booked_mostly_paid_and_one_is_reminded(home):
    rows = invoices_of(organisation_id=home.pk)
    still = {row.payer_name: (row.total, row.open_amount) for row in rows if row.open_amount}
    assert still.pop("Saskia Kramer") == (6000, 3000)
    assert set(still) == {"Teun Maas", "Vera Schouten", "Femke Hoekstra"}
    assert len(rows) == 24
    assert {row.issued_on for row in rows} == {timezone.localdate() - timedelta(days=45)}
    reminder = Reminder.objects.get()
    assert reminder.invoice.payer_name == "Teun Maas"
    assert reminder.on == timezone.localdate() - timedelta(days=10)
    assert "Teun Maas" not in {one.invoice.payer_name for one in due_reminders(organisation_id=home.pk)}
    left_out = dict(FeeLine.objects.filter(invoice=None).values_list("person__name", "reason"))
    assert left_out.pop("Otto Wolters") == "exempt"
    assert set(left_out.values()) == {"honorary"}
    waiting = BankMovement.objects.filter(state="waiting").values_list("name", flat=True)
    assert set(waiting) == {"Femke Hoekstra", "Harbour Draughts Club"}
    family = rows.filter(lines__person__household_place__household__name="Bakker").distinct()
    assert sum(row.total for row in family) == 14_000


def test_the_ladder_and_the_league_are_under_way(home):
    ladder = Ladder.objects.get(organisation=home)
    assert ladder.places.count() == 10
    assert sorted(Challenge.objects.values_list("state", flat=True)) == ["made", "played", "played", "played"]
    league = Event.objects.get(name="District league").sections.get()
    matches = Fixture.objects.filter(pairing__round__section=league).order_by("pk")
    assert [(one.told_at is not None, one.settled_how) for one in matches] == [
        *[(True, "captains")] * 2,
        (True, ""),
        *[(False, "")] * 3,
    ]
    assert [team.members.count() for team in league.entries.all()] == [4] * 4


def test_the_cupboard_the_inbox_and_the_mails(home, settings, monkeypatch):
    assert EquipmentItem.objects.filter(kind="clock").exclude(serial="").count() == 5
    assert [one.person.name for one in overdue_loans(today=timezone.localdate())] == ["Dirk van Dam"]
    assert home.join_requests.get().confirmed_at is not None
    monkeypatch.setattr("club.jobs.services.outbox.deliver", refuse_to_mail)
    for _round in range(3):
        Job.objects.filter(state="waiting").exclude(task="club.restore_point").update(due_at=timezone.now())
        jobs.run_waiting(queue="bulk", seconds=60)
        jobs.run_waiting(queue="interactive", seconds=60)
    assert Notice.objects.get().state == "sent"
    mails = OutboxMessage.objects.all()
    assert {one.to.rpartition("@")[2] for one in mails} == {"demo.example"}
    assert mails.count() > 40
    assert set(mails.values_list("state", flat=True)) == {"sent"}


def refuse_to_mail(_mail):
    raise AssertionError("the people of the demo are made up")


def test_what_is_loaded_already_is_left_alone(home, capsys):
    before = AuditEntry.objects.count()
    call_command("loaddemo")
    assert "three rounds" not in capsys.readouterr().out
    assert (Event.objects.count(), AuditEntry.objects.count()) == (6, before)


def test_the_players_of_the_demo_event_have_a_past_with_moves_to_replay(client, home):
    wyllie = Entry.objects.filter(name="James Wyllie", section__event__name="Demo club open").get().person_id
    page = client.get(f"/players/{wyllie}/").content.decode()
    assert "Match games, 1847 to 1867" in page
    assert page.count("Replay") > 5
    assert "Open ratings" in page
    linked = GameResult.objects.filter(game__isnull=False).select_related("game")
    assert {(one.outcome, one.game.winner) for one in linked} == {
        (each, each) for each in ("white", "black", "draw")
    }
