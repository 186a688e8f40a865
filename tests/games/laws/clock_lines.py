"""Lines for the tables of draw clocks: written moves, and quiet ones found between them."""

from games.rules import VARIANTS, Position, legal_moves, move_text, play


def shuffle(fen, variant, plies, *, still=(), keeps=lambda _position, _made: True):
    """Quiet moves as texts: nothing is taken, pieces on `still` stay.

    `keeps` is asked of every position with the number of half-moves that have led to it.
    """
    rules = VARIANTS[variant]
    line = []

    def go(position, left):
        if not left:
            return True
        legal = legal_moves(position, rules)
        if not legal or legal[0].captured:
            return False
        for move in legal:
            then = play(position, move, rules)
            if move.origin in still or not keeps(then, plies - left + 1):
                continue
            line.append(move_text(move, rules, legal))
            if go(then, left - 1):
                return True
            line.pop()
        return False

    assert go(Position.from_fen(fen, rules), plies), f"no quiet line of {plies} half-moves from {fen}"
    return line


def after(fen, variant, texts):
    """The position after written moves, as FEN."""
    rules = VARIANTS[variant]
    position = Position.from_fen(fen, rules)
    for text in texts:
        legal = legal_moves(position, rules)
        move = next(one for one in legal if move_text(one, rules, legal) == text)
        position = play(position, move, rules)
    return position.to_fen(rules)


def script(fen, variant, parts):
    """A line put together from written moves and from numbers of quiet half-moves between them."""
    line = []
    for part in parts:
        here = after(fen, variant, line)
        line += shuffle(here, variant, part) if isinstance(part, int) else part.split()
    return line
