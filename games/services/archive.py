"""Single games of the archive: kept, kept although another has the same moves, judged by another book."""

from django.db import IntegrityError, transaction
from django.db.models import Max

from club.models import Organisation, User
from games.choices import chosen_law_book, chosen_variant
from games.errors import DuplicateGame, NothingToRead
from games.laws.judge import judge
from games.laws.verdict import Verdict
from games.models import Game
from games.pdn import read_game
from games.rules import VARIANTS
from games.services.beginnings import flag_beginnings
from games.services.game_rows import game_row, is_keepable, read_verdict
from games.services.judging import first_record


def save_game(
    *,
    organisation: Organisation,
    text: str,
    law_book: str = "",
    variant: str = "",
    actor: User | None = None,
    keep_twin: bool = False,
) -> Game:
    """Judge one record and keep it, unless the archive has its moves already and no twin is wanted."""
    verdict = judge(first_record(text), chosen_law_book(law_book), variant=chosen_variant(variant))
    return keep_verdict(organisation=organisation, verdict=verdict, actor=actor, keep_twin=keep_twin)


@transaction.atomic
def keep_verdict(
    *,
    organisation: Organisation,
    verdict: Verdict,
    actor: User | None = None,  # noqa: ARG001 - who acts
    keep_twin: bool = False,
    source_file: str = "",
) -> Game:
    """Keep a judged record; two real games may have gone the same way, the second one is a twin."""
    if not is_keepable(verdict):
        raise NothingToRead
    game = game_row(verdict=verdict, organisation_id=organisation.pk)
    game.source_file = source_file
    same = Game.objects.select_for_update().filter(organisation=organisation, move_key=game.move_key)
    first = same.order_by("twin").first()
    if first is not None:
        if not keep_twin:
            raise DuplicateGame(game_id=first.pk)
        game.twin = 1 + (same.aggregate(last=Max("twin"))["last"] or 0)
    _insert(game)
    flag_beginnings(organisation_id=organisation.pk, games=[game])
    return game


def _insert(game: Game) -> None:
    """Save a new row; of two people keeping the same game at once the second is told so."""
    try:
        with transaction.atomic():
            game.save(force_insert=True)
    except IntegrityError:
        first = Game.objects.filter(organisation_id=game.organisation_id, move_key=game.move_key).first()
        if first is None:
            raise
        raise DuplicateGame(game_id=first.pk) from None


@transaction.atomic
def rejudge_game(*, game_id: int, law_book: str, actor: User | None = None) -> Game:  # noqa: ARG001 - who acts
    """Judge a kept game by another law book; record, rules and moves stay as they are."""
    game = Game.objects.select_for_update().get(pk=game_id)
    source = game.variant_source
    verdict = judge(read_game(game.pdn), chosen_law_book(law_book), variant=VARIANTS.get(game.variant))
    read_verdict(game=game, verdict=verdict)
    game.variant_source = source
    game.save()
    return game
