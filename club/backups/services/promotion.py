"""Promotion of a copy to the site: a report of what it lacks, outgoing messages held, an audit entry."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.audit import log as audit
from club.audit.messages import actor_name, sentence_of, value_text
from club.backups.contents import check_contents
from club.backups.copy_state import (
    FOLLOWING,
    PROMOTED,
    Change,
    CopyState,
    Journal,
    require_state,
    state_folder,
    write_state,
)
from club.backups.errors import NotACopy
from club.backups.services.site_copies import COPY_TASK
from club.core.actor import SYSTEM
from club.jobs.services.outbox import SEND_TASK
from club.models import AuditEntry, Job, JobState, OutboxMessage, OutboxState

HELD_TASKS: Final[set[str]] = {SEND_TASK}
PROMOTED_ACTION: Final = "club.copy.promoted"
HASHES_PER_QUERY: Final = 500


def hold_at_promotion(*tasks: str) -> None:
    """Register tasks that reach people or other sites: the first machine may have done them already."""
    HELD_TASKS.update(tasks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promotion:
    """Report of a promotion."""

    state: CopyState
    lost: list[Change]
    held: list[str]
    faults: list[str]
    generation: int

    def lines(self) -> list[str]:
        """Return the report in words for a director."""
        facts = {
            "url": self.state.url,
            "copied": _time(self.state.made_at),
            "heard": _time(max([self.state.heard_at, *(change.get("at", "") for change in self.lost)])),
        }
        lines = [
            _("This installation was a copy of %(url)s.") % facts,
            _("It has the state of %(copied)s. The first machine was last heard of at %(heard)s.") % facts,
        ]
        if self.lost:
            lines.append(
                ngettext(
                    "%(number)d change was confirmed on the first machine and is not in the copy. "
                    "Enter it again:",
                    "%(number)d changes were confirmed on the first machine and are not in the copy. "
                    "Enter them again:",
                    len(self.lost),
                )
                % {"number": len(self.lost)}
            )
            lines += [f"- {change_text(change)}" for change in self.lost]
        else:
            lines.append(_("Every change that was heard of is in the copy."))
        lines.append(
            _("Ask for what was entered after %(heard)s: the first machine may have confirmed it alone.")
            % facts
        )
        if self.held:
            lines.append(_("Not sent again, because the first machine may have sent them:"))
            lines += [f"- {one}" for one in self.held]
            lines.append(_("To send them all the same, use the pages Messages and Jobs."))
        lines += [_("A check of the copy found: %(fault)s") % {"fault": fault} for fault in self.faults]
        lines.append(_("Do not start the first machine again as a site: there would be two."))
        return lines


def missing_changes(journal: Journal) -> list[Change]:
    """Return the changes of the journal that the copy does not have, by the hashes of their audit entries."""
    changes = journal.read()
    hashes = [change["data"].get("hash", "") for change in changes]
    known: set[str] = set()
    for begin in range(0, len(hashes), HASHES_PER_QUERY):
        found = AuditEntry.objects.filter(hash__in=hashes[begin : begin + HASHES_PER_QUERY])
        known.update(found.order_by().values_list("hash", flat=True))
    return [change for change, one in zip(changes, hashes, strict=True) if one not in known]


def change_text(change: Change) -> str:
    """Return a change in words: "Round 3, board 12: 2-0, entered at 14:02:11 UTC by Anna"."""
    data = change["data"]
    entry = AuditEntry(
        action=change["kind"],
        actor_label=data.get("actor_label", ""),
        target_kind=data.get("target_kind", ""),
        target_id=data.get("target_id", ""),
        target_label=data.get("target_label", ""),
        before=data.get("before"),
        after=data.get("after"),
        reason=data.get("reason", ""),
        undoes_id=data.get("undoes"),
    )
    facts: Any = data.get("after")
    when = {"time": _time(change.get("at", "")), "who": actor_name(entry)}
    if isinstance(facts, dict) and {"round", "board", "outcome"} <= facts.keys():
        facts = {name: value_text(name, facts[name]) for name in ("round", "board", "outcome")}
        text = _("Round %(round)s, board %(board)s: %(outcome)s, entered at %(time)s by %(who)s") % (
            facts | when
        )
        return f"{text} ({entry.target_label})" if entry.target_label else text
    return _("%(time)s: %(sentence)s") % (when | {"sentence": sentence_of(entry)})


def _time(written: str) -> str:
    moment = parse_datetime(written) if written else None
    if moment is None:
        return "?"
    local = timezone.localtime(moment)
    form = "%H:%M:%S %Z" if local.date() == timezone.localdate() else "%Y-%m-%d %H:%M:%S %Z"
    return local.strftime(form)


def promote(*, now: datetime | None = None) -> Promotion:
    """Make the copy the site. The same command again gives the same report and changes nothing."""
    state = require_state()
    if not state.made_at:
        raise NotACopy(folder=state_folder())
    lost = missing_changes(Journal(state_folder()))
    faults = check_contents().faults
    with transaction.atomic():
        audit.locked_chain()
        if state.phase == FOLLOWING and not _is_promoted(state):
            held = _hold_jobs(now or timezone.now())
            after = {"made_at": state.made_at, "url": state.url, "lost": len(lost), "held": len(held)}
            audit.record(PROMOTED_ACTION, None, actor=SYSTEM, after=after)
        else:
            held = [_held_text(job) for job in Job.objects.filter(error=held_reason(state)).order_by("pk")]
    write_state(replace(state, phase=PROMOTED))
    generation = AuditEntry.objects.filter(action=PROMOTED_ACTION).count()
    return Promotion(state=state, lost=lost, held=held, faults=faults, generation=generation)


def _is_promoted(state: CopyState) -> bool:
    """Check that a promotion was interrupted between its commit and its end."""
    last = AuditEntry.objects.filter(action=PROMOTED_ACTION).order_by("-pk").first()
    return last is not None and (last.after or {}).get("made_at") == state.made_at


def held_reason(state: CopyState) -> str:
    """Return the error of a job that is held."""
    return f"Held: the first machine may have done it after the copy of {state.made_at}."


def _hold_jobs(now: datetime) -> list[str]:
    state = require_state()
    reason = held_reason(state)
    waiting = Job.objects.filter(state=JobState.WAITING)
    waiting.filter(task=COPY_TASK).update(state=JobState.CANCELLED, finished_at=now)
    held = list(waiting.filter(task__in=HELD_TASKS).order_by("pk"))
    messages = [job.arguments.get("message") for job in held if job.task == SEND_TASK]
    texts = [_held_text(job) for job in held]
    OutboxMessage.objects.filter(pk__in=messages, state=OutboxState.WAITING).update(
        state=OutboxState.FAILED, error=reason
    )
    Job.objects.filter(pk__in=[job.pk for job in held]).update(
        state=JobState.FAILED, error=reason, finished_at=now
    )
    return texts


def _held_text(job: Job) -> str:
    message = job.task == SEND_TASK and OutboxMessage.objects.filter(pk=job.arguments.get("message")).first()
    if message:
        return f"{message.subject} → {message.to}"
    return f"{job.task} #{job.pk}"


def keep_missing(journal: Journal) -> None:
    """Drop from the journal what the copy has."""
    journal.keep(change["number"] for change in missing_changes(journal))
