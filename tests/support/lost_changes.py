"""Races of two people of whom neither may lose the change of the other, by the services.

`race` brings the first to the audit chain, its last lock, and the second to where it waits for the first.
What the second has read by then is from before the change of the first.
"""

import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from io import BytesIO
from typing import Any, NamedTuple

from club_races import CHAIN_LOCK, race
from club_scenes import Act, Scene, at, both, in_club
from event_rows import published_round, section_of

from club.accounts.services import invitations
from club.calendar.services import venues
from club.core.access import Scope
from club.equipment.services import equipment
from club.joining.services import join_forms
from club.members.services import households, memberships, person_details, persons, plans
from club.models import EquipmentKind, Invitation, OutboxMessage, Role
from club.organisations.services.club_facts import change_club
from games.archive.services.archive import save_game
from games.archive.services.imports import start_import
from tournaments.entries.services.admissions import set_admission
from tournaments.events.services import closing, setup_lists
from tournaments.models import GameResult
from tournaments.news import services as news
from tournaments.printing.selectors import paper_defaults
from tournaments.printing.services import set_paper_defaults
from tournaments.records.services.game_records import link_record

TAGS = '[GameType "21"]\n[White "Anderson"]\n[Black "Wyllie"]\n'
RECORD = f"{TAGS}\n1. 11-15 23-19 2. 8-11 22-17 1/2-1/2\n"
SHORT = f"{TAGS}\n1. 12-16 24-20 2. 8-12 28-24 1/2-1/2\n"
LONG = f"{TAGS}\n1. 12-16 24-20 2. 8-12 28-24 3. 3-8 22-17 1/2-1/2\n"


class Case(NamedTuple):
    """Two acts of a scene, and what the rows have afterwards."""

    first: str
    second: str
    stored: Callable[[Any], object]
    expected: object


def value_of(row, name):
    """Return the function that reads a field of a row of the scene."""

    def stored(scene):
        fresh = getattr(scene, row)
        fresh.refresh_from_db()
        return getattr(fresh, name)

    return stored


def begins(hour):
    return {"rows": [{"number": 1, "starts_at": datetime(2026, 1, 6, hour, tzinfo=UTC)}]}


def arbiter(name):
    return {"rows": [{"role": "arbiter", "name": name}]}


class Version(NamedTuple):
    """A change that can be repeated with other words, its action, and what it changes."""

    act: Callable[[str], Act]
    action: str
    stored: Callable[[Any], object]
    third: object = "Third"


class Changed(Scene):
    """Rows that have been changed once; the acts change them again, and the changes can be undone."""

    versions: dict[str, Version] = {}

    def __init_subclass__(cls):
        cls.acts = {name: version.act("Third") for name, version in cls.versions.items()}
        cls.undone = tuple(version.action for version in cls.versions.values())
        cls.cases = {
            name: Case(name, f"undo {version.action}", version.stored, version.third)
            for name, version in cls.versions.items()
        }

    def build(self):
        self.add_rows({"organisation_id": self.club.pk, "actor": self.actor})
        for version in self.versions.values():
            act = version.act("Second")
            act.service(actor=self.actor, **act.facts(self))

    def add_rows(self, here):
        """Add the rows in their first version."""


HOURS, YEARS, PLACES = (
    {"Second": 9, "Third": 10},
    {"Second": 2021, "Third": 2022},
    {"Second": 20, "Third": 30},
)


class ChangedClub(Changed):
    """What a club has changed: itself, its members, its equipment, its form, its venues."""

    versions = {
        "item": Version(
            lambda name: Act(equipment.change_equipment, at("item", name=name)),
            "club.equipment.changed",
            value_of("item", "name"),
        ),
        "form": Version(
            lambda text: Act(join_forms.set_join_form, in_club(is_open=True, full_age=18, welcome=text)),
            "club.join_form.changed",
            value_of("form", "welcome"),
        ),
        "club": Version(
            lambda text: Act(change_club, in_club(contact_name=text)),
            "club.organisation.changed",
            value_of("club", "contact_name"),
        ),
        "details": Version(
            lambda text: Act(person_details.change_details, at("ann", "person_id", title=text)),
            "club.person.details_changed",
            value_of("ann", "title"),
        ),
        "number": Version(
            lambda text: Act(person_details.set_number, at("ann", "person_id", body="KNDB", number=text)),
            "club.person.number_set",
            lambda scene: scene.ann.federation_numbers.values_list("number", flat=True).first(),
        ),
        "membership": Version(
            lambda text: Act(
                memberships.change_membership,
                both(at("membership"), at("plan", starts_on=date(YEARS[text], 1, 1))),
            ),
            "club.membership.changed",
            lambda scene: str(value_of("membership", "starts_on")(scene)),
            "2022-01-01",
        ),
        "plan": Version(
            lambda name: Act(plans.change_plan, at("plan", kind="adult", is_offered=True, name=name)),
            "club.plan.changed",
            value_of("plan", "name"),
        ),
        "household": Version(
            lambda name: Act(households.rename_household, at("house", "household_id", name=name)),
            "club.household.renamed",
            value_of("house", "name"),
        ),
        "venue": Version(
            lambda name: Act(venues.change_venue, at("venue", name=name)),
            "club.venue.changed",
            value_of("venue", "name"),
        ),
    }

    def add_rows(self, here):
        self.item = equipment.add_equipment(kind=EquipmentKind.values[0], name="Set", **here)
        self.form = join_forms.set_join_form(is_open=True, full_age=18, **here)
        self.ann = persons.add_person(name="Ann", **here)
        self.plan = plans.add_plan(name="Adult", kind="adult", **here)
        started = {"plan_id": self.plan.pk, "starts_on": date(2020, 1, 1), "actor": self.actor}
        self.membership = memberships.start_membership(person_id=self.ann.pk, **started)
        self.house = households.add_household(name="Hill", **here)
        self.venue = venues.add_venue(name="Hall", **here)


