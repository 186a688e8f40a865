"""Next round of a knock-out as a proposal."""

from tournaments.pairing.knockout.bracket import Knockout
from tournaments.pairing.knockout.progress import Board, Decision, Progress, check_not_over
from tournaments.pairing.values import Colour, Pair, Player, Proposal, Snapshot


def pair_knockout(
    snapshot: Snapshot, rules: Knockout, decided: frozenset[Decision] = frozenset()
) -> Proposal:
    """Pair the round; raise UndecidedMatch with the board where an earlier match has no winner.

    The tree ignores attendance: an absent player forfeits the match. `free` are the players who go on without
    one.
    """
    progress = Progress(snapshot, rules, decided)
    check_not_over(progress, snapshot.round_number)
    boards = progress.boards(snapshot.round_number)
    pairs = tuple(_with_colours(board, progress, snapshot.initial_colour) for board in boards)
    return Proposal(pairs=pairs, free=progress.free(snapshot.round_number))


def _with_colours(board: Board, progress: Progress, initial: Colour) -> Pair:
    """Give White in the first game to the player who had it less, then longer ago; else by board.

    No regulation applies: at odd boards the better seed begins with the initial colour.
    """
    one, other = (progress.players[number] for number in (board.first, board.second))
    if (mine := _whites(one)) != (theirs := _whites(other)):
        return _pair(board, is_white=mine < theirs)
    for last, opposing in zip(reversed(_colours(one)), reversed(_colours(other)), strict=False):
        if last is not opposing:
            return _pair(board, is_white=last is Colour.BLACK)
    better_first = board.first < board.second
    return _pair(board, is_white=(initial is Colour.WHITE) == (better_first == (board.number % 2 == 1)))


def _colours(player: Player) -> list[Colour]:
    return [each.colour for each in player.rounds if each.is_played and each.colour is not None]


def _whites(player: Player) -> int:
    return sum(1 if colour is Colour.WHITE else -1 for colour in _colours(player))


def _pair(board: Board, *, is_white: bool) -> Pair:
    return Pair(board.first, board.second) if is_white else Pair(board.second, board.first)
