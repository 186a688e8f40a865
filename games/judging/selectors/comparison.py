"""Two score sheets of one game side by side, in words."""

from typing import Any

from games.core.errors import SheetUnreadable
from games.judging.choices import chosen_variant
from games.judging.messages import reconciliation_sentence
from games.laws.scores.comparison import Comparison, Continuation, UnreadableSheetError, compare_records
from games.pdn import GameRecord

Data = dict[str, Any]


def sheet_comparison(*, first: GameRecord, second: GameRecord, variant: str = "") -> Comparison:
    """Two sheets compared, or a refusal when one of them cannot be read."""
    try:
        return compare_records(first, second, variant=chosen_variant(variant))
    except UnreadableSheetError as error:
        raise SheetUnreadable(**error.facts) from error


def comparison_payload(*, first: GameRecord, second: GameRecord, variant: str = "") -> Data:
    """Return the differences of the sheets, their continuations, and possible reconciliations."""
    found = sheet_comparison(first=first, second=second, variant=variant)
    return {
        "variant": found.variant.key,
        "plies": list(found.plies),
        "agrees": found.agrees,
        "differ_at": found.differ_at,
        "side": "" if found.side is None else found.side.key,
        "fen": "" if found.position is None else found.position.to_fen(found.variant),
        "other_fen": "" if found.other_position is None else found.other_position.to_fen(found.variant),
        "legal_moves": list(found.legal),
        "first": _continuation(found.first),
        "second": _continuation(found.second),
        "reconciliations": _reconciliations(found),
        "results": list(found.results),
        "results_agree": found.results_agree,
    }


def _continuation(goes_on: Continuation) -> Data:
    return {
        "written": list(goes_on.written),
        "is_legal": goes_on.is_legal,
        "reached": goes_on.reached,
        "is_complete": goes_on.is_complete,
    }


def _reconciliations(found: Comparison) -> list[Data]:
    return [
        {
            "kind": one.kind,
            "ply": one.ply,
            "text": one.text,
            "sentence": reconciliation_sentence(one.kind, {"ply": one.ply, "text": one.text}),
        }
        for one in found.reconciliations
    ]
