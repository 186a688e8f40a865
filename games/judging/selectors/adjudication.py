"""Adjudication of an unfinished game: the proved facts of a position, and the law book on deciding it."""

import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import Any, Final, NamedTuple

from games.core.errors import TooManyPieces
from games.endings import EndingFileRefused, EndingTable, NoEndings, Value
from games.endings.coverage import can_be_built, obstacle
from games.endings.line import moves_of
from games.endings.search import Limits, Outcome, Proof, Source, prove
from games.house_rules.selectors import text_or_key, variant_named
from games.judging.choices import chosen_law_book
from games.judging.ending_messages import (
    ADVISORY,
    count_sentence,
    grounds_sentence,
    outcome_sentence,
    source_sentence,
    table_sentence,
)
from games.judging.search_slots import SearchSlots
from games.judging.selectors.endings import OpenedTable, opened_table, shipped_table
from games.judging.selectors.positions import read_position
from games.judging.selectors.viewer import article_as_dict
from games.laws.adjudication import CountNote, count_notes, grounds, is_left_to_the_arbiter
from games.laws.house_rules.book import book_for
from games.laws.law_book import LawBook
from games.rules import Position, Variant, legal_moves, move_text

Data = dict[str, Any]


class Effort(NamedTuple):
    """Budget of a search."""

    seconds: float
    nodes: int
    positions: int  # cached in memory


DEFAULT_EFFORT = Effort(seconds=2.0, nodes=1_000_000, positions=60_000)
"""What anybody may ask of a site."""


MAX_PIECES = 12
"""With more pieces two seconds prove nothing."""
AT_ONCE: Final = 2
"""Searches that anybody asked for, in one process: they take the processor from whoever enters results."""
FEW_NODES: Final = 100
"""What so few nodes show costs no more than the page it stands on: no search, and no place is asked for."""
SLOTS: Final = SearchSlots(AT_ONCE, seconds=DEFAULT_EFFORT.seconds)

Slot = Callable[[], AbstractContextManager[None]]


def public_adjudication(
    *, variant: str, fen: str, law_book: str = "", game: Sequence[Position] = (), waiting_as: str = ""
) -> Data:
    """Answer a public question: parsed, validated, bounded.

    ``game`` contains the positions of the game up to the one in question, as far as it is known. The answers
    of the table and the rules need no search slot. A named request that finds no slot has the next one
    reserved.
    """
    rules = variant_named(variant)
    book = book_for(chosen_law_book(law_book) if law_book else None, rules)
    position = read_position(fen, rules)
    pieces = sum(mask.bit_count() for mask in position[:4])
    if pieces > MAX_PIECES:
        raise TooManyPieces(pieces=pieces, most=MAX_PIECES)
    before = game[:-1] if game and game[-1] == position else ()
    place = partial(SLOTS.taken, waiting_as)
    return adjudication_payload(position=position, variant=rules, book=book, before=before, place=place)


def adjudication_payload(
    *,
    position: Position,
    variant: Variant,
    book: LawBook,
    effort: Effort = DEFAULT_EFFORT,
    before: Sequence[Position] = (),
    place: Slot = nullcontext,
) -> Data:
    """Return all facts of a position; ``before`` are the positions of its game, as far as it is known.

    A search runs within ``place``, which may refuse it.
    """
    shelf = opened_table(variant)
    weigh = partial(_weigh, position, variant, effort=effort, place=place)
    proof, code, shelf = _prove(position, variant, shelf, weigh)
    winner = {Outcome.WIN: position.side.key, Outcome.LOSS: position.side.opponent.key}.get(proof.outcome, "")
    facts: Data = {
        "variant": text_or_key(variant),
        "fen": position.to_fen(variant),
        "side": position.side.key,
        "first_side": variant.first_to_move.key,
        "outcome": proof.outcome.value,
        "winner": winner,
        "least": proof.least.name.lower(),
        "most": proof.most.name.lower(),
        "distance": proof.distance,
        "within": proof.within,
        "source": "" if proof.outcome is Outcome.UNPROVED else proof.source.value,
        "table_pieces": shelf.most_pieces,
        "nodes": proof.nodes,
        "line": _line(proof, variant),
        "line_is_whole": proof.is_whole,
        "law_book": book.key,
        "counts": _counts(proof, variant, book, before),
        "articles": [{"article": one, **article_as_dict(book, one)} for one in grounds(book)],
        "advisory": str(ADVISORY),
    }
    facts["sentence"] = outcome_sentence(facts)
    pieces = sum(mask.bit_count() for mask in position[:4])
    facts["source_sentence"] = source_sentence(facts["source"], most_pieces=shelf.most_pieces, pieces=pieces)
    has_ended = facts["source"] == Source.RULES.value
    is_open = proof.outcome is Outcome.UNPROVED
    missing = _missing_table(code, variant, shelf, pieces=pieces, is_open=is_open)
    facts["table_sentence"] = table_sentence(missing, pieces=pieces) if missing and not has_ended else ""
    facts["grounds_sentence"] = grounds_sentence(_grounds_key(book))
    return facts


