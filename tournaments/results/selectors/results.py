"""Results: cards and reports of players, disputes, unfinished games, and changed boards."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, NamedTuple

from django.db.models import F, QuerySet

from club.audit.selectors import entries_of_kind
from club.live.selectors import events_after
from club.models import AuditEntry, User
from tournaments.core.selectors import rulings_in_force
from tournaments.events.selectors.sections import GAMES
from tournaments.models import (
    BoardCard,
    GameResult,
    Outcome,
    Pairing,
    ResultDispute,
    ResultReport,
    Round,
    RoundState,
    Ruling,
    Section,
)
from tournaments.teams.line_ups import is_begun

PLAYED_OUT: Final = frozenset({Outcome.PENDING, Outcome.WHITE, Outcome.BLACK, Outcome.DRAW})


class GameReports(NamedTuple):
    """Both players' reports of a game, and the dispute about it, if there is one."""

    game: int
    reports: tuple[ResultReport, ...]
    dispute: ResultDispute | None

    @property
    def is_held(self) -> bool:
        """True for two equal reports. While the game has no result, they wait for the desk."""
        outcomes = [report.outcome for report in self.reports]
        return len(outcomes) > 1 and len(set(outcomes)) == 1


def boards_with_results(row: Round) -> list[Pairing]:
    """List the boards of a round with a result of any game; forfeits of empty boards of teams are none."""
    boards = row.pairings.filter(black__isnull=False).order_by("board_number").prefetch_related("games")
    if row.section.is_team:
        return [board for board in boards if is_begun(list(board.games.all()))]
    return [board for board in boards if any(game.outcome != Outcome.PENDING for game in board.games.all())]


def ruling_of_result(result: GameResult) -> Ruling | None:
    """Return the latest ruling in force that has set the stored result of a game."""
    if result.outcome == Outcome.PENDING:
        return None
    of_game = rulings_in_force().filter(case__pairing=result.pairing_id, case__game=result.number)
    return of_game.filter(outcome=result.outcome).select_related("case").order_by("-pk").first()


def rulings_on_results(pairings: Collection[Pairing]) -> dict[int, dict[int, Ruling]]:
    """Return the rulings in force that have set the stored results of some boards, by pairing and game."""
    games = [(one.pk, game) for one in pairings for game in one.games.all()]
    # A ruling sets an adjudicated result or a rare one: a round without them costs no query.
    if not any(game.is_adjudicated or game.outcome not in PLAYED_OUT for _key, game in games):
        return {}
    rows = rulings_in_force().filter(case__pairing__in=pairings).exclude(outcome__in=["", Outcome.PENDING])
    stored = {(key, game.number): game.outcome for key, game in games}
    found: dict[int, dict[int, Ruling]] = defaultdict(dict)
    for ruling in rows.select_related("case").order_by("pk"):
        pairing_id, game = ruling.case.pairing_id, ruling.case.game
        if pairing_id is not None and stored.get((pairing_id, game)) == ruling.outcome:
            found[pairing_id][game] = ruling
    return found


def cards_of(section: Section) -> QuerySet[BoardCard]:
    """Return the valid cards, by board."""
    return section.board_cards.filter(revoked_at__isnull=True).order_by("board_number")


def pairing_on(card: BoardCard) -> Pairing | None:
    """Return the pairing at the board of a card, in the latest round that is not a draft."""
    latest = card.section.round_rows.exclude(state=RoundState.DRAFT).order_by("-number").first()
    if latest is None:
        return None
    rows = Pairing.objects.filter(round=latest, board_number=card.board_number, black__isnull=False)
    pairing = rows.select_related("round", "white", "black").prefetch_related(GAMES).first()
    if pairing is not None:
        pairing.round.section = card.section
    return pairing


def reports_at(pairing: Pairing) -> dict[int, GameReports]:
    """Return the reports on the games of a pairing, by game."""
    return _by_pairing(
        pairing.reports.select_related("entry"), pairing.disputes.filter(settled_at__isnull=True)
    ).get(pairing.pk, {})


def reports_on(pairings: Collection[Pairing]) -> dict[int, dict[int, GameReports]]:
    """Return the reports on the games of some pairings, by pairing and game."""
    return _by_pairing(
        ResultReport.objects.filter(pairing__in=pairings).select_related("entry"),
        ResultDispute.objects.filter(pairing__in=pairings, settled_at__isnull=True),
    )


