"""Seats at the boards of a match: by records 300, else in the order of the lists."""

from collections.abc import Mapping, Sequence

from tournaments.pairing.values import NOBODY

Game = tuple[int, int]


class Seats:
    """Boards of a match during seating; `sides` are the seated players, in the order of their lists.

    `told` maps players of either side to the boards that records 300 give them.
    """

    def __init__(self, size: int, sides: Sequence[Sequence[int]], told: Sequence[Mapping[int, int]]) -> None:
        self.by_board: list[Game] = [(NOBODY, NOBODY)] * size
        self.sides, self.told = sides, told
        self.ranks = {player: at for side in sides for at, player in enumerate(side, start=1)}
        self.is_assumed = False
        self.left_out: list[int] = []

    def _target_board(self, game: Game) -> int:
        """Return the board of a game: the stated one, else the lower list place of its players."""
        told = [seats[player] for seats, player in zip(self.told, game, strict=True) if player in seats]
        return told[0] if told else max(self.ranks[player] for player in game)

    def seat_games(self, games: Sequence[Game]) -> None:
        """Seat the players with an opponent."""
        for game in sorted(games, key=lambda one: (self._target_board(one), self.ranks[one[0]])):
            wanted = self._target_board(game)
            for at in self._from(wanted):
                if self.by_board[at - 1] == (NOBODY, NOBODY):
                    self.by_board[at - 1] = game
                    self.is_assumed = self.is_assumed or at != wanted
                    break
            else:
                self.left_out.append(game[0])

    def seat_unpaired(self) -> None:
        """Seat the players without an opponent."""
        seated = {player for game in self.by_board for player in game} | set(self.left_out)
        for side, players in enumerate(self.sides):
            for player in players:
                if player not in seated and not self._seat_player(player, side):
                    self.left_out.append(player)

    def _seat_player(self, player: int, side: int) -> bool:
        for at in self._from(self.told[side].get(player, self.ranks[player])):
            seats = self.by_board[at - 1]
            if seats[side] == NOBODY:
                self.by_board[at - 1] = (player, seats[1]) if side == 0 else (seats[0], player)
                return True
        return False

    def _from(self, wanted: int) -> list[int]:
        """The boards from the wanted one on, then those before it."""
        size = len(self.by_board)
        return [*range(wanted, size + 1), *range(1, min(wanted, size + 1))]
