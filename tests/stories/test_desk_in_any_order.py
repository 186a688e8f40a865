"""The desk in any order: whatever is ruled, appealed, entered, taken back and undone, it fits together.

A refusal is an answer; anything else that is raised is a fault. After every step the standings are what a
reckoning from scratch gives, every effect has its ruling, and the record asks for what the desk asked for.
"""

import json
from collections import defaultdict

import pytest
from django.db import transaction
from django.test import Client
from django.urls import reverse
from effort import amount, tries
from history import content_now
from hypothesis import HealthCheck
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from incidents import Hall

from club.audit.services import undo_entry
from club.core.errors import ClubError
from club.models import AuditEntry
from games.laws.judge import judge
from games.laws.scores.notes import notes_of
from games.models import Game
from games.pdn import read_game
from games.rules import VARIANTS
from tournaments.appeals.services.appeal_seats import give_vote, make_seat_link, name_member
from tournaments.appeals.services.appeals import decide_appeal, file_appeal, withdraw_appeal
from tournaments.cases.models.case import RULED_STATES
from tournaments.cases.selectors.case_proposals import proposed_for
from tournaments.cases.services.cases import drop_case, open_case, reopen_case, update_case
from tournaments.cases.services.rulings import (
    RulingDecision,
    choose_as_opponent,
    rule_on_case,
    supersede_ruling,
)
from tournaments.core.selectors import rulings_in_force
from tournaments.entries.services.entries import readmit_entry, withdraw_entry
from tournaments.events.selectors.sections import law_book_of
from tournaments.events.services.events import show_event
from tournaments.models import Appeal, Case, Entry, EntryState, GameResult, Outcome, RoundState
from tournaments.records.selectors.game_rulings import SIDES, rulings_to_note
from tournaments.results.services.results import record_result
from tournaments.rounds.services.pairings import turn_colours
from tournaments.rounds.services.rounds import close_round, publish_round, reopen_round, unpublish_round
from tournaments.standings.selectors.snapshots import content_of, snapshot_in_force

RECORD = '[GameType "21"]\n[White "A"]\n[Black "B"]\n\n1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25 *\n'
CODES = (
    *("must_capture", "out_of_turn", "own_piece_removed", "touched_not_moved", "distracting"),
    *("crowning_forgotten", "adjusted_unannounced", "electronic_device"),
)
CONSEQUENCES = (
    *("", "", "", "none", "caution", "warning", "game_lost", "game_lost", "both_lost", "excluded"),
    *("points_deducted", "opponent_chooses"),
)
OUTCOMES = (Outcome.PENDING, Outcome.WHITE, Outcome.DRAW, Outcome.BLACK)
some = st.integers(0, 5)


