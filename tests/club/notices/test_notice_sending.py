"""Notices: written, tried, sent once to each."""

from datetime import timedelta

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from people import account, browser_of, club
from senders import SITE, send, state_of, stop, work, written

from club.audit.services import undo_entry
from club.core.actor import VISITOR, Actor
from club.core.errors import CannotUndo, NotAllowed
from club.jobs.handlers import task_of
from club.jobs.services.job_control import cancel_job
from club.models import (
    AuditEntry,
    Job,
    Notice,
    NoticeReceiver,
    OutboxMessage,
    Person,
    Role,
)
from club.notices.errors import (
    NobodyGetsIt,
    NoticeChangedMeanwhile,
    NoticeIsOut,
    NoticeNotScheduled,
    ReceiversChangedMeanwhile,
    TimeHasPassed,
    TooManyNotices,
    TooManyTests,
)
from club.notices.selectors import progress_of, receivers_of
from club.notices.services.notice_sending import (
    MAX_PER_HOUR,
    SLICE_SIZE,
    SLICE_TASK,
    schedule_notice,
    send_due_notices,
    unschedule_notice,
)
from club.notices.services.notices import (
    MAX_TESTS,
    change_notice,
    remove_notice,
    send_test_notice,
    set_notice_text,
)

pytestmark = pytest.mark.django_db


# -- written and tried --------------------------------------------------------------------------------


def test_a_draft_is_changed_and_removed_until_it_is_sent(notice, secretary):
    facts = {"notice_id": notice.pk, "kind": "nights", "text": "x", "groups": ["active"], "actor": secretary}
    change_notice(subject="Else", version=1, **facts)
    with pytest.raises(NoticeChangedMeanwhile):
        change_notice(subject="Again", version=1, **facts)
    with pytest.raises(NoticeChangedMeanwhile):
        send(notice, secretary, version=1)
    send(notice, secretary, version=2)
    for act in (change_notice, remove_notice):
        with pytest.raises(NoticeIsOut):
            act(**facts | {"subject": "y"}) if act is change_notice else act(
                notice_id=notice.pk, actor=secretary
            )
    with pytest.raises(NoticeIsOut):
        send(notice, secretary)


NO_NOTICES = [{"subject": "  "}, {"text": " "}, {"kind": "spam"}, {"text": "x" * 20_001}]


@pytest.mark.parametrize("wrong", NO_NOTICES)
def test_what_is_no_notice_is_refused(secretary, wrong):
    with pytest.raises(ValidationError):
        written(secretary, **wrong)


def test_the_text_stays_off_the_trail_and_a_draft_is_undone(notice, secretary):
    entry = AuditEntry.objects.get(action="club.notice.written")
    assert "Come" not in str(entry.after)
    undo_entry(entry_id=entry.pk, actor=secretary)
    assert not Notice.objects.exists()


def test_it_is_tried_on_oneself_alone_and_not_for_ever(notice, secretary):
    for _ in range(MAX_TESTS):
        assert send_test_notice(notice_id=notice.pk, actor=secretary, site=SITE) == secretary.user.email
    with pytest.raises(TooManyTests):
        send_test_notice(notice_id=notice.pk, actor=secretary, site=SITE)
    message = OutboxMessage.objects.first()
    assert (message.to, message.headers) == (secretary.user.email, {})
    assert state_of(notice) == "draft"


def test_only_who_may_writes_and_sends(notice, family):
    director = Actor.of_user(account("dan", role=Role.DIRECTOR))
    stranger = Actor.of_user(account("sue", role=Role.OWNER, at=club("south")))
    for actor in (director, stranger, VISITOR):
        with pytest.raises(NotAllowed):
            send(notice, actor)
        with pytest.raises(NotAllowed):
            written(actor)


# -- sent ---------------------------------------------------------------------------------------------


def test_a_notice_is_sent_once_to_each_with_the_way_to_stop_it(notice, secretary, family):
    send(notice, secretary)
    work()
    assert state_of(notice) == "sent"
    assert sorted(one.to[0] for one in mail.outbox) == ["ann@x.example", "bob@x.example"]
    told = next(one for one in mail.outbox if one.to == ["ann@x.example"])
    link = told.extra_headers["List-Unsubscribe"]
    assert link.startswith(f"<{SITE}/notices/stop/")
    assert told.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert link.strip("<>") in told.body
    assert "<strong>all</strong>" in told.alternatives[0][0]
    work()
    assert len(mail.outbox) == 2
    progress = progress_of(notice)
    assert (progress.receivers, progress.sent, progress.waiting) == (2, 2, 0)
    entry = AuditEntry.objects.get(action="club.notice.sent")
    assert entry.after == {"notice_kind": "news", "receivers": 2, "left_out": 3}
    with pytest.raises(CannotUndo):
        undo_entry(entry_id=entry.pk, actor=secretary)


