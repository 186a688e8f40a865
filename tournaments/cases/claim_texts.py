"""Answers to claims as sentences: the verdict of the rules engine, and any facts that it lacks."""

from collections.abc import Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.judging.messages import incident_name, ordinal, side_name
from games.laws import UNCONFIRMED
from tournaments.models import Outcome
from tournaments.pairing.checking.findings import Code, Finding, Severity
from tournaments.rounds.finding_texts import Names, finding_text

Facts = Mapping[str, Any]
Text = str | Promise

CLAIM_WORDS: Final[dict[str, Text]] = {
    "right": gettext_lazy("The claim is right."),
    "wrong": gettext_lazy("The claim is wrong."),
    "open": gettext_lazy("It cannot be said from what is there."),
}

ANSWERS: Final[dict[str, Text]] = {
    "nothing_to_look_at": gettext_lazy("Give the score of the game or the position."),
    "record_unreadable": gettext_lazy("The score cannot be read by the rules of this section."),
    "record_ends_before": gettext_lazy("The score ends before that half-move."),
    "score_stops": gettext_lazy(
        "The score can be replayed up to %(side)s's move %(move_number)s, %(move)s, and no further: "
        "correct the score from there on."
    ),
    "not_played_from_position": gettext_lazy(
        "The score cannot be replayed from this position: %(side)s's move %(move_number)s, %(move)s, "
        "cannot be played. Correct the position or the score, or leave the position out."
    ),
    "position_unreadable": gettext_lazy("The position cannot be read."),
    "record_needed": gettext_lazy("A position alone does not show what went before: give the score."),
    "not_in_this_book": gettext_lazy("The law book of this section knows no such draw."),
    "move_cannot_be_played": gettext_lazy("The move written down, %(move)s, cannot be played there."),
    "stands_with_the_move": gettext_lazy(
        "With %(move)s the position stands for the %(nth)s time, after half-moves %(plies)s."
    ),
    "stands_now": gettext_lazy("The position stands for the %(nth)s time, after half-moves %(plies)s."),
    "made_already": gettext_lazy(
        "The position stands %(needed)s times, after half-moves %(plies)s; it was %(side)s's claim before "
        "the move that made it. Whether a claim after the move is admitted, the arbiter says."
    ),
    "not_their_claim": gettext_lazy(
        "The position stands %(needed)s times, after half-moves %(plies)s, but the claim is %(side)s's."
    ),
    "move_to_be_named": gettext_lazy(
        "With %(legal)s the position would stand %(needed)s times: the claimant has to name the move."
    ),
    "not_so_often": gettext_lazy(
        "The position stands %(count)s times, after half-moves %(plies)s; %(needed)s are needed."
    ),
    "limit_reached": gettext_lazy(
        "%(count)s half-moves were counted (%(plies)s); %(needed)s are needed for the draw."
    ),
    "limit_not_reached": gettext_lazy("%(count)s half-moves are counted; %(needed)s are needed."),
    "no_such_endgame": gettext_lazy("The pieces left are not those for which the law book counts moves."),
    "move_needed": gettext_lazy("Write down the move that is complained of."),
    "move_unreadable": gettext_lazy("“%(move)s” cannot be read as a move."),
    "move_is_legal": gettext_lazy("The move %(move)s is legal there."),
    "move_is_illegal": gettext_lazy("The move %(move)s is not legal: %(incident)s."),
    "own_move_illegal": gettext_lazy("The illegal move in the score, %(move)s, is the claimant's own."),
    "all_legal": gettext_lazy("All %(count)s half-moves of the score are legal."),
    "recorded_touch": gettext_lazy("The score has it recorded: %(incident)s."),
    "not_on_turn": gettext_lazy("%(side)s is not on turn there: no touch binds."),
    "square_needed": gettext_lazy("Write down the square that was touched, and the move then made."),
    "no_piece_of_theirs": gettext_lazy(
        "On %(square)s stands no piece of the player who is said to have touched."
    ),
    "piece_can_be_played": gettext_lazy(
        "If %(square)s was touched, one of these has to be played: %(legal)s."
    ),
    "the_piece_was_moved": gettext_lazy("The piece on %(square)s was moved: %(move)s."),
    "touched_not_moved": gettext_lazy(
        "If %(square)s was touched first, %(move)s breaks the rule; due was one of %(legal)s."
    ),
    "touched_unmovable": gettext_lazy("If %(square)s was touched: a piece that cannot move."),
    "no_offence_here": gettext_lazy("The law book makes this no offence: %(incident)s."),
    "flag_noted": gettext_lazy("No move shows the time. Noted on the clocks: %(times)s."),
    "flag_not_on_the_board": gettext_lazy("No move shows the time: note what stands on the clocks."),
    "pairing_illegal": gettext_lazy("The checker of pairings finds at this board: %(findings)s"),
    "pairing_sound": gettext_lazy("The checker of pairings finds nothing at this board that must not be."),
    "reports_agree_with_it": gettext_lazy("Both players reported what stands there: %(entered)s."),
    "reports_against_it": gettext_lazy("Both players reported “%(reported)s”; there stands “%(entered)s”."),
    "reports_differ": gettext_lazy("The two players reported different results: %(reports)s."),
    "result_not_reported": gettext_lazy("The players have not both reported. There stands: %(entered)s."),
}


def answer_sentence(answer: Facts, names: Names | None = None) -> str:
    """Return the verdict of the engine on a claim, with the article."""
    facts: dict[str, Any] = dict(answer["facts"])
    if answer["code"] == "pairing_illegal":
        facts["findings"] = " ".join(_finding(one, names or {}) for one in facts["findings"])
    facts |= {
        "nth": ordinal(int(facts.get("needed", 0))),
        "plies": _plies(answer),
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


def _plies(answer: Facts) -> str:
    plies = [str(ply) for ply in answer["plies"]]
    if answer["code"] == "limit_reached" and plies:
        return f"{plies[0]}\N{EN DASH}{plies[-1]}"
    return ", ".join(plies) or "\N{EN DASH}"


def _outcome(value: str | None) -> str:
    return str(Outcome(value).label) if value else "\N{EN DASH}"


def _finding(kept: Facts, names: Names) -> str:
    facts = tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in kept["facts"])
    found = Finding(
        Code(kept["code"]), Severity.ILLEGAL, tuple(kept["players"]), article=kept["article"], facts=facts
    )
    return finding_text(found, names)
