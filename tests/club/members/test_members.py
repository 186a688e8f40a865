"""Members: who belongs to a club, from when to when; who sees what; nobody sees another club's people."""

from datetime import date, timedelta

import pytest
from django.db import connection
from django.utils import timezone
from people import account, browser_of, club
from worlds import world

from club.accounts.services.roles import grant_role
from club.audit.services import undo_entry
from club.core.access import Scope
from club.core.actor import SYSTEM, Actor
from club.core.errors import CannotUndo, EndsBeforeStart, NotAllowed, PersonIsNeeded, UnknownPerson
from club.core.messages import refusal_text
from club.core.names import family_first, fold_name, search_key
from club.members.errors import MembershipOverlaps, PlanInUse, PlanNotOffered, UnknownDetail
from club.members.selectors.members import MemberFilters, member_sheet, members_of
from club.members.services.consents import give_consent, write_consent_text
from club.members.services.memberships import (
    add_member,
    change_membership,
    end_due_memberships,
    end_membership,
    pause_membership,
    resume_membership,
    start_membership,
)
from club.members.services.person_details import (
    add_contact,
    add_note,
    change_details,
    remove_note,
    set_number,
)
from club.members.services.persons import add_person, change_person, remove_person
from club.members.services.plans import add_plan, change_plan, remove_plan
from club.models import AuditEntry, Contact, Membership, MembershipChange, Person, PersonNote, Role

pytestmark = pytest.mark.django_db
MARCH = date(2026, 3, 1)


@world
def adult(secretary):
    return add_plan(organisation_id=club().pk, name="Adult", kind="adult", actor=secretary)


@world
def piet(adult, secretary):
    return add_member(
        name="Piet de Vries", plan_id=adult.pk, starts_on=MARCH, phone="06 123", actor=secretary
    ).person


def listed(actor, at="north", **filters):
    found = members_of(organisation_id=club(at).pk, actor=actor, filters=MemberFilters(**filters))
    return [person.name for person in found]


def undo_latest(action, actor):
    return undo_entry(entry_id=AuditEntry.objects.filter(action=action).latest("pk").pk, actor=actor)


# -- names --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "first"),
    [
        pytest.param("Piet de Vries", "Vries, Piet de", id="a particle goes to the end"),
        pytest.param("Jan van der Berg", "Berg, Jan van der", id="several particles"),
        pytest.param("Ton Sijbrands", "Sijbrands, Ton", id="first and last name"),
        pytest.param("Andris Andreiko Junior", "Junior, Andris Andreiko", id="the last word"),
        pytest.param("Vries, Piet de", "Vries, Piet de", id="a comma settles it"),
        pytest.param("Pelé", "Pelé", id="one word"),
        pytest.param("De Vries", "Vries, De", id="the first word is never a particle"),
    ],
)
@pytest.mark.every_case
def test_lists_order_by_the_family_name(name, first):
    assert family_first(name) == first


