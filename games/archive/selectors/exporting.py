"""Stored games as PDN text: strict as the standard asks, classic with the result at the end, or as found."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal

from games.judging.selectors.stored import stored_verdict
from games.laws.judge import LAW_BOOK_TAG
from games.laws.touches import token_plies
from games.laws.verdict import Verdict
from games.models import Game
from games.pdn import GameRecord, MoveNumber, MoveText, Setup, Tag, Variation, write_record
from games.pdn.elements import Element
from games.pdn.supplied import LEFT_OPEN, SUPPLIED_TAG
from games.rules import legal_moves, move_text

Style = Literal["strict", "classic", "original"]
STYLES: tuple[Style, ...] = ("strict", "classic", "original")

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


def exported_pdn(
    *, game: Game, style: Style = "strict", law_book: str = "", known: Mapping[str, str] = NOTHING
) -> str:
    """Return the record of a game; ambiguous captures carry the path that was played.

    `law_book` is the tag of the book it was played by, and replaces any in the record. `known` are tags to
    fill in if the record leaves them out or open.
    """
    if style == "original":
        return f"{game.pdn}\n"
    verdict = stored_verdict(game=game)
    if law_book:
        others = [tag for tag in verdict.record.tags if tag.name != LAW_BOOK_TAG]
        verdict.record.tags = [*others, Tag(LAW_BOOK_TAG, law_book)]
    tags = [tag for tag in verdict.record.tags if tag.name != SUPPLIED_TAG]
    verdict.record.tags = _fill_tags(tags, known)
    return written_verdict(verdict, style)


def written_verdict(verdict: Verdict, style: Literal["strict", "classic"] = "strict") -> str:
    """Write a judged record: its moves in standard notation, if they were played by known rules."""
    if verdict.replay.unjudged_type is not None:
        return write_record(verdict.record, style)
    record, texts = verdict.record, canonical_texts(verdict)
    if texts is None and (rewritten := _rewrite(verdict)) is not None:
        record, texts = rewritten
    return write_record(record, style, variant=verdict.variant, move_texts=texts)


def _fill_tags(tags: list[Tag], known: Mapping[str, str]) -> list[Tag]:
    filled = {tag.name for tag in tags if tag.value.strip() not in LEFT_OPEN}
    added = [Tag(name, value) for name, value in known.items() if value and name not in filled]
    replaced = {tag.name for tag in added}
    return [*added, *(tag for tag in tags if tag.name not in replaced)]


def canonical_texts(verdict: Verdict) -> list[str] | None:
    """Return every written move in standard notation; unplayed ones are unchanged."""
    played, record, variant = verdict.replay, verdict.record, verdict.variant
    if played.joined or played.notation != "as written" or played.unknown_plies:
        return None  # tokens and plies do not map one to one, or squares have another meaning
    wrong = {slip.ply for slip in played.slips} | set(played.misfits)
    texts: list[str] = []
    for token, ply in zip(record.moves, token_plies(record, played), strict=True):
        if ply > len(played.moves) or ply in wrong:
            texts.append(token.text)
            continue
        move = played.moves[ply - 1]
        among = legal_moves(played.positions[ply - 1], variant) if move.is_capture else ()
        texts.append(move_text(move, variant, among))
    return texts


def _rewrite(verdict: Verdict) -> tuple[GameRecord, list[str]] | None:
    """Give one token to every half-move of a record that a play site wrote with hops or squares of its own.

    Return None if another part would retain the site's squares: variations, or half-moves that were not
    played.
    """
    played, record, variant = verdict.replay, verdict.record, verdict.variant
    has_others = any(isinstance(element, Variation | Setup) for element in record.body)
    if has_others or played.unplayed or played.slips or played.misfits or played.unknown_plies:
        return None
    plies = iter(token_plies(record, played))
    body: list[Element] = []
    last = 0
    for element in record.body:
        if isinstance(element, MoveText):
            ply = next(plies)
            if ply == last:
                continue
            last = ply
        if not isinstance(element, MoveNumber):  # they count hops as moves; the writer renumbers
            body.append(element)
    texts = [
        move_text(move, variant, legal_moves(position, variant) if move.is_capture else ())
        for move, position in zip(played.moves, played.positions, strict=False)
    ]
    return GameRecord(tags=record.tags, body=body, terminator=record.terminator), texts


def exported_games(*, games: Iterable[Game], style: Style = "strict") -> Iterator[str]:
    """Join the records of many games, a blank line between them."""
    for position, game in enumerate(games):
        if position:
            yield "\n"
        yield exported_pdn(game=game, style=style)
