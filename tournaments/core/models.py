"""Idempotency keys of entries that pages send."""

from typing import Final

from django.db import models

DIGEST_LENGTH: Final = 64  # of SHA-256 in hexadecimal


class EntryKey(models.Model):
    """Idempotency key of an entry, with the answer that it got.

    A page keeps an entry on the device and sends it until an answer comes. An answer that is lost on the way
    is given again by this row, so that the entry acts once, also if a copy of it arrives late. Neither the
    sender nor what was sent is stored, only digests of them. A job deletes old rows.
    """

    digest = models.CharField(max_length=DIGEST_LENGTH, unique=True)
    """SHA-256 of the sender and the key: another sender's key is another key."""

    content = models.CharField(max_length=DIGEST_LENGTH)
    """SHA-256 of the address and the fields."""

    status = models.PositiveSmallIntegerField(default=0)
    """HTTP status of the answer."""

    refusal = models.JSONField(default=dict, blank=True)
    """Code, problem and next step of a refusal; empty if the entry was accepted."""

    made_at = models.DateTimeField(db_index=True)

    class Meta:
        verbose_name = "idempotency key"
        verbose_name_plural = "idempotency keys"
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(status=0) | models.Q(status__gte=200, status__lt=500),
                name="entry_key_status_is_an_answer",  # 0 while the entry is being answered
            ),
        )

    def __str__(self) -> str:
        return f"{self.digest[:8]}: {self.status}"
