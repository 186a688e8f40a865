"""Inner loops of building and of looking up; one module, so that it compiles to one form.

A slice's placements are numbered without a gap, both ways: first the men of the side to move, then the
enemy's men, the kings of the side to move, the enemy's kings; the last run fastest. The board is turned
so that the side to move goes up it: a place is counted from the row where its men are crowned. A man
is never on that row. Codes are those of ``values.py``, one byte a placement.
"""

from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from games.endings.errors import NoEndings
from games.endings.pieces import MAX_PIECES, Pieces
from games.rules import Variant
from games.rules.generator import Capture, Step
from games.rules.tables import Tables

if TYPE_CHECKING:
    from games.compiled import cython
else:
    try:
        import cython
    except ModuleNotFoundError:
        from games.compiled import cython

if cython.compiled:
    from cython.cimports.games.compiled.bits import Mask, popcount
else:
    from games.compiled.bits import Mask, popcount

MODULUS = 67  # powers of two below 2 ** 66 leave different rests
KINDS = 16  # more than there are pieces of one kind
HAS_CAPTURE = 255  # instead of the count of open moves: the code follows from smaller slices
NEVER_LOST = 254  # the same: a crowning wins or draws
MOST_CODE = 253
JUST_WON = 254  # the code of what is only known as won


