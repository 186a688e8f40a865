"""Services for line-ups: filled in on publishing, open to changes until the match has its first result."""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import Q

from club.core.access import require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from tournaments.core.hooks import on_line_up_changed
from tournaments.core.league_rules import is_league, league_rules, team_rules
from tournaments.core.services.event_log import line_up_facts, log_board
from tournaments.core.services.locks import locked_pairing, pairing_scope
from tournaments.models import Entry, GameResult, Outcome, Pairing, Round, RoundState, Section, TeamMember
from tournaments.teams.errors import (
    BoardEmpty,
    LineUpChanged,
    LineUpUnfit,
    MatchBegun,
    NotATeam,
    NotInTheMatch,
    RoundNotPublished,
)
from tournaments.teams.line_ups import (
    Side,
    due_forfeit,
    empty_sides,
    is_begun,
    on_boards,
    seated,
    side_of,
    usual_line_up,
)

SEATS = ("first_member", "second_member", "outcome")
FORFEITS = frozenset({Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT, Outcome.UNPLAYED})


def assign_line_ups(row: Round, *, only: Pairing | None = None) -> None:
    """Seat the first members of every team, or of `only` one match. Callers write the audit entry.

    Empty boards are forfeited. In a league captains set the line-up later.

    """
    if not row.section.is_team or is_league(row.section):
        return
    changed: list[GameResult] = []
    pairings = row.pairings.filter(black__isnull=False).select_related("white", "black")
    pairings = pairings.filter(pk=only.pk) if only else pairings
    for pairing in pairings.prefetch_related("games", "white__members", "black__members"):
        results = list(pairing.games.all())
        for side, entry in (("first", pairing.white), ("second", pairing.black)):
            members = list(entry.members.all()) if entry else []
            _seat(results, side, usual_line_up(members, len(results)))  # type: ignore[arg-type]
        changed += results
    _write(changed)


def clear_line_ups(row: Round) -> None:
    """Clear all line-ups and the forfeits of empty boards. Callers write the audit entry."""
    if not row.section.is_team:
        return
    changed: list[GameResult] = []
    for pairing in row.pairings.filter(black__isnull=False).prefetch_related("games"):
        results = list(pairing.games.all())
        for side in ("first", "second"):
            _seat(results, side, [None] * len(results))
        changed += results
    _write(changed)


def _seat(results: Sequence[GameResult], side: Side, members: Sequence[int | None]) -> None:
    """Seat a side; update forfeits of empty boards, leave other results as they are."""
    stood = [result for result in results if result.outcome == due_forfeit(result, results)]
    for result, member in zip(results, members, strict=True):
        setattr(result, f"{side}_member_id", member)
    for result in stood:
        result.outcome = due_forfeit(result, results)


def _write(results: Sequence[GameResult]) -> None:
    """Save the line-ups; clear them first, as a member may not be at two boards even for a moment."""
    rows = GameResult.objects.filter(pk__in=[result.pk for result in results])
    rows.filter(first_member__isnull=False).update(first_member=None)
    rows.filter(second_member__isnull=False).update(second_member=None)
    GameResult.objects.bulk_update(results, SEATS)


def open_matches(entry: Entry) -> list[Pairing]:
    """Lock and return the matches of a team in published rounds without a result; none in a league.

    In a league no line-up follows the list.

    """
    if is_league(entry.section):
        return []
    rows = Pairing.objects.filter(round__section_id=entry.section_id, round__state=RoundState.PUBLISHED)
    rows = rows.filter(Q(white=entry) | Q(black=entry), black__isnull=False)
    keys = list(rows.order_by("round__number", "pk").values_list("pk", flat=True))
    matches = [locked_pairing(key) for key in keys]
    return [match for match in matches if not is_begun(list(match.games.all()))]


def clear_usual(matches: Iterable[Pairing], entry: Entry, members: Sequence[TeamMember]) -> list[Pairing]:
    """Empty the line-ups of a team that match its list; return their matches."""
    usual = []
    for match in matches:
        results, side = list(match.games.all()), side_of(match, entry.pk)
        if side is not None and seated(results, side) == usual_line_up(members, len(results)):
            _seat(results, side, [None] * len(results))
            _write(results)
            usual.append(match)
    return usual


