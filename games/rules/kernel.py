"""Move generation for every variant, on plain integers.

A position is seen from the side to move: its men, its kings, the enemy's men and kings, each one
integer with a bit a square (``geometry.py``). The functions read the variant's ``Tables`` and know
no variant by name. A step is ``(origin, destination)``; a capture is
``(origin, destination, taken, landings, captured, is_king)`` where ``taken`` is the mask of the
captured pieces, ``captured`` the same in order, ``landings`` the squares behind which the route is
told from every other, and ``is_king`` what the piece is after the move.
"""

from games.rules.priority import keep_obligatory
from games.rules.tables import OPPOSITE, SideTables, Tables

Step = tuple[int, int]
RawCapture = tuple[int, int, int, tuple[int, ...], tuple[int, ...], int]
# where the piece may have landed, whether it is a king, the direction it came from,
# taken, landings, captured
Stage = tuple[tuple[int, ...], int, int, int, tuple[int, ...], tuple[int, ...]]


def men_that_jump(side: SideTables, men: int, prey: int, empty: int) -> int:
    """The men that could capture a piece of ``prey`` now."""
    found = 0
    for shift in side.jump_left:
        found |= men & ((prey & (empty >> shift)) >> shift)
    for shift in side.jump_right:
        found |= men & ((prey & (empty << shift)) << shift)
    return found


def kings_can_jump(tables: Tables, kings: int, prey: int, empty: int) -> bool:
    """Whether any of the kings could capture a piece of ``prey`` now."""
    flies = tables.king_flies
    for shift in tables.king_jump_left:
        reach = kings
        edge = (kings << shift) & empty if flies else 0
        while edge:
            reach |= edge
            edge = (edge << shift) & empty
        if (((reach << shift) & prey) << shift) & empty:
            return True
    for shift in tables.king_jump_right:
        reach = kings
        edge = (kings >> shift) & empty if flies else 0
        while edge:
            reach |= edge
            edge = (edge >> shift) & empty
        if (((reach >> shift) & prey) >> shift) & empty:
            return True
    return False


