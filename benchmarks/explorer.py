"""Opening explorer, searches and lists of games at 100,000 games, and with `--copies 9` at a million.

    python -m benchmarks.explorer [--games N] [--copies N] [--database URL] [--filled] [--rounds N] [--plans]

Every question is a request for a page, answered by the whole application but not sent over a network. Its
processor time is that of this process and, on PostgreSQL of this machine, of the server process.

A game begins with 4 to 30 half-moves of a recorded one, and goes on with random legal moves to 60. Of a
million games nine in ten are copies: equal for the first 20 half-moves, with their own positions after them.
Without `--database` it runs on SQLite in a temporary folder. The named database (`postgresql://...`,
`sqlite:///...`) must be empty; it is left filled.
"""

import argparse
import logging
import os
import random
import re
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import blake2b
from http import HTTPStatus
from pathlib import Path
from statistics import median, quantiles
from urllib.parse import urlencode

PARSER = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
PARSER.add_argument("--games", type=int, default=100_000)
PARSER.add_argument("--copies", type=int, default=0, metavar="N", help="copies of every game, on PostgreSQL")
PARSER.add_argument("--database", default="", metavar="URL")
PARSER.add_argument("--filled", action="store_true", help="the database has the games already")
PARSER.add_argument("--plans", action="store_true", help="print the plan of each query")
PARSER.add_argument("--rounds", type=int, default=40, help="questions of each kind")
OPTIONS = PARSER.parse_args()
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "club.config.testing")
os.environ.pop("DATABASE_URL", None)
if OPTIONS.database:
    os.environ["DATABASE_URL"] = OPTIONS.database

import django  # noqa: E402 - the database is chosen first

django.setup()

from django.core.management import call_command  # noqa: E402 - tables are known after the set-up
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402
from django.urls import reverse  # noqa: E402

from benchmarks.machine import SCORES, heading, row, verdict_on  # noqa: E402
from club.models import Organisation  # noqa: E402
from games.archive.selectors.archive import fold_words  # noqa: E402
from games.archive.services.move_lines import line_key, move_line  # noqa: E402
from games.explorer.selectors.walk import Walk, walk  # noqa: E402
from games.explorer.services.index import OPENING_PLIES, update_index  # noqa: E402
from games.laws.judge import judge  # noqa: E402
from games.models import Game, Winner  # noqa: E402
from games.pdn import read_games  # noqa: E402
from games.rules import VARIANTS, Move, Position, legal_moves, play  # noqa: E402

ENGLISH = VARIANTS["english"]
EVENTS = ("Championship of", "Open of", "Match at", "Spring tournament of", "Club evening at")
PLACES = ("Utrecht", "Glasgow", "Riga", "Lyon", "Porto", "Dakar", "Ghent", "Leeds", "Oslo", "Turin", "Minsk")
PLIES, BATCH, PLAYERS, BUDGET, ROUNDS = 60, 1000, 2000, 50.0, OPTIONS.rounds
CHANCE = random.Random(20)  # noqa: S311 - made-up games, the same each time
TRANSPOSED = -1
NUMBERS = re.compile(r"\d+|'[^']*'")
Question = Callable[[], str]


def recorded() -> list[tuple[Move, ...]]:
    """Return the moves of recorded games."""
    with SCORES.open("rb") as file:
        return [tuple(judge(record).replay.moves) for record in read_games(file)]


def moves_of_game(openings: list[tuple[Move, ...]]) -> list[Move]:
    """Return the opening of a recorded game and random moves after it."""
    moves = list(CHANCE.choice(openings)[: CHANCE.randint(4, 30)])
    position = Position.start(ENGLISH)
    for move in moves:
        position = play(position, move, ENGLISH)
    while len(moves) < PLIES and (legal := legal_moves(position, ENGLISH)):
        moves.append(CHANCE.choice(legal))
        position = play(position, moves[-1], ENGLISH)
    return moves


def made_names() -> list[str]:
    """Return distinct names of players, each of three words."""
    syllables = [one + two for one in "bdfgklmnprstvz" for two in "aeiou"]
    names: dict[str, None] = {}
    while len(names) < PLAYERS:
        first, last = ("".join(CHANCE.choices(syllables, k=count)).title() for count in (2, 3))
        names[f"{first} {CHANCE.choice('ABCDEFGH')}. {last}"] = None
    return list(names)


