"""The members of a club in a state in which every service can act on them, and what scenes of races share.

A scene is a club of its own. An action is a service with its arguments, and the row whose address a page has.
Each entry of the log that a scene has made can be undone as well.
"""

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from club.accounts.services.roles import grant_role
from club.audit.services import undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.duplicates.services.confirmed_distinct import confirm_distinct, withdraw_distinct
from club.duplicates.services.merging import merge_persons
from club.members.member_lists import MemberLine
from club.members.selectors.member_differences import Defaults, digest_of, member_differences
from club.members.services import (
    consents,
    guardians,
    households,
    member_imports,
    memberships,
    person_details,
    persons,
    photos,
    plans,
)
from club.models import AuditEntry, Organisation, Role, User


class Act(NamedTuple):
    """A service, its arguments in a scene, and the name of the row whose address a page has."""

    service: Callable[..., object]
    facts: Callable[[Any], dict[str, Any]]
    row: str = ""


class Action(NamedTuple):
    """An act in a scene."""

    call: Callable[[], object]
    row: Any

    def is_gone(self):
        """Return True if the row of the address is not there any more."""
        return self.row is not None and not type(self.row)._base_manager.filter(pk=self.row.pk).exists()


class Scene:
    """A club in a state. `acts` are those of its kind."""

    acts: dict[str, Act] = {}
    undone: tuple[str, ...] = ()

    def __init__(self, slug):
        self.club = Organisation.objects.create(slug=slug[:50], name=slug[:100])
        # May act in every club, and is made once.
        users = User.objects.filter(is_superuser=True)
        self.actor = Actor.of_user(users.first() or User.objects.create_superuser("site@north.example"))
        self.build()

    def build(self):
        """Make the rows."""

    def actions(self):
        """Return every action by name."""
        found = {name: self.action(act) for name, act in self.acts.items()}
        log = AuditEntry.objects.filter(chain__key=f"club:{self.club.pk}").order_by("pk")
        for name in self.undone:
            entry = log.filter(action=name).last()
            assert entry is not None, f"the scene has no entry {name}"
            found[f"undo {name}"] = Action(
                lambda entry=entry: undo_entry(entry_id=entry.pk, actor=self.actor, reason="again"), entry
            )
        return found

    def action(self, act):
        facts = {"actor": self.actor, **act.facts(self)}
        if facts["actor"] is None:  # a job
            del facts["actor"]
        return Action(lambda: act.service(**facts), getattr(self, act.row) if act.row else None)


def at(row, name=None, /, **more):
    """Return the arguments of a service on a row of the scene: its key, by this name."""
    return lambda scene: {name or f"{row}_id": getattr(scene, row).pk, **more}


def in_club(**more):
    return lambda scene: {"organisation_id": scene.club.pk, **more}


def both(*parts):
    """Return the arguments of several parts; a part may be a function of the scene."""
    return lambda scene: {name: value for part in parts for name, value in part(scene).items()}


