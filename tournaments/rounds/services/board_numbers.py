"""Board numbers of a draft: fixed boards first, the other pairings fill the free numbers."""

from collections.abc import Sequence
from itertools import count

from tournaments.models import Pairing, Round


def numbers_for(pairings: Sequence[Pairing]) -> list[int]:
    """Assign a number to each of these boards in their order; existing numbers are reused if possible.

    Where two players with a fixed board each meet, they sit at the lower one.
    """
    fixed: dict[int, int] = {}
    for at, pairing in enumerate(pairings):
        seats = (pairing.white, pairing.black)
        wanted = sorted(seat.fixed_board for seat in seats if seat is not None and seat.fixed_board)
        board = next((one for one in wanted if one not in fixed.values()), None)
        if board is not None:
            fixed[at] = board
    taken = set(fixed.values())
    for at, pairing in enumerate(pairings):
        if at not in fixed and pairing.board_number is not None and pairing.board_number not in taken:
            fixed[at] = pairing.board_number
            taken.add(pairing.board_number)
    free = (number for number in count(1) if number not in taken)
    return [fixed[at] if at in fixed else next(free) for at in range(len(pairings))]


def number_boards(row: Round) -> None:
    """Renumber the boards of a draft. Callers write the audit entry."""
    pairings = list(row.pairings.filter(black__isnull=False).select_related("white", "black"))
    numbers = numbers_for(pairings)
    changed = [
        (pairing, number)
        for pairing, number in zip(pairings, numbers, strict=True)
        if pairing.board_number != number
    ]
    Pairing.objects.filter(pk__in=[pairing.pk for pairing, _number in changed]).update(board_number=None)
    for pairing, number in changed:
        pairing.board_number = number
    Pairing.objects.bulk_update([pairing for pairing, _number in changed], ["board_number"])
