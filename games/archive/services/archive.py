"""Single games of the archive: save, save despite a twin, judge by another book."""

from collections.abc import Collection
from copy import copy
from typing import Any

from django.db import IntegrityError, transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.models import Organisation
from club.privacy.selectors import erased_names
from games.archive.services.game_changes import publish_flagged, publish_games
from games.archive.services.game_rows import game_row, is_storable, read_verdict
from games.archive.services.move_lines import flag_beginnings, lock_archive
from games.archive.services.twins import TwinFinder, same_moves
from games.core.errors import DuplicateGame, NothingToRead
from games.house_rules.selectors import require_known_to, variant_if_known
from games.house_rules.services import store_rules_of_game
from games.judging.choices import chosen_law_book, chosen_variant
from games.judging.services.judging import first_record
from games.laws.judge import judge
from games.laws.verdict import Verdict
from games.models import Game
from games.pdn import read_game
from games.rules import HouseVariant

VERDICT_FIELDS = ("law_book", "result", "winner", "is_legal", "error_count", "doubt_count", "claim_count")
"""What a judgement says of a game, as the trail keeps it."""


def save_game(
    *,
    organisation: Organisation,
    text: str,
    law_book: str = "",
    variant: str = "",
    actor: Actor,
    keep_twin: bool = False,
) -> Game:
    """Judge one record and save it, unless the archive has this game already and no twin is wanted."""
    require_permission(actor, Capability.KEEP_GAMES, Scope(organisation.pk))
    rules = chosen_variant(variant)
    if rules is not None:
        require_known_to(organisation.pk, rules)
    verdict = judge(first_record(text), chosen_law_book(law_book), variant=rules)
    with transaction.atomic():
        game = store_verdict(organisation=organisation, verdict=verdict, keep_twin=keep_twin)
        facts = {"variant": game.variant, "plies": game.ply_count, "twin": game.twin, **judged_facts(game)}
        audit.record("games.game.kept", game, actor=actor, after=facts)
    return game


@transaction.atomic
def store_verdict(
    *, organisation: Organisation, verdict: Verdict, keep_twin: bool = False, source_file: str = ""
) -> Game:
    """Save a judged record; two real games may have the same moves, the second one is a twin.

    The caller writes the audit entry: one for the game, or one for a whole file.
    """
    if not is_storable(verdict):
        raise NothingToRead
    lock_archive(organisation.pk)
    game = game_row(verdict=verdict, organisation_id=organisation.pk)
    if isinstance(verdict.variant, HouseVariant):
        store_rules_of_game(organisation_id=organisation.pk, variant=verdict.variant)
    game.source_file = source_file
    erased = erased_names(organisation_id=organisation.pk)
    known = same_moves(organisation.pk, [game], erased=erased, is_locking=True)
    if known.games and not keep_twin:
        _require_another(game, known.games[game.move_key], erased)
    game.twin = known.next_twin.get(game.move_key, 0)
    _insert(game)
    publish_flagged([game], flag_beginnings(organisation_id=organisation.pk, games=[game]))
    return game


def lock_games(numbers: Collection[int]) -> None:
    """Lock games before one is linked: of two callers with one game the second sees the link of the first."""
    list(Game.objects.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk").values_list("pk"))


def _require_another(game: Game, same: list[Game], erased: Collection[str]) -> None:
    """Refuse a game if one with the same moves contradicts none of its labels.

    A record that is pasted in often has no labels at all: then it is the game of the archive.
    """
    finder = TwinFinder(erased)
    equals = [other.pk for other in same if not finder.contradictions(game, other)]
    if equals:
        raise DuplicateGame(game_id=equals[0], equals=equals)


def _insert(game: Game) -> None:
    """Insert a new row; if two people save the same game at once, the second is refused."""
    try:
        with transaction.atomic():
            game.save(force_insert=True)
    except IntegrityError:
        first = Game.objects.filter(organisation_id=game.organisation_id, move_key=game.move_key).first()
        if first is None:
            raise
        raise DuplicateGame(game_id=first.pk, equals=[first.pk]) from None


@transaction.atomic
def rejudge_game(*, game_id: int, law_book: str, actor: Actor, reason: str = "") -> Game:
    """Judge a stored game by another law book; record, rules and moves stay as they are."""
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    require_permission(actor, Capability.KEEP_GAMES, Scope(game.organisation_id))
    old, before, source = copy(game), judged_facts(game), game.variant_source
    verdict = judge(
        read_game(game.pdn),
        chosen_law_book(law_book),
        variant=variant_if_known(game.variant),
        first_result_is=game.archive_import.first_side if game.archive_import else None,
    )
    read_verdict(game=game, verdict=verdict)
    game.variant_source = source
    game.save()
    publish_games(removed=[old], added=[game])
    audit.record(
        "games.game.judged_by", game, actor=actor, before=before, after=judged_facts(game), reason=reason
    )
    return game


def judged_facts(game: Game) -> dict[str, Any]:
    """Return the verdict of the law book on a stored game."""
    return {name: getattr(game, name) for name in VERDICT_FIELDS}
