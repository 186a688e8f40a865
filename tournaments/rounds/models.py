"""Rounds, their pairings, the results of their games, and decisions on tied matches."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class RoundState(models.TextChoices):
    """State of a round."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", pgettext_lazy("a round", "published")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """One round of a section: proposed as a draft, published, closed when all results are in."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="round_rows")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=RoundState.choices, default=RoundState.DRAFT)
    starts_at = models.DateTimeField(_("begins"), null=True, blank=True)
    system = models.CharField(_("pairing system"), max_length=40)
    reasons = models.JSONField(_("pairing reasons"), default=dict, blank=True)
    version = models.PositiveIntegerField(default=1)
    night = models.ForeignKey(
        "tournaments.ClubNight", on_delete=models.SET_NULL, related_name="round_rows", null=True, blank=True
    )
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ("section_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("section", "number"), name="round_number_once_a_section"),
            models.CheckConstraint(condition=Q(state__in=RoundState.values), name="round_state_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.section}, {self.number}"


class ByeKind(models.TextChoices):
    """Reason why a player has no opponent in a round."""

    ALLOCATED = "allocated", _("bye")
    REQUESTED_HALF = "requested_half", _("half-point bye")
    REQUESTED_FULL = "requested_full", _("full-point bye")
    REQUESTED_ZERO = "requested_zero", _("absent")
    LATE_ENTRY = "late_entry", _("not yet entered")
    ABSENT = "absent", _("withdrawn")


class Pairing(models.Model):
    """Two players at one board in one round, or one with a bye; `white` has White in the first game."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="pairings")
    board_number = models.PositiveIntegerField(_("board"), null=True, blank=True)
    white = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    black = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    bye = models.CharField(_("bye"), max_length=20, choices=ByeKind.choices, blank=True)
    is_locked = models.BooleanField(_("locked for re-pairing"), default=False)
    is_by_hand = models.BooleanField(_("manual"), default=False)
    ballot = models.CharField(_("drawn opening"), max_length=40, blank=True)
    redraws = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("pairing")
        verbose_name_plural = _("pairings")
        ordering = ("round_id", models.F("board_number").asc(nulls_last=True), "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("round", "board_number"),
                name="board_once_a_round",
                condition=Q(board_number__isnull=False),
            ),
            models.UniqueConstraint(fields=("round", "white"), name="white_once_a_round"),
            models.UniqueConstraint(
                fields=("round", "black"), name="black_once_a_round", condition=Q(black__isnull=False)
            ),
            models.CheckConstraint(
                condition=Q(black__isnull=False, bye="") | (Q(black__isnull=True) & ~Q(bye="")),
                name="pairing_has_an_opponent_or_a_bye",
            ),
        )

    def __str__(self) -> str:
        return f"{self.white} - {self.black or self.get_bye_display()}"


class Outcome(models.TextChoices):
    """Outcome of a game from the view of its sides."""

    PENDING = "pending", _("no result")
    WHITE = "white", _("White won")
    BLACK = "black", _("Black won")
    DRAW = "draw", _("drawn")
    WHITE_FORFEIT = "white_forfeit", _("White won by forfeit")
    BLACK_FORFEIT = "black_forfeit", _("Black won by forfeit")
    DOUBLE_FORFEIT = "double_forfeit", _("double forfeit")
    BOTH_LOST = "both_lost", _("lost by both")
    ADJOURNED = "adjourned", _("adjourned")
    UNPLAYED = "unplayed", _("not played")


class ResultMark(models.TextChoices):
    """Mark of a result, if the section uses marks: the better side of a draw, or the deciding stage."""

    WHITE_PLUS = "white_plus", _("plus for White")
    BLACK_PLUS = "black_plus", _("plus for Black")
    RAPID = "rapid", _("in the rapid game")
    BLITZ = "blitz", _("in the blitz game")
    SUPER_BLITZ = "super_blitz", _("in the super-blitz game")


class PairedGames(models.Manager["GameResult"]):
    """Manager of the games that score in a pairing, without tie-break games."""

    def get_queryset(self) -> models.QuerySet["GameResult"]:
        """Exclude tie-break games, also for the relation to the games of a pairing."""
        return super().get_queryset().filter(is_tie_break=False)


