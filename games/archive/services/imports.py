"""Services for imports: start, stop, answer the open question. The reading is in `import_slices`."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from club.audit import log as audit
from club.core.access import Scope, insist
from club.core.actor import Actor
from club.core.capabilities import Capability
from club.jobs.services.jobs import enqueue
from club.live.publishing import publish
from club.models import AuditEntry, Organisation
from games.archive.models.archive_import import SLICE_TASK
from games.archive.services.archive_files import Readable, store_archive
from games.core.errors import ImportIsOver, ImportStillRunning
from games.house_rules.selectors.house_rules import insist_known_to
from games.judging.choices import chosen_law_book, chosen_variant
from games.models import ArchiveImport, FirstResult, ImportState, SameMoves

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
    insist(actor, Capability.IMPORT_GAMES, Scope(organisation.pk))
    book, rules = chosen_law_book(law_book), chosen_variant(variant)
    if rules is not None:
        insist_known_to(organisation.pk, rules)
    stored = store_archive(stream)
    with transaction.atomic():
        unfinished = ArchiveImport.objects.select_for_update().filter(
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


def tell_listeners(archive: ArchiveImport) -> None:
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
    archive = ArchiveImport.objects.select_for_update().get(pk=import_id)
    insist(actor, Capability.IMPORT_GAMES, Scope(archive.organisation_id))
    if archive.is_over:
        raise ImportIsOver(state=archive.state)
    before = {"import_state": str(archive.state)}
    archive.state = ImportState.CANCELLED
    archive.finished_at = timezone.now()
    archive.save(update_fields=["state", "finished_at"])
    tell_listeners(archive)
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
    archive = ArchiveImport.objects.select_for_update().get(pk=import_id)
    insist(actor, Capability.IMPORT_GAMES, Scope(archive.organisation_id))
    if not archive.is_over:
        raise ImportStillRunning(state=archive.state)
    before = {"first_result": str(archive.first_result)}
    archive.first_result = first_result
    archive.answers += 1
    archive.settled_up_to = 0
    archive.save(update_fields=["first_result", "answers", "settled_up_to"])
    enqueue_settling(archive=archive)
    tell_listeners(archive)
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
