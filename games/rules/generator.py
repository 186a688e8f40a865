"""The one move generator, in two forms: interpreted for boards of any size, compiled for up to 64 bits.

A position is seen from the side to move: its men, its kings, the enemy's men and kings, each a mask with a
bit a square (``geometry.py``). A step is ``(origin, destination)``. A capture is
``(origin, destination, taken, landings, captured, is_king)``: ``taken`` is the mask of the captured pieces,
``captured`` the same in order, ``landings`` the squares landed on in order. ``is_king`` is True if the piece
is a king after the move. A capture straight on by a flying king is one route, not one for each square where
it may have landed between: only the square directly behind the captured piece goes on the same way.

A shift to the left goes down the board; left and right shifts are stored apart, so that no
loop has to look at a sign. Shifts are stored for men of White, men of Black, and kings.
"""

from typing import TYPE_CHECKING

from games.rules.priority import CRITERIA

if TYPE_CHECKING:
    from games.compiled import cython
    from games.rules.masks import Masks
else:
    try:
        import cython
    except ModuleNotFoundError:
        from games.compiled import cython

if cython.compiled:
    from cython.cimports.cpython.exc import PyErr_CheckSignals
    from cython.cimports.games.compiled.bits import Mask, Row, drop_row, longer_row, popcount
    from cython.cimports.games.rules.shapes import (
        BY_KING,
        DEEP,
        KINGS,
        LISTING,
        MOST_KINGS,
        MOST_PIECES,
        MOST_VALUE,
        RESULTS,
        ROUTES,
        ROW,
        Codes,
        Counts,
        PairOfMasks,
        Ranks,
        Route,
        Shifts,
    )
else:
    from games.compiled.bits import Mask, Row, drop_row, longer_row, popcount
    from games.rules.shapes import (
        BY_KING,
        DEEP,
        KINGS,
        LISTING,
        MOST_KINGS,
        MOST_PIECES,
        MOST_VALUE,
        RESULTS,
        ROUTES,
        ROW,
        Codes,
        Counts,
        PairOfMasks,
        Ranks,
        Route,
        Shifts,
    )

    def PyErr_CheckSignals() -> None:  # noqa: N802 - the interpreter's own name
        """Do nothing: the interpreter looks for signals by itself."""


Step = tuple[int, int]
Capture = tuple[int, int, int, tuple[int, ...], tuple[int, ...], bool]
Table = tuple[tuple[int, ...], ...]


def lengths(table: Table) -> tuple[int, ...]:
    """Return the length of each row."""
    return tuple(len(row) for row in table)


