"""Cards at the boards: create for every board of a section, revoke, renew at any time."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from club.core.actor import Actor
from tournaments.core.services.event_log import log_section
from tournaments.core.services.locks import locked_section
from tournaments.models import BoardCard, Pairing, PlayerReports, Section
from tournaments.results.errors import UnknownCard

SECRET_BYTES = 16
MAX_BOARDS = 2000


def give_cards(section: Section, boards: Iterable[int | None]) -> list[BoardCard]:
    """Create a card for each of these boards without one.

    Callers lock the section and write the audit entry.
    """
    if section.player_reports == PlayerReports.OFF:
        return []
    wanted = sorted({number for number in boards if number is not None})[:MAX_BOARDS]
    live = BoardCard.objects.filter(section=section, revoked_at__isnull=True)
    there = set(live.values_list("board_number", flat=True))
    return BoardCard.objects.bulk_create(
        BoardCard(section=section, board_number=number, token=secrets.token_urlsafe(SECRET_BYTES))
        for number in wanted
        if number not in there
    )


def boards_of_section(section: Section) -> range:
    """Return the boards that a section has used so far, or will use when all entries play."""
    used = Pairing.objects.filter(round__section=section, board_number__isnull=False)
    highest = used.order_by("-board_number").values_list("board_number", flat=True).first() or 0
    return range(1, max(highest, section.entries.count() // 2) + 1)


@transaction.atomic
def make_board_cards(*, section_id: int, actor: Actor) -> list[BoardCard]:
    """Make a card for every board of a section that has none."""
    section = locked_section(section_id, actor)
    made = give_cards(section, boards_of_section(section))
    if made:
        boards = [card.board_number for card in made]
        log_section("tournaments.cards.made", section, actor, after={"boards": boards})
    return made


@transaction.atomic
def renew_board_cards(
    *, section_id: int, actor: Actor, board_number: int | None = None, reason: str = ""
) -> list[BoardCard]:
    """Renew the card of a board, or all cards: old codes are invalid from now on."""
    section = locked_section(section_id, actor)
    live = BoardCard.objects.filter(section=section, revoked_at__isnull=True)
    if board_number is not None:
        live = live.filter(board_number=board_number)
    boards = sorted(live.values_list("board_number", flat=True))
    if not boards:
        raise UnknownCard(board=board_number or "")
    live.update(revoked_at=timezone.now())
    made = give_cards(section, boards)
    told = {"boards": boards}
    log_section("tournaments.cards.renewed", section, actor, after=told, reason=reason)
    return made


@transaction.atomic
def revoke_board_card(*, card_id: int, actor: Actor, reason: str = "") -> BoardCard:
    """Revoke a card without a new one: its code then refers to the arbiter."""
    section_id = BoardCard.objects.values_list("section_id", flat=True).get(pk=card_id)
    section = locked_section(section_id, actor)
    card = BoardCard.objects.get(pk=card_id)
    if card.revoked_at is not None:
        raise UnknownCard(board=card.board_number)
    card.revoked_at = timezone.now()
    card.save(update_fields=["revoked_at"])
    told = {"boards": [card.board_number]}
    log_section("tournaments.cards.revoked", section, actor, before=told, reason=reason)
    return card
