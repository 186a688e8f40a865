"""Random positions of a variant, the same for the same seed: by play from the start, and put down anyhow."""

import random

from games.rules import Position, Side, legal_moves, play

PLIES = 120
OF_A_GAME = 3  # every so many plies a position is taken
MAX_FILL = 0.55  # of the squares


def played(variant, draw):
    """Positions out of one game of random moves."""
    position = Position.start(variant)
    for ply in range(PLIES):
        moves = legal_moves(position, variant)
        if not moves:
            return
        if ply % OF_A_GAME == 0:
            yield position
        position = play(position, draw.choice(moves), variant)


def placed(variant, draw):
    """A position with kings and men anywhere, men never on the row where they are crowned."""
    count = variant.geometry.squares
    squares = draw.sample(range(1, count + 1), draw.randint(2, int(count * MAX_FILL)))
    cut = draw.randint(1, len(squares) - 1)
    share_of_kings = draw.random() ** 2
    groups = [], [], [], []
    for index, square in enumerate(squares):
        is_king = draw.random() < share_of_kings
        groups[(0 if index < cut else 2) + is_king].append(square)
    return Position.from_placement(groups, draw.choice(list(Side)), variant)


def random_positions(variant, count, seed):
    """So many positions without end of the game, every second one put down anyhow."""
    draw = random.Random(f"{variant.key} {seed}")  # noqa: S311 - no secret
    found = []
    game = iter(())
    while len(found) < count:
        position = next(game, None) if len(found) % 2 else placed(variant, draw)
        if position is None:
            game = played(variant, draw)
        else:
            found.append(position)
    return found
