"""The final table of 300 players after 9 rounds with every tie-break of individual events.

    python -m benchmarks.standings [--one-by-one]

The event is generated from a seed: results by rating, some rests, forfeits and withdrawals. The
comparison is gacrux 1.11.65, if installed, on the same list; columns on which two programs are known to
agree are compared value by value. Processor time, to reduce the effect of other load on the machine.
`--one-by-one` is the negative control: each tie-break has the whole table computed, and the budget has to
be missed.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any

from benchmarks.machine import heading, verdict_on
from tournaments.pairing.values import Colour, Player, PlayerRound, RoundKind
from tournaments.standings.ranking.display import decimal_text, format_value
from tournaments.standings.ranking.ranking import Table, codes_of, standings
from tournaments.standings.ranking.values import Results, Scale, entrants_of

try:
    from gacrux.tiebreak import tiebreak as gacrux_tiebreak
    from gacrux.trf2json import trf2json as gacrux_reader
except ImportError:
    gacrux_tiebreak = gacrux_reader = None

PLAYERS, ROUNDS, SEED, REPEATED = 300, 9, 2026, 7
MILLISECONDS = 100
ONE_BY_ONE = "--one-by-one"
WIN, DRAW = 10, 5
AGREED = (
    "PTS BH BH/C1 BH/C2 BH/M1 SB SB/C1 PS PS/C1 WIN WON BPG BWG REP STD ARO AOB TPR APRO".split()  # noqa: SIM905
)
FURTHER = ["DE", "BH/M2", "FB", "FB/C1", "SB/C2", "PS/C2", "PTP", "APPO"]
MARKS = {RoundKind.ALLOCATED_BYE: "U", RoundKind.HALF_BYE: "H", RoundKind.ZERO_BYE: "Z"}


@dataclass
class Made:
    """A player of the generated event."""

    number: int
    rating: int
    rounds: list[PlayerRound] = field(default_factory=list)

    @property
    def score(self) -> int:
        """Return the points so far."""
        return sum(each.points for each in self.rounds)


def made_up_event() -> list[Made]:
    """Generate nine rounds between neighbours on score, by chance from the seed."""
    chance = random.Random(SEED)  # noqa: S311 - a made-up event, not a secret
    field_of = [Made(number, 2400 - 4 * number) for number in range(1, PLAYERS + 1)]
    for _ in range(ROUNDS):
        waiting = sorted(field_of, key=lambda each: (-each.score, chance.random()))
        while len(waiting) > 1:
            white = waiting.pop(0)
            if chance.random() < 0.03:
                rest = chance.choice([RoundKind.HALF_BYE, RoundKind.ZERO_BYE])
                white.rounds.append(PlayerRound(rest, points=DRAW if rest is RoundKind.HALF_BYE else 0))
                continue
            play(white, waiting.pop(0), chance)
        for last in waiting:
            last.rounds.append(PlayerRound(RoundKind.ALLOCATED_BYE, points=WIN))
    return field_of


def play(white: Made, black: Made, chance: random.Random) -> None:
    """Play one game, or forfeit it."""
    points = chance.choices([WIN, DRAW, 0], [3, 5, 2])[0]
    kinds = (RoundKind.PLAYED, RoundKind.PLAYED)
    if chance.random() < 0.02:
        points, kinds = WIN, (RoundKind.FORFEIT_WIN, RoundKind.FORFEIT_LOSS)
    white.rounds.append(PlayerRound(kinds[0], black.number, Colour.WHITE, points))
    black.rounds.append(PlayerRound(kinds[1], white.number, Colour.BLACK, WIN - points))


def report(made: list[Made]) -> list[str]:
    """Return the event as a TRF, for the peer."""
    lines = ["012 Made up", "042 2026/03/15", "052 2026/03/22", f"062 {PLAYERS}", f"142 {ROUNDS}"]
    lines += ["152 W", "192 FIDE_DUTCH"]
    for each in made:
        head = f"001 {each.number:4}      {f'Player{each.number:04}':33} {each.rating:4}"
        cells = "".join(f"  {cell(round_)}" for round_ in each.rounds)
        lines.append(f"{head:80}{each.score / WIN:4.1f} {each.number:4}{cells}")
    return lines


def cell(round_: PlayerRound) -> str:
    """Return one round in TRF."""
    if round_.kind in MARKS:
        return f"0000 - {MARKS[round_.kind]}"
    colour = "w" if round_.colour is Colour.WHITE else "b"
    signs = {WIN: "1", DRAW: "=", 0: "0"}
    if not round_.is_played:
        signs = {WIN: "+", 0: "-"}
    return f"{round_.opponent:4} {colour} {signs[round_.points]}"


def gacrux_values(lines: list[str], codes: list[str]) -> tuple[float, Any]:
    """Return the peer's processor time for the table, without reading, and its answer."""
    reader = gacrux_reader()
    reader.parse_file("\n".join(lines), verbose=False)
    tournament = reader.get_tournament(1)
    options = {"tiebreak": codes, "check": False, "swiss": True}
    started = time.process_time()
    answer = gacrux_tiebreak(tournament, -1, options).compute_tiebreaks(tournament, options)
    return time.process_time() - started, answer


