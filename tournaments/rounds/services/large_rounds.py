"""Rounds of large fields: paired in the background, so that the desk does not wait."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils import translation

from club.core.actor import Actor
from club.core.errors import ClubError, NotWorthRepeating
from club.core.messages import refusal_text
from club.jobs.services.job_control import deserialize_actor, serialize_actor
from club.jobs.services.jobs import enqueue, run_again
from tournaments.core.services.locks import locked_section
from tournaments.models import EntryState, Round, RoundState
from tournaments.rounds.services.drafts import ready_number
from tournaments.rounds.services.rounds import propose_round

TASK: Final = "tournaments.propose_round"
LARGE: Final = 300
"""Players who are in; up to so many a round is there before the page is."""


@transaction.atomic
def propose_soon(*, section_id: int, actor: Actor) -> Round | None:
    """Pair the next round as a draft; for a large field as a job, which returns None for now.

    A second click is the same job. Obstacles to any pairing are refused at once.
    """
    section = locked_section(section_id, actor)
    if section.entries.filter(state=EntryState.CONFIRMED).count() <= LARGE:
        return propose_round(section_id=section_id, actor=actor)
    draft = section.round_rows.filter(state=RoundState.DRAFT).first()
    number = ready_number(section, draft)
    job = enqueue(
        task=TASK,
        arguments={"section": section.pk, "round": number, **serialize_actor(actor)},
        key=f"{key_before(section.pk)}{number}:{draft.version if draft else 0}",
        queue="interactive",
        organisation_id=section.event.organisation_id,
    )
    if not job.is_waiting:  # the draft was deleted since, or the job failed
        run_again(key=job.key)
    return None


def key_before(section_id: int) -> str:
    """Return the key prefix of a section's jobs."""
    return f"propose:{section_id}:"


def run_proposal_job(*, told: Mapping[str, Any]) -> None:
    """Run the job as the account that asked for it; a refusal is logged in its language and not retried."""
    actor = deserialize_actor(told)
    try:
        propose_round(section_id=told["section"], actor=actor)
    except ClubError as error:
        language = actor.user.language if actor.user else ""
        with translation.override(language or translation.get_language()):
            words = refusal_text(error)
            reason = f"{words.what} {words.next_step}"
        raise NotWorthRepeating(reason=reason) from error
