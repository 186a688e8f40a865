"""Secret links of an entry or a section: derived from the site's key, never stored."""

from club.core.site_secrets import is_link_digest, is_link_secret, link_digest, link_secret, number_in
from tournaments.models import Entry, Section

ENTRY, POSTER = "tournaments.entry", "tournaments.check_in"


def entry_secret(entry: Entry) -> str:
    """Return the secret of an entry's own page."""
    return link_secret(ENTRY, entry.pk, entry.created_at.isoformat())


def entry_of(secret: str) -> Entry | None:
    """Return the entry of a link; None if unknown."""
    number = number_in(secret)
    if number is None:
        return None
    rows = Entry.objects.select_related("section__event__organisation", "contact")
    entry = rows.filter(pk=number).first()
    if entry is None or not is_link_secret(ENTRY, entry.pk, entry.created_at.isoformat(), secret):
        return None
    return entry


def section_secret(section: Section) -> str:
    """Return the secret of the poster in the hall: reading it proves presence."""
    return link_digest(POSTER, f"{section.pk}:{section.seed}")


def is_section_secret(section: Section, secret: str) -> bool:
    """Check the secret of a poster."""
    return is_link_digest(POSTER, f"{section.pk}:{section.seed}", secret)
