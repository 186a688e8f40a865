"""Who gets a notice, who not and why; saved groups."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from effort import tries
from hypothesis import given
from hypothesis import strategies as st
from people import club
from senders import stop, who, written

from club.audit.services import undo_entry
from club.models import (
    AuditEntry,
    Guardianship,
    Household,
    HouseholdMember,
    Membership,
    MembershipPlan,
    NoticeOptOut,
    Person,
    SavedGroup,
)
from club.notices.errors import GroupNameTaken, UnknownGroup
from club.notices.notice_groups import offered
from club.notices.selectors import receivers_of
from club.notices.services.notices import remove_group, save_group

pytestmark = pytest.mark.django_db
YOUNG, OLD = date(2016, 5, 6), date(1950, 5, 6)


# -- who gets it --------------------------------------------------------------------------------------


def test_everybody_of_a_group_gets_it_or_it_is_said_why_not(family):
    assert who() == (["Ann", "Bob"], {"Cid": "no_mail", "Dot": "guardian", "Eve": "same_address"})


def test_a_guardian_gets_it_for_a_ward_without_being_in_the_group(family):
    gets, left_out = who([f"person:{family['dot'].pk}"])
    assert (gets, left_out) == (["Ann"], {"Dot": "guardian"})
    found = receivers_of(organisation_id=club().pk, kind="news", groups=[f"person:{family['dot'].pk}"])
    assert found.gets[0].wards == ("Dot",)


def test_a_ward_whose_guardian_cannot_be_written_to_is_told_of(family):
    Person.objects.filter(name="Ann").update(email="")
    assert who()[1]["Dot"] == "guardian_not"
    Person.objects.filter(name="Ann").update(email="ann@x.example")
    stop(family["ann"])
    assert who() == (
        ["Bob"],
        {"Ann": "opted_out", "Cid": "no_mail", "Dot": "guardian_not", "Eve": "same_address"},
    )


def test_a_guardianship_that_is_over_counts_no_more(family):
    Guardianship.objects.update(until=timezone.localdate() - timedelta(days=1))
    assert "Dot" in who()[0]


def test_whoever_stopped_one_kind_gets_the_others(family):
    stop(family["bob"])
    assert who()[1]["Bob"] == "opted_out"
    assert "Bob" in who(kind="nights")[0]


def test_an_address_that_stopped_a_kind_gets_it_for_nobody(family):
    stop(family["bob"])
    assert who()[1]["Eve"] == "opted_out"  # the same letter box


def test_stopping_for_a_ward_leaves_the_guardian_theirs(family):
    Person.objects.filter(name="Dot").update(email="ann@x.example")
    stop(family["dot"])
    gets, left_out = who()
    assert "Ann" in gets
    assert left_out["Dot"] == "opted_out"


def test_another_clubs_wishes_and_people_are_their_own(family):
    NoticeOptOut.objects.create(person=family["bob"], organisation=club("south"), kind="news")
    other = Person.objects.create(name="Zed", email="z@x.example", organisation=club("south"))
    assert "Bob" in who()[0]
    assert who([f"person:{other.pk}"]) == ([], {})


@pytest.mark.parametrize(
    ("group", "expected"),
    [
        pytest.param("age:youth", {"Yan"}, id="under 18"),
        pytest.param("age:adults", {"Pat"}, id="from 18 on"),
        pytest.param("age:seniors", {"Pat"}, id="seniors"),
        pytest.param("households", {"Pat"}, id="one of a household"),
        pytest.param("households:guardians", {"Gus"}, id="guardians of the young"),
        pytest.param("active", {"Yan", "Pat"}, id="all active"),
    ],
)
def test_the_groups_of_a_club(member, group, expected):
    young, old = member("Yan", "y@x.example", born_on=YOUNG), member("Pat", "p@x.example", born_on=OLD)
    paused = member("Quin", "q@x.example")
    Membership.objects.filter(person=paused).update(state="paused")
    future = member("Fay", "f@x.example")
    Membership.objects.filter(person=future).update(starts_on=timezone.localdate() + timedelta(days=1))
    gus = Person.objects.create(name="Gus", email="g@x.example", organisation=club())
    house = Household.objects.create(organisation=club(), name="H")
    for person in (young, old):
        HouseholdMember.objects.create(household=house, person=person)
    Guardianship.objects.create(guardian=gus, ward=young)
    gets, left_out = who([group])
    assert {*gets, *left_out} - {"Gus"} == expected - {"Gus"}
    assert ("Gus" in gets) == (group in {"age:youth", "households:guardians", "active"})


def test_groups_that_nobody_knows_are_refused(secretary, family, plan):
    there = MembershipPlan.objects.create(organisation=club("south"), name="Adult", kind="adult")
    saved = SavedGroup.objects.create(organisation=club("south"), name="S", groups=["active"])
    other = Person.objects.create(name="Zed", email="z@x.example", organisation=club("south"))
    wrong = ["x", "", "plan:", "plan:٣", "plan:1" + "0" * 30, "age:old", "person:x", "households:x"]
    for group in [*wrong, f"saved:{saved.pk}", f"person:{other.pk}", "a\x00"]:
        with pytest.raises(UnknownGroup):
            written(secretary, groups=[group])
    assert who([f"plan:{there.pk}"]) == ([], {})
    assert who([f"plan:{plan.pk}"])[0] == ["Ann", "Bob"]


@tries(8, 80)
@given(st.data())
def test_nobody_is_written_to_twice_nor_against_their_will(data):
    names, addresses = "abcdef", st.sampled_from(["", "1@x.nl", "2@x.nl", "3@X.nl"])
    club_row = club()
    persons = [
        Person.objects.create(
            name=name,
            organisation=club_row,
            email=data.draw(addresses),
        )
        for name in names
    ]
    for guardian, ward in data.draw(st.sets(st.tuples(st.integers(0, 2), st.integers(3, 5)), max_size=4)):
        Guardianship.objects.create(guardian=persons[guardian], ward=persons[ward])
    out = data.draw(st.sets(st.integers(0, 5), max_size=3))
    for number in out:
        stop(persons[number])
    groups = [f"person:{one.pk}" for one in persons]
    found = receivers_of(organisation_id=club_row.pk, kind="news", groups=groups)
    written_to = [one.person.email.casefold() for one in found.gets]
    assert len(written_to) == len(set(written_to))
    assert "" not in written_to
    assert not {one.person.pk for one in found.gets} & {persons[number].pk for number in out}
    assert {one.person.pk for one in [*found.gets, *found.left_out]} == {one.pk for one in persons}
    assert len(found.gets) + len(found.left_out) == len(persons)
    NoticeOptOut.objects.all().delete()
    Guardianship.objects.all().delete()
    Person.objects.filter(organisation=club_row).delete()


# -- saved groups -------------------------------------------------------------------------------------


def test_a_group_is_saved_chosen_again_and_undone(secretary, family):
    group = save_group(
        organisation_id=club().pk, name="Two", groups=[f"person:{family['ann'].pk}"], actor=secretary
    )
    with pytest.raises(GroupNameTaken):
        save_group(organisation_id=club().pk, name=" Two ", groups=["active"], actor=secretary)
    with pytest.raises(UnknownGroup):
        save_group(organisation_id=club().pk, name="Of groups", groups=[f"saved:{group.pk}"], actor=secretary)
    assert who([f"saved:{group.pk}"])[0] == ["Ann"]
    assert any(label == "Saved groups" for label, _choices in offered(club().pk))
    remove_group(group_id=group.pk, actor=secretary)
    undo_entry(entry_id=AuditEntry.objects.get(action="club.group.removed").pk, actor=secretary)
    assert SavedGroup.objects.get().groups == [f"person:{family['ann'].pk}"]
