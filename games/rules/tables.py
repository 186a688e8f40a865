"""The facts of a variant turned into masks, shifts and neighbour tables, once per variant."""

from dataclasses import dataclass, field
from types import MappingProxyType

from games.compiled import Form, in_use
from games.rules.generator import Generator
from games.rules.masks import Jump, Masks, SideTables
from games.rules.variant_facts import VariantFacts

COMPILED_BITS = 64  # of the largest board, ghost bits with it, that the compiled generator takes


@dataclass(frozen=True, slots=True, eq=False)
class Tables(Masks):
    """Masks of a variant with the generator that reads them, as the kernel takes them."""

    generator: Generator = field(init=False, repr=False)

    @property
    def kernel(self) -> Form:
        """Return the form of the generator that makes the moves here."""
        return "interpreted" if type(self.generator) is Generator else "compiled"

    def __post_init__(self) -> None:
        fits = self.board.bit_length() <= COMPILED_BITS
        object.__setattr__(self, "generator", (in_use(Generator) if fits else Generator)(self))


def _split(shifts: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(s for s in shifts if s > 0), tuple(-s for s in shifts if s < 0)


def _jumps(variant: VariantFacts, directions: list[tuple[int, int]]) -> dict[int, tuple[Jump, ...]]:
    geometry = variant.geometry
    table: dict[int, tuple[Jump, ...]] = {}
    for square in range(1, geometry.squares + 1):
        rays = (geometry.ray(square, direction) for direction in directions)
        table[geometry.bits[square]] = tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1)
    return table


def _side_tables(variant: VariantFacts, *, is_white: bool) -> SideTables:
    geometry = variant.geometry

    def goes_forward(direction: tuple[int, int]) -> bool:
        if direction[0] == 0:
            return variant.man_goes_sideways
        return (direction[0] < 0) if is_white else (direction[0] > 0)

    steps = [d for d in geometry.directions(variant.moves_along) if goes_forward(d)]
    jumps = [
        d
        for d in geometry.directions(variant.captures_along)
        if variant.man_captures_backward or goes_forward(d)
    ]
    step_left, step_right = _split([geometry.shift_of(d) for d in steps])
    jump_left, jump_right = _split([geometry.shift_of(d) for d in jumps])
    crown = start = 0
    for square in range(1, geometry.squares + 1):
        row = geometry.cell_of(square)[0]
        from_own_side = geometry.height - 1 - row if is_white else row
        if from_own_side == geometry.height - 1:
            crown |= geometry.bits[square]
        if 0 <= from_own_side - variant.empty_rows_behind < variant.rows_of_men:
            start |= geometry.bits[square]
    return SideTables(crown, step_left, step_right, jump_left, jump_right, _jumps(variant, jumps), start)


def build_tables(variant: VariantFacts) -> Tables:
    """Return the tables that follow from the facts; the only place where facts become masks."""
    geometry = variant.geometry
    steps = geometry.directions(variant.moves_along)
    captures = geometry.directions(variant.captures_along)
    step_left, step_right = _split([geometry.shift_of(d) for d in steps])
    jump_left, jump_right = _split([geometry.shift_of(d) for d in captures])
    sides = _side_tables(variant, is_white=True), _side_tables(variant, is_white=False)
    return Tables(
        board=geometry.full,
        sides=sides,
        crown=(sides[0].crown, sides[1].crown),
        step_left=(sides[0].step_left, sides[1].step_left, step_left),
        step_right=(sides[0].step_right, sides[1].step_right, step_right),
        jump_left=(sides[0].jump_left, sides[1].jump_left, jump_left),
        jump_right=(sides[0].jump_right, sides[1].jump_right, jump_right),
        king_flies=variant.king_flies,
        lands_anywhere=variant.king_landing.value != "directly_behind",
        stops_behind_king=variant.king_landing.value == "directly_behind_king",
        must_land_to_go_on=variant.king_must_land_to_go_on,
        men_take_kings=variant.man_captures_king,
        crowning_stops=variant.crowning.value == "stops",
        crowned_at_once=variant.crowning.value == "at_once",
        removed_at_once=variant.removal.value == "at_once",
        may_turn_back=variant.may_turn_back,
        priority=tuple(criterion.value for criterion in variant.priority),
    )


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant(VariantFacts):
    """One rule set, with its tables built once."""

    tables: Tables = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "articles", MappingProxyType(dict(self.articles)))
        object.__setattr__(self, "tables", build_tables(self))