class Members(Scene):
    """Two persons of a club, with everything that a club stores of its members."""

    def build(self):
        here, actor = {"organisation_id": self.club.pk}, self.actor
        self.user, self.other = (
            User.objects.create_user(f"{name}@{self.club.slug}.example", first_name=name)
            for name in ("una", "otto")
        )
        for user in (self.user, self.other):
            grant_role(user=user, role=Role.PLAYER, scope=Scope(self.club.pk), actor=SYSTEM)
        self.plan = plans.add_plan(name="Adult", kind="adult", actor=actor, **here)
        self.spare = plans.add_plan(name="Spare", kind="youth", actor=actor, **here)
        self.ann, self.bob, self.cid = (
            persons.add_person(name=name, actor=actor, **here) for name in ("Ann", "Bob", "Cid")
        )
        persons.link_account(person_id=self.cid.pk, user_id=self.user.pk, actor=actor)
        started = {"plan_id": self.plan.pk, "starts_on": date(2020, 1, 1), "actor": actor}
        self.membership = memberships.start_membership(person_id=self.ann.pk, **started)
        self.house = households.add_household(name="Hill", actor=actor, **here)
        households.settle_person(person_id=self.cid.pk, household_id=self.house.pk, actor=actor)
        consents.write_consent_text(kind="photo", text="Photos.", actor=actor, **here)
        self.consent = consents.give_consent(person_id=self.ann.pk, kind="photo", actor=actor, **here)
        self.guard = guardians.add_guardian(ward_id=self.ann.pk, guardian_id=self.cid.pk, actor=actor)
        self.contact = person_details.add_contact(
            person_id=self.ann.pk, kind="phone", value="+31 6 12345678", actor=actor
        )
        self.note = person_details.add_note(person_id=self.ann.pk, text="a note", actor=actor)
        person_details.set_number(person_id=self.ann.pk, body="KNDB", number="1", actor=actor)
        self.list_to_import = {
            **here,
            "lines": [
                MemberLine(number=1, name="Eve"),
                MemberLine(number=2, name="Ann", email="ann@club.example"),
            ],
            "defaults": Defaults(plan=self.plan, starts_on=date(2026, 1, 1)),
        }
        self.digest = digest_of(member_differences(**self.list_to_import))

    undone = (
        *("club.person.added", "club.person.account_linked", "club.membership.started"),
        *("club.consent.given", "club.household.added", "club.guardian.added", "club.plan.added"),
        *("club.person.contact_added", "club.person.number_set", "club.person.settled"),
    )
    acts = {
        "add_household": Act(households.add_household, in_club(name="Hill")),
        "rename_household": Act(
            households.rename_household, at("house", "household_id", name="Dale"), "house"
        ),
        "remove_household": Act(households.remove_household, at("house", "household_id"), "house"),
        "settle_person": Act(
            households.settle_person,
            both(at("ann", "person_id"), at("house", "household_id")),
            "ann",
        ),
        "settle_another": Act(
            households.settle_person, both(at("bob", "person_id"), at("house", "household_id")), "bob"
        ),
        "settle_by_name": Act(
            households.settle_by_name, both(at("ann", "person_id"), in_club(name="Hill")), "ann"
        ),
        "write_consent_text": Act(consents.write_consent_text, in_club(kind="photo", text="Other.")),
        "give_consent": Act(
            consents.give_consent, both(at("ann", "person_id"), in_club(kind="photo")), "ann"
        ),
        "withdraw_consent": Act(
            consents.withdraw_consent, both(at("ann", "person_id"), in_club(kind="photo")), "ann"
        ),
        "add_guardian": Act(
            guardians.add_guardian, both(at("ann", "ward_id"), at("bob", "guardian_id")), "ann"
        ),
        "remove_guardian": Act(guardians.remove_guardian, at("guard", "guardianship_id"), "guard"),
        "change_details": Act(
            person_details.change_details, at("ann", "person_id", born_on=date(1990, 1, 1)), "ann"
        ),
        "set_number": Act(person_details.set_number, at("ann", "person_id", body="KNDB", number="2"), "ann"),
        "set_same_number": Act(
            person_details.set_number, at("bob", "person_id", body="KNDB", number="2"), "bob"
        ),
        "add_contact": Act(
            person_details.add_contact, at("ann", "person_id", kind="address", value="Hill 1"), "ann"
        ),
        "remove_contact": Act(person_details.remove_contact, at("contact"), "contact"),
        "add_note": Act(person_details.add_note, at("ann", "person_id", text="more"), "ann"),
        "remove_note": Act(person_details.remove_note, at("note"), "note"),
        "add_person": Act(persons.add_person, in_club(name="Ann")),
        "change_person": Act(persons.change_person, at("ann", "person_id", name="Anna"), "ann"),
        "remove_person": Act(persons.remove_person, at("bob", "person_id"), "bob"),
        "remove_member": Act(persons.remove_person, at("ann", "person_id"), "ann"),
        "link_account": Act(
            persons.link_account, both(at("ann", "person_id"), at("other", "user_id")), "ann"
        ),
        "link_it_to_another": Act(
            persons.link_account, both(at("bob", "person_id"), at("other", "user_id")), "bob"
        ),
        "unlink_account": Act(persons.unlink_account, at("cid", "person_id"), "cid"),
        "ensure_person": Act(persons.ensure_person, lambda scene: {"user": scene.other}),
        "start_membership": Act(
            memberships.start_membership,
            both(at("bob", "person_id"), at("spare", "plan_id", starts_on=date(2026, 1, 1))),
            "bob",
        ),
        "change_membership": Act(
            memberships.change_membership,
            both(at("membership"), at("spare", "plan_id", starts_on=date(2021, 1, 1))),
            "membership",
        ),
        "pause_membership": Act(memberships.pause_membership, at("membership"), "membership"),
        "resume_membership": Act(memberships.resume_membership, at("membership"), "membership"),
        "end_membership": Act(memberships.end_membership, at("membership"), "membership"),
        "end_due_memberships": Act(
            memberships.end_due_memberships, lambda _scene: {"today": date(2090, 1, 1), "actor": None}
        ),
        "import_members": Act(
            member_imports.import_members,
            lambda scene: {**scene.list_to_import, "choices": {}, "digest": scene.digest},
        ),
        "remove_membership": Act(memberships.remove_membership, at("membership"), "membership"),
        "add_member": Act(
            memberships.add_member, at("spare", "plan_id", name="Dora", starts_on=date(2026, 1, 1)), "spare"
        ),
        "add_plan": Act(plans.add_plan, in_club(name="Veteran", kind="youth")),
        "add_usual_plans": Act(plans.add_usual_plans, in_club()),
        "change_plan": Act(
            plans.change_plan, at("spare", "plan_id", name="Veteran", kind="youth", is_offered=True), "spare"
        ),
        "remove_plan": Act(plans.remove_plan, at("spare", "plan_id"), "spare"),
        "remove_photo": Act(photos.remove_photo, at("ann", "person_id"), "ann"),
        "merge_persons": Act(merge_persons, both(at("ann", "kept_id"), at("bob", "merged_id")), "ann"),
        "merge_the_other_way": Act(merge_persons, both(at("bob", "kept_id"), at("ann", "merged_id")), "bob"),
        "confirm_distinct": Act(confirm_distinct, both(at("ann", "person_id"), at("bob", "other_id")), "ann"),
        "withdraw_distinct": Act(
            withdraw_distinct, both(at("ann", "person_id"), at("bob", "other_id")), "ann"
        ),
    }
