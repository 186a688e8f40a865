"""Data of the demo club: members, a venue, a calendar, a season of nights and its ratings."""

from collections.abc import Mapping, Sequence
from datetime import date, time, timedelta
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.calendar.selectors import reach
from club.calendar.services.club_dates import add_date, cancel_day
from club.calendar.services.venues import add_venue
from club.core.actor import Actor
from club.core.selectors import DEMO_CLUB
from club.demo.services import book_fees, fill_cupboard, notify_all_members, open_join_form
from club.members.selectors.members import plans_of
from club.members.services.consents import give_consent, write_consent_text
from club.members.services.guardians import add_guardian
from club.members.services.households import settle_by_name
from club.members.services.memberships import add_member
from club.members.services.plans import add_plan
from club.models import Organisation
from club.organisations.services.organisations import ensure_organisation
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.check_ins import check_in
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.events import create_event, show_event
from tournaments.ladders.services.challenges import answer_challenge, make_challenge, report_challenge
from tournaments.ladders.services.ladders import join_ladder, make_ladder
from tournaments.leagues.services.demo_league import RATINGS, play_league
from tournaments.models import Event, Ladder, Outcome, Section
from tournaments.nights.services.nights import begin_night, end_night, pair_night
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.services.rating_lists import make_list
from tournaments.results.services.results import record_result

PLAYERS: Final = 10
PLAYED: Final = ((2, 0, "challenger"), (5, 3, "challenged"), (7, 6, "draw"))
"""Who challenged whom, counted from the top of the list, and how it ended."""
OPEN_CHALLENGE: Final = (9, 8)


def create_demo_ladder(
    club: Organisation, names: Sequence[str], members: Mapping[str, int], actor: Actor
) -> Ladder:
    """Create a public ladder; of four challenges three are played and one waits for an answer."""
    row = make_ladder(organisation_id=club.pk, name=_("Club ladder"), is_public=True, actor=actor)
    numbers = [members[one] for one in names[:PLAYERS]]
    for number in numbers:
        join_ladder(ladder_id=row.pk, person_id=number, actor=actor)
    for challenger, challenged, result in PLAYED:
        both = numbers[challenger], numbers[challenged]
        made = make_challenge(ladder_id=row.pk, challenger_id=both[0], challenged_id=both[1], actor=actor)
        answer_challenge(challenge_id=made.pk, accepts=True, actor=actor)
        for one in both:
            report_challenge(challenge_id=made.pk, person_id=one, result=result, actor=actor)
    challenger, challenged = (numbers[at] for at in OPEN_CHALLENGE)
    make_challenge(ladder_id=row.pk, challenger_id=challenger, challenged_id=challenged, actor=actor)
    return row


ADULTS: Final = (
    *("Anna Bakker", "Pieter Bakker", "Willem Smit", "Els de Groot", "Henk Visser", "Maria Jansen"),
    *("Karel Mulder", "Sofie Peters", "Dirk van Dam", "Ingrid Bos", "Joris Hendriks", "Lotte Dekker"),
    *("Bram Vos", "Nora Kok", "Teun Maas", "Vera Schouten", "Gijs Post", "Mila Blom"),
    *("Ruben Prins", "Saskia Kramer", "Otto Wolters", "Femke Hoekstra"),
)
YOUNG: Final = ("Tim Bakker", "Lisa Bakker", "Finn Smit", "Noor Visser", "Sem Mulder", "Roos Peters")
HONORARY: Final = ("Cornelis Oudendijk", "Johanna Brouwer")
FAMILIES: Final = {
    "Bakker": ("Anna Bakker", "Pieter Bakker", "Tim Bakker", "Lisa Bakker"),
    "Smit": ("Willem Smit", "Finn Smit"),
}
GUARDIANS: Final = {"Anna Bakker": ("Tim Bakker", "Lisa Bakker"), "Willem Smit": ("Finn Smit",)}
SEASON: Final = ADULTS[:8]
NIGHTS: Final = 2
OUTCOMES: Final = (Outcome.WHITE, Outcome.DRAW, Outcome.BLACK, Outcome.DRAW)
A_WEEK: Final = timedelta(days=7)
TUESDAY: Final = 1
YOUNG_FOR: Final = timedelta(days=11 * 366)


class DemoLife(NamedTuple):
    """Figures of the loaded data."""

    members: int
    season: Event
    league: Event


@transaction.atomic
def load_demo_club(*, actor: Actor) -> DemoLife | None:
    """Load members, dates and a season into the demo club, unless it has membership plans already.

    Then load the other data of a year: fees, a ladder, a league, loans, a duty at the door, a notice.

    """
    club = ensure_organisation(slug=DEMO_CLUB, name=_("Demo club"), actor=actor)
    if plans_of(organisation_id=club.pk).exists():
        return None
    members = _enrol(club, actor)
    today = timezone.localdate()
    first_night = reach(today, -A_WEEK * NIGHTS - timedelta(days=(today.weekday() - TUESDAY) % 7))
    _fill_calendar(club, actor, first_night)
    season = _play_season(club, actor, first_night)
    book_fees(club, members, actor)
    create_demo_ladder(club, ADULTS, members, actor)
    league = play_league(club, ADULTS[: len(RATINGS)], actor)
    fill_cupboard(club, members, actor)
    open_join_form(club, plans_of(organisation_id=club.pk).get(kind="adult"), actor)
    notify_all_members(club, actor)
    return DemoLife(len(members), season, league)


