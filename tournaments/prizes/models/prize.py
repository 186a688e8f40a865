"""Prizes of a section: places, classes and boards, in money or in things."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PrizeSharing(models.TextChoices):
    """Sharing of prizes among players tied on score; the values of `standings.ranking.prizes`."""

    EQUAL = "equal", _("shared equally")
    HORT = "hort", _("Hort system: half by place, half shared equally")
    BY_PLACE = "by_place", _("by place in the standings, not shared")


class PrizeKind(models.TextChoices):
    """Criterion of a prize."""

    MAIN = "main", _("place in the section")
    CLASS = "class", _("place in a class")
    BOARD = "board", _("best on a board")


class Prize(models.Model):
    """One prize. Money is in the smallest unit of the section's currency; a thing has no value here."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="prizes")
    position = models.PositiveSmallIntegerField(default=1)
    kind = models.CharField(_("awarded for"), max_length=5, choices=PrizeKind.choices, default=PrizeKind.MAIN)
    category = models.CharField(_("class"), max_length=60, blank=True)
    board_number = models.PositiveIntegerField(_("board"), null=True, blank=True)
    place = models.PositiveSmallIntegerField(pgettext_lazy("in the standings", "place"), default=1)
    amount = models.PositiveIntegerField(_("amount in the smallest currency unit"), default=0)
    thing = models.CharField(_("prize in kind"), max_length=120, blank=True)

    class Meta:
        verbose_name = _("prize")
        verbose_name_plural = _("prizes")
        ordering = ("section_id", "position", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=PrizeKind.values), name="prize_kind_is_known"),
            models.CheckConstraint(
                condition=(Q(kind="class") & ~Q(category="")) | (~Q(kind="class") & Q(category="")),
                name="prize_of_a_class_names_it",
            ),
            models.CheckConstraint(
                condition=Q(kind="board", board_number__isnull=False)
                | (~Q(kind="board") & Q(board_number__isnull=True)),
                name="prize_of_a_board_names_it",
            ),
            models.CheckConstraint(condition=Q(amount__gt=0) | ~Q(thing=""), name="prize_is_something"),
            models.UniqueConstraint(
                fields=("section", "kind", "category", "place"),
                name="prize_once_a_place",
                condition=Q(board_number__isnull=True),
            ),
            models.UniqueConstraint(
                fields=("section", "board_number", "place"),
                name="prize_once_a_board_and_place",
                condition=Q(board_number__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.category} {self.place}"


class PrizeHandout(models.Model):
    """Published prizes: the winners, the standings, and every step of the sharing.

    `lines` are objects with the names of `selectors.prize_awards.PrizeAward`.
    """

    section = models.OneToOneField(
        "tournaments.Section", on_delete=models.CASCADE, related_name="prize_handout"
    )
    round_number = models.PositiveSmallIntegerField(_("after round"))
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    sharing = models.CharField(_("sharing"), max_length=10)
    lines = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("awarded prizes")
        verbose_name_plural = _("awarded prizes")

    def __str__(self) -> str:
        return f"{self.section}, {self.round_number}"
