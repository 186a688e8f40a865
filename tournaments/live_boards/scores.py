"""Scores of live boards: rows to values of `games.laws.in_play` and back."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from games.ballots import opening_of_game
from games.house_rules.selectors import variant_named
from games.laws.in_play import EnteredMove, InPlay, judge_in_play, score_text, written_score
from tournaments.core.openings import ballots_of
from tournaments.events.selectors.sections import law_book_of
from tournaments.models import LiveBoard, Pairing

MAX_PLIES: Final = 600


class StoredMove(NamedTuple):
    """A move of `LiveBoard.moves`: text, position after it, time of entry, seconds on both clocks."""

    text: str
    fen: str
    route: tuple[int, ...]
    captured: tuple[int, ...]
    at: str
    white: int | None
    black: int | None
    recalled: tuple[str, ...]
    stood: bool = False
    is_over: bool = False


def stored_moves(board: LiveBoard) -> list[StoredMove]:
    """Return the moves of a board."""
    return [
        StoredMove(
            one["text"],
            one["fen"],
            tuple(one["route"]),
            tuple(one["captured"]),
            one["at"],
            one["white"],
            one["black"],
            tuple(one["recalled"]),
            one.get("stood", False),
            one.get("over", False),
        )
        for one in board.moves
    ]


def entered_moves(board: LiveBoard) -> list[EnteredMove]:
    """Return the score of a board without what is held."""
    return [
        EnteredMove(one.text, (one.white, one.black), one.recalled, one.stood) for one in stored_moves(board)
    ]


def judged(board: LiveBoard, moves: Sequence[EnteredMove]) -> InPlay:
    """Judge a score by the rules and the law book of the board's section."""
    section = board.pairing.round.section
    return judge_in_play(moves, variant_named(section.variant), law_book_of(section), tags=start_tags(board))


def start_tags(board: LiveBoard) -> Mapping[str, str]:
    """Return the tags of a position that was set up before the first move."""
    return {"SetUp": "1", "FEN": board.start_fen} if board.start_fen else {}


def store(board: LiveBoard, game: InPlay, moves: Sequence[EnteredMove], at: datetime) -> None:
    """Set the moves of a judged score on the row. Moves that were there keep the time of their entry."""
    known = stored_moves(board)
    board.moves = [
        {
            "text": played.text,
            "fen": played.fen,
            "route": list(played.route),
            "captured": list(played.captured),
            "at": known[index].at if _is_known(known, index, played.text) else at.isoformat(),
            "white": entered.clocks[0],
            "black": entered.clocks[1],
            "recalled": list(entered.recalled),
            **({"stood": True} if entered.stood else {}),
            **({"over": True} if game.winner and played is game.moves[-1] else {}),
        }
        for index, (played, entered) in enumerate(zip(game.moves, moves, strict=False))
    ]


def _is_known(known: Sequence[StoredMove], index: int, text: str) -> bool:
    return index < len(known) and known[index].text == text


def pdn_of(
    board: LiveBoard,
    tags: Mapping[str, str],
    *,
    plies: int | None = None,
    is_public: bool = False,
    undecided: Collection[tuple[int, str]] = (),
) -> str:
    """Write the score of a board as PDN, the first `plies` moves of both sides or all.

    What spectators read has no recalled moves: the arbiter may not have ruled on them yet. The record of a
    finished game leaves out those that are `undecided`, each with the number of the move that replaced it.
    """
    variant = variant_named(board.pairing.round.section.variant)
    moves = [
        replace(
            entered,
            recalled=tuple(one for one in entered.recalled if not is_public and (ply, one) not in undecided),
            left=":".join(stored.fen.split(":")[:3]) if entered.stood else "",
        )
        for ply, (entered, stored) in enumerate(
            zip(entered_moves(board)[:plies], stored_moves(board), strict=False), start=1
        )
    ]
    told = {**tags, **start_tags(board)}
    text = score_text(moves, variant, tags=told, result=tags.get("Result") or "*")
    return written_score(text, variant) if moves else text  # the strict form has a dash for no move


def opening_of(pairing: Pairing, game: int) -> tuple[str, list[EnteredMove]]:
    """Return the start position and the first moves that the drawn opening of a game gives."""
    drawn = ballots_of(pairing.ballot)
    if not drawn:
        return "", []
    ballot = drawn[min(opening_of_game(game), len(drawn)) - 1]
    section = pairing.round.section
    moves = [EnteredMove(text) for text in ballot.moves]
    played = judge_in_play(moves, variant_named(section.variant), law_book_of(section))
    if ballot.removed or played.held:
        return ballot.fen, []
    return "", moves


def clock_facts(board: LiveBoard) -> dict[str, Any]:
    """Return the clocks of a board in the form of the audit log."""
    return {"white": board.white_seconds, "black": board.black_seconds, "running": board.running}
