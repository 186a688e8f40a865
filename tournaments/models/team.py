"""Teams: an entry of a section of teams has members, in the order of their boards."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TeamMember(models.Model):
    """Somebody who plays for a team; `board_order` is their place in its list, from 1."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    board_order = models.PositiveSmallIntegerField(_("place in the order of boards"))
    name = models.CharField(_("name"), max_length=200)
    rating = models.PositiveIntegerField(_("rating"), default=0)
    federation_number = models.CharField(_("number in the federation"), max_length=20, blank=True)

    class Meta:
        verbose_name = _("member of a team")
        verbose_name_plural = _("members of teams")
        ordering = ("entry", "board_order")
        constraints = (
            models.UniqueConstraint(fields=("entry", "board_order"), name="member_order_once_a_team"),
            models.CheckConstraint(condition=models.Q(board_order__gte=1), name="member_order_from_one"),
        )

    def __str__(self) -> str:
        """The name."""
        return self.name
