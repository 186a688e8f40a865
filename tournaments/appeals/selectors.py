"""Appeals: the rules of an event, eligible members, time limits, results of votes."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from tournaments.models import (
    Appeal,
    AppealRules,
    AppealSeat,
    Case,
    CommitteeMember,
    Entry,
    Event,
    Ruling,
    TeamMember,
    Tie,
    Vote,
)


def rules_of(event: Event) -> AppealRules:
    """Return the event's rules for appeals, or the defaults."""
    return AppealRules.objects.filter(event=event).first() or AppealRules(event=event)


def deadline_of(ruling: Ruling, rules: AppealRules) -> datetime:
    """Return the deadline for an appeal against a ruling."""
    return ruling.ruled_at + timedelta(minutes=rules.minutes)


def committee_of(event: Event) -> list[CommitteeMember]:
    """Return the members in their order, then the substitutes."""
    return list(event.committee.filter(has_left=False).select_related("entry__section"))


def appeal_of(case: Case) -> Appeal | None:
    """The latest appeal of a case."""
    rows = Appeal.objects.filter(ruling__case=case).select_related("appellant", "ruling__case__event")
    return rows.order_by("-pk").first()


def appeals_of(event: Event) -> list[Appeal]:
    """All appeals of an event, the latest first."""
    rows = Appeal.objects.filter(ruling__case__event=event).select_related("appellant", "ruling__case")
    return list(rows)


def seats_of(appeal: Appeal) -> list[AppealSeat]:
    """Return the seats in their order."""
    return list(appeal.seats.select_related("member", "in_place_of").order_by("pk"))


def presiding(seats: Sequence[AppealSeat]) -> AppealSeat | None:
    """Return the seat of the chair, or the first seat."""
    return next((seat for seat in seats if seat.presides), seats[0] if seats else None)


def digest_of(token: str) -> str:
    """Return the stored digest of the token of a member's page."""
    return hashlib.sha256(f"appeal seat {token}".encode()).hexdigest()


def seat_of(token: str) -> AppealSeat | None:
    """Return the seat of a link."""
    rows = AppealSeat.objects.select_related("member", "appeal__ruling__case__event")
    return rows.filter(digest=digest_of(token)).first()


class Tally(NamedTuple):
    """Result of the vote. Before all votes are in it has only the number of missing ones."""

    lacking: int  # members without a substitute
    waiting: int  # members who have not voted
    stands: int = 0
    change: int = 0
    abstains: int = 0
    is_by_the_chair: bool = False
    verdict: str = ""

    @property
    def is_complete(self) -> bool:
        """True if all votes are in."""
        return not self.lacking and not self.waiting


def tally_of(appeal: Appeal, seats: Sequence[AppealSeat]) -> Tally:
    """Count the votes: the majority without abstentions decides.

    In a tie the vote of the chair decides, else the ruling is upheld.
    """
    waiting = sum(not seat.vote for seat in seats)
    open_places = len(appeal.left_out)
    if open_places or waiting or not seats:
        return Tally(open_places or int(not seats), waiting)
    counts = {vote: sum(seat.vote == vote for seat in seats) for vote in Vote}
    stands, change = counts[Vote.STANDS], counts[Vote.CHANGE]
    chair = presiding(seats)
    casting = chair.vote if chair is not None and stands == change else ""
    is_casting = casting in {Vote.STANDS, Vote.CHANGE}
    is_changed = change > stands or casting == Vote.CHANGE
    verdict = Vote.CHANGE if is_changed else Vote.STANDS
    return Tally(0, 0, stands, change, counts[Vote.ABSTAIN], is_casting, verdict.value)


# ---- ties to a case ----


def parties_of(case: Case) -> list[Entry]:
    """Return the parties of a case: player, opponent and claimant."""
    told = [case.entry, case.opponent, case.claimant]
    if case.pairing is not None:
        told += [case.pairing.white, case.pairing.black]
    return list({entry.pk: entry for entry in told if entry is not None}.values())


class Parties:
    """Parties of a case and author of the ruling, for the check of a person's ties."""

    def __init__(self, parties: Iterable[Entry], ruling: Ruling) -> None:
        entries = list(parties)
        keys = [entry.pk for entry in entries]
        members = TeamMember.objects.filter(entry__in=keys).values_list("name", flat=True)
        self.keys = set(keys)
        self.persons = {entry.person_id for entry in entries if entry.person_id is not None}
        self.names = {_plain(name) for name in (*(entry.name for entry in entries), *members)}
        self.clubs = {_plain(entry.club_name) for entry in entries} - {""}
        self.families = {_plain(entry.family) for entry in entries} - {""}
        self.ruled_by = _plain(ruling.ruled_by)

    def tie_of(self, member: CommitteeMember) -> str:
        """Return the reason against a member's seat; "" if there is none."""
        entry = member.entry
        name = _plain(member.name)
        if name in self.names or (entry is not None and self._is_party(entry)):
            return Tie.PARTY
        if name == self.ruled_by:
            return Tie.RULED
        clubs = {_plain(member.club_name), _plain(entry.club_name if entry is not None else "")}
        if clubs & self.clubs:
            return Tie.CLUB
        if entry is not None and _plain(entry.family) in self.families:
            return Tie.FAMILY
        return ""

    def _is_party(self, entry: Entry) -> bool:
        return entry.pk in self.keys or (entry.person_id is not None and entry.person_id in self.persons)


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
