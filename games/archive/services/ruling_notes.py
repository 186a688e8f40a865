"""Notes of a tournament in a stored game: rulings, and tags that the record leaves open.

Both are added, replaced and removed together, and the game is judged again.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Final

from django.db import transaction

from club.audit import log as audit
from club.core.access import Scope, require_permission
from club.core.actor import Actor
from club.core.capabilities import Capability
from games.archive.models import VariantSource
from games.archive.services.game_changes import publish_games
from games.archive.services.game_rows import read_tags, read_verdict
from games.house_rules.selectors import variant_named
from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.laws.scores.notes import Note, notes_of, with_notes
from games.models import Game
from games.pdn import read_game
from games.pdn.supplied import supplied_names, with_supplied

NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


@transaction.atomic
def note_rulings(
    *,
    game_id: int,
    notes: Sequence[Note],
    known: Mapping[str, str] = NOTHING,
    scope: Scope,
    actor: Actor,
    capability: Capability = Capability.KEEP_GAMES,
) -> Game:
    """Set exactly these notes of rulings in a record; do nothing if it has them already.

    `known` are the tags of its pairing: they apply where the record itself has none, and replace all tags
    supplied before. A record of rules that are not played here has no notes: none of it could be judged.
    `scope` is the place of the game, in the club that owns it: arbiters there may have it noted.
    """
    game = (
        Game.objects.select_for_update(of=("self",), no_key=True)
        .select_related("archive_import")
        .get(pk=game_id)
    )
    require_permission(actor, capability, scope)
    if game.organisation_id != scope.organisation_id:
        raise ValueError("the game is kept by another club")
    text = with_supplied(game.pdn, known)
    if game.variant:
        text = with_notes(text, notes, variant_named(game.variant))
    if text == game.pdn:
        return game
    old, before, game.pdn = copy(game), game.pdn, text
    _rejudge(game)
    game.save()
    publish_games(removed=[old], added=[game])
    _log(game, before, actor)
    return game


def _log(game: Game, before: str, actor: Actor) -> None:
    """Log one entry: of notes if notes changed, else of the tags that came or went.

    A tag that follows its pairing (a result corrected, a name mended) is in the entry of that change.
    """
    states = {"rulings": notes_of(before)}, {"rulings": notes_of(game.pdn)}
    if states[0] != states[1]:
        audit.record("games.game.rulings_noted", game, actor=actor, before=states[0], after=states[1])
        return
    tags = [{"tags": ", ".join(supplied_names(text))} for text in (before, game.pdn)]
    if tags[0] != tags[1]:
        audit.record("games.game.tags_supplied", game, actor=actor, before=tags[0], after=tags[1])


def _rejudge(game: Game) -> None:
    """Judge the game by the laws again; its rules, law book and place in the archive stay."""
    source, record = game.variant_source, read_game(game.pdn)
    read_tags(game=game, record=record)
    verdict = judge(
        record,
        LAW_BOOKS.get(game.law_book),
        variant=None if source == VariantSource.TAG else variant_named(game.variant),
        first_result_is=game.archive_import.first_side if game.archive_import else None,
    )
    read_verdict(game=game, verdict=verdict)
    game.variant_source = source