def made_games(club: Organisation) -> Iterator[Game]:
    """Yield unsaved games: of 2,000 players and 60 events a year, four in ten of them with ratings."""
    openings, names = recorded(), made_names()
    ratings = {name: CHANCE.randint(1400, 2400) for name in names[: 2 * PLAYERS // 3]}
    for number in range(OPTIONS.games):
        moves = moves_of_game(openings)
        line, year = move_line(moves), CHANCE.randint(1880, 2026)
        white, black = CHANCE.sample(names, 2)
        event = f"{EVENTS[number % len(EVENTS)]} {PLACES[number % len(PLACES)]} {year}"
        tags = {"Event": event, "White": white, "Black": black, "Date": year}
        tags |= {
            f"{side}Elo": ratings[name]
            for side, name in (("White", white), ("Black", black))
            if name in ratings
        }
        yield Game(
            organisation=club,
            pdn="".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{line}",
            event=event,
            event_words=event.lower(),
            date=str(year),
            variant="english",
            variant_source="tag",
            law_book="standard-laws",
            strength=(ratings[white] + ratings[black]) // 2 if {white, black} <= ratings.keys() else 0,
            white=white,
            black=black,
            player_words=fold_words(white, black),
            year=year,
            winner=CHANCE.choice(Winner.values),
            ply_count=len(moves),
            move_line=line,
            move_key=blake2b(f"{number} {line}".encode(), digest_size=16).hexdigest(),
            line_key=line_key(variant="english", start_fen="", moves=moves),
        )


def fill() -> None:
    """Store and index the games; print the time and the bytes."""
    call_command("migrate", verbosity=0)
    club = Organisation.objects.create(slug="north", name="North")
    batch: list[Game] = []
    stored = indexed = 0.0
    for game in made_games(club):
        batch.append(game)
        if len(batch) == BATCH:
            with transaction.atomic():
                begun = time.perf_counter()
                Game.objects.bulk_create(batch)
                between = time.perf_counter()
                update_index(removed=[], added=batch)
            stored, indexed = stored + between - begun, indexed + time.perf_counter() - between
            batch = []
    row("rows of games, ms a game", f"{1000 * stored / OPTIONS.games:.2f}")
    row("index, ms a game", f"{1000 * indexed / OPTIONS.games:.2f}")
    if OPTIONS.copies:
        copy_games()
    analyse()
    sizes()


def copy_games() -> None:
    """Copy every game and its rows of the index; later positions of a copy get keys of their own."""
    columns = Game._meta.concrete_fields  # noqa: SLF001 - Django's documented interface
    names = ", ".join(column.column for column in columns if column.name not in {"id", "twin"})
    last = Game.objects.order_by("-pk").values_list("pk", flat=True)[0]
    own = "hashint8extended(key, copy) & 9223372036854775807"
    later, number = f"CASE WHEN ply < {OPENING_PLIES} THEN key ELSE {own} END", f"id + copy * {last}"
    copies = f"generate_series(1, {OPTIONS.copies}) AS copy"
    of_game = f"game_id + copy * {last}"
    rows = {
        f"games_game (id, twin, {names})": f"{number}, twin + 1000 * copy, {names} FROM games_game",
        "games_gameposition": f"{later}, {of_game}, ply, move, year, winner FROM games_gameposition",
        "games_gameending": f"material, {of_game}, ply, stood, is_final FROM games_gameending",
    }
    tallies = ("games", "white", "black", "draws")
    counts = ", ".join(f"{name} = {name} * {OPTIONS.copies + 1}" for name in tallies)
    statements = (
        "ALTER TABLE games_gameposition DROP CONSTRAINT games_gameposition_pkey",
        *(f"INSERT INTO {table} SELECT {source}, {copies}" for table, source in rows.items()),
        "ALTER TABLE games_gameposition ADD PRIMARY KEY (key, game_id) INCLUDE (ply, move, year, winner)",
        f"UPDATE games_openingmove SET {counts}",  # noqa: S608 - as above
    )
    with connection.cursor() as cursor:
        for statement in statements:
            begun = time.perf_counter()
            cursor.execute(statement)
            print(f"{time.perf_counter() - begun:.0f} s: {statement[:60]}", flush=True)


def analyse() -> None:
    """Bring the statistics up to date, as the database does by itself after a while."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")


def sizes() -> None:
    """Print the bytes a game of each table with its indexes."""
    total = OPTIONS.games * (1 + OPTIONS.copies)
    tables = ("games_game", "games_gameposition", "games_openingmove", "games_gameending")
    with connection.cursor() as cursor:
        for table in tables:
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_total_relation_size(%s)", [table])
            else:
                cursor.execute(
                    "SELECT sum(pgsize) FROM dbstat JOIN sqlite_master USING (name) WHERE tbl_name = %s",
                    [table],
                )
            count = f"SELECT count(*) FROM {table}"  # noqa: S608 - of our own names
            size = cursor.fetchone()[0] or 0
            cursor.execute(count)
            row(table, f"{cursor.fetchone()[0]:,} rows", f"{size / total:,.0f} bytes a game")


def server_clock() -> Path | None:
    """Return the file with the processor time of PostgreSQL's process; None if it is not of this machine."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        path = Path(f"/proc/{cursor.fetchone()[0]}/schedstat")
    return path if path.exists() else None


def spent(server: Path | None) -> float:
    """Return the milliseconds of processor time so far, of this process and the server's."""
    of_server = int(server.read_text().split()[0]) if server else 0
    return (time.process_time_ns() + of_server) / 1e6


CLIENT = Client()


def ask(path: str) -> None:
    """Ask for a page, each time as another visitor: searches are limited for each."""
    visitor = f"10.{CHANCE.randrange(256)}.{CHANCE.randrange(256)}.{CHANCE.randrange(256)}"
    answer = CLIENT.get(path, REMOTE_ADDR=visitor)
    if answer.status_code != HTTPStatus.OK:
        raise AssertionError(path, answer.status_code)


def questions() -> dict[str, Question]:
    """Return a function by name that returns an address to ask for."""
    games = Game.objects.order_by("pk")[: 10 * ROUNDS]
    lines = list(games.values_list("move_line", flat=True))
    middle = Game.objects.order_by("-pk").values_list("pk", flat=True)[
        Game.objects.order_by("-pk")[:200_000].count() // 2
    ]
    names = [name.split()[-1] for name in dict.fromkeys(games.values_list("white", flat=True))]

    def explorer(depth: int, **more: object) -> Question:
        def address() -> str:
            texts = CHANCE.choice(walks[depth]).texts
            return page(
                "explorer", moves=" ".join(texts), **{key: said(value) for key, value in more.items()}
            )

        return address

    def positions(depth: int, **more: object) -> Question:
        def address() -> str:
            fen = CHANCE.choice(walks[depth]).fen
            return page("position_search", fen=fen, **{key: said(value) for key, value in more.items()})

        return address

    def games_list(**more: object) -> Question:
        return lambda: page("list", **{key: said(value) for key, value in more.items()})

    def endings(**more: object) -> Question:
        return lambda: page("ending_search", **more)

    def name() -> str:
        return CHANCE.choice(names)

    walks = {depth: [_walk(line, depth) for line in lines[:ROUNDS]] for depth in (0, 2, 3, 6, 12, 40)}
    walks[TRANSPOSED] = [transposed(line) for line in walks[3]]
    years = {"year_from": 1950, "year_to": 1990}
    return {
        "explorer, first position": explorer(0),
        "explorer, after 2 half-moves": explorer(2),
        "explorer, after 6 half-moves": explorer(6),
        "explorer, after 12 half-moves": explorer(12),
        "explorer, a rare position (after 40)": explorer(40),
        "explorer, first and third move exchanged": explorer(TRANSPOSED),
        "explorer, first position, a player": explorer(0, player=name),
        "explorer, after 6, a player": explorer(6, player=name),
        "explorer, first position, 1950 to 1990": explorer(0, **years),
        "explorer, after 6, 1950 to 1990, won by White": explorer(6, **years, winner="white"),
        "explorer, first position, one club": explorer(0, club="north"),
        "explorer, first position of another variant": explorer(0, variant="russian"),
        "explorer, first position, strongest": explorer(0, order="strongest"),
        "explorer, after 6, strongest": explorer(6, order="strongest"),
        "position, first": positions(0),
        "position, after 6 half-moves": positions(6),
        "position, after 12 half-moves": positions(12),
        "position, a rare one (after 40)": positions(40),
        "position, after 6, either side to move": positions(6, any_side="on"),
        "position, after 6, a player": positions(6, player=name),
        "position, after 6, 1950 to 1990": positions(6, **years),
        "position, first, page in the middle": positions(0, before=middle),
        "pattern, four squares, in 1,000 games": games_list_of_pattern(middle),
        "ending, two kings against one": endings(white_kings=2, black_kings=1, either_colour="on"),
        "ending, a king against a king, at the end": endings(white_kings=1, black_kings=1, is_final="on"),
        "ending, page in the middle": endings(white_kings=2, black_kings=1, before=middle),
        "list, first page": games_list(),
        "list, last page": games_list(before="last"),
        "list, page in the middle": games_list(after=middle),
        "list, a player": games_list(player=name),
        "list, a player, last page": games_list(player=name, before="last"),
        "list, a rare part of a name": games_list(player=lambda: name()[1:]),
        "list, a name that nobody has": games_list(player="qxqxq"),
        "list, an event": games_list(event=lambda: f"{CHANCE.choice(PLACES)} {CHANCE.randint(1880, 2026)}"),
        "list, a word of one event in five": games_list(event="championship"),
        "list, an event, last page": games_list(event="championship", before="last"),
        "list, a player and a result": games_list(player=name, winner="white"),
        "list, a year": games_list(year=lambda: str(CHANCE.randint(1880, 2026))),
        "list, a result and a variant": games_list(winner="draw", variant="english"),
        "list, strongest": games_list(order="strongest"),
        "list, strongest, last page": games_list(order="strongest", before="last"),
        "list, strongest, page in the middle": games_list(order="strongest", after=middle),
        "list, an event, strongest": games_list(event="glasgow", order="strongest"),
    }


def page(name: str, **asked: object) -> str:
    """Return the address of a page of the games."""
    facts = asked if name == "list" else {"variant": "english", **asked}
    return f"{reverse(f'games:{name}')}?{urlencode(facts)}"


def said(value: object) -> object:
    """Return a value, or that of a function."""
    return value() if callable(value) else value


def games_list_of_pattern(middle: int) -> Question:
    """Return a question for a pattern in the games before one of the newer half."""
    return lambda: page(
        "position_search", fen="?:W21,K2:B", others="on", before=middle + CHANCE.randrange(1000)
    )


def _walk(line: str, depth: int) -> Walk:
    """Return the first half-moves of a stored game, with the captures by their squares."""
    texts = [text.partition(":")[0] for text in line.split()[:depth]]
    for end in range(len(texts), -1, -1):
        try:
            return walk(variant="english", moves=" ".join(texts[:end]))
        except Exception:  # noqa: BLE001, S112 - a capture whose squares have several readings
            continue
    raise AssertionError


def transposed(line: Walk) -> Walk:
    """Return the line with its first and third move exchanged, if that can be played."""
    try:
        return walk(variant="english", moves=" ".join(reversed(line.texts)))
    except Exception:  # noqa: BLE001 - it cannot
        return line


def measure() -> bool:
    """Ask each question many times; return True if everyone is in its budget."""
    server = server_clock()
    row("page", "by the clock p50 / p95 / max, ms", "processor p50 / p95 / max, ms", "queries")
    missed = []
    for name, address in questions().items():
        with CaptureQueriesContext(connection) as caught:
            ask(address())
            queries = len(caught)
        times, work = [], []
        for path in [address() for _round in range(ROUNDS)]:
            begun, used = time.perf_counter(), spent(server)
            ask(path)
            times.append(1000 * (time.perf_counter() - begun))
            work.append(spent(server) - used)
        row(name, _figures(times), _figures(work), str(queries))
        if not name.startswith("pattern") and _p95(work) > BUDGET:
            missed.append((name, _p95(work)))
    for name, figure in missed:
        verdict_on(f"{name}, p95 of processor time", figure, BUDGET, "ms", at_most=True)
    return not missed


def _p95(times: list[float]) -> float:
    return quantiles(times, n=20, method="inclusive")[18]


def _figures(times: list[float]) -> str:
    return f"{median(times):.1f} / {_p95(times):.1f} / {max(times):.1f}"


def show_plans() -> None:
    """Print the plan of each query of the questions, once."""
    is_postgresql = connection.vendor == "postgresql"
    explain = "EXPLAIN (ANALYZE, BUFFERS, COSTS OFF)" if is_postgresql else "EXPLAIN QUERY PLAN"
    seen: set[str] = set()
    for name, address in questions().items():
        with CaptureQueriesContext(connection) as caught:
            ask(address())
        for query in caught:
            shape = NUMBERS.sub("0", query["sql"])
            if not shape.startswith("SELECT") or shape in seen:
                continue
            seen.add(shape)
            print(f"\n-- {name}\n{query['sql'][:300]}")
            with connection.cursor() as cursor:
                cursor.execute(f"{explain} {query['sql']}")
                print("\n".join("  " + " ".join(map(str, line))[:160] for line in cursor.fetchall()[:24]))


def main() -> int:
    """Run the benchmark."""
    if not SCORES.exists():
        print(f"No recorded games at {SCORES}: nothing is measured.")
        return 0
    if not OPTIONS.filled:
        fill()
    logging.disable(logging.INFO)
    heading(f"explorer, {Game.objects.count():,} games on {connection.vendor}")
    is_met = measure()
    if OPTIONS.plans:
        show_plans()
    return 0 if is_met else 1


if __name__ == "__main__":
    sys.exit(main())
