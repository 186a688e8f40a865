"""Background jobs and the outbox of messages: rows are authoritative, a message only wakes a worker."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Queue(models.TextChoices):
    """Queues: interactive work that a user waits for, and bulk work in the remaining time."""

    INTERACTIVE = "interactive", _("interactive")
    BULK = "bulk", _("bulk")


class JobState(models.TextChoices):
    """States of a job.

    There is no state "running": a worker holds the row lock of its job instead.
    """

    WAITING = "waiting", _("waiting")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


class Job(models.Model):
    """One unit of work.

    Its effect and its state DONE are committed together.
    """

    key = models.CharField(_("key"), max_length=200, unique=True)
    task = models.CharField(_("task"), max_length=100)
    arguments = models.JSONField(_("arguments"), default=dict, blank=True)
    queue = models.CharField(_("queue"), max_length=20, choices=Queue.choices, default=Queue.BULK)
    state = models.CharField(_("state"), max_length=10, choices=JobState.choices, default=JobState.WAITING)
    starts = models.PositiveIntegerField(_("attempts"), default=0)
    due_at = models.DateTimeField(_("scheduled for"), default=timezone.now)
    error = models.TextField(_("last error"), blank=True)
    organisation = models.ForeignKey(
        "club.Organisation",
        verbose_name=_("club"),
        on_delete=models.CASCADE,
        related_name="+",
        null=True,
        blank=True,
    )
    steps_done = models.PositiveIntegerField(_("steps done"), default=0)
    steps = models.PositiveIntegerField(_("steps in all"), default=0)  # 0: unknown
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ("-pk",)
        indexes = (
            models.Index(
                fields=("queue", "due_at", "id"),
                name="job_waiting",
                condition=models.Q(state=JobState.WAITING),
            ),
        )
        constraints = (
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_is_known"),
            models.CheckConstraint(condition=models.Q(queue__in=Queue.values), name="job_queue_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.task} #{self.pk}"

    @property
    def is_waiting(self) -> bool:
        """True if the job is waiting or running."""
        return self.state == JobState.WAITING

    @property
    def is_done(self) -> bool:
        """True if the job was completed."""
        return self.state == JobState.DONE

    @property
    def has_failed(self) -> bool:
        """True if the job was given up."""
        return self.state == JobState.FAILED


class WorkerBeat(models.Model):
    """Time of a worker's last heartbeat.

    Rows of dead workers are deleted.
    """

    name = models.CharField(_("worker"), max_length=100, unique=True)  # "host:process"
    at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("worker")
        verbose_name_plural = _("workers")

    def __str__(self) -> str:
        return self.name


class OutboxState(models.TextChoices):
    """States of a message."""

    WAITING = "waiting", _("waiting")
    SENT = "sent", _("sent")
    FAILED = "failed", _("failed")


class OutboxMessage(models.Model):
    """A mail in the language of its recipient.

    The same key again is the same message.
    """

    key = models.CharField(_("key"), max_length=200, unique=True)
    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.CASCADE, related_name="+", null=True, blank=True
    )
    to = models.EmailField(pgettext_lazy("a recipient", "to"))
    language = models.CharField(_("language"), max_length=12, blank=True)
    subject = models.CharField(_("subject"), max_length=300)
    text = models.TextField(_("text"))
    html = models.TextField(blank=True)
    headers = models.JSONField(default=dict, blank=True)  # such as List-Unsubscribe
    state = models.CharField(
        _("state"), max_length=10, choices=OutboxState.choices, default=OutboxState.WAITING
    )
    tries = models.PositiveIntegerField(_("attempts"), default=0)
    error = models.TextField(_("last error"), blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    sent_at = models.DateTimeField(_("sent"), null=True, blank=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=OutboxState.values), name="outbox_state_is_known"
            ),
        )

    def __str__(self) -> str:
        return self.subject
