"""The pairing systems a section can be pinned to, and how each is asked with what the section has settled."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import VARIANTS
from tournaments.errors import UnknownSystem
from tournaments.models import Scoring, Section
from tournaments.pairing.boards import boards_in_order
from tournaments.pairing.lexicographic.double_swiss import pair_double_swiss
from tournaments.pairing.lineup import ScoreBy
from tournaments.pairing.match_swiss.options import MatchSwissOptions, Rematch
from tournaments.pairing.match_swiss.round import pair_match_swiss
from tournaments.pairing.round_robin.schedule import pair_round_robin, round_robin_of
from tournaments.pairing.swiss.dutch import pair_dutch
from tournaments.pairing.values import NOBODY, Colour, Pair, Proposal, Snapshot

Ask = Callable[[Section, Snapshot], Proposal]


@dataclass(frozen=True, slots=True, kw_only=True)
class System:
    """A system by its key, what it is called, and how it is asked."""

    key: str
    name: str | Promise
    ask: Ask
    is_table: bool = False
    """Whether every round is settled before the first."""


def score_by(section: Section) -> ScoreBy:
    """What makes the score groups of a section."""
    return ScoreBy.MATCH_POINTS if section.scoring == Scoring.MATCH else ScoreBy.GAME_POINTS


def match_swiss_options(section: Section, snapshot: Snapshot) -> MatchSwissOptions:
    """What a section has settled of its Swiss of matches."""
    first = VARIANTS[section.variant].first_to_move.key if section.variant in VARIANTS else "white"
    return MatchSwissOptions(
        games=section.games_per_pairing,
        score_by=score_by(section),
        rematch=Rematch(section.options.get("rematch", Rematch.NEVER.value)),
        rematch_after=int(section.options.get("rematch_after", 0)),
        soft_groups=frozenset(group for player in snapshot.players for group in player.groups),
        seed=section.seed,
        starting_side=Colour(first),
    )


def _match_swiss(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_match_swiss(snapshot, match_swiss_options(section, snapshot))


def _double_swiss(section: Section, snapshot: Snapshot) -> Proposal:
    return pair_double_swiss(snapshot, score_by=score_by(section))


def _round_robin(cycles: int) -> Ask:
    def ask(_section: Section, snapshot: Snapshot) -> Proposal:
        table = round_robin_of(snapshot, cycles=cycles, swap_last_rounds=cycles > 1)
        return pair_round_robin(snapshot, table)

    return ask


SYSTEMS: dict[str, System] = {
    system.key: system
    for system in (
        System(key="match_swiss", name=_("Swiss of matches, colours of no influence"), ask=_match_swiss),
        System(
            key="fide_dutch_2026",
            name=_("FIDE Dutch, text of 1 February 2026"),
            ask=lambda _section, snapshot: pair_dutch(snapshot),
        ),
        System(
            key="double_swiss_2026", name=_("FIDE Double-Swiss, text of 1 February 2026"), ask=_double_swiss
        ),
        System(key="round_robin", name=_("Round robin"), ask=_round_robin(1), is_table=True),
        System(key="double_round_robin", name=_("Double round robin"), ask=_round_robin(2), is_table=True),
    )
}


def system_of(section: Section) -> System:
    """The system a section is pinned to."""
    if section.system not in SYSTEMS:
        raise UnknownSystem(key=section.system, known=sorted(SYSTEMS))
    return SYSTEMS[section.system]


def propose(section: Section, snapshot: Snapshot, *, without: Iterable[int | None] = ()) -> Proposal:
    """Ask the section's system to pair everybody present who is not taken already; boards come in order."""
    taken = set(without)
    if taken:
        players = tuple(
            replace(player, is_present=player.is_present and player.number not in taken)
            for player in snapshot.players
        )
        snapshot = replace(snapshot, players=players)
    proposal = system_of(section).ask(section, snapshot)
    if system_of(section).is_table:
        free = tuple(one for one in proposal.pairs if taken.isdisjoint((one.white, one.black)))
        return replace(proposal, pairs=free, bye=NOBODY if proposal.bye in taken else proposal.bye)
    boards = boards_in_order(snapshot, proposal)
    return replace(proposal, pairs=tuple(Pair(one.white, one.black) for one in boards if one.black))
