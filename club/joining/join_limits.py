"""How often somebody may ask to join: counted for whoever asks and each mail address, page and API alike."""

from collections.abc import Iterable

from club.core.limits import Count, count

NAME = "club.join"
FORMS, FORM_SECONDS = 20, 600
MAILS, MAIL_SECONDS = 6, 3600


def counted_mails(addresses: Iterable[str]) -> Count | None:
    """Count a mail to each address; what stands for the first that gets too many, None while none does."""
    for address in sorted({one.strip().lower() for one in addresses} - {""}):
        counted = count(f"{NAME}.mail", address, most=MAILS, seconds=MAIL_SECONDS)
        if counted.is_too_many:
            return counted
    return None


def counted_form(who: str) -> Count:
    """Count one more form sent by somebody."""
    return count(NAME, who, most=FORMS, seconds=FORM_SECONDS)
