"""The Swiss team pairing system (C.04.6, from 1 February 2026), article by article, by trying everything.

Written from the text alone. Every set of upfloaters and every pairing of a bracket is made, put in the order
that the text gives and judged by the criteria; nothing is clever, so it serves fields of up to ten teams. The
names and the numbers are those of the articles.

Where the text leaves a choice (reasons in `docs/decisions/`: 0204; lent points and absent teams: 0345):

- C6 asks for the criteria "as much as possible" (2.3): of the sets that are left, those whose following
  scoregroup needs the fewest upfloaters of its own. The following scoregroup is the next one in the standings
  of the round, and C6 is silent once all its teams became or are upfloaters: no lower group takes its place.
- Scoregroups, and so the bye and the floats, go by the pairing score, with the points lent for that round.
  The primary score of 4.2.1 is that of the standings (C.04.7 1.5: the pairing score is "used to define
  scoregroups, sort them internally, and sort boards").
- Teams that have yet to arrive have no TPN (C.04.2 2.4, as FIDE's commission reads it for C.04.3 5.2.5).
- Matches that were not played count for nothing: no meeting, no colour, no float (C.04.2 3.4 and 3.5).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

WHITE, BLACK = "W", "B"
NONE, MILD, SIMPLE, STRONG = "none", "mild", "simple", "strong"


@dataclass(frozen=True)
class Match:
    """A match of a past round: points are (match points, game points)."""

    white: int
    black: int
    white_points: tuple[int, int]
    black_points: tuple[int, int]
    is_played: bool = True


@dataclass(frozen=True)
class Bye:
    """A round without an opponent: the allocated bye (U), or one asked for, full, half or zero (F, H, Z)."""

    team: int
    points: tuple[int, int]
    letter: str


@dataclass(frozen=True)
class Event:
    """All that the pairing of one round depends on. Rounds count from 1."""

    teams: tuple[int, ...]
    rounds: int
    past: tuple[tuple[Match | Bye, ...], ...]
    absent: frozenset[int] = frozenset()
    apart: frozenset[frozenset[int]] = frozenset()
    lent: dict[tuple[int, int], int] = field(default_factory=dict)  # (round, team) -> points
    win: int = 2  # the match points of a win: a forfeit that scores them bars the bye
    preferences: str | None = "A"
    match_points_first: bool = True
    uses_secondary: bool = True
    initial_colour: str = WHITE

    @property
    def round(self) -> int:
        return len(self.past) + 1


@dataclass(frozen=True)
class Team:
    """One team before a round."""

    tpn: int
    score: int
    primary: int
    secondary: int
    met: frozenset[int]
    is_barred: bool
    colours: str
    floated: bool

    @property
    def difference(self) -> int:
        return self.colours.count(WHITE) - self.colours.count(BLACK)


@dataclass(frozen=True)
class Bracket:
    residents: tuple[int, ...]
    upfloaters: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Paired:
    """The whole round: pairs are (White, Black)."""

    bye: int | None
    pairs: tuple[tuple[int, int], ...]
    brackets: tuple[Bracket, ...]


# Article 1: what a team brings along.


def points(event: Event, tpn: int, *, before: int) -> tuple[int, int]:
    """Return the (primary, secondary) score of the standings before a round."""
    earned = [(0, 0)]
    for entries in event.past[: before - 1]:
        for entry in entries:
            if isinstance(entry, Bye):
                earned += [entry.points] * (entry.team == tpn)
            else:
                earned += [entry.white_points] * (entry.white == tpn) + [entry.black_points] * (
                    entry.black == tpn
                )
    match_points, game_points = (sum(column) for column in zip(*earned, strict=True))
    return (match_points, game_points) if event.match_points_first else (game_points, match_points)


def pairing_score(event: Event, tpn: int, *, before: int) -> int:
    """Return the primary score with the points lent for a round."""
    return points(event, tpn, before=before)[0] + event.lent.get((before, tpn), 0)


def team_before(event: Event, tpn: int) -> Team:
    """Gather what articles 1.2 to 1.6 and C2 ask of one team."""
    primary, secondary = points(event, tpn, before=event.round)
    score = pairing_score(event, tpn, before=event.round)
    met, colours, is_barred, floated = set(), "", False, False
    for number, entries in enumerate(event.past, start=1):
        floated = False  # 1.5 with C7 and C10: the previous round alone
        for entry in entries:
            if isinstance(entry, Bye):
                is_barred |= entry.team == tpn and entry.letter in "UF"
            elif tpn in (entry.white, entry.black):
                own = entry.white_points if entry.white == tpn else entry.black_points
                rival = entry.black if entry.white == tpn else entry.white
                if not entry.is_played:
                    is_barred |= own[0] >= event.win  # C2: won by forfeit
                    continue
                met.add(rival)
                colours += WHITE if entry.white == tpn else BLACK  # 1.6.1
                scores = {pairing_score(event, each, before=number) for each in (tpn, rival)}
                floated = len(scores) > 1
    met |= {rival for pair in event.apart if tpn in pair for rival in pair - {tpn}}
    return Team(tpn, score, primary, secondary, frozenset(met), is_barred, colours, floated)


def preference(event: Event, team: Team) -> tuple[str, str]:  # noqa: PLR0911 - one for each sentence
    """Return (colour, strength) by 1.7.1 or 1.7.2; without a preference ("", "none")."""
    if event.preferences is None or not team.colours:
        return "", NONE
    full = SIMPLE if event.preferences == "A" else STRONG
    if team.difference < -1 or (team.difference in (0, -1) and team.colours.endswith(BLACK * 2)):
        return WHITE, full
    if team.difference > 1 or (team.difference in (0, 1) and team.colours.endswith(WHITE * 2)):
        return BLACK, full
    if event.preferences == "A":
        return "", NONE
    if team.difference:
        return (WHITE if team.difference == -1 else BLACK), MILD
    if event.round == event.rounds:
        return "", NONE
    return (WHITE if team.colours.endswith(BLACK) else BLACK), MILD


# Article 4: colours.


def other(colour: str) -> str:
    return BLACK if colour == WHITE else WHITE


def first_team(event: Event, one: Team, two: Team) -> tuple[Team, Team]:
    """Order the two by 4.2: the first-team and the other."""
    secondary = (lambda team: team.secondary) if event.uses_secondary else (lambda _team: 0)
    first, second = sorted((one, two), key=lambda team: (-team.primary, -secondary(team), team.tpn))
    return first, second


def has_odd_tpn(event: Event, team: Team) -> bool:
    """4.3.1. Teams that have yet to arrive have no TPN and move up those behind them (C.04.2 2.4)."""
    there = set(event.teams) - event.absent
    for entries in event.past:
        for entry in entries:
            if isinstance(entry, Match):
                there |= {entry.white, entry.black}
            elif entry.letter == "U":
                there.add(entry.team)
    return sorted(there).index(team.tpn) % 2 == 0


def colour_of_first(event: Event, first: Team, second: Team) -> str:  # noqa: PLR0911 - one an article
    """Return the colour of the first-team by the first part of 4.3 that decides."""
    wish, strength = preference(event, first)
    rival_wish, rival_strength = preference(event, second)
    if not first.colours and not second.colours:  # 4.3.1
        return event.initial_colour if has_odd_tpn(event, first) else other(event.initial_colour)
    if bool(wish) != bool(rival_wish):  # 4.3.2
        return wish or other(rival_wish)
    if wish and wish != rival_wish:  # 4.3.3
        return wish
    if (strength == STRONG) != (rival_strength == STRONG):  # 4.3.4
        return wish if strength == STRONG else other(rival_wish)
    if first.difference != second.difference:  # 4.3.5
        return WHITE if first.difference < second.difference else BLACK
    for mine, theirs in zip(reversed(first.colours), reversed(second.colours), strict=False):  # 4.3.6
        if mine != theirs:
            return other(mine)
    if wish:  # 4.3.7
        return wish
    if first.colours:  # 4.3.8
        return other(first.colours[-1])
    return second.colours[-1]  # 4.3.9


def coloured(event: Event, one: Team, two: Team) -> tuple[int, int]:
    first, second = first_team(event, one, two)
    if colour_of_first(event, first, second) == WHITE:
        return first.tpn, second.tpn
    return second.tpn, first.tpn


# Article 3: the procedure.


def pairings(teams: list[Team]) -> Iterator[list[tuple[Team, Team]]]:
    """Make every pairing of all these teams that C1 allows, the smaller TPN first in each pair."""
    if not teams:
        yield []
        return
    first, *rest = sorted(teams, key=lambda team: team.tpn)
    for rival in rest:
        if rival.tpn not in first.met:
            for remaining in pairings([team for team in rest if team is not rival]):
                yield [(first, rival), *remaining]


def is_pairable(teams: list[Team]) -> bool:
    """C3 for these teams: a pairing of all of them exists."""
    return next(pairings(teams), None) is not None


def identifier(pairing: list[tuple[Team, Team]]) -> list[int]:
    """3.6.2: the top members ascending, then the bottom member of each."""
    ordered = sorted((top.tpn, bottom.tpn) for top, bottom in pairing)
    return [top for top, _ in ordered] + [bottom for _, bottom in ordered]


def bye_taker(teams: list[Team]) -> Team | None:
    """3.4, with C2. None where no team can have the bye."""
    allowed = [team for team in teams if not team.is_barred]
    for team in sorted(allowed, key=lambda team: (team.score, -len(team.colours), -team.tpn)):
        if is_pairable([other for other in teams if other is not team]):
            return team
    return None


def fewest_upfloaters(group: list[Team], lower: list[Team]) -> int:
    """The fewest upfloaters of a group, C1 and C3 kept; more than there are where that cannot be."""
    for count in range(len(lower) + 1):
        for chosen in combinations(lower, count):
            left = [team for team in lower if team not in chosen]
            if is_pairable([*group, *chosen]) and is_pairable(left):
                return count
    return len(group) + len(lower) + 1


def sets_by_c4_and_c5(top: list[Team], lower: list[Team]) -> list[list[Team]]:
    """3.5.2 to 3.5.4: legal sets of the fewest upfloaters, with the highest scores, in their order."""
    for count in range(len(lower) + 1):
        sets = []
        for chosen in combinations(sorted(lower, key=lambda team: (-team.score, team.tpn)), count):
            left = [team for team in lower if team not in chosen]
            if is_pairable([*top, *chosen]) and is_pairable(left):
                sets.append(list(chosen))
        if sets:
            best = max(sorted(team.score for team in chosen) for chosen in sets)
            sets = [chosen for chosen in sets if sorted(team.score for team in chosen) == best]
            return sorted(sets, key=lambda chosen: [team.tpn for team in chosen])
    return []


def following_score(standings: list[Team], top: list[Team]) -> int | None:
    """The score of the scoregroup that follows, in the standings of the round, paired or not."""
    return max((team.score for team in standings if team.score < top[0].score), default=None)


def upfloaters_of(
    event: Event, standings: list[Team], top: list[Team], lower: list[Team]
) -> list[Team] | None:
    """3.5.5: the first set that complies with C6 and C7 best."""
    following = following_score(standings, top)
    is_late = event.round > event.rounds - 2

    def quality(chosen: list[Team]) -> tuple[int, int]:
        left = [team for team in lower if team not in chosen]
        group = [team for team in left if team.score == following]
        c6 = fewest_upfloaters(group, [team for team in left if team not in group]) if group else 0
        c7 = 0 if is_late else sum(team.floated for team in chosen)
        return c6, c7

    return min(sets_by_c4_and_c5(top, lower), key=quality, default=None)  # min keeps the first of equals


def pairing_of(event: Event, top: list[Team], upfloaters: list[Team]) -> list[tuple[Team, Team]]:
    """3.6: the first pairing of a bracket by its identifier that complies with C8, C9 and C10 best."""
    is_late = event.round > event.rounds - 2

    def quality(pairing: list[tuple[Team, Team]]) -> tuple[int, int, int]:
        c8 = c9 = c10 = 0
        for one, two in pairing:
            white, _black = coloured(event, one, two)
            for team, rival in ((one, two), (two, one)):
                wish, strength = preference(event, team)
                got = WHITE if team.tpn == white else BLACK
                c8 += bool(wish) and wish != got
                c9 += strength == STRONG and wish != got
                c10 += rival in upfloaters and team.floated and not is_late
        return c8, c9, c10

    return min(sorted(pairings([*top, *upfloaters]), key=identifier), key=quality)


def pair(event: Event) -> Paired | None:
    """3.3: pair a whole round. None where 3.3.3 leaves it to the Chief Arbiter."""
    standings = [team_before(event, tpn) for tpn in event.teams if tpn not in event.absent]
    waiting, bye = list(standings), None
    if len(waiting) % 2:
        bye = bye_taker(waiting)
        if bye is None:
            return None
        waiting.remove(bye)
    brackets, pairs = [], []
    while waiting:
        score = max(team.score for team in waiting)
        top = [team for team in waiting if team.score == score]
        lower = [team for team in waiting if team.score < score]
        upfloaters = upfloaters_of(event, standings, top, lower)
        if upfloaters is None:
            return None
        pairing = pairing_of(event, top, upfloaters)
        made = tuple(coloured(event, one, two) for one, two in pairing)
        pairs.extend(made)
        residents = tuple(sorted(team.tpn for team in top))
        brackets.append(Bracket(residents, tuple(team.tpn for team in upfloaters), made))
        waiting = [team for team in lower if team not in upfloaters]
    return Paired(bye.tpn if bye else None, tuple(pairs), tuple(brackets))
