"""House rules of a club: a shipped variant with changed facts. Once created they can only be retired."""

from collections.abc import Iterable
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MUTABLE_FIELDS = frozenset({"retired_at", "read_from_game"})
"""What of a row may change: whether it is offered. The rules, their key and their name stay."""


class ImmutableRules(TypeError):
    """Attempt to change the rules behind a key: a programming error, not a user error."""

    def __init__(self) -> None:
        super().__init__("Games are kept under these rules: other rules are another row, never this one.")


class HouseRules(models.Model):
    """Rules that a club plays by, or that came with a game of its archive and are not offered.

    `key` contains the hash of the rules, so that two clubs with the same rules have rows with the same key.
    """

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="house_rules"
    )
    key = models.CharField(_("key"), max_length=20)
    name = models.CharField(_("name"), max_length=60)
    base = models.CharField(_("based on"), max_length=20)
    changes = models.JSONField(_("changed rules"))
    read_from_game = models.BooleanField(_("from an imported game"), default=False)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    retired_at = models.DateTimeField(_("retired"), null=True, blank=True)

    class Meta:
        verbose_name = _("house rules")
        verbose_name_plural = _("house rules")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "key"), name="house_rules_once_a_club"),
            models.UniqueConstraint(
                fields=("organisation", "name"),
                condition=Q(read_from_game=False),
                name="house_rules_name_once_a_club",
            ),
        )
        indexes = (models.Index(fields=("key",), name="games_house_rules_key"),)

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Add the row, or change whether it is offered."""
        if not self._state.adding and not (update_fields and set(update_fields) <= MUTABLE_FIELDS):
            raise ImmutableRules
        super().save(*args, update_fields=update_fields, **kwargs)

    @property
    def is_offered(self) -> bool:
        """True if new sections and ladders may be played by them."""
        return self.retired_at is None
