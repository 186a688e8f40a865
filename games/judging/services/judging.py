"""Judging of pasted or dropped text: bounded, and nothing of it is stored."""

import io
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from itertools import islice

from django.conf import settings

from games.core.errors import NothingToRead, TextTooLong, TooManyGames, TooMuchToJudge, translate_refusal
from games.judging.choices import chosen_law_book, chosen_variant
from games.laws.guess import VariantMemory
from games.laws.judge import judge
from games.laws.report import Summary
from games.laws.verdict import Verdict
from games.pdn import Element, GameRecord, MoveNumber, NotPdn, Variation, read_games
from games.rules import Side

DEFAULT_GAMES = 100
MAX_PARTS = (
    30_000  # moves, comments, variations and tags of the games judged at once; 0.25 kB each in the answer
)
MAX_COUNTED = 20_000  # games of a text, judged or counted


@dataclass(frozen=True, slots=True)
class JudgedText:
    """Verdicts on the first games of a text, and the number of games left over."""

    verdicts: list[Verdict] = field(default_factory=list)
    games: int = 0
    encoding: str = "text"

    @property
    def left_out(self) -> int:
        """Games that were counted but not judged."""
        return self.games - len(self.verdicts)


def text_limit() -> int:
    """Return the bytes that may be judged at once: the limit of a form of this site."""
    return int(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)


def judge_text(
    *,
    text: str | bytes,
    law_book: str = "",
    variant: str = "",
    limit: int = DEFAULT_GAMES,
    first_result_is: Side | None = None,
    play_on: bool = False,
) -> JudgedText:
    """Judge the first `limit` games of a text and count the rest.

    `first_result_is` is the side of the first figure of a result, for games whose GameType does not state it.
    With `play_on`, illegal moves that others follow count as played.
    Raises TextTooLong, TooMuchToJudge, TooManyGames, and what a text without games is refused for.
    """
    book, rules = chosen_law_book(law_book), chosen_variant(variant)
    _refuse_too_long(text)
    reader = read_games(io.BytesIO(text) if isinstance(text, bytes) else text)
    try:
        records = _bounded(islice(reader, limit))
        left = sum(1 for _ in islice(reader, MAX_COUNTED))
    except NotPdn as refusal:
        raise translate_refusal(refusal) from refusal
    if len(records) + left > MAX_COUNTED:
        raise TooManyGames(most=MAX_COUNTED)
    memory = VariantMemory() if len(records) > 1 else None  # one game teaches nothing about others
    verdicts = [
        judge(
            record,
            book,
            variant=rules,
            memory=memory,
            play_on=play_on,
            first_result_is=None if record.tag("GameType") else first_result_is,
        )
        for record in records
    ]
    return JudgedText(verdicts, len(verdicts) + left, reader.encoding)


def judgement_summary(judged: JudgedText) -> dict[str, int]:
    """Return counts of the judged games, and of those left out."""
    summary = Summary()
    for verdict in judged.verdicts:
        summary.add(verdict)
    return {**asdict(summary), "left_out": judged.left_out}


def first_record(text: str) -> GameRecord:
    """The first game of a text within the limit."""
    _refuse_too_long(text)
    try:
        record = next(read_games(text), None)
    except NotPdn as refusal:
        raise translate_refusal(refusal) from refusal
    if record is None:
        raise NothingToRead
    _bounded([record])
    return record


def _bounded(records: Iterable[GameRecord]) -> list[GameRecord]:
    """Return the records; refuse them as soon as they have too many parts."""
    found, parts = [], 0
    for record in records:
        parts += len(record.tags) + _parts_of(record)
        if parts > MAX_PARTS:
            raise TooMuchToJudge(most=MAX_PARTS)
        found.append(record)
    return found


def _parts_of(record: GameRecord) -> int:
    """Count moves, comments, signs and variations; a plain record has moves alone."""
    return len(record.moves) if record.words is not None else _elements_in(record.body)


def _elements_in(line: Iterable[Element]) -> int:
    return sum(
        1 + (_elements_in(element.elements) if isinstance(element, Variation) else 0)
        for element in line
        if not isinstance(element, MoveNumber)
    )


def _refuse_too_long(text: str | bytes) -> None:
    size = len(text) if isinstance(text, bytes) or text.isascii() else len(text.encode("utf-8", "replace"))
    if size > text_limit():
        raise TextTooLong(size=size, limit=text_limit())
