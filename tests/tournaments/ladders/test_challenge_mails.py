"""Mails about challenges: to whom, when, once, and not to who wants none."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from ladder_club import challenge, guardian_of, person_of, player_of
from worlds import world

from club.core.actor import SYSTEM
from club.models import NoticeKind, NoticeOptOut, OutboxMessage, Person
from tournaments.ladders.services.challenges import answer_challenge, make_challenge
from tournaments.ladders.services.daily_jobs import warn_of_last_days
from tournaments.models import Challenge

pytestmark = pytest.mark.django_db
SITE = "https://club.example"


@world
def mailed(ladder):
    """A ladder of whose players everybody has a mail address."""
    for person in Person.objects.filter(organisation=ladder.organisation):
        person.email = f"{person.name.lower()}@mail.example"
        person.save(update_fields=["email"])
    return ladder


def made(ladder, **how):
    return make_challenge(
        ladder_id=ladder.pk,
        challenger_id=person_of(ladder, "Dot").pk,
        challenged_id=person_of(ladder, "Ben").pk,
        actor=SYSTEM,
        site=SITE,
        **how,
    )


def sent_mails():
    return [(one.to.partition("@")[0], one.subject) for one in OutboxMessage.objects.order_by("pk")]


def test_each_step_is_told_to_the_other_with_a_way_there_and_a_way_out(mailed):
    row = made(mailed)
    answer_challenge(challenge_id=row.pk, accepts=True, actor=SYSTEM)
    assert sent_mails() == [("ben", "Ladder: Dot challenges you"), ("dot", "Ladder: Ben accepts")]
    mail = OutboxMessage.objects.earliest("pk")
    assert f"{SITE}/clubs/north/ladders/{mailed.pk}/" in mail.text
    stop = mail.headers["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    assert stop in mail.text
    assert Client().post(stop, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert NoticeOptOut.objects.get().person == person_of(mailed, "Ben")


def test_a_refusal_is_told_to_the_challenger(mailed):
    answer_challenge(challenge_id=made(mailed).pk, accepts=False, actor=SYSTEM)
    assert sent_mails()[-1] == ("dot", "Ladder: Ben declines")


def test_the_last_day_is_told_of_once_the_day_before(mailed):
    waits, accepted = made(mailed), challenge(mailed, "Fay", "Eve")
    before = OutboxMessage.objects.count()
    assert warn_of_last_days() == 0
    Challenge.objects.update(due_on=timezone.localdate() + timedelta(days=1))
    for _ in range(2):
        warn_of_last_days()
    ends = "Ladder: your challenge ends tomorrow"
    assert sent_mails()[before:] == [("ben", ends), ("fay", ends), ("eve", ends)]
    mails = OutboxMessage.objects.order_by("-pk")
    assert "No answer counts as declined" in mails[2].text
    assert (waits.site, accepted.site) == (SITE, "")
    assert SITE not in mails[0].text  # made where no address was known


def test_a_challenge_of_a_day_is_not_warned_of(mailed):
    mailed.answer_days = 1
    mailed.save()
    made(mailed)
    assert warn_of_last_days() == 0


def test_guardians_are_told_and_who_wants_none_is_not(mailed):
    guardian = Person.objects.get(user=guardian_of(mailed, "Ben").user)
    Person.objects.filter(pk=guardian.pk).update(email="parent@mail.example")
    made(mailed)
    assert [to for to, _subject in sent_mails()] == ["ben", "parent"]
    Challenge.objects.all().delete()
    OutboxMessage.objects.all().delete()
    for person in (guardian, person_of(mailed, "Ben")):
        NoticeOptOut.objects.create(person=person, organisation=mailed.organisation, kind=NoticeKind.FIXTURES)
        made(mailed)
        Challenge.objects.all().delete()
    assert [to for to, _subject in sent_mails()] == ["ben"]


def test_the_page_of_the_ladder_says_where_the_mail_leads(mailed):
    client = Client()
    client.force_login(player_of(mailed, "Dot").user)
    given = {"as": person_of(mailed, "Dot").pk, "person": person_of(mailed, "Ben").pk}
    client.post(reverse("tournaments:challenge", args=["north", mailed.pk]), given)
    assert f"http://testserver/clubs/north/ladders/{mailed.pk}/" in OutboxMessage.objects.get().text
