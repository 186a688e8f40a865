"""One tag under its many names: the standard's spelling, other languages, players by number."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

_CANONICAL_NAMES: Final = (
    "Event Site Date Round White Black Result Title Rating GameType FEN SetUp PlyCount "
    "Termination TimeControl TimeControlWhite TimeControlBlack WhiteTime BlackTime Time UTCTime "
    "UTCDate Annotator EventDate EventSponsor Section Stage Board ResultFormat Author "
    "Publication PublicationDate Opening WhiteTitle BlackTitle WhiteRating BlackRating "
    "WhiteFmjdId BlackFmjdId WhiteNA BlackNA WhiteType BlackType Variant Variation ECO Comment "
    "Index WhiteClock BlackClock "
)
_OTHER_NAMES: Final = {
    "White": "Bianco Wit Weiss Weiß Blanc Blancs Blancas Brancas Bílý Белые",
    "Black": "Red Nero Zwart Schwarz Noir Noirs Negras Pretas Černý Черные Чёрные",
    "Result": "Risultato Uitslag Ergebnis Résultat Resultado Resultat Výsledek Результат",
    "Date": "Data Datum Fecha Дата",
    "Event": "Evento Evenement Toernooi Turnier Tournoi Torneo Torneio Турнир Событие",
    "Site": "Luogo Sito Plaats Ort Lieu Lugar Local Место",
    "Round": "Turno Ronde Runde Ronda Rodada Kolo Тур Раунд",  # noqa: RUF001 - Russian words
    "GameType": "TipoPartita Spelsoort",
    "FEN": "Posizione",
    "WhiteRating": "WhiteElo",
    "BlackRating": "BlackElo",
    "SetUp": "Setup",
}
CANONICAL: Final[dict[str, str]] = {name.casefold(): name for name in _CANONICAL_NAMES.split()} | {
    other.casefold(): name for name, others in _OTHER_NAMES.items() for other in others.split()
}
_PLAYER: Final = re.compile(r"P([12])(\w*)")


@lru_cache(maxsize=4096)
def canonical_name(name: str, first_to_move: str = "W") -> str:
    """Name in the standard's spelling; P1 and P2 become White and Black by who moves first."""
    player = _PLAYER.fullmatch(name)
    if player is not None:
        is_white = (player[1] == "1") == (first_to_move == "W")
        name = ("White" if is_white else "Black") + player[2]
    return CANONICAL.get(name.casefold(), name)
