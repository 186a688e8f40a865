"""Budgets of live boards with 64 games in play: queries and bytes, whatever the number of boards."""

import pytest
from django.urls import reverse
from event_rows import published_round
from history import build_section, home_club
from query_budgets import LIVE, LIVE_BYTES
from test_query_budgets import counted
from worlds import world

from club.core.actor import SYSTEM
from club.live.published import PAGE_CACHE
from club.models import Role, RoleGrant, User
from games.laws.in_play import EnteredMove
from tournaments.entries.entry_lists import EntryLine
from tournaments.live_boards.services.boards import open_live_boards, set_broadcast
from tournaments.live_boards.services.moves import MovesEntry, enter_moves
from tournaments.models import BoardCard

pytestmark = pytest.mark.django_db
BOARDS = 64
OPENING = [EnteredMove(text) for text in ("11-15", "23-19", "8-11", "22-17", "11-16", "24-20", "9-14")]


@world
def boards():
    """So many live boards of one round, each with an opening and a move that is not legal."""
    lines = [EntryLine(f"Somebody Longername {n:03}", 1800 - n) for n in range(2 * BOARDS)]
    section = build_section(club=home_club(), preset="weekend", lines=lines)
    set_broadcast(event_id=section.event_id, actor=SYSTEM, players_enter=True)
    opened = open_live_boards(round_id=published_round(section).pk, actor=SYSTEM)
    assert len(opened) == BOARDS
    for board in opened:
        enter_moves(board_id=board.pk, entry=MovesEntry(moves=OPENING), actor=SYSTEM)
    return opened


@pytest.fixture
def owner(boards):
    user = User.objects.create_user("owner@club.example", "x")
    RoleGrant.objects.create(user=user, role=Role.OWNER, organisation=home_club())
    return user


def addresses_of(boards):
    section = boards[0].pairing.round.section
    event, token = section.event, BoardCard.objects.get(section=section, board_number=1).token
    given = {
        "live": [event.slug],
        "live_board": [event.slug, boards[0].pk],
        "live_pdn": [event.slug, section.slug, 1],
        "live_enter": [boards[0].pk],
        "board_moves": [token],
        "board_moves_enter": [token, boards[0].pk],
        "desk_live": [event.pk],
        "desk_live_alerts": [event.pk],
    }
    return {f"tournaments:{name}": reverse(f"tournaments:{name}", args=args) for name, args in given.items()}


def test_pages_of_64_live_boards_keep_their_budgets(client, boards, owner):
    beyond = []
    for who in ("visitor", "owner"):
        if who == "owner":
            client.force_login(owner)
            client.get(addresses_of(boards)["tournaments:desk_live"])  # pins the event, once
        for name, address in addresses_of(boards).items():
            PAGE_CACHE.clear()
            with counted() as asked:
                answer = client.get(address)
            budget = LIVE[name][who == "owner"]
            size = len(answer.content)
            if budget is None:
                assert answer.status_code in {302, 403}, name
            elif answer.status_code != 200 or len(asked) > budget or size > LIVE_BYTES.get(name, 100_000):
                beyond.append(f"{name} for a {who}: {answer.status_code}, {len(asked)} of {budget}, {size} B")
    assert not beyond, "\n".join(beyond)
