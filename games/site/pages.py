"""First page: an introduction, and a form to drop a record. Games for the search of the desk."""

from collections.abc import Iterator
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from club.core.actor import Actor
from club.core.pages.access import public
from club.core.pages.desk_search import MAX_HITS, SearchHit, SearchKind
from club.core.pages.front_page import front_page, front_version
from club.core.selectors import has_accounts
from club.hall.selectors import events_in_hall
from club.live.published import published
from games.archive.pages.archive import latest_games
from games.archive.selectors.archive import games_found
from games.judging.pages.drawing import BoardDrawing, Way
from games.judging.pages.examples import examples
from games.judging.pages.forms import CheckForm
from games.judging.services.judging import text_limit
from games.rules import VARIANTS

# Black, to move, wrote 4-8 although 7x16 was there (SL-M8).
MISSED_CAPTURE = "B:W11,17,21,24,25,26,29,30,31,32:B1,2,4,5,6,7,9,10,12"
LATEST = 6


def missed_capture() -> BoardDrawing:
    """The dispute drawn on the first page."""
    variant = VARIANTS["english"]
    return BoardDrawing(
        fen=MISSED_CAPTURE,
        geometry=variant.geometry,
        uses_letters=variant.uses_letters,
        ways=(Way(route=(4, 8), is_bad=True), Way(route=(7, 16))),
    )


def home_version() -> tuple[object, ...]:
    """Return what validates the cache of the first page: accounts, hall, listed games, pages of clubs.

    Listed games only give way to newer ones.
    """
    games = list(latest_games(limit=LATEST).values_list("pk", flat=True))
    return has_accounts(), events_in_hall(), games, front_version()


@require_safe
@public
@published(version=home_version)
def home(request: HttpRequest) -> HttpResponse:
    """Show the clubs of the site; without any, an introduction, disputes to try and the newest games."""
    answer = front_page(request)
    if answer is not None:
        return answer
    context = {
        "form": CheckForm(),
        "limit": text_limit(),
        "examples": examples(),
        "drawing": missed_capture(),
        "latest": latest_games(limit=LATEST),
        "in_hall": events_in_hall(),
    }
    return render(request, "games/site/home.html", context)


GAMES: Final = SearchKind("game", gettext_lazy("Games"))


def find_games(_actor: Actor, text: str) -> Iterator[SearchHit]:
    """Find games of the public archive by words of players and event among the newest ones."""
    for game in games_found(text)[:MAX_HITS]:
        players = f"{game.white or '?'} - {game.black or '?'}"
        detail = " · ".join(part for part in (game.event, game.date) if part)
        yield SearchHit(GAMES, players, detail, reverse("games:game", args=[game.pk]))
