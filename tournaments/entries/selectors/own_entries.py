"""Known data of an entrant: the latest entry of a person, the entries of one form."""

from django.db.models import QuerySet

from tournaments.models import Entry


def latest_entry_of(person_id: int) -> Entry | None:
    """The latest entry of a person anywhere."""
    return Entry.objects.filter(person_id=person_id).order_by("-pk").first()


def entries_of_form(entry: Entry) -> QuerySet[Entry]:
    """Return the entries of the same person and mail address in the same event, including this one."""
    if not hasattr(entry, "contact"):
        return Entry.objects.filter(pk=entry.pk)
    same = Entry.objects.filter(section__event=entry.section.event_id, contact__email=entry.contact.email)
    return same.filter(name__iexact=entry.name).select_related("section__event", "contact").order_by("pk")