def seconds_of(work: Callable[[], object]) -> float:
    """Return the processor time of one run."""
    started = time.process_time()
    work()
    return time.process_time() - started


def differences(table: Table, answer: Any) -> int:
    """Return values that differ from the peer's, in the columns on which two programs agree."""
    theirs = {each["cid"]: each["tiebreakScore"] for each in answer["competitors"]}
    return sum(
        float(format_value(column.values[number], column, table.results)) != float(theirs[number][index])
        for index, column in enumerate(table.columns[: len(AGREED)])
        for number in column.values
        if column.values[number].amount is not None
    )


def one_by_one(results: Results, texts: list[str]) -> None:
    """Compute the table again for each tie-break."""
    for text in texts:
        standings(results, codes_of([text]))


def main(arguments: list[str]) -> int:
    """Time both; return 1 on a missed budget or a differing value."""
    heading(f"Standings of {PLAYERS} players after {ROUNDS} rounds, processor time")
    made = made_up_event()
    players = [Player(number=each.number, rating=each.rating, rounds=tuple(each.rounds)) for each in made]
    scale = Scale(win=WIN, draw=DRAW, unit=10, decimals=1)
    results = Results(entrants=entrants_of(players), rounds=ROUNDS, scale=scale)
    texts = AGREED + FURTHER
    codes, lines = codes_of(texts), report(made)
    compute: Callable[[], object] = partial(standings, results, codes)
    if ONE_BY_ONE in arguments:
        compute = partial(one_by_one, results, texts)
    ours: list[float] = []
    theirs: list[float] = []
    wrong = 0
    for _ in range(REPEATED):
        ours.append(seconds_of(compute))
        if gacrux_tiebreak is not None:
            seconds, answer = gacrux_values(lines, texts)
            theirs.append(seconds)
            wrong = differences(standings(results, codes), answer)
    print(f"{len(codes)} tie-breaks: {1000 * median(ours):.0f} ms, best {1000 * min(ours):.0f}")
    for text in ("BH", "SB/C1", "DE", "PTP"):
        one = min(seconds_of(lambda code=text: standings(results, codes_of([code]))) for _ in range(3))
        print(f"  {text} alone: {1000 * one:.1f} ms")
    if theirs:
        times = decimal_text(round(100 * median(t / o for t, o in zip(theirs, ours, strict=True))), 100, 1)
        print(f"gacrux 1.11.65: {1000 * median(theirs):.0f} ms, {times} times as long; {wrong} values differ")
    else:
        print("gacrux is not installed: pip install gacrux==1.11.65 puts the peer beside it")
    is_kept = verdict_on("the whole table", 1000 * median(ours), MILLISECONDS, "ms", at_most=True)
    return 0 if is_kept and not wrong else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
