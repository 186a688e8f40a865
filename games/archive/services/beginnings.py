"""Games of a club that are the proper beginning of another one: shorter scores of the same game.

Arrival order does not matter: a new game is compared with its continuations and with its beginnings. A game
with several continuations points at the longest, of equals at the one with the lowest key.
"""

from collections.abc import Iterator, Sequence

from django.db.models import QuerySet

from games.archive.services.move_lines import beginning_keys, key_ceiling
from games.models import Game

KEYS_PER_QUERY = 500


def flag_beginnings(*, organisation_id: int, games: Sequence[Game]) -> list[Game]:
    """Link saved shorter scores to the longer ones. Return those newly flagged."""
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
