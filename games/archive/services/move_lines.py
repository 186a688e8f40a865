"""Identity of records, and of a beginning with its game: the moves, never the text."""

from collections.abc import Iterable
from hashlib import blake2b
from itertools import chain

from games.rules import Move

# Two bytes a ply: 256 plies are compared through the index, the rest of a longer game by its move line.
# PostgreSQL refuses an index entry of more than about 2,700 bytes.
INDEXED_PLIES = 256
START_BYTES = 8


def move_line(moves: Iterable[Move]) -> str:
    """From, to and captured squares of every ply; a line that starts another line is its beginning."""
    return "".join(_ply(move) for move in moves)


def _ply(move: Move) -> str:
    if not move.captured:
        return f"{move.origin}-{move.destination} "
    lifted = ",".join(map(str, sorted(move.captured)))
    return f"{move.origin}x{move.destination}:{lifted} "


def move_key(*, variant: str, start_fen: str, line: str, rest: str) -> str:
    """Return the key that makes a game unique in a club; `rest` was written but could not be played."""
    return blake2b(f"{variant}\n{start_fen}\n{line}\n{rest}".encode(), digest_size=16).hexdigest()


def line_key(*, variant: str, start_fen: str, moves: Iterable[Move]) -> bytes:
    """The index key of a line: its rules and start, then origin and destination of each ply."""
    start = blake2b(f"{variant}\n{start_fen}".encode(), digest_size=START_BYTES).digest()
    plies = bytes(chain.from_iterable((move.origin, move.destination) for move in moves))
    return start + plies[: 2 * INDEXED_PLIES]


def beginning_keys(key: bytes) -> list[bytes]:
    """The keys of every shorter line that begins this one, shortest first."""
    return [key[:end] for end in range(START_BYTES + 2, len(key), 2)]


def key_ceiling(key: bytes) -> bytes:
    """The first key that sorts after every line that begins with this one; no square is numbered 255."""
    return key + b"\xff"
