"""Points that rulings in force take from players: in the final table alone."""

from django.db.models import Q, Sum

from tournaments.models import Ruling, Section


def deducted_points(section: Section, *, after: int) -> dict[int, int]:
    """Points taken by entry key, by rulings of rounds up to `after` and by those of no round."""
    rows = Ruling.objects.filter(superseded_by__isnull=True, points__gt=0, case__section=section)
    rows = rows.filter(Q(case__round_number__isnull=True) | Q(case__round_number__lte=after))
    return {key: points for key, points in rows.values_list("entry").annotate(Sum("points")) if key}