def _prove(
    position: Position, variant: Variant, shelf: OpenedTable, weigh: Callable[[EndingTable | None], Proof]
) -> tuple[Proof, str, OpenedTable]:
    """Return the proof, a code if the rules allow none, and the shelf: the shipped one if one is damaged."""
    try:
        return weigh(shelf.table), "", shelf
    except NoEndings as refused:
        return _empty_proof(position), refused.code, shelf
    except (EndingFileRefused, OSError) as refused:
        sound = shipped_table(variant, refused)
        return weigh(sound.table), "", sound


def _weigh(
    position: Position, variant: Variant, table: EndingTable | None, *, effort: Effort, place: Slot
) -> Proof:
    """Return the proof by table, rules and a few nodes at once, else by a search in its slot."""
    few = Limits(nodes=min(FEW_NODES, effort.nodes), positions=effort.positions, is_over=lambda: False)
    at_once = prove(position, variant, table, few)
    if at_once.outcome is not Outcome.UNPROVED or few.nodes == effort.nodes:
        return at_once
    with place():
        end = time.monotonic() + effort.seconds
        whole = Limits(
            nodes=effort.nodes, positions=effort.positions, is_over=lambda: time.monotonic() >= end
        )
        return prove(position, variant, table, whole)


def _empty_proof(position: Position) -> Proof:
    """Return an empty proof, for a position that cannot be proved."""
    return Proof(
        outcome=Outcome.UNPROVED,
        source=Source.SEARCH,
        least=Value.LOSS,
        most=Value.WIN,
        distance=None,
        within=None,
        line=(position,),
        is_whole=False,
        nodes=0,
    )


def _line(proof: Proof, variant: Variant) -> list[Data]:
    found: list[Data] = []
    for before, move, after in zip(proof.line, moves_of(proof.line, variant), proof.line[1:], strict=False):
        begins = not found or before.side == variant.first_to_move
        found.append(
            {
                "number": (found[-1]["number"] if found else 0) + begins,
                "side": before.side.key,
                "text": move_text(move, variant, legal_moves(before, variant)),
                "route": list(move.route),
                "captured": list(move.captured),
                "fen": after.to_fen(variant),
            }
        )
    return found


def _counts(proof: Proof, variant: Variant, book: LawBook, before: Sequence[Position]) -> list[Data]:
    """Return the counts of the book against a win; else only an ending that is drawn on arising."""
    if variant.key not in book.variants or proof.source is Source.RULES:
        return []
    notes = count_notes(book, variant, proof.line, before=before, within=proof.within or 0)
    if proof.within is None:
        notes = tuple(note for note in notes if note.stands_at_once)
    return [_count(note, book, is_game_known=bool(before)) for note in notes]


def _count(note: CountNote, book: LawBook, *, is_game_known: bool) -> Data:
    facts: Data = {
        "article": note.clock.article,
        **article_as_dict(book, note.clock.article),
        "status": note.clock.status.value,
        "certainty": note.clock.certainty.value,
        "limit": note.clock.limit,
        "interference": note.interference.value,
        "longest": note.longest,
        "before": note.before if is_game_known else None,
        "spare": note.spare,
    }
    sentence = count_sentence({**facts, "stands": note.stands_at_once}, is_game_known=is_game_known)
    return {**facts, "sentence": sentence}


def _grounds_key(book: LawBook) -> str:
    if is_left_to_the_arbiter(book):
        return "arbiter"
    return "unconfirmed" if grounds(book) else "silent"


def _missing_table(code: str, variant: Variant, shelf: OpenedTable, *, pieces: int, is_open: bool) -> str:
    """Return the message code about the tables; empty if they answer or none can be made."""
    if code or obstacle(variant):
        return code
    if shelf.refused and (is_open or shelf.table is None):
        return "refused"
    if shelf.table is None:
        return "none"
    is_next = pieces == shelf.most_pieces + 1
    return "larger" if is_open and is_next and can_be_built(variant, pieces) else ""
