"""A verdict as a row of the archive: all fields other than the text are derived from the replay."""

import re
from typing import Final

from games.archive.models import EVENT_WIDTH, NAME_WIDTH, SHORT_WIDTH
from games.archive.selectors.archive import fold_words
from games.archive.services.move_lines import line_key, move_key, move_line
from games.laws.scores.notes import without_notes
from games.laws.verdict import Severity, Verdict
from games.models import Game
from games.pdn import GameRecord
from games.pdn.supplied import without_supplied
from games.rules import Position

YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
UNKNOWN = frozenset({"?", "-", "??"})
RATING_TAGS: Final = ("Elo", "Rating")  # play sites write the first, the PDN standard has the second
RATING: Final = re.compile(r"\d{3,4}(?!\d)")


def game_row(*, verdict: Verdict, organisation_id: int) -> Game:
    """Build the unsaved row of a judged record."""
    game = Game(organisation_id=organisation_id, pdn=storable(verdict.record.source))
    read_tags(game=game, record=verdict.record)
    read_verdict(game=game, verdict=verdict)
    return game


def is_storable(verdict: Verdict) -> bool:
    """Check that some of the record can be shown; without a first position it is only reported."""
    return verdict.replay.fen_error is None


def storable(text: str) -> str:
    """Replace characters that no database stores (NUL, half of a surrogate pair) by a mark."""
    if "\x00" in text:
        text = text.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def read_tags(*, game: Game, record: GameRecord) -> None:
    """Read players and their ratings, event, place and date, cut to the width of their columns."""
    game.white = _value(record, "White", NAME_WIDTH)
    game.black = _value(record, "Black", NAME_WIDTH)
    game.event = _value(record, "Event", EVENT_WIDTH)
    game.site = _value(record, "Site", EVENT_WIDTH)
    game.round = _value(record, "Round", SHORT_WIDTH)
    game.date = _value(record, "Date", SHORT_WIDTH)
    game.termination = _value(record, "Termination", SHORT_WIDTH)
    year = YEAR.search(game.date)
    game.year = int(year[1]) if year else None
    game.strength = strength_of(record)
    game.player_words = fold_words(game.white, game.black)[: 2 * NAME_WIDTH]
    game.event_words = fold_words(game.event, game.site)[: 2 * EVENT_WIDTH]


def _value(record: GameRecord, name: str, width: int) -> str:
    value = " ".join(storable(record.tag(name)).split())
    return "" if value in UNKNOWN else value[:width]


def read_verdict(*, game: Game, verdict: Verdict) -> None:
    """Read rules, result, findings and the line of moves."""
    played = verdict.replay
    is_judged = played.unjudged_type is None
    game.variant = verdict.variant.key if is_judged else ""
    game.unjudged_type = played.unjudged_type
    game.variant_source = verdict.variant_source
    game.law_book = verdict.law_book.key
    game.result = storable(verdict.result.tag or verdict.result.terminator)[:SHORT_WIDTH]
    game.winner = verdict.result.winner
    game.is_winner_assumed = verdict.result.decided_by == "custom"
    game.ply_count = len(played.moves)
    game.is_legal = verdict.is_legal
    game.is_unreadable = verdict.is_unreadable
    severities = [finding.severity for finding in verdict.findings]
    game.error_count = severities.count(Severity.ERROR)
    game.doubt_count = severities.count(Severity.DOUBT)
    game.note_count = severities.count(Severity.NOTE)
    game.claim_count = len(verdict.claims)
    game.finding_codes = finding_codes(verdict)
    read_line(game=game, verdict=verdict)


def finding_codes(verdict: Verdict) -> str:
    """Join all codes found or claimable, each once, with a space on both sides for searching."""
    codes = [finding.code for finding in verdict.findings] + [claim.code for claim in verdict.claims]
    return f" {' '.join(dict.fromkeys(codes))} " if codes else ""


def read_line(*, game: Game, verdict: Verdict) -> None:
    """Return the line of moves and the keys to find equal and shorter lines."""
    played, record, variant = verdict.replay, verdict.record, verdict.variant
    is_usual = played.start == Position.start(variant)
    game.start_fen = "" if is_usual else played.start.to_fen(variant)
    game.final_fen = played.positions[-1].to_fen(variant)
    game.move_line = move_line(played.moves)
    game.move_key = move_key(
        variant=game.variant or f"type {game.unjudged_type}",
        start_fen=game.start_fen,
        line=game.move_line,
        rest=_rest(verdict),
    )
    # A position set up in mid game makes the line differ from its moves.
    has_line = bool(played.moves) and not played.setups
    game.line_key = (
        line_key(variant=game.variant, start_fen=game.start_fen, moves=played.moves) if has_line else None
    )
    if not record.moves:
        game.line_key = None


def _rest(verdict: Verdict) -> str:
    """Return the part that distinguishes records with equal played moves.

    That is unplayed text, setups, or the whole record.
    """
    played, record = verdict.replay, verdict.record
    if not record.moves:
        return " ".join(without_supplied(without_notes(storable(record.source))).split())
    unplayed = record.moves[len(record.moves) - played.unplayed :]
    texts = [storable(token.text) for token in unplayed]
    texts += [f"{ply} {position.to_fen(played.variant)}" for ply, position in played.setups]
    if played.fen_error is not None:
        texts.append(storable(record.tag("FEN")))
    return " ".join(texts)


def strength_of(record: GameRecord) -> int:
    """Return the average of both ratings; 0 if one of them is unknown."""
    white, black = (_rating(record, side) for side in ("White", "Black"))
    return (white + black) // 2 if white and black else 0


def _rating(record: GameRecord, side: str) -> int:
    """Return a player's rating; a mark behind it (`1850P`) is left out."""
    for name in RATING_TAGS:
        if found := RATING.match(record.tag(f"{side}{name}").strip()):
            return int(found[0])
    return 0
