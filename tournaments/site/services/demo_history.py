"""Real games of the nineteenth century as events of the demo club: players with a past, ratings and moves."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from club.core.actor import Actor
from club.models import Organisation
from games.archive.selectors.archive import games_of_file
from games.models import Game
from tournaments.entries.entry_lists import EntryLine
from tournaments.entries.services.entries import add_entries
from tournaments.events.services.closing import finish_event
from tournaments.events.services.events import create_event
from tournaments.models import Entry, Event, Outcome, Section
from tournaments.ratings.services.rating_lists import make_list
from tournaments.ratings.services.rating_reports import commit_report
from tournaments.records.services.game_records import link_record
from tournaments.results.services.results import record_result
from tournaments.rounds.services.pairings import seat_players
from tournaments.rounds.services.rounds import close_round, propose_round, publish_round

SOURCE: Final = "nineteenth_century.pdn"
FULL_NAMES: Final[Mapping[str, str]] = {
    "Wyllie, J.": "James Wyllie",
    "Anderson, A.": "Andrew Anderson",
    "Martins, R.": "Robert Martins",
    "Ferrie, J.": "James Ferrie",
    "Jordan, R.": "Richard Jordan",
    "Barker, C.F.": "Charles Barker",
    "Yates, R.D.": "Robert Yates",
    "Smith, J.": "James Smith",
    "Strickland, W.": "William Strickland",
}
"""Players of the demo event as the records name them."""
PERIODS: Final = ((1847, 1867), (1872, 1877), (1886, 1894))
MAX_ROUNDS: Final = 4  # of each event: more would make the first start of a demo slow
OUTCOMES: Final = {"white": Outcome.WHITE, "black": Outcome.BLACK, "draw": Outcome.DRAW}


def load_demo_history(club: Organisation, *, actor: Actor) -> None:
    """Enter the archived games between players of the demo event, each period as an event that is rated."""
    found = [(first, last, _games(club, first, last)) for first, last in PERIODS]
    if not any(games for _first, _last, games in found):
        return
    ratings = make_list(
        organisation_id=club.pk,
        name=_("Open ratings"),
        formula="elo",
        initial_rating=2000,
        is_public=True,
        actor=actor,
    )
    for first, last, games in found:
        if games:
            event = _play(club, first, last, games, actor)
            commit_report(list_id=ratings.pk, event_id=event.pk, actor=actor)


def _games(club: Organisation, first: int, last: int) -> list[Game]:
    rows = games_of_file(organisation_id=club.pk, source_file=SOURCE)
    return [
        game
        for game in rows.filter(year__range=(first, last)).order_by("year", "source_line")
        if game.white in FULL_NAMES and game.black in FULL_NAMES and game.winner in OUTCOMES
    ]


def _play(club: Organisation, first: int, last: int, games: Sequence[Game], actor: Actor) -> Event:
    event = create_event(
        organisation_id=club.pk,
        name=_("Match games, %(first)s to %(last)s") % {"first": first, "last": last},
        preset="manual",
        starts_on=date(first, 1, 1),
        ends_on=date(last, 12, 31),
        is_public=True,
        actor=actor,
    )
    section = event.sections.get()
    names = dict.fromkeys(FULL_NAMES[name] for game in games for name in (game.white, game.black))
    entries = add_entries(section_id=section.pk, lines=[EntryLine(name) for name in names], actor=actor)
    by_name = {entry.name: entry for entry in entries}
    for row in _rounds(games)[:MAX_ROUNDS]:
        _play_round(section, row, by_name, actor)
    return finish_event(event_id=event.pk, actor=actor)


def _rounds(games: Iterable[Game]) -> list[list[Game]]:
    """Put each game into the first round after the earlier games of both players."""
    rounds: list[list[Game]] = []
    played: dict[str, int] = {}
    for game in games:
        number = max(played.get(game.white, 0), played.get(game.black, 0))
        if number == len(rounds):
            rounds.append([])
        rounds[number].append(game)
        played[game.white] = played[game.black] = number + 1
    return rounds


def _play_round(section: Section, games: Sequence[Game], by_name: Mapping[str, Entry], actor: Actor) -> None:
    row = propose_round(section_id=section.pk, actor=actor)
    for game in games:
        white, black = (by_name[FULL_NAMES[name]] for name in (game.white, game.black))
        row = seat_players(
            round_id=row.pk, white_id=white.pk, black_id=black.pk, version=row.version, actor=actor
        )
    reason = _("As the games were played.")
    publish_round(round_id=row.pk, version=row.version, reason=reason, actor=actor)
    boards = {(one.white_id, one.black_id): one for one in row.pairings.filter(black__isnull=False)}
    for game in games:
        white, black = (by_name[FULL_NAMES[name]] for name in (game.white, game.black))
        board = boards[white.pk, black.pk]
        outcome = OUTCOMES[game.winner]
        record_result(pairing_id=board.pk, game=1, outcome=outcome, actor=actor)
        link_record(pairing_id=board.pk, game=1, record_id=game.pk, actor=actor)
    close_round(round_id=row.pk, actor=actor)
