"""Score sheets for the tests of the laws: real PDN text, read and judged as a file would be."""

from games.laws import LAW_BOOKS, judge
from games.pdn import read_game
from games.rules import VARIANTS, Position, legal_moves, move_text, play


def sheet(moves, *, fen="", result="*", tags=()):
    """The PDN text of one game."""
    lines = [f'[Result "{result}"]']
    lines += [f'[FEN "{fen}"]'] if fen else []
    lines += [f'[{name} "{value}"]' for name, value in tags]
    return "\n".join(lines) + f"\n\n{moves} {result}\n"


def judged(moves, *, fen="", result="*", tags=(), book="standard-laws", variant="english", **options):
    """The verdict on a game given as text."""
    record = read_game(sheet(moves, fen=fen, result=result, tags=tags))
    return judge(record, LAW_BOOKS[book], variant=VARIANTS[variant], **options)


def found(verdict, code):
    """The one finding with a code."""
    (finding,) = [finding for finding in verdict.findings if finding.code == code]
    return finding


def quiet_line(fen, variant, plies, *, avoid=()):
    """A line of legal moves without a capture, as texts; depth-first, the first that is long enough."""
    rules = VARIANTS[variant]
    line = []

    def go(position, left):
        if not left:
            return True
        legal = legal_moves(position, rules)
        if not legal or legal[0].captured:
            return False
        for move in legal:
            if move.origin in avoid:
                continue
            line.append(move_text(move, rules, legal))
            if go(play(position, move, rules), left - 1):
                return True
            line.pop()
        return False

    assert go(Position.from_fen(fen, rules), plies)
    return line
