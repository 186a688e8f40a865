"""Teams: members of an entry of a team section, in the order of their boards."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TeamMember(models.Model):
    """A member of a team; `board_order` is the place in its list, from 1.

    In a league a member has a first and a last day; a reserve is lent from a lower team of the club.

    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    board_order = models.PositiveSmallIntegerField(_("place in the board order"))
    name = models.CharField(_("name"), max_length=200)
    rating = models.PositiveIntegerField(_("rating"), default=0)
    federation_number = models.CharField(_("federation number"), max_length=20, blank=True)
    plays_from = models.DateField(_("plays from"), null=True, blank=True)
    plays_until = models.DateField(_("plays until"), null=True, blank=True)
    lent_from = models.ForeignKey(
        "self", on_delete=models.CASCADE, related_name="loans", null=True, blank=True
    )
    email = models.EmailField(_("email"), blank=True)
    wants_mail = models.BooleanField(_("receives emails"), default=True)

    class Meta:
        verbose_name = _("team member")
        verbose_name_plural = _("team members")
        ordering = ("entry_id", "board_order")
        constraints = (
            models.UniqueConstraint(fields=("entry", "board_order"), name="member_order_once_a_team"),
            models.CheckConstraint(condition=models.Q(board_order__gte=1), name="member_order_from_one"),
            models.UniqueConstraint(
                fields=("entry", "lent_from"),
                name="lent_once_to_a_team",
                condition=models.Q(lent_from__isnull=False),
            ),
            models.CheckConstraint(
                condition=models.Q(plays_from__isnull=True)
                | models.Q(plays_until__isnull=True)
                | models.Q(plays_from__lte=models.F("plays_until")),
                name="member_days_in_order",
            ),
        )

    def __str__(self) -> str:
        return self.name
