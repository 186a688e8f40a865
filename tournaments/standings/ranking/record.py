"""Permanent form of a table: plain lists and numbers from which it can be computed again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from fractions import Fraction
from typing import Any, Final

from tournaments.pairing.values import Colour, RoundKind
from tournaments.standings.ranking.display import format_value
from tournaments.standings.ranking.ranking import Standing, Table
from tournaments.standings.ranking.values import (
    STAGES_5_0,
    STAGES_12_0,
    Amount,
    Basis,
    Entrant,
    Game,
    Mark,
    Outcome,
    Part,
    Results,
    Scale,
    Score,
    Value,
)

STAGES: Final = {stages.key: stages for stages in (STAGES_12_0, STAGES_5_0)}
RoundRecords = dict[int, tuple[Outcome, list[Any]]]
"""Records of rounds by the id of the outcome, which is held so that its id is not given to another."""
PLAIN: Final = ("rounds", "games_per_round", "is_round_robin", "is_of_teams", "unrated_as")


def facts_record(results: Results) -> dict[str, Any]:
    """Return the inputs of a section's results, without the entries."""
    return {
        **{name: getattr(results, name) for name in PLAIN},
        "scale": asdict(results.scale),
        "game_scale": None if results.game_scale is None else asdict(results.game_scale),
        "primary": results.primary.value,
        "stages": None if results.stages is None else results.stages.key,
        "lots": list(results.lots),
    }


def results_in(facts: Mapping[str, Any], entrants: Iterable[Entrant]) -> Results:
    """Restore the results."""
    return Results(
        entrants=tuple(entrants),
        **{name: facts[name] for name in PLAIN},
        scale=Scale(**facts["scale"]),
        game_scale=None if facts["game_scale"] is None else Scale(**facts["game_scale"]),
        primary=Score(facts["primary"]),
        stages=None if facts["stages"] is None else STAGES[facts["stages"]],
        lots=tuple(facts["lots"]),
    )


def entrant_record(entrant: Entrant, known: RoundRecords | None = None) -> dict[str, Any]:
    """Return the rounds of an entry.

    `known` shares their records between tables of one computation, whose outcomes are the same objects.
    """
    known = {} if known is None else known
    return {
        "number": entrant.number,
        "rating": entrant.rating,
        "correction": entrant.correction,
        "rounds": [_known_record(each, known) for each in entrant.outcomes],
    }


def entrant_in(record: Mapping[str, Any]) -> Entrant:
    """Restore an entry."""
    return Entrant(
        number=record["number"],
        rating=record["rating"],
        correction=record["correction"],
        outcomes=tuple(outcome_in(each) for each in record["rounds"]),
    )


def _known_record(outcome: Outcome, known: RoundRecords) -> list[Any]:
    found = known.get(id(outcome))
    if found is None:
        found = known[id(outcome)] = (outcome, _outcome_record(outcome))
    return found[1]


def _outcome_record(outcome: Outcome) -> list[Any]:
    return [
        outcome.kind.value,
        outcome.opponent,
        _colour(outcome.colour),
        outcome.points,
        outcome.game_points,
        [_game_record(game) for game in outcome.games],
    ]


def outcome_in(record: Sequence[Any]) -> Outcome:
    """Restore a round."""
    kind, opponent, colour, points, game_points, games = record
    return Outcome(
        kind=RoundKind(kind),
        opponent=opponent,
        colour=Colour(colour) if colour else None,
        points=points,
        game_points=game_points,
        games=tuple(_game_in(game) for game in games),
    )


def _game_record(game: Game) -> list[Any]:
    mark = game.mark.value if game.mark else ""
    return [game.points, game.against, _colour(game.colour), game.board_number, game.ballot, mark]


def _game_in(record: Sequence[Any]) -> Game:
    points, against, colour, board_number, ballot, mark = record
    return Game(
        points=points,
        against=against,
        colour=Colour(colour) if colour else None,
        board_number=board_number,
        ballot=ballot,
        mark=Mark(mark) if mark else None,
    )


def _colour(colour: Colour | None) -> str:
    return colour.value if colour else ""


def standing_record(standing: Standing, table: Table) -> dict[str, Any]:
    """A row of a table with every value and every addend."""
    values = zip(table.columns, standing.values, strict=True)
    return {
        "rank": standing.rank,
        "decided_by": standing.decided_by,
        "values": [
            {
                "amount": _amount_record(value.amount),
                "text": format_value(value, column, table.results),
                "parts": list(map(list, value.parts)),
            }
            for column, value in values
        ],
    }


def value_in(record: Mapping[str, Any]) -> Value:
    """Restore a value, with its addends."""
    parts = tuple(_part_in(each) for each in record["parts"])
    amount = record["amount"]
    return Value(Fraction(amount) if isinstance(amount, str) else amount, lambda: parts)


def _amount_record(amount: Amount | None) -> int | str | None:
    """A whole number as such, a fraction as two with a stroke between."""
    if amount is None:
        return None
    above, below = amount.numerator, amount.denominator
    return above if below == 1 else f"{above}/{below}"


def part_record(part: Part) -> list[Any]:
    """Return the stored form of an addend."""
    return list(part)


def _part_in(record: Sequence[Any]) -> Part:
    at, opponent, amount, basis, score, result, is_voluntary, cut = record
    return Part(at, opponent, amount, Basis(basis), score, result, is_voluntary, cut)
