"""Results reported from the boards: the card at a board, reports of the players, and disputes."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.rounds.models import Outcome


class BoardCard(models.Model):
    """Printed card at a board of a section for the whole event; its code leads to the current pairing.

    The token is stored in clear, because every slip prints it again. It lets a phone send a report, and the
    report of a single phone is never a result.
    """

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="board_cards")
    board_number = models.PositiveIntegerField(_("board"))
    token = models.CharField(max_length=40, unique=True)
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("board card")
        verbose_name_plural = _("board cards")
        ordering = ("section_id", "board_number", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "board_number"),
                name="one_live_card_a_board",
                condition=Q(revoked_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return f"{self.section}, {self.board_number}"


class ResultReport(models.Model):
    """A player's report of how a game of the pairing ended. Only the board and the desk see it."""

    pairing = models.ForeignKey("tournaments.Pairing", on_delete=models.CASCADE, related_name="reports")
    game = models.PositiveSmallIntegerField(_("game"))
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    outcome = models.CharField(_("result"), max_length=20, choices=Outcome.choices)
    device = models.CharField(max_length=64)  # a hash of the phone's cookie
    origin = models.CharField(
        max_length=64, blank=True
    )  # a digest of the network address, in this event alone
    reported_at = models.DateTimeField(_("reported"), default=timezone.now)

    class Meta:
        verbose_name = _("player's report")
        verbose_name_plural = _("players' reports")
        ordering = ("pairing_id", "game", "pk")
        constraints = (
            models.UniqueConstraint(fields=("pairing", "game", "entry"), name="report_once_a_player"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="report_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_outcome_display()}"


class AcceptedDoubt(models.Model):
    """A doubtful result confirmed as correct: the doubt does not return until the result changes."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="accepted_doubts")
    code = models.CharField(max_length=40)
    about = models.CharField(max_length=200)  # the game and its result, or the boards
    accepted_by = models.CharField(_("confirmed by"), max_length=200)
    accepted_at = models.DateTimeField(_("confirmed on"), default=timezone.now)

    class Meta:
        verbose_name = _("confirmed unusual result")
        verbose_name_plural = _("confirmed unusual results")
        ordering = ("round_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("round", "code", "about"), name="doubt_accepted_once"),
        )

    def __str__(self) -> str:
        return f"{self.round}: {self.code} {self.about}"


class DisputeKind(models.TextChoices):
    """Parties of a dispute."""

    PLAYERS = "players", _("the two players")
    SECOND_PASS = "second_pass", _("first and second pass")


class ResultDispute(models.Model):
    """Two versions of a result, until an account that may correct results decides, or one side gives in.

    A dispute between two players is a case for the arbiter; a differing second pass is settled by the desk.
    """

    pairing = models.ForeignKey("tournaments.Pairing", on_delete=models.CASCADE, related_name="disputes")
    game = models.PositiveSmallIntegerField(_("game"))
    kind = models.CharField(_("parties"), max_length=12, choices=DisputeKind.choices)
    first_by = models.CharField(_("first reported by"), max_length=200)
    first_outcome = models.CharField(_("first version"), max_length=20, choices=Outcome.choices)
    second_by = models.CharField(_("then reported by"), max_length=200)
    second_outcome = models.CharField(_("other version"), max_length=20, choices=Outcome.choices)
    opened_at = models.DateTimeField(_("open since"), default=timezone.now)
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    settled_by = models.CharField(_("decided by"), max_length=200, blank=True)
    settled_outcome = models.CharField(
        _("decided result"), max_length=20, choices=Outcome.choices, blank=True
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    case = models.OneToOneField(
        "tournaments.Case", on_delete=models.SET_NULL, related_name="dispute", null=True, blank=True
    )

    class Meta:
        verbose_name = _("disputed result")
        verbose_name_plural = _("disputed results")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("pairing", "game"),
                name="one_open_dispute_a_game",
                condition=Q(settled_at__isnull=True),
            ),
            models.CheckConstraint(condition=Q(kind__in=DisputeKind.values), name="dispute_kind_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.pairing}, {self.game}"
