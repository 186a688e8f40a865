"""Rulings: append-only and only ever superseded; their effects on the game are stored with them."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.laws import LAW_BOOKS
from tournaments.conduct import Consequence
from tournaments.core.append_only import AppendOnlyModel, AppendOnlyQuerySet
from tournaments.rounds.models import Outcome

CONSEQUENCES = (
    (Consequence.NONE.value, _("no sanction")),
    (Consequence.REMINDER.value, _("reminder")),
    (Consequence.OPPONENT_CHOOSES.value, _("the opponent chooses")),
    (Consequence.CAUTION.value, _("caution")),
    (Consequence.WARNING.value, _("warning")),
    (Consequence.TIME_PENALTY.value, _("time penalty")),
    (Consequence.POINTS_DEDUCTED.value, _("points deducted")),
    (Consequence.GAME_LOST.value, _("game lost")),
    (Consequence.BOTH_LOST.value, _("game lost by both")),
    (Consequence.EXCLUDED.value, _("excluded from the event")),
)


OPPONENT_CHOICES = (
    ("rectified", _("correct it")),
    ("let_stand", _("leave it as it is")),
    ("huff", _("remove a piece that should have captured")),
    ("play_on", _("continue without the piece")),
    ("put_back", _("put the piece back")),
    ("lapsed", _("no choice before the next move")),
)


CLAIM_DECISIONS = (("upheld", _("upheld")), ("rejected", _("rejected")))


class RulingOrigin(models.TextChoices):
    """Origin of a ruling."""

    ARBITER = "arbiter", _("the arbiter")
    COMMITTEE = "committee", _("the appeals committee")


class Ruling(AppendOnlyModel):
    """A decision about a case, by the articles of the law book in force at that moment.

    `proposed` is the consequence that the law book asked for (`tournaments.conduct.Proposed`). It is also
    stored if the ruling differs; then `reason` gives the grounds. `applied` has the changed values and those
    before. A ruling that another names in `supersedes` is no longer in force.
    """

    case = models.ForeignKey("tournaments.Case", on_delete=models.PROTECT, related_name="rulings")
    number = models.PositiveSmallIntegerField(_("number in the case"))
    origin = models.CharField(
        _("ruled by"), max_length=10, choices=RulingOrigin.choices, default=RulingOrigin.ARBITER
    )
    supersedes = models.OneToOneField(
        "self", on_delete=models.PROTECT, related_name="superseded_by", null=True, blank=True
    )
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="rulings", null=True, blank=True
    )
    incident = models.CharField(_("what happened"), max_length=40)
    consequence = models.CharField(_("consequence"), max_length=20, choices=CONSEQUENCES)
    points = models.PositiveSmallIntegerField(_("points deducted"), default=0)
    outcome = models.CharField(_("result set"), max_length=20, choices=Outcome.choices, blank=True)
    move_recalled = models.CharField(_("move taken back"), max_length=40, blank=True)
    move_replaced = models.CharField(_("move played instead"), max_length=40, blank=True)
    seconds_white = models.IntegerField(_("seconds added to White's clock"), default=0)
    seconds_black = models.IntegerField(_("seconds added to Black's clock"), default=0)
    law_book = models.CharField(_("law book"), max_length=40)
    edition = models.CharField(_("edition"), max_length=40)
    articles = models.JSONField(_("articles"), default=list, blank=True)
    regulations = models.JSONField(default=dict, blank=True)  # those cited, as the event had them then
    claim_decision = models.CharField(
        _("decision on the claim"), max_length=10, choices=CLAIM_DECISIONS, blank=True
    )
    claim_answer = models.JSONField(default=dict, blank=True)  # verdict of the rules engine on the claim then
    decision = models.TextField(_("decision"), max_length=2000, blank=True)
    reason = models.TextField(_("reason"), max_length=2000, blank=True)
    proposed = models.JSONField(default=dict, blank=True)
    applied = models.JSONField(default=dict, blank=True)
    ruled_by = models.CharField(_("ruled by"), max_length=200)
    ruled_key = models.CharField(max_length=80, blank=True)  # distinguishes persons of one label
    ruled_at = models.DateTimeField(_("ruled"), default=timezone.now)
    key = models.CharField(max_length=64, unique=True, null=True, blank=True)  # of the form that was sent

    objects = AppendOnlyQuerySet["Ruling"].as_manager()

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("case_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("case", "number"), name="ruling_number_once_a_case"),
            models.CheckConstraint(
                condition=Q(consequence__in=[key for key, _words in CONSEQUENCES]),
                name="ruling_consequence_is_known",
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["", *Outcome.values]), name="ruling_outcome_is_known"
            ),
        )

    @property
    def book_name(self) -> str:
        """Name of the law book; its key if the program no longer has the book."""
        book = LAW_BOOKS.get(self.law_book)
        return book.name if book is not None else self.law_book

    @property
    def is_by_regulations(self) -> bool:
        """True if all its articles are of the event's regulations: the law book has no rule for it."""
        return bool(self.articles) and set(self.articles) <= set(self.regulations)

    @property
    def is_of_older_edition(self) -> bool:
        """True if the cited law book has another edition by now, or is no longer in the program."""
        book = LAW_BOOKS.get(self.law_book)
        return not self.is_by_regulations and (book is None or book.edition != self.edition)

    def __str__(self) -> str:
        return f"{self.case}: {self.get_consequence_display()}"


class OpponentChoice(models.Model):
    """The opponent's choice where the law leaves it to him (SL-M12, FMJD 5.4), or that he moved on."""

    ruling = models.OneToOneField("tournaments.Ruling", on_delete=models.PROTECT, related_name="choice")
    chooser = models.ForeignKey("tournaments.Entry", on_delete=models.PROTECT, related_name="+")
    choice = models.CharField(
        _("choice"),
        max_length=12,
        choices=OPPONENT_CHOICES,
    )
    recorded_by = models.CharField(_("recorded by"), max_length=200)
    chosen_at = models.DateTimeField(_("chosen"), default=timezone.now)

    class Meta:
        verbose_name = _("opponent's choice")
        verbose_name_plural = _("opponents' choices")
        ordering = ("ruling_id",)

    def __str__(self) -> str:
        return f"{self.chooser}: {self.get_choice_display()}"
