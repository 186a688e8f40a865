"""Links that belong to one entry or one section: made from the site's key, kept nowhere."""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.models import Entry, Section


def entry_secret(entry: Entry) -> str:
    """What opens the page of an entry to whoever entered."""
    return f"{entry.pk}-{_digest('tournaments.entry', f'{entry.pk}:{entry.created_at.isoformat()}')}"


def entry_of(secret: str) -> Entry | None:
    """The entry of such a link; None where there is none."""
    number, dash, _rest = secret.partition("-")
    if not dash or not number.isascii() or not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    rows = Entry.objects.select_related("section__event__organisation", "contact")
    entry = rows.filter(pk=int(number)).first()
    return entry if entry is not None and constant_time_compare(entry_secret(entry), secret) else None


def section_secret(section: Section) -> str:
    """What the poster in the hall opens: whoever can read it stands there."""
    return _digest("tournaments.check_in", f"{section.pk}:{section.seed}")


def is_section_secret(section: Section, secret: str) -> bool:
    """Whether it is the poster's."""
    return constant_time_compare(section_secret(section), secret)


LONGEST_NUMBER = 19  # digits


def _digest(salt: str, said: str) -> str:
    digest = salted_hmac(salt, said, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(digest[:18]).decode()
