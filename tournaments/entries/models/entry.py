"""Entries: players of a section, their ratings, and their missed rounds."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class EntryState(models.TextChoices):
    """State of an entry."""

    PENDING = "pending", _("to review")
    WAITING = "waiting", _("on the waiting list")
    CONFIRMED = "confirmed", _("confirmed")
    WITHDRAWN = "withdrawn", _("withdrawn")
    REFUSED = "refused", _("refused")


OUTSIDE = (EntryState.PENDING, EntryState.WAITING, EntryState.REFUSED)
"""Entries that are the desk's alone: not looked at yet, waiting for a place, refused."""
MAX_RATING = 4000


class Camp(models.TextChoices):
    """Team of a player in a Scheveningen match."""

    FIRST = "first", _("first team")
    SECOND = "second", _("second team")


class Entry(models.Model):
    """A player of a section. `number` is the pairing number (TPN), given when the first round is paired."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="entries")
    person = models.ForeignKey(
        "club.Person", on_delete=models.PROTECT, related_name="entries", null=True, blank=True
    )
    name = models.CharField(_("name"), max_length=200)
    number = models.PositiveIntegerField(_("pairing number"), null=True, blank=True)
    rating = models.PositiveIntegerField(_("rating"), default=0)
    title = models.CharField(_("title"), max_length=10, blank=True)
    federation = models.CharField(_("federation"), max_length=3, blank=True)
    club_name = models.CharField(_("club"), max_length=120, blank=True)
    family = models.CharField(_("family"), max_length=60, blank=True)
    category = models.CharField(_("class"), max_length=60, blank=True)
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    federation_id = models.CharField(_("federation number"), max_length=20, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=EntryState.choices, default=EntryState.CONFIRMED
    )
    first_round = models.PositiveSmallIntegerField(_("plays from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    fixed_board = models.PositiveIntegerField(_("fixed board"), null=True, blank=True)
    camp = models.CharField(_("plays for"), max_length=6, choices=Camp.choices, blank=True)
    checked_in_at = models.DateTimeField(_("checked in"), null=True, blank=True)
    checked_in_by_player = models.BooleanField(_("checked in by the player"), default=False)
    waits_since = models.DateTimeField(_("on the waiting list since"), null=True, blank=True)
    created_at = models.DateTimeField(_("entered"), default=timezone.now)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ("section_id", F("number").asc(nulls_last=True), "-rating", "name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "number"),
                name="entry_number_once_a_section",
                condition=Q(number__isnull=False),
            ),
            models.UniqueConstraint(
                fields=("section", "person"),
                name="entry_person_once_a_section",
                condition=Q(person__isnull=False),
            ),
            models.CheckConstraint(condition=Q(state__in=EntryState.values), name="entry_state_is_known"),
            models.CheckConstraint(condition=Q(camp__in=["", *Camp.values]), name="entry_camp_is_known"),
        )

    def __str__(self) -> str:
        return self.name


class AbsenceKind(models.TextChoices):
    """Value of a missed round."""

    ZERO = "zero", _("no points")
    HALF = "half", _("points for a draw")
    FULL = "full", _("points for a win")


class Absence(models.Model):
    """A round that a player will miss, requested before it is paired."""

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="absences")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("worth"), max_length=5, choices=AbsenceKind.choices, default=AbsenceKind.ZERO)

    class Meta:
        verbose_name = _("requested bye")
        verbose_name_plural = _("requested byes")
        ordering = ("entry_id", "round_number")
        constraints = (
            models.UniqueConstraint(fields=("entry", "round_number"), name="absence_once_a_round"),
            models.CheckConstraint(condition=Q(kind__in=AbsenceKind.values), name="absence_kind_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.entry}, {self.round_number}"


class ForbiddenPair(models.Model):
    """Two players who must not meet in some rounds."""

    first = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    first_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    last_round = models.PositiveSmallIntegerField(_("to round"), default=99)

    class Meta:
        verbose_name = _("forbidden pair")
        verbose_name_plural = _("forbidden pairs")
        constraints = (models.CheckConstraint(condition=~Q(first=F("second")), name="forbidden_pair_is_two"),)

    def __str__(self) -> str:
        return f"{self.first} - {self.second}"
