"""Small tournament reports for tests, a line for each player."""

HEAD = ("012 Club evening", "142 5", "152 W", "192 FIDE_DUTCH")


def player_line(number, points, *cells, name="", rank=None):
    """Record 001; a cell is such as `2w1` (opponent, colour, result), `-U` (a bye) or the empty text."""
    line = f"001 {number:4d}      {name or f'Player {number}':33s} {2000 - number:4d}"
    line = f"{line:<80}{points:>4} {rank or number:4d}  "
    return (line + "".join(cell_text(cell) for cell in cells)).rstrip()


def cell_text(cell):
    if not cell:
        return " " * 10
    if cell.startswith("-"):
        return f"0000 - {cell[1]}  "
    return f"{cell[:-2]:>4} {cell[-2]} {cell[-1]}  "


def team_line(number, name, *players, points=("", "")):
    """Record 310."""
    line = f"310 {number:3d} {name:<32}"
    return f"{line:<54}{points[0]:>6} {points[1]:>6} {number:3d}  " + "".join(f"{one:4d} " for one in players)


def trf(*lines, head=HEAD):
    return ("\n".join([*head, *lines]) + "\n").encode()
