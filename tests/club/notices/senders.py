"""Notices as tests write, send and stop them."""

from datetime import timedelta

from django.utils import timezone
from people import club

from club.jobs.services import jobs
from club.models import (
    Job,
    JobState,
    Notice,
    NoticeOptOut,
)
from club.notices.selectors import receivers_of
from club.notices.services.notice_sending import send_notice
from club.notices.services.notices import write_notice

SITE = "https://club.example"


def written(actor, **facts):
    told = {"kind": "news", "subject": "Dinner", "text": "Come *all*.", "groups": ["active"]}
    return write_notice(organisation_id=club().pk, actor=actor, **told | facts)


def who(groups=("active",), kind="news"):
    found = receivers_of(organisation_id=club().pk, kind=kind, groups=groups)
    gets = [one.person.name for one in found.gets]
    return gets, {one.person.name: str(one.why_not) for one in found.left_out}


def stop(person, kind="news"):
    NoticeOptOut.objects.create(person=person, organisation=club(), kind=kind)


def send(notice, actor, **facts):
    return send_notice(notice_id=notice.pk, actor=actor, site=SITE, **facts)


def work():
    """Do what waits, mails included."""
    for _ in range(200):
        Job.objects.filter(state=JobState.WAITING).update(due_at=timezone.now() - timedelta(seconds=1))
        if not jobs.run_waiting(queue="bulk", seconds=30):
            return


def state_of(notice):
    return Notice.objects.get(pk=notice.pk).state
