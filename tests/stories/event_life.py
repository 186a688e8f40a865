"""The whole life of an event as a state machine: whatever is done in whatever order, the rows agree.

`EventLife` has a rule for each act of a director, an arbiter, a player and a visitor. `Watch` checks what
holds after every step, and every `DEEP` steps what takes longer: log, audit chains, money.
"""

import hashlib
import json
from collections import Counter

from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from event_points import points_of_entries
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from team_evening import teams_of
from test_more_events import PLAYERS, TEAMS, Meddler, assert_sound, players_of
from test_whole_events import (
    ENDINGS,
    REASON,
    SYSTEMS,
    assert_everybody_is_there,
    one_of,
    section_of,
)

from club.audit.selectors import verify_chains
from club.audit.services import undo_entry
from club.core.actor import SYSTEM, VISITOR
from club.core.errors import ClubError
from club.models import AuditEntry
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link, name_member
from tournaments.appeals.services.appeals import decide_appeal, file_appeal, withdraw_appeal
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.cases import drop_case, open_case, reopen_case
from tournaments.cases.services.disputed_results import decide_dispute
from tournaments.cases.services.rulings import RulingDecision, rule_on_case, supersede_ruling
from tournaments.core.selectors import rulings_in_force
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import AbsenceAction, check_in, settle_absent
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.entries.services.inbox import accept_entry, put_on_waiting_list, refuse_entry, reopen_entry
from tournaments.events.services.events import log_new_section, show_event
from tournaments.models import (
    Absence,
    Admission,
    Appeal,
    AppealState,
    Case,
    EntryState,
    Event,
    ForbiddenPair,
    GameResult,
    Pairing,
    PlayerReports,
    ResultDispute,
    Round,
    RoundState,
    Section,
    StandingsSnapshot,
)
from tournaments.pairing.checking.findings import Severity
from tournaments.results.services.player_reports import REPORTABLE_OUTCOMES, report_result
from tournaments.rounds.checks import round_report
from tournaments.rounds.services.decisions import decide_match
from tournaments.rounds.services.late_arrivals import admit_next_round, give_late_bye, seat_late_arrival
from tournaments.rounds.services.rounds import propose_round
from tournaments.rounds.services.tie_breaks import begin_tie_break
from tournaments.rounds.services.withdrawals import BoardAction, withdraw_player
from tournaments.standings.selectors.replayed_standings import log_faults
from tournaments.standings.selectors.snapshots import contents_now
from tournaments.standings.selectors.standings import last_round, standing_rows

DEEP = 25
INCIDENTS = ("must_capture", "out_of_turn", "distracting", "crowning_forgotten", "electronic_device")
CONSEQUENCES = ("none", "caution", "warning", "game_lost", "both_lost", "excluded", "points_deducted")
OFTEN = ("play_on",) * 14 + ("undo_and_redo",) * 3 + ("correct", "close", "file", "rule_on", "undo")
ACTS = (
    *OFTEN,
    *("register", "admit", "admission", "enter", "withdraw", "leave", "readmit", "remove", "rename"),
    *("arrive", "absent", "late", "bye", "no_bye", "forbid"),
    *("propose", "swap", "turn", "lock", "seat", "apart", "publish", "unpublish", "delete"),
    *("result", "correct", "forfeit", "report", "settle_dispute", "decide", "extra_game", "close", "reopen"),
    *("file", "rule_on", "rule_anew", "drop", "appeal", "vote", "settle", "show", "undo"),
    *("camp", "board", "line_up", "members", "games"),
)


