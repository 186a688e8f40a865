"""Recomputation of a rating list's whole history: 100,000 games of 5,000 players in 400 events.

    python -m benchmarks.ratings

The history is generated from a seed and stored in a temporary database. First the formulas
alone, in rounds that alternate with elochess 0.5.0 and glicko2-py 0.1.0 on the same periods. Then the work
of `manage.py ratings recompute`: results read, every period rated, every number compared with the stored one.
Processor time, to reduce the effect of other load on the machine.

"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import date, timedelta
from statistics import median
from typing import Any

from benchmarks.machine import heading, row, verdict_on
from tournaments.ratings.formulas.periods import Meeting, rate_period
from tournaments.ratings.formulas.registry import formula_of
from tournaments.ratings.formulas.values import Standing

try:
    from elochess.elo import EloCalculator
    from glicko2.math import update_rating
except ImportError:
    EloCalculator = update_rating = None

PLAYERS, EVENTS, ROUNDS, BOARDS, SEED, REPEATED = 5000, 400, 10, 25, 2026, 3
SECONDS, MOST = 60.0, "s"
Period = Sequence[Meeting[int]]


def history() -> list[list[Meeting[int]]]:
    """Return events of fifty players and ten rounds between neighbours by lot."""
    lots = random.Random(SEED)  # noqa: S311 - a made-up history, not a secret
    periods = []
    for _ in range(EVENTS):
        players = lots.sample(range(1, PLAYERS + 1), 2 * BOARDS)
        games = []
        for _ in range(ROUNDS):
            lots.shuffle(players)
            games += [
                Meeting(players[at], players[at + 1], lots.choice((0, 1, 1, 2)))
                for at in range(0, 2 * BOARDS, 2)
            ]
        periods.append(games)
    return periods


def recomputed(periods: Sequence[Period]) -> tuple[float, int, int]:
    """Recompute the stored list; return the processor seconds, the games in it, and the differences found."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"DRAUGHTS_DATA_DIR": folder, "DJANGO_SETTINGS_MODULE": "club.config.settings"}
        os.environ.pop("DATABASE_URL", None)
        rating_list, games = _kept(periods)
        from tournaments.ratings.selectors.rating_history import differences, history_of  # noqa: PLC0415 - after set-up

        begun = time.process_time()
        found = differences(rating_list, history_of(rating_list))
        return time.process_time() - begun, games, len(found)


def _kept(periods: Sequence[Period]) -> tuple[Any, int]:
    """Create a club with its persons, events and results, and the list with every event counted."""
    import django  # noqa: PLC0415 - the folder of the data comes first
    from django.core.management import call_command  # noqa: PLC0415 - the same

    django.setup()
    call_command("migrate", verbosity=0)
    from club.core.actor import SYSTEM  # noqa: PLC0415 - after set-up
    from club.models import Organisation, Person  # noqa: PLC0415 - the same
    from tournaments.models import GameResult  # noqa: PLC0415 - the same
    from tournaments.ratings.services.rating_lists import make_list  # noqa: PLC0415 - the same
    from tournaments.ratings.services.rating_reports import commit_report  # noqa: PLC0415 - the same

    club = Organisation.objects.create(slug="bench", name="Bench")
    Person.objects.bulk_create(
        Person(pk=key, name=f"P{key}", organisation=club) for key in range(1, PLAYERS + 1)
    )
    rating_list = make_list(
        organisation_id=club.pk, name="All", formula="fide", initial_rating=1800, actor=SYSTEM
    )
    for number, games in enumerate(periods):
        event = _event(club, number, games)
        commit_report(list_id=rating_list.pk, event_id=event.pk, actor=SYSTEM)
    return rating_list, GameResult.objects.count()


