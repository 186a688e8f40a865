"""Whatever a director does leaves legal rounds, all points, everybody in place and standings that add up."""

from contextlib import suppress
from dataclasses import dataclass

import pytest
from club_evening import section_of
from django.db import transaction
from effort import tries
from hypothesis import given
from hypothesis import strategies as st

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from tournaments.core.translate import Scorer
from tournaments.core.trees import due_in_tree
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import (
    add_entries,
    ask_bye,
    change_entry,
    readmit_entry,
    remove_bye,
    remove_entry,
    withdraw_entry,
)
from tournaments.events.services.events import change_section, log_new_section
from tournaments.models import (
    AbsenceKind,
    EntryState,
    GameResult,
    Outcome,
    Pairing,
    RoundState,
    Section,
)
from tournaments.pairing.checking.findings import Severity
from tournaments.results.services.results import record_result
from tournaments.rounds.checks import round_report
from tournaments.rounds.services.pairings import lock_board, swap_players, turn_colours
from tournaments.rounds.services.rounds import (
    close_round,
    delete_round,
    propose_round,
    publish_round,
    reopen_round,
    unpublish_round,
)
from tournaments.standings.selectors.replayed_standings import log_faults
from tournaments.standings.selectors.snapshots import snapshot_faults, snapshot_in_force
from tournaments.standings.selectors.standings import last_round, standing_rows

pytestmark = pytest.mark.django_db
ENDINGS = [outcome for outcome in Outcome if outcome != Outcome.PENDING]
REASON = "as ruled"
SYSTEMS = {
    "dutch": ("blitz", {"rounds": 5}),
    "two games": ("acf", {"rounds": 6}),
    "two games by match": ("micro", {"rounds": 5}),
    "four games": ("acf", {"rounds": 5, "games_per_pairing": 4, "deck": ""}),
    "double swiss": ("acf", {"rounds": 5, "system": "double_swiss_2026", "deck": ""}),
    "round robin": ("round_robin", {}),
    "double round robin": ("round_robin", {"system": "double_round_robin"}),
    "ladder": ("blitz", {"system": "keizer", "rounds": 6}),
    "club nights": ("blitz", {"system": "club_night", "rounds": 6}),
    "knock-out": ("blitz", {"system": "knockout", "rounds": 9}),
    "double elimination": ("acf", {"system": "double_elimination", "rounds": 9, "deck": ""}),
    "by hand": ("blitz", {"system": "manual", "rounds": 5}),
}
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *(
                    "play_on",
                    "play_on",
                    "play_on",
                    "play_on",
                    "enter",
                    "withdraw",
                    "readmit",
                    "bye",
                    "no_bye",
                ),
                *("propose", "swap", "turn", "lock", "publish", "unpublish", "delete", "close", "reopen"),
                *("result", "result", "correct", "rename", "remove", "settle"),
            ]
        ),
        st.integers(0, 99),
        st.integers(0, 99),
        st.integers(0, 99),
    ),
    min_size=4,
    max_size=22,
)


def one_of(rows, number):
    found = list(rows)
    return found[number % len(found)] if found else None


