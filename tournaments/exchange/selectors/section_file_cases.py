"""Cases of a section in its lossless document, with their rulings."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from tournaments.cases.selectors.cases import RULINGS
from tournaments.core import section_columns as columns
from tournaments.models import Appeal, Case, OpponentChoice, Ruling, Section

Keys = dict[int, int]


def case_rows(section: Section, keys: Keys) -> list[dict[str, Any]]:
    """Return all cases of the section by number; players by the keys of the document."""
    rows = Case.objects.filter(section=section).order_by("number").select_related("pairing__round")
    return [_case(case, keys) for case in rows.prefetch_related(*RULINGS, "rulings__appeal")]


def _case(case: Case, keys: Keys) -> dict[str, Any]:
    told = {name: getattr(case, name) for name in columns.CASE}
    players = {side: _key(getattr(case, f"{side}_id"), keys) for side in columns.PLAYERS_OF_A_CASE}
    return {
        **told,
        **players,
        "has_pairing": case.pairing_id is not None,
        "rulings": [_ruling(ruling, keys) for ruling in case.rulings.all()],
    }


def _ruling(ruling: Ruling, keys: Keys) -> dict[str, Any]:
    choice: OpponentChoice | None = getattr(ruling, "choice", None)
    appeal: Appeal | None = getattr(ruling, "appeal", None)
    return {
        **{name: getattr(ruling, name) for name in columns.RULING},
        "entry": _key(ruling.entry_id, keys),
        "supersedes": ruling.supersedes.number if ruling.supersedes else None,
        "choice": _with(choice, columns.CHOICE, chooser=_key(choice.chooser_id, keys)) if choice else None,
        "appeal": _with(appeal, columns.APPEAL, appellant=_key(appeal.appellant_id, keys))
        if appeal
        else None,
    }


def _with(row: Model, names: Iterable[str], **players: int | None) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names} | players


def _key(entry_id: int | None, keys: Keys) -> int | None:
    return None if entry_id is None else keys[entry_id]
