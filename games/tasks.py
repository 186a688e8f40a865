"""Jobs of the games app: each does one slice and queues the next in the same transaction."""

from club.core.actor import Actor
from club.jobs.handlers import job
from club.models import Job
from games.archive.models import SLICE_TASK
from games.archive.services.import_slices import read_slice
from games.archive.services.imports import SETTLE_TASK, cancel_import, settle_results
from games.judging.selectors.endings import BUILD_TASK
from games.judging.services.ending_builds import follow_build, stop_build


def stop_import(*, job: Job, actor: Actor) -> None:
    """Stop the import that a cancelled slice belongs to."""
    cancel_import(import_id=job.arguments["import_id"], actor=actor)


@job(SLICE_TASK, cancelled=stop_import)
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
