"""Claims that the opponent broke a rule of moving: an illegal move, or a touched piece that was not moved."""

from __future__ import annotations

from typing import Any

from games.laws import UNCONFIRMED, Finding, Severity
from games.laws.incidents import TOUCHES
from games.rules import Move, Side, Variant, diagnose
from games.rules.notation import square_text
from tournaments.conduct.claim_grounds import ClaimPosition, WrittenMove, move_texts, parse_written_move
from tournaments.conduct.claim_values import Answer, Claimed, Ground, Kind, Word

RECORDED_TOUCHES = frozenset({*TOUCHES, "wrong_piece_after_recall", "move_taken_back"})


def illegal_move_answer(claimed: Claimed, ground: Ground, there: ClaimPosition) -> Answer:
    """Answer whether the opponent moved illegally: by the written move, otherwise by the record's."""
    accused = claimed.claimant.opponent
    if claimed.move.strip():
        return _answer_single_move(claimed, ground, there, accused)
    if there.verdict is None:
        return _answer(claimed, there, Word.OPEN, "move_needed")
    errors = [one for one in there.verdict.findings if one.severity is Severity.ERROR and one.ply > 0]
    theirs = [one for one in errors if one.side is accused]
    wanted = None if claimed.ply is None else next((o for o in theirs if o.ply == claimed.ply), None)
    found = wanted or next(iter(theirs), None)
    if found is not None:
        return _answer_from_finding(claimed, there, found)
    if errors:
        return _answer_from_finding(claimed, there, errors[0], word=Word.WRONG, code="own_move_illegal")
    return _answer(claimed, there, Word.WRONG, "all_legal", count=there.replay.reached)


def _answer_single_move(claimed: Claimed, ground: Ground, there: ClaimPosition, accused: Side) -> Answer:
    variant = ground.variant
    # The given ply may include the move or not.
    plies = [there.ply] if there.position.side is accused or not there.ply else [there.ply - 1, there.ply]
    at = there._replace(ply=plies[0])
    legal = at.legal
    said = parse_written_move(claimed.move, at.position, variant)
    if not said.squares:
        return _answer(claimed, at, Word.OPEN, "move_unreadable", move=claimed.move.strip())
    shown = move_texts(legal, variant)
    if any(move in legal for move in said.readings):
        return _answer(claimed, at, Word.WRONG, "move_is_legal", legal=shown, move=said.text)
    code = _forbidden_by_the_game(legal) if said.readings else _diagnose_move(at, variant, said)
    return _answer(
        claimed,
        at,
        Word.RIGHT,
        "move_is_illegal",
        article=ground.book.article_for(code),
        legal=shown,
        move=said.text,
        incident=code,
        articles=list(ground.book.articles_for(code)),
    )


def _diagnose_move(at: ClaimPosition, variant: Variant, said: WrittenMove) -> str:
    """Return the code of the error in a move that the position does not allow."""
    names = tuple(square or None for square in said.squares)
    return diagnose(at.position, variant, names, is_capture=said.is_capture).code


def _forbidden_by_the_game(legal: list[Move]) -> str:
    """Return the code of the error in a move that the position alone would allow."""
    return "king_moved_too_often" if legal else "moves_after_end"


def touch_move_answer(claimed: Claimed, ground: Ground, there: ClaimPosition) -> Answer:
    """Answer whether a touched piece was not moved: by the record's touches, or by the claimant's notes."""
    accused = claimed.claimant.opponent
    if there.verdict is not None:
        recorded = [
            one for one in there.verdict.findings if one.code in RECORDED_TOUCHES and one.side is accused
        ]
        if recorded and not claimed.move.strip():
            return _answer_from_finding(claimed, there, recorded[-1], code="recorded_touch")
    at = there
    if there.position.side is not accused and there.ply and there.verdict is not None:
        at = there._replace(ply=there.ply - 1)
    if at.position.side is not accused:
        return _answer(claimed, at, Word.WRONG, "not_on_turn", side=accused.key)
    return _answer_written_touch(claimed, ground, at, accused)


def _answer_written_touch(claimed: Claimed, ground: Ground, at: ClaimPosition, accused: Side) -> Answer:
    variant, book = ground.variant, ground.book
    said = parse_written_move(claimed.move, at.position, variant)
    if not said.touched:
        return _answer(claimed, at, Word.OPEN, "square_needed")
    legal = at.legal
    playable = {move.origin for move in legal}
    touched = next((square for square in said.touched if square in playable), said.touched[0])
    name = square_text(touched, variant)
    if touched not in playable:
        own = 2 if accused else 0
        masks = at.position[own] | at.position[own + 1]
        if not masks & variant.geometry.bits[touched]:
            return _answer(claimed, at, Word.WRONG, "no_piece_of_theirs", square=name)
        return _offence(claimed, ground, at, "touched_unmovable", square=name)
    owed = move_texts([move for move in legal if move.origin == touched], variant)
    if not said.squares:
        article = book.article_for("touched_not_moved")
        return _answer(
            claimed, at, Word.OPEN, "piece_can_be_played", article=article, legal=owed, square=name
        )
    if said.squares[0] == touched:
        return _answer(claimed, at, Word.WRONG, "the_piece_was_moved", square=name, move=said.text)
    return _offence(
        claimed, ground, at, "touched_not_moved", legal=owed, square=name, move=said.text, owed=list(owed)
    )


def _offence(
    claimed: Claimed,
    ground: Ground,
    at: ClaimPosition,
    code: str,
    *,
    legal: tuple[str, ...] = (),
    **facts: Any,
) -> Answer:
    """Answer with a breach where the book makes it one; otherwise the claim is wrong."""
    ruling = ground.book.rulings.get(code)
    is_offence = ruling is None or ruling.is_offence
    word = Word.RIGHT if is_offence else Word.WRONG
    told = code if is_offence else "no_offence_here"
    articles = list(ground.book.articles_for(code))
    return _answer(
        claimed,
        at,
        word,
        told,
        article=ground.book.article_for(code),
        legal=legal,
        incident=code,
        articles=articles,
        **facts,
    )


def _answer_from_finding(
    claimed: Claimed,
    there: ClaimPosition,
    found: Finding,
    *,
    word: Word = Word.RIGHT,
    code: str = "move_is_illegal",
) -> Answer:
    """Convert the judge's finding in the record into an answer."""
    ply = min(max(found.ply - 1, 0), there.replay.reached)
    facts: dict[str, Any] = {
        "incident": found.code,
        "articles": _articles(found),
        "move": str(found.facts.get("text", "")),
        "square": str(found.facts.get("square", "")),
        "found_at": found.ply,
    }
    legal = tuple(found.facts.get("legal_moves") or found.facts.get("satisfying") or ())
    at = there._replace(ply=ply)
    article = found.article or UNCONFIRMED
    return _answer(claimed, at, word, code, article=article, plies=(ply,), legal=legal, **facts)


def _articles(found: Finding) -> list[str]:
    """List the articles of a finding."""
    return [str(one) for one in found.facts.get("articles", ())]


def _answer(
    claimed: Claimed,
    at: ClaimPosition,
    word: Word,
    code: str,
    *,
    article: str = "",
    plies: tuple[int, ...] = (),
    legal: tuple[str, ...] = (),
    **facts: Any,
) -> Answer:
    return Answer(
        kind=Kind(claimed.kind),
        word=word,
        code=code,
        article=article,
        ply=at.ply,
        fen=at.fen,
        plies=plies,
        legal=legal,
        facts=facts,
    )
