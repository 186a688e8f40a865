"""The games of a section as PDN: recorded ones in full, the others as tags and result."""

from collections.abc import Iterator
from typing import Final

from games.pdn import GameRecord, read_game, result_text, write_record
from games.rules import VARIANTS
from games.selectors.exporting import exported_pdn
from tournaments.models import Entry, GameResult, Outcome, Pairing, RoundState, Section

ENDS: Final = {
    Outcome.WHITE: "white",
    Outcome.WHITE_FORFEIT: "white",
    Outcome.BLACK: "black",
    Outcome.BLACK_FORFEIT: "black",
    Outcome.DRAW: "draw",
    Outcome.DOUBLE_FORFEIT: "both_lost",
    Outcome.ADJOURNED: "open",
}
SEATED: Final = ("pairings__games__first_member", "pairings__games__second_member")
FORFEITS: Final = frozenset({Outcome.WHITE_FORFEIT, Outcome.BLACK_FORFEIT, Outcome.DOUBLE_FORFEIT})


def section_pdn(section: Section) -> str:
    """Every game of the published rounds that has begun, by round, board and game."""
    return "\n".join(_texts(section))


def _texts(section: Section) -> Iterator[str]:
    rounds = section.round_rows.exclude(state=RoundState.DRAFT).order_by("number")
    for row in rounds.prefetch_related(
        "pairings__games__game__archive_import", "pairings__white", "pairings__black", *SEATED
    ):
        for pairing in row.pairings.all():
            pairing.round = row
            for result in pairing.games.all():
                if result.game is not None:
                    yield exported_pdn(game=result.game)
                elif Outcome(result.outcome) in ENDS:
                    yield _tags_alone(section, pairing, result)


def _tags_alone(section: Section, pairing: Pairing, result: GameResult) -> str:
    """A record without moves; its result is that of its own White and Black."""
    white, black = _names(pairing, result)
    event, variant = section.event, VARIANTS[section.variant]
    end = _result(section, Outcome(result.outcome))
    day = event.starts_on.strftime("%Y.%m.%d") if event.starts_on else ""
    tags = {
        "Event": f"{event.name}, {section.name}",
        "Site": event.venue or "?",
        "EventDate": day,
        "Round": f"{pairing.round.number}.{pairing.board_number}.{result.number}",
        "White": white,
        "Black": black,
        "Result": end,
        "Termination": "forfeit" if Outcome(result.outcome) in FORFEITS else "",
        "GameType": variant.game_type_text,
    }
    return write_record(_record(tags), "strict", variant=variant)


def _record(tags: dict[str, str]) -> GameRecord:
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items() if value]
    return read_game("\n".join([*lines, "", "*", ""]))


def _quoted(value: str) -> str:
    plain = " ".join(value.split())
    return plain.replace("\\", "\\\\").replace('"', '\\"')


def _sides(pairing: Pairing, result: GameResult) -> tuple[Entry, Entry]:
    """The sides change from game to game."""
    assert pairing.black is not None  # noqa: S101 - a bye has no games
    is_first = result.number % 2 == 1
    return (pairing.white, pairing.black) if is_first else (pairing.black, pairing.white)


def _names(pairing: Pairing, result: GameResult) -> tuple[str, str]:
    """Who had White and Black: between teams their members, or the team where nobody is named."""
    white, black = _sides(pairing, result)
    seats = result.first_member, result.second_member
    sitting = seats if result.number % 2 == 1 else seats[::-1]
    return tuple((seat or team).name for seat, team in zip(sitting, (white, black), strict=True))  # type: ignore[return-value]


def _result(section: Section, outcome: Outcome) -> str:
    """The result in the family of the variant; the figure of the side that moves first stands first."""
    variant, end = VARIANTS[section.variant], ENDS[outcome]
    if end in {"white", "black"}:
        end = "first" if end == variant.first_to_move.key else "second"
    return result_text(end, variant.result_family)
