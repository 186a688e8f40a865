"""What stands in a club's calendar, and who else puts something there: each app registers its sources."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from club.models import Person


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarLine:
    """Something on a day or from a moment on, as a page and a calendar program show it.

    `key` stays the same for as long as the thing is, `sequence` grows when it changes. Days end on the day
    after their last one, as calendar programs count. `address` is a path of this site.
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
    on: date | None = None  # the day of a club's own date by its rule

    @property
    def day(self) -> date:
        """The day on which it begins, by the clock of its place."""
        return self.starts.date() if isinstance(self.starts, datetime) else self.starts

    @property
    def last_day(self) -> date:
        """The last day of it."""
        if self.ends is None or isinstance(self.ends, datetime):
            return self.day
        return max(self.day, self.ends - timedelta(days=1))

    @property
    def is_timed(self) -> bool:
        """Whether it begins at a time, not just on a day."""
        return isinstance(self.starts, datetime)

    @property
    def order(self) -> tuple[date, bool, str, str]:
        """How lines are ordered: by day, whole days first, then by the clock."""
        clock = f"{self.starts:%H:%M}" if isinstance(self.starts, datetime) else ""
        return self.day, self.is_timed, clock, self.title


ClubSource = Callable[[int, date, date], Iterable[CalendarLine]]
"""What a club has from one day to another, for everybody to see."""
OwnSource = Callable[[Person, date, date], Iterable[CalendarLine]]
"""What one person has from one day to another: boards to play, duties."""

CLUB_SOURCES: list[ClubSource] = []
OWN_SOURCES: list[OwnSource] = []


def of_clubs(source: ClubSource) -> ClubSource:
    """Register the function below as a source of every club's calendar."""
    CLUB_SOURCES.append(source)
    return source


def of_persons(source: OwnSource) -> OwnSource:
    """Register the function below as a source of everybody's own calendar."""
    OWN_SOURCES.append(source)
    return source
