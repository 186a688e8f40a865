"""Jobs of the games app: each does one slice and queues the next in the same transaction."""

from datetime import timedelta

from club.core.actor import Actor
from club.jobs.handlers import every, job
from club.models import Job
from games.archive.models import SLICE_TASK
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import SETTLE_TASK, cancel_import, settle_results
from games.explorer.services.indexing import INDEX_TASK, index_for_a_while
from games.judging.selectors.endings import BUILD_TASK
from games.judging.services.ending_builds import follow_build, stop_build
from games.judging.services.saved_checks import delete_expired_checks

# A slice and a walk have transactions of their own: their jobs hold no lock meanwhile. After a kill another
# worker begins them again at the end of the lease, and what is stored is skipped.
LEASE = timedelta(seconds=5)


def stop_import(*, job: Job, actor: Actor) -> None:
    """Stop the import that a cancelled slice belongs to."""
    cancel_import(import_id=job.arguments["import_id"], actor=actor)


@job(SLICE_TASK, cancelled=stop_import, lease=LEASE)
def import_slice(*, job: Job) -> None:
    """Read the next slice of an archive."""
    read_slice(import_id=job.arguments["import_id"], number=job.arguments["slice"])


@job(SETTLE_TASK)
def settle(*, job: Job) -> None:
    """Correct the winners of the next games."""
    settle_results(import_id=job.arguments["import_id"], answer=job.arguments["answer"])


@job(BUILD_TASK, cancelled=stop_build)
def build_endings(*, job: Job) -> None:
    """Supervise the process that builds a table of endings."""
    follow_build(job=job)


@every(timedelta(minutes=10), "games.look_for_games_to_index")
def look_for_games_to_index(*, job: Job) -> None:
    """Index games that came without it: those of an earlier version or of a restored backup."""
    index_for_a_while(job=job)


@every(timedelta(hours=1), "games.delete_expired_checks")
def delete_expired(*, job: Job) -> None:  # noqa: ARG001 - the signature of a job
    """Delete the saved checks whose days are over."""
    delete_expired_checks()


@job(INDEX_TASK, lease=LEASE)
def index_more_games(*, job: Job) -> None:
    """Index the next games."""
    index_for_a_while(job=job)
