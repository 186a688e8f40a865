"""Retention: what a club keeps for how long, what the next run deletes, and that the rest stays."""

import io
from datetime import UTC, date, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from people import account, browser_of, club, traces

from club.accounts.services.passes import make_pass
from club.audit import log as audit
from club.audit.messages import sentence_of
from club.audit.selectors import verify_chains
from club.audit.services import undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import NotAllowed
from club.members.services.memberships import add_member, end_membership
from club.members.services.person_details import add_note
from club.members.services.plans import add_plan
from club.models import (
    AuditEntry,
    Contact,
    HelperPass,
    JoinRequest,
    PassLevel,
    Person,
    PersonMerge,
    PersonNote,
    RetentionRule,
    Role,
    User,
)
from club.privacy.errors import UnknownRetention, WrongMonths
from club.privacy.personal_data_sets import RULES, retention_rule
from club.privacy.selectors import due_now, months_before, months_of
from club.privacy.services import retention
from club.privacy.services.retention import delete_expired, delete_expired_everywhere, set_months

pytestmark = pytest.mark.django_db


def member(name, *, ended=None, at="north"):
    """A member with contacts and a note, whose membership ended on a day or goes on."""
    home = club(at)
    plan = home.plans.first() or add_plan(organisation_id=home.pk, name="Adult", kind="adult", actor=SYSTEM)
    row = add_member(
        name=name,
        plan_id=plan.pk,
        starts_on=date(2015, 1, 1),
        phone="06 1",
        email="a@b.example",
        details={"born_on": date(1980, 5, 6)},
        actor=SYSTEM,
    )
    add_note(person_id=row.person_id, text="x", actor=SYSTEM)
    if ended:
        end_membership(membership_id=row.pk, on=ended, actor=SYSTEM)
    return row.person


def due(kind, at="north"):
    return next(line.count for line in due_now(organisation=club(at)) if line.rule.kind == kind)


def asked_to_join(name, **facts):
    """A request to join of years ago."""
    plan = club().plans.first() or add_plan(
        organisation_id=club().pk, name="Adult", kind="adult", actor=SYSTEM
    )
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    row = JoinRequest.objects.create(
        organisation=club(), name=name, email="z@x.example", born_on=date(1980, 5, 6), plan=plan, **facts
    )
    JoinRequest.objects.filter(pk=row.pk).update(created_at=long_ago, decided_at=long_ago)
    audit.record("club.join.asked", row, actor=SYSTEM, organisation_id=club().pk)
    return row


def test_what_a_former_member_wrote_to_join_goes_with_the_contacts():
    gone, there = member("Old", ended=date(2020, 1, 1)), member("Here")
    for person in (gone, there):
        asked_to_join(person.name, person=person, state="accepted", phone="06 1")
    merged = Person.objects.create(name="Olde")
    step = {"table": "club.person", "row": "1", "before": {"email": "z@x.example"}, "after": {"email": ""}}
    PersonMerge.objects.create(organisation=club(), kept=gone, merged=merged, steps=[step])
    delete_expired_everywhere()
    assert JoinRequest.objects.get().person == there
    assert PersonMerge.objects.get().steps == []
    assert due("club.ended_members") == 0


def test_requests_to_join_that_led_to_nothing_are_not_kept_for_good():
    kept = asked_to_join("Waits", confirmed_at=timezone.now())
    asked_to_join("Refused Rita", state="refused")
    asked_to_join("Withdrawn Will", state="withdrawn")
    asked_to_join("Never confirmed Nell")
    assert due("club.join_requests") == 3
    delete_expired_everywhere()
    assert JoinRequest.objects.get() == kept
    for word in ("Rita", "Will", "Nell"):
        assert traces(word) == []
    assert {chain.broken for chain in verify_chains()} == {None}


def test_contacts_of_former_members_go_after_the_months_and_nothing_of_others():
    gone, recent, there = (
        member("Old", ended=date(2020, 1, 1)),
        member("New", ended=timezone.localdate() - timedelta(days=30)),
        member("Here"),
    )
    assert due("club.ended_members") == 1
    assert delete_expired_everywhere() == 1
    assert list(Contact.objects.order_by("pk").values_list("person", flat=True)) == [recent.pk, there.pk]
    assert set(PersonNote.objects.values_list("person", flat=True)) == {recent.pk, there.pk}
    row = Person.objects.get(pk=gone.pk)
    assert (row.name, row.email, row.born_on, row.birthday) == ("Old", "", None, "")
    assert due("club.ended_members") == 0
    told = AuditEntry.objects.get(action="club.retention.forgotten")
    assert told.after == {"kept": "club.ended_members", "count": 1}
    assert str(RULES["club.ended_members"].label) in sentence_of(told)


def test_who_came_back_or_has_an_account_keeps_everything():
    back, known = member("Back", ended=date(2020, 1, 1)), member("Known", ended=date(2020, 1, 1))
    plan = club().plans.get()
    back.memberships.create(organisation=club(), plan=plan, starts_on=date(2024, 1, 1))
    Person.objects.filter(pk=known.pk).update(user=User.objects.create_user("kim@north.example"))
    assert due("club.ended_members") == 0