def test_each_reads_it_in_their_language(notice, secretary, family):
    set_notice_text(notice_id=notice.pk, language="nl", subject="Eten", text="Kom.", actor=secretary)
    set_notice_text(notice_id=notice.pk, language="fr", subject="Dîner", text="Venez.", actor=secretary)
    set_notice_text(notice_id=notice.pk, language="fr", subject="", text="", actor=secretary)
    with pytest.raises(ValidationError):
        set_notice_text(notice_id=notice.pk, language="xx", subject="a", text="b", actor=secretary)
    Person.objects.filter(name="Ann").update(language="nl")
    Person.objects.filter(name="Bob").update(language="fr")
    send(notice, secretary)
    work()
    assert dict(OutboxMessage.objects.values_list("to", "subject")) == {
        "ann@x.example": "Eten",
        "bob@x.example": "Dinner",
    }


def test_others_than_those_who_were_shown_do_not_get_it(notice, secretary, family, member):
    seen = receivers_of(organisation_id=club().pk, kind="news", groups=["active"]).fingerprint
    stop(family["bob"])
    with pytest.raises(ReceiversChangedMeanwhile):
        send(notice, secretary, seen=seen)
    assert not NoticeReceiver.objects.exists()


def test_nobody_to_write_to_is_said_before(secretary, family):
    alone = written(secretary, groups=[f"person:{family['cid'].pk}"])
    with pytest.raises(NobodyGetsIt):
        send(alone, secretary)
    with pytest.raises(NobodyGetsIt):
        schedule_notice(
            notice_id=alone.pk, send_at=timezone.now() + timedelta(hours=1), actor=secretary, site=SITE
        )


def test_whoever_stops_it_between_two_slices_is_heard(notice, secretary, family):
    send(notice, secretary)
    stop(family["bob"])
    work()
    assert [one.to for one in mail.outbox] == [["ann@x.example"]]
    assert NoticeReceiver.objects.get(person=family["bob"]).why_not == "opted_out"


def test_a_slice_that_is_begun_again_doubles_nothing(secretary, member):
    for number in range(SLICE_SIZE + 5):
        member(f"M{number}", f"m{number}@x.example")
    notice = written(secretary)
    send(notice, secretary)
    first = Job.objects.get(task=SLICE_TASK)
    assert (first.steps_done, first.steps) == (0, SLICE_SIZE + 5)
    task_of(SLICE_TASK).handler(job=first)
    assert OutboxMessage.objects.count() == SLICE_SIZE
    NoticeReceiver.objects.update(handed_over_at=None, message=None)  # as if the worker had not come so far
    work()
    assert OutboxMessage.objects.count() == SLICE_SIZE + 5
    assert len(mail.outbox) == SLICE_SIZE + 5


def test_who_cancels_the_work_stops_the_notice(notice, secretary):
    send(notice, secretary)
    cancel_job(job_id=Job.objects.get(task=SLICE_TASK).pk, actor=secretary)
    work()
    assert (state_of(notice), mail.outbox) == ("stopped", [])


def test_a_mail_that_could_not_be_sent_is_shown(notice, secretary, family):
    send(notice, secretary)
    work()
    OutboxMessage.objects.filter(to="bob@x.example").update(state="failed", error="550 no such user")
    page = browser_of(secretary.user).get(reverse("club:notice", args=[notice.pk])).content.decode()
    assert "550 no such user" in page
    assert "no email address" in page


def test_a_club_sends_so_many_an_hour(secretary, family):
    for _ in range(MAX_PER_HOUR):
        send(written(secretary), secretary)
    with pytest.raises(TooManyNotices):
        send(written(secretary), secretary)


def test_a_notice_waits_for_its_time_and_can_be_taken_back(notice, secretary, family):
    soon = timezone.now() + timedelta(hours=1)
    for wrong in (timezone.now() - timedelta(seconds=1), timezone.now() + timedelta(days=400)):
        with pytest.raises(TimeHasPassed):
            schedule_notice(notice_id=notice.pk, send_at=wrong, actor=secretary, site=SITE)
    facts = {"notice_id": notice.pk, "send_at": soon, "actor": secretary, "site": SITE}
    schedule_notice(**facts)
    undo_entry(entry_id=AuditEntry.objects.get(action="club.notice.scheduled").pk, actor=secretary)
    assert state_of(notice) == "draft"
    with pytest.raises(NoticeNotScheduled):
        unschedule_notice(notice_id=notice.pk, actor=secretary)
    schedule_notice(**facts)
    assert send_due_notices() == 0
    stop(family["bob"])  # asked for when it is sent
    assert send_due_notices(now=soon) == 1
    assert send_due_notices(now=soon) == 0
    work()
    assert [one.to for one in mail.outbox] == [["ann@x.example"]]
    assert AuditEntry.objects.filter(action="club.notice.sent").get().actor_label == "program"
