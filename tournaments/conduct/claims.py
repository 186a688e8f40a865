"""Answers to claims: by the judge from a record or a position, otherwise from written notes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from games.laws import LawBook
from games.rules import Variant
from tournaments.conduct.claim_grounds import ClaimPosition, find_position, fits_nowhere
from tournaments.conduct.claim_values import DRAWS, Answer, Claimed, Ground, Kind, Word
from tournaments.conduct.draw_claims import draw_answer
from tournaments.conduct.fault_claims import illegal_move_answer, touch_move_answer

JUDGED: Final[dict[Kind, Callable[[Claimed, Ground, ClaimPosition], Answer]]] = {
    **dict.fromkeys(DRAWS, draw_answer),
    Kind.ILLEGAL_MOVE: illegal_move_answer,
    Kind.TOUCH_MOVE: touch_move_answer,
}
INCIDENT_OF: Final = {
    Kind.TOUCH_MOVE: "touched_not_moved",
    Kind.FLAG: "flag_fell",
    Kind.RESULT: "result_disputed",
}
"""Incident of a claim whose answer names none."""


def answer_claim(claimed: Claimed, *, book: LawBook, variant: Variant) -> Answer:
    """Return the judge's answer to a claim; a kind that no move shows is undecided on the board."""
    judged = JUDGED.get(claimed.kind)
    if judged is None:
        return Answer(kind=claimed.kind, word=Word.OPEN, code=f"{claimed.kind.value}_not_on_the_board")
    ground = Ground(book=book, variant=variant)
    there = find_position(claimed, ground)
    if isinstance(there, str):
        return Answer(kind=claimed.kind, word=Word.OPEN, code=there)
    answer = judged(claimed, ground, there)
    return _report_unreplayed(claimed, there, answer) or answer


def _report_unreplayed(claimed: Claimed, there: ClaimPosition, answer: Answer) -> Answer | None:
    """Report where the replay of the score stops, in place of an answer that the rest could change.

    No claim is wrong by a score that was not replayed to the half-move asked about, and no draw is judged
    in a position that is not the claimed one. An illegal move at which the score stops may be the very
    move complained of: it counts as read, unless not one half-move can be played from a position typed in.
    """
    played, is_draw = there.replay, claimed.kind in DRAWS
    asked = claimed.ply is None or claimed.ply > played.reached
    if there.verdict is None or not asked:
        return None
    is_of_another_game = there.is_from_position and fits_nowhere(played)
    rest = played.unplayed - (not is_draw and played.failure is not None)
    if not is_of_another_game and (rest < 1 or not (is_draw or answer.word is Word.WRONG)):
        return None
    stop = there.verdict.record.moves[-played.unplayed]
    return Answer(
        kind=claimed.kind,
        word=Word.OPEN,
        code="not_played_from_position" if there.is_from_position else "score_stops",
        ply=played.reached,
        fen=played.fen_after(played.reached),
        facts={
            "move": stop.text,
            "side": played.positions[-1].side.key,
            "move_number": played.move_number(played.reached + 1),
        },
    )


def answer_flag(times: Sequence[str]) -> Answer:
    """Answer a flag claim from written notes: only the clock shows whether the time is over."""
    noted = [one for one in times if one.strip()]
    code = "flag_noted" if noted else "flag_not_on_the_board"
    return Answer(kind=Kind.FLAG, word=Word.OPEN, code=code, facts={"times": noted})


def answer_pairing(findings: Sequence[Any]) -> Answer:
    """Answer a pairing claim by the checker's findings: an illegal pairing makes the claim right."""
    word, code = (Word.RIGHT, "pairing_illegal") if findings else (Word.WRONG, "pairing_sound")
    return Answer(kind=Kind.WRONG_PAIRING, word=word, code=code, facts={"findings": list(findings)})


def answer_result(entered: str, reports: Sequence[tuple[str, str]]) -> Answer:
    """Compare the entered result with both players' reports; report where the two agree against it."""
    told = {outcome for _who, outcome in reports}
    facts = {"entered": entered, "reports": [list(one) for one in reports]}
    if len(told) == 1 and len(reports) > 1:
        (outcome,) = told
        facts["reported"] = outcome
        word = Word.WRONG if outcome == entered else Word.RIGHT
        code = "reports_agree_with_it" if outcome == entered else "reports_against_it"
        return Answer(kind=Kind.RESULT, word=word, code=code, facts=facts)
    code = "reports_differ" if len(told) > 1 else "result_not_reported"
    return Answer(kind=Kind.RESULT, word=Word.OPEN, code=code, facts=facts)
