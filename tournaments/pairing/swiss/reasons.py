"""Reasons of a round of the Dutch system: the scores, the article of the colours, the bye."""

from collections.abc import Iterable
from typing import Final

from tournaments.pairing.reasons import ByeReasons, Code, PairReasons, Reason, RoundReasons, because
from tournaments.pairing.swiss.field import Field
from tournaments.pairing.values import NOBODY, Colour, Pair

CHAPTER: Final = "C.04.3"
COLOUR_CODES: Final = {
    "5.2.1": Code.COLOUR_PREFERENCES,
    "5.2.2": Code.STRONGER_PREFERENCE,
    "5.2.3": Code.ALTERNATES_LATEST_DIFFERENCE,
    "5.2.4": Code.HIGHER_PREFERENCE,
    "5.2.5": Code.INITIAL_COLOUR,
}


def round_reasons(field: Field, pairs: Iterable[Pair], bye: int) -> RoundReasons:
    """Return the reasons of every pair and of the bye."""
    return RoundReasons(
        system=CHAPTER,
        pairs=tuple(_pair_reasons(field, pair) for pair in pairs),
        bye=None if bye == NOBODY else _bye_reasons(field, bye),
    )


def _pair_reasons(field: Field, pair: Pair) -> PairReasons:
    """Return the floats of a pair (article 1.4), and the article of its colours."""
    first, second = sorted((field.place[pair.white], field.place[pair.black]))
    scores = field.score[first], field.score[second]
    if scores[0] == scores[1]:
        meeting = because(Code.SAME_SCORE, f"{CHAPTER} 1.3", score=scores[0])
    else:
        down, up = field.players[first].number, field.players[second].number
        facts = {"down": down, "down_score": scores[0], "up": up, "up_score": scores[1]}
        meeting = because(Code.FLOAT, f"{CHAPTER} 1.4", **facts)
    return PairReasons(pair.white, pair.black, (meeting,), _colour_reason(field, pair, first, second))


def _colour_reason(field: Field, pair: Pair, first: int, second: int) -> Reason:
    """Return the deciding article of 5.2 and its player: the higher ranked, or of the stronger wish."""
    article = field.grant(first, second).article
    code, player = COLOUR_CODES[article], field.players[first].number
    if code is Code.STRONGER_PREFERENCE:
        player = pair.white if field.colours[first].preferred is Colour.WHITE else pair.black
    return because(code, f"{CHAPTER} {article}", player=player)


def _bye_reasons(field: Field, player: int) -> ByeReasons:
    """Return the criteria by which the allocated bye was given (C5, C9)."""
    place = field.place[player]
    lowest = because(Code.BYE_LOWEST_SCORE, f"{CHAPTER} C5", score=field.score[place])
    fewest = because(Code.BYE_FEWEST_UNPLAYED, f"{CHAPTER} C9", unplayed=field.unplayed[place])
    return ByeReasons(player, (lowest, fewest))