def _enrol(club: Organisation, actor: Actor) -> dict[str, int]:
    """Create the members by name: plans, households, guardians, a consent."""
    today = timezone.localdate()
    begun = date(today.year - 1, 9, 1)
    names = (
        (_("Adult"), "adult", ADULTS),
        (_("Youth"), "youth", YOUNG),
        (_("Honorary"), "honorary", HONORARY),
    )
    numbers: dict[str, int] = {}
    for name, kind, persons in names:
        plan = add_plan(organisation_id=club.pk, name=name, kind=kind, actor=actor)
        for one in persons:
            address = "" if one in YOUNG else f"{one.lower().replace(' ', '.')}@demo.example"
            details = {"born_on": reach(today, -YOUNG_FOR)} if one in YOUNG else None
            row = add_member(
                name=one, plan_id=plan.pk, starts_on=begun, email=address, details=details, actor=actor
            )
            numbers[one] = row.person_id
    for family, housemates in FAMILIES.items():
        for one in housemates:
            settle_by_name(person_id=numbers[one], organisation_id=club.pk, name=family, actor=actor)
    for guardian, wards in GUARDIANS.items():
        for ward in wards:
            add_guardian(guardian_id=numbers[guardian], ward_id=numbers[ward], actor=actor)
    write_consent_text(
        organisation_id=club.pk,
        kind="photo",
        text=_("The club may show photos of me at events."),
        actor=actor,
    )
    for one in (*SEASON, "Tim Bakker"):
        give_consent(person_id=numbers[one], organisation_id=club.pk, kind="photo", actor=actor)
    return numbers


def _fill_calendar(club: Organisation, actor: Actor, first_night: date) -> None:
    """Create a venue, the weekly evening with one cancelled, training, a meeting and a dinner for members."""
    venue = add_venue(
        organisation_id=club.pk,
        name=_("The back room"),
        room=_("First floor"),
        address=_("1 Mill Lane"),
        accessibility=_("A lift leads to the first floor; ask at the bar."),
        opening_hours=_("Tuesdays from 19:00"),
        actor=actor,
    )
    facts: dict[str, Any] = {
        "organisation_id": club.pk,
        "venue_id": venue.pk,
        "time_zone": "Europe/Amsterdam",
        "actor": actor,
    }
    evening = add_date(
        title=_("Club evening"),
        kind="evening",
        first_on=first_night,
        begins_at=time(19, 30),
        repeats="weekly",
        **facts,
    )
    coming = reach(first_night, A_WEEK * (NIGHTS + 2))
    cancel_day(date_id=evening.pk, on=coming, note=_("The room is booked for a wedding."), actor=actor)
    add_date(
        title=_("Youth training"),
        kind="training",
        first_on=reach(first_night, timedelta(days=4)),
        begins_at=time(10, 0),
        minutes=90,
        repeats="weekly",
        every=2,
        **facts,
    )
    add_date(
        title=_("Members' dinner"),
        kind="social",
        first_on=reach(first_night, timedelta(days=31)),
        begins_at=time(18, 0),
        is_public=False,
        **facts,
    )


def _play_season(club: Organisation, actor: Actor, first_night: date) -> Event:
    """Play a season with two nights, each counted on the rating list of the season."""
    event = create_event(
        organisation_id=club.pk,
        name=_("Club season"),
        preset="club_night",
        venue=_("The back room"),
        actor=actor,
    )
    show_event(event_id=event.pk, is_public=True, actor=actor)
    section = event.sections.get()
    ratings = make_list(
        organisation_id=club.pk,
        name=_("Club ratings"),
        formula="elo",
        initial_rating=1500,
        is_public=True,
        actor=actor,
    )
    set_season(section_id=section.pk, rating_list_id=ratings.pk, actor=actor)
    entries = add_entries(section_id=section.pk, lines=[EntryLine(one) for one in SEASON], actor=actor)
    for night in range(NIGHTS):
        day = reach(first_night, A_WEEK * night)
        begin_night(section_id=section.pk, held_on=day, as_last_time=night > 0, actor=actor)
        if night == 0:
            for entry in entries:
                check_in(entry_id=entry.pk, has_arrived=True, actor=actor)
        _play_night(section, actor)
    return event


def _play_night(section: Section, actor: Actor) -> None:
    row = pair_night(section_id=section.pk, actor=actor)
    boards = row.pairings.filter(black__isnull=False).order_by("board_number")
    for at, pairing in enumerate(boards):
        outcome = OUTCOMES[(at + row.number) % len(OUTCOMES)]
        record_result(pairing_id=pairing.pk, game=1, outcome=outcome, actor=actor)
    end_night(section_id=section.pk, actor=actor)
