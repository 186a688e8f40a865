"""Consents of a club: current texts, counts, and persons who withhold their name."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from club.models import Consent, ConsentKind, ConsentText


@dataclass(frozen=True, slots=True)
class ConsentCount:
    """Current text of a consent, with the counts of consents to it and to older versions."""

    text: ConsentText
    newest: int
    older: int


def consent_counts(*, organisation_id: int) -> dict[str, ConsentCount]:
    """Count the valid consents of a club by kind."""
    texts = ConsentText.objects.filter(organisation_id=organisation_id).annotate(
        held=Count("consents", filter=Q(consents__withdrawn_at__isnull=True))
    )
    found: dict[str, ConsentCount] = {}
    for text in texts.order_by("kind", "version"):
        before = found.get(text.kind)
        older = before.newest + before.older if before is not None else 0
        found[text.kind] = ConsentCount(text, text.held, older)
    return found


def withheld_names(*, persons: Iterable[int]) -> frozenset[int]:
    """Return those persons who withdrew the consent to publish their name and did not renew it.

    Without an answer a name is public: entrants of an event are informed that results are public.
    """
    told = Consent.objects.filter(person__in=list(persons), text__kind=ConsentKind.PUBLISH_NAME)
    holds = set(told.filter(withdrawn_at=None).values_list("person", flat=True))
    return frozenset(told.exclude(withdrawn_at=None).values_list("person", flat=True)) - holds
