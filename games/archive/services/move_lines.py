"""Identity of records by their moves, never the text, and games that are the beginning of another one."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import chain

from django.db import connection
from django.db.models import QuerySet

from games.models import Game
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


KEYS_PER_QUERY = 500
ARCHIVE_LOCK = 0x67616D65  # class of the advisory locks


def lock_archive(organisation_id: int) -> None:
    """Serialize the saving of games of a club, before the games that it has are read.

    Of two new games at once none sees the other. The club's own row would also keep the desk waiting for the
    slice of an import, and a service that has locked a pairing would lock the club after it. SQLite has one
    writer.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [ARCHIVE_LOCK, organisation_id])


def flag_beginnings(*, organisation_id: int, games: Sequence[Game]) -> list[Game]:
    """Link saved shorter scores to the longer ones. Return those newly flagged. Callers lock the archive."""
    archive = Game.objects.filter(organisation_id=organisation_id)
    lined = [game for game in games if game.line_key is not None]
    flagged = [*_new_with_longer_score(archive, lined), *_archived_with_longer_score(archive, lined)]
    Game.objects.bulk_update(flagged, ["beginning_of"], batch_size=KEYS_PER_QUERY)
    return flagged


def _new_with_longer_score(archive: QuerySet[Game], games: Sequence[Game]) -> Iterator[Game]:
    """Return the new games of which the archive has a longer score."""
    for game in games:
        if not game.is_legal:
            continue
        key = bytes(game.line_key or b"")
        longer = archive.filter(
            line_key__gte=key, line_key__lt=key_ceiling(key), ply_count__gt=game.ply_count
        )
        for candidate in (
            longer.order_by("-ply_count", "move_key", "twin").only("move_line").iterator(chunk_size=20)
        ):
            if candidate.move_line.startswith(game.move_line):
                game.beginning_of_id = candidate.pk
                yield game
                break


def _archived_with_longer_score(archive: QuerySet[Game], games: Sequence[Game]) -> Iterator[Game]:
    """Return the archived games of which a new one is a longer score than any before."""
    new = {game.pk for game in games}
    keys = {key for game in games for key in beginning_keys(bytes(game.line_key or b""))}
    keys |= {bytes(game.line_key or b"") for game in games}
    found = [older for older in _with_keys(archive, keys) if older.pk not in new and older.is_legal]
    for older in found:
        longer = [
            game
            for game in games
            if game.ply_count > older.ply_count
            and bytes(game.line_key or b"").startswith(bytes(older.line_key or b""))
            and game.move_line.startswith(older.move_line)
        ]
        rivals = [*longer, older.beginning_of] if older.beginning_of else longer
        if not rivals:
            continue
        best = min(rivals, key=lambda game: (-game.ply_count, game.move_key, game.twin))
        if best.pk != older.beginning_of_id:
            older.beginning_of = best
            yield older


def _with_keys(archive: QuerySet[Game], keys: set[bytes]) -> Iterator[Game]:
    wanted = sorted(keys)
    for start in range(0, len(wanted), KEYS_PER_QUERY):
        chunk = wanted[start : start + KEYS_PER_QUERY]
        yield from archive.filter(line_key__in=chunk).select_related("beginning_of")
