"""Services for imports: start, stop, answer the open question. The reading is in `import_slices`."""

from copy import copy
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from club.audit import log as audit
from club.core.access import SITE, Scope, clubs_where, require_permission
from club.core.actor import SYSTEM, Actor
from club.core.capabilities import Capability
from club.core.errors import ClubNotNamed, UnknownOrganisation
from club.core.selectors import DEMO_CLUB, organisation_by_slug, organisation_list
from club.jobs.services.jobs import enqueue
from club.live.publishing import publish
from club.models import AuditEntry, Organisation
from club.organisations.services.organisations import ensure_organisation, lock_club
from games.archive.models import SLICE_TASK
from games.archive.services.archive_files import Readable, store_archive
from games.archive.services.game_changes import publish_games
from games.archive.services.game_rows import read_verdict
from games.core.errors import ImportIsOver, ImportStillRunning, UnknownClub
from games.house_rules.selectors import require_known_to, variant_named
from games.judging.choices import chosen_law_book, chosen_variant
from games.laws.books import LAW_BOOKS
from games.laws.judge import judge
from games.models import ArchiveImport, FirstResult, Game, ImportState, SameMoves
from games.pdn import read_game
from games.rules import Side

SETTLE_TASK = "games.settle_results"
NAME_WIDTH = 200


def start_import(  # noqa: PLR0913 - the choices of one form, all named
    *,
    organisation: Organisation,
    stream: Readable,
    name: str,
    law_book: str = "",
    variant: str = "",
    first_result: str = "",
    same_moves: str = "",
    actor: Actor,
    in_background: bool = True,
) -> ArchiveImport:
    """Store the file and begin to read it; the same file still being read returns that import.

    `first_result` states at once the side that an American 1-0 names; `same_moves` decides on probable twins.
    Without `in_background` no job is queued: the caller runs the slices.
    """
    require_permission(actor, Capability.IMPORT_GAMES, Scope(organisation.pk))
    book, rules = chosen_law_book(law_book), chosen_variant(variant)
    if rules is not None:
        require_known_to(organisation.pk, rules)
    stored = store_archive(stream)
    with transaction.atomic():
        lock_club(organisation.pk)  # the same file sent twice at once finds no import to lock
        unfinished = ArchiveImport.objects.select_for_update(no_key=True).filter(
            organisation=organisation,
            sha256=stored.sha256,
            state__in=[ImportState.WAITING, ImportState.RUNNING],
        )
        archive = unfinished.first()
        if archive is None:
            archive = ArchiveImport.objects.create(
                organisation=organisation,
                file=stored.name,
                name=name[-NAME_WIDTH:],
                sha256=stored.sha256,
                size=stored.size,
                started_by=actor.user,
                law_book=book.key,
                variant=rules.key if rules else "",
                first_result=FirstResult(first_result),
                same_moves=SameMoves(same_moves or SameMoves.STORE),
            )
            begun = {"bytes": archive.size, "sha256": archive.sha256, "law_book": archive.law_book}
            begun["same_moves"] = str(archive.same_moves)
            if archive.first_result:
                begun["first_result"] = str(archive.first_result)
            record_import("games.import.begun", archive, actor=actor, after=begun)
        if in_background:
            enqueue_slice(archive=archive)
    return archive


def publish_progress(archive: ArchiveImport) -> None:
    """Publish the progress on the import's channel."""
    publish(f"import:{archive.pk}", "games.import.progress", import_counts(archive))


def record_import(action: str, archive: ArchiveImport, *, actor: Actor, **facts: Any) -> AuditEntry:
    """Write an event of an import to its club's audit log."""
    return audit.record(action, archive, actor=actor, **facts)


def import_counts(archive: ArchiveImport) -> dict[str, Any]:
    """Return the progress of an import as the audit log stores it."""
    return {
        "import_state": str(archive.state),
        "games": archive.games_seen,
        "kept": archive.games_kept,
        "duplicates": archive.duplicates,
        "twins": archive.twins,
        "illegal": archive.games_illegal,
        "unreadable": archive.games_unreadable,
    }


def enqueue_slice(*, archive: ArchiveImport) -> None:
    """Queue the next slice; one that is queued already is not queued twice."""
    enqueue(
        task=SLICE_TASK,
        arguments={"import_id": archive.pk, "slice": archive.slices},
        key=archive.slice_key,
        organisation_id=archive.organisation_id,
        progress=(archive.percent, 100),
    )


@transaction.atomic
def cancel_import(*, import_id: int, actor: Actor, reason: str = "") -> ArchiveImport:
    """Stop reading; the games stored so far stay."""
    archive = ArchiveImport.objects.select_for_update(no_key=True).get(pk=import_id)
    require_permission(actor, Capability.IMPORT_GAMES, Scope(archive.organisation_id))
    if archive.is_over:
        raise ImportIsOver(state=archive.state)
    before = {"import_state": str(archive.state)}
    archive.state = ImportState.CANCELLED
    archive.finished_at = timezone.now()
    archive.save(update_fields=["state", "finished_at"])
    publish_progress(archive)
    record_import(
        "games.import.cancelled",
        archive,
        actor=actor,
        before=before,
        after=import_counts(archive),
        reason=reason,
    )
    return archive