def test_a_club_changes_the_months_and_another_club_keeps_its_own(secretary):
    member("Old", ended=date(2020, 1, 1))
    member("Also old", ended=date(2020, 1, 1), at="south")
    set_months(organisation_id=club().pk, kind="club.ended_members", months=None, actor=secretary)
    assert months_of(organisation=club())["club.ended_members"] is None
    assert (due("club.ended_members"), due("club.ended_members", "south")) == (0, 1)
    undo_entry(entry_id=AuditEntry.objects.get(action="club.retention.changed").pk, actor=secretary)
    assert due("club.ended_members") == 1
    set_months(organisation_id=club().pk, kind="club.ended_members", months=24, actor=secretary)
    assert AuditEntry.objects.filter(action="club.retention.changed").count() == 2


@pytest.mark.parametrize("months", [0, -1, 601, 10**30])
def test_months_that_a_rule_cannot_have_are_refused(secretary, months):
    with pytest.raises(WrongMonths):
        set_months(organisation_id=club().pk, kind="club.invitations", months=months, actor=secretary)
    with pytest.raises(UnknownRetention):
        set_months(organisation_id=club().pk, kind="nothing", months=1, actor=secretary)
    assert not RetentionRule.objects.exists()


def test_who_does_not_keep_members_changes_no_rule():
    for role, at in ((Role.TREASURER, club()), (Role.OWNER, club("south"))):
        actor = Actor.of_user(account(role.value, role=role, at=at))
        with pytest.raises(NotAllowed):
            set_months(organisation_id=club().pk, kind="club.invitations", months=1, actor=actor)


def test_old_passes_go_and_what_was_done_with_them_stays(secretary):
    later = timezone.now() + timedelta(days=1)
    owner = Actor.of_user(account("own", role=Role.OWNER))
    for label in ("Old", "New"):
        make_pass(label=label, level=PassLevel.HELPER, scope=Scope(club().pk), expires_at=later, actor=owner)
    HelperPass.objects.filter(label="Old").update(expires_at=timezone.now() - timedelta(days=800))
    assert delete_expired(organisation_id=club().pk, kind="club.helper_passes") == 1
    assert HelperPass.objects.get().label == "New"
    assert AuditEntry.objects.filter(action="club.pass.made").count() == 2


def test_addresses_on_the_trail_go_slice_by_slice_and_the_chain_holds(secretary, monkeypatch):
    monkeypatch.setattr(retention, "SLICE", 2)
    actor = Actor.of_user(secretary.user, address="192.0.2.7")
    for months in (3, 4, 5):
        set_months(organisation_id=club().pk, kind="club.invitations", months=months, actor=actor)
    later = timezone.now() + timedelta(days=500)
    monkeypatch.setattr("club.privacy.selectors.timezone.now", lambda: later)
    assert due("club.trail_addresses") == 3
    assert delete_expired(organisation_id=club().pk, kind="club.trail_addresses") == 3
    assert not AuditEntry.objects.exclude(address="").exists()
    assert AuditEntry.objects.filter(action="club.retention.forgotten").count() == 2
    assert [chain.broken for chain in verify_chains()] == [None] * len(list(verify_chains()))


def test_the_run_can_be_looked_at_before():
    member("Old", ended=date(2020, 1, 1))
    out = io.StringIO()
    call_command("members", "retention", "--dry-run", "--club", "north", stdout=out)
    assert "north\tclub.ended_members\t24\t1" in out.getvalue()
    assert Contact.objects.exists()
    call_command("members", "retention", stdout=out)
    assert not Contact.objects.exists()


def test_the_page_tells_what_the_next_run_deletes(secretary):
    member("Old", ended=date(2020, 1, 1))
    client = browser_of(secretary.user)
    page = client.get("/desk/club/retention/").content.decode()
    assert "The next clean-up deletes 1." in page
    for rule in RULES.values():
        assert str(rule.told) in page.replace("&#x27;", "'")
    data = {"club": "north", "kind": "club.ended_members", "months": ""}
    assert (
        "Stored without time limit."
        in client.post("/desk/club/retention/", data, follow=True).content.decode()
    )
    for wrong in ("0", "x", "9" * 40):
        answer = client.post("/desk/club/retention/", data | {"months": wrong}, follow=True)
        assert "Nothing was changed" in answer.content.decode()
    answer = client.post("/desk/club/retention/", data | {"kind": "x"}, follow=True)
    assert "Nothing was changed" in answer.content.decode()


@pytest.mark.parametrize(
    ("day", "months", "before"),
    [
        (datetime(2026, 11, 22, tzinfo=UTC), 12, date(2025, 11, 22)),
        (datetime(2026, 3, 31, tzinfo=UTC), 1, date(2026, 2, 28)),
        (datetime(2026, 1, 5, tzinfo=UTC), 1, date(2025, 12, 5)),
        (datetime(2026, 1, 5, tzinfo=UTC), 600, date(1976, 1, 5)),
    ],
)
def test_months_are_counted_by_the_calendar(day, months, before):
    assert months_before(day, months).date() == before


def test_a_rule_is_registered_once():
    with pytest.raises(ValueError, match="twice"):
        retention_rule("club.invitations")


def test_an_erasure_from_the_command_line():
    person = member("Piet", ended=date(2020, 1, 1))
    out = io.StringIO()
    call_command("members", "erase", "--person", str(person.pk), "--preview", stdout=out)
    assert "deleted\t1\tcontacts" in out.getvalue()
    with pytest.raises(CommandError, match="Nothing was erased: the name you typed is not"):
        call_command("members", "erase", "--person", str(person.pk), "--name", "Jan")
    with pytest.raises(CommandError, match="number 9999"):
        call_command("members", "erase", "--person", "9999")
    call_command("members", "erase", "--person", str(person.pk), "--name", "Piet", stdout=out)
    assert Person.objects.get(pk=person.pk).erased_at
