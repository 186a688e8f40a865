"""Lists, ladders, reports, screens and accounts as a scene of races.

Their services write rows that refer to a list, an event, a section or an account which they do not lock: a
foreign key is checked at the commit.
"""

from datetime import date, time, timedelta

from club_scenes import Act, Scene, at, both, in_club
from event_rows import published_round
from rated_club import played_event

from club.accounts.services import accounts, tokens
from club.accounts.services.roles import grant_role
from club.calendar.services import club_dates, venues
from club.core.access import Scope
from club.core.actor import SYSTEM
from club.core.capabilities import Capability
from club.members.services import persons
from club.models import Role, User
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import open_case
from tournaments.entries.services import check_ins, entries
from tournaments.events.services import clones, events
from tournaments.ladders.services import ladders
from tournaments.models import Outcome
from tournaments.nights.services.seasons import set_season
from tournaments.ratings.services import rating_lists, rating_reports
from tournaments.results.services.results import record_result
from tournaments.screens.services import screen_families, screens


class Rated(Scene):
    """An event of two rounds, the first one played, beside a list, a ladder and a screen of the club."""

    def build(self):
        here, actor = {"organisation_id": self.club.pk}, self.actor
        self.list = rating_lists.make_list(
            name="Club", formula="elo", initial_rating=1500, actor=actor, **here
        )
        self.other = rating_lists.make_list(
            name="Blitz", formula="elo", initial_rating=1500, actor=actor, **here
        )
        self.ladder = ladders.make_ladder(name="Ladder", actor=actor, **here)
        self.event = played_event(rounds=1, club=self.club, players=4)
        self.section = self.event.sections.get()
        self.row = published_round(self.section)
        self.pairing = self.row.pairings.order_by("board_number").first()
        self.first = self.section.entries.order_by("pk").first()
        self.family = screen_families.make_family(
            event_id=self.event.pk, name="Hall", contents=["pairings"], actor=actor
        )
        self.report = rating_reports.commit_report(list_id=self.other.pk, event_id=self.event.pk, actor=actor)
        self.event.refresh_from_db()
        self.section.refresh_from_db()
        self.venue = venues.add_venue(name="Hall", actor=actor, **here)
        self.user = User.objects.create_user(f"una@{self.club.slug}.example")
        self.other = User.objects.create_user(f"otto@{self.club.slug}.example")
        for user in (self.user, self.other):
            grant_role(user=user, role=Role.PLAYER, scope=Scope(self.club.pk), actor=SYSTEM)
        self.ann, self.bob = (persons.add_person(name=name, actor=actor, **here) for name in ("Una", "Otto"))
        persons.link_account(person_id=self.bob.pk, user_id=self.other.pk, actor=actor)
        # The site has a chain from now on.
        accounts.rename_account(name=f"Desk {self.club.pk}", actor=actor)

    acts = {
        "change list": Act(
            rating_lists.change_list,
            lambda scene: {"list_id": scene.list.pk, "version": scene.list.version, "name": "Newer"},
            "list",
        ),
        "recompute": Act(rating_reports.recompute_list, at("list"), "list"),
        "report": Act(rating_reports.commit_report, both(at("list"), at("event")), "list"),
        "revert report": Act(rating_reports.revert_rating_report, at("report", "period_id"), "report"),
        "link players": Act(rating_reports.link_players, at("event"), "event"),
        "make ladder": Act(
            ladders.make_ladder, lambda scene: in_club(name="New", rating_list_id=scene.list.pk)(scene)
        ),
        "change ladder": Act(
            ladders.change_ladder,
            lambda scene: {
                "ladder_id": scene.ladder.pk,
                "version": scene.ladder.version,
                "rating_list_id": scene.list.pk,
            },
            "ladder",
        ),
        "set season": Act(
            set_season,
            lambda scene: {"section_id": scene.section.pk, "rating_list_id": scene.list.pk},
            "section",
        ),
        "make event": Act(events.create_event, in_club(name="Open", preset="weekend")),
        "copy event": Act(clones.clone_event, at("event", name="Open"), "event"),
        "change event": Act(
            events.change_event,
            lambda scene: {"event_id": scene.event.pk, "version": scene.event.version, "name": "Newer"},
            "event",
        ),
        "change section": Act(
            events.change_section,
            lambda scene: {"section_id": scene.section.pk, "version": scene.section.version, "name": "Newer"},
            "section",
        ),
        "check in": Act(check_ins.check_in, at("first", "entry_id", has_arrived=True), "first"),
        "change entry": Act(entries.change_entry, at("first", "entry_id", rating=1234), "first"),
        "result": Act(record_result, at("pairing", game=1, outcome=Outcome.WHITE), "pairing"),
        "open case": Act(open_case, at("event", incident="must_capture", about=About()), "event"),
        "make screen": Act(
            screens.make_screen,
            lambda scene: {"event_id": scene.event.pk, "family_id": scene.family.pk},
            "event",
        ),
        "remove family": Act(screen_families.remove_family, at("family"), "family"),
        "join ladder": Act(ladders.join_ladder, both(at("ladder"), at("ann", "person_id")), "ladder"),
        "bring to ladder": Act(ladders.join_ladder, both(at("ladder"), at("bob", "person_id")), "ladder"),
        "link account": Act(persons.link_account, both(at("ann", "person_id"), at("user")), "ann"),
        "unlink account": Act(persons.unlink_account, at("bob", "person_id"), "bob"),
        "add venue": Act(venues.add_venue, in_club(name="Barn")),
        "change venue": Act(venues.change_venue, at("venue", name="Barn"), "venue"),
        "add date": Act(
            club_dates.add_date,
            both(
                in_club(kind="evening", title="Evening", first_on=date(2026, 1, 6), begins_at=time(19, 30)),
                at("venue", time_zone="Europe/Amsterdam"),
            ),
        ),
        "make token": Act(
            tokens.make_token,
            lambda _scene: {"name": "race", "abilities": [Capability.SEE_DESK], "lasts": timedelta(days=1)},
        ),
        "rename account": Act(
            accounts.rename_account, lambda scene: {"name": f"Desk of {scene.club.slug}"[-50:]}
        ),
    }
