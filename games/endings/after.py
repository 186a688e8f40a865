"""The positions that the moves of a side lead to, as the kernel takes positions."""

from games.rules.kernel import list_captures, list_steps
from games.rules.tables import Tables

View = tuple[int, int, int, int, int]  # side to move, its men and kings, the enemy's men and kings


def successors(
    tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> list[View]:
    """Return the positions after each move, seen from the side then to move; captures only if any."""
    found: list[View] = []
    captures = list_captures(tables, side, men, kings, enemy_men, enemy_kings)
    for origin, destination, taken, _, _, is_king in captures:
        own_men, own_kings = men & ~origin, kings & ~origin
        if is_king:
            own_kings |= destination
        else:
            own_men |= destination
        found.append((1 - side, enemy_men & ~taken, enemy_kings & ~taken, own_men, own_kings))
    if captures:
        return found
    crown = tables.sides[side].crown
    for origin, destination in list_steps(tables, side, men, kings, enemy_men, enemy_kings):
        if origin & men and not destination & crown:
            found.append((1 - side, enemy_men, enemy_kings, men ^ origin ^ destination, kings))
        else:
            own_kings = (kings & ~origin) | destination
            found.append((1 - side, enemy_men, enemy_kings, men & ~origin, own_kings))
    return found
