"""Audit log: append-only, each entry with the hash of the one before."""

from typing import Any, NoReturn

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from club.audit.audit_seals import PLAIN, SEALED


class AuditChain(models.Model):
    """End of one chain; its row is locked while an entry is added, so that there are no gaps."""

    key = models.CharField(max_length=60, unique=True)  # "site" or "club:<number>"
    length = models.PositiveBigIntegerField(default=0)
    last_hash = models.CharField(max_length=64, blank=True)

    class Meta:
        verbose_name = _("audit chain")
        verbose_name_plural = _("audit chains")

    def __str__(self) -> str:
        return self.key


class AuditEntryQuerySet(models.QuerySet["AuditEntry"]):
    """Query set without updates and deletions; `club.audit.triggers` refuses them in the database too."""

    def update(self, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditLogViolation

    def delete(self) -> NoReturn:
        """Refuse."""
        raise AuditLogViolation

    def bulk_update(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditLogViolation

    def bulk_create(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse: `audit.record` is the only writer."""
        raise AuditLogViolation


class AuditLogViolation(TypeError):
    """Attempt to change the audit log: a programming error, not a user's."""

    def __init__(self) -> None:
        super().__init__("Audit entries are added by audit.record, and never changed or deleted.")


class AuditEntry(models.Model):
    """Audit entry: actor, action, object, time, address and reason. Never deleted; parts may be blanked."""

    chain = models.ForeignKey(AuditChain, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveBigIntegerField(_("number"))
    at = models.DateTimeField(_("time"))
    action = models.CharField(_("action"), max_length=100)
    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("account"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        db_constraint=False,
    )
    helper_pass = models.ForeignKey(
        "club.HelperPass",
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
        db_constraint=False,
    )
    actor_label = models.CharField(_("who"), max_length=200)
    address = models.CharField(_("IP address"), max_length=60, blank=True)
    request_id = models.CharField(max_length=64, blank=True)
    target_kind = models.CharField(max_length=60, blank=True)  # "games.game"
    target_id = models.CharField(max_length=130, blank=True)  # a token's is its digest of 128 characters
    target_label = models.CharField(_("about"), max_length=300, blank=True)
    before = models.JSONField(_("before"), null=True, blank=True)
    after = models.JSONField(_("after"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)
    undoes = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="undone_by", null=True, blank=True
    )
    form = models.PositiveSmallIntegerField(default=SEALED)  # hash format: see club.audit.audit_seals
    salts = models.JSONField(default=dict, blank=True)  # of the parts that are not empty
    digests = models.JSONField(default=dict, blank=True)  # of the blanked parts
    previous_hash = models.CharField(max_length=64, blank=True)
    hash = models.CharField(max_length=64, unique=True)

    is_withheld = False
    """True on a copy for display that lacks what its reader may not see: see `club.audit.audit_sight`."""

    objects = AuditEntryQuerySet.as_manager()

    class Meta:
        verbose_name = _("audit entry")
        verbose_name_plural = _("audit entries")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("chain", "number"), name="audit_number_in_chain"),
            models.CheckConstraint(condition=models.Q(form__in=[PLAIN, SEALED]), name="audit_form_is_known"),
        )
        indexes = (
            models.Index(fields=("target_kind", "target_id", "-id"), name="audit_of_target"),
            models.Index(fields=("organisation", "-at"), name="audit_of_club"),
            models.Index(fields=("user", "-id"), name="audit_of_user"),
            models.Index(fields=("chain", "action"), name="audit_actions"),
            models.Index(fields=("chain", "target_kind"), name="audit_kinds"),
        )

    def __str__(self) -> str:
        return f"{self.action} #{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Add the entry; a saved one does not change."""
        if not self._state.adding:
            raise AuditLogViolation
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise AuditLogViolation

    @property
    def lost_facts(self) -> bool:
        """True if more than the actor was blanked, so that the former values are unknown."""
        return bool(self.digests.keys() - {"actor", "address"})
