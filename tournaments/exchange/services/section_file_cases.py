"""Cases of a document as rows: every value is validated before any row is saved."""

from collections.abc import Mapping
from typing import Any

from games.laws.incidents import INCIDENTS
from tournaments.appeals.services.appeals import NOBODY_SITS
from tournaments.core import section_columns as columns
from tournaments.exchange.services.section_case_shapes import validate_case, validate_ruling, validate_state
from tournaments.exchange.services.section_rows import Object, objects_in, refuse, row_in, validate_unique
from tournaments.models import Appeal, AppealState, Case, Entry, OpponentChoice, Pairing, Ruling, Section

Entries = Mapping[Any, Entry]


def import_cases(section: Section, document: Object, entries: Entries) -> None:
    """Save the cases of a document with their rulings; results and entries are those of the document."""
    given = objects_in(document, "cases")
    validate_unique([str(one.get("number")) for _place, one in given], "cases", "number")
    for place, one in given:
        case = _case(section, one, place, entries)
        made: dict[int, Ruling] = {}
        for where, told in objects_in(one, "rulings", place):
            ruling = _ruling(case, told, where, entries, made)
            made[ruling.number] = ruling
            _import_follow_ups(ruling, told, where, entries)
        is_appealed = Appeal.objects.filter(ruling__case=case, state=AppealState.OPEN).exists()
        validate_state(case, is_ruled=bool(made), is_appealed=is_appealed, place=place)


def _case(section: Section, given: Object, place: str, entries: Entries) -> Case:
    players = {name: _entry(given, name, place, entries) for name in columns.PLAYERS_OF_A_CASE}
    case = row_in(Case, columns.CASE, given, place, event=section.event, section=section, **players)
    if not case.number:
        refuse(f"{place}.number", "0")
    _validate_incident(case.incident, f"{place}.incident")
    for name in ("details", "claim_answer", "advised"):
        if not isinstance(getattr(case, name), dict):
            refuse(f"{place}.{name}", "object")
    if given.get("has_pairing") is True:
        rows = Pairing.objects.filter(round__section=section, round__number=case.round_number or 0)
        case.pairing = rows.filter(board_number=case.board_number).first()
    validate_case(case, place)
    case.save(force_insert=True)
    return case


def _ruling(case: Case, given: Object, place: str, entries: Entries, made: Mapping[int, Ruling]) -> Ruling:
    ruling = row_in(Ruling, columns.RULING, given, place, case=case)
    _validate_incident(ruling.incident, f"{place}.incident")
    if not (isinstance(ruling.articles, list) and all(isinstance(one, str) for one in ruling.articles)):
        refuse(f"{place}.articles", "list")
    for name in ("proposed", "applied"):
        if not isinstance(getattr(ruling, name), dict):
            refuse(f"{place}.{name}", "object")
    validate_ruling(ruling, place)
    ruling.entry = _entry(given, "entry", place, entries)
    before = given.get("supersedes")
    if before != max(made, default=None):
        refuse(f"{place}.supersedes", str(before)[:40])
    if ruling.number != len(made) + 1:
        refuse(f"{place}.number", str(ruling.number)[:40])
    ruling.supersedes = made[len(made)] if made else None
    ruling.save(force_insert=True)
    return ruling


def _import_follow_ups(ruling: Ruling, given: Object, place: str, entries: Entries) -> None:
    """Save the opponent's choice, and the outcome of an appeal; its votes are not in the file.

    An open appeal needs named members: the file has no committee.
    """
    if isinstance(choice := given.get("choice"), dict):
        chooser = _entry(choice, "chooser", f"{place}.choice", entries)
        if chooser is None:
            refuse(f"{place}.choice.chooser", "null")
        row = row_in(
            OpponentChoice, columns.CHOICE, choice, f"{place}.choice", ruling=ruling, chooser=chooser
        )
        row.save(force_insert=True)
    if isinstance(appeal := given.get("appeal"), dict):
        appellant = _entry(appeal, "appellant", f"{place}.appeal", entries)
        facts = {"ruling": ruling, "appellant": appellant}
        made = row_in(Appeal, columns.APPEAL, appeal, f"{place}.appeal", **facts)
        made.left_out = [dict(NOBODY_SITS)] if made.state == AppealState.OPEN else []
        made.save(force_insert=True)


def _validate_incident(incident: str, place: str) -> None:
    if incident and incident not in INCIDENTS:
        refuse(place, incident)


def _entry(given: Object, name: str, place: str, entries: Entries) -> Entry | None:
    key = given.get(name)
    if key is None:
        return None
    if not isinstance(key, int) or key not in entries:
        refuse(f"{place}.{name}", str(key)[:40])
    return entries[key]
