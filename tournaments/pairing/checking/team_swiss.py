"""Check of a Swiss round for teams against C.04.6, in force from 1 Feb 2026, computed from the pasts."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from tournaments.pairing.checking.colours import Allocation, Parities, by_rank
from tournaments.pairing.checking.dutch import bye_score
from tournaments.pairing.checking.findings import (
    Code,
    Finding,
    GivenRound,
    Report,
    Severity,
    illegal,
    note,
    quality,
)
from tournaments.pairing.checking.general import attendance, known_pairs, soft_groups
from tournaments.pairing.checking.past import Past, other_colour, pasts_of
from tournaments.pairing.lexicographic.team_colours import PreferenceType
from tournaments.pairing.lexicographic.team_swiss import TeamSwissOptions
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.values import Pair, Snapshot


class Wish(NamedTuple):
    """Preferred colour of a team, W or B or nothing, and whether it is strong (1.7)."""

    colour: str = ""
    is_strong: bool = False


def check_team_swiss(snapshot: Snapshot, options: TeamSwissOptions, given: GivenRound) -> Report:
    """Check meetings, byes and colours of teams; no colour is ever absolute."""
    field = TeamField(snapshot, options)
    pairs = known_pairs(given, field.pasts)
    found = [*attendance(snapshot, given, field.pasts)]
    is_whole = not found
    for pair in pairs:
        rounds = field.pasts[pair.white].rounds_met(pair.black)
        if rounds:
            found.append(illegal(Code.REMATCH, (pair.white, pair.black), "C.04.6 2.1.1", round=rounds[-1]))
    barred = (one for one in given.byes if one in field.pasts and field.pasts[one].is_barred)
    found += [illegal(Code.BYE_RIGHT, (number,), "C.04.6 2.1.2") for number in barred]
    if is_whole:
        found += bye_score(given, field.pasts, "C.04.6 3.4.2")
        found += _colours(field, pairs)
        found += _distances(field, pairs)
    found += soft_groups(pairs, field.pasts)
    return Report(tuple(sorted(found, key=lambda each: list(Severity).index(each.severity))))


class TeamField:
    """Pasts with the score used for pairing, and the preference of every team."""

    def __init__(self, snapshot: Snapshot, options: TeamSwissOptions) -> None:
        self.options, self.is_last = options, snapshot.is_last_round
        pasts, at = pasts_of(snapshot), snapshot.round_number
        matches = {number: past.points for number, past in pasts.items()}
        games = {
            player.number: sum(each.game_points for each in player.rounds[: at - 1])
            for player in snapshot.players
        }
        self.first, self.second = matches, games
        if options.score_by is ScoreBy.GAME_POINTS:
            self.first, self.second = games, matches
            lent = {player.number: player.virtual_in(at) for player in snapshot.players}
            pasts = {
                number: replace(past, score=games[number] + lent[number]) for number, past in pasts.items()
            }
        self.pasts = pasts
        self.parities = Parities(snapshot, pasts)

    def wish(self, past: Past) -> Wish:
        """Preference by 1.7: two ahead, or twice running without making up a difference; type B adds mild."""
        kind, had, ahead = self.options.preference, past.colours, past.difference
        if kind is PreferenceType.NONE or not had:
            return Wish()
        behind = "B" if ahead > 0 else "W"
        if abs(ahead) > 1 or (ahead and had[-2:] == 2 * other_colour(behind)):
            return Wish(behind, is_strong=True)
        if not ahead and had[-2:] in ("WW", "BB"):
            return Wish(other_colour(had[-1]), is_strong=True)
        if kind is PreferenceType.A or (not ahead and self.is_last):
            return Wish()
        return Wish(behind if ahead else other_colour(had[-1]))

    def in_order(self, pair: Pair) -> tuple[Past, Past]:
        """Return the first team and the other: points, the other points where they count, number (4.2).

        Lent points count in neither (C.04.7 1.5).
        """
        second = self.second if self.options.first_by_second_score else {}
        two = sorted(
            (self.pasts[pair.white], self.pasts[pair.black]),
            key=lambda past: (-self.first[past.number], -second.get(past.number, 0), past.number),
        )
        return two[0], two[1]

    def due(self, pair: Pair) -> Allocation:
        """Return who has White on the first board (4.3)."""
        first, other = self.in_order(pair)
        colour, article = self._colour_of_first(first, other)
        return Allocation(first.number if colour == "W" else other.number, f"C.04.6 4.3.{article}")

    def _colour_of_first(self, first: Past, other: Past) -> tuple[str, int]:
        if not first.colours and not other.colours:
            return self.parities.initial_of(first.number), 1
        mine, theirs = self.wish(first), self.wish(other)
        if mine.colour != theirs.colour:
            return mine.colour or other_colour(theirs.colour), 3 if mine.colour and theirs.colour else 2
        if mine.is_strong != theirs.is_strong:
            return (mine.colour if mine.is_strong else other_colour(mine.colour)), 4
        return _by_past(first, other, mine)


def _by_past(first: Past, other: Past, mine: Wish) -> tuple[str, int]:
    """Decide by 4.3.5 to 4.3.9: the lower balance, the latest difference, the wish, then in turn."""
    if first.difference != other.difference:
        return ("W" if first.difference < other.difference else "B"), 5
    for back in range(1, min(len(first.colours), len(other.colours)) + 1):
        if first.colours[-back] != other.colours[-back]:
            return other.colours[-back], 6
    if mine.colour:
        return mine.colour, 7
    return (other_colour(first.colours[-1]), 8) if first.colours else (other.colours[-1], 9)


def _colours(field: TeamField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report teams that prefer the same colour (C8, C9), and White on the first board other than by 4.3."""
    for pair in pairs:
        numbers = pair.white, pair.black
        mine, theirs = (field.wish(field.pasts[number]) for number in numbers)
        if mine.colour and mine.colour == theirs.colour:
            both = mine.is_strong and theirs.is_strong
            code = Code.STRONG_COLOUR_PREFERENCE if both else Code.COLOUR_PREFERENCE
            yield quality(code, numbers, "C.04.6 1.7", preferred=mine.colour)
        due = field.due(pair)
        if due.white != pair.white:
            yield quality(Code.COLOUR_ALLOCATION, numbers, due.article, white=due.white)


def _distances(field: TeamField, pairs: tuple[Pair, ...]) -> Iterator[Finding]:
    """Report opponents with different scores."""
    for pair in pairs:
        first, other = by_rank(field.pasts[pair.white], field.pasts[pair.black])
        apart = first.score - other.score
        if apart:
            numbers = first.number, other.number
            yield note(Code.SCORE_GROUP_DISTANCE, numbers, "C.04.6 3.2", difference=apart)