class GameResult(models.Model):
    """One game of a pairing. In game 1 the pairing's White has White; the sides change from game to game.

    A tie-break game of a knock-out has a number above those of the pairing, odd where the pairing's White has
    White in it: every rule on sides applies to it, too. It is read through `every`.

    Between teams the games are the boards of the match: the members at the board are stored for the team
    named first (the pairing's White) and for the other. A side without a member is an empty board, unless its
    team plays without names.
    """

    pairing = models.ForeignKey("tournaments.Pairing", on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(_("game"))
    outcome = models.CharField(_("result"), max_length=20, choices=Outcome.choices, default=Outcome.PENDING)
    is_tie_break = models.BooleanField(_("tie-break game"), default=False)
    clock = models.CharField(_("time control of a tie-break game"), max_length=40, blank=True)
    mark = models.CharField(_("mark"), max_length=12, choices=ResultMark.choices, blank=True)
    is_adjudicated = models.BooleanField(_("adjudicated"), default=False)
    entered_by = models.CharField(_("entered by"), max_length=200, blank=True)
    entered_at = models.DateTimeField(_("entered"), null=True, blank=True)
    first_member = models.ForeignKey(
        "tournaments.TeamMember", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    second_member = models.ForeignKey(
        "tournaments.TeamMember", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    entered_key = models.CharField(max_length=80, blank=True)  # distinguishes persons of one label
    checked_by = models.CharField(_("checked by"), max_length=200, blank=True)
    checked_at = models.DateTimeField(_("checked"), null=True, blank=True)
    note = models.CharField(_("reason for the adjudication"), max_length=500, blank=True)
    sealed_fen = models.CharField(_("position at adjournment"), max_length=400, blank=True)
    sealed_note = models.CharField(_("sealed by, clock times"), max_length=500, blank=True)
    game = models.ForeignKey(
        "games.Game", on_delete=models.SET_NULL, related_name="results", null=True, blank=True
    )

    objects = PairedGames()
    every = models.Manager["GameResult"]()

    class Meta:
        verbose_name = _("result")
        verbose_name_plural = _("results")
        ordering = ("pairing_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("pairing", "number"), name="result_once_a_game"),
            models.CheckConstraint(condition=Q(outcome__in=Outcome.values), name="result_is_known"),
            models.CheckConstraint(
                condition=Q(mark__in=["", *ResultMark.values]), name="result_mark_is_known"
            ),
            models.UniqueConstraint(
                fields=("pairing", "first_member"),
                name="first_member_once_a_match",
                condition=Q(first_member__isnull=False),
            ),
            models.UniqueConstraint(
                fields=("pairing", "second_member"),
                name="second_member_once_a_match",
                condition=Q(second_member__isnull=False),
            ),
        )

    def __str__(self) -> str:
        return f"{self.pairing}, {self.number}: {self.get_outcome_display()}"


class DecidedBy(models.TextChoices):
    """Method of a decision."""

    TIE_BREAK = "tie_break", _("tie-break games")
    LOT = "lot", _("by lot")
    RULES = "rules", _("by the event regulations")
    ARBITER = "arbiter", _("by the arbiter")


class Decision(models.Model):
    """The director's decision on a tied match: the side that advances, the method and a remark."""

    pairing = models.OneToOneField(
        "tournaments.Pairing", on_delete=models.CASCADE, related_name="decision", verbose_name=_("pairing")
    )
    winner = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="+", verbose_name=_("advances")
    )
    how = models.CharField(_("settled"), max_length=10, choices=DecidedBy.choices)
    note = models.CharField(_("note"), max_length=200, blank=True)
    decided_by = models.CharField(_("entered by"), max_length=200, blank=True)
    decided_at = models.DateTimeField(_("entered"), default=timezone.now)

    class Meta:
        verbose_name = _("decision on a tied match")
        verbose_name_plural = _("decisions on tied matches")
        ordering = ("pairing_id",)
        constraints = (
            models.CheckConstraint(condition=models.Q(how__in=DecidedBy.values), name="decision_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.pairing}: {self.winner}"
