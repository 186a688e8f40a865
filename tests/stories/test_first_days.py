"""What a secretary meets in the first days: empty lists that say what to do next, slips that are told of."""

import re
from datetime import date, timedelta

import pytest
from django.utils import timezone
from people import account, browser_of, club
from worlds import world

from club.calendar.services.club_dates import add_date
from club.core.actor import SYSTEM
from club.members.services.memberships import add_member
from club.models import DateChange, MembershipPlan, Person, Venue
from club.notices.services.notices import write_notice

pytestmark = pytest.mark.django_db


@world
def secretary():
    return browser_of(account("sam", role="secretary"))


def read(browser, address, **given):
    return browser.get(address, given).content.decode()


def test_a_club_without_members_is_told_of_at_the_desk_until_it_has_one(secretary):
    assert "has no members yet." in read(secretary, "/desk/")
    assert "/desk/club/members/?club=north" in read(secretary, "/desk/")

    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    add_member(name="Eva Bos", plan_id=plan.pk, starts_on=date(2026, 1, 1), actor=SYSTEM)

    assert "has no members yet." not in read(secretary, "/desk/")


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("/desk/club/members/", "club:members"),
        ("/desk/club/members/new/", "club:member_new"),
        ("/desk/club/members/import/", "club:member_import"),
        ("/desk/club/joins/form/", "club:join_form"),
        ("/desk/club/plans/", "club:plans"),
    ],
)
def test_where_a_plan_is_missing_one_press_adds_the_usual_ones_and_leads_back(secretary, address, name):
    assert f'name="back" value="{name}"' in read(secretary, address)

    answer = secretary.post("/desk/club/plans/", {"usual": "1", "back": name, "club": "north"})

    assert answer["Location"] == f"{address}?club=north"
    assert [plan.name for plan in MembershipPlan.objects.order_by("pk")] == [
        *("Adult", "Youth", "Family", "Honorary"),
    ]
    assert 'name="usual"' not in read(secretary, address)
    secretary.post("/desk/club/plans/", {"usual": "1", "back": "https://elsewhere.example/", "club": "north"})
    assert MembershipPlan.objects.count() == 4


def test_an_account_without_rights_at_events_is_led_to_the_public_ones():
    user = account("eva")
    member = browser_of(user)
    assert "Ask the owner or the secretary" in read(member, "/desk/")

    Person.objects.filter(user=user).update(organisation=club())
    page = read(member, "/desk/")

    assert 'href="/desk/events/"' not in page
    assert "Ask the owner or the secretary" not in page  # a person of a club has pages of their own
    assert member.get("/desk/me/").status_code == 200
    assert "/desk/my-teams/" in read(member, "/desk/me/")
    assert member.get("/desk/my-teams/").status_code == 200


@pytest.mark.parametrize(
    ("field", "day", "told"),
    [
        pytest.param("starts_on", "1026-01-01", "Check the year: it is", id="a slip in the year"),
        pytest.param("born_on", "2999-01-01", "Check the year: it is", id="a year far ahead"),
        pytest.param("born_on", "tomorrow", "This day is in the future.", id="born tomorrow"),
    ],
)
def test_a_day_that_cannot_be_meant_is_told_of(secretary, field, day, told):
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    day = str(timezone.localdate() + timedelta(days=1)) if day == "tomorrow" else day
    given = {"name": "Eva Bos", "plan": plan.pk, "starts_on": "2026-01-01"} | {field: day}

    answer = secretary.post("/desk/club/members/new/", given)

    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not Person.objects.filter(name="Eva Bos").exists()


def test_small_forms_say_what_is_wrong_instead_of_a_page_that_is_not_there(secretary):
    row = add_date(
        organisation_id=club().pk, title="Club evening", kind="evening", first_on=date(2026, 1, 5),
        repeats="weekly", actor=SYSTEM, time_zone="UTC",
    )  # fmt: skip
    notice = write_notice(
        organisation_id=club().pk, subject="News", text="x", kind="news", groups=["active"], actor=SYSTEM
    )

    moved = f"/desk/club/calendar/{row.pk}/move-day/"
    answer = secretary.post(moved, {"on": "2026-01-12", "moved_to": "31 June"}, follow=True)
    later = secretary.post(f"/desk/club/notices/{notice.pk}/schedule/", {"send_at": "soon"}, follow=True)
    saved = secretary.post(f"/desk/club/notices/{notice.pk}/save-group/", {"name": ""}, follow=True)

    assert "Nothing was changed. New date: Enter a valid date." in answer.content.decode()
    assert "Nothing was changed." in later.content.decode()
    assert "Name: This field is required." in saved.content.decode()
    assert not DateChange.objects.exists()


def test_where_mails_stay_in_the_data_folder_it_is_said_before_one_is_written(secretary, settings):
    pages = ("/desk/club/notices/", "/desk/club/notices/new/", "/desk/club/members/invite/", "/desk/outbox/")
    for reaches in (False, True):
        settings.MAIL_REACHES_PEOPLE = reaches
        for address in pages:
            answer = secretary.get(address)
            if answer.status_code == 200:
                assert ("This site does not send email yet" in answer.content.decode()) is not reaches, (
                    address
                )


def test_the_first_date_takes_the_clock_of_the_device_and_the_only_venue(secretary, settings):
    venue = Venue.objects.create(organisation=club(), name="De Schakel")
    page = read(secretary, "/desk/club/calendar/new/")
    assert re.search(r'name="time_zone" data-own-zone=""|name="time_zone"[^>]*data-own-zone', page)
    assert not re.search(r'<input[^>]*name="time_zone"[^>]*value="UTC"', page)
    assert f'<option value="{venue.pk}" selected>' in page
    assert "club/page" in page  # what fills the zone in

    settings.TIME_ZONE = "Europe/Amsterdam"
    assert 'value="Europe/Amsterdam"' in read(secretary, "/desk/club/calendar/new/")


UNDER_THE_MEMBERS = ("joins/", "joins/form/", "retention/", "members/duplicates/", "consents/")


@pytest.mark.parametrize("address", UNDER_THE_MEMBERS)
def test_pages_under_the_members_are_marked_so_in_the_navigation(secretary, address):
    page = read(secretary, f"/desk/club/{address}")
    assert re.search(r'href="/desk/club/members/" aria-current="(true|page)"', page)


def test_what_must_be_done_before_an_erasure_is_one_press_away(secretary):
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    eva = add_member(name="Eva Bos", plan_id=plan.pk, starts_on=date(2026, 1, 1), actor=SYSTEM).person

    page = read(secretary, f"/desk/club/members/{eva.pk}/erase/")

    assert "has not ended. End it first." in page
    assert f'href="/desk/club/members/{eva.pk}/#memberships"' in page


def test_the_page_of_somebody_erased_offers_nothing_more_to_do(secretary):
    plan = MembershipPlan.objects.create(organisation=club(), name="Adult", kind="adult")
    eva = add_member(name="Eva Bos", plan_id=plan.pk, starts_on=date(2026, 1, 1), actor=SYSTEM).person
    assert 'method="post" action="/desk/club/member' in read(secretary, f"/desk/club/members/{eva.pk}/")
    Person.objects.filter(pk=eva.pk).update(erased_at=timezone.now(), name="Former member 1")

    page = read(secretary, f"/desk/club/members/{eva.pk}/")

    assert "Erased on" in page
    assert not re.search(r'method="post" action="/desk/club/member(?!s/\d+/notes)', page)
    assert f"/desk/club/members/{eva.pk}/erase/" not in page