@transaction.atomic
def answer_first_result(
    *,
    import_id: int,
    first_result: FirstResult,
    actor: Actor,
    reason: str = "",
) -> ArchiveImport:
    """Set the side that 1-0 names in this file; the winners are corrected one slice at a time."""
    archive = ArchiveImport.objects.select_for_update(no_key=True).get(pk=import_id)
    require_permission(actor, Capability.IMPORT_GAMES, Scope(archive.organisation_id))
    if not archive.is_over:
        raise ImportStillRunning(state=archive.state)
    before = {"first_result": str(archive.first_result)}
    archive.first_result = first_result
    archive.answers += 1
    archive.settled_up_to = 0
    archive.save(update_fields=["first_result", "answers", "settled_up_to"])
    enqueue_settling(archive=archive)
    publish_progress(archive)
    record_import(
        "games.import.first_result_answered",
        archive,
        actor=actor,
        before=before,
        after={"first_result": str(first_result), "answer": archive.answers},
        reason=reason,
    )
    return archive


def enqueue_settling(*, archive: ArchiveImport) -> None:
    """Queue the correction of the next games' winners by the convention now known."""
    enqueue(
        task=SETTLE_TASK,
        arguments={"import_id": archive.pk, "answer": archive.answers},
        key=f"{SETTLE_TASK}:{archive.pk}:{archive.answers}:{archive.settled_up_to}",
        organisation_id=archive.organisation_id,
    )


FIRST_SLUG = "my-club"


def receiving_club(*, actor: Actor, slug: str = "") -> Organisation:
    """Return the named club; without a name the only one the actor may import into, created on the first day.

    The demo never counts.
    """
    if slug:
        try:
            return organisation_by_slug(slug=slug)
        except UnknownOrganisation:
            raise UnknownClub(slug=slug[:60]) from None
    among = clubs_where(actor, Capability.IMPORT_GAMES)
    meant = organisation_list() if among is None else organisation_list().filter(pk__in=among)
    clubs = list(meant.exclude(slug=DEMO_CLUB)[:2])
    if not clubs:
        require_permission(actor, Capability.IMPORT_GAMES, SITE)
        return ensure_organisation(slug=FIRST_SLUG, name=_("My club"), actor=actor)
    if len(clubs) > 1:
        raise ClubNotNamed(known=list(meant.values_list("slug", flat=True)[:20]))
    return clubs[0]


GAMES_PER_SLICE = 50  # stored in some 50 ms, for which SQLite lets nobody else write
DERIVED = (
    "law_book",
    "result",
    "winner",
    "ply_count",
    "is_legal",
    "is_unreadable",
    "error_count",
    "doubt_count",
    "note_count",
    "claim_count",
    "finding_codes",
    "start_fen",
    "final_fen",
)


@transaction.atomic
def settle_results(*, import_id: int, answer: int, in_background: bool = True) -> bool:
    """Judge the next games again whose winner depends on the convention; return True if more are left.

    A later answer makes the work of the earlier one void.
    """
    archive = ArchiveImport.objects.select_for_update(no_key=True).get(pk=import_id)
    if archive.answers != answer:
        return False
    waiting = Game.objects.select_for_update(no_key=True).filter(
        archive_import=archive, is_winner_assumed=True, pk__gt=archive.settled_up_to
    )
    games = list(waiting.order_by("pk")[:GAMES_PER_SLICE])
    before = [copy(game) for game in games]
    for game in games:
        _settle(game, first_side=archive.first_side)
    Game.objects.bulk_update(games, DERIVED)
    publish_games(removed=before, added=games)
    if games:
        archive.settled_up_to = games[-1].pk
        archive.save(update_fields=["settled_up_to"])
    is_more = len(games) == GAMES_PER_SLICE
    if not is_more:
        record_import("games.import.winners_settled", archive, actor=SYSTEM, after=_settling_facts(archive))
    elif in_background:
        enqueue_settling(archive=archive)
    return is_more


def _settling_facts(archive: ArchiveImport) -> dict[str, object]:
    """Return the side that 1-0 names in this file, and the number of games that depend on it."""
    games = Game.objects.filter(archive_import=archive, is_winner_assumed=True).count()
    return {"first_result": str(archive.first_result), "answer": archive.answers, "games": games}


def _settle(game: Game, *, first_side: Side | None) -> None:
    source = game.variant_source
    verdict = judge(
        read_game(game.pdn),
        LAW_BOOKS[game.law_book],
        variant=variant_named(game.variant),
        first_result_is=first_side,
    )
    read_verdict(game=game, verdict=verdict)
    game.variant_source = source
