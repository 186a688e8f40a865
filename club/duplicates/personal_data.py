"""Personal data in merges, and in pairs marked as different people."""

from collections.abc import Iterable

from django.utils.translation import gettext_lazy as _

from club.duplicates.merge_of_persons import move_distinct_pairs
from club.members.selectors.persons import merges_into
from club.models import Person
from club.privacy.personal_data_sets import Erasure, OnErasure, OnMerge, Row, register_data_set


def _merges(person: Person) -> Iterable[Row]:
    return [
        {"merged__name": row.merged.name, "made_at": row.made_at, "made_by": row.made_by}
        for row in merges_into(person)
    ]


def redact_merges(erasure: Erasure) -> None:
    """Delete the undo data of merges, and the names of persons merged into this one."""
    for row in merges_into(erasure.person):
        row.steps = []
        row.save(update_fields=["steps"])
        row.merged.name, row.merged.sort_name = erasure.neutral, ""
        row.merged.save(update_fields=["name"])


register_data_set(
    "club.merges",
    "club.PersonMerge.kept",
    label=_("merges with a second record of the same person"),
    fate=OnErasure.PSEUDONYMIZE,
    on_merge=OnMerge.LEAVE,
    why=_("Old links redirect to the person. The earlier data is deleted, so the merge cannot be undone."),
    rows=_merges,
    erase=redact_merges,
    spelled=lambda person: [one.merged.name for one in merges_into(person)],
)
register_data_set(
    "club.merged",
    "club.PersonMerge.merged",
    label=_("merged into another record of the same person"),
    fate=OnErasure.RETAIN,
    on_merge=OnMerge.LEAVE,
    why=_("A record without data that redirects to the person."),
    tells=("made_at", "made_by"),
)
for _side in ("first", "second"):
    register_data_set(
        f"club.namesakes_{_side}",
        f"club.NamesakePair.{_side}",
        label=_("people marked as different"),
        fate=OnErasure.DELETE,
        on_merge=move_distinct_pairs,
        tells=("said_at", "said_by"),
    )