class Desk(RuleBasedStateMachine):
    """Two boards, one of them with a record, and everybody who acts there."""

    def __init__(self):
        super().__init__()
        self.all = transaction.atomic()
        self.all.__enter__()
        self.hall = Hall(players=4)
        self.players = list(Entry.objects.filter(section=self.hall.section).order_by("pk"))
        boards = self.hall.row.pairings.order_by("board_number")
        self.boards = list(boards.values_list("pk", flat=True))
        self.record = self.hall.link(boards.first().white.name, 1, RECORD)
        self.entered = dict.fromkeys(self.boards, (Outcome.PENDING, 0))  # by hand, after which ruling
        self.left = set()
        self.client = Client()
        self.client.force_login(self.hall.arbiter.user)

    def teardown(self):
        transaction.set_rollback(True)
        self.all.__exit__(None, None, None)

    def does(self, act, **facts):
        """Whether it was done; a refusal leaves everything as it was."""
        try:
            with transaction.atomic():
                act(**facts)
        except ClubError:
            return False
        return True

    def case(self, at):
        found = Case.objects.order_by("-pk")[at : at + 1]
        return found[0] if found else None

    def about(self, at):
        return self.hall.at(self.players[at % len(self.players)].name)

    def has_cases(self):
        return Case.objects.exists()

    def decided(self, case, consequence, **told):
        wanted = proposed_for(case).consequence if case.incident else None
        told = {"reason": "As it was seen.", "points": 1, **told}
        return RulingDecision(consequence=consequence or wanted or "caution", **told)

    # ---- what is done ----

    @rule(at=some, code=st.sampled_from(CODES), ply=st.sampled_from([None, 1, 2, 3, 5, 9]))
    def files(self, at, code, ply):
        about = self.about(at)
        facts = {"event_id": self.hall.event.pk, "actor": self.hall.deputy}
        self.does(open_case, about=about, incident=code, told={"ply": ply}, **facts)

    @precondition(has_cases)
    @rule(at=some, what=st.sampled_from(CONSEQUENCES), outcome=st.sampled_from(["", "", "draw"]))
    def rules(self, at, what, outcome):
        if case := self.case(at):
            facts = {"case_id": case.pk, "actor": self.hall.arbiter}
            self.does(rule_on_case, decided=self.decided(case, what, outcome=outcome), **facts)

    @precondition(has_cases)
    @rule(at=some, what=st.sampled_from(CONSEQUENCES), code=st.sampled_from(["", "", *CODES]))
    def rules_anew(self, at, what, code):
        if case := self.case(at):
            facts = {"case_id": case.pk, "actor": self.hall.arbiter}
            self.does(supersede_ruling, decided=self.decided(case, what, incident=code), **facts)

    @precondition(has_cases)
    @rule(at=some, ply=st.sampled_from([None, 1, 2, 4, 6, 8]), is_withheld=st.booleans(), where=some)
    def tells(self, at, ply, is_withheld, where):
        if case := self.case(at):
            facts = {"case_id": case.pk, "actor": self.hall.deputy}
            about = self.about(where) if where < 4 else None
            self.does(update_case, about=about, ply=ply, names_withheld=is_withheld, **facts)

    @precondition(has_cases)
    @rule(at=some, act=st.sampled_from([drop_case, reopen_case]))
    def closes_and_opens(self, at, act):
        if case := self.case(at):
            self.does(act, case_id=case.pk, actor=self.hall.deputy)

    @precondition(has_cases)
    @rule(at=some, choice=st.sampled_from(["play_on", "put_back", "rectified", "lapsed"]))
    def chooses(self, at, choice):
        if case := self.case(at):
            self.does(choose_as_opponent, case_id=case.pk, choice=choice, actor=self.hall.deputy)

    @precondition(has_cases)
    @rule(at=some, vote=st.sampled_from(["stands", "change", ""]), what=st.sampled_from(CONSEQUENCES))
    def appeals(self, at, vote, what):
        case = self.case(at)
        if case is None or case.entry_id is None:
            return
        facts = {"case_id": case.pk, "appellant_id": case.entry_id}
        if not self.does(file_appeal, actor=self.hall.deputy, **facts):
            return
        appeal = Appeal.objects.latest("pk")
        if not vote:
            assert self.does(withdraw_appeal, appeal_id=appeal.pk, actor=self.hall.deputy)
            return
        seat = name_member(appeal_id=appeal.pk, name=f"Zed {appeal.pk}", actor=self.hall.arbiter)
        token = make_seat_link(seat_id=seat.pk, actor=self.hall.arbiter)
        give_vote(token=token, vote=vote, actor=self.hall.deputy)
        decided = self.decided(case, what) if vote == "change" else None
        self.does(decide_appeal, appeal_id=appeal.pk, decided=decided, actor=self.hall.arbiter)

    @rule(board=st.integers(0, 1), outcome=st.sampled_from(OUTCOMES))
    def enters(self, board, outcome):
        pairing = self.boards[board]
        facts = {"pairing_id": pairing, "game": 1, "actor": self.hall.director}
        before = self.outcome(pairing)
        if self.does(record_result, outcome=outcome, reason="As it was played.", **facts):
            self.noted_by_hand(pairing, before)

    @rule(act=st.sampled_from([close_round, reopen_round, unpublish_round]))
    def goes_on_or_back(self, act):
        self.does(act, round_id=self.hall.row.pk, actor=self.hall.director, reason="So it is.")

    @rule(is_turned=st.booleans())
    def publishes(self, is_turned):
        self.hall.row.refresh_from_db()
        facts = {"round_id": self.hall.row.pk, "actor": self.hall.director}
        if is_turned:
            at = {"pairing_id": self.boards[1], "version": self.hall.row.version}
            self.does(turn_colours, **at, **facts)
            self.hall.row.refresh_from_db()
        self.does(publish_round, version=self.hall.row.version, reason="So it is.", **facts)

    @rule(is_public=st.booleans())
    def shows(self, is_public):
        self.does(show_event, event_id=self.hall.event.pk, is_public=is_public, actor=self.hall.director)

    @rule(at=some, stays=st.booleans())
    def leaves_or_comes_back(self, at, stays):
        entry = self.players[at % len(self.players)]
        act = readmit_entry if stays else withdraw_entry
        if self.does(act, entry_id=entry.pk, actor=self.hall.director) and not self.is_excluded(entry):
            (self.left.discard if stays else self.left.add)(entry.pk)

    @rule(back=st.integers(0, 4))
    def undoes(self, back):
        entry = AuditEntry.objects.order_by("-pk")[back : back + 1].first()
        before = {pairing: self.outcome(pairing) for pairing in self.boards}
        if entry is None or entry.action == "tournaments.round.proposed":
            return  # the boards would be gone
        if not self.does(undo_entry, entry_id=entry.pk, actor=self.hall.director):
            return
        for pairing in self.boards:
            self.noted_by_hand(pairing, before[pairing])
        if entry.action in {"tournaments.entry.withdrawn", "tournaments.entry.readmitted"}:
            key, is_back = int(entry.target_id), entry.action.endswith("withdrawn")
            (self.left.discard if is_back else self.left.add)(key)

    # ---- what holds ----

    def outcome(self, pairing):
        return GameResult.objects.get(pairing=pairing, number=1).outcome

    def noted_by_hand(self, pairing, before):
        now = self.outcome(pairing)
        if now != before:
            last = rulings_in_force().order_by("-pk").first()
            self.entered[pairing] = (now, last.pk if last else 0)

    def is_excluded(self, entry):
        return rulings_in_force().filter(entry=entry, consequence="excluded").exists()

    @invariant()
    def every_case_has_one_ruling_in_force_or_none(self):
        for case in Case.objects.all():
            assert rulings_in_force().filter(case=case).count() == (case.state in RULED_STATES)

    @invariant()
    def every_result_is_what_was_entered_or_ruled_last(self):
        for pairing, (outcome, after) in self.entered.items():
            rows = rulings_in_force().filter(case__pairing=pairing, pk__gt=after).exclude(outcome="")
            last = rows.order_by("-pk").first()
            assert self.outcome(pairing) == (last.outcome if last else outcome)

    @invariant()
    def who_is_out_was_excluded_or_left(self):
        for entry in self.players:
            entry.refresh_from_db()
            is_out = entry.state == EntryState.WITHDRAWN
            assert is_out == (self.is_excluded(entry) or entry.pk in self.left)

    @invariant()
    def standings_are_a_reckoning_from_scratch(self):
        snapshot = snapshot_in_force(self.hall.section)
        if snapshot is not None:
            now = content_now(self.hall.section, after=snapshot.round_number)
            assert content_of(snapshot) == now

    @invariant()
    def the_record_asks_for_what_the_desk_asked_for(self):
        record = Game.objects.get(pk=self.record.pk)
        rows = GameResult.objects.select_related("pairing__round__section__event")
        result = rows.filter(game=record).first()
        if result is None:
            assert notes_of(record.pdn) == []
            return
        pairing = result.pairing
        section = pairing.round.section
        if pairing.round.state == RoundState.DRAFT or not section.event.is_public:
            assert notes_of(record.pdn) == []
            return
        ruled, book = rulings_to_note(pairing, 1), law_book_of(section)
        assert len(notes_of(record.pdn)) == len(ruled)
        desk, replayed = defaultdict(list), defaultdict(list)
        for one in ruled:
            if one.side is not None and book.steps(one.code):
                desk[one.side, book.family(one.code)].append(one.code)
        for one in judge(read_game(record.pdn), book, variant=VARIANTS[section.variant]).proposals:
            replayed[one.side, book.family(one.code)].append(one.code)
        assert replayed == desk

    @invariant()
    def every_page_of_a_case_is_shown(self):
        if case := self.case(0):
            assert self.client.get(reverse("tournaments:desk_case", args=[case.pk])).status_code == 200
            told = self.client.get(reverse("tournaments-api:case", args=[case.pk]))
            assert json.loads(told.content)["number"] == case.number
            assert SIDES.keys() >= {case.side} - {""}


@pytest.mark.slow
@pytest.mark.sampled
def test_the_desk_in_any_order(db):
    profile = tries(2, 40, stateful_step_count=amount(15, 40), suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Desk, settings=profile)
