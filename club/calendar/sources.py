"""Sources of calendar entries: each app registers its own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from club.models import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarLine:
    """A calendar entry for pages and feeds, on a day or at a time.

    `key` is constant for the lifetime of the entry, `sequence` grows with each change. End days are
    exclusive, as in iCalendar. `address` is a path of this site.
    """

    key: str
    title: str
    starts: date | datetime
    ends: date | datetime | None = None
    kind: str = ""
    place: str = ""
    notes: str = ""
    address: str = ""
    sequence: int = 0
    told_at: datetime
    is_public: bool = True
    is_cancelled: bool = False
    is_moved: bool = False
    on: date | None = None  # day of a club's own date by its rule

    @property
    def day(self) -> date:
        """First day, in the local time of its place."""
        return self.starts.date() if isinstance(self.starts, datetime) else self.starts

    @property
    def last_day(self) -> date:
        """Last day."""
        if self.ends is None or isinstance(self.ends, datetime):
            return self.day
        return max(self.day, self.ends - timedelta(days=1))

    @property
    def is_timed(self) -> bool:
        """True if it begins at a time, False for a whole day."""
        return isinstance(self.starts, datetime)

    @property
    def order(self) -> tuple[date, bool, str, str]:
        """Sort key: by day, whole days first, then by local time."""
        clock = f"{self.starts:%H:%M}" if isinstance(self.starts, datetime) else ""
        return self.day, self.is_timed, clock, self.title


ClubSource = Callable[[int, date, date], Iterable[CalendarLine]]
"""Source of a club's public entries between two days."""
PersonSource = Callable[[Person, date, date], Iterable[CalendarLine]]
"""Source of a person's entries between two days: boards to play, duties."""

CLUB_SOURCES: list[ClubSource] = []
PERSON_SOURCES: list[PersonSource] = []


def of_clubs(source: ClubSource) -> ClubSource:
    """Register the decorated function as a source of every club's calendar."""
    CLUB_SOURCES.append(source)
    return source


def of_persons(source: PersonSource) -> PersonSource:
    """Register the decorated function as a source of every personal calendar."""
    PERSON_SOURCES.append(source)
    return source