class Life(Meddler):
    """Everybody who acts at an event; numbers choose what about."""

    def do(self, act, first, second, third):
        """Return True if the act was done; a refusal leaves everything as it was."""
        try:
            with transaction.atomic():
                getattr(self, act)(first, second, third)
        except (ClubError, ValidationError):
            return False
        return True

    def propose(self, *_numbers):
        before = self.row(state=RoundState.DRAFT)
        kept = kept_by_hand(before)
        row = propose_round(section_id=self.section.pk, actor=SYSTEM)
        assert_everybody_is_there(row)
        illegal = round_report(row).of(Severity.ILLEGAL)
        illegal = [one for one in illegal if not is_exempt(one, row, kept)]
        assert illegal == [], f"illegal draft of round {row.number}: {illegal}"
        if not is_seated_by_plan(row.section):
            assert_the_absent_are_not_paired(row, kept)

    # ---- entries ----

    def register(self, first, second, _third):
        self.entered += 1
        given = EntryRequest(
            name=f"Guest {self.entered}", email=f"g{first}@club.example", rating=1000 + second
        )
        facts = {"event_id": self.section.event_id, "section_ids": [self.section.pk]}
        ask_entry(given=given, actor=VISITOR, **facts)

    def admit(self, first, second, _third):
        act = one_of([accept_entry, accept_entry, put_on_waiting_list, refuse_entry, reopen_entry], second)
        waiting = self.section.entries.filter(state__in=("pending", "waiting", "refused"))
        if entry := one_of(waiting.order_by("pk"), first):
            act(entry_id=entry.pk, actor=SYSTEM, reason=REASON)

    def admission(self, first, second, third):
        facts = {
            "is_open": bool(first % 4),
            "is_reviewed": bool(second % 2),
            "moves_up_alone": bool(third % 2),
        }
        places = one_of([None, None, 4, 8], first + second)
        set_admission(section_id=self.section.pk, actor=SYSTEM, places=places, **facts)

    def leave(self, first, second, _third):
        if self.section.entries.filter(state=EntryState.CONFIRMED).count() > 3:
            entry = self.entry(first, state=EntryState.CONFIRMED)
            withdraw_player(entry_id=entry.pk, board=one_of([None, *BoardAction], second), actor=SYSTEM)

    def arrive(self, first, second, _third):
        check_in(entry_id=self.entry(first).pk, has_arrived=bool(second % 3), actor=SYSTEM)

    def absent(self, first, second, third):
        at = last_round(self.section) + second % 2 + 1
        facts = {"section_id": self.section.pk, "round_number": at, "actor": SYSTEM}
        settle_absent(entry_ids=[self.entry(first).pk], act=one_of([*AbsenceAction], third), **facts)

    def late(self, first, second, _third):
        act = one_of([seat_late_arrival, give_late_bye, admit_next_round], second)
        if row := self.row():
            act(round_id=row.pk, entry_id=self.entry(first).pk, actor=SYSTEM)

    def forbid(self, first, second, third):
        pairs = ForbiddenPair.objects.filter(first__section=self.section).order_by("pk")
        if not third % 3 and (pair := one_of(pairs, first)):
            allow_pair(pair_id=pair.pk, actor=SYSTEM)
        elif third % 3 == 1 and pairs.count() < 2:
            facts = {"first_id": self.entry(first).pk, "second_id": self.entry(second).pk}
            forbid_pair(section_id=self.section.pk, actor=SYSTEM, **facts)

    def show(self, first, *_numbers):
        show_event(event_id=self.section.event_id, is_public=bool(first % 2), actor=SYSTEM)

    # ---- results ----

    def report(self, first, second, third):
        """Report a result from the phone of a player."""
        games = GameResult.objects.filter(pairing__round__section=self.section, outcome="pending")
        if game := one_of(games.exclude(pairing__round__state="draft").order_by("pk"), first):
            cards = self.section.board_cards.filter(revoked_at__isnull=True)
            if card := cards.filter(board_number=game.pairing.board_number).first():
                facts = {"token": card.token, "pairing_id": game.pairing_id, "game": game.number}
                facts |= {"is_white": bool(second % 2), "device": f"phone {second % 2}", "actor": VISITOR}
                report_result(outcome=one_of(REPORTABLE_OUTCOMES, third), **facts)

    def settle_dispute(self, first, second, third):
        there = ResultDispute.objects.filter(settled_at__isnull=True).order_by("pk")
        if dispute := one_of(there, first):
            facts = {"dispute_id": dispute.pk, "actor": SYSTEM, "reason": REASON if third % 2 else ""}
            decide_dispute(outcome=one_of(ENDINGS, second), confirms_effects=bool(third % 3), **facts)

    def decide(self, first, second, _third):
        if match := self.match(first):
            winner = one_of([match.white_id, match.black_id], second)
            decide_match(pairing_id=match.pk, winner_id=winner, how="arbiter", actor=SYSTEM, reason=REASON)

    def extra_game(self, first, *_numbers):
        if match := self.match(first):
            begin_tie_break(pairing_id=match.pk, actor=SYSTEM)

    # ---- cases ----

    def case(self, number, **facts):
        return one_of(Case.objects.filter(event=self.section.event_id, **facts).order_by("-pk"), number)

    def decision(self, second, third):
        what, outcome = one_of(CONSEQUENCES, second), one_of(["", "", "draw"], third)
        facts = {"points": 1 if what == "points_deducted" else 0, "confirms_effects": bool(third % 5)}
        return RulingDecision(consequence=what, outcome=outcome, reason=REASON, **facts)

    def file(self, first, second, third):
        match = self.match(first)
        if match and not self.section.is_team:
            about = About(match.pk, 1, one_of([match.white_id, match.black_id], second))
            incident = one_of(INCIDENTS, third)
            open_case(event_id=self.section.event_id, about=about, incident=incident, actor=SYSTEM)

    def rule_on(self, first, second, third):
        if case := self.case(first, state="open"):
            rule_on_case(case_id=case.pk, decided=self.decision(second, third), actor=SYSTEM)

    def rule_anew(self, first, second, third):
        if case := self.case(first, state="ruled"):
            supersede_ruling(case_id=case.pk, decided=self.decision(second, third), actor=SYSTEM)

    def drop(self, first, second, _third):
        if case := self.case(first):
            one_of([drop_case, reopen_case], second)(case_id=case.pk, actor=SYSTEM)

    def appeal(self, first, *_numbers):
        case = self.case(first, state="ruled", entry__isnull=False)
        if case:
            file_appeal(case_id=case.pk, appellant_id=case.entry_id, late_reason=REASON, actor=SYSTEM)

    def vote(self, first, second, third):
        """Let the committee decide an appeal, or the party withdraw it."""
        appeal = one_of(Appeal.objects.filter(state=AppealState.OPEN).order_by("-pk"), first)
        if appeal and not second % 3:
            withdraw_appeal(appeal_id=appeal.pk, actor=SYSTEM, reason=REASON)
        elif appeal:
            while appeal.left_out:
                name_member(appeal_id=appeal.pk, name=f"Zed {appeal.seats.count()}", actor=SYSTEM)
                appeal.refresh_from_db()
            choice = "change" if third % 2 else "stands"
            for seat in appeal.seats.all():
                give_vote(token=make_seat_link(seat_id=seat.pk, actor=SYSTEM), vote=choice, actor=VISITOR)
            decided = self.decision(second, third) if choice == "change" else None
            decide_appeal(appeal_id=appeal.pk, decided=decided, actor=SYSTEM)

    # ---- back and forth ----

    def undo_and_redo(self, first, *_numbers):
        """Undo an entry, and undo that: everything is as before."""
        entry = one_of(AuditEntry.objects.order_by("-pk")[:12], first)
        before = picture(self.section)
        written = undo_entry(entry_id=entry.pk, actor=SYSTEM, reason="back")
        for one in reversed(written):
            undo_entry(entry_id=one.pk, actor=SYSTEM, reason="forth")
        after = picture(self.section)
        changed = {name: (before[name], after[name]) for name in before if before[name] != after[name]}
        assert changed == {}, f"undo and redo of {entry.action}: {differing(changed)}"


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
    return finding.code.value in {"player_absent", "prohibited_pair"} or was_seated_by_hand(finding, row)


