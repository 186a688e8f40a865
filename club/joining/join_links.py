"""Secret links of a request to join: one for the applicant, one for the guardian."""

from collections.abc import Iterable

from club.core.limits import Count, count
from club.core.site_secrets import is_link_secret, link_secret, number_in
from club.models import JoinRequest

ASKED, GUARDIAN = "club.join.asked", "club.join.guardian"


def join_secret(row: JoinRequest, salt: str = ASKED) -> str:
    """Secret that gives the mail's recipient access to a request."""
    return link_secret(salt, row.pk, _said(row))


def request_of(secret: str, salt: str = ASKED) -> JoinRequest | None:
    """Return the request of such a link, or None."""
    number = number_in(secret)
    if number is None:
        return None
    row = JoinRequest.objects.select_related("organisation", "plan").filter(pk=number).first()
    return row if row is not None and is_link_secret(salt, row.pk, _said(row), secret) else None


def _said(row: JoinRequest) -> str:
    return f"{row.created_at.isoformat()}:{row.email}:{row.guardian_email}"


NAME = "club.join"
FORMS, FORM_SECONDS = 20, 600
MAILS, MAIL_SECONDS = 6, 3600


def count_mails(addresses: Iterable[str]) -> Count | None:
    """Count a mail to each address; return the count of the first over its limit, None if there is none."""
    for address in sorted({one.strip().lower() for one in addresses} - {""}):
        counted = count(f"{NAME}.mail", address, most=MAILS, seconds=MAIL_SECONDS)
        if counted.is_too_many:
            return counted
    return None


def count_form(who: str) -> Count:
    """Count one more form of a client."""
    return count(NAME, who, most=FORMS, seconds=FORM_SECONDS)
