"""Correction of a result of the first round in a finished event: every later snapshot is computed again.

    python -m benchmarks.corrections [PLAYERS [ROUNDS]]

One process with the test client on a new SQLite database; processor time of the whole request: by the API, by
the page of the desk, and its preview. Every correction changes the result, so that each publishes all rounds.
"""

import os
import sys
from collections.abc import Callable
from datetime import timedelta
from statistics import median
from time import process_time
from typing import Any

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "club.config.testing"
os.environ.pop("DATABASE_URL", None)
os.environ.pop("REDIS_URL", None)
os.environ["DRAUGHTS_RATE_LIMITS"] = "0"
django.setup()

from django.core.management import call_command  # noqa: E402 - tables are known after the set-up
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from benchmarks.machine import heading, row, verdict_on  # noqa: E402
from club.accounts.services.tokens import make_token  # noqa: E402
from club.core.actor import SYSTEM, Actor  # noqa: E402
from club.live.hub.hub import tune_collector  # noqa: E402
from club.models import Organisation, Role, RoleGrant, User  # noqa: E402
from tournaments.entries.entry_lists import EntryLine  # noqa: E402
from tournaments.entries.services.entries import add_entries  # noqa: E402
from tournaments.events.services.events import create_event, show_event  # noqa: E402
from tournaments.models import GameResult, Pairing, Section, StandingsSnapshot  # noqa: E402
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round  # noqa: E402
from tournaments.standings.selectors.snapshots import snapshot_faults  # noqa: E402

PLAYERS, ROUNDS, TIMES, BUDGET = 60, 9, 15, 50.0
OUTCOMES = ("white", "draw", "black")


def finished_section(club: Organisation, players: int, rounds: int) -> Section:
    """Play all rounds of an event and close them."""
    event = create_event(organisation_id=club.pk, name="Benchmark", preset="weekend", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    Section.objects.filter(pk=section.pk).update(seed="benchmark", rounds=rounds)
    lines = [EntryLine(f"Player {number:02}", 2000 - 7 * number) for number in range(players)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    for number in range(rounds):
        drawn = propose_round(section_id=section.pk, actor=SYSTEM)
        shown = publish_round(round_id=drawn.pk, version=drawn.version, actor=SYSTEM)
        games = GameResult.objects.filter(pairing__round=shown).order_by("pairing__board_number", "number")
        for at, game in enumerate(games):
            outcome = OUTCOMES[(at + number) % len(OUTCOMES)]
            GameResult.objects.filter(pk=game.pk).update(outcome=outcome, entered_at=timezone.now())
        close_round(round_id=shown.pk, actor=SYSTEM)
    return Section.objects.get(pk=section.pk)


class Corrector:
    """An arbiter who corrects one result of the first round again and again."""

    def __init__(self, user: User, board: Pairing) -> None:
        granted = make_token(
            name="desk",
            abilities=["record_results", "correct_results"],
            lasts=timedelta(days=1),
            actor=Actor.of_user(user),
        )
        self.token = {"Authorization": f"Bearer {granted.token}"}
        self.client, self.board, self.done = Client(), board, 0
        self.client.force_login(user)

    def next_outcome(self) -> str:
        """Return a result other than the current one."""
        self.done += 1
        return OUTCOMES[self.done % len(OUTCOMES)]

    def by_api(self) -> None:
        """Correct by the API."""
        address = f"/api/v1/pairings/{self.board.pk}/games/1/result"
        body = {"outcome": self.next_outcome(), "reason": "score sheet"}
        answer = self.client.put(address, body, "application/json", headers=self.token)
        assert answer.status_code == 200, answer.content  # noqa: S101 - a benchmark of the answer itself

    def by_page(self) -> None:
        """Correct by the page of the desk."""
        body = {"outcome": self.next_outcome(), "reason": "score sheet"}
        answer = self.client.post(self.address, body)
        assert answer.status_code == 302, answer.content  # noqa: S101

    def preview(self) -> None:
        """Ask for the effects of a correction."""
        answer = self.client.get(self.address, {"outcome": self.next_outcome()})
        assert answer.status_code == 200, answer.content  # noqa: S101

    @property
    def address(self) -> str:
        """Address of the page."""
        return reverse("tournaments:desk_correct", args=[self.board.pk, 1])


def measured(ask: Callable[[], None]) -> tuple[float, int]:
    """Return the median of processor time in milliseconds, and the queries of one call."""
    ask()
    asked: list[str] = []

    def note(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        asked.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        ask()
    times = []
    for _ in range(TIMES):
        begun = process_time()
        ask()
        times.append((process_time() - begun) * 1000)
    return median(times), len(asked)


def main(arguments: list[str]) -> int:
    """Measure; return 1 on a missed budget or on standings that differ from the results."""
    players, rounds = (*map(int, arguments), *(PLAYERS, ROUNDS)[len(arguments) :])
    heading(f"Correction in round 1 of {rounds}, {players} players, SQLite, processor time")
    call_command("migrate", verbosity=0)
    club = Organisation.objects.create(slug="bench", name="Bench")
    user = User.objects.create_user("director@bench.example", "x")
    RoleGrant.objects.create(user=user, role=Role.DIRECTOR, organisation=club)
    section = finished_section(club, players, rounds)
    board = Pairing.objects.filter(round__section=section, round__number=1).order_by("board_number").first()
    assert board is not None  # noqa: S101
    corrector = Corrector(user, board)
    tune_collector()  # as the server does
    met = []
    for name, ask in {
        "a correction by the API": corrector.by_api,
        "a correction at the desk": corrector.by_page,
        "preview of a correction": corrector.preview,
    }.items():
        before = StandingsSnapshot.objects.count()
        took, asked = measured(ask)
        made = (StandingsSnapshot.objects.count() - before) / (TIMES + 2)
        row(name, f"{took:.0f} ms", f"{asked} queries", f"{made:.0f} snapshots")
        if ask != corrector.preview:
            met.append(verdict_on(name, took, BUDGET, "ms", at_most=True))
            met.append(verdict_on(f"{name}, snapshots", made, rounds, "published"))
    faults = len(snapshot_faults(Section.objects.get(pk=section.pk)))
    met.append(verdict_on("standings that differ from the results", faults, 0, "snapshots", at_most=True))
    return 0 if all(met) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
