"""The index as it is stored, and as it follows from the games by replaying every record."""

from collections import Counter

from django.db import connection

from games.explorer.models import WINNER_CODES
from games.explorer.position_keys import code_of, edge_key, material_key, position_key
from games.explorer.services.index import OPENING_PLIES
from games.judging.choices import stored_verdict
from games.models import Game, GameEnding, GamePosition, OpeningMove


def stored_index():
    return (
        set(GamePosition.objects.values_list("key", "game_id", "ply", "move", "year", "winner")),
        set(OpeningMove.objects.values_list("edge", "year", "games", "white", "black", "draws")),
        set(GameEnding.objects.values_list("material", "game_id", "ply", "stood", "is_final")),
    )


def expected_index():
    """Replay every counted game by the laws, and count."""
    positions, endings, counts = set(), set(), {}
    for game in Game.objects.exclude(variant="").filter(beginning_of=None):
        played = stored_verdict(game=game).replay
        if played.setups or not (played.moves or game.start_fen):
            continue
        variant, winner, year = played.variant, WINNER_CODES[game.winner], game.year or 0
        moves = [*map(code_of, played.moves), 0]
        seen, materials = set(), []
        for ply, position in enumerate(played.positions):
            key = position_key(position, variant)
            materials.append(tuple(map(len, position.placement(variant))))
            if key in seen:
                continue
            seen.add(key)
            positions.add((key, game.pk, ply, moves[ply], year, winner))
            if ply < OPENING_PLIES and moves[ply]:
                edge = edge_key(key, moves[ply], game.organisation_id), year
                counts.setdefault(edge, Counter()).update(["games", winner])
        for material in dict.fromkeys(materials):
            if sum(material) <= 8:
                first, last = materials.index(material), len(materials) - 1 - materials[::-1].index(material)
                stood = last - first + (last < len(materials) - 1)
                key = material_key(material, variant)
                endings.add((key, game.pk, first, stood, last == len(materials) - 1))
    rows = {(*edge, one["games"], one[1], one[2], one[3]) for edge, one in counts.items()}
    return positions, rows, endings


def assert_index_is_exact():
    for stored, expected in zip(stored_index(), expected_index(), strict=True):
        assert stored == expected


def is_postgresql():
    return connection.vendor == "postgresql"