def test_names_are_found_without_accents_and_capitals():
    assert fold_name("Łukasz ØSTERGÅRD  Straße") == "lukasz ostergard strasse"
    assert search_key("José Muñoz", "Muñoz, José") == "munoz, jose"
    assert search_key("Pepe Muñoz", "Muñoz, José") == "munoz, jose pepe"
    assert len(search_key("\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 90, "x")) <= 420


def test_a_changed_name_is_ordered_anew_unless_somebody_chose_the_order(piet, secretary):
    change_person(person_id=piet.pk, name="Piet Bakker", actor=secretary)
    assert Person.objects.get(pk=piet.pk).sort_name == "Bakker, Piet"
    change_details(person_id=piet.pk, sort_name="Piet Bakker", actor=secretary)
    change_person(person_id=piet.pk, name="Piet B", actor=secretary)
    assert Person.objects.get(pk=piet.pk).sort_name == "Piet Bakker"


# -- memberships --------------------------------------------------------------------------------------


def test_a_new_member_is_a_person_with_a_plan_and_a_history(piet):
    row = piet.memberships.get()
    assert (row.state, row.starts_on, row.ends_on) == ("active", MARCH, None)
    assert Contact.objects.get(person=piet).value == "06 123"
    assert [step.state for step in row.changes.all()] == ["active"]


def test_a_membership_does_not_end_before_it_begins(piet, secretary):
    """The day that was given is refused and not changed; without a day it ends when it would begin."""
    row = piet.memberships.get()
    with pytest.raises(EndsBeforeStart):
        end_membership(membership_id=row.pk, actor=secretary, on=MARCH - timedelta(days=1))
    row.refresh_from_db()
    assert (row.state, row.ends_on) == ("active", None)
    Membership.objects.filter(pk=row.pk).update(starts_on=timezone.localdate() + timedelta(days=3))
    ended = end_membership(membership_id=row.pk, actor=secretary)
    assert ended.ends_on == ended.starts_on


def test_the_steps_of_a_membership_are_kept(piet, secretary):
    number = piet.memberships.get().pk
    pause_membership(membership_id=number, actor=secretary, reason="abroad")
    resume_membership(membership_id=number, actor=secretary)
    end_membership(membership_id=number, actor=secretary, on=date(2026, 6, 30), reason="moved")
    told = list(MembershipChange.objects.values_list("state", "made_by", "reason"))
    assert told == [
        ("active", "Sam", ""),
        ("paused", "Sam", "abroad"),
        ("active", "Sam", ""),
        ("ended", "Sam", "moved"),
    ]


@pytest.mark.parametrize(
    ("starts_on", "ends_on", "meets"),
    [
        pytest.param(date(2026, 6, 30), None, True, id="from the last day on"),
        pytest.param(date(2026, 7, 1), None, False, id="from the day after"),
        pytest.param(date(2025, 1, 1), date(2026, 2, 28), False, id="until the day before"),
        pytest.param(date(2025, 1, 1), MARCH, True, id="until the first day"),
        pytest.param(date(2025, 1, 1), None, True, id="around it"),
    ],
)
def test_one_person_has_one_running_membership_of_a_club_at_a_time(
    piet, adult, secretary, starts_on, ends_on, meets
):
    row = piet.memberships.get()
    facts = {"plan_id": adult.pk, "actor": secretary}
    change_membership(membership_id=row.pk, starts_on=MARCH, ends_on=date(2026, 6, 30), **facts)
    if meets:
        with pytest.raises(MembershipOverlaps):
            start_membership(person_id=piet.pk, starts_on=starts_on, ends_on=ends_on, **facts)
    else:
        start_membership(person_id=piet.pk, starts_on=starts_on, ends_on=ends_on, **facts)
        assert piet.memberships.count() == 2


def test_an_ended_membership_leaves_its_days_free_and_does_not_come_back_over_another(piet, adult, secretary):
    first = piet.memberships.get()
    end_membership(membership_id=first.pk, actor=secretary, on=date(2026, 6, 30))
    start_membership(person_id=piet.pk, plan_id=adult.pk, starts_on=date(2026, 5, 1), actor=secretary)
    with pytest.raises(MembershipOverlaps):
        resume_membership(membership_id=first.pk, actor=secretary)


def test_a_membership_does_not_end_before_it_starts(piet, adult, secretary):
    with pytest.raises(EndsBeforeStart):
        change_membership(
            membership_id=piet.memberships.get().pk,
            plan_id=adult.pk,
            starts_on=MARCH,
            ends_on=date(2026, 2, 1),
            actor=secretary,
        )


def test_memberships_end_with_their_last_day(piet, adult, secretary):
    row, today = piet.memberships.get(), timezone.localdate()
    change_membership(membership_id=row.pk, plan_id=adult.pk, starts_on=MARCH, ends_on=today, actor=secretary)
    assert end_due_memberships() == 0
    assert end_due_memberships(today=today + timedelta(days=1)) == 1
    row.refresh_from_db()
    assert (row.state, row.ends_on) == ("ended", today)


def test_a_day_guest_is_one_for_a_day(secretary):
    guest = add_plan(organisation_id=club().pk, name="Guest", kind="day_guest", actor=secretary)
    assert add_member(name="Eva", plan_id=guest.pk, starts_on=MARCH, actor=secretary).ends_on == MARCH


def test_a_plan_that_is_no_longer_offered_stays_with_those_who_have_it(piet, adult, secretary):
    change_plan(plan_id=adult.pk, name="Adult", kind="adult", is_offered=False, actor=secretary)
    with pytest.raises(PlanNotOffered):
        add_member(name="Jan", plan_id=adult.pk, starts_on=MARCH, actor=secretary)
    with pytest.raises(PlanInUse):
        remove_plan(plan_id=adult.pk, actor=secretary)
    assert piet.memberships.get().plan == adult


def test_somebody_is_a_member_of_several_clubs(piet, secretary):
    south = add_plan(organisation_id=club("south").pk, name="Adult", kind="adult", actor=SYSTEM)
    grant_role(user=secretary.user, role=Role.SECRETARY, scope=Scope(club("south").pk), actor=SYSTEM)
    both = Actor.of_user(secretary.user)
    start_membership(person_id=piet.pk, plan_id=south.pk, starts_on=MARCH, actor=both)
    zoe = Actor.of_user(account("zoe", role=Role.SECRETARY, at=club("south")))
    assert listed(zoe, "south") == ["Piet de Vries"]
    sheet = member_sheet(person=piet, club=club("south"), actor=zoe)
    assert [row.plan for row in sheet.memberships] == [south]
    assert (sheet.sees_private, sheet.contacts, sheet.notes) == (False, [], [])
    page = browser_of(zoe.user).get(f"/desk/club/members/{piet.pk}/").content.decode()
    assert "06 123" not in page


# -- ways back ----------------------------------------------------------------------------------------


def test_steps_are_undone_one_by_one(piet, secretary):
    row = piet.memberships.get()
    pause_membership(membership_id=row.pk, actor=secretary)
    end_membership(membership_id=row.pk, actor=secretary, on=date(2026, 6, 30))
    for action, state, ends_on in (("ended", "paused", None), ("paused", "active", None)):
        undo_latest(f"club.membership.{action}", secretary)
        row.refresh_from_db()
        assert (row.state, row.ends_on) == (state, ends_on)
    undo_latest("club.membership.started", secretary)
    assert not Membership.objects.exists()
    undo_latest("club.membership.removed", secretary)
    back = Membership.objects.get()
    assert (back.person, back.state, back.starts_on) == (piet, "active", MARCH)


def test_an_end_comes_back_with_the_last_day_it_had(piet, adult, secretary):
    row, last = piet.memberships.get(), date(2027, 6, 30)
    change_membership(membership_id=row.pk, plan_id=adult.pk, starts_on=MARCH, ends_on=last, actor=secretary)
    end_membership(membership_id=row.pk, actor=secretary, on=date(2026, 6, 30))
    undo_latest("club.membership.ended", secretary)
    row.refresh_from_db()
    assert (row.state, row.ends_on) == ("active", last)
    undo_latest("club.membership.changed", secretary)
    row.refresh_from_db()
    assert row.ends_on is None


def test_what_was_changed_since_is_not_undone(piet, secretary):
    row = piet.memberships.get()
    pause_membership(membership_id=row.pk, actor=secretary)
    with pytest.raises(CannotUndo) as refusal:
        undo_latest("club.membership.started", secretary)
    assert refusal.value.facts["why"] == "changed_since"


def test_plans_details_and_numbers_go_back(piet, secretary):
    change_plan(
        plan_id=piet.memberships.get().plan_id, name="A", kind="adult", is_offered=True, actor=secretary
    )
    undo_latest("club.plan.changed", secretary)
    assert piet.memberships.get().plan.name == "Adult"
    change_details(person_id=piet.pk, sort_name="De Vries, Piet", title="GMI", actor=secretary)
    undo_latest("club.person.details_changed", secretary)
    piet.refresh_from_db()
    assert (piet.sort_name, piet.title) == ("Vries, Piet de", "")
    set_number(person_id=piet.pk, body="kndb", number="11", actor=secretary)
    undo_latest("club.person.number_set", secretary)
    assert not piet.federation_numbers.exists()


def test_a_person_with_a_membership_is_not_removed(piet, secretary):
    with pytest.raises(PersonIsNeeded):
        remove_person(person_id=piet.pk, actor=secretary)


# -- what is private ----------------------------------------------------------------------------------


def test_what_is_removed_twice_is_told_as_such(piet, secretary):
    note = add_note(person_id=piet.pk, text="owes us a clock", actor=secretary)
    remove_note(note_id=note.pk, actor=secretary)
    with pytest.raises(UnknownDetail) as told:
        remove_note(note_id=note.pk, actor=secretary)
    assert refusal_text(told.value).what == "This detail of the person no longer exists."


def test_private_facts_stay_off_the_trail(piet, secretary):
    change_details(person_id=piet.pk, born_on=date(1931, 7, 9), actor=secretary)
    add_contact(person_id=piet.pk, kind="address", value="Damstraat 1", actor=secretary)
    note = add_note(person_id=piet.pk, text="owes us a clock", actor=secretary)
    remove_note(note_id=note.pk, actor=secretary)
    told = " ".join(f"{one.before} {one.after} {one.target_label}" for one in AuditEntry.objects.all())
    assert not [word for word in ("1931", "Damstraat", "owes us", "06 123") if word in told]
    with pytest.raises(CannotUndo):
        undo_latest("club.person.details_changed", secretary)


def test_a_look_is_on_the_trail_once_an_hour_for_each_viewer(piet, secretary):
    looks = AuditEntry.objects.filter(action="club.person.looked_at", target_id=str(piet.pk))
    browser, address = browser_of(secretary.user), f"/desk/club/members/{piet.pk}/"
    for _ in range(2):
        assert "06 123" in browser.get(address).content.decode()
    assert looks.count() == 1
    browser_of(account("olga", role=Role.OWNER)).get(address)
    browser_of(account("dirk", role=Role.DIRECTOR)).get(address)  # sees the name alone
    assert [one.actor_label for one in looks.order_by("pk")] == ["Sam", "Olga"]


@pytest.mark.parametrize(
    ("role", "seen"),
    [
        (Role.OWNER, {"name", "plan", "private", "board", "treasurer", "secretary"}),
        (Role.SECRETARY, {"name", "plan", "private", "board", "secretary"}),
        (Role.TREASURER, {"name", "plan", "board", "treasurer"}),
        (Role.DIRECTOR, {"name"}),
    ],
)
def test_each_role_sees_its_part(piet, secretary, role, seen):
    for sight in ("secretary", "board", "treasurer"):
        PersonNote.objects.create(person=piet, text=f"for {sight}", sight=sight, written_by="x")
    page = browser_of(account("eva", role=role)).get(f"/desk/club/members/{piet.pk}/").content.decode()
    marks = {"name": "Piet de Vries", "plan": "Adult", "private": "06 123"}
    marks |= {sight: f"for {sight}" for sight in ("secretary", "board", "treasurer")}
    assert {name for name, mark in marks.items() if mark in page} == seen


@pytest.mark.parametrize("role", [Role.PLAYER, Role.ARBITER, Role.VIEWER, Role.TEAM_CAPTAIN])
def test_nobody_else_sees_members(piet, role):
    user = account("eva", role=role)
    assert listed(Actor.of_user(user)) == []
    assert browser_of(user).get("/desk/club/members/").status_code == 403
    with pytest.raises(NotAllowed):
        pause_membership(membership_id=piet.memberships.get().pk, actor=Actor.of_user(user))


# -- the list -----------------------------------------------------------------------------------------


def test_members_are_searched_without_accents_and_filtered(adult, secretary):
    names = [("José Muñoz", date(1990, 11, 22)), ("Anna Bakker", date(2010, 3, 1)), ("Łukasz Nowak", None)]
    for name, born_on in names:
        add_member(
            name=name, plan_id=adult.pk, starts_on=MARCH, details={"born_on": born_on}, actor=secretary
        )
    assert listed(secretary) == ["Anna Bakker", "José Muñoz", "Łukasz Nowak"]
    assert listed(secretary, words="munoz jose") == ["José Muñoz"]
    assert listed(secretary, words="LUKASZ") == ["Łukasz Nowak"]
    assert listed(secretary, birthday_month=11) == ["José Muñoz"]
    anna = Person.objects.get(name="Anna Bakker")
    write_consent_text(organisation_id=club().pk, kind="photo", text="Pictures.", actor=secretary)
    give_consent(person_id=anna.pk, organisation_id=club().pk, kind="photo", actor=secretary)
    assert listed(secretary, lacks_consent="photo") == ["José Muñoz", "Łukasz Nowak"]
    end_membership(membership_id=anna.memberships.get().pk, actor=secretary)
    assert listed(secretary) == ["José Muñoz", "Łukasz Nowak"]
    assert listed(secretary, state="ended") == ["Anna Bakker"]
    director = Actor.of_user(account("dirk", role=Role.DIRECTOR))
    assert listed(director, state="ended") == ["José Muñoz", "Łukasz Nowak"]  # filters by names alone


@pytest.mark.skipif(connection.vendor != "sqlite", reason="asks SQLite how it looks")
def test_a_plan_is_not_looked_for_from_the_plan(adult, secretary):
    filters = MemberFilters(plan_id=adult.pk)
    asked = members_of(organisation_id=club().pk, actor=secretary, filters=filters).explain()
    assert "plan_id=? AND person_id=?" in asked  # else each of 20,000 persons costs the whole plan


def test_a_new_member_takes_two_pages(adult, secretary):
    browser = browser_of(secretary.user)
    facts = {"name": "Jan Jansen", "plan": adult.pk, "starts_on": "2026-03-01", "born_on": "2012-05-06"}
    wrong = browser.post("/desk/club/members/new/", facts | {"plan": ""})
    assert wrong.status_code == 422
    done = browser.post("/desk/club/members/new/", facts, follow=True)
    assert [status for _, status in done.redirect_chain] == [302]
    assert "Jan Jansen is a member now." in done.content.decode()
    jan = Person.objects.get(name="Jan Jansen")
    assert (jan.born_on, jan.birthday, jan.memberships.get().plan) == (date(2012, 5, 6), "05-06", adult)


def test_the_page_of_a_member_does_each_thing(piet, secretary):
    browser, address = browser_of(secretary.user), f"/desk/club/members/{piet.pk}"
    jan = add_person(organisation_id=club().pk, name="Jan de Vries", actor=secretary)
    facts = {
        "details": {"sort_name": "Vries, P. de", "title": "MI", "born_on": "2014-01-02"},
        "contact": {"kind": "address", "value": "Damstraat 1"},
        "number": {"body": "KNDB", "number": "4711"},
        "household": {"household": "De Vries"},
        "guardian": {"guardian": "jan vries", "may_sign": "on"},
    }
    for act, given in facts.items():
        assert browser.post(f"{address}/{act}/", given).status_code == 302, act
    assert browser.post(f"{address}/notes/", {"text": "Hello", "sight": "board"}).status_code == 302
    page = browser.get(f"{address}/").content.decode()
    for shown in ("Damstraat 1", "4711", "De Vries", "Jan de Vries", "Hello", "MI Piet"):
        assert shown in page
    assert browser.post(f"{address}/guardian/", {"guardian": "vries"}).status_code == 422
    assert (
        "no person with this name" in browser.post(f"{address}/guardian/", {"guardian": "q"}).content.decode()
    )
    number = piet.memberships.get().pk
    for act in ("pause", "resume", "end"):
        browser.post(f"/desk/club/memberships/{number}/{act}/", {"on": "2026-05-01"})
    assert (Membership.objects.get().state, Membership.objects.get().ends_on) == ("ended", date(2026, 5, 1))
    browser.post(f"{address}/forget_guardian/", {"guardianship": jan.wards.get().pk})
    assert not jan.wards.exists()


# -- two clubs on one site ----------------------------------------------------------------------------


def test_another_club_sees_nothing_of_a_member(piet, secretary):
    zoe = account("zoe", role=Role.OWNER, at=club("south"))
    actor, browser = Actor.of_user(zoe), browser_of(zoe)
    assert listed(actor) == listed(actor, "south") == []
    for address in (f"/desk/club/members/{piet.pk}/", "/desk/club/members/?club=north"):
        answer = browser.get(address)
        assert answer.status_code == 403
        assert "Piet" not in answer.content.decode()
    plan = add_plan(organisation_id=club("south").pk, name="Adult", kind="adult", actor=actor)
    with pytest.raises(UnknownPerson):
        start_membership(person_id=piet.pk, plan_id=plan.pk, starts_on=MARCH, actor=actor)
    contact = Contact.objects.get()
    own = add_person(organisation_id=club("south").pk, name="Own", actor=actor)
    answer = browser.post(f"/desk/club/members/{own.pk}/forget_contact/", {"contact": contact.pk})
    assert answer.status_code == 403
    assert Contact.objects.filter(pk=contact.pk).exists()
    sought = browser.post(f"/desk/club/members/{own.pk}/guardian/", {"guardian": "Piet"})
    assert "no person with this name" in sought.content.decode()
