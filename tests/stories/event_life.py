"""The whole life of an event as a state machine: whatever is done in whatever order, the rows agree.

`EventLife` has a rule for each act of a director, an arbiter, a player and a visitor. `Watch` checks what
holds after every step, and every `DEEP` steps what takes longer: log, audit chains, money.
"""

from collections import Counter

from django.core.exceptions import ValidationError
from django.db import transaction
from event_watch import (
    Watch,
    assert_the_absent_are_not_paired,
    differing,
    is_exempt,
    is_seated_by_plan,
    kept_by_hand,
    picture,
)
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule
from live_desk import LIVE_ACTS, LiveDesk
from team_evening import teams_of
from test_more_events import PLAYERS, TEAMS, players_of
from test_whole_events import (
    ENDINGS,
    REASON,
    SYSTEMS,
    assert_everybody_is_there,
    one_of,
    section_of,
)

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
from tournaments.entries.services.admissions import set_admission
from tournaments.entries.services.check_ins import AbsenceAction, check_in, settle_absent
from tournaments.entries.services.entry_requests import EntryRequest, ask_entry
from tournaments.entries.services.forbidden_pairs import allow_pair, forbid_pair
from tournaments.entries.services.inbox import accept_entry, put_on_waiting_list, refuse_entry, reopen_entry
from tournaments.events.services.events import log_new_section, show_event
from tournaments.live_boards.services.boards import set_broadcast
from tournaments.models import (
    Appeal,
    AppealState,
    Case,
    EntryState,
    ForbiddenPair,
    GameResult,
    PlayerReports,
    ResultDispute,
    RoundState,
    TeamMember,
)
from tournaments.pairing.checking.findings import Severity
from tournaments.results.services.player_reports import REPORTABLE_OUTCOMES, report_result
from tournaments.rounds.checks import round_report
from tournaments.rounds.services.decisions import decide_match
from tournaments.rounds.services.late_arrivals import admit_next_round, give_late_bye, seat_late_arrival
from tournaments.rounds.services.rounds import propose_round
from tournaments.rounds.services.tie_breaks import begin_tie_break
from tournaments.rounds.services.withdrawals import BoardAction, withdraw_player
from tournaments.standings.selectors.standings import last_round
from tournaments.teams.services.team_members import change_member

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
    *("camp", "board", "line_up", "members", "member", "games"),
    *LIVE_ACTS,
)


class Life(LiveDesk):
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

    def member(self, first, second, third):
        members = TeamMember.objects.filter(entry__section=self.section).order_by("pk")
        if found := one_of(members, first):
            facts = {"name": f"Renamed {second}"} if third % 2 else {"rating": 1000 + second}
            change_member(member_id=found.pk, actor=SYSTEM, **facts)

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

    @initialize(
        kind=st.sampled_from([*SYSTEMS, *PLAYERS, *TEAMS]), players=st.integers(2, 9), is_live=st.booleans()
    )
    def begins(self, kind, players, *, is_live=False):
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
        if is_live:
            set_broadcast(event_id=section.event_id, follows_rounds=True, actor=SYSTEM)
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

    act.__name__ = f"_{name}" if name == "play_on" else name  # the first of all: Hypothesis fills up with it
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