def is_kept_with_the_absent(row, kept):
    """Return True if a player who is away is at a locked board, and so the opponent is missing elsewhere."""
    entries = row.section.entries.filter(number__in=kept)
    return any(one.state != EntryState.CONFIRMED or one.pk in away_of(row) for one in entries)


def was_seated_by_hand(finding, row):
    """Return True for a meeting of a plan that the director has brought about before its round."""
    if finding.code.value != "rematch":
        return False
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


class Watch:
    """What was seen before, and what may follow it."""

    def __init__(self, section):
        self.key, self.event_key = section.pk, section.event_id
        self.versions, self.states, self.digests, self.in_force = {}, {}, {}, {}
        self.money = money_rows()
        self.last_entry = 0

    def look(self, *, is_deep):
        """Check everything that holds after a step."""
        section = Section.objects.select_related("event").get(pk=self.key)
        rounds = list(Round.objects.filter(section=section).order_by("number"))
        seats = list(Pairing.objects.filter(round__section=section).select_related("round"))
        self.rounds_and_seats(rounds, seats)
        self.versions_go_up(section, rounds)
        self.points(section)
        self.publications(section, rounds)
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


class EventLife(RuleBasedStateMachine):
    """An event of any system; each act is a rule."""

    steps = refused = 0
    deep = DEEP
    done = Counter()

    @classmethod
    def begin_count(cls):
        cls.steps, cls.refused, cls.done = 0, 0, Counter()

    def __init__(self):
        super().__init__()
        self.all = transaction.atomic()
        self.all.__enter__()
        self.life = None
        self.here = 0

    def teardown(self):
        try:
            if self.life:
                self.watch.look(is_deep=True)
        finally:
            transaction.set_rollback(True)
            self.all.__exit__(None, None, None)

    @initialize(kind=st.sampled_from([*SYSTEMS, *PLAYERS, *TEAMS]), players=st.integers(2, 9))
    def begins(self, kind, players):
        if kind in TEAMS:
            system, boards = TEAMS[kind]
            section = teams_of(min(players, 7), members=players % 6, boards=boards, system=system)
        elif kind in PLAYERS:
            section = players_of(kind, players)
        else:
            preset, facts = SYSTEMS[kind]
            section = section_of(players, preset=preset, **facts)
        # Lots from a fixed seed: the same steps have the same outcome.
        section.player_reports, section.seed = PlayerReports.ONE_PHONE, "9" * 32
        section.save(update_fields=["player_reports", "seed"])
        log_new_section(section, SYSTEM)
        set_admission(section_id=section.pk, is_open=True, actor=SYSTEM)
        self.life, self.watch = Life(section), Watch(section)
        self.watch.look(is_deep=False)

    def act(self, name, first, second, third):
        EventLife.steps += 1
        self.here += 1
        is_done = self.life.do(name, first, second, third)
        EventLife.refused += not is_done
        if is_done or not self.here % self.deep:
            before = self.watch.last_entry
            self.watch.look(is_deep=not self.here % self.deep)
            EventLife.done[name] += self.watch.last_entry > before


def _rule_of(name):
    def act(self, first, second, third):
        self.act(name, first, second, third)

    act.__name__ = name
    return rule(first=NUMBERS, second=NUMBERS, third=NUMBERS)(act)


NUMBERS = st.integers(0, 99)
for at, name in enumerate(ACTS):
    setattr(EventLife, f"{name}_{at}", _rule_of(name))


class BusyLife(EventLife):
    """A Swiss of six whose director mostly goes on, corrects and undoes: planted faults show soon."""

    deep = 2

    @initialize()
    def begins(self):
        EventLife.begins(self, kind="dutch", players=6)


for at, name in enumerate(
    ("play_on", "play_on", "correct", "correct", "withdraw", "undo", "undo_and_redo") * 8
):
    setattr(BusyLife, f"{name}_more_{at}", _rule_of(name))
