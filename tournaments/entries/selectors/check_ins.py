"""Players in the hall, and missing players."""

from collections import Counter
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max, Q

from club.audit.selectors import entries_with
from club.core.names import family_first, fold_name
from tournaments.models import Entry, EntryState, RoundState, Section


class Arrivals(NamedTuple):
    """Players of a section by family name, number of arrived ones, missing players, and when all came.

    `all_at` is the moment at which most of them were checked in together; None if nobody was, and once a
    round was paired with them. `away`: keys of those with a bye in the next round.
    """

    entries: list[Entry]
    here: int
    all: int
    missing: list[Entry]
    all_at: datetime | None
    away: frozenset[int] = frozenset()


def next_round(section: Section) -> int:
    """Return the number of the next round to pair."""
    done = section.round_rows.exclude(state=RoundState.DRAFT).aggregate(last=Max("number"))["last"]
    return (done or 0) + 1


def is_settled_at_check_in(entry: Entry, number: int) -> bool:
    """Check that the absence of a player from a round was settled at the check-in, not requested.

    The last audit entry about it counts.
    """
    settled = [
        one.pk
        for one in entries_with(Section, [entry.section_id], action="tournaments.absent.settled")
        if (one.after or {}).get("round") == number and entry.pk in (one.after or {}).get("entries", ())
    ]
    asked = [
        one.pk
        for one in entries_with(Entry, [entry.pk], action="tournaments.bye.asked")
        if (one.after or {}).get("round") == number
    ]
    return max(settled, default=0) > max(asked, default=0)


def arrived_on_request_away(section: Section, found: Arrivals) -> list[Entry]:
    """Return players who came for the next round and have a bye in it: the desk decides whether they play."""
    published = section.round_rows.exclude(state=RoundState.DRAFT).aggregate(last=Max("published_at"))["last"]
    return [one for one in found.entries if one.pk in found.away and has_come_since(one, published)]


def has_come_since(entry: Entry, moment: datetime | None) -> bool:
    """Check that a player is checked in, and was after a moment if there is one."""
    return entry.checked_in_at is not None and (moment is None or entry.checked_in_at > moment)


class ListedName(NamedTuple):
    """Name in two parts for a list in the order of family names: "Piet de " and "Vries", with its key."""

    given: str
    family: str
    key: str


def listed_name(entry: Entry) -> ListedName:
    """Divide the name of a player by the name in lists of the person; that of a team is one part."""
    if entry.section.is_team:
        return ListedName("", entry.name, fold_name(entry.name))
    person = entry.person
    known = person.sort_name if person is not None and person.name == entry.name else ""
    listed = known or family_first(entry.name)
    family, comma, _given = listed.partition(",")
    at = entry.name.rfind(family) if comma else 0
    return ListedName(entry.name[: max(at, 0)], entry.name[max(at, 0) :], fold_name(listed))


def to_arrive(section: Section, words: str = "") -> list[Entry]:
    """Return the confirmed entries by family name; every search word must be in the name."""
    found = list(section.entries.filter(state=EntryState.CONFIRMED).select_related("person"))
    wanted = fold_name(words).split()
    for entry in found:
        entry.section = section
    fitting = [one for one in found if all(word in fold_name(one.name) for word in wanted)]
    return sorted(fitting, key=lambda one: (listed_name(one).key, one.pk))


def arrivals(section: Section, words: str = "") -> Arrivals:
    """Return the arrived and missing players; a player with a bye in the next round is not missing."""
    number = next_round(section)
    everybody = to_arrive(section)
    asked = section.entries.filter(
        Q(absences__round_number=number) | Q(first_round__gt=number), state=EntryState.CONFIRMED
    )
    excused = dict(asked.values_list("pk", "first_round"))
    away = frozenset(key for key, first_round in excused.items() if first_round <= number)
    missing = [one for one in everybody if one.checked_in_at is None and one.pk not in excused]
    here = sum(one.checked_in_at is not None for one in everybody)
    shown = everybody if not words else to_arrive(section, words)
    moments = Counter(one.checked_in_at for one in everybody if one.checked_in_at is not None)
    at, together = max(moments.items(), key=lambda one: one[1], default=(None, 0))
    all_at = at if together > 1 and not _is_paired_after(section, at) else None
    return Arrivals(shown, here, len(everybody), missing, all_at, away)


def _is_paired_after(section: Section, at: datetime | None) -> bool:
    """Return whether a round is drafted, or was published after the moment."""
    paired = Q(state=RoundState.DRAFT) | Q(published_at__gt=at)
    return section.round_rows.filter(paired).exists()
