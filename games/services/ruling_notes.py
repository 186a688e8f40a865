"""Notes of rulings in a kept game: put in, exchanged and taken out, and the game judged anew."""

from collections.abc import Sequence

from django.db import transaction

from club import audit
from club.access import Scope, insist
from club.actor import Actor
from club.capabilities import Capability
from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.laws.notes import Note, notes_of, with_notes
from games.models import Game
from games.models.game import VariantSource
from games.pdn import read_game
from games.selectors.variants import variant_named
from games.services.game_rows import read_verdict


@transaction.atomic
def note_rulings(
    *,
    game_id: int,
    notes: Sequence[Note],
    scope: Scope,
    actor: Actor,
    capability: Capability = Capability.KEEP_GAMES,
) -> Game:
    """Let a record hold these notes of rulings and no others; nothing happens where it does already.

    A record of rules that are not played here holds none: nothing of it could be judged.
    `scope` is where the game was played, in the club that keeps it: who rules there may have it noted.
    """
    game = Game.objects.select_for_update(of=("self",)).select_related("archive_import").get(pk=game_id)
    insist(actor, capability, scope)
    if game.organisation_id != scope.organisation_id:
        raise ValueError("the game is kept by another club")
    if not game.variant:
        return game
    text = with_notes(game.pdn, notes, variant_named(game.variant))
    if text == game.pdn:
        return game
    before, game.pdn = {"rulings": notes_of(game.pdn)}, text
    _judge_anew(game)
    game.save()
    audit.record(
        "games.game.rulings_noted", game, actor=actor, before=before, after={"rulings": notes_of(text)}
    )
    return game


def _judge_anew(game: Game) -> None:
    """Read what the laws say of the game now; its rules, law book and place in the archive stay."""
    source = game.variant_source
    verdict = judge(
        read_game(game.pdn),
        LAW_BOOKS.get(game.law_book),
        variant=None if source == VariantSource.TAG else variant_named(game.variant),
        first_result_is=game.archive_import.first_side if game.archive_import else None,
    )
    read_verdict(game=game, verdict=verdict)
    game.variant_source = source