def refill(matches: Iterable[Pairing], entry: Entry, members: Sequence[TeamMember]) -> None:
    """Seat the first members of a team in these matches. Callers write the audit entry."""
    for match in matches:
        results, side = list(match.games.all()), side_of(match, entry.pk)
        if side is not None:
            _seat(results, side, usual_line_up(members, len(results)))
            _write(results)


def seat_team(match: Pairing, entry: Entry, members: Sequence[int]) -> None:
    """Seat members of a team from board 1 on. Callers write the audit entry."""
    results, side = list(match.games.all()), side_of(match, entry.pk)
    if side is not None:
        _seat(results, side, on_boards(members, len(results)))
        _write(results)


@transaction.atomic
def set_line_up(
    *,
    pairing_id: int,
    entry_id: int,
    members: Sequence[int],
    actor: Actor,
    was: Sequence[int] | None = None,
    reason: str = "",
) -> Pairing:
    """Set the line-up of a team from board 1 on; boards left over are empty and forfeited.

    `was` is the line-up that the actor saw. After the first result of the match the line-up is fixed.

    """
    pairing = locked_pairing(pairing_id)
    require_permission(actor, Capability.CORRECT_RESULTS, pairing_scope(pairing))
    entry, side = _team_of(pairing, entry_id)
    results = list(pairing.games.all())
    chosen = _validate_members(entry, members, len(results))
    stands = seated(results, side)
    wanted = on_boards([member.pk for member in chosen], len(results))
    if stands == wanted:
        return pairing
    if was is not None and list(was) != [one for one in stands if one is not None]:
        raise LineUpChanged(team=entry.name)
    if is_begun(results):
        raise MatchBegun(board=pairing.board_number, round=pairing.round.number)
    before = line_up_facts(pairing, entry, stands)
    _seat(results, side, wanted)
    _write(results)
    after = line_up_facts(pairing, entry, wanted)
    log_board("tournaments.line_up.set", pairing, actor, before=before, after=after, reason=reason)
    on_line_up_changed(pairing, results, actor)
    return pairing


def _team_of(pairing: Pairing, entry_id: int) -> tuple[Entry, Side]:
    """Return the team that is lined up, and its side."""
    row = pairing.round
    require_team(row.section)
    if row.state != RoundState.PUBLISHED:
        raise RoundNotPublished(round=row.number, state=row.state)
    side = side_of(pairing, entry_id)
    if side is None:
        raise NotInTheMatch(board=pairing.board_number or "")
    entry = pairing.white if side == "first" else pairing.black
    assert entry is not None  # noqa: S101 - a bye has no sides
    return entry, side


def _validate_members(entry: Entry, members: Sequence[int], boards: int) -> list[TeamMember]:
    """Return the members by board, or raise the reason why this line-up is refused."""
    there = {member.pk: member for member in entry.members.all()}
    if any(key not in there for key in members) or len(set(members)) != len(members):
        raise LineUpUnfit(team=entry.name, why="not_of_the_team", boards=boards)
    chosen = [there[key] for key in members]
    if not chosen or len(chosen) > boards:
        raise LineUpUnfit(team=entry.name, why="number", boards=boards)
    orders = [member.board_order for member in chosen]
    by_rating = is_league(entry.section) and league_rules(entry.section).rating_tolerance is not None
    if orders != sorted(orders) and not (by_rating or team_rules(entry.section).free_order):
        raise LineUpUnfit(team=entry.name, why="order", boards=boards)
    return chosen


def require_team(section: Section) -> None:
    """Refuse a section whose entries are players."""
    if not section.is_team:
        raise NotATeam(section=section.name)


def require_members_seated(pairing: Pairing, result: GameResult, outcome: str) -> None:
    """Refuse a played game at a board with a missing member; it can be forfeited or unplayed."""
    if not pairing.round.section.is_team or outcome in FORFEITS:
        return
    results = list(pairing.games.all())
    if empty_sides(next(one for one in results if one.pk == result.pk), results):
        raise BoardEmpty(board=pairing.board_number, game=result.number)
