"""Validation of the plain values of cases and rulings in a document, so that every page can show them."""

from collections.abc import Mapping
from typing import Any, Final

from games.laws.incidents import INCIDENTS
from tournaments.cases.claim_messages import CLAIM_WORDS, answer_sentence
from tournaments.cases.models.case import RULED_STATES
from tournaments.conduct import Consequence
from tournaments.conduct.regulation_presets import unfit_quotes
from tournaments.exchange.services.section_rows import Object, refuse
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


def validate_case(case: Case, place: str) -> None:
    """Refuse details, advice and answers that no form and no claim produces."""
    if not all(isinstance(one, str) for one in case.details.values()):
        refuse(f"{place}.details", "text")
    _validate_advice(case.advised, f"{place}.advised")
    _validate_answer(case.claim_answer, f"{place}.claim_answer")
    pairing = case.pairing
    if pairing is not None and case.entry_id not in {None, pairing.white_id, pairing.black_id}:
        refuse(f"{place}.entry", str(case.board_number))


def validate_ruling(ruling: Ruling, place: str) -> None:
    """Refuse a proposal that no law book makes, and effects that cannot be undone."""
    _validate_values(UNREGULATED | ruling.proposed, PROPOSED, f"{place}.proposed", whole=True)
    if found := unfit_quotes(ruling.regulations):
        refuse(f"{place}.regulations", found.place[:40])
    if ruling.proposed["code"] not in INCIDENTS or not _is_consequence(ruling.proposed["consequence"]):
        refuse(f"{place}.proposed", str(ruling.proposed["code"])[:40])
    _validate_answer(ruling.claim_answer, f"{place}.claim_answer")
    _validate_values(ruling.applied, APPLIED, f"{place}.applied")
    if outcome := ruling.applied.get("outcome"):
        _validate_values(UNMARKED | outcome, OUTCOME, f"{place}.applied.outcome", whole=True)
        if not {outcome["was"], outcome["set"]} <= set(Outcome.values):
            refuse(f"{place}.applied.outcome", str(outcome["set"])[:40])
    if entry := ruling.applied.get("entry"):
        _validate_values(entry, ENTRY, f"{place}.applied.entry", whole=True)
        if entry["state"] not in EntryState.values:
            refuse(f"{place}.applied.entry", str(entry["state"])[:40])


def validate_state(case: Case, *, is_ruled: bool, is_appealed: bool, place: str) -> None:
    """Refuse a case whose state (ruled on, under appeal) contradicts its content."""
    if (case.state in RULED_STATES) != is_ruled or (case.state == CaseState.APPEALED) != is_appealed:
        refuse(f"{place}.state", case.state)


def _validate_advice(advised: Object, place: str) -> None:
    _validate_values(advised, DECIDED, place)
    is_decided = bool(set(advised) - {"key"})
    if is_decided and ("consequence" not in advised or not _is_consequence(advised["consequence"])):
        refuse(place, str(advised.get("consequence"))[:40])


def _validate_answer(answer: Object, place: str) -> None:
    if not answer:
        return
    _validate_values(answer, ANSWER, place, whole=True)
    if answer["word"] not in CLAIM_WORDS:
        refuse(f"{place}.word", answer["word"][:40])
    try:
        str(answer_sentence(answer, {}))
    except UNTELLABLE:
        refuse(place, answer["code"][:40])


def _is_consequence(told: Any) -> bool:
    return told is None or told in set(Consequence)


def _validate_values(values: Object, kinds: Kinds, place: str, *, whole: bool = False) -> None:
    """Refuse an unknown name, a missing required one, and a value of another type."""
    if wrong := set(values) - set(kinds) or (set(kinds) - set(values) if whole else set()):
        refuse(place, min(wrong)[:40])
    for name, value in values.items():
        if not isinstance(value, kinds[name]) or (kinds[name] is int and isinstance(value, bool)):
            refuse(f"{place}.{name}", str(value)[:40])
        if isinstance(value, list) and name != "plies" and not all(isinstance(one, str) for one in value):
            refuse(f"{place}.{name}", "text")
