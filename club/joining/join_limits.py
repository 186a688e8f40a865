"""Rate limits of requests to join: by client and by mail address, shared by pages and API."""

from collections.abc import Iterable

from club.core.limits import Count, count

NAME = "club.join"
FORMS, FORM_SECONDS = 20, 600
MAILS, MAIL_SECONDS = 6, 3600


def counted_mails(addresses: Iterable[str]) -> Count | None:
    """Count a mail to each address; return the count of the first over its limit, None if there is none."""
    for address in sorted({one.strip().lower() for one in addresses} - {""}):
        counted = count(f"{NAME}.mail", address, most=MAILS, seconds=MAIL_SECONDS)
        if counted.is_too_many:
            return counted
    return None


def counted_form(who: str) -> Count:
    """Count one more form of a client."""
    return count(NAME, who, most=FORMS, seconds=FORM_SECONDS)
