"""Parser of equipment lists: columns of any name and order, read into lines."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from club.core.names import fold_name
from club.members.column_headings import columns_by_heading, fields_of, heading_at
from club.members.member_lists import InvalidCell, day_of, plain_cell
from club.models import EquipmentCondition, EquipmentKind
from club.money.amounts import amount_in

NAMES_OF_COLUMNS: dict[str, tuple[str, ...]] = {
    "name": (
        *("name", "thing", "item", "description", "naam", "omschrijving", "bezeichnung", "gegenstand"),
        *("nom", "designation", "nome", "descricao", "название"),
    ),
    "kind": ("kind", "type", "category", "soort", "art", "kategorie", "categorie", "tipo", "тип", "вид"),
    "serial": (
        *("serial", "serial number", "serienummer", "seriennummer", "numero de serie", "inventory number"),
        *("inventarisnummer", "inventarnummer", "серийный номер"),
    ),
    "count": ("count", "how many", "number", "quantity", "aantal", "anzahl", "menge", "nombre", "quantidade"),
    "place": ("place", "location", "cupboard", "plaats", "kast", "ort", "lagerort", "lieu", "local", "место"),
    "bought_on": ("bought on", "bought", "purchased", "gekocht op", "gekauft am", "kaufdatum", "achete le"),
    "price": ("price", "prijs", "preis", "prix", "preco", "цена"),
    "condition": ("condition", "state", "staat", "conditie", "zustand", "etat", "estado", "состояние"),
}
"""Known column headings in the languages of the site, without accents."""
FIELD_OF_HEADING = fields_of(NAMES_OF_COLUMNS)
KINDS: dict[str, tuple[str, ...]] = {
    "board": ("board", "boards", "bord", "borden", "brett", "damebrett", "damier", "tabuleiro", "доска"),
    "pieces": (
        *("pieces", "set", "set of pieces", "stukken", "schijven", "steine", "spielsteine", "pions"),
        *("pecas", "шашки"),
    ),
    "clock": ("clock", "clocks", "klok", "klokken", "uhr", "schachuhr", "pendule", "relogio", "часы"),
    "trolley": ("trolley", "cart", "kar", "wagen", "chariot", "carrinho", "тележка"),
    "other": ("other", "something else", "overig", "sonstiges", "autre", "outro", "другое"),
}
CONDITIONS: dict[str, tuple[str, ...]] = {
    "good": ("good", "new", "ok", "goed", "gut", "neu", "bon", "bom", "хорошее"),
    "worn": ("worn", "used", "versleten", "gebruikt", "abgenutzt", "gebraucht", "use", "usado", "изношено"),
    "broken": ("broken", "defect", "kapot", "kaputt", "defekt", "casse", "quebrado", "сломано"),
    "lost": ("lost", "missing", "kwijt", "verloren", "perdu", "perdido", "потеряно"),
}
MAX_LENGTHS = {"name": 120, "serial": 60, "place": 120}
MOST = 100_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentLine:
    """A row of a list; `fault` is the code of its error, `told` the offending cell."""

    number: int
    kind: str = ""
    name: str = ""
    serial: str = ""
    count: int = 1
    place: str = ""
    bought_on: date | None = None
    price: int | None = None
    condition: str = EquipmentCondition.GOOD.value
    fault: str = ""
    told: str = ""


def guess_equipment_columns(rows: Sequence[Sequence[str]]) -> dict[int, str]:
    """Guess the field of each column by its heading; empty if no heading is known."""
    return columns_by_heading(rows, FIELD_OF_HEADING)


def read_equipment_lines(
    rows: Sequence[Sequence[str]],
    columns: Mapping[int, str],
    *,
    has_heading: bool,
    kind: str,
    currency: str,
) -> list[EquipmentLine]:
    """Parse the items of a list; `kind` is the default of a row without one, prices are in `currency`."""
    first = heading_at(rows, FIELD_OF_HEADING) + 1 if has_heading else 0
    numbered = enumerate(rows[first:], start=first + 1)
    return [
        _line(at, row, columns, kind, currency) for at, row in numbered if any(cell.strip() for cell in row)
    ]


def _line(
    number: int, row: Sequence[str], columns: Mapping[int, str], kind: str, currency: str
) -> EquipmentLine:
    cells = {field: " ".join(plain_cell(row[at]).split()) for at, field in columns.items() if at < len(row)}
    name = cells.get("name", "") or cells.get("serial", "")
    try:
        _validate_cells(name, cells)
        return EquipmentLine(
            number=number,
            kind=_parse_choice(cells.get("kind", ""), KINDS, EquipmentKind, "unknown_kind") or kind,
            name=name[: MAX_LENGTHS["name"]],
            serial=cells.get("serial", ""),
            count=_count(cells.get("count", ""), cells.get("serial", "")),
            place=cells.get("place", ""),
            bought_on=day_of(cells.get("bought_on", "")),
            price=_price(cells.get("price", ""), currency),
            condition=_parse_choice(
                cells.get("condition", ""), CONDITIONS, EquipmentCondition, "unknown_condition"
            )
            or EquipmentCondition.GOOD.value,
        )
    except InvalidCell as wrong:
        code, told = wrong.args
        return EquipmentLine(number=number, name=name[: MAX_LENGTHS["name"]], fault=code, told=told[:80])


def _validate_cells(name: str, cells: Mapping[str, str]) -> None:
    if not name:
        raise InvalidCell("no_name", "")
    for field, most in MAX_LENGTHS.items():
        if len(cells.get(field, "")) > most:
            raise InvalidCell("too_long", cells[field])


def _parse_choice(
    text: str,
    words: Mapping[str, Sequence[str]],
    labels: type[EquipmentKind] | type[EquipmentCondition],
    fault: str,
) -> str:
    """Parse a choice from a word in the site's languages; empty for an empty cell."""
    plain = fold_name(text)
    if not plain:
        return ""
    for value, label in labels.choices:
        if plain in {value, fold_name(str(label)), *map(fold_name, words[value])}:
            return str(value)
    raise InvalidCell(fault, text)


def _count(text: str, serial: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST):
        raise InvalidCell("no_count", text)
    if serial and int(text) != 1:
        raise InvalidCell("serial_of_several", text)
    return int(text)


def _price(text: str, currency: str) -> int | None:
    if not text:
        return None
    amount = amount_in(text.upper().replace(currency, "").replace("\N{EURO SIGN}", ""), currency)
    if amount is None:
        raise InvalidCell("no_price", text)
    return amount
