"""Teams, two camps, ladders of two games and tables by lot: whatever is done and undone leaves a sound event.

At the end the section goes out as a file and comes in again as the same.
"""

from contextlib import suppress

import pytest
from club_evening import section_of
from django.core.exceptions import ValidationError
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st
from team_evening import teams_of
from test_whole_events import (
    LIGHT,
    REASON,
    Director,
    assert_everybody_is_there,
    assert_log_leads_to_standings,
    one_of,
)

from club.audit.services import undo_entry
from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.models import AuditEntry
from tournaments.entries.services.entries import change_entry
from tournaments.events.services.events import change_section, log_new_section
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Camp, Pairing, RoundState, Section
from tournaments.pairing.checking.findings import Severity
from tournaments.results.services.results import forfeit_match
from tournaments.rounds.checks import checked_round, round_report
from tournaments.rounds.services.pairings import dissolve_board, seat_players
from tournaments.rounds.services.rounds import propose_round
from tournaments.standings.selectors.snapshots import snapshot_faults, snapshot_in_force
from tournaments.standings.selectors.standings import standing_rows
from tournaments.teams.member_lines import MemberLine
from tournaments.teams.services.line_ups import set_line_up
from tournaments.teams.services.team_members import replace_members

pytestmark = pytest.mark.django_db
PLAYERS = {
    "one game a match": ("acf", {"games_per_pairing": 1, "deck": "", "rounds": 6}),
    "ladder of two games": ("acf", {"system": "keizer", "rounds": 6, "deck": ""}),
    "by hand, four games": ("acf", {"system": "manual", "games_per_pairing": 4, "rounds": 5}),
    "two camps": ("blitz", {"system": "scheveningen", "rounds": 6}),
    "two camps, two games": ("acf", {"system": "scheveningen", "rounds": 8, "deck": ""}),
    "table by lot": ("round_robin", {"options": {"numbering": "lot"}}),
    "table by Varma": ("round_robin", {"options": {"numbering": "varma"}}),
    "tree by lot, third place": (
        "blitz",
        {"system": "knockout", "rounds": 9, "options": {"third_place": True, "numbering": "lot"}},
    ),
}
TEAMS = {
    "teams, one board": ("team_swiss_2026", 1),
    "teams, three boards": ("team_swiss_2026", 3),
    "table of teams": ("team_round_robin", 4),
}
ACTS = [
    *["play_on"] * 8,
    *("enter", "withdraw", "readmit", "bye", "no_bye", "propose", "swap", "turn", "lock", "publish"),
    *("unpublish", "delete", "close", "reopen", "result", "correct", "rename", "remove", "settle"),
    *("undo", "undo", "seat", "apart", "camp", "board", "line_up", "members", "forfeit", "games"),
]
NUMBERS = st.integers(0, 99)
STEPS = st.lists(st.tuples(st.sampled_from(ACTS), NUMBERS, NUMBERS, NUMBERS), min_size=4, max_size=26)


