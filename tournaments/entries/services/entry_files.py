"""Import of files of players: compared first, then entered and changed as displayed."""

from django.db import transaction

from club.core.actor import Actor
from tournaments.core.errors import NothingToEnter
from tournaments.core.services.locks import locked_section
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.errors import ListChangedMeanwhile
from tournaments.entries.selectors.list_differences import digest_of, list_differences
from tournaments.entries.services.entries import add_entries, change_entry


@transaction.atomic
def enter_list(*, section_id: int, lines: list[EntryLine], digest: str, actor: Actor) -> tuple[int, int]:
    """Enter new players and update changed ones, if the comparison is still the displayed one.

    Returns the numbers of entered and of changed players.
    """
    section = locked_section(section_id, actor)
    found = list_differences(section, lines)
    if digest_of(found) != digest:
        raise ListChangedMeanwhile
    fresh = [one.line for one in found if one.state == "new"]
    changed = [one for one in found if one.state == "changed" and one.entry is not None]
    if not fresh and not changed:
        raise NothingToEnter
    if fresh:
        add_entries(section_id=section_id, lines=fresh, actor=actor)
    for one in changed:
        assert one.entry is not None  # noqa: S101 - picked so above
        change_entry(entry_id=one.entry.pk, actor=actor, **one.changes)
    return len(fresh), len(changed)
