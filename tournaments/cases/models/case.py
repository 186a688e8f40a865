"""Cases: incidents at a board or in the hall, from the call for the arbiter to their outcome."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class CaseState(models.TextChoices):
    """State of a case."""

    CALLED = "called", _("arbiter called")
    OPEN = "open", _("awaiting ruling")
    RULED = "ruled", _("decided")
    APPEALED = "appealed", _("under appeal")
    DECIDED = "decided", _("decided on appeal")
    DROPPED = "dropped", _("closed without a ruling")


class CaseOrigin(models.TextChoices):
    """Origin of a case."""

    DESK = "desk", _("the arbiters' desk")
    BOARD = "board", _("phone at the board")
    HALL = "hall", _("helper in the hall")
    DISPUTE = "dispute", _("conflicting reports")


class ClaimKind(models.TextChoices):
    """Kind of a player's claim."""

    REPETITION = "repetition", _("repetition of the position")
    MOVE_COUNT = "move_count", _("moves without progress")
    ENDGAME_LIMIT = "endgame_limit", _("endgame move limit")
    TOUCH_MOVE = "touch_move", _("touched piece not moved")
    ILLEGAL_MOVE = "illegal_move", _("illegal move")
    FLAG = "flag", _("time limit exceeded")
    WRONG_PAIRING = "wrong_pairing", _("wrong pairing or colour")
    RESULT = "result", _("different result")


OPEN_STATES = (CaseState.CALLED, CaseState.OPEN, CaseState.APPEALED)
RULED_STATES = frozenset({CaseState.RULED, CaseState.APPEALED, CaseState.DECIDED})


class Case(models.Model):
    """A matter for the arbiter in an event, known to people by its number.

    `incident` is a code of `games.laws.incidents`; `entry` is the player concerned. A case about a game names
    its pairing and game; one about conduct in the hall need not. A case becomes public only once it has a
    ruling, and then without `private_text`.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.PROTECT, related_name="cases")
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=CaseState.choices, default=CaseState.OPEN)
    origin = models.CharField(_("source"), max_length=10, choices=CaseOrigin.choices)
    section = models.ForeignKey(
        "tournaments.Section", on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    pairing = models.ForeignKey(
        "tournaments.Pairing", on_delete=models.SET_NULL, related_name="cases", null=True, blank=True
    )
    round_number = models.PositiveSmallIntegerField(_("round"), null=True, blank=True)
    board_number = models.PositiveIntegerField(_("board"), null=True, blank=True)
    game = models.PositiveSmallIntegerField(_("game"), default=1)
    ply = models.PositiveIntegerField(_("moves played (both sides)"), null=True, blank=True)
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="cases", null=True, blank=True
    )
    opponent = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    side = models.CharField(_("side"), max_length=5, blank=True)  # of the entry in that game: white or black
    incident = models.CharField(_("what happened"), max_length=40, blank=True)
    details = models.JSONField(_("details"), default=dict, blank=True)  # see tournaments.incident_details
    advised = models.JSONField(default=dict, blank=True)  # the decision advised by the filer
    clock_white = models.CharField(_("White's clock"), max_length=20, blank=True)
    clock_black = models.CharField(_("Black's clock"), max_length=20, blank=True)
    fen = models.CharField(_("position"), max_length=400, blank=True)
    claim = models.CharField(
        pgettext_lazy("of a player", "claim"), max_length=20, choices=ClaimKind.choices, blank=True
    )
    claimant = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    claim_move = models.CharField(_("move written down with the claim"), max_length=40, blank=True)
    claim_record = models.TextField(_("game record given with the claim"), max_length=60_000, blank=True)
    claim_answer = models.JSONField(_("rules engine answer"), default=dict, blank=True)
    sheet_white = models.TextField(_("White's score sheet"), max_length=60_000, blank=True)
    sheet_black = models.TextField(_("Black's score sheet"), max_length=60_000, blank=True)
    public_text = models.TextField(_("public summary"), max_length=4000, blank=True)
    private_text = models.TextField(_("arbiters only"), max_length=4000, blank=True)
    witnesses = models.CharField(_("witnesses"), max_length=300, blank=True)
    reported_by = models.CharField(_("reported by"), max_length=200, blank=True)
    reported_key = models.CharField(max_length=80, blank=True)
    taken_by = models.CharField(_("assigned to"), max_length=200, blank=True)
    taken_key = models.CharField(max_length=80, blank=True)
    taken_at = models.DateTimeField(_("assigned"), null=True, blank=True)
    opened_at = models.DateTimeField(_("open since"), default=timezone.now)
    closed_at = models.DateTimeField(_("settled"), null=True, blank=True)
    names_withheld = models.BooleanField(_("hide names from the public"), default=False)
    key = models.CharField(max_length=64, unique=True, null=True, blank=True)  # of the form that was sent
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("case")
        verbose_name_plural = _("cases")
        ordering = ("event_id", "-number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="case_number_once_an_event"),
            models.CheckConstraint(condition=Q(state__in=CaseState.values), name="case_state_is_known"),
            models.CheckConstraint(condition=Q(origin__in=CaseOrigin.values), name="case_origin_is_known"),
            models.CheckConstraint(
                condition=Q(claim__in=["", *ClaimKind.values]), name="case_claim_is_known"
            ),
            models.CheckConstraint(condition=Q(side__in=["", "white", "black"]), name="case_side_is_known"),
        )
        indexes = (models.Index(fields=("event", "state"), name="case_of_event"),)

    def __str__(self) -> str:
        return f"{self.event}, {self.number}"

    @property
    def disputed_fen(self) -> str:
        """Position in dispute: the one typed in, or the one that the score next to it reaches."""
        reached = self.claim_answer.get("fen", "") if self.fen and self.claim_record else ""
        return reached or self.fen


class CasePhoto(models.Model):
    """A photo of a case, re-encoded on the server: reduced in size and without metadata."""

    case = models.ForeignKey("tournaments.Case", on_delete=models.CASCADE, related_name="photos")
    file = models.FileField(upload_to="cases/%Y/%m/")
    of = models.CharField(
        _("subject"),
        max_length=10,
        choices=[
            ("white", _("White's score sheet")),
            ("black", _("Black's score sheet")),
            ("other", _("other")),
        ],
        default="other",
    )
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    added_by = models.CharField(_("added by"), max_length=200)
    added_at = models.DateTimeField(_("added"), default=timezone.now)

    class Meta:
        verbose_name = _("photo of a case")
        verbose_name_plural = _("photos of cases")
        ordering = ("case_id", "pk")

    def __str__(self) -> str:
        return f"{self.case}: {self.get_of_display()}"
