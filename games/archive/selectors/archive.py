"""Games of the archive: search, filters, one game with its verdict."""

import re
import unicodedata
from dataclasses import dataclass, replace

from django.db import connection
from django.db.models import Q, QuerySet

from games.archive.word_index import has_words
from games.house_rules.selectors import variant_if_known
from games.judging.selectors.endings import opened_table
from games.models import Game

ORDERS = {
    "newest": ("-id",),
    "oldest": ("id",),
    "year": ("year", "id"),
    "-year": ("-year", "-id"),
    "plies": ("ply_count", "id"),
    "-plies": ("-ply_count", "-id"),
    "strongest": ("-strength", "-id"),
}
"""Columns of each order; an index has each of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilters:
    """Filters of a list of games; an empty one means no restriction."""

    club: str = ""
    player: str = ""
    event: str = ""
    year_from: int | None = None
    year_to: int | None = None
    variant: str = ""
    winner: str = ""
    has_findings: bool | None = None
    is_legal: bool | None = None
    has_claims: bool | None = None
    code: str = ""
    is_beginning: bool | None = None
    archive_import: int | None = None
    before: int | None = None
    order: str = "newest"

    @property
    def is_any(self) -> bool:
        """True if some filter is set."""
        return replace(self, order="newest") != GameFilters()


def game_list(filters: GameFilters | None = None) -> QuerySet[Game]:
    """Return the games that fit every filter; names match by any word, ignoring case and accents."""
    wanted = filters or GameFilters()
    games = Game.objects.filter(_condition(wanted)).defer("pdn", "move_line", "line_key")
    return games.order_by(*ORDERS.get(wanted.order, ORDERS["newest"])).select_related("organisation")


def _condition(wanted: GameFilters) -> Q:
    condition = Q()
    for column, text in (("player_words", wanted.player), ("event_words", wanted.event)):
        if words := fold_words(text).split():
            condition &= _words(column, words)
    equal = {
        "organisation__slug": wanted.club,
        "variant": wanted.variant,
        "winner": wanted.winner,
        "archive_import": wanted.archive_import,
        "year__gte": wanted.year_from,
        "year__lte": wanted.year_to,
        "is_legal": wanted.is_legal,
        "pk__lt": wanted.before,
    }
    condition &= Q(**{name: value for name, value in equal.items() if value not in {"", None}})
    if wanted.is_legal is False:
        condition &= Q(is_unreadable=False)  # an unjudged game is not illegal
    if wanted.has_findings is not None:
        found = Q(error_count__gt=0) | Q(doubt_count__gt=0)
        condition &= found if wanted.has_findings else ~found
    if wanted.has_claims is not None:
        condition &= Q(claim_count__gt=0) if wanted.has_claims else Q(claim_count=0)
    if wanted.is_beginning is not None:
        condition &= Q(beginning_of__isnull=not wanted.is_beginning)
    if wanted.code:
        condition &= Q(finding_codes__contains=f" {wanted.code} ")
    return condition


def _words(column: str, words: list[str]) -> Q:
    """Return the condition that a column has words; SQLite scans the index of the column, not the table."""
    condition = has_words(column, words)
    if connection.vendor != "sqlite":
        return condition
    return Q(pk__in=Game.objects.filter(condition).order_by().values("pk"))


MAX_SEARCHED = 10_000
"""Newest games that a search without filters reads: a word of a name has no index."""


def games_found(text: str) -> QuerySet[Game]:
    """Find games by words that may be of the players or the event, among the newest ones."""
    newest = Game.objects.order_by("-id").values("id")[MAX_SEARCHED : MAX_SEARCHED + 1]
    oldest = newest.first()
    condition = Q() if oldest is None else Q(id__gt=oldest["id"])
    for word in fold_words(text).split():
        condition &= Q(player_words__contains=word) | Q(event_words__contains=word)
    return Game.objects.filter(condition).only("white", "black", "event", "date").order_by("-id")


def judged_facts(*, game_id: int, **_more: object) -> tuple[object, ...] | None:
    """Return the inputs of the verdict on a stored game: while they are equal, so is the game's page."""
    facts = Game.objects.filter(pk=game_id)
    found = facts.values_list(
        "variant", "pdn", "law_book", "variant_source", "is_winner_assumed", "archive_import__first_result"
    ).first()
    variant = variant_if_known(found[0]) if found else None
    return found if found is None or variant is None else (*found, opened_table(variant).most_pieces)


_GAPS = re.compile(r"[^\w]+")


def fold_words(*texts: str) -> str:
    """Return the words of the texts in lower case without accents, one space between them."""
    whole = unicodedata.normalize("NFKD", " ".join(texts).casefold())
    bare = "".join(letter for letter in whole if not unicodedata.combining(letter))
    return _GAPS.sub(" ", bare).strip()


def games_of_file(*, organisation_id: int, source_file: str) -> QuerySet[Game]:
    """Return the games of a club that came from a file of this name."""
    return Game.objects.filter(organisation_id=organisation_id, source_file=source_file)