class ChangedEvent(Changed):
    """What a club has changed in an event and its section."""

    versions = {
        "post": Version(
            lambda title: Act(news.change_post, at("post", title=title, text="x")),
            "tournaments.post.changed",
            value_of("post", "title"),
        ),
        "places": Version(
            lambda text: Act(set_admission, at("section", places=PLACES[text])),
            "tournaments.admission.set",
            lambda scene: type(scene.section).objects.get(pk=scene.section.pk).admission.places,
            30,
        ),
        "schedule": Version(
            lambda text: Act(setup_lists.set_schedule, at("section", **begins(HOURS[text]))),
            "tournaments.schedule.set",
            lambda scene: scene.section.round_times.get().starts_at.hour,
            10,
        ),
        "officials": Version(
            lambda name: Act(setup_lists.set_officials, at("event", **arbiter(name))),
            "tournaments.officials.set",
            lambda scene: scene.event.officials.get().name,
        ),
        "closing": Version(
            lambda text: Act(
                closing.mark_closing_task, at("event", task="thanks", is_needed=text == "Second")
            ),
            "tournaments.closing.marked",
            lambda scene: scene.event.closing_marks.get().is_needed,
            False,
        ),
    }

    def add_rows(self, here):
        self.section = section_of(club=self.club, players=4)
        self.event = self.section.event
        self.post = news.add_post(event_id=self.event.pk, title="First", text="x", actor=here["actor"])


class Pressed(Scene):
    """What two people do at once, or one with two presses, without a row to lock."""

    def build(self):
        sections = [section_of(club=self.club, players=4) for _event in range(2)]
        self.boards = [published_round(section).pairings.first() for section in sections]
        self.ann = persons.add_person(
            organisation_id=self.club.pk, name="Ann", email=f"ann@{self.club.slug}.example", actor=self.actor
        )
        plan = plans.add_plan(organisation_id=self.club.pk, name="Adult", kind="adult", actor=self.actor)
        memberships.start_membership(
            person_id=self.ann.pk, plan_id=plan.pk, starts_on=date(2020, 1, 1), actor=self.actor
        )
        self.record = save_game(organisation=self.club, text=RECORD, actor=self.actor)

    @property
    def invited(self):
        mails = OutboxMessage.objects.filter(organisation=self.club)
        return [Invitation.objects.filter(organisation=self.club).count(), mails.count()]

    def file(self):
        stream = BytesIO(RECORD.encode())
        return {"organisation": self.club, "stream": stream, "name": "x.pdn", "in_background": False}

    def board(self, number, **facts):
        return {"pairing_id": self.boards[number].pk, "game": 1, **facts}

    acts = {
        "invite": Act(
            invitations.invite,
            lambda scene: {
                "scope": Scope(scene.club.pk),
                "role": Role.PLAYER,
                "days": 7,
                "address_of": str,
                "email": f"new@{scene.club.slug}.example",
            },
        ),
        "invite members": Act(invitations.invite_members, in_club(address_of=str)),
        "import": Act(start_import, lambda scene: scene.file()),
        "import again": Act(start_import, lambda scene: scene.file()),
        "save": Act(save_game, lambda scene: {"organisation": scene.club, "text": SHORT}),
        "save longer": Act(save_game, lambda scene: {"organisation": scene.club, "text": LONG}),
        "link": Act(link_record, lambda scene: scene.board(0, record_id=scene.record.pk)),
        "link to another": Act(link_record, lambda scene: scene.board(1, record_id=scene.record.pk)),
        "paste": Act(link_record, lambda scene: scene.board(0, text=RECORD)),
        "paste at another": Act(link_record, lambda scene: scene.board(1, text=RECORD)),
        "paper": Act(set_paper_defaults, in_club(size="letter")),
        "certificates": Act(set_paper_defaults, in_club(design="modern")),
    }
    cases = {
        "invitations": Case("invite", "invite", lambda scene: scene.invited, [1, 1]),
        "member invitations": Case("invite members", "invite members", lambda scene: scene.invited, [1, 1]),
        "imports": Case("import", "import again", lambda scene: scene.club.imports.count(), 1),
        "beginnings": Case("save", "save longer", lambda scene: beginnings(scene.club), 1),
        "beginnings of the first": Case("save longer", "save", lambda scene: beginnings(scene.club), 1),
        "boards of a record": Case("link", "link to another", lambda scene: boards_of(scene.record), 1),
        "boards of a pasted record": Case(
            "paste", "paste at another", lambda scene: boards_of(scene.record), 1
        ),
        "paper": Case(
            "paper", "certificates", lambda scene: list(paper_defaults(scene.club.pk)), ["letter", "modern"]
        ),
    }


def beginnings(club):
    return club.games.filter(beginning_of__isnull=False).count()


def boards_of(record):
    return GameResult.every.filter(game=record).count()


SCENES = {one.__name__: one for one in (ChangedClub, ChangedEvent, Pressed)}


def race_cases(scene, names=()):
    """Race the cases of a scene; return the name, both answers, what is stored, and what should be."""
    kind = SCENES[scene]
    found = []
    for name in names or kind.cases:
        case = kind.cases[name]
        one = kind(f"{scene.lower()}-{len(found)}-{time.monotonic_ns()}")
        actions = one.actions()
        answers = race(actions[case.first], actions[case.second], CHAIN_LOCK)
        found.append([name, *answers, case.stored(one), case.expected])
    return found
