"""Parsers for the forms that captains send from their phones."""

from typing import Final

from django.http import QueryDict

from club.core.requests import key_in
from tournaments.events.models.section import MAX_TEAM_BOARDS
from tournaments.leagues.errors import BoardTwice
from tournaments.leagues.selectors.fixtures import Asked

STANDS_BY: Final = "r"
"""Value for a reserve."""


def parse_results(post: QueryDict) -> dict[int, str]:
    """Parse the reported results: fields `board-1`, `board-2` and so on; empty ones are left out."""
    return {
        number: post.get(f"board-{number}", "")
        for number in range(1, MAX_TEAM_BOARDS + 1)
        if post.get(f"board-{number}")
    }


def line_up_in(post: QueryDict) -> tuple[list[int], list[int]]:
    """Parse a line-up: players by their board numbers, and reserves in the order of the page."""
    playing: list[tuple[int, int]] = []
    reserves: list[int] = []
    for at, key in enumerate(key_in(one) for one in post.getlist("member")):
        place = post.get(f"place-{key}", "")
        if place == STANDS_BY:
            reserves.append(key)
        elif place:
            board = key_in(place)
            if board and board in {one for one, _key in playing}:
                raise BoardTwice(board=board)
            playing.append((board or MAX_TEAM_BOARDS + at, key))
    return [key for _place, key in sorted(playing, key=lambda one: one[0])], reserves


def with_places_sent(squad: list[Asked], post: QueryDict, *, boards: int) -> list[Asked]:
    """Return a squad with the refused places of the last form; unchanged if there are none."""
    if "member" not in post:
        return squad
    return [one._replace(place=_place(post.get(f"place-{one.member.pk}", ""), boards)) for one in squad]


def _place(sent: str, boards: int) -> int:
    """Parse the place of a player.

    It is the sent board, 1 for a player on any board, the first place after the boards for a reserve.
    """
    if sent == STANDS_BY:
        return boards + 1
    return min(key_in(sent), boards) or int(bool(sent))
