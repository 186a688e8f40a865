"""Cases of a document as rows: every value is validated before any row is saved."""

from collections.abc import Iterable, Mapping
from typing import Any

from games.laws.incidents import INCIDENTS
from tournaments.appeals.services.appeals import NOBODY_SITS
from tournaments.core import section_columns as columns
from tournaments.exchange.services.section_case_shapes import validate_case, validate_ruling, validate_state
from tournaments.exchange.services.section_rows import Part, is_list_of_texts
from tournaments.models import Appeal, AppealState, Case, Entry, OpponentChoice, Pairing, Ruling, Section

Entries = Mapping[Any, Entry]


def import_cases(section: Section, document: Part, entries: Entries) -> None:
    """Save the cases of a document with their rulings; results and entries are those of the document."""
    given = document.parts("cases")
    document.validate_unique("cases", "number", (str(one.values.get("number")) for one in given))
    for one in given:
        case = _case(section, one, entries)
        made: dict[int, Ruling] = {}
        for told in one.parts("rulings"):
            ruling = _ruling(case, told, entries, made)
            made[ruling.number] = ruling
            _import_follow_ups(ruling, told, entries)
        is_appealed = Appeal.objects.filter(ruling__case=case, state=AppealState.OPEN).exists()
        validate_state(case, one, is_ruled=bool(made), is_appealed=is_appealed)


def _case(section: Section, given: Part, entries: Entries) -> Case:
    players = {name: given.pick_any(name, entries) for name in columns.PLAYERS_OF_A_CASE}
    case = given.row(Case, columns.CASE, event=section.event, section=section, **players)
    if not case.number:
        given.refuse("number", 0)
    _validate_incident(case, given)
    _validate_objects(case, given, ("details", "claim_answer", "advised"))
    if given.values.get("has_pairing") is True:
        rows = Pairing.objects.filter(round__section=section, round__number=case.round_number or 0)
        case.pairing = rows.filter(board_number=case.board_number).first()
    validate_case(case, given)
    case.save(force_insert=True)
    return case


def _ruling(case: Case, given: Part, entries: Entries, made: Mapping[int, Ruling]) -> Ruling:
    ruling = given.row(Ruling, columns.RULING, case=case)
    _validate_incident(ruling, given)
    if not is_list_of_texts(ruling.articles):
        given.refuse("articles", "list")
    _validate_objects(ruling, given, ("proposed", "applied"))
    validate_ruling(ruling, given)
    ruling.entry = given.pick_any("entry", entries)
    before = given.values.get("supersedes")
    if before != max(made, default=None):
        given.refuse("supersedes", before)
    if ruling.number != len(made) + 1:
        given.refuse("number", ruling.number)
    ruling.supersedes = made[len(made)] if made else None
    ruling.save(force_insert=True)
    return ruling


def _import_follow_ups(ruling: Ruling, given: Part, entries: Entries) -> None:
    """Save the opponent's choice, and the outcome of an appeal; its votes are not in the file.

    An open appeal needs named members: the file has no committee.
    """
    if isinstance(given.values.get("choice"), dict):
        choice = given.part("choice")
        if (chooser := choice.pick_any("chooser", entries)) is None:
            choice.refuse("chooser", "null")
        choice.row(OpponentChoice, columns.CHOICE, ruling=ruling, chooser=chooser).save(force_insert=True)
    if isinstance(given.values.get("appeal"), dict):
        appeal = given.part("appeal")
        appellant = appeal.pick_any("appellant", entries)
        made = appeal.row(Appeal, columns.APPEAL, ruling=ruling, appellant=appellant)
        made.left_out = [dict(NOBODY_SITS)] if made.state == AppealState.OPEN else []
        made.save(force_insert=True)


def _validate_incident(row: Case | Ruling, given: Part) -> None:
    if row.incident and row.incident not in INCIDENTS:
        given.refuse("incident", row.incident)


def _validate_objects(row: Case | Ruling, given: Part, names: Iterable[str]) -> None:
    for name in names:
        if not isinstance(getattr(row, name), dict):
            given.refuse(name, "object")