@dataclass
class Director:
    """Somebody who does anything at all, one thing after the other."""

    section: Section
    entered: int = 0

    def do(self, act, first, second, third):
        """A refusal is an answer as good as any; whatever else goes wrong is not."""
        with suppress(ClubError):
            getattr(self, act)(first, second, third)

    def row(self, **facts):
        return self.section.round_rows.filter(**facts).order_by("-number").first()

    def boards(self, row):
        return row.pairings.filter(black__isnull=False).order_by("board_number") if row else []

    # ---- rounds ----

    def play_on(self, first, second, third):
        """The next thing that an evening asks for."""
        row = self.row()
        if row is None or row.state == RoundState.CLOSED:
            self.propose(first, second, third)
        elif row.state == RoundState.DRAFT:
            self.publish(first, second, third)
        else:
            pending = list(GameResult.objects.filter(pairing__round=row, outcome="pending"))
            for at, result in enumerate(pending[len(pending) // 2 if third % 4 == 3 else 0 :]):
                self.enter_result(result, ENDINGS[(first + at * (1 + second % 5)) % len(ENDINGS)])
            if not third % 2:
                self.close(first, second, third)

    def propose(self, *_numbers):
        before = self.row(state=RoundState.DRAFT)
        kept = before is not None and before.pairings.filter(is_locked=True, black__isnull=False).exists()
        row = propose_round(section_id=self.section.pk, actor=SYSTEM)
        assert_everybody_is_there(row)
        if not kept and self.section.system != "manual":
            assert round_report(row).of(Severity.ILLEGAL) == ()

    def publish(self, *_numbers):
        row = self.row(state=RoundState.DRAFT)
        if row:
            publish_round(round_id=row.pk, version=row.version, actor=SYSTEM, reason=REASON)

    def unpublish(self, *_numbers):
        if row := self.row():
            unpublish_round(round_id=row.pk, actor=SYSTEM)

    def delete(self, *_numbers):
        if row := self.row():
            delete_round(round_id=row.pk, actor=SYSTEM)

    def close(self, *_numbers):
        if row := self.row(state=RoundState.PUBLISHED):
            close_round(round_id=row.pk, actor=SYSTEM)

    def reopen(self, first, *_numbers):
        if row := one_of(self.section.round_rows.filter(state=RoundState.CLOSED), first):
            reopen_round(round_id=row.pk, actor=SYSTEM)

    # ---- a draft by hand ----

    def swap(self, first, second, _third):
        row = self.row(state=RoundState.DRAFT)
        players = [one for pairing in self.boards(row) for one in (pairing.white_id, pairing.black_id)]
        if players:
            there = {"round_id": row.pk, "version": row.version, "actor": SYSTEM}
            swap_players(first_id=one_of(players, first), second_id=one_of(players, second), **there)

    def turn(self, first, *_numbers):
        row = self.row(state=RoundState.DRAFT)
        if board := one_of(self.boards(row), first):
            turn_colours(round_id=row.pk, pairing_id=board.pk, version=row.version, actor=SYSTEM)

    def lock(self, first, second, _third):
        row = self.row(state=RoundState.DRAFT)
        if board := one_of(self.boards(row), first):
            facts = {"round_id": row.pk, "pairing_id": board.pk, "version": row.version, "actor": SYSTEM}
            lock_board(is_locked=bool(second % 2), **facts)

    # ---- results ----

    def enter_result(self, result, outcome):
        facts = {"pairing_id": result.pairing_id, "game": result.number, "outcome": outcome}
        record_result(actor=SYSTEM, reason=REASON, **facts)

    def result(self, first, second, _third):
        waiting = GameResult.objects.filter(pairing__round__section=self.section, outcome="pending")
        if found := one_of(waiting.exclude(pairing__round__state="draft").order_by("pk"), first):
            self.enter_result(found, one_of(ENDINGS, second))

    def correct(self, first, second, _third):
        there = GameResult.objects.filter(pairing__round__section=self.section)
        if found := one_of(there.exclude(outcome="pending").order_by("pk"), first):
            self.enter_result(found, one_of(list(Outcome), second))

    # ---- players ----

    def enter(self, first, *_numbers):
        self.entered += 1
        line = EntryLine(f"Late {self.entered}", 1500 + first)
        add_entries(section_id=self.section.pk, lines=[line], actor=SYSTEM)

    def entry(self, number, **facts):
        return one_of(self.section.entries.filter(**facts).order_by("pk"), number)

    def withdraw(self, first, *_numbers):
        if self.section.entries.filter(state=EntryState.CONFIRMED).count() > 3:
            withdraw_entry(entry_id=self.entry(first, state=EntryState.CONFIRMED).pk, actor=SYSTEM)

    def readmit(self, first, *_numbers):
        if found := self.entry(first, state=EntryState.WITHDRAWN):
            readmit_entry(entry_id=found.pk, actor=SYSTEM)

    def remove(self, first, *_numbers):
        if self.section.entries.count() > 1:
            remove_entry(entry_id=self.entry(first).pk, actor=SYSTEM)

    def bye(self, first, second, third):
        at, kind = last_round(self.section) + 1 + second % 2, one_of(AbsenceKind.values, third)
        ask_bye(entry_id=self.entry(first).pk, round_number=at, kind=kind, actor=SYSTEM)

    def no_bye(self, first, second, _third):
        remove_bye(entry_id=self.entry(first).pk, round_number=1 + second % 6, actor=SYSTEM)

    def rename(self, first, second, _third):
        found = self.entry(first)
        change_entry(entry_id=found.pk, rating=1000 + second, club_name=f"Club {second % 3}", actor=SYSTEM)

    def settle(self, first, second, _third):
        self.section.refresh_from_db()
        facts = {"win_points": 2 + first % 2, "tie_breaks": one_of([["BH"], ["SB", "DE"], ["WIN"]], second)}
        change_section(section_id=self.section.pk, version=self.section.version, actor=SYSTEM, **facts)


def assert_everybody_is_there(row):
    """Whoever is to play has one place: a board, the bye, or a row that says why not.

    Who is out of a knock-out has none, and by hand nobody has one before somebody is seated.
    """
    numbered = row.section.entries.filter(number__isnull=False)
    expected = set(numbered.exclude(state__in=("pending", "waiting", "refused")).values_list("pk", flat=True))
    seats = [one for pair in row.pairings.values_list("white_id", "black_id") for one in pair if one]
    assert len(set(seats)) == len(seats), "a player is seated twice"
    if row.section.has_tree:
        due = due_in_tree(row.section, row.number)
        expected = set(numbered.filter(number__in=due).values_list("pk", flat=True))
        assert expected <= set(seats)
    elif row.section.system != "manual":
        assert set(seats) == expected, "others are seated than play"


def assert_sound(section):
    """What holds after every step."""
    section = Section.objects.select_related("event").get(pk=section.pk)
    assert_games_are_balanced(section)
    assert_points_are_conserved(section)
    assert snapshot_faults(section) == []
    closed = section.round_rows.filter(state=RoundState.CLOSED).exists()
    assert (snapshot_in_force(section) is not None) == closed
    numbers = list(section.round_rows.order_by("number").values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))


def assert_log_leads_to_standings(section):
    """The audit log alone leads to every publication of the standings."""
    assert log_faults(Section.objects.get(pk=section.pk)) == []


def assert_games_are_balanced(section):
    """Every pairing has all its games, and each player White in half of them where they are even."""
    for pairing in Pairing.objects.filter(round__section=section).prefetch_related("games"):
        games = [game.number for game in pairing.games.all()]
        if pairing.black_id is None:
            assert games == []
            continue
        assert games == list(range(1, section.games_per_pairing + 1))
        whites = sum(number % 2 for number in games)
        assert section.games_per_pairing == 1 or 2 * whites == len(games)


def assert_points_are_conserved(section):
    """The points of the table are those of the games and byes, added up without the table's own code."""
    table = standing_rows(section)
    expected = sum(
        points_of_round(section, pairing)
        for pairing in Pairing.objects.filter(round__section=section).exclude(round__state="draft")
    )
    assert sum(row.points for row in table.rows) == expected
    seated = set()
    for pair in Pairing.objects.filter(round__section=section).exclude(round__state="draft"):
        seated |= {pair.white_id, pair.black_id} - {None}
    if table.after:
        assert {row.entry.pk for row in table.rows} == seated


def points_of_round(section, pairing):
    if pairing.black_id is None:
        return Scorer(section).bye(pairing.bye)
    sides = [0, 0]
    win, draw, loss = section.win_points, section.draw_points, section.loss_points
    worth = {
        "white": (win, loss),
        "black": (loss, win),
        "draw": (draw, draw),
        "adjourned": (draw, draw),
        "white_forfeit": (win, loss),
        "black_forfeit": (loss, win),
    }
    outcomes = list(pairing.games.order_by("number").values_list("number", "outcome"))
    for number, outcome in outcomes:
        white, black = worth.get(outcome, (0, 0))
        first, second = (white, black) if number % 2 else (black, white)
        sides = [sides[0] + first, sides[1] + second]
    if section.scoring != "match":
        return sum(sides)
    if not {outcome for _number, outcome in outcomes} - {"pending", "unplayed"}:
        return 0
    if {outcome for _number, outcome in outcomes} <= {"double_forfeit", "unplayed"}:
        return 0
    return 2 * draw if sides[0] == sides[1] else win + loss


def run(kind, players, steps):
    preset, facts = SYSTEMS[kind]
    with transaction.atomic():
        director = Director(section_of(players, preset=preset, **facts))
        log_new_section(director.section, SYSTEM)
        for act, first, second, third in steps:
            director.do(act, first, second, third)
            assert_sound(director.section)
        assert_log_leads_to_standings(director.section)
        transaction.set_rollback(True)


LIGHT = tries(2, 30)


@pytest.mark.slow
@pytest.mark.parametrize("kind", SYSTEMS)
@LIGHT
@given(players=st.integers(2, 9), steps=STEPS)
def test_anything_a_director_does_leaves_a_sound_event(kind, players, steps):
    run(kind, players, steps)
