"""Swiss round of matches: one maximum-weight perfect matching, then the start of the first game."""

from tournaments.pairing.criteria import Matched, Pairing, Weighted
from tournaments.pairing.first_game import FirstGame, colours_of
from tournaments.pairing.lineup import Lineup
from tournaments.pairing.match_swiss.legality import Legality, legality, with_best_bye
from tournaments.pairing.match_swiss.line import score_line
from tournaments.pairing.match_swiss.options import MatchSwissOptions
from tournaments.pairing.match_swiss.parted import PartedRound
from tournaments.pairing.match_swiss.quality import (
    clashing_sets,
    criteria,
    drawn_pattern,
    lot_of,
    places_in_groups,
)
from tournaments.pairing.match_swiss.reasons import (
    NEXT_BEST_UP_TO,
    bye_reasons,
    meeting_reasons,
    next_best,
    round_reasons,
)
from tournaments.pairing.reasons import PairReasons, RoundReasons
from tournaments.pairing.values import NOBODY, NoLegalPairing, Pair, Proposal, Snapshot

SYSTEM = "match-swiss"


def pair_match_swiss(snapshot: Snapshot, options: MatchSwissOptions) -> Proposal:
    """Pair the round; raise NoLegalPairing where prohibitions and hard groups leave no way."""
    return MatchRound(snapshot, options).propose()


class MatchRound:
    """Round to be paired."""

    def __init__(self, snapshot: Snapshot, options: MatchSwissOptions) -> None:
        self.snapshot, self.options = snapshot, options
        self.lineup = Lineup(snapshot, options.score_by, second_orders=True)

    def propose(self) -> Proposal:
        """Return the matching, in board order, with colours and reasons."""
        if not self.lineup.size:
            return Proposal(pairs=(), reasons=RoundReasons(system=SYSTEM))
        legal = legality(self.lineup, self.options)
        if self.lineup.size > NEXT_BEST_UP_TO and legal.distance == legal.wanted:
            return self._proposal(legal, None, self.parted(legal))
        return self._proposal(legal, *self.whole(legal))

    def whole(self, legal: Legality) -> tuple[Weighted, Matched]:
        """Return the best round with all pairs weighed together."""
        weighted = Weighted(legal.edges, criteria(self.lineup, self.options, legal), legal.vertices)
        matched = weighted.best()
        if matched is None:
            raise NoLegalPairing
        pairs = weighted.drawn(matched.costs, lot_of(self.lineup, self.options))
        return weighted, Matched(pairs, matched.costs)

    def parted(self, legal: Legality) -> Matched:
        """Return the same round found in parts; no meeting may be nearer than the rule asks for."""
        lineup, options = self.lineup, self.options
        judged = criteria(lineup, options, legal)
        names = [each.name for each in judged]
        line = score_line(lineup, options, with_best_bye(lineup, legal), legal.bye)
        below_bye = judged[names.index("score_difference") :]
        sets = clashing_sets(lineup, options)
        pairs = PartedRound(line, below_bye, sets, lot_of(lineup, options)).pairs()
        return Matched(pairs, tuple(sum(each.penalty(*pair) for pair in pairs) for each in judged))

    def _proposal(self, legal: Legality, weighted: Weighted | None, matched: Matched) -> Proposal:
        lineup = self.lineup
        bye = next((one for one, other in matched.pairs if other == legal.bye), None)
        rank, _ = places_in_groups(lineup, *drawn_pattern(lineup, self.options))
        boards = sorted((pair for pair in matched.pairs if pair[1] != legal.bye), key=self._board)
        granted = [
            colours_of(lineup, *pair, games=self.options.games, starting_side=self.options.starting_side)
            for pair in boards
        ]
        pairs = tuple(self._seat_pair(pair, game) for pair, game in zip(boards, granted, strict=True))
        told = tuple(
            PairReasons(
                seated.white,
                seated.black,
                (*meeting_reasons(lineup, self.options, rank, pair), *next_best(weighted, matched, pair)),
                game.reason,
            )
            for seated, pair, game in zip(pairs, boards, granted, strict=True)
        )
        reasons = RoundReasons(
            system=SYSTEM,
            pairs=told,
            bye=None if bye is None else bye_reasons(lineup, legal, bye),
            about_round=round_reasons(lineup, self.options, legal, matched),
        )
        number = NOBODY if bye is None else lineup.players[bye].number
        return Proposal(pairs=pairs, bye=number, reasons=reasons)

    def _board(self, pair: Pairing) -> tuple[int, int, int]:
        """Sort key of a board: score of the higher ranked, sum of scores, place (C.04.2, recommended)."""
        score = self.lineup.score
        return -score[pair[0]], -score[pair[0]] - score[pair[1]], pair[0]

    def _seat_pair(self, pair: Pairing, game: FirstGame) -> Pair:
        higher, lower = (self.lineup.players[place].number for place in pair)
        return Pair(higher, lower) if game.higher_has_white else Pair(lower, higher)
