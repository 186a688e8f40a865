"""Pages per processor second: usual pages of a visitor, a player and a director, rendered in sequence.

    python -m benchmarks.pages [--beside CHECKOUT] [--rounds N]

One process with the test client on a new SQLite database: the demo, and a section of 60 players with five
rounds closed and a sixth published. Published pages are rendered again each time, without the cache. With
`--beside`, another checkout of this project answers in a process of its own. Both render each page in turn,
so that other load on the machine affects both. Function calls are counted as well, as they do not depend on
the machine. The queries that most pages make are measured separately, too.

"""

import argparse
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

PLAYERS, PLAYED, ROUNDS, BUDGET = 60, 5, 25, 400.0
QUERY = "query: "


class Figures(NamedTuple):
    """Cost of a page: queries, function calls, milliseconds of processor time."""

    queries: int
    calls: int
    took: float


def serve() -> None:
    """Print queries and calls of each page as JSON, then the milliseconds of each named on standard input."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "club.config.testing"
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    os.environ["DRAUGHTS_RATE_LIMITS"] = "0"
    import django  # noqa: PLC0415 - needs the settings named above

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415 - needs the set-up
    from django.db import connection  # noqa: PLC0415
    from django.test import Client  # noqa: PLC0415

    from club.live.published import PAGE_CACHE  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    call_command("loaddemo", stdout=io.StringIO())
    visitor, director = Client(), Client()
    director.force_login(_director())
    section, row = _played_section()
    pages, rows = _pages(visitor, director, section, row), _rows_of(section, row)

    def ask(name: str) -> None:
        PAGE_CACHE.clear()
        if name in rows:
            list(rows[name].all())
            return
        client, address = pages[name]
        answer = client.get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{name}: {address} answered {answer.status_code}")

    counted = {}
    for name in (*pages, *rows):
        ask(name)  # what is read once for the process is read now
        asked: list[str] = []
        with connection.execute_wrapper(
            lambda go, sql, *rest, asked=asked: asked.append(sql) or go(sql, *rest)
        ):
            ask(name)
        counted[name] = (len(asked), _calls(lambda name=name: ask(name)))  # type: ignore[misc]
    print(json.dumps(counted), flush=True)
    for line in sys.stdin:
        begun = process_time()
        ask(line.strip())
        print((process_time() - begun) * 1000, flush=True)


def _calls(act: Callable[[], None]) -> int:
    """Count the functions called, of Python and of C."""
    calls = 0

    def count(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(None)
    return calls


def _director() -> Any:
    """Return the owner of the demo club, who is a member of it too."""
    from club.models import DEMO_SLUG, Membership, Organisation, Person, Role, RoleGrant, User  # noqa: PLC0415

    club = Organisation.objects.get(slug=DEMO_SLUG)
    user = User.objects.create_user("director@club.example", "x")
    RoleGrant.objects.create(user=user, role=Role.OWNER, organisation=club)
    known = Membership.objects.filter(organisation=club, person__user__isnull=True).order_by("pk").first()
    if known is None:
        raise SystemExit("the demo has no members")
    Person.objects.filter(pk=known.person_id).update(user=user)
    return user


def _rows_of(section: Any, row: Any) -> dict[str, Any]:
    """Return related rows in their default order by the name of the query."""
    board = row.pairings.order_by("board_number", "pk").first()
    queries = {
        "rounds": section.round_rows,
        "players": section.entries,
        "pairings": row.pairings,
        "games": board.games,
    }
    return {f"{QUERY}{name}": rows for name, rows in queries.items()}


def _pages(visitor: Any, director: Any, section: Any, row: Any) -> dict[str, tuple[Any, str]]:
    """Return clients and addresses by the name of the page."""
    from django.urls import reverse  # noqa: PLC0415

    event = section.event
    public, desk = [event.slug, section.slug], [section.pk]
    card = section.board_cards.order_by("board_number", "pk").first()

    def at(name: str, *arguments: Any) -> str:
        return reverse(name, args=arguments)

    of_visitors = {
        "events": at("tournaments:events"),
        "event": at("tournaments:event", event.slug),
        "players": at("tournaments:players", *public),
        "a player": at("tournaments:player", *public, 1),
        "pairings": at("tournaments:pairings", *public, PLAYED),
        "standings": at("tournaments:standings", *public),
        "crosstable": at("tournaments:crosstable", *public),
        "progress": at("tournaments:progress", *public),
        "a board's phone": at("tournaments:board", card.token),
    }
    of_the_desk = {
        "to do": at("club:desk"),
        "my page": at("club:me"),
        "desk: event": at("tournaments:desk_event", event.pk),
        "desk: round": at("tournaments:desk_round", row.pk),
        "desk: players": at("tournaments:desk_entries", *desk),
        "desk: check-in": at("tournaments:desk_check_in", *desk),
        "desk: standings": at("tournaments:desk_standings", *desk),
        "desk: cases": at("tournaments:desk_cases", event.pk),
        "a helper's phone": at("tournaments:hall_section", *desk),
        "members": at("club:members"),
        "audit log": at("club:audit"),
    }
    pages = {name: (visitor, address) for name, address in of_visitors.items()}
    return pages | {name: (director, address) for name, address in of_the_desk.items()}


def _played_section() -> tuple[Any, Any]:
    """Play `PLAYED` rounds of a section and publish one more; return the section and that round."""
    from django.utils import timezone  # noqa: PLC0415

    from club.core.actor import SYSTEM  # noqa: PLC0415
    from club.models import DEMO_SLUG, Organisation  # noqa: PLC0415
    from tournaments.cases.services.case_locks import About  # noqa: PLC0415
    from tournaments.cases.services.incidents import IncidentForm, file_incident  # noqa: PLC0415
    from tournaments.cases.services.rulings import RulingDecision  # noqa: PLC0415
    from tournaments.entries.entry_lists import EntryLine  # noqa: PLC0415
    from tournaments.entries.services.entries import add_entries  # noqa: PLC0415
    from tournaments.events.services.events import create_event, show_event  # noqa: PLC0415
    from tournaments.models import GameResult, Section  # noqa: PLC0415
    from tournaments.rounds.services.rounds import close_round, propose_round, publish_round  # noqa: PLC0415

    club = Organisation.objects.get(slug=DEMO_SLUG)
    event = create_event(organisation_id=club.pk, name="Benchmark", preset="weekend", actor=SYSTEM)
    show_event(event_id=event.pk, is_public=True, actor=SYSTEM)
    section = event.sections.get()
    Section.objects.filter(pk=section.pk).update(seed="benchmark", rounds=PLAYED + 2)
    lines = [EntryLine(f"Somebody Longername {n:02}", 2000 - 7 * n) for n in range(PLAYERS)]
    add_entries(section_id=section.pk, lines=lines, actor=SYSTEM)
    row = _published_round(section.pk, propose_round, publish_round)
    for number in range(PLAYED):
        games = GameResult.objects.filter(pairing__round=row).order_by("pairing__board_number", "number")
        for at, game in enumerate(games):
            outcome = ("white", "draw", "black", "white")[(at + number) % 4]
            GameResult.objects.filter(pk=game.pk).update(outcome=outcome, entered_at=timezone.now())
        close_round(round_id=row.pk, actor=SYSTEM)
        board = row.pairings.filter(black__isnull=False).order_by("board_number").first()
        form = IncidentForm(
            about=About(board.pk, 1, board.white_id),
            incident="must_capture",
            decided=RulingDecision(consequence="caution", reason="seen"),
            must_rule=True,
        )
        file_incident(event_id=event.pk, form=form, actor=SYSTEM)
        row = _published_round(section.pk, propose_round, publish_round)
    return Section.objects.select_related("event").get(pk=section.pk), row


def _published_round(section_id: int, propose: Callable[..., Any], publish: Callable[..., Any]) -> Any:
    from club.core.actor import SYSTEM  # noqa: PLC0415

    row = propose(section_id=section_id, actor=SYSTEM)
    return publish(round_id=row.pk, version=row.version, actor=SYSTEM)


class Site:
    """A checkout that renders pages in a process of its own, by this file."""

    def __init__(self, checkout: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(Path(__file__).resolve()), "--serve"],
            cwd=checkout,
            env=os.environ | {"PYTHONPATH": str(checkout)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.counted: dict[str, tuple[int, int]] = json.loads(self._line())
        self.times: dict[str, list[float]] = {name: [] for name in self.counted}

    def draw(self, name: str) -> None:
        """Render a page and record its processor time."""
        print(name, file=self.process.stdin, flush=True)
        self.times[name].append(float(self._line()))

    def figures(self) -> dict[str, Figures]:
        """Return the figures by page; times are medians."""
        return {name: Figures(*self.counted[name], median(times)) for name, times in self.times.items()}

    def close(self) -> None:
        """End the process."""
        self.process.communicate()

    def _line(self) -> str:
        line = self.process.stdout.readline() if self.process.stdout else ""
        if not line:
            raise SystemExit(f"the measured process ended with {self.process.wait()}")
        return line


def _rows(ours: dict[str, Figures], theirs: dict[str, Figures] | None = None) -> Iterator[tuple[str, ...]]:
    pages = ours | {"mean": _mean(ours)}
    others = theirs | {"mean": _mean(theirs)} if theirs else {}
    for name, one in pages.items():
        cells = (
            name,
            str(one.queries),
            f"{one.calls / 1000:.1f}",
            f"{one.took:.2f}",
            f"{_each_second(one):.1f}",
        )
        if name in others:
            two = others[name]
            told = (str(two.queries), f"{two.calls / 1000:.1f}", f"{_each_second(two):.1f}")
            cells += (*told, f"{two.took / one.took:.2f}")
        yield cells


def _mean(figures: dict[str, Figures]) -> Figures:
    """Return the mean of all pages; queries alone are not counted."""
    rows = [one for name, one in figures.items() if not name.startswith(QUERY)]
    pages = len(rows)
    return Figures(
        sum(one.queries for one in rows) // pages,
        sum(one.calls for one in rows) // pages,
        sum(one.took for one in rows) / pages,
    )


def _each_second(figures: Figures) -> float:
    return 1000 / figures.took


def main(arguments: list[str]) -> int:
    """Measure and print a table; return 1 if a page takes more than the budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pages")
    parser.add_argument("--beside", type=Path, help="another checkout, measured in the same run")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often each page is drawn")
    parser.add_argument("--serve", action="store_true", help="draw the pages named on standard input")
    options = parser.parse_args(arguments)
    if options.serve:
        serve()
        return 0
    from benchmarks.machine import ROOT, heading, row, verdict_on  # noqa: PLC0415 - absent beside

    heading("Usual pages, SQLite, one process, processor time")
    sites = [Site(ROOT), *(Site(one.resolve()) for one in [options.beside] if one is not None)]
    for number in range(options.rounds):
        for name in sites[0].counted:
            for site in sites[:: -1 if number % 2 else 1]:
                site.draw(name)
    here, *others = [site.figures() for site in sites]
    for site in sites:
        site.close()
    beside = ("queries", "1,000 calls", "pages/s", "times as fast") if others else ()
    row("page", "queries", "1,000 calls", "ms", "pages/s", *beside)
    for cells in _rows(here, *others):
        row(*cells)
    print()
    slowest = max(one.took for one in here.values())
    return not verdict_on("slowest page", slowest, BUDGET, "ms", at_most=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
