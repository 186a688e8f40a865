"""Checks after each step in the life of an event (`Watch`), and what an undo restores (`picture`)."""

import hashlib
import json
from collections import Counter

from django.apps import apps
from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from event_points import points_of_entries
from live_desk import assert_live_boards_agree
from test_more_events import assert_sound

from club.audit.selectors import verify_chains
from club.models import AuditEntry
from tournaments.core.selectors import rulings_in_force
from tournaments.core.translate import snapshot_of
from tournaments.events.systems import propose
from tournaments.models import (
    Absence,
    Admission,
    Case,
    EntryState,
    Event,
    ForbiddenPair,
    GameResult,
    Pairing,
    Round,
    RoundState,
    Section,
    StandingsSnapshot,
)
from tournaments.standings.selectors.replayed_standings import log_faults
from tournaments.standings.selectors.snapshots import contents_now
from tournaments.standings.selectors.standings import standing_rows


def differing(changed):
    """Values that are in one of two pictures alone."""
    return {
        name: [[one for one in mine if one not in other] for mine, other in (pair, pair[::-1])]
        for name, pair in changed.items()
    }


def kept_by_hand(row):
    """Return the numbers of the players at the locked boards of a draft: the director has seated them."""
    if row is None:
        return set()
    boards = row.pairings.filter(is_locked=True, black__isnull=False)
    return {number for pair in boards.values_list("white__number", "black__number") for number in pair}


def is_exempt(finding, row, kept):
    """Return True for what the director has seated, and for what a plan or a small field forces."""
    if row.section.system == "manual" or kept & set(finding.players) or is_unavoidable(finding, row):
        return True
    if finding.code.value == "needless_bye" and is_kept_with_the_absent(row, kept):
        return True
    if not is_seated_by_plan(row.section):
        return False
    if finding.code.value != "rematch":
        return finding.code.value in {"player_absent", "prohibited_pair"}
    return was_seated_by_hand(finding, row) or is_left_over(finding, row)


def is_kept_with_the_absent(row, kept):
    """Return True if a player who is away is at a locked board, and so the opponent is missing elsewhere."""
    entries = row.section.entries.filter(number__in=kept)
    return any(one.state != EntryState.CONFIRMED or one.pk in away_of(row) for one in entries)


def is_left_over(finding, row):
    """Return True if the two are all that locked boards leave: the table has them at boards with others."""
    boards = propose(row.section, snapshot_of(row.section, row.number)).pairs
    kept = kept_by_hand(row)
    left = {
        number
        for pair in boards
        for number in (pair.white, pair.black)
        if len(kept & {pair.white, pair.black}) == 1 and number not in kept
    }
    return left == set(finding.players)


def was_seated_by_hand(finding, row):
    """Return True for a meeting of a plan that the director has brought about before its round."""
    numbers = set(finding.players)
    boards = Pairing.objects.filter(round__section=row.section_id, is_by_hand=True, black__isnull=False)
    earlier = boards.filter(round__number__lt=row.number)
    return any(numbers == set(pair) for pair in earlier.values_list("white__number", "black__number"))


def is_unavoidable(finding, row):
    """Return True for a rematch that the engine has named as the only way: the field is too small."""
    told = {one["code"] for one in row.reasons.get("round", ())}
    return finding.code.value == "rematch" and "rematches_needed" in told


def is_seated_by_plan(section):
    """Return True for a table, a tree and a round by hand: these seat forbidden pairs and the absent too."""
    system = section.system
    return system in {"manual", "scheveningen"} or "round_robin" in system or section.has_tree


def away_of(row):
    """Return the keys of the players who are away on request."""
    found = Absence.objects.filter(entry__section=row.section_id, round_number=row.number)
    return set(found.values_list("entry", flat=True))


def assert_the_absent_are_not_paired(row, kept):
    """Nobody is paired who has left or is away on request, beside those whom the director has seated."""
    away = away_of(row)
    boards = row.pairings.filter(black__isnull=False).select_related("white", "black")
    for entry in (one for pairing in boards for one in (pairing.white, pairing.black)):
        if entry.number in kept:
            continue
        assert entry.state == EntryState.CONFIRMED, f"{entry} is {entry.state} and paired"
        assert entry.pk not in away, f"{entry} is away and paired"


