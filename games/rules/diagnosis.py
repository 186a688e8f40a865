"""Diagnosis of an illegal written move: the kind of the offence and the facts behind it.

A written move that no legal move explains is tried with single rules lifted: a man that jumps backward, an
own piece jumped, one piece jumped twice, a jump through the king row, a jump broken off. The explanation that
lifts fewest rules is given.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

from games.rules.geometry import Geometry
from games.rules.kernel import RawCapture
from games.rules.moves import Move, capture_move, legal_moves, seen
from games.rules.notation import is_path, square_text, squares_between
from games.rules.position import Position
from games.rules.variant import Variant

SQUARE_FACTS = frozenset({"origin", "destination", "over"})
SQUARES_FACTS = frozenset({"jumped", "goes_on_to"})
PATHS_FACTS = frozenset({"captures", "goes_on_as"})
MAX_LEGS = 24
MAX_TRIALS = 20_000
MAX_BROKEN = 2  # a score explained by more lifted rules is not explained


@dataclass(frozen=True, slots=True)
class Illegality:
    """An illegal move: stable ``code``, plain facts, the moves that were legal instead.

    ``mover_can_move`` is True if the piece moved wrongly has a legal move, with which the wrong
    move must then be replaced (SL-M16).
    """

    code: str
    facts: dict[str, object]
    legal: list[Move]
    mover_can_move: bool


class Attempt(NamedTuple):
    """Attempt: a capture tried with rules lifted: its square, the pieces jumped, the rules broken."""

    square: int
    jumped: tuple[int, ...]
    path: tuple[int, ...]
    broken: tuple[tuple[str, int], ...]  # (code, square)


def diagnose(
    position: Position,
    variant: Variant,
    squares: tuple[int | None, ...],
    *,
    is_capture: bool | None = None,
) -> Illegality:
    """Return the kind of an illegal written move. ``squares`` has None for a square that the board lacks.

    ``is_capture`` is the meaning of the written sign, None without a sign.
    """
    legal = legal_moves(position, variant)
    holds = variant.geometry.holds
    squares = tuple(square if square and holds(square) else None for square in squares)
    code, facts = _kind(position, variant, squares, legal, is_capture=is_capture)
    mover_can_move = any(move.origin == squares[0] for move in legal)
    return Illegality(code, facts, legal, mover_can_move)


def facts_in_squares(facts: dict[str, object], variant: Variant) -> dict[str, Any]:
    """Facts of an illegal move with their squares as the variant writes them."""
    named: dict[str, Any] = {}
    for key, value in facts.items():
        if key in SQUARE_FACTS and isinstance(value, int):
            named[key] = square_text(value, variant)
        elif key in SQUARES_FACTS and isinstance(value, list):
            named[key] = [square_text(square, variant) for square in value]
        elif key in PATHS_FACTS and isinstance(value, list):
            sign = variant.capture_sign
            named[key] = [sign.join(square_text(square, variant) for square in path) for path in value]
        else:
            named[key] = value
    return named


def _kind(
    position: Position,
    variant: Variant,
    written: tuple[int | None, ...],
    legal: list[Move],
    *,
    is_capture: bool | None,
) -> tuple[str, dict[str, object]]:
    squares = tuple(square for square in written if square is not None)
    if not squares or len(squares) < len(written):
        return "off_board", {"squares": variant.geometry.squares}
    facts: dict[str, object] = {"origin": squares[0], "destination": squares[-1]}
    code = _kind_by_ends(position, variant, squares, legal)
    if code:
        return code, facts
    kings = seen(position).kings
    facts["piece"] = "king" if variant.geometry.bits[squares[0]] & kings else "man"
    if len(squares) == 2 and is_quiet(position, variant, squares):  # noqa: PLR2004 - two ends
        return _quiet_kind(position, variant, squares, legal, facts)
    attempt = best_attempt(position, variant, squares)
    if attempt is not None:
        return _capture_kind(position, variant, attempt, legal, facts)
    facts["capture_written"] = is_capture
    return "wrong_square", facts


def _kind_by_ends(position: Position, variant: Variant, squares: tuple[int, ...], legal: list[Move]) -> str:
    """Return the kind that the first and last square alone show, or nothing."""
    if not legal:
        return "moves_after_end"
    bits = variant.geometry.bits
    ends = squares[0], squares[-1]
    _, men, kings, enemy_men, enemy_kings = seen(position)
    if bits[ends[0]] & (enemy_men | enemy_kings):
        theirs = legal_moves(position._replace(side=position.side.opponent), variant)
        would_do = any((move.origin, move.destination) == ends for move in theirs)
        return "out_of_turn" if would_do else "not_your_piece"
    if not bits[ends[0]] & (men | kings):
        return "empty_square"
    if any((move.origin, move.destination) == ends for move in legal):  # a piece lifted at once was there
        return ""
    is_taken = bits[ends[1]] & (men | kings | enemy_men | enemy_kings)
    return "occupied_square" if is_taken and ends[0] != ends[1] else ""


def is_quiet(position: Position, variant: Variant, squares: tuple[int, ...]) -> bool:
    """Return True if the piece would go along a line over empty squares, one square unless it flies."""
    geometry = variant.geometry
    occupied = position[0] | position[1] | position[2] | position[3]
    bit, to = geometry.bits[squares[0]], geometry.bits[squares[1]]
    is_king = bool(bit & (position[1] | position[3]))
    for direction in geometry.directions(variant.moves_along):
        ray = geometry.ray(squares[0], direction)
        reach = ray if is_king and variant.king_flies else ray[:1]
        if to in reach:
            return not any(passed & occupied for passed in reach[: reach.index(to) + 1])
    return False


def _quiet_kind(
    position: Position,
    variant: Variant,
    squares: tuple[int, ...],
    legal: list[Move],
    facts: dict[str, object],
) -> tuple[str, dict[str, object]]:
    side = position.side
    row, to_row = (variant.geometry.cell_of(square)[0] for square in squares)
    is_backward = to_row > row if side == 0 else to_row < row
    if facts["piece"] == "man" and is_backward:
        return "man_moved_backward", facts
    if legal[0].captured:
        facts["captures"] = sorted({(move.origin, move.destination) for move in legal})
        return "must_capture", facts
    return "wrong_square", facts


def _capture_kind(
    position: Position,
    variant: Variant,
    attempt: Attempt,
    legal: list[Move],
    facts: dict[str, object],
) -> tuple[str, dict[str, object]]:
    facts["jumped"] = list(attempt.jumped)
    if attempt.broken:
        code, square = attempt.broken[0]
        return code, {**facts, "over": square}
    begun = len(attempt.jumped)
    whole = captures_of(position, variant, attempt.path[0])
    whole = [move for move in whole if move.captured[:begun] == attempt.jumped]
    is_broken_off = whole and not any(
        move.destination == facts["destination"] and move.captured == attempt.jumped for move in whole
    )
    if is_broken_off:
        longer = [move for move in whole if len(move.captured) > begun]
        if not longer:
            return "landed_too_far", {**facts, "over": attempt.jumped[-1]}
        onward = _onward(longer, attempt, legal, variant)
        facts["goes_on_to"] = sorted({move.destination for move in onward})
        facts["goes_on_as"] = sorted({move.route for move in onward})
        if onward[0] in legal:
            return "capture_incomplete", facts
    facts["criterion"] = _deciding_criterion(position, variant, attempt, is_broken_off=bool(is_broken_off))
    facts["captures"] = sorted({(move.origin, move.destination) for move in legal})
    return "not_the_priority_capture", facts


def _onward(longer: list[Move], attempt: Attempt, legal: list[Move], variant: Variant) -> list[Move]:
    """Return the captures that continue a broken-off one: legal ones first, then those past its end."""
    allowed = [move for move in longer if move in legal]
    onward = allowed or longer
    return [move for move in onward if is_path(attempt.path, move, variant.geometry)] or onward


def captures_of(position: Position, variant: Variant, origin: int) -> list[Move]:
    """Return every complete capture of one piece before the priority rules apply."""
    return [capture_move(variant.geometry, raw) for raw in _raw_captures_of(position, variant, origin)]


def _raw_captures_of(position: Position, variant: Variant, origin: int) -> list[RawCapture]:
    return variant.tables.generator.captures_of(variant.geometry.bits[origin], *seen(position))


def _deciding_criterion(
    position: Position, variant: Variant, attempt: Attempt, *, is_broken_off: bool
) -> str | None:
    """Return the first criterion by which the attempted capture, carried to its end, falls behind another."""
    _, men, kings, _, enemy_kings = seen(position)
    tables, bits = variant.tables, variant.geometry.bits
    wanted = tuple(bits[square] for square in attempt.jumped)
    best_of_all: list[int] = []
    best_wanted: list[int] = []
    for square in range(1, variant.geometry.squares + 1):
        if not bits[square] & (men | kings):
            continue
        for raw in _raw_captures_of(position, variant, square):
            ranks = tables.generator.ranks(raw, kings, enemy_kings)
            best_of_all = max(best_of_all, ranks)
            taken = raw[4][: len(wanted)] if is_broken_off else raw[4]
            if square == attempt.path[0] and taken == wanted:
                best_wanted = max(best_wanted, ranks)
    behind = (
        name
        for place, name in enumerate(tables.priority)
        if not best_wanted or best_wanted[place] < best_of_all[place]
    )
    return next(behind, None)


def best_attempt(position: Position, variant: Variant, squares: tuple[int, ...]) -> Attempt | None:
    """Return the capture with fewest broken rules that starts, passes and ends as the score gives it."""
    return next(iter(best_attempts(position, variant, squares)), None)


def best_attempts(position: Position, variant: Variant, squares: tuple[int, ...]) -> list[Attempt]:
    """Return every capture that explains what is written as well as the best one, in the order of trial."""
    best: list[Attempt] = []
    stack = [Attempt(squares[0], (), squares[:1], ())]
    trials = 0
    while stack and trials < MAX_TRIALS:
        attempt = stack.pop()
        trials += 1
        if attempt.jumped and attempt.square == squares[-1] and _passes(attempt, squares, variant):
            rank = _rank(attempt, squares)
            if not best or rank < _rank(best[0], squares):
                best = [attempt]
            elif rank == _rank(best[0], squares):
                best.append(attempt)
            if not best[0].broken:
                continue
        if len(attempt.jumped) < MAX_LEGS:
            stack.extend(_next_legs(position, variant, attempt, squares))
    return best


def _rank(attempt: Attempt, squares: tuple[int, ...]) -> tuple[int, bool]:
    """Fewest broken rules first, then the very path that is written."""
    return len(attempt.broken), attempt.path != squares


def _passes(attempt: Attempt, squares: tuple[int, ...], variant: Variant) -> bool:
    way: list[int] = [attempt.path[0]]
    for start, end in zip(attempt.path, attempt.path[1:], strict=False):
        way += [*squares_between(variant.geometry, start, end), end]
    walked = iter(way)
    return all(square in walked for square in squares)


def _next_legs(
    position: Position, variant: Variant, attempt: Attempt, squares: tuple[int, ...]
) -> list[Attempt]:
    geometry = variant.geometry
    crown = variant.tables.sides[position.side].crown
    _, men, kings, enemy_men, enemy_kings = seen(position)
    origin_bit = geometry.bits[squares[0]]
    is_man = bool(origin_bit & men)
    through = is_man and bool(attempt.jumped) and bool(geometry.bits[attempt.square] & crown)
    flies = variant.king_flies and (not is_man or (through and variant.tables.crowned_at_once))
    lifted = sum(geometry.bits[square] for square in attempt.jumped) if variant.tables.removed_at_once else 0
    occupied = (men | kings | enemy_men | enemy_kings) & ~origin_bit & ~lifted
    legs: list[Attempt] = []
    for direction in geometry.directions(variant.captures_along):
        ray = geometry.ray(attempt.square, direction)
        first = next((i for i, bit in enumerate(ray) if bit & occupied), None)
        if first is None or (first and not flies) or first + 1 >= len(ray):
            continue
        over = geometry.square_of[ray[first]]
        broken = attempt.broken + _broken_by_leg(
            position, variant, attempt, over, is_man=is_man, through=through
        )
        if (
            variant.tables.removed_at_once
            and not variant.may_turn_back
            and _leads_back(ray, attempt, geometry)
        ):
            broken = (*broken, ("turned_back", attempt.square))
        if len(broken) > MAX_BROKEN:
            continue
        for bit in ray[first + 1 :] if flies else ray[first + 1 : first + 2]:
            if bit & occupied:
                break
            landed = geometry.square_of[bit]
            too_far = flies and bit != ray[first + 1] and not variant.tables.lands_anywhere
            faults = (*broken, ("landed_too_far", over)) if too_far else broken
            legs.append(Attempt(landed, (*attempt.jumped, over), (*attempt.path, landed), faults))
    return legs


def _leads_back(ray: tuple[int, ...], attempt: Attempt, geometry: Geometry) -> bool:
    """Return True if a ray leads back over the piece captured last."""
    return bool(attempt.jumped) and geometry.bits[attempt.jumped[-1]] in ray


def _broken_by_leg(
    position: Position,
    variant: Variant,
    attempt: Attempt,
    over: int,
    *,
    is_man: bool,
    through: bool,
) -> tuple[tuple[str, int], ...]:
    """Return the rules that jumping over a square breaks, each with the square to point at."""
    _, men, kings, _, enemy_kings = seen(position)
    bit = variant.geometry.bits[over]
    broken: tuple[tuple[str, int], ...] = ()
    if bit & (men | kings):
        broken = (("jumped_own_piece", over),)
    elif over in attempt.jumped:
        broken = (("jumped_twice", over),)
    elif is_man and bit & enemy_kings and not variant.man_captures_king:
        broken = (("man_captured_king", over),)
    if through and variant.tables.crowning_stops:
        return (*broken, ("went_on_through_king_row", attempt.square))
    if is_man and not _man_may_jump(variant, position, attempt.square, bit):
        return (*broken, ("man_captured_backward", over))
    return broken


def _man_may_jump(variant: Variant, position: Position, square: int, over: int) -> bool:
    jumps = variant.tables.sides[position.side].man_jumps[variant.geometry.bits[square]]
    return variant.tables.crowned_at_once or any(bit == over for bit, _ in jumps)
