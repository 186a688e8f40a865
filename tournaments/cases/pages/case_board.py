"""The board of a case: the disputed position, its game, and the rule that determines the moves there."""

from dataclasses import dataclass
from typing import Any

from games.core.errors import SheetUnreadable
from games.judging.pages.comparison import ComparedSheets
from games.judging.pages.drawing import BoardDrawing
from games.judging.pages.score_sheet import ScoreSheet
from games.judging.selectors.adjudication import MAX_PIECES
from games.judging.selectors.comparison import sheet_comparison
from games.judging.selectors.viewer import viewer_payload
from games.laws import LawBook, UnknownArticleError
from games.laws.law_book import Article
from games.pdn import GameRecord
from games.rules import NO_ROWS, FenError, KingRows, Position, Variant, fen_after, king_rows_of_fen
from tournaments.cases.selectors.case_games import read_record, record_text, variant_of
from tournaments.conduct import JudgedScore, RuleOfMoves, judge_record, rule_of_moves
from tournaments.events.selectors.law_books import law_book_of
from tournaments.models import Case, GameResult
from tournaments.records.errors import RecordUnreadable


@dataclass(frozen=True, slots=True)
class CaseBoard:
    """Position and game for the page of a case; empty if neither is known."""

    drawing: BoardDrawing | None = None
    fen: str = ""
    rule: RuleOfMoves | None = None
    articles: tuple[Article, ...] = ()
    sheet: ScoreSheet | None = None
    ply: int = 0
    pdn: str = ""
    is_typed: bool = False  # the position was typed in, not reached by the score
    is_unreadable: bool = False  # the given score or position is invalid

    @property
    def is_weighed(self) -> bool:
        """True if the program can evaluate whether the typed position is won."""
        if not self.is_typed or self.drawing is None:
            return False
        return sum(map(len, self.drawing.reading.placement)) <= MAX_PIECES

    @property
    def sheet_drawing(self) -> BoardDrawing | None:
        """The board of the game at its ply."""
        return self.sheet.drawing_at(self.ply) if self.sheet else None


def case_board(case: Case, result: GameResult | None, *, asked: int | None = None) -> CaseBoard:
    """Return the board of a case, its game at the requested ply, else at the disputed position."""
    book, variant = law_book_of(case.section), variant_of(case)
    pdn = record_text(case, result)
    try:
        record = read_record(pdn)
    except RecordUnreadable:
        record = None
    is_unreadable = bool(pdn.strip()) and record is None
    judged = None if record is None else _judge_score(case, record, book, variant)
    starts_there = judged is not None and judged.is_from_position and not judged.is_of_another_game
    sheet = None if judged is None else ScoreSheet(viewer_payload(judged.verdict))
    ply = 0 if sheet is None else _ply(case, sheet, asked)
    typed = "" if starts_there else case.fen
    fen = typed or (sheet.fen_at(ply) if sheet else "")
    try:
        position = Position.from_fen(fen, variant) if fen else None
    except FenError:
        position, is_unreadable = None, True
    facts: dict[str, Any] = {"sheet": sheet, "ply": ply, "pdn": pdn, "is_unreadable": is_unreadable}
    if position is None:
        return CaseBoard(**facts)
    fen, begun = _add_game_history(fen, position, variant, sheet.fen_at(ply) if sheet else "")
    rule = rule_of_moves(position, variant, book, begun)
    drawing = BoardDrawing(fen=fen, geometry=variant.geometry, uses_letters=variant.uses_letters)
    return CaseBoard(
        drawing=drawing,
        fen=fen,
        rule=rule,
        articles=articles_named(book, rule.articles),
        is_typed=bool(typed),
        **facts,
    )


def _judge_score(case: Case, record: GameRecord, book: LawBook, variant: Variant) -> JudgedScore:
    """Judge the score from the position next to it; as written if that is invalid or has no score."""
    beside = case.fen if case.claim_record.strip() else ""
    judged = judge_record(record, beside, book=book, variant=variant, ply=case.ply)
    if beside and judged.verdict.replay.fen_error is not None:
        return judge_record(record, "", book=book, variant=variant)
    return judged


def _add_game_history(fen: str, position: Position, variant: Variant, in_game: str) -> tuple[str, KingRows]:
    """Return the position as text and the history that the rules need: as typed, else from its game."""
    begun = king_rows_of_fen(fen, variant)
    if begun == NO_ROWS and in_game and Position.from_fen(in_game, variant) == position:
        begun = king_rows_of_fen(in_game, variant)
    return fen_after([position], [], variant, 0, begun), begun


def _ply(case: Case, sheet: ScoreSheet, asked: int | None) -> int:
    told = case.claim_answer.get("ply")
    wanted = next((one for one in (asked, told, case.ply) if one is not None), sheet.telling_ply)
    return max(0, min(wanted, sheet.last_ply))


def articles_named(book: LawBook, names: tuple[str, ...] | list[str]) -> tuple[Article, ...]:
    """Return articles of the law book by their numbers, each once; unknown ones are left out."""
    found: list[Article] = []
    for name in dict.fromkeys(names):
        try:
            found.append(book.lookup(name))
        except UnknownArticleError:
            continue
    return tuple(found)


def compared_sheets(case: Case, variant: Variant) -> ComparedSheets | None:
    """Compare the sheets of both players, if both exist and can be read."""
    try:
        records = [read_record(text) for text in (case.sheet_white, case.sheet_black)]
        first, second = (one for one in records if isinstance(one, GameRecord))
        found = sheet_comparison(first=first, second=second, variant=variant.key)
    except (RecordUnreadable, SheetUnreadable, ValueError):
        return None
    return ComparedSheets(found, (first, second))
