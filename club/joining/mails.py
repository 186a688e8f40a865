"""Mails about a request to join: its links and its result."""

from enum import StrEnum

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from club.jobs.services.outbox import write_message
from club.joining.join_links import ASKED, GUARDIAN, join_secret
from club.models import JoinRequest

MAX_MAILS = 20  # limit for each request, against repeated submissions


class JoinMail(StrEnum):
    """Contents of a mail."""

    ASKED = "asked"
    SIGN = "sign"
    ACCEPTED = "accepted"
    REFUSED = "refused"


def send_join_mail(row: JoinRequest, kind: JoinMail) -> None:
    """Enqueue a mail to the applicant, or to the guardian who is to sign."""
    if row.mails >= MAX_MAILS and kind in {JoinMail.ASKED, JoinMail.SIGN}:
        return  # the result is mailed beyond the limit too
    row.mails += 1
    row.save(update_fields=["mails"])
    to_guardian = kind is JoinMail.SIGN
    page = "club:join_guardian" if to_guardian else "club:join_request"
    secret = join_secret(row, GUARDIAN if to_guardian else ASKED)
    with translation.override(row.language or None):
        context = {
            "row": row,
            "club": row.organisation,
            "told": kind.value,
            "address": f"{row.site}{reverse(page, args=[secret])}",
        }
        write_message(
            key=f"club.join:{row.pk}:{row.mails}",
            to=row.guardian_email if to_guardian else row.email,
            subject=render_to_string("club/joining/mail/join_subject.txt", context),
            text=render_to_string("club/joining/mail/join_text.txt", context),
            language=row.language,
            organisation_id=row.organisation_id,
        )