@cython.final
@cython.cclass
class SliceIndex:
    """Numbering of one slice of one variant.

    ``number`` may be called from several threads; ``stand`` has one user, and puts a numbered placement
    into ``men``, ``kings``, ``enemy_men`` and ``enemy_kings``, as White's with White to move.
    """

    squares: cython.int
    width: cython.int
    row: cython.int  # squares on which men are crowned
    count_men: cython.int
    count_kings: cython.int
    count_enemy_men: cython.int
    count_enemy_kings: cython.int
    size: cython.longlong
    of_kings: cython.longlong
    of_enemy_kings: cython.longlong
    bits: list[int]
    places: bytes  # by side to move and rest of a square's bit: its place
    choices: list[int]  # at n * width + x: in how many ways n things are chosen from x
    starts: list[
        int
    ]  # how many placements of men come before each of the own men's; the last is their number
    occupied: list[int]
    chosen: list[int]
    standing: cython.int  # how many of ``occupied`` count
    low: cython.longlong  # where in ``starts`` the last placement was found
    men: Mask
    kings: Mask
    enemy_men: Mask
    enemy_kings: Mask

    def __init__(self, variant: Variant, pieces: Pieces) -> None:
        self.squares = variant.geometry.squares
        self.width = variant.geometry.squares + 1
        self.row = variant.tables.sides[0].crown.bit_count()
        self.size = pieces.placements(variant)
        self.count_men, self.count_kings, self.count_enemy_men, self.count_enemy_kings = pieces
        left = variant.geometry.squares - pieces.men - pieces.enemy_men
        self.of_kings = comb(left, pieces.kings)
        self.of_enemy_kings = comb(left - pieces.kings, pieces.enemy_kings)
        self.bits = sorted(variant.geometry.bits[1:])
        self.places = _places(self.bits)
        self.choices = [comb(x, n) for n in range(MAX_PIECES + 1) for x in range(self.squares + 1)]
        self.starts = _starts(self.squares, self.row, pieces.men, pieces.enemy_men)
        self.occupied = [0] * (MAX_PIECES + 1)
        self.chosen = [0] * (MAX_PIECES + 1)
        self.standing = 0
        self.low = 0
        self.men = self.kings = self.enemy_men = self.enemy_kings = 0

    def placements(self) -> int:
        """Return the number of placements."""
        return self.size

    @cython.ccall
    def number(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> cython.longlong:
        """Return the number of a placement, given as the kernel takes it."""
        rank: cython.longlong = self.starts[self.choice(side, men, 0, self.row, self.count_men)]
        rank += self.choice(side, enemy_men, men, 0, self.count_enemy_men)
        rank *= self.of_kings
        rank += self.choice(side, kings, men | enemy_men, 0, self.count_kings)
        rank *= self.of_enemy_kings
        return rank + self.choice(side, enemy_kings, men | enemy_men | kings, 0, self.count_enemy_kings)

    @cython.cfunc
    def choice(
        self, side: cython.int, mask: Mask, occupied: Mask, first: cython.int, count: cython.int
    ) -> cython.longlong:
        """Return the number of a choice of places among those from ``first`` that are not occupied."""
        rank: cython.longlong = 0
        ways: cython.longlong
        nth: cython.int = count if side else 1  # Black's places come from the highest down
        bit: Mask
        before: Mask
        place: cython.int
        while mask:
            bit = mask & -mask
            mask ^= bit
            before = occupied & (bit - 1)
            if side:
                before ^= occupied
            place = self.places[side * 67 + bit % 67]
            ways = self.choices[nth * self.width + place - first - popcount(before)]
            rank += ways
            nth += -1 if side else 1
        return rank

    def masks(self, number: cython.longlong) -> tuple[int, int, int, int]:
        """Return the placement with this number, as the kernel takes White's with White to move."""
        self.stand(number)
        return self.men, self.kings, self.enemy_men, self.enemy_kings

    @cython.cfunc
    def stand(self, number: cython.longlong) -> None:
        """Set up the placement with this number."""
        rest: cython.longlong = number // self.of_enemy_kings
        of_men: cython.longlong = rest // self.of_kings
        low: cython.longlong = self.low
        high: cython.longlong = len(self.starts) - 1
        middle: cython.longlong
        start: cython.longlong = self.starts[low]
        end: cython.longlong = self.starts[low + 1]
        if not start <= of_men < end:
            low = 0
            while high - low > 1:
                middle = (low + high) // 2
                start = self.starts[middle]
                if start <= of_men:
                    low = middle
                else:
                    high = middle
            start = self.starts[low]
            self.low = low
        self.standing = 0
        self.men = self.put(low, self.count_men, self.row)
        self.enemy_men = self.put(of_men - start, self.count_enemy_men, 0)
        self.kings = self.put(rest - of_men * self.of_kings, self.count_kings, 0)
        self.enemy_kings = self.put(number - rest * self.of_enemy_kings, self.count_enemy_kings, 0)

    @cython.cfunc
    def put(self, rank: cython.longlong, count: cython.int, first: cython.int) -> Mask:
        """Return the squares of one kind of piece from the number of their choice; they are then occupied."""
        mask: Mask = 0
        bit: Mask
        place: cython.int = self.squares
        stands: cython.int
        other: cython.int
        row: cython.int
        i: cython.int
        j: cython.int
        ways: cython.longlong
        for i in range(count):
            row = (count - i) * self.width
            place -= 1
            ways = self.choices[row + place]
            while ways > rank:
                place -= 1
                ways = self.choices[row + place]
            rank -= ways
            stands = place + first
            for j in range(self.standing):  # in rising order
                other = self.occupied[j]
                if other <= stands:
                    stands += 1
            self.chosen[i] = stands
            bit = self.bits[stands]
            mask |= bit
        for i in range(count):
            self.insert(self.chosen[i])
        return mask

    @cython.cfunc
    def insert(self, place: cython.int) -> None:
        """Occupy a place and preserve the order."""
        i: cython.int = self.standing
        other: cython.int
        while i:
            other = self.occupied[i - 1]
            if other <= place:
                break
            self.occupied[i] = other
            i -= 1
        self.occupied[i] = place
        self.standing += 1


@cython.final
@cython.cclass
class Codebook:
    """The codes of whole slices in memory, and what is asked of them."""

    can_capture: Callable[..., bool]
    count_steps: Callable[..., int]
    list_captures: Callable[..., list[Capture]]
    list_steps: Callable[..., list[Step]]
    crowns: tuple[int, int]
    near: tuple[int, int]  # from where a man is crowned by one step
    board: Mask
    men_left: tuple[int, ...]  # the steps of Black's men as shifts to the left and to the right
    men_right: tuple[int, ...]
    kings_left: tuple[int, ...]
    kings_right: tuple[int, ...]
    king_flies: cython.bint
    indexes: dict[int, SliceIndex]  # by name
    codes: dict[int, bytearray]
    least_lost: cython.int  # of the codes added: the lowest of a loss
    most_won: cython.int  # the highest of a win
    is_drawn: cython.bint  # whether there was a draw

    def __init__(self, tables: Tables) -> None:
        self.can_capture = tables.generator.can_capture
        self.count_steps = tables.generator.count_steps
        self.list_captures = tables.generator.list_captures
        self.list_steps = tables.generator.list_steps
        self.crowns = tables.crown
        self.board = tables.board
        self.men_left, self.men_right = tables.step_left[1], tables.step_right[1]
        self.kings_left, self.kings_right = tables.step_left[2], tables.step_right[2]
        self.king_flies = tables.king_flies
        self.near = (_near_crown(tables, 0), _near_crown(tables, 1))
        self.indexes = {}
        self.codes = {}
        self.clear()

    def put(self, pieces: Pieces, index: SliceIndex, codes: bytearray) -> None:
        """Put in a slice."""
        name = _name(pieces)
        self.indexes[name] = index
        self.codes[name] = codes

    def drop(self, pieces: Pieces) -> None:
        """Take a slice out that is needed no more."""
        name = _name(pieces)
        del self.indexes[name], self.codes[name]

    def index_of(self, pieces: Pieces) -> SliceIndex:
        """Return the numbering of a slice that is in."""
        name = _name(pieces)
        return self.indexes[name]

    def codes_of(self, pieces: Pieces) -> bytearray:
        """Return the codes of a slice that is in."""
        name = _name(pieces)
        return self.codes[name]

    @cython.cfunc
    def clear(self) -> None:
        """Start again with no code added."""
        self.least_lost = self.most_won = 0
        self.is_drawn = False

    @cython.cfunc
    def add(self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask) -> None:
        """Add the code of a position that a move leads to."""
        code: cython.int = 1
        name: cython.int
        if men | kings:
            name = (popcount(men) * 16 + popcount(kings)) * 16 + popcount(enemy_men)
            name = name * 16 + popcount(enemy_kings)
            index: SliceIndex = self.indexes[name]
            codes: bytearray = self.codes[name]
            code = codes[index.number(side, men, kings, enemy_men, enemy_kings)]
        if code == 0:
            self.is_drawn = True
        elif code & 1 == 0:
            self.most_won = max(self.most_won, code)
        elif self.least_lost == 0 or code < self.least_lost:
            self.least_lost = code

    @cython.cfunc
    def best(self) -> cython.int:
        """Return the code of the position all of whose moves have been added."""
        if self.least_lost:
            return self.least_lost + 1
        return 0 if self.is_drawn else self.most_won + 1

    @cython.cfunc
    def add_captures(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> None:
        """Add what the captures lead to."""
        origin: Mask
        destination: Mask
        taken: Mask
        captures: list[Capture] = self.list_captures(side, men, kings, enemy_men, enemy_kings)
        for capture in captures:
            origin, destination, taken = capture[0], capture[1], capture[2]
            if capture[5]:
                self.add(
                    1 - side,
                    enemy_men & ~taken,
                    enemy_kings & ~taken,
                    men & ~origin,
                    (kings & ~origin) | destination,
                )
            else:
                self.add(
                    1 - side, enemy_men & ~taken, enemy_kings & ~taken, (men ^ origin) | destination, kings
                )

    @cython.cfunc
    def add_crownings(
        self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask
    ) -> cython.int:
        """Add what the quiet moves lead to that crown a man; their number."""
        origin: Mask
        destination: Mask
        crown: Mask = self.crowns[side]
        count: cython.int = 0
        near: Mask = self.near[side]
        if not men & near:
            return 0
        steps: list[Step] = self.list_steps(side, men, 0, enemy_men, kings | enemy_kings)
        for step in steps:
            origin, destination = step[0], step[1]
            if destination & crown:
                self.add(1 - side, enemy_men, enemy_kings, men ^ origin, kings | destination)
                count += 1
        return count

    @cython.cfunc
    def add_steps(self, side: cython.int, men: Mask, kings: Mask, enemy_men: Mask, enemy_kings: Mask) -> None:
        """Add what the quiet moves lead to."""
        origin: Mask
        destination: Mask
        crown: Mask = self.crowns[side]
        steps: list[Step] = self.list_steps(side, men, kings, enemy_men, enemy_kings)
        for step in steps:
            origin, destination = step[0], step[1]
            if origin & kings:
                self.add(1 - side, enemy_men, enemy_kings, men, kings ^ origin ^ destination)
            elif destination & crown:
                self.add(1 - side, enemy_men, enemy_kings, men ^ origin, kings | destination)
            else:
                self.add(1 - side, enemy_men, enemy_kings, men ^ origin ^ destination, kings)


@cython.final
@cython.cclass
class PairBuilder:
    """One slice and its turned one at work; a slice of equal sides is its own."""

    book: Codebook
    indexes: list[SliceIndex]
    codes: list[bytearray]
    open_moves: list[bytearray]
    waiting: list[int]  # how many placements have each code
    last: cython.int  # the highest code given

    def __init__(self, book: Codebook, indexes: list[SliceIndex]) -> None:
        self.book = book
        self.indexes = indexes
        self.codes = [bytearray(index.placements()) for index in indexes]
        self.open_moves = [bytearray(index.placements()) for index in indexes]
        self.waiting = [0] * (MOST_CODE + 2)
        self.last = 0

    def found(self, which: cython.int) -> tuple[bytearray, bytearray]:
        """Return the codes of a slice, and for each placement HAS_CAPTURE or something else."""
        return self.codes[which], self.open_moves[which]

    def last_code(self) -> int:
        """Return the highest code given so far."""
        return self.last

    def is_waiting(self, code: cython.int) -> bool:
        """Return True if a placement has this code."""
        return self.waiting[code] > 0

    def look_at_each(self, which: cython.int, number: cython.longlong, end: cython.longlong) -> None:
        """Give a code to what is decided by one look, and count the moves of the rest."""
        index: SliceIndex = self.indexes[which]
        codes: bytearray = self.codes[which]
        open_moves: bytearray = self.open_moves[which]
        book: Codebook = self.book
        code: cython.int
        others: cython.int
        crownings: cython.int
        while number < end:
            index.stand(number)
            book.clear()
            if book.can_capture(0, index.men, index.kings, index.enemy_men, index.enemy_kings):
                book.add_captures(0, index.men, index.kings, index.enemy_men, index.enemy_kings)
                code = book.best()
                open_moves[number] = 255  # HAS_CAPTURE, a constant in C
            else:
                others = book.count_steps(0, index.men, index.kings, index.enemy_men, index.enemy_kings)
                crownings = 0
                if index.count_men:
                    crownings = book.add_crownings(
                        0, index.men, index.kings, index.enemy_men, index.enemy_kings
                    )
                others -= crownings
                code = book.best()
                open_moves[number] = others
                if crownings and code & 1 == 0:  # won or drawn by crowning
                    open_moves[number] = 254  # NEVER_LOST
                elif others:  # lost only if the other moves lose as well
                    code = 0
            if code:
                self.give(codes, number, code)
            number += 1

    def take_back(self, which: cython.int, code: cython.int) -> None:
        """Return the placements from which those with this code were reached."""
        index: SliceIndex = self.indexes[which]
        codes: bytearray = self.codes[which]
        other: cython.int = len(self.codes) - 1 - which
        wanted = bytes((code,))
        number: cython.longlong = codes.find(wanted)
        while number >= 0:
            index.stand(number)
            if index.count_enemy_men:
                self.take_back_men(other, code, index.men, index.kings, index.enemy_men, index.enemy_kings)
            if index.count_enemy_kings:
                self.take_back_kings(other, code, index.men, index.kings, index.enemy_men, index.enemy_kings)
            number = codes.find(wanted, number + 1)

    @cython.cfunc
    def take_back_men(
        self,
        other: cython.int,
        code: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> None:
        """Take back the quiet moves of the enemy's men, one at a time, when the enemy moved last.

        A step taken back is the same shift the other way.
        """
        shift: cython.int
        source: Mask
        sources: Mask
        book: Codebook = self.book
        empty: Mask = book.board ^ (men | kings | enemy_men | enemy_kings)
        for shift in book.men_left:
            sources = (enemy_men >> shift) & empty
            while sources:
                source = sources & -sources
                sources ^= source
                self.hear(other, code, enemy_men ^ source ^ (source << shift), enemy_kings, men, kings)
        for shift in book.men_right:
            sources = (enemy_men << shift) & empty
            while sources:
                source = sources & -sources
                sources ^= source
                self.hear(other, code, enemy_men ^ source ^ (source >> shift), enemy_kings, men, kings)

    @cython.cfunc
    def take_back_kings(
        self,
        other: cython.int,
        code: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> None:
        """Take back the quiet moves of the enemy's kings, when the enemy moved last."""
        shift: cython.int
        source: Mask
        king: Mask
        rest: Mask = enemy_kings
        book: Codebook = self.book
        empty: Mask = book.board ^ (men | kings | enemy_men | enemy_kings)
        while rest:
            king = rest & -rest
            rest ^= king
            for shift in book.kings_left:
                source = (king >> shift) & empty
                while source:
                    self.hear(other, code, enemy_men, enemy_kings ^ king ^ source, men, kings)
                    source = (source >> shift) & empty if book.king_flies else 0
            for shift in book.kings_right:
                source = (king << shift) & empty
                while source:
                    self.hear(other, code, enemy_men, enemy_kings ^ king ^ source, men, kings)
                    source = (source << shift) & empty if book.king_flies else 0

    @cython.cfunc
    def hear(
        self,
        other: cython.int,
        code: cython.int,
        men: Mask,
        kings: Mask,
        enemy_men: Mask,
        enemy_kings: Mask,
    ) -> None:
        """Note that one move of this placement, Black to move, leads to a placement with this code."""
        index: SliceIndex = self.indexes[other]
        codes: bytearray = self.codes[other]
        open_moves: bytearray = self.open_moves[other]
        number: cython.longlong = index.number(1, men, kings, enemy_men, enemy_kings)
        count: cython.int = open_moves[number]
        before: cython.int = codes[number]
        if count == 255:  # noqa: PLR2004 - HAS_CAPTURE, a constant in C
            return
        if code & 1:
            if before == 0 or before > code + 1:
                self.give(codes, number, code + 1)
        elif before == 0 and count != 254:  # noqa: PLR2004 - NEVER_LOST
            count -= 1
            open_moves[number] = count
            if count == 0:
                self.book.clear()
                self.book.add_crownings(1, men, kings, enemy_men, enemy_kings)
                self.give(codes, number, max(code, self.book.most_won) + 1)

    @cython.cfunc
    def give(self, codes: bytearray, number: cython.longlong, code: cython.int) -> None:
        """Change a code and the counts of what is waiting."""
        before: cython.int = codes[number]
        if code > MOST_CODE:
            raise NoEndings("distance_too_long", plies=code - 1)
        if before:
            self.waiting[before] -= 1
        codes[number] = code
        self.waiting[code] += 1
        self.last = max(self.last, code)


@cython.final
@cython.cclass
class PairReader:
    """One slice and its turned one whose marks are known: codes worked out again, or put to the test."""

    book: Codebook
    indexes: list[SliceIndex]

    def __init__(self, book: Codebook, indexes: list[SliceIndex]) -> None:
        self.book = book
        self.indexes = indexes

    def fill(self, which: cython.int, codes: bytearray, *, won: cython.bint) -> None:
        """Work out the codes of all placements with a capture, or of those that are only known as won."""
        index: SliceIndex = self.indexes[which]
        book: Codebook = self.book
        number: cython.longlong
        for number in range(len(codes)):
            if won and codes[number] != JUST_WON:
                continue
            index.stand(number)
            if won:
                book.clear()
                book.add_steps(0, index.men, index.kings, index.enemy_men, index.enemy_kings)
                codes[number] = book.best()
            elif book.can_capture(0, index.men, index.kings, index.enemy_men, index.enemy_kings):
                book.clear()
                book.add_captures(0, index.men, index.kings, index.enemy_men, index.enemy_kings)
                codes[number] = book.best()

    def differing(
        self, which: cython.int, codes: bytearray, number: cython.longlong, end: cython.longlong
    ) -> cython.longlong:
        """Return the first placement whose code is not that which its successors give it, or minus one."""
        index: SliceIndex = self.indexes[which]
        book: Codebook = self.book
        while number < end:
            index.stand(number)
            book.clear()
            if book.can_capture(0, index.men, index.kings, index.enemy_men, index.enemy_kings):
                book.add_captures(0, index.men, index.kings, index.enemy_men, index.enemy_kings)
            else:
                book.add_steps(0, index.men, index.kings, index.enemy_men, index.enemy_kings)
            if book.best() != codes[number]:
                return number
            number += 1
        return -1


def _near_crown(tables: Tables, side: int) -> int:
    """From where one step crowns a man: with men on every other square only those steps are left."""
    steps = tables.generator.list_steps(side, tables.board ^ tables.crown[side], 0, 0, 0)
    return sum({origin for origin, _ in steps})


def _name(pieces: Pieces) -> int:
    return ((pieces.men * KINDS + pieces.kings) * KINDS + pieces.enemy_men) * KINDS + pieces.enemy_kings


def _places(bits: list[int]) -> bytes:
    places = bytearray(2 * MODULUS)
    for place, bit in enumerate(bits):
        places[bit % MODULUS] = place
        places[MODULUS + bit % MODULUS] = len(bits) - 1 - place
    return bytes(places)


def _starts(squares: int, row: int, men: int, enemy_men: int) -> list[int]:
    total = 0
    starts = [total]
    chosen = sorted(combinations(range(row, squares), men), key=lambda places: places[::-1])
    for places in chosen:  # in the order of ``choice``
        on_enemy_ground = sum(place < squares - row for place in places)
        total += comb(squares - row - on_enemy_ground, enemy_men)
        starts.append(total)
    return starts
