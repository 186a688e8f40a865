"""Sections: one table of an event, with everything that its play is pinned to."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

GAMES_A_PAIRING = (1, 2, 4)
MOST_ROUNDS = 99
INITIAL_COLOURS = (("white", _("White")), ("black", _("Black")))


class Scoring(models.TextChoices):
    """What the score of a round is made of."""

    GAMES = "games", _("points of every game")
    MATCH = "match", _("points of the match, then of its games")


class Section(models.Model):
    """Who plays whom by which rules; the rules are pinned, so that last year's event still adds up."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="sections")
    slug = models.SlugField(_("short name in addresses"), max_length=80)
    name = models.CharField(_("name"), max_length=200)
    position = models.PositiveSmallIntegerField(default=1)

    variant = models.CharField(_("game"), max_length=20)
    law_book = models.CharField(_("law book"), max_length=40)
    system = models.CharField(_("pairing system"), max_length=40)
    options = models.JSONField(_("options of the system"), default=dict, blank=True)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    games_per_pairing = models.PositiveSmallIntegerField(
        _("games a pairing"), default=1, choices=[(number, str(number)) for number in GAMES_A_PAIRING]
    )
    scoring = models.CharField(_("scored by"), max_length=10, choices=Scoring.choices, default=Scoring.GAMES)
    win_points = models.PositiveSmallIntegerField(_("points of a win"), default=2)
    draw_points = models.PositiveSmallIntegerField(_("points of a draw"), default=1)
    loss_points = models.PositiveSmallIntegerField(_("points of a loss"), default=0)
    bye_points = models.PositiveSmallIntegerField(_("points of a game of the allocated bye"), default=2)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    deck = models.CharField(_("openings drawn from"), max_length=30, blank=True)
    one_ballot_a_round = models.BooleanField(_("one opening for the whole round"), default=False)
    initial_colour = models.CharField(
        _("side of the first number in round 1"),
        max_length=5,
        choices=INITIAL_COLOURS,
        default="white",
    )
    clock = models.CharField(_("time"), max_length=60, blank=True)
    seed = models.CharField(_("seed of every draw"), max_length=32)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ("event", "position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("event", "slug"), name="section_slug_once_an_event"),
            models.CheckConstraint(
                condition=models.Q(scoring__in=Scoring.values), name="section_scoring_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(games_per_pairing__in=GAMES_A_PAIRING), name="section_games_are_known"
            ),
            models.CheckConstraint(
                condition=models.Q(rounds__gte=1, rounds__lte=MOST_ROUNDS), name="section_rounds_in_range"
            ),
        )

    def __str__(self) -> str:
        """The event and the section."""
        return f"{self.event}, {self.name}"


class StandingsSnapshot(models.Model):
    """Standings as they were published after a round; never changed, only followed by newer ones."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="snapshots")
    round_number = models.PositiveSmallIntegerField(_("after round"))
    rows = models.JSONField()
    published_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("published standings")
        verbose_name_plural = _("published standings")
        ordering = ("section", "-pk")
        indexes = (models.Index(fields=("section", "-id"), name="snapshot_of_section"),)

    def __str__(self) -> str:
        """Of what, after which round."""
        return f"{self.section}, {self.round_number}"
