"""Texts that explain prizes."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournaments.events.money import money_text
from tournaments.prizes.selectors.prize_awards import PrizeAward
from tournaments.prizes.selectors.prize_moves import PrizeMove
from tournaments.standings.ranking.prizes import Sharing


def prize_text(line: PrizeAward, currency: str) -> str:
    """Return the prize in words: money or a thing."""
    return line.thing or money_text(line.amount, currency)


def prizes_text(lines: Sequence[PrizeAward], currency: str) -> str:
    """Return all prizes of a player: the money in one sum, and things."""
    amount = sum(line.amount for line in lines)
    money = [money_text(amount, currency)] if amount else []
    return ", ".join(money + [line.thing for line in lines if line.thing]) or "\N{EN DASH}"


def difference_text(move: PrizeMove) -> str:
    """Return the change of the money; empty if there is none, or across currencies."""
    if not move.difference:
        return ""
    sign = "+" if move.difference > 0 else "\N{MINUS SIGN}"
    return sign + money_text(abs(move.difference), move.currency or move.currency_before)


class PrizeMoveRow(NamedTuple):
    """Changed prizes of a player, in words."""

    name: str
    before: str
    after: str
    difference: str


def move_rows(moves: Sequence[PrizeMove]) -> list[PrizeMoveRow]:
    """Return the new prizes of each player, and the change of the money."""
    return [
        PrizeMoveRow(
            move.name,
            prizes_text(move.before, move.currency_before),
            prizes_text(move.after, move.currency),
            difference_text(move),
        )
        for move in moves
    ]


def award_reason_text(line: PrizeAward, sharing: str, currency: str) -> str:
    """Describe the place, the sharing with its players, and the players passed over."""
    return " ".join(
        part
        for part in (_place_text(line), _sharing_text(line, sharing, currency), _passed_text(line))
        if part
    )


def _place_text(line: PrizeAward) -> str:
    if line.category:
        return _("Place %(place)s in class %(category)s.") % {"place": line.place, "category": line.category}
    return _("Place %(place)s in the section.") % {"place": line.place}


def _sharing_text(line: PrizeAward, sharing: str, currency: str) -> str:
    if not line.shared_with:
        return ""
    facts = {
        "names": ", ".join(line.shared_with),
        "pool": money_text(line.pool, currency),
        "count": len(line.shared_with) + 1,
        "prize": money_text(line.place_prize, currency),
    }
    if sharing == Sharing.HORT.value:
        return (
            _(
                "Tied on points with %(names)s: half of %(prize)s for the place, plus half of an "
                "equal share (1 of %(count)s) of %(pool)s."
            )
            % facts
        )
    return _("Tied on points with %(names)s: %(pool)s in %(count)s equal parts.") % facts


def _passed_text(line: PrizeAward) -> str:
    if not line.passed:
        return ""
    return _("Ranked higher, with another prize: %(names)s.") % {"names": ", ".join(line.passed)}
