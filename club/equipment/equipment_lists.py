"""Parser of equipment lists: columns of any name and order, read into lines."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.translation import gettext_lazy as _

from club.core.names import fold_name
from club.lists.cells import InvalidCell, day_of, one_line
from club.lists.columns import Column, ListColumns, rows_below, words_of
from club.lists.tables import ListRead
from club.models import EquipmentCondition, EquipmentKind
from club.money.amounts import amount_in

KINDS = {
    "board": "board, boards, bord, borden, brett, damebrett, damier, tabuleiro, доска",
    "pieces": "pieces, set, set of pieces, stukken, schijven, steine, spielsteine, pions, pecas, шашки",
    "clock": "clock, clocks, klok, klokken, uhr, schachuhr, pendule, relogio, часы",
    "trolley": "trolley, cart, kar, wagen, chariot, carrinho, тележка",
    "other": "other, something else, overig, sonstiges, autre, outro, другое",
}
CONDITIONS = {
    "good": "good, new, ok, goed, gut, neu, bon, bom, хорошее",
    "worn": "worn, used, versleten, gebruikt, abgenutzt, gebraucht, use, usado, изношено",
    "broken": "broken, defect, kapot, kaputt, defekt, casse, quebrado, сломано",
    "lost": "lost, missing, kwijt, verloren, perdu, perdido, потеряно",
}
MOST = 100_000


def _choice_of(
    words: Mapping[str, str],
    labels: type[EquipmentKind] | type[EquipmentCondition],
    fault: str,
) -> Callable[[str], str]:
    """Return the reader of a choice by a word in the site's languages."""

    def read(cell: str) -> str:
        plain = fold_name(cell)
        for value, label in labels.choices:
            if plain in {value, fold_name(str(label)), *words_of(words[value])}:
                return str(value)
        raise InvalidCell(fault, cell)

    return read


def _count(cell: str) -> int:
    if not (cell.isascii() and cell.isdecimal() and 1 <= int(cell[:9]) <= MOST):
        raise InvalidCell("no_count", cell)
    return int(cell)


EQUIPMENT_COLUMNS = ListColumns(
    name=Column(
        _("name"),
        """name, thing, item, description, naam, omschrijving, bezeichnung, gegenstand, nom, designation,
        nome, descricao, название""",
        read=one_line,
        max_length=120,
    ),
    kind=Column(
        _("type"),
        "kind, type, category, soort, art, kategorie, categorie, tipo, тип, вид",
        read=_choice_of(KINDS, EquipmentKind, "unknown_kind"),
    ),
    serial=Column(
        _("serial number"),
        """serial, serial number, serienummer, seriennummer, numero de serie, inventory number,
        inventarisnummer, inventarnummer, серийный номер""",
        read=one_line,
        max_length=60,
    ),
    count=Column(
        _("quantity"),
        "count, how many, number, quantity, aantal, anzahl, menge, nombre, quantidade",
        read=_count,
        empty=1,
    ),
    place=Column(
        _("venue"),
        "place, location, cupboard, plaats, kast, ort, lagerort, lieu, local, место",
        read=one_line,
        max_length=120,
    ),
    bought_on=Column(
        _("bought on"),
        "bought on, bought, purchased, gekocht op, gekauft am, kaufdatum, achete le",
        read=day_of,
        empty=None,
    ),
    price=Column(_("price"), "price, prijs, preis, prix, preco, цена"),
    condition=Column(
        _("condition"),
        "condition, state, staat, conditie, zustand, etat, estado, состояние",
        read=_choice_of(CONDITIONS, EquipmentCondition, "unknown_condition"),
        empty=EquipmentCondition.GOOD.value,
    ),
)
"""Columns of an equipment list, in the order of the choices on the page."""


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


def read_equipment_lines(read: ListRead, *, kind: str, currency: str) -> list[EquipmentLine]:
    """Parse the items of a list; `kind` is the default of a row without one, prices are in `currency`."""
    return [
        _line(number, EQUIPMENT_COLUMNS.cells(row, read.columns), kind, currency)
        for number, row in rows_below(read.rows, read.heading)
    ]


def _line(number: int, cells: Mapping[str, str], kind: str, currency: str) -> EquipmentLine:
    name = one_line(cells["name"] or cells["serial"])[: EQUIPMENT_COLUMNS["name"].max_length]
    try:
        values = _values(cells, currency) | {"name": name}
    except InvalidCell as wrong:
        return EquipmentLine(number=number, name=name, fault=wrong.code, told=wrong.told)
    return EquipmentLine(number=number, **values | {"kind": values["kind"] or kind})


def _values(cells: Mapping[str, str], currency: str) -> dict[str, Any]:
    if not cells["name"] and not cells["serial"]:
        raise InvalidCell("no_name", "")
    values = {field: EQUIPMENT_COLUMNS.read(field, cell) for field, cell in cells.items()}
    if values["serial"] and values["count"] != 1:
        raise InvalidCell("serial_of_several", cells["count"])
    return values | {"price": _price(cells["price"], currency)}


def _price(cell: str, currency: str) -> int | None:
    if not cell:
        return None
    amount = amount_in(cell.upper().replace(currency, "").replace("\N{EURO SIGN}", ""), currency)
    if amount is None:
        raise InvalidCell("no_price", cell)
    return amount