def _by_pairing(
    reports: QuerySet[ResultReport], disputes: QuerySet[ResultDispute]
) -> dict[int, dict[int, GameReports]]:
    found: dict[int, dict[int, GameReports]] = defaultdict(dict)
    for report in reports.order_by("pk"):
        games = found[report.pairing_id]
        kept = games.get(report.game) or GameReports(report.game, (), None)
        games[report.game] = kept._replace(reports=(*kept.reports, report))
    for dispute in disputes:
        games = found[dispute.pairing_id]
        kept = games.get(dispute.game) or GameReports(dispute.game, (), None)
        games[dispute.game] = kept._replace(dispute=dispute)
    return found


def disputes_of(section: Section) -> QuerySet[ResultDispute]:
    """The disputed results of a section, the open ones first."""
    rows = ResultDispute.objects.filter(pairing__round__section=section)
    rows = rows.select_related("pairing__round__section__event", "pairing__white", "pairing__black")
    return rows.order_by(F("settled_at").asc(nulls_first=True), "pk")


def disputed_boards(row: Round) -> list[int | None]:
    """The boards of a round with a disputed result."""
    rows = row.pairings.filter(disputes__settled_at__isnull=True, disputes__isnull=False)
    return list(rows.distinct().order_by("board_number").values_list("board_number", flat=True))


def unchecked_boards(row: Round) -> list[int | None]:
    """The boards of a round with a result that one person alone has entered."""
    entered = [outcome for outcome in Outcome if outcome != Outcome.PENDING]
    rows = row.pairings.filter(
        black__isnull=False, games__checked_at__isnull=True, games__outcome__in=entered
    )
    return list(rows.distinct().order_by("board_number").values_list("board_number", flat=True))


def playing_boards(row: Round) -> QuerySet[Pairing]:
    """Return the boards of a round with two players, by number."""
    return row.pairings.filter(black__isnull=False).select_related("white", "black").order_by("board_number")


RESULT_ACTIONS: Final = ("tournaments.result.recorded", "tournaments.result.corrected")


def last_entered(row: Round, *, user: User | None) -> AuditEntry | None:
    """Return the last entry of an account about a result of a round that is neither an undo nor undone."""
    return _entered(row.pairings.values_list("pk", flat=True), user=user).first()


def last_entered_at(pairing: Pairing, game: int, *, user: User | None) -> AuditEntry | None:
    """Return the last entry of an account about the result of a game that is neither an undo nor undone."""
    own = _entered([pairing.pk], user=user)
    return next((entry for entry in own if (entry.after or {}).get("game") == game), None)


def _entered(pairings: Iterable[int], *, user: User | None) -> QuerySet[AuditEntry]:
    about = entries_of_kind("tournaments.pairing", pairings if user is not None else ())
    own = about.filter(user=user, action__in=RESULT_ACTIONS)
    return own.filter(undoes__isnull=True, undone_by__isnull=True)


MAX_EVENTS: Final = 200
RESULT: Final = "result.changed"


def boards_changed(row: Round, channel: str, *, after: int) -> set[int] | None:
    """The pairings with other results since event `after` of the channel; None: more than results changed."""
    batch = events_after(channel, after, limit=MAX_EVENTS)
    if not after or batch.is_broken or len(batch.events) == MAX_EVENTS:
        return None
    if any(event.kind != RESULT or event.data.get("round") != row.number for event in batch.events):
        return None
    return {event.data["pairing"] for event in batch.events}


UNFINISHED = (Outcome.ADJOURNED, Outcome.UNPLAYED)


def unfinished_games(section: Section) -> QuerySet[GameResult]:
    """The adjourned games first, then those not played, by round and board."""
    rows = GameResult.objects.filter(pairing__round__section=section, outcome__in=UNFINISHED)
    rows = rows.exclude(pairing__round__state=RoundState.DRAFT)
    board = F("pairing__board_number").asc(nulls_last=True)
    return rows.select_related("pairing__round", "pairing__white", "pairing__black").order_by(
        "outcome", "pairing__round__number", board, "number"
    )
