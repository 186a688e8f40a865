"""Refusals of the pure packages as sentences: what is wrong, and the next action."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_lazy

from tournaments.exchange.trf import TrfError
from tournaments.pairing.system_refusals import PairingRefusal
from tournaments.standings.ranking.errors import StandingsRefusal

# Code -> the event, the next action.
REFUSALS: Final[dict[str, tuple[Any, Any]]] = {
    "not_a_trf": (
        gettext_lazy("This is not a tournament report: it has no player record (001)."),
        gettext_lazy("Choose a TRF16 or TRF26 file as your pairing program exports it."),
    ),
    "report_too_long": (
        gettext_lazy("The file has more than %(limit)d lines."),
        gettext_lazy("Export each tournament into a file of its own."),
    ),
    "line_too_long": (
        gettext_lazy("The line has more than %(limit)d characters."),
        gettext_lazy("Export the report again; a round takes 10 columns."),
    ),
    "column_unreadable": (
        gettext_lazy("Columns %(column)d to %(last)d contain “%(found)s”; expected: %(wanted)s."),
        gettext_lazy("Correct the line; every record has fixed columns."),
    ),
    "column_missing": (
        gettext_lazy("Record %(record)s has no value in column %(column)d (%(name)s)."),
        gettext_lazy("Complete the line or remove it."),
    ),
    "result_unknown": (
        gettext_lazy("“%(found)s” is not a result (player %(player)d, round %(round)d)."),
        gettext_lazy("Use one of: %(known)s."),
    ),
    "player_twice": (
        gettext_lazy("Player %(player)d already has a record on line %(first_line)d."),
        gettext_lazy("Give one of the two another number."),
    ),
    "opponent_unknown": (
        gettext_lazy(
            "Player %(player)d meets %(opponent)d in round %(round)d, but no other player has this number."
        ),
        gettext_lazy("Correct the opponent, or add the missing player record."),
    ),
    "opponents_disagree": (
        gettext_lazy(
            "The records of players %(player)d and %(opponent)d for round %(round)d disagree on "
            "opponent, colours or result."
        ),
        gettext_lazy("Correct one of the two lines."),
    ),
    "points_differ_by_colour": (
        gettext_lazy("“%(found)s” gives a result different points than an earlier entry."),
        gettext_lazy("Give each result the same points for either colour."),
    ),
    "not_in_this_edition": (
        gettext_lazy("A TRF16 cannot contain record %(record)s."),
        gettext_lazy("Export a TRF26 instead."),
    ),
    "too_wide": (
        gettext_lazy("“%(found)s” does not fit into the %(width)d columns of %(name)s in record %(record)s."),
        gettext_lazy("Shorten it."),
    ),
    "round_unfinished": (
        gettext_lazy("The game of player %(player)d in round %(round)d has no result yet."),
        gettext_lazy("Enter it, or choose the round to pair with --round."),
    ),
    "no_such_round": (
        gettext_lazy("Round %(round)d cannot be paired: the tournament has %(rounds)d rounds."),
        gettext_lazy("Choose a round with --round."),
    ),
    "too_few_present": (
        gettext_lazy("Round %(round)d cannot be paired. Players present: %(players)d."),
        gettext_lazy(
            "Add players, or correct absences in record 240, in XXZ or in the round of records 001."
        ),
    ),
    "unknown_system": (
        gettext_lazy("There is no pairing system “%(key)s”."),
        gettext_lazy("Choose one of: %(known)s."),
    ),
    "unknown_type_code": (
        gettext_lazy("No pairing system has the type code “%(type_code)s” (record 192)."),
        gettext_lazy("Known codes: %(known)s. Choose a system with --system."),
    ),
    "kind_not_here": (
        gettext_lazy("Record 092 names the pairing system “%(kind)s”, which is not supported."),
        gettext_lazy("Choose a system with --system, or in record 192: %(known)s."),
    ),
    "edition_not_here": (
        gettext_lazy(
            "The type code “%(type_code)s” (record 192) names the text of 2017, which is not supported."
        ),
        gettext_lazy("Known codes: %(known)s. To pair by the text of 2026, choose it with --system."),
    ),
    "unknown_tiebreak": (
        gettext_lazy("There is no tie-break “%(text)s”."),
        gettext_lazy("Enter codes as in C.07 and TRF26, for example PTS,BH/C1,SB."),
    ),
    "modifier_unfit": (
        gettext_lazy("“%(text)s” has a modifier that this tie-break does not allow."),
        gettext_lazy("Allowed: %(allowed)s."),
    ),
    "tiebreak_unconfirmed": (
        gettext_lazy("Only the name of “%(text)s” is known; no available source defines how to compute it."),
        gettext_lazy("Omit it, or ask the federation for its definition."),
    ),
    "no_tiebreaks": (
        gettext_lazy("The report lists no tie-breaks (records 202 and 212), and there is no default list."),
        gettext_lazy("Choose them with --tie-breaks."),
    ),
    "prizes_unfit": (
        gettext_lazy("The prizes of “%(category)s” increase from place to place, or one is negative."),
        gettext_lazy("List them from highest to lowest."),
    ),
    "baku_unsuited": (
        gettext_lazy("Baku acceleration needs two draws to equal a win, and no points for a loss (C.04.7)."),
        gettext_lazy("Write the points to lend in records 250, or omit _BAKU."),
    ),
    "baku_by_boards": (
        gettext_lazy(
            "%(type_code)s pairs by board points, but Baku acceleration lends match points (C.04.7)."
        ),
        gettext_lazy("Write the points to lend in records 250, or omit _BAKU."),
    ),
}


WANTED: Final = {
    "number": gettext_lazy("an unsigned whole number"),
    "points": gettext_lazy("points with at most one decimal"),
    "colour": gettext_lazy("a colour"),
    "round": gettext_lazy("opponent, colour and result of a round"),
    "end": gettext_lazy("nothing more"),
    "XXC": gettext_lazy("rank, white1 or black1"),
    "XXS": gettext_lazy("code=points"),
}


class RefusalText(NamedTuple):
    """The error and the next step, in the reader's language."""

    what: str
    next_step: str


def refusal_text(refusal: TrfError | PairingRefusal | StandingsRefusal) -> RefusalText:
    """Return the error and its remedy."""
    what, next_step = REFUSALS[refusal.code]
    facts = _readable(refusal.facts)
    return RefusalText(str(what) % facts, str(next_step) % facts)


def _readable(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {**facts, "wanted": WANTED.get(facts.get("wanted", ""), "")}
