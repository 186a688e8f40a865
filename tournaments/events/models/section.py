"""Sections: one table of an event, with the pinned rules of its play."""

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.prizes.models.prize import PrizeSharing

GAMES_A_PAIRING = (1, 2, 4)
MAX_TEAM_BOARDS = 12
TEAM_SYSTEMS = ("team_swiss_2026", "team_round_robin")
MAX_ROUNDS = 99
TREES = frozenset({"knockout", "double_elimination"})
"""Systems in which who loses goes out."""
INITIAL_COLOURS = (("white", _("White")), ("black", _("Black")))


class Scoring(models.TextChoices):
    """Unit of a round's score."""

    GAMES = "games", _("game points")
    MATCH = "match", _("match points, then game points")
    BALLOT = "ballot", _("points per ballot (two games), then game points")


class PlayerReports(models.TextChoices):
    """Permission for players to report results from the card at their board."""

    OFF = "off", _("no")
    TWO_PHONES = "two_phones", _("yes, each player on their own phone")
    ONE_PHONE = "one_phone", _("yes, also both on one phone")


class Section(models.Model):
    """A competition of an event with its rules; the rules are pinned, so that old tables stay correct.

    Games have points by `win_points` and its kin. Between teams these are points of the boards, and a match
    has points of its own by `match_win_points` and its kin, which no other section reads.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="sections")
    slug = models.SlugField(_("short name in the URL"), max_length=80)
    name = models.CharField(_("name"), max_length=200)
    position = models.PositiveSmallIntegerField(default=1)

    variant = models.CharField(_("game"), max_length=20)
    law_book = models.CharField(_("law book"), max_length=40)
    system = models.CharField(_("pairing system"), max_length=40)
    options = models.JSONField(_("system options"), default=dict, blank=True)
    rounds = models.PositiveSmallIntegerField(
        _("rounds"), validators=[MinValueValidator(1), MaxValueValidator(MAX_ROUNDS)]
    )
    games_per_pairing = models.PositiveSmallIntegerField(
        _("games per pairing"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_TEAM_BOARDS)],
        help_text=_("One, two or four games; for teams, the boards of a match (1 to 12)."),
    )
    scoring = models.CharField(_("scoring"), max_length=10, choices=Scoring.choices, default=Scoring.GAMES)
    win_points = models.PositiveSmallIntegerField(_("points for a win"), default=2)
    draw_points = models.PositiveSmallIntegerField(_("points for a draw"), default=1)
    loss_points = models.PositiveSmallIntegerField(_("points for a loss"), default=0)
    bye_points = models.PositiveSmallIntegerField(_("points for the bye, per game"), default=2)
    match_win_points = models.PositiveSmallIntegerField(_("match points for a win"), default=2)
    match_draw_points = models.PositiveSmallIntegerField(_("match points for a draw"), default=1)
    match_loss_points = models.PositiveSmallIntegerField(_("match points for a loss"), default=0)
    match_bye_points = models.PositiveSmallIntegerField(_("match points for the bye"), default=1)
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    deck = models.CharField(_("opening deck"), max_length=30, blank=True)
    one_ballot_a_round = models.BooleanField(_("one opening for the whole round"), default=False)
    initial_colour = models.CharField(
        _("colour of seed 1 in round 1"),
        max_length=5,
        choices=INITIAL_COLOURS,
        default="white",
    )
    clock = models.CharField(_("time control"), max_length=60, blank=True)
    player_reports = models.CharField(
        _("players report results"),
        max_length=10,
        choices=PlayerReports.choices,
        default=PlayerReports.TWO_PHONES,
    )
    second_pass = models.BooleanField(_("second pass for every result"), default=False)
    upset_difference = models.PositiveSmallIntegerField(
        _("ask to confirm upsets of at least"), default=400, help_text=_("0: never.")
    )
    currency = models.CharField(_("currency of the prizes"), max_length=3, blank=True)
    prize_sharing = models.CharField(
        _("prizes for tied players"),
        max_length=10,
        choices=PrizeSharing.choices,
        default=PrizeSharing.EQUAL,
    )
    seed = models.CharField(_("random seed of draws"), max_length=32)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("section")
        verbose_name_plural = _("sections")
        ordering = ("event_id", "position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("event", "slug"), name="section_slug_once_an_event"),
            models.CheckConstraint(
                condition=models.Q(scoring__in=Scoring.values), name="section_scoring_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(player_reports__in=PlayerReports.values),
                name="section_reports_are_known",
            ),
            models.CheckConstraint(
                condition=models.Q(prize_sharing__in=PrizeSharing.values), name="section_sharing_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(games_per_pairing__in=GAMES_A_PAIRING)
                | models.Q(
                    system__in=TEAM_SYSTEMS,
                    games_per_pairing__gte=1,
                    games_per_pairing__lte=MAX_TEAM_BOARDS,
                ),
                name="section_games_are_known",
            ),
            models.CheckConstraint(
                condition=models.Q(rounds__gte=1, rounds__lte=MAX_ROUNDS), name="section_rounds_in_range"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}, {self.name}"

    @property
    def has_tree(self) -> bool:
        """True if the loser of a match is eliminated."""
        return self.system in TREES

    def clean(self) -> None:
        """Check the games of a round: one, two or four for two players; any number of boards for teams."""
        super().clean()
        if not self.is_team and self.games_per_pairing not in GAMES_A_PAIRING:
            told = _("A pairing of two players has one, two or four games.")
            raise ValidationError({"games_per_pairing": told})

    @property
    def is_team(self) -> bool:
        """True if its entries are teams; determined by the system."""
        return self.system in TEAM_SYSTEMS