class Meddler(Director):
    """A director who also goes back, seats by hand and changes teams."""

    def do(self, act, first, second, third):
        """One act is one transaction: what is refused has changed nothing."""
        with suppress(ClubError, ValidationError), transaction.atomic():
            getattr(self, act)(first, second, third)

    def propose(self, *_numbers):
        before = self.row(state=RoundState.DRAFT)
        kept = before is not None and before.pairings.filter(is_locked=True, black__isnull=False).exists()
        row = propose_round(section_id=self.section.pk, actor=SYSTEM)
        assert_everybody_is_there(row)
        assert kept or self.section.system == "manual" or round_report(row).of(Severity.ILLEGAL) == ()

    def undo(self, first, second, _third):
        latest = AuditEntry.objects.order_by("-pk")[: 8 if second % 3 else 40]
        if entry := one_of(latest, first):
            undo_entry(entry_id=entry.pk, actor=SYSTEM, reason="back")

    def seat(self, first, second, third):
        if row := self.row(state=RoundState.DRAFT):
            players = self.section.entries.order_by("pk")
            pair = {"white_id": one_of(players, first).pk, "black_id": one_of(players, second).pk}
            pair |= {} if third % 4 else {"black_id": None}
            seat_players(round_id=row.pk, version=row.version, actor=SYSTEM, **pair)

    def apart(self, first, *_numbers):
        row = self.row(state=RoundState.DRAFT)
        if row and (pairing := one_of(row.pairings.order_by("pk"), first)):
            dissolve_board(round_id=row.pk, pairing_id=pairing.pk, version=row.version, actor=SYSTEM)

    def camp(self, first, second, _third):
        change_entry(entry_id=self.entry(first).pk, camp=one_of(["", *Camp.values], second), actor=SYSTEM)

    def board(self, first, second, third):
        wanted = 1 + second % 6 if third % 3 else None
        change_entry(entry_id=self.entry(first).pk, fixed_board=wanted, actor=SYSTEM)

    def match(self, first):
        rows = Pairing.objects.filter(round__section=self.section, black__isnull=False)
        return one_of(rows.order_by("pk"), first)

    def line_up(self, first, second, third):
        if self.section.is_team and (match := self.match(first)):
            team = match.white if second % 2 else match.black
            members = list(team.members.values_list("pk", flat=True))
            turned = members[third % (len(members) or 1) :] + members[: third % (len(members) or 1)]
            set_line_up(pairing_id=match.pk, entry_id=team.pk, members=turned[: second % 6], actor=SYSTEM)

    def members(self, first, second, third):
        if self.section.is_team:
            team = self.entry(first)
            lines = [MemberLine(one.name, one.rating) for one in team.members.order_by("-board_order")]
            lines = lines[: second % 6] + [MemberLine(f"New {first} {second} {third}", 1500)] * (third % 2)
            replace_members(entry_id=team.pk, lines=lines, actor=SYSTEM)

    def forfeit(self, first, second, _third):
        if match := self.match(first):
            absent = one_of([None, match.white_id, match.black_id], second)
            forfeit_match(pairing_id=match.pk, entry_id=absent, actor=SYSTEM, reason=REASON)

    def games(self, first, *_numbers):
        self.section.refresh_from_db()
        facts = {"version": self.section.version, "games_per_pairing": one_of([1, 2, 3, 4], first)}
        change_section(section_id=self.section.pk, actor=SYSTEM, **facts)


def assert_sound(section):
    section = Section.objects.select_related("event").get(pk=section.pk)
    assert snapshot_faults(section) == []
    closed = section.round_rows.filter(state=RoundState.CLOSED).exists()
    assert (snapshot_in_force(section) is not None) == closed
    games = list(range(1, section.games_per_pairing + 1))
    for row in section.round_rows.all():
        checked_round(row)
        boards = row.pairings.filter(black__isnull=False).prefetch_related("games")
        published = row.state != RoundState.DRAFT
        assert all([one.number for one in board.games.all()] == games for board in boards)
        assert not published or all(board.board_number for board in boards)
    standing_rows(section)


def assert_comes_back(section):
    section = Section.objects.select_related("event").get(pk=section.pk)
    written = exported_section(section, "json").data
    home = section.event.organisation_id
    there = import_section(organisation_id=home, data=written, name="a.json", actor=SYSTEM).section
    assert exported_section(there, "json").data == written
    assert snapshot_faults(there) == []


def players_of(kind, players):
    preset, facts = PLAYERS[kind]
    section = section_of(players, preset=preset, **facts)
    for at, entry in enumerate(section.entries.order_by("pk")):
        entry.camp = Camp.values[at % 2] if section.system == "scheveningen" else ""
        entry.save()
    return section


def run(section, steps):
    meddler = Meddler(section)
    log_new_section(section, SYSTEM)
    for act, first, second, third in steps:
        meddler.do(act, first, second, third)
        assert_sound(meddler.section)
    assert_log_leads_to_standings(meddler.section)
    assert_comes_back(meddler.section)


@pytest.mark.slow
@pytest.mark.parametrize("kind", PLAYERS)
@LIGHT
@given(players=st.integers(1, 9), steps=STEPS)
def test_whatever_is_done_and_undone_leaves_a_sound_event(kind, players, steps):
    with transaction.atomic():
        run(players_of(kind, players), steps)
        transaction.set_rollback(True)


@pytest.mark.slow
@pytest.mark.parametrize("kind", TEAMS)
@LIGHT
@given(teams=st.integers(1, 7), members=st.integers(0, 5), steps=STEPS)
def test_so_does_an_event_of_teams(kind, teams, members, steps):
    system, boards = TEAMS[kind]
    with transaction.atomic():
        run(teams_of(teams, members=members, boards=boards, system=system), steps)
        transaction.set_rollback(True)
