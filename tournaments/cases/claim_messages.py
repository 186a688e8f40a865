"""Answers to claims as sentences: the verdict of the rules engine, and any facts that it lacks."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.judging.messages import incident_name, ordinal, side_name
from games.judging.move_numbers import MoveNumbers
from games.laws import UNCONFIRMED
from games.rules import Variant
from tournaments.models import Outcome
from tournaments.pairing.checking.findings import Code, Finding, Severity
from tournaments.rounds.finding_messages import Names, finding_text

Facts = Mapping[str, Any]
Text = str | Promise

CLAIM_WORDS: Final[dict[str, Text]] = {
    "right": gettext_lazy("The claim is correct."),
    "wrong": gettext_lazy("The claim is incorrect."),
    "open": gettext_lazy("The available information is not enough to decide."),
}

ANSWERS: Final[dict[str, Text]] = {
    "nothing_to_look_at": gettext_lazy("Enter the game record or the position."),
    "record_unreadable": gettext_lazy("The game record cannot be read under the rules of this section."),
    "record_ends_before": gettext_lazy("The game record ends before that move."),
    "score_stops": gettext_lazy(
        "The game record cannot be replayed from %(side)s's move %(move_number)s, %(move)s, "
        "onwards. Correct the game record from there on."
    ),
    "not_played_from_position": gettext_lazy(
        "The game record cannot be replayed from this position: %(side)s's move %(move_number)s, "
        "%(move)s, cannot be played. Correct the position or the game record, or leave the "
        "position blank."
    ),
    "position_unreadable": gettext_lazy("The position cannot be read."),
    "record_needed": gettext_lazy("A position alone does not show the earlier moves. Enter the game record."),
    "not_in_this_book": gettext_lazy("The law book of this section has no such draw."),
    "move_cannot_be_played": gettext_lazy(
        "The move written down, %(move)s, cannot be played in that position."
    ),
    "stands_with_the_move": gettext_lazy(
        "With %(move)s the position occurs for the %(nth)s time (after moves %(plies)s)."
    ),
    "stands_now": gettext_lazy("The position occurred for the %(nth)s time (after moves %(plies)s)."),
    "made_already": gettext_lazy(
        "The position occurred %(needed)s times (after moves %(plies)s). %(side)s could claim before "
        "the move that repeated it; the arbiter decides whether a later claim is admitted."
    ),
    "not_their_claim": gettext_lazy(
        "The position occurred %(needed)s times (after moves %(plies)s), but only %(side)s can claim."
    ),
    "move_to_be_named": gettext_lazy(
        "With %(legal)s the position would occur %(needed)s times: the claimant must name the move."
    ),
    "not_so_often": gettext_lazy(
        "Occurrences of the position: %(count)s (after moves %(plies)s); needed: %(needed)s."
    ),
    "limit_reached": gettext_lazy(
        "Moves counted for both sides: %(count)s (%(plies)s); needed for the draw: %(needed)s."
    ),
    "limit_not_reached": gettext_lazy("Moves counted for both sides: %(count)s; needed: %(needed)s."),
    "no_such_endgame": gettext_lazy("The law book has no move limit for the remaining pieces."),
    "move_needed": gettext_lazy("Enter the move complained of."),
    "move_unreadable": gettext_lazy("“%(move)s” cannot be read as a move."),
    "move_is_legal": gettext_lazy("The move %(move)s is legal in that position."),
    "move_is_illegal": gettext_lazy("The move %(move)s is not legal: %(incident)s."),
    "own_move_illegal": gettext_lazy(
        "The illegal move in the game record, %(move)s, was made by the claimant."
    ),
    "all_legal": gettext_lazy("All %(count)s moves of the game record (both sides) are legal."),
    "recorded_touch": gettext_lazy("The game record notes: %(incident)s."),
    "not_on_turn": gettext_lazy("It is not %(side)s's turn there, so touching a piece does not bind."),
    "square_needed": gettext_lazy("Enter the square that was touched and the move then made."),
    "no_piece_of_theirs": gettext_lazy("There is no piece of that player on %(square)s."),
    "piece_can_be_played": gettext_lazy("If %(square)s was touched, one of these must be played: %(legal)s."),
    "the_piece_was_moved": gettext_lazy("The piece on %(square)s was moved: %(move)s."),
    "touched_not_moved": gettext_lazy(
        "If %(square)s was touched first, %(move)s breaks the rule; one of these had to be played: %(legal)s."
    ),
    "touched_unmovable": gettext_lazy("If %(square)s was touched: that piece cannot move."),
    "no_offence_here": gettext_lazy("Not an offence under the law book: %(incident)s."),
    "flag_noted": gettext_lazy("The moves do not show the time. Clock times noted: %(times)s."),
    "flag_not_on_the_board": gettext_lazy("The moves do not show the time. Enter the clock times."),
    "pairing_illegal": gettext_lazy("The pairing check found at this board: %(findings)s"),
    "pairing_sound": gettext_lazy("The pairing check found no violation at this board."),
    "reports_agree_with_it": gettext_lazy("Both players reported the current result: %(entered)s."),
    "reports_against_it": gettext_lazy(
        "Both players reported “%(reported)s”; the current result is “%(entered)s”."
    ),
    "reports_differ": gettext_lazy("The players reported different results: %(reports)s."),
    "result_not_reported": gettext_lazy("Not both players have reported. Current result: %(entered)s."),
}


def answer_sentence(answer: Facts, names: Names | None = None, *, variant: Variant | None = None) -> str:
    """Return the verdict of the engine on a claim, with the article.

    The rules of the game show which side has the odd half-moves of the record.
    """
    facts: dict[str, Any] = dict(answer["facts"])
    if answer["code"] == "pairing_illegal":
        facts["findings"] = " ".join(_finding(one, names or {}) for one in facts["findings"])
    facts |= {
        "nth": ordinal(int(facts.get("needed", 0))),
        "plies": _moves(answer, variant),
        "legal": ", ".join(answer["legal"]) or "\N{EN DASH}",
        "side": side_name(facts["side"]) if facts.get("side") else "",
        "incident": incident_name(facts["incident"]) if facts.get("incident") else "",
        "times": ", ".join(facts.get("times", ())),
        "entered": _outcome(facts.get("entered")),
        "reported": _outcome(facts.get("reported")),
        "reports": ", ".join(f"{who}: {_outcome(what)}" for who, what in facts.get("reports", ())),
    }
    said = str(ANSWERS[answer["code"]]) % facts
    article = answer["article"]
    if not article:
        return said
    cited = _("article unconfirmed") if article == UNCONFIRMED else article
    return f"{said.removesuffix('.')} ({cited})."


def _moves(answer: Facts, variant: Variant | None) -> str:
    numbers = MoveNumbers.of_fen(answer["fen"], variant, ply=answer["ply"] or 0)
    plies = answer["plies"]
    return numbers.span(plies) if answer["code"] == "limit_reached" else numbers.listed(plies)


def _outcome(value: str | None) -> str:
    return str(Outcome(value).label) if value else "\N{EN DASH}"


def _finding(kept: Facts, names: Names) -> str:
    facts = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in kept["facts"])
    found = Finding(
        Code(kept["code"]), Severity.ILLEGAL, tuple(kept["players"]), article=kept["article"], facts=facts
    )
    return finding_text(found, names)