def _event(club: Any, number: int, games: Period) -> Any:
    from tournaments.models import Entry, Event, GameResult, Outcome, Pairing, Round, Section  # noqa: PLC0415

    day = date(2010, 1, 1) + timedelta(days=14 * number)
    event = Event.objects.create(
        organisation=club, slug=f"e{number}", name=f"E{number}", starts_on=day, state="finished"
    )
    facts = {"variant": "english", "law_book": "wcdf", "system": "manual", "rounds": ROUNDS, "seed": "x"}
    section = Section.objects.create(event=event, slug="s", name="S", **facts)
    persons = sorted({one for game in games for one in (game.first, game.second)})
    rows = [
        Entry(section=section, person_id=one, name=f"P{one}", number=at) for at, one in enumerate(persons, 1)
    ]
    entries = dict(zip(persons, Entry.objects.bulk_create(rows), strict=True))
    outcomes = (Outcome.BLACK, Outcome.DRAW, Outcome.WHITE)
    for at in range(ROUNDS):
        played = Round.objects.create(section=section, number=at + 1, state="closed", system="manual")
        now = games[BOARDS * at : BOARDS * (at + 1)]
        pairings = Pairing.objects.bulk_create(
            Pairing(round=played, board_number=board, white=entries[game.first], black=entries[game.second])
            for board, game in enumerate(now, 1)
        )
        GameResult.objects.bulk_create(
            GameResult(pairing=pairing, number=1, outcome=outcomes[game.half_points])
            for pairing, game in zip(pairings, now, strict=True)
        )
    return event


def ours(key: str, periods: Sequence[Period]) -> dict[int, Standing]:
    """Rate every period by one of our formulas."""
    standings: dict[int, Standing] = {}
    for number, games in enumerate(periods, 1):
        done = rate_period(formula_of(key), standings, games, period=number, start=1800)
        standings.update((one, change.after) for one, change in done.items())
    return standings


def elochess(periods: Sequence[Period]) -> None:
    """Rate every period by elochess: a call for each player of a period."""
    ratings = dict.fromkeys(range(1, PLAYERS + 1), 1800)
    numbers = dict.fromkeys(range(1, PLAYERS + 1), 0)
    for games in periods:
        met, scored = _by_player(games)
        ratings |= {
            one: EloCalculator.update_rating(
                ratings[one],
                [ratings[two] for two in others],
                scored[one] / 2,
                evaluation_year=2026,
                birth_year=1970,
                games_played=numbers[one],
            )
            for one, others in met.items()
        }
        for one, others in met.items():
            numbers[one] += len(others)


def glicko(periods: Sequence[Period]) -> None:
    """Rate every period by glicko2-py: the active players, as our list does."""
    standings = dict.fromkeys(range(1, PLAYERS + 1), (0.0, 350 / 173.7178, 0.06))
    for games in periods:
        against: dict[int, list[tuple[float, float, float]]] = {}
        for first, second, won, *_ in games:
            against.setdefault(first, []).append((*standings[second][:2], won / 2))
            against.setdefault(second, []).append((*standings[first][:2], 1 - won / 2))
        standings |= {one: tuple(update_rating(*standings[one], met)) for one, met in against.items()}


def _by_player(games: Period) -> tuple[dict[int, list[int]], dict[int, int]]:
    met: dict[int, list[int]] = {}
    scored: dict[int, int] = {}
    for first, second, won, *_ in games:
        for one, two, half_points in ((first, second, won), (second, first, 2 - won)):
            met.setdefault(one, []).append(two)
            scored[one] = scored.get(one, 0) + half_points
    return met, scored


def seconds(work: Callable[[], object]) -> float:
    """Return the processor time of one run."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def main() -> int:
    """Print the figures; return 1 on a missed budget or a differing number."""
    heading("Ratings: 100,000 games")
    periods = history()
    pairs = [("fide", "elochess 0.5.0", elochess), ("glicko2", "glicko2-py 0.1.0", glicko)]
    for key, peer, theirs in pairs:
        mine, other = [], []
        for _ in range(REPEATED):
            mine.append(seconds(lambda key=key: ours(key, periods)))
            if update_rating is not None:
                other.append(seconds(lambda theirs=theirs: theirs(periods)))
        told = f"{peer}: {median(other):.2f}" if other else f"{peer}: not installed"
        ratio = f"{median(mine) / median(other):.2f}" if other else ""
        row(f"{key}, every period rated, s", f"{median(mine):.2f}", told, ratio)
    spent, games, found = recomputed(periods)
    row(f"{games:,} games read, rated and compared with what is kept, s", f"{spent:.1f}", "", "")
    print(f"differences from what is kept: {found}")
    is_met = verdict_on("recompute", spent, SECONDS, MOST, at_most=True)
    return 0 if is_met and not found else 1


if __name__ == "__main__":
    sys.exit(main())
