"""The consents of a club: their words now, how many hold, and whose names are withheld."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q

from club.models import Consent, ConsentKind, ConsentText


@dataclass(frozen=True, slots=True)
class ConsentCount:
    """The newest words of a consent; how many agreed to them, and to older ones."""

    text: ConsentText
    newest: int
    older: int


def consent_counts(*, organisation_id: int) -> dict[str, ConsentCount]:
    """By kind of consent, what holds in a club."""
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
    """Who of these withdrew that their name stands in public lists, and has not given it again.

    Nobody asked means shown: whoever enters an event is told that results are public.
    """
    told = Consent.objects.filter(person__in=list(persons), text__kind=ConsentKind.PUBLISH_NAME)
    holds = set(told.filter(withdrawn_at=None).values_list("person", flat=True))
    return frozenset(told.exclude(withdrawn_at=None).values_list("person", flat=True)) - holds