def can_capture(tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> bool:
    """Whether the side to move has a capture, which it then must make."""
    enemy = enemy_men | enemy_kings
    empty = tables.board ^ (men | kings | enemy)
    prey = enemy if tables.men_take_kings else enemy_men
    if men_that_jump(tables.sides[side], men, prey, empty):
        return True
    return kings != 0 and kings_can_jump(tables, kings, enemy, empty)


def count_steps(tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
    """How many quiet moves there would be if nothing had to be captured."""
    empty = tables.board ^ (men | kings | enemy_men | enemy_kings)
    own = tables.sides[side]
    count = 0
    for shift in own.step_left:
        count += ((men << shift) & empty).bit_count()
    for shift in own.step_right:
        count += ((men >> shift) & empty).bit_count()
    if not kings:
        return count
    flies = tables.king_flies
    for shift in tables.king_step_left:
        edge = (kings << shift) & empty
        while edge:
            count += edge.bit_count()
            edge = (edge << shift) & empty if flies else 0
    for shift in tables.king_step_right:
        edge = (kings >> shift) & empty
        while edge:
            count += edge.bit_count()
            edge = (edge >> shift) & empty if flies else 0
    return count


def list_steps(
    tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> list[Step]:
    """Every quiet move, men first, if nothing has to be captured."""
    empty = tables.board ^ (men | kings | enemy_men | enemy_kings)
    own = tables.sides[side]
    steps: list[Step] = []
    for shift in own.step_left:
        targets = (men << shift) & empty
        while targets:
            target = targets & -targets
            targets ^= target
            steps.append((target >> shift, target))
    for shift in own.step_right:
        targets = (men >> shift) & empty
        while targets:
            target = targets & -targets
            targets ^= target
            steps.append((target << shift, target))
    while kings:
        king = kings & -kings
        kings ^= king
        _list_king_steps(tables, king, empty, steps)
    return steps


def _list_king_steps(tables: Tables, king: int, empty: int, steps: list[Step]) -> None:
    flies = tables.king_flies
    for shift in tables.king_step_left:
        target = (king << shift) & empty
        while target:
            steps.append((king, target))
            target = (target << shift) & empty if flies else 0
    for shift in tables.king_step_right:
        target = (king >> shift) & empty
        while target:
            steps.append((king, target))
            target = (target >> shift) & empty if flies else 0


def list_captures(
    tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> list[RawCapture]:
    """Every capture that the priority rules leave, each distinct route once; empty when there is none."""
    enemy = enemy_men | enemy_kings
    empty = tables.board ^ (men | kings | enemy)
    prey = enemy if tables.men_take_kings else enemy_men
    found: list[RawCapture] = []
    jumpers = men_that_jump(tables.sides[side], men, prey, empty)
    while jumpers:
        man = jumpers & -jumpers
        jumpers ^= man
        add_routes(tables, side, man, 0, empty | man, prey, enemy, found)
    if kings and kings_can_jump(tables, kings, enemy, empty):
        remaining = kings
        while remaining:
            king = remaining & -remaining
            remaining ^= king
            add_routes(tables, side, king, 1, empty | king, enemy, enemy, found)
    if len(found) > 1 and tables.priority:
        return keep_obligatory(found, tables.priority, kings, enemy_kings)
    return found


def add_routes(
    tables: Tables,
    side: int,
    origin: int,
    is_king: int,  # nought or one
    empty: int,
    prey: int,
    prey_of_kings: int,
    found: list[RawCapture],
) -> None:
    """Add every complete capture of one piece to ``found``; ``empty`` includes its own square."""
    stages: list[Stage] = [((origin,), is_king, -1, 0, (), ())]
    while stages:
        stage = stages.pop()
        if stage[1] and tables.king_flies:
            _extend_flight(tables, origin, empty, prey_of_kings, stage, stages, found)
        else:
            _extend_jump(tables, side, origin, empty, prey, stage, stages, found)


def _extend_jump(
    tables: Tables,
    side: int,
    origin: int,
    empty: int,
    prey: int,
    stage: Stage,
    stages: list[Stage],
    found: list[RawCapture],
) -> None:
    """Go on by one leg with a piece that jumps its neighbour."""
    (current,), is_king, came_along, taken, landings, captured = stage
    own = tables.sides[side]
    jumps = tables.king_jumps[current] if is_king else own.man_jumps[current]
    removed = taken if tables.removed_at_once else 0
    goes_on = False
    for over, land in jumps:
        if not over & prey or over & taken or not land & (empty | removed):
            continue
        goes_on = True
        crowned = not is_king and land & own.crown != 0
        if crowned and tables.crowning_stops:
            found.append((origin, land, taken | over, (*landings, land), (*captured, over), True))
            continue
        turns_king = is_king or (crowned and tables.crowned_at_once)
        will_fly = turns_king and tables.king_flies  # a flight names the square it leaves itself
        path = landings if will_fly else (*landings, land)
        stages.append(((land,), turns_king, came_along, taken | over, path, (*captured, over)))
    if not goes_on and taken:
        found.append((origin, current, taken, landings, captured, is_king or current & own.crown != 0))


def _extend_flight(
    tables: Tables,
    origin: int,
    empty: int,
    prey: int,
    stage: Stage,
    stages: list[Stage],
    found: list[RawCapture],
) -> None:
    """Go on by one leg with a flying king, from every square where it may have landed.

    A capture straight on is one route, not one for each landing square: only the square directly
    behind the captured piece goes on in the same direction.
    """
    landed, _, came_along, taken, landings, captured = stage
    if tables.removed_at_once:
        empty |= taken
    back = -1 if came_along < 0 or tables.may_turn_back else OPPOSITE[came_along]
    final: list[int] = []
    goes_on = False
    for place, current in enumerate(landed):
        before = len(stages)
        for direction, ray in enumerate(tables.king_rays[current]):
            if direction == back or (place and direction == came_along):
                continue
            leg = _leg(ray, empty, prey & ~taken, lands_anywhere=tables.lands_anywhere)
            if leg is not None:
                path = (*landings, current) if taken else ()
                stages.append((leg[1], True, direction, taken | leg[0], path, (*captured, leg[0])))
        if len(stages) > before:
            goes_on = True
        else:
            final.append(current)
    if taken and not (goes_on and tables.must_land_to_go_on):
        found.extend((origin, end, taken, (*landings, end), captured, True) for end in final)


def _leg(
    ray: tuple[int, ...], empty: int, prey: int, *, lands_anywhere: bool
) -> tuple[int, tuple[int, ...]] | None:
    """The piece that a flying king captures along a ray and where it may land, or None."""
    over = -1
    for place, bit in enumerate(ray):
        if bit & empty:
            continue
        if over < 0:
            if not bit & prey:
                return None
            over = place
            continue
        end = place
        break
    else:
        end = len(ray)
    if over < 0 or end == over + 1:
        return None
    return ray[over], (ray[over + 1 : end] if lands_anywhere else ray[over + 1 : over + 2])


def count_moves(tables: Tables, side: int, men: int, kings: int, enemy_men: int, enemy_kings: int) -> int:
    """The number of legal moves, every distinct route counted."""
    if can_capture(tables, side, men, kings, enemy_men, enemy_kings):
        return len(list_captures(tables, side, men, kings, enemy_men, enemy_kings))
    return count_steps(tables, side, men, kings, enemy_men, enemy_kings)
