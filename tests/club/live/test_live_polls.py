"""Live channels without a stream: the poll, and the question whether somebody may listen."""

import pytest
from django.db import transaction
from people import account, browser_of, club
from worlds import world

from club.accounts.services.roles import revoke_role
from club.core.actor import SYSTEM
from club.live.api import EVENTS_PER_POLL
from club.live.publishing import publish
from club.models import Job, LiveEvent, Role, RoleGrant

pytestmark = pytest.mark.django_db


@world
def channel():
    """The channel of a piece of the club's work, for those who may see it."""
    job = Job.objects.create(key="j", task="club.none", organisation_id=club().pk)
    return f"job:{job.pk}"


@world
def browser():
    return browser_of(account("anna", role=Role.OWNER))


def tell(channel, count=1):
    with transaction.atomic():
        for _ in range(count):
            publish(channel, "job.told")


def poll(browser, channel, tag="", **asked):
    headers = {"If-None-Match": tag} if tag else {}
    return browser.get(f"/api/v1/live/{channel}", {"poll": 1, **asked}, headers=headers)


def numbers(answer):
    return [event["number"] for event in answer.json()["events"]]


def test_a_poll_tells_everything_behind_a_number(browser, channel):
    tell(channel, 3)
    answer = poll(browser, channel, after=1)
    assert (answer.status_code, numbers(answer)) == (200, [2, 3])
    assert (answer.json()["last"], answer.json()["is_reset"]) == (3, False)
    assert answer.headers["Cache-Control"] == "private, no-cache"


def test_a_poll_with_its_tag_costs_nothing_until_something_happens(browser, channel):
    tell(channel, 3)
    tag = poll(browser, channel, after=3).headers["ETag"]
    same = poll(browser, channel, tag, after=3)
    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    tell(channel)
    answer = poll(browser, channel, tag, after=3)
    assert (answer.status_code, numbers(answer)) == (200, [4])
    assert answer.headers["ETag"] != tag
    assert poll(browser, channel, answer.headers["ETag"], after=2).status_code == 200  # another question


def test_a_poll_without_a_number_begins_now(browser, channel):
    tell(channel, 3)
    answer = poll(browser, channel)
    assert (numbers(answer), answer.json()["last"]) == ([], 3)


def test_a_long_silence_is_made_up_for_in_several_polls(browser, channel):
    tell(channel, EVENTS_PER_POLL + 5)
    first = poll(browser, channel, after=0)
    second = poll(browser, channel, first.headers["ETag"], after=first.json()["last"])
    assert numbers(first) + numbers(second) == list(range(1, EVENTS_PER_POLL + 6))


def test_a_poll_behind_what_is_kept_is_told_to_begin_anew(browser, channel):
    tell(channel, 10)
    LiveEvent.objects.filter(number__lte=5).delete()
    assert poll(browser, channel, after=2).json() == {"last": 10, "is_reset": True, "events": []}
    assert numbers(poll(browser, channel, after=5)) == [6, 7, 8, 9, 10]
    assert poll(browser, channel, after=70).json()["is_reset"]


def test_the_hubs_question_is_answered_by_the_role_of_the_moment(browser, channel):
    def status(client):
        return client.get(f"/api/v1/live/{channel}", {"check": 1}).status_code

    assert status(browser) == 204
    assert status(browser_of(account("visitor"))) == 403
    browser.logout()
    assert status(browser) == 401
    berta = account("berta", role=Role.OWNER)
    browser.force_login(berta)
    assert status(browser) == 204
    grant = RoleGrant.objects.get(user=berta)
    account("clara", role=Role.OWNER)  # a club keeps an owner
    revoke_role(grant_id=grant.pk, actor=SYSTEM)
    assert (status(browser), poll(browser, channel).status_code) == (403, 403)


def test_a_channel_that_is_not_there_is_told_from_one_that_is_closed(browser):
    assert browser.get("/api/v1/live/job:4711", {"check": 1}).status_code == 404
    assert browser.get("/api/v1/live/nothing:1", {"check": 1}).status_code == 404