@cython.final
@cython.cclass
class Generator:
    """The moves of one variant. It never changes, so that threads may share it."""

    board: Mask
    lifted: Mask  # every square where captured pieces leave the board at once, else nought
    crown: PairOfMasks
    step_left: Shifts
    step_right: Shifts
    jump_left: Shifts
    jump_right: Shifts
    step_left_count: Counts
    step_right_count: Counts
    jump_left_count: Counts
    jump_right_count: Counts
    criteria: Codes
    criteria_count: cython.int
    king_flies: cython.bint
    lands_anywhere: cython.bint
    stops_behind_king: cython.bint
    must_land_to_go_on: cython.bint
    men_take_kings: cython.bint
    crowning_stops: cython.bint
    crowned_at_once: cython.bint
    may_turn_back: cython.bint

    def __init__(self, rules: "Masks") -> None:
        self.board = rules.board
        self.lifted = rules.board if rules.removed_at_once else 0
        self.king_flies = rules.king_flies
        self.lands_anywhere = rules.lands_anywhere
        self.stops_behind_king = rules.stops_behind_king
        self.must_land_to_go_on = rules.must_land_to_go_on
        self.men_take_kings = rules.men_take_kings
        self.crowning_stops = rules.crowning_stops
        self.crowned_at_once = rules.crowned_at_once
        self.may_turn_back = rules.may_turn_back
        codes = tuple([CRITERIA[name] for name in rules.priority])
        self.criteria_count = len(codes)
        if cython.compiled:
            self.fill(rules, codes)
        else:
            self.crown = rules.crown
            self.criteria = codes
            self.step_left, self.step_left_count = rules.step_left, lengths(rules.step_left)
            self.step_right, self.step_right_count = rules.step_right, lengths(rules.step_right)
            self.jump_left, self.jump_left_count = rules.jump_left, lengths(rules.jump_left)
            self.jump_right, self.jump_right_count = rules.jump_right, lengths(rules.jump_right)

    def can_capture(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> bool:
        """Return True if the side to move has a capture, which it then must make."""
        enemy: Mask = enemy_men | enemy_kings
        empty: Mask = self.board ^ (men | kings | enemy)
        if men and self.jumpers(side, men, enemy if self.men_take_kings else enemy_men, empty):
            return True
        return kings != 0 and self.jumpers_far(kings, enemy, empty) != 0

    def count_steps(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> int:
        """Count the quiet moves there would be if nothing had to be captured."""
        return self.steps_counted(side, men, kings, self.board ^ (men | kings | enemy_men | enemy_kings))

    def list_steps(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> list[Step]:
        """Return every quiet move, men first, if nothing has to be captured."""
        shift: cython.int
        targets: Mask
        target: Mask
        king: Mask
        empty: Mask = self.board ^ (men | kings | enemy_men | enemy_kings)
        steps: list[Step] = []
        for shift in self.step_left[side][: self.step_left_count[side]]:
            targets = (men << shift) & empty
            while targets:
                target = targets & -targets
                targets ^= target
                steps.append((target >> shift, target))
        for shift in self.step_right[side][: self.step_right_count[side]]:
            targets = (men >> shift) & empty
            while targets:
                target = targets & -targets
                targets ^= target
                steps.append((target << shift, target))
        while kings:
            king = kings & -kings
            kings ^= king
            targets = self.reach(king, empty)
            while targets:
                target = targets & -targets
                targets ^= target
                steps.append((king, target))
        return steps

    def list_captures(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> list[Capture]:
        """Return every capture that the priority rules leave, each route once; empty when there is none."""
        enemy: Mask = enemy_men | enemy_kings
        empty: Mask = self.board ^ (men | kings | enemy)
        prey: Mask = enemy if self.men_take_kings else enemy_men
        men_that_jump: Mask = self.jumpers(side, men, prey, empty) if men else 0
        kings_that_jump: Mask = self.jumpers_far(kings, enemy, empty) if kings else 0
        if not (men_that_jump | kings_that_jump):
            return []
        search: Search = Search(self, LISTING)
        search.find(side, men_that_jump, kings_that_jump, empty, prey, enemy, enemy_kings)
        return search.found

    def captures_of(
        self,
        origin: Mask,
        side: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> list[Capture]:
        """Return every complete capture of one piece before the priority rules apply."""
        enemy: Mask = enemy_men | enemy_kings
        empty: Mask = self.board ^ (men | kings | enemy)
        prey: Mask = enemy if self.men_take_kings else enemy_men
        search: Search = Search(self, LISTING)
        search.is_free_to_choose = 1
        search.find(side, origin & men, origin & kings, empty, prey, enemy, enemy_kings)
        return search.found

    def ranks(self, capture: Capture, kings: Mask, enemy_kings: Mask) -> list[int]:
        """Return the criteria values of a capture of ``captures_of``; the greatest list is obligatory."""
        place: cython.int
        search: Search = Search(self, LISTING)
        search.enemy_kings = enemy_kings
        search.begins_as_king = capture[0] & kings != 0
        for place, square in enumerate(capture[4]):
            search.captured[place] = square
        length = len(capture[4])
        return [search.rank(self.criteria[place], capture[2], length) for place in range(self.criteria_count)]

    def count(
        self,
        depth: cython.int,
        side: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
        by_result: cython.bint,
    ) -> int:
        """Count the leaves ``depth`` plies deep (one at least); equal results once if ``by_result``."""
        search: Search = Search(self, RESULTS if by_result else ROUTES)
        if depth == 1:
            return search.leaves(side, men, kings, enemy_men, enemy_kings)
        return search.below(depth, side, men, kings, enemy_men, enemy_kings)

    @cython.cfunc
    @cython.inline
    @cython.exceptval(check=False)
    def jumpers(self, kind: cython.int, pieces: Mask, prey: Mask, empty: Mask) -> Mask:
        """Return those of the pieces that could jump over a neighbour now."""
        shift: cython.int
        found: Mask = 0
        for shift in self.jump_left[kind][: self.jump_left_count[kind]]:
            found |= (prey & (empty >> shift)) >> shift
        for shift in self.jump_right[kind][: self.jump_right_count[kind]]:
            found |= (prey & (empty << shift)) << shift
        return found & pieces

    @cython.cfunc
    @cython.exceptval(check=False)
    def jumpers_far(self, kings: Mask, prey: Mask, empty: Mask) -> Mask:
        """Return those of the kings that could capture now, from afar where they fly."""
        shift: cython.int
        edge: Mask
        found: Mask = 0
        if not self.king_flies:
            return self.jumpers(KINGS, kings, prey, empty)
        for shift in self.jump_left[KINGS][: self.jump_left_count[KINGS]]:
            edge = (prey & (empty >> shift)) >> shift
            while edge:
                found |= edge
                edge = (edge & empty) >> shift
        for shift in self.jump_right[KINGS][: self.jump_right_count[KINGS]]:
            edge = (prey & (empty << shift)) << shift
            while edge:
                found |= edge
                edge = (edge & empty) << shift
        return found & kings

    @cython.cfunc
    @cython.exceptval(check=False)
    def steps_counted(self, side: cython.int, men: Mask, kings: Mask, empty: Mask) -> cython.Py_ssize_t:
        """Count the quiet moves."""
        shift: cython.int
        edge: Mask
        count: cython.Py_ssize_t = 0
        for shift in self.step_left[side][: self.step_left_count[side]]:
            count += popcount((men << shift) & empty)
        for shift in self.step_right[side][: self.step_right_count[side]]:
            count += popcount((men >> shift) & empty)
        if not kings:
            return count
        for shift in self.step_left[KINGS][: self.step_left_count[KINGS]]:
            edge = (kings << shift) & empty
            while edge:
                count += popcount(edge)
                edge = (edge << shift) & empty if self.king_flies else 0
        for shift in self.step_right[KINGS][: self.step_right_count[KINGS]]:
            edge = (kings >> shift) & empty
            while edge:
                count += popcount(edge)
                edge = (edge >> shift) & empty if self.king_flies else 0
        return count

    @cython.cfunc
    @cython.exceptval(check=False)
    def reach(self, king: Mask, empty: Mask) -> Mask:
        """Return the squares to which one king can go without capturing."""
        shift: cython.int
        edge: Mask
        found: Mask = 0
        for shift in self.step_left[KINGS][: self.step_left_count[KINGS]]:
            edge = (king << shift) & empty
            while edge:
                found |= edge
                edge = (edge << shift) & empty if self.king_flies else 0
        for shift in self.step_right[KINGS][: self.step_right_count[KINGS]]:
            edge = (king >> shift) & empty
            while edge:
                found |= edge
                edge = (edge >> shift) & empty if self.king_flies else 0
        return found

    @cython.cfunc
    def fill(self, rules: "Masks", codes: tuple[int, ...]) -> None:
        """Copy the tables of the rules into those of C."""
        if cython.compiled:  # tuples elsewhere
            for place, code in enumerate(codes):
                self.criteria[place] = code
            for side in range(2):
                self.crown[side] = rules.crown[side]
            for kind in range(3):
                self.step_left_count[kind] = len(rules.step_left[kind])
                self.step_right_count[kind] = len(rules.step_right[kind])
                self.jump_left_count[kind] = len(rules.jump_left[kind])
                self.jump_right_count[kind] = len(rules.jump_right[kind])
                for place, shift in enumerate(rules.step_left[kind]):
                    self.step_left[kind][place] = shift
                for place, shift in enumerate(rules.step_right[kind]):
                    self.step_right[kind][place] = shift
                for place, shift in enumerate(rules.jump_left[kind]):
                    self.jump_left[kind][place] = shift
                for place, shift in enumerate(rules.jump_right[kind]):
                    self.jump_right[kind][place] = shift


@cython.final
@cython.cclass
class Search:
    """One look for captures, or one count of leaves: what it needs to remember, for one thread."""

    rules: Generator
    aim: cython.int  # ROUTES and RESULTS count; LISTING makes tuples
    is_free_to_choose: cython.bint  # the priority rules are left aside
    side: cython.int
    origin: Mask
    begins_as_king: cython.bint
    free: Mask  # the empty squares and the origin
    prey: Mask  # of men
    enemy: Mask
    enemy_kings: Mask
    captured: Route
    landings: Route
    best: Ranks  # by the criteria that decide
    number: cython.Py_ssize_t  # of captures found, the obligatory ones only
    found: list[Capture]
    rows: Row  # captures to be played: origin, destination, taken, whether a king
    base: cython.Py_ssize_t  # where those of the present position begin
    size: cython.Py_ssize_t
    room: cython.Py_ssize_t
    keeps_rows: cython.bint

    def __init__(self, rules: Generator, aim: cython.int) -> None:
        self.rules = rules
        self.aim = aim
        self.is_free_to_choose = 0
        self.keeps_rows = 0
        self.found = []
        self.base = self.size = self.room = 0
        if not cython.compiled:
            self.captured, self.landings, self.best, self.rows = [0] * 64, [0] * 64, [0] * 8, []

    def __dealloc__(self) -> None:
        drop_row(self.rows)

    @cython.cfunc
    @cython.exceptval(-1)
    def find(
        self,
        side: cython.int,
        men: Mask,
        kings: Mask,
        empty: Mask,
        prey: Mask,
        enemy: Mask,
        enemy_kings: Mask,
    ) -> cython.int:
        """Find the captures of these men and kings; gives nought."""
        self.side = side
        self.prey, self.enemy, self.enemy_kings = prey, enemy, enemy_kings
        self.number = 0
        self.begins_as_king = 0
        while men:
            self.origin = men & -men
            men ^= self.origin
            self.free = empty | self.origin
            self.jump(self.origin, 0, 0, 0)
        self.begins_as_king = 1
        while kings:
            self.origin = kings & -kings
            kings ^= self.origin
            self.free = empty | self.origin
            if self.rules.king_flies:
                self.fly(self.origin, 0, 0, 0, 0)
            else:
                self.jump(self.origin, 1, 0, 0)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def jump(self, current: Mask, is_king: cython.bint, taken: Mask, length: cython.int) -> cython.int:
        """Go on by one leg with a piece that jumps its neighbour; one when it can."""
        shift: cython.int
        over: Mask
        land: Mask
        goes_on: cython.int = 0
        kind: cython.int = KINGS if is_king else self.side
        free: Mask = self.free | (taken & self.rules.lifted)
        prey: Mask = (self.enemy if is_king else self.prey) & ~taken
        for shift in self.rules.jump_left[kind][: self.rules.jump_left_count[kind]]:
            over = (current << shift) & prey
            land = (over << shift) & free
            if land:
                goes_on = 1
                self.land(over, land, shift, is_king, taken | over, length)
        for shift in self.rules.jump_right[kind][: self.rules.jump_right_count[kind]]:
            over = (current >> shift) & prey
            land = (over >> shift) & free
            if land:
                goes_on = 1
                self.land(over, land, -shift, is_king, taken | over, length)
        return goes_on

    @cython.cfunc
    @cython.exceptval(-1)
    def land(
        self,
        over: Mask,
        land: Mask,
        along: cython.int,
        is_king: cython.bint,
        taken: Mask,
        length: cython.int,
    ) -> cython.int:
        """Land behind a jumped piece, and go on or end there; gives nought."""
        goes_on: cython.int
        crowned: cython.bint = not is_king and land & self.rules.crown[self.side] != 0
        self.captured[length] = over
        self.landings[length] = land
        if crowned and self.rules.crowning_stops:
            return self.arrive(land, taken, length + 1, 1)
        if crowned and self.rules.crowned_at_once:
            is_king = 1
        if is_king and self.rules.king_flies:
            goes_on = self.fly(land, along, 0, taken, length + 1)
        else:
            goes_on = self.jump(land, is_king, taken, length + 1)
        if not goes_on:
            self.arrive(land, taken, length + 1, is_king or crowned)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def fly(
        self, current: Mask, along: cython.int, is_further: cython.bint, taken: Mask, length: cython.int
    ) -> cython.int:
        """Go on by one leg with a flying king that came ``along``; one when it can.

        ``is_further`` is True if it did not land directly behind the piece it captured last.
        """
        shift: cython.int
        over: Mask
        land: Mask
        goes_on: cython.int = 0
        free: Mask = self.free | (taken & self.rules.lifted)
        prey: Mask = self.enemy & ~taken
        may_turn_back: cython.bint = self.rules.may_turn_back
        for shift in self.rules.jump_left[KINGS][: self.rules.jump_left_count[KINGS]]:
            if (shift == -along and not may_turn_back) or (is_further and shift == along):
                continue
            over = current << shift
            while over & free:
                over <<= shift
            over &= prey
            land = (over << shift) & free
            if land:
                goes_on = 1
                self.land_far(over, land, shift, free, taken | over, length)
        for shift in self.rules.jump_right[KINGS][: self.rules.jump_right_count[KINGS]]:
            if (shift == along and not may_turn_back) or (is_further and shift == -along):
                continue
            over = current >> shift
            while over & free:
                over >>= shift
            over &= prey
            land = (over >> shift) & free
            if land:
                goes_on = 1
                self.land_far(over, land, -shift, free, taken | over, length)
        return goes_on

    @cython.cfunc
    @cython.exceptval(-1)
    def land_far(
        self,
        over: Mask,
        land: Mask,
        along: cython.int,
        free: Mask,
        taken: Mask,
        length: cython.int,
    ) -> cython.int:
        """Land on each square behind a captured piece, and go on or end there; gives nought."""
        square: Mask = land
        ends: Mask = 0
        some_go_on: cython.bint = 0
        is_further: cython.bint = 0
        while square:
            self.captured[length] = over
            self.landings[length] = square
            if self.fly(square, along, is_further, taken, length + 1):
                some_go_on = 1
            else:
                ends |= square
            if not self.rules.lands_anywhere:
                break
            is_further = 1
            square = ((square << along) if along > 0 else (square >> -along)) & free
        if some_go_on and self.rules.must_land_to_go_on:
            return 0
        if self.rules.stops_behind_king and over & self.enemy_kings:
            ends &= land
        while ends:
            square = ends & -ends
            ends ^= square
            self.captured[length] = over
            self.landings[length] = square
            self.arrive(square, taken, length + 1, 1)
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def arrive(self, destination: Mask, taken: Mask, length: cython.int, is_king: cython.bint) -> cython.int:
        """Take a complete capture down, unless the priority rules are against it; gives nought."""
        if self.rules.criteria_count and not self.is_free_to_choose and not self.is_obligatory(taken, length):
            return 0
        if self.aim == LISTING:
            self.found.append(
                (
                    self.origin,
                    destination,
                    taken,
                    tuple([square for square in self.landings[:length]]),  # noqa: C416 - an array in C
                    tuple([square for square in self.captured[:length]]),  # noqa: C416 - the same
                    bool(is_king),
                )
            )
        elif self.keeps_rows and not self.keep(destination, taken, is_king):
            return 0
        self.number += 1
        return 0

    @cython.cfunc
    @cython.exceptval(-1)
    def keep(self, destination: Mask, taken: Mask, is_king: cython.bint) -> cython.int:
        """Record a capture to be played; return 0 when one with its result is there and results count."""
        at: cython.Py_ssize_t
        if self.aim == RESULTS:
            for at in range(self.base, self.size, ROW):
                if (
                    self.rows[at] == self.origin
                    and self.rows[at + 1] == destination
                    and self.rows[at + 2] == taken
                ):
                    return 0
        if self.size + ROW > self.room:
            self.room = 2 * self.room + 64 * ROW
            self.rows = longer_row(self.rows, self.room)
        self.rows[self.size] = self.origin
        self.rows[self.size + 1] = destination
        self.rows[self.size + 2] = taken
        self.rows[self.size + 3] = is_king
        self.size += ROW
        return 1

    @cython.cfunc
    @cython.exceptval(-1)
    def is_obligatory(self, taken: Mask, length: cython.int) -> cython.bint:
        """Return True if no capture found before outranks this one; drop those that it outranks."""
        place: cython.int
        later: cython.int
        rank: cython.longlong
        is_first: cython.bint = self.number == 0
        for place in range(self.rules.criteria_count):
            rank = self.rank(self.rules.criteria[place], taken, length)
            if not is_first and rank == self.best[place]:
                continue
            if not is_first and rank < self.best[place]:
                return 0
            for later in range(place, self.rules.criteria_count):
                self.best[later] = self.rank(self.rules.criteria[later], taken, length)
            self.number = 0
            self.size = self.base
            if self.found:
                self.found = []
            break
        return 1

    @cython.cfunc
    @cython.exceptval(check=False)
    def rank(self, criterion: cython.int, taken: Mask, length: cython.int) -> cython.longlong:
        """Return the value of a criterion for a capture that ends now; the largest number is obligatory."""
        digits: cython.longlong = 0
        place: cython.int
        if criterion == MOST_PIECES:
            return length
        if criterion == MOST_VALUE:
            return 64 * length + 63 * popcount(taken & self.enemy_kings)
        if criterion == BY_KING:
            return self.begins_as_king
        if criterion == MOST_KINGS:
            return popcount(taken & self.enemy_kings)
        for place in range(length):
            digits = digits * 2 + (self.captured[place] & self.enemy_kings != 0)
        return digits

    @cython.cfunc
    @cython.inline
    @cython.exceptval(-1)
    def leaves(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> cython.Py_ssize_t:
        """Count the legal moves."""
        enemy: Mask = enemy_men | enemy_kings
        empty: Mask = self.rules.board ^ (men | kings | enemy)
        prey: Mask = enemy if self.rules.men_take_kings else enemy_men
        men_that_jump: Mask = self.rules.jumpers(side, men, prey, empty)
        kings_that_jump: Mask = self.rules.jumpers_far(kings, enemy, empty) if kings else 0
        if not (men_that_jump | kings_that_jump):
            return self.rules.steps_counted(side, men, kings, empty)
        self.keeps_rows = self.aim == RESULTS
        self.base = self.size
        self.find(side, men_that_jump, kings_that_jump, empty, prey, enemy, enemy_kings)
        self.size = self.base
        return self.number

    @cython.cfunc
    @cython.exceptval(-1)
    def below(
        self,
        depth: cython.int,
        side: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> cython.Py_ssize_t:
        """Count the leaves two plies deep or more."""
        shift: cython.int
        targets: Mask
        target: Mask
        king: Mask
        raised: Mask
        enemy: Mask = enemy_men | enemy_kings
        empty: Mask = self.rules.board ^ (men | kings | enemy)
        prey: Mask = enemy if self.rules.men_take_kings else enemy_men
        men_that_jump: Mask = self.rules.jumpers(side, men, prey, empty)
        kings_that_jump: Mask = self.rules.jumpers_far(kings, enemy, empty) if kings else 0
        total: cython.Py_ssize_t = 0
        other: cython.int = 1 - side
        if depth >= DEEP:
            PyErr_CheckSignals()
        if men_that_jump | kings_that_jump:
            self.keeps_rows = 1
            self.base = self.size
            self.find(side, men_that_jump, kings_that_jump, empty, prey, enemy, enemy_kings)
            return self.below_captures(depth, side, men, kings, enemy_men, enemy_kings)
        depth -= 1
        for shift in self.rules.step_left[side][: self.rules.step_left_count[side]]:
            targets = (men << shift) & empty
            while targets:
                target = targets & -targets
                targets ^= target
                raised = target & self.rules.crown[side]
                total += self.after(
                    depth,
                    other,
                    enemy_men,
                    enemy_kings,
                    (men ^ (target >> shift)) | (target ^ raised),
                    kings | raised,
                )
        for shift in self.rules.step_right[side][: self.rules.step_right_count[side]]:
            targets = (men >> shift) & empty
            while targets:
                target = targets & -targets
                targets ^= target
                raised = target & self.rules.crown[side]
                total += self.after(
                    depth,
                    other,
                    enemy_men,
                    enemy_kings,
                    (men ^ (target << shift)) | (target ^ raised),
                    kings | raised,
                )
        remaining: Mask = kings
        while remaining:
            king = remaining & -remaining
            remaining ^= king
            targets = self.rules.reach(king, empty)
            while targets:
                target = targets & -targets
                targets ^= target
                total += self.after(depth, other, enemy_men, enemy_kings, men, kings ^ king ^ target)
        return total

    @cython.cfunc
    @cython.inline
    @cython.exceptval(-1)
    def after(
        self,
        depth: cython.int,
        side: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> cython.Py_ssize_t:
        """Count the leaves one ply deep or more."""
        if depth == 1:
            return self.leaves(side, men, kings, enemy_men, enemy_kings)
        return self.below(depth, side, men, kings, enemy_men, enemy_kings)

    @cython.cfunc
    @cython.exceptval(-1)
    def below_captures(
        self,
        depth: cython.int,
        side: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> cython.Py_ssize_t:
        """Count the leaves behind the captures that were just found."""
        at: cython.Py_ssize_t
        first: cython.Py_ssize_t = self.base
        last: cython.Py_ssize_t = self.size
        total: cython.Py_ssize_t = 0
        origin: Mask
        raised: Mask
        taken: Mask
        for at in range(first, last, ROW):
            origin = self.rows[at]
            taken = self.rows[at + 2]
            raised = self.rows[at + 1] if self.rows[at + 3] else 0
            total += self.after(
                depth - 1,
                1 - side,
                enemy_men & ~taken,
                enemy_kings & ~taken,
                (men & ~origin) | (self.rows[at + 1] ^ raised),
                (kings & ~origin) | raised,
            )
        self.size = first
        return total
