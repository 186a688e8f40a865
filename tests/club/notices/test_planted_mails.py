"""Markers in all that a mail is made of: no header, receiver or element comes of them."""

from email import message_from_bytes
from email.policy import default

import pytest
from django.core import mail
from effort import amount
from people import club
from planted import Garden, faults_of_page
from planted_corpus import corpus, numbers_in
from senders import send, work, written

from club.jobs.services.outbox import as_mail, write_message
from club.models import OutboxMessage, Queue

pytestmark = [pytest.mark.django_db, pytest.mark.sampled]

HEADERS = {
    *("Subject", "From", "To", "Date", "Message-ID", "Auto-Submitted", "Content-Language", "Content-Type"),
    *("MIME-Version", "List-Unsubscribe", "List-Unsubscribe-Post", "Content-Transfer-Encoding"),
}


def faults_of_mail(data):
    """Return what markers became in a mail as it goes out."""
    message = message_from_bytes(data, policy=default)
    found = [f"a header {name}: {message[name]!r}" for name in message if name not in HEADERS]
    receivers = [one.addr_spec for one in message["To"].addresses]
    if len(receivers) != 1 or "planted" in receivers[0]:
        found.append(f"receivers {receivers}")
    found += [f"a defect: {one!r}" for one in message.defects]
    parts = list(message.walk())
    if len(parts) > 3:
        found.append(f"{len(parts)} parts")
    for part in parts:
        if part.get_content_type() == "text/html":
            found += faults_of_page(part.get_content())
    return found


def markers():
    """Every marker that is no combination, and a part of the combinations."""
    everything = corpus()
    return [one.replace("{n}", str(number)) for number, one in enumerate(everything)][:: amount(5, 1)]


def test_no_marker_in_a_subject_becomes_a_header(record_property):
    texts = markers()
    for number, text in enumerate(texts):
        write_message(
            key=f"planted:{number}", to="anna@north.example", subject=text, text=text, queue=Queue.BULK
        )
    sent = [as_mail(one).message().as_bytes() for one in OutboxMessage.objects.all()]
    assert len(sent) == len(texts)
    assert [fault for data in sent for fault in faults_of_mail(data)] == []
    record_property("mails", len(sent))


@pytest.mark.parametrize("turn", range(0, 681, amount(97, 7)))
def test_a_notice_with_markers_everywhere_is_one_mail_to_each(turn, secretary, member):
    """The names of the club and the persons, the subject and the text; sent by the worker."""
    garden = Garden(turn)
    people = [member(garden.sow("name", 150), f"a{number}@north.example") for number in range(3)]
    subject, text = garden.sow("subject", 200), garden.sow("text", 2000)
    type(club()).objects.update(name=garden.sow("club", 100))
    notice = written(secretary, subject=subject, text=text)
    send(notice, secretary)
    work()
    assert sorted(one.to[0] for one in mail.outbox) == [one.email for one in people]
    assert all(numbers_in(one.body) for one in mail.outbox)
    assert [fault for one in mail.outbox for fault in faults_of_mail(one.message().as_bytes())] == []


def test_a_header_that_a_marker_adds_is_found():
    """The negative control: a mail glued together from texts."""
    glued = b"Subject: x\nX-Planted: 7\nTo: anna@north.example\nContent-Type: text/html\n\n<b data-planted=7>"
    assert len(faults_of_mail(glued)) == 2
    assert faults_of_mail(glued.replace(b"X-Planted: 7\n", b"").replace(b"<b data-planted=7>", b"x")) == []
    assert faults_of_mail(b"To: a@north.example, planted@planted.example\n\nx") != []
