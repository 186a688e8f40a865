"""Games in play that spectators follow, how an event shows them, and what the judge tells the arbiter."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

MAX_DELAY = 30  # minutes
FLAG_FALLEN = "flag_fallen"


class Broadcast(models.Model):
    """How an event shows its boards while they are played; without a row it shows none."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="broadcast")
    delay_minutes = models.PositiveSmallIntegerField(
        _("delay in minutes"),
        default=0,
        validators=[MaxValueValidator(MAX_DELAY)],
        help_text=_("Spectators see each move so many minutes after it was entered."),
    )
    players_enter = models.BooleanField(
        _("players enter moves"),
        default=False,
        help_text=_("The phones of both players at the board can enter the moves."),
    )
    follows_rounds = models.BooleanField(
        _("follow every new round"),
        default=False,
        help_text=_("Live boards are opened for all games of a round when it is published."),
    )
    shows_proofs = models.BooleanField(
        _("show proved endings"),
        default=False,
        help_text=_(
            "Spectators see who wins a position that the ending tables prove. Players may read it on a "
            "phone: leave it off unless phones are handed in."
        ),
    )
    opened_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("broadcast")
        verbose_name_plural = _("broadcasts")
        constraints = (
            models.CheckConstraint(
                condition=Q(delay_minutes__lte=MAX_DELAY), name="broadcast_delay_is_bounded"
            ),
        )

    def __str__(self) -> str:
        return str(self.event)


class LiveState(models.TextChoices):
    """States of a live board."""

    WAITING = "waiting", _("not started")
    PLAYING = "playing", _("in play")
    FINISHED = "finished", _("finished")


class LiveBoard(models.Model):
    """A game of a pairing that is followed while it is played.

    `moves` is the score: a list of `{"text", "at", "white", "black", "recalled"}`, with the time of entry and
    the seconds left on both clocks. `held` are written moves from the first illegal one on. They become part
    of the score when the arbiter lets them stand, and leave it when a legal move replaces them. `sequence`
    counts the changes; a change names the one that it was based on. `shown` is the number of moves that
    spectators see.
    """

    pairing = models.ForeignKey("tournaments.Pairing", on_delete=models.CASCADE, related_name="live_boards")
    game = models.PositiveSmallIntegerField(_("game"), default=1)
    state = models.CharField(_("state"), max_length=10, choices=LiveState.choices, default=LiveState.WAITING)
    sequence = models.PositiveIntegerField(default=0)
    sent_keys = models.JSONField(default=list, blank=True)  # [key, sequence] of the latest changes
    start_fen = models.CharField(_("start position"), max_length=400, blank=True)
    moves = models.JSONField(default=list, blank=True)
    held = models.JSONField(default=list, blank=True)
    shown = models.PositiveIntegerField(default=0)
    white_seconds = models.IntegerField(_("White's clock"), null=True, blank=True)
    black_seconds = models.IntegerField(_("Black's clock"), null=True, blank=True)
    running = models.CharField(_("running clock"), max_length=5, blank=True)
    clock_at = models.DateTimeField(null=True, blank=True)
    flag_at = models.DateTimeField(null=True, blank=True)  # when a job looks whether the flag has fallen
    fed = models.JSONField(default=dict, blank=True)  # what the feed said last: moves, result, fault, facts
    feed = models.ForeignKey(
        "tournaments.LiveFeed", on_delete=models.SET_NULL, null=True, blank=True, related_name="boards"
    )
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    is_lead = models.BooleanField(_("lead board"), default=False)

    class Meta:
        verbose_name = _("live board")
        verbose_name_plural = _("live boards")
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("pairing", "game"), name="live_board_once_a_game"),
            models.CheckConstraint(condition=Q(state__in=LiveState.values), name="live_state_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.pairing}, {self.game}"


class AlertState(models.TextChoices):
    """States of an alert."""

    OPEN = "open", _("open")
    RULED = "ruled", _("ruled on")
    RECALLED = "recalled", _("move recalled")
    STANDS = "stands", _("move stands")
    DISMISSED = "dismissed", _("dismissed")


class LiveAlert(models.Model):
    """What the judge tells the arbiter about a game in play, and nobody else.

    `code`, `article` and `facts` are those of a finding or a claim of `games.laws`, or `FLAG_FALLEN`.
    `proposal` is what the ladder of the law book proposes. `about` makes an alert unique on its board.
    """

    board = models.ForeignKey(LiveBoard, on_delete=models.CASCADE, related_name="alerts")
    about = models.CharField(max_length=120)
    code = models.CharField(max_length=60)
    article = models.CharField(max_length=60, blank=True)
    side = models.CharField(max_length=5, blank=True)
    ply = models.PositiveIntegerField(default=0)
    facts = models.JSONField(default=dict, blank=True)
    proposal = models.JSONField(default=dict, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=AlertState.choices, default=AlertState.OPEN)
    made_at = models.DateTimeField(_("reported"), default=timezone.now)
    handled_at = models.DateTimeField(null=True, blank=True)
    handled_by = models.CharField(max_length=200, blank=True)
    case = models.ForeignKey(
        "tournaments.Case", on_delete=models.SET_NULL, null=True, blank=True, related_name="live_alerts"
    )

    class Meta:
        verbose_name = _("alert of the judge")
        verbose_name_plural = _("alerts of the judge")
        ordering = ("-pk",)
        constraints = (
            models.UniqueConstraint(fields=("board", "about"), name="live_alert_once"),
            models.CheckConstraint(condition=Q(state__in=AlertState.values), name="alert_state_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.board}: {self.code}"


class LiveFeed(models.Model):
    """An address with the games of a round as PDN, read every few seconds while boards are in play."""

    round = models.ForeignKey("tournaments.Round", on_delete=models.CASCADE, related_name="live_feeds")
    url = models.URLField(_("address"), max_length=500)
    is_on = models.BooleanField(_("reading"), default=True)
    enters_results = models.BooleanField(
        _("enters results"),
        default=False,
        help_text=_("Without it the results of the feed are offered at the desk."),
    )
    read_at = models.DateTimeField(_("last read"), null=True, blank=True)
    etag = models.CharField(max_length=200, blank=True)
    modified = models.CharField(max_length=100, blank=True)  # Last-Modified as it came
    fault = models.CharField(_("problem"), max_length=60, blank=True)
    fault_facts = models.JSONField(default=dict, blank=True)

    class Meta:
        verbose_name = _("PDN feed")
        verbose_name_plural = _("PDN feeds")
        ordering = ("pk",)

    def __str__(self) -> str:
        return self.url
