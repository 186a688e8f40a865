"""Events of the day for a phone that has scanned the code of the hall."""

from collections.abc import Iterator
from typing import Final

from django.db.models import Exists, F, OuterRef, Prefetch, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from club.hall.start_page import HallEvent, HallLink
from tournaments.entries.entry_links import section_secret
from tournaments.events.selectors.sections import apart_from_demo, public_events
from tournaments.models import Event, EventState, Round, RoundState, Section

MAX_EVENTS: Final = 6


def events_of_the_day() -> Iterator[HallEvent]:
    """Yield the public events of today and those with a round that is being played.

    The link to the check-in has the secret of the poster: the page that shows it was opened by the code of
    the hall, which proves presence as the poster does.
    """
    today = timezone.localdate()
    is_on = Round.objects.filter(section__event=OuterRef("pk"), state=RoundState.PUBLISHED)
    ends = Q(ends_on__gte=today) | Q(ends_on__isnull=True, starts_on=today)
    found = public_events().exclude(state=EventState.FINISHED)
    found = found.filter(Q(ends, starts_on__lte=today) | Q(Exists(is_on))).order_by(
        F("starts_on").desc(nulls_last=True), "-pk"
    )
    rounds = Round.objects.filter(state=RoundState.PUBLISHED).only("number", "section_id").order_by("number")
    sections = Section.objects.select_related("admission").prefetch_related(
        Prefetch("round_rows", queryset=rounds, to_attr="rounds_on")
    )
    own, demo = apart_from_demo(found.prefetch_related(Prefetch("sections", queryset=sections)))
    for event in (own or demo)[:MAX_EVENTS]:
        address = reverse("tournaments:event", args=[event.slug])
        yield HallEvent(event.name, event.organisation.name, address, tuple(_links(event)))


def _links(event: Event) -> Iterator[HallLink]:
    sections = list(event.sections.all())
    for section in sections:
        name = f": {section.name}" if len(sections) > 1 else ""
        admission = getattr(section, "admission", None)
        if admission is not None and admission.check_in_is_open:
            arguments = [event.slug, section.slug, section_secret(section)]
            yield HallLink(reverse("tournaments:here", args=arguments), _("Check in") + name)
        rounds: list[Round] = getattr(section, "rounds_on", [])  # of the prefetch above
        for row in rounds[-1:]:
            round_arguments = [event.slug, section.slug, row.number]
            label = _("Round %(number)s") % {"number": row.number}
            yield HallLink(reverse("tournaments:pairings", args=round_arguments), label + name)