def picture(section):
    """Everything that an undo has to restore, by names and numbers instead of keys."""
    now = Section.objects.get(pk=section.pk)
    rounds = list(now.round_rows.order_by("number"))
    seats = now.round_rows.filter(pairings__isnull=False)
    closed = [row.number for row in rounds if row.state == RoundState.CLOSED]
    games = GameResult.every.filter(pairing__round__section=now)
    # Not the last round of one who has left: it follows the boards there are when it is set.
    entry = ("name", "number", "state", "rating", "club_name", "first_round", "fixed_board")
    place = ("pairing__round__number", "pairing__board_number", "number")
    absence = ("entry__name", "round_number", "kind")
    forbidden = ForbiddenPair.objects.filter(first__section=now)
    at = ("number", "pairings__board_number", "pairings__white__name", "pairings__black__name")
    return {
        "section": [now.win_points, now.tie_breaks, now.games_per_pairing, now.event.state],
        "entries": sorted(now.entries.values_list(*entry, "camp"), key=str),
        "absences": sorted(Absence.objects.filter(entry__section=now).values_list(*absence)),
        "admission": list(Admission.objects.filter(section=now).values("is_open", "places", "is_reviewed")),
        "rounds": [(row.number, row.state, row.system) for row in rounds],
        "boards": sorted(seats.values_list(*at, "pairings__bye", "pairings__ballot"), key=str),
        "games": sorted(games.values_list(*place, "outcome", "mark", "is_adjudicated"), key=str),
        "cases": sorted(Case.objects.filter(event=now.event_id).values_list("number", "state")),
        "rulings": sorted(rulings_in_force().values_list("case__number", "consequence", "outcome", "points")),
        "forbidden": sorted(forbidden.values_list("first__name", "second__name")),
        "standings": contents_now(now, closed),
    }


def money_rows():
    """Every row about money."""
    models = [
        one for one in apps.get_app_config("club").get_models() if one.__module__.startswith("club.money.")
    ]
    return {model.__name__: list(model.objects.order_by("pk").values_list()) for model in models}


def digest_of(snapshot):
    told = json.dumps(
        [snapshot.round_number, snapshot.columns, snapshot.facts, snapshot.rows], cls=DjangoJSONEncoder
    )
    return hashlib.blake2b(told.encode()).digest()


def changes_made():
    """Return how many rows the connection has changed so far; None on PostgreSQL, which does not count."""
    return connection.connection.total_changes if connection.vendor == "sqlite" else None


class Watch:
    """What was seen before, and what may follow it."""

    def __init__(self, section):
        self.key, self.event_key = section.pk, section.event_id
        self.versions, self.states, self.digests, self.in_force = {}, {}, {}, {}
        self.money = money_rows()
        self.last_entry = 0
        self.changes = -1

    def look(self, *, is_deep):
        """Check everything that holds after a step; a step that has changed no row leaves it so."""
        before, self.changes = self.changes, changes_made()
        if not is_deep and before == self.changes is not None:
            return
        section = Section.objects.select_related("event").get(pk=self.key)
        rounds = list(Round.objects.filter(section=section).order_by("number"))
        seats = list(Pairing.objects.filter(round__section=section).select_related("round"))
        self.rounds_and_seats(rounds, seats)
        self.versions_go_up(section, rounds)
        self.points(section)
        self.publications(section, rounds)
        assert_live_boards_agree(section)
        if is_deep:
            assert_sound(section)
            faults = log_faults(section)
            assert faults == [], f"the log leads to other standings: {faults[:3]}"
            broken = [chain.broken for chain in verify_chains() if chain.broken]
            assert broken == [], f"the chain is broken: {broken}"
            assert money_rows() == self.money, "an event has changed rows about money"
            for one in StandingsSnapshot.objects.filter(section=section):
                assert self.digests.setdefault(one.pk, digest_of(one)) == digest_of(one), "changed silently"

    def rounds_and_seats(self, rounds, seats):
        assert [row.number for row in rounds] == list(range(1, len(rounds) + 1))
        taken = Counter((p.round_id, one) for p in seats for one in (p.white_id, p.black_id) if one)
        assert [seat for seat, times in taken.items() if times > 1] == []

    def versions_go_up(self, section, rounds):
        cases = Case.objects.filter(event=self.event_key).only("pk", "version", "state")
        for row in (section, Event.objects.get(pk=self.event_key), *rounds, *cases):
            key, state = (type(row), row.pk), getattr(row, "state", "")
            before, was = self.versions.get(key, 0), self.states.get(key, state)
            assert row.version >= before, key
            assert row.version > before or state == was, f"{key} changed under its version"
            self.versions[key], self.states[key] = row.version, state

    def points(self, section):
        """Everybody in the table has the points of the own games and byes, less what rulings take."""
        table = standing_rows(section)
        expected = points_of_entries(section)
        wrong = {
            row.entry.name: (row.points, expected[row.entry.pk])
            for row in table.rows
            if row.points != expected[row.entry.pk]
        }
        assert wrong == {}, f"points and points of the games differ: {wrong}"
        shown = {row.entry.pk for row in table.rows}
        left_out = {key: points for key, points in expected.items() if points and key not in shown}
        assert left_out == {}, f"points of players who are not in the table: {left_out}"

    def publications(self, section, rounds):
        """Published standings change by a new publication, and that is logged."""
        rows = section.snapshots.order_by("pk").only("pk", "round_number")
        newest = {one.round_number: one for one in rows}
        closed = [row.number for row in rounds if row.state == RoundState.CLOSED]
        assert set(closed) <= set(newest)
        last_entry = AuditEntry.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        now = {number: newest[number].pk for number in closed}
        assert now == self.in_force or last_entry > self.last_entry, "changed without an entry of the log"
        for number in closed:
            if now[number] not in self.digests:
                self.digests[now[number]] = digest_of(newest[number])
        self.in_force, self.last_entry = now, last_entry
