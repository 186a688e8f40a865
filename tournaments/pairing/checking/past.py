"""Past of a player before a round: everything derived from the results, round by round."""

from dataclasses import dataclass

from tournaments.pairing.values import Colour, Player, PlayerRound, RoundKind, Snapshot

STAYED_AWAY = (RoundKind.FULL_BYE, RoundKind.HALF_BYE, RoundKind.ZERO_BYE)
DOWN, UP, LEVEL = "down", "up", "level"


@dataclass(frozen=True, slots=True)
class Past:
    """Past of a player before a round; articles of C.04.3 in force from 1 Feb 2026.

    `colours` are those of the games at the board, W or B, oldest first (1.7). `floats` are those of the last
    round and of the one before it (1.4). `is_barred` from the bye is a player who had it, or scored a win's
    points without playing (C2). `was_there`: at least once not away by own wish, the count for the parity of
    5.2.5.
    """

    number: int
    score: int
    points: int
    met: tuple[tuple[int, int], ...]
    colours: str
    unplayed: int
    floats: tuple[str, str]
    is_barred: bool
    is_present: bool
    is_topscorer: bool
    was_there: bool
    groups: frozenset[str]

    @property
    def difference(self) -> int:
        """Whites less Blacks."""
        return self.colours.count("W") - self.colours.count("B")

    @property
    def wish(self) -> str:
        """Preferred colour: W, B, or nothing before the first game."""
        if abs(self.difference) <= 1 and self.colours[-2:] in ("WW", "BB"):
            return other_colour(self.colours[-1])
        if self.difference:
            return "B" if self.difference > 0 else "W"
        return other_colour(self.colours[-1]) if self.colours else ""

    @property
    def is_absolute(self) -> bool:
        """True if more than one game of a colour ahead, or the same colour twice running."""
        return abs(self.difference) > 1 or self.colours[-2:] in ("WW", "BB")

    @property
    def is_strong(self) -> bool:
        """True if at least one game of a colour ahead; absolute preferences are strong as well."""
        return self.is_absolute or self.difference != 0

    def rounds_met(self, opponent: int) -> tuple[int, ...]:
        """Rounds in which the two met at the board."""
        return tuple(number for number, other in self.met if other == opponent)


def other_colour(colour: str) -> str:
    """Return the opposite colour."""
    return "B" if colour == "W" else "W"


def pasts_of(snapshot: Snapshot) -> dict[int, Past]:
    """Return the past of every player by number."""
    players = {player.number: player for player in snapshot.players}
    return {number: _past(player, players, snapshot) for number, player in players.items()}


def _past(player: Player, players: dict[int, Player], snapshot: Snapshot) -> Past:
    number = snapshot.round_number
    rounds = player.rounds[: number - 1]
    points = sum(each.points for each in rounds)
    played = [(at, each) for at, each in enumerate(rounds, start=1) if each.kind is RoundKind.PLAYED]
    return Past(
        number=player.number,
        score=points + _virtual_points(player, number),
        points=points,
        met=tuple((at, each.opponent) for at, each in played),
        colours="".join("W" if each.colour is Colour.WHITE else "B" for _at, each in played if each.colour),
        unplayed=len(rounds) - len(played),
        floats=(
            _float(player, players, snapshot, number - 1),
            _float(player, players, snapshot, number - 2),
        ),
        is_barred=any(_bars(each, snapshot.win) for each in rounds),
        is_present=player.is_present,
        is_topscorer=number >= snapshot.rounds and 2 * points > snapshot.win * (number - 1),
        was_there=any(each.kind not in STAYED_AWAY for each in rounds),
        groups=player.groups,
    )


def _virtual_points(player: Player, number: int) -> int:
    """Virtual points of a round (C.04.7)."""
    return player.virtual[number - 1] if 0 < number <= len(player.virtual) else 0


def _score_then(player: Player, number: int) -> int:
    return sum(each.points for each in player.rounds[: number - 1]) + _virtual_points(player, number)


def _bars(each: PlayerRound, win: int) -> bool:
    """Return whether a round bars from the bye; half-point byes do not."""
    unplayed_win = each.kind is not RoundKind.PLAYED and each.points >= win
    return each.kind is RoundKind.ALLOCATED_BYE or unplayed_win


def _float(player: Player, players: dict[int, Player], snapshot: Snapshot, number: int) -> str:
    """Float of a round. Down: met a lower score, had the bye, or scored more than a loss without playing."""
    if not 1 <= number <= len(player.rounds):
        return LEVEL
    each = player.rounds[number - 1]
    if each.kind is not RoundKind.PLAYED:
        went_down = each.kind is RoundKind.ALLOCATED_BYE or each.points > snapshot.loss
        return DOWN if went_down else LEVEL
    mine, theirs = _score_then(player, number), _score_then(players[each.opponent], number)
    if mine == theirs:
        return LEVEL
    return DOWN if mine > theirs else UP
