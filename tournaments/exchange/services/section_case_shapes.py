"""Validation of the plain values of cases and rulings in a document, so that every page can show them."""

from collections.abc import Mapping
from typing import Any, Final

from games.laws.incidents import INCIDENTS
from tournaments.cases.claim_messages import CLAIM_WORDS, answer_sentence
from tournaments.cases.models.case import RULED_STATES
from tournaments.conduct import Consequence
from tournaments.conduct.regulation_presets import unfit_quotes
from tournaments.exchange.services.section_rows import Object, Part, is_list_of_texts, refuse
from tournaments.models import Case, CaseState, EntryState, Outcome, Ruling

Kinds = Mapping[str, type | tuple[type, ...]]

NONE: Final = type(None)
PROPOSED: Final[Kinds] = {
    "code": str,
    "consequence": (str, NONE),
    "article": str,
    "articles": list,
    "choices": list,
    "in_game": int,
    "in_event": int,
    "recalls_move": bool,
    "amount": int,
    "is_forfeit": bool,
}
UNREGULATED: Final = {"amount": 0, "is_forfeit": False}  # files older than event regulations
DECIDED: Final[Kinds] = {
    **dict.fromkeys(("consequence", "incident", "outcome", "move_recalled", "move_replaced"), str),
    **dict.fromkeys(("claim_decision", "decision", "reason", "key"), str),
    **dict.fromkeys(("points", "seconds_white", "seconds_black"), int),
    "is_forfeit": bool,
    "articles": list,
    "was": (str, NONE),
}
APPLIED: Final[Kinds] = {"outcome": dict, "entry": dict, "points": int}
OUTCOME: Final[Kinds] = {
    **dict.fromkeys(("was", "set", "was_note", "was_mark"), str),
    "was_adjudicated": bool,
}
UNMARKED: Final = {"was_mark": ""}  # files older than marks
ENTRY: Final[Kinds] = {"state": str, "last_round": (int, NONE)}
ANSWER: Final[Kinds] = {
    "kind": str,
    "word": str,
    "code": str,
    "article": str,
    "fen": str,
    "ply": (int, NONE),
    "plies": list,
    "legal": list,
    "facts": dict,
}
UNTELLABLE: Final = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What a sentence raises that is told of values it was not made for."""


def validate_case(case: Case, given: Part) -> None:
    """Refuse details, advice and answers that no form and no claim produces."""
    if not all(isinstance(one, str) for one in case.details.values()):
        given.refuse("details", "text")
    _validate_advice(case.advised, given)
    _validate_answer(Part(case.claim_answer, given.at("claim_answer")))
    pairing = case.pairing
    if pairing is not None and case.entry_id not in {None, pairing.white_id, pairing.black_id}:
        given.refuse("entry", case.board_number)


def validate_ruling(ruling: Ruling, given: Part) -> None:
    """Refuse a proposal that no law book makes, and effects that cannot be undone."""
    proposed = Part(UNREGULATED | ruling.proposed, given.at("proposed"))
    _validate_values(proposed, PROPOSED, whole=True)
    if found := unfit_quotes(ruling.regulations):
        given.refuse("regulations", found.place)
    code = ruling.proposed["code"]
    if code not in INCIDENTS or not _is_consequence(ruling.proposed["consequence"]):
        given.refuse("proposed", code)
    _validate_answer(Part(ruling.claim_answer, given.at("claim_answer")))
    applied = Part(ruling.applied, given.at("applied"))
    _validate_values(applied, APPLIED)
    if outcome := ruling.applied.get("outcome"):
        _validate_values(Part(UNMARKED | outcome, applied.at("outcome")), OUTCOME, whole=True)
        if not {outcome["was"], outcome["set"]} <= set(Outcome.values):
            applied.refuse("outcome", outcome["set"])
    if entry := ruling.applied.get("entry"):
        _validate_values(applied.part("entry"), ENTRY, whole=True)
        if entry["state"] not in EntryState.values:
            applied.refuse("entry", entry["state"])


def validate_state(case: Case, given: Part, *, is_ruled: bool, is_appealed: bool) -> None:
    """Refuse a case whose state (ruled on, under appeal) contradicts its content."""
    if (case.state in RULED_STATES) != is_ruled or (case.state == CaseState.APPEALED) != is_appealed:
        given.refuse("state", case.state)


def _validate_advice(advised: Object, given: Part) -> None:
    _validate_values(Part(advised, given.at("advised")), DECIDED)
    is_decided = bool(set(advised) - {"key"})
    if is_decided and ("consequence" not in advised or not _is_consequence(advised["consequence"])):
        given.refuse("advised", advised.get("consequence"))


def _validate_answer(answer: Part) -> None:
    values = answer.values
    if not values:
        return
    _validate_values(answer, ANSWER, whole=True)
    if values["word"] not in CLAIM_WORDS:
        answer.refuse("word", values["word"])
    try:
        str(answer_sentence(values, {}))
    except UNTELLABLE:
        refuse(answer.place, values["code"][:40])


def _is_consequence(told: Any) -> bool:
    return told is None or told in set(Consequence)


def _validate_values(given: Part, kinds: Kinds, *, whole: bool = False) -> None:
    """Refuse an unknown name, a missing required one, and a value of another type."""
    names = set(given.values)
    if wrong := names - set(kinds) or (set(kinds) - names if whole else set()):
        refuse(given.place, min(wrong)[:40])
    for name, value in given.values.items():
        if not isinstance(value, kinds[name]) or (kinds[name] is int and isinstance(value, bool)):
            given.refuse(name, value)
        if isinstance(value, list) and name != "plies" and not is_list_of_texts(value):
            given.refuse(name, "text")
