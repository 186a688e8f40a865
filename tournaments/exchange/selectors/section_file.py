"""A section as one lossless document: event, entries, rounds, pairings, games, ballots and reasons."""

import json
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.db.models import Model, Prefetch

from club.backups.state_rows import to_text
from games.house_rules.selectors import variant_if_known
from games.laws.scores.notes import without_notes
from games.pdn.supplied import without_supplied
from games.rules import HouseVariant
from tournaments.core import section_columns as columns
from tournaments.exchange.selectors.section_file_cases import case_rows
from tournaments.models import Decision, ForbiddenPair, GameResult, Pairing, PrizeHandout, Section

BOARDS = (
    *("pairings__games__game", "pairings__games__first_member", "pairings__games__second_member"),
    "pairings__decision",
    Prefetch(
        "pairings__games",
        GameResult.every.filter(is_tie_break=True).select_related("game").order_by("number"),
        to_attr="tie_breaks",
    ),
)


class Sight(NamedTuple):
    """Parts of a section's files that are not on its public pages, and whether the reader may see them."""

    preparation: bool
    """Years of birth, forbidden pairs, entries that are not public: what who runs the event sees."""
    cases: bool
    """Cases with their private texts and rulings. Without them the file has no case at all."""
    adjournments: bool
    """Positions and notes of adjourned games."""


EVERYTHING: Final = Sight(preparation=True, cases=True, adjournments=True)
SEALED: Final = frozenset({"sealed_fen", "sealed_note"})


def section_file(section: Section, sight: Sight = EVERYTHING) -> bytes:
    """The document as UTF-8; the same section gives the same bytes."""
    text = json.dumps(section_document(section, sight), default=to_text, ensure_ascii=False, indent=1)
    return f"{text}\n".encode()


def house_rules_in(section: Section) -> dict[str, str]:
    """Return the house rules of a section, so that another site can derive them."""
    variant = variant_if_known(section.variant)
    return {columns.HOUSE_RULES: variant.rules_text} if isinstance(variant, HouseVariant) else {}


def section_document(section: Section, sight: Sight = EVERYTHING) -> dict[str, Any]:
    """Return the whole section as a document; entries are named by their `key`.

    An import reads a document without cases and sealed positions as well: what is missing stays empty.
    """
    hidden = frozenset() if sight.adjournments else SEALED
    entries = list(section.entries.order_by("pk").prefetch_related("absences", "members"))
    keys = {entry.pk: key for key, entry in enumerate(entries, start=1)}
    forbidden = ForbiddenPair.objects.filter(first__section=section).order_by("pk")
    return {
        "format": columns.FORMAT,
        "event": _values(section.event, columns.EVENT),
        "officials": _rows(section.event.officials.all(), columns.OFFICIAL),
        "section": _values(section, columns.SECTION),
        **house_rules_in(section),
        "classes": _rows(section.classes.all(), columns.CLASS),
        "fees": _rows(section.fees.all(), columns.FEE),
        "schedule": _rows(section.round_times.all(), columns.TIME),
        "prizes": _rows(section.prizes.all(), columns.PRIZE),
        "entries": [
            {
                "key": keys[entry.pk],
                **_values(entry, columns.ENTRY),
                "absences": _rows(entry.absences.all(), columns.ABSENCE),
                "members": _rows(entry.members.all(), columns.MEMBER),
            }
            for entry in entries
        ],
        "forbidden_pairs": [
            {"first": keys[one.first_id], "second": keys[one.second_id], **_values(one, columns.FORBIDDEN)}
            for one in forbidden
        ],
        "rounds": [
            {**_values(row, columns.ROUND), "pairings": _pairings(row.pairings.all(), keys, hidden)}
            for row in section.round_rows.order_by("number").prefetch_related(*BOARDS)
        ],
        "cases": case_rows(section, keys) if sight.cases else [],
        "standings": _rows(section.snapshots.order_by("pk"), columns.SNAPSHOT),
        "prizes_handed_out": _rows(PrizeHandout.objects.filter(section=section), columns.HANDOUT),
    }


def _pairings(rows: Iterable[Pairing], keys: dict[int, int], hidden: frozenset[str]) -> list[dict[str, Any]]:
    return [
        {
            **_values(pairing, columns.PAIRING),
            "white": keys[pairing.white_id],
            "black": None if pairing.black_id is None else keys[pairing.black_id],
            "games": [_game(result, hidden) for result in pairing.games.all()],
            **_tie_breaks(pairing, hidden),
            **_decision(pairing, keys),
        }
        for pairing in rows
    ]


def _tie_breaks(pairing: Pairing, hidden: frozenset[str]) -> dict[str, Any]:
    """The tie-break games of a match; most pairings have none."""
    rows: list[GameResult] = pairing.tie_breaks  # type: ignore[attr-defined]
    return {"tie_breaks": [{**_game(one, hidden), "clock": one.clock} for one in rows]} if rows else {}


def _decision(pairing: Pairing, keys: dict[int, int]) -> dict[str, Any]:
    """Return the winner of a tied match; most pairings have no decision."""
    decision: Decision | None = getattr(pairing, "decision", None)
    if decision is None:
        return {}
    return {"decision": {**_values(decision, columns.DECISION), "winner": keys[decision.winner_id]}}


def _game(result: GameResult, hidden: frozenset[str]) -> dict[str, Any]:
    record = None if result.game is None else _values(result.game, columns.RECORD)
    if record is not None:
        record["pdn"] = without_supplied(without_notes(record["pdn"]))
    seats = {"first_member": result.first_member, "second_member": result.second_member}
    places = {side: None if member is None else member.board_order for side, member in seats.items()}
    names = (name for name in columns.GAME if name not in hidden)
    return {**_values(result, names), **places, "record": record}


def _rows(rows: Iterable[Model], names: Iterable[str]) -> list[dict[str, Any]]:
    return [_values(row, names) for row in rows]


def _values(row: Model, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
