"""League matches: home venues and captains of teams, date of a match, reporters of its results."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class LeagueTeam(models.Model):
    """Home of a team in a league, and its number among the teams of its club, from 1."""

    entry = models.OneToOneField("tournaments.Entry", on_delete=models.CASCADE, related_name="league_team")
    club = models.ForeignKey(
        "club.Organisation", on_delete=models.SET_NULL, related_name="league_teams", null=True, blank=True
    )
    place_in_club = models.PositiveSmallIntegerField(_("team number in the club"), default=1)
    venue = models.CharField(_("home venue"), max_length=200, blank=True)
    address = models.CharField(_("address of the venue"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("league team")
        verbose_name_plural = _("league teams")
        constraints = (
            models.CheckConstraint(condition=Q(place_in_club__gte=1), name="place_in_club_from_one"),
        )

    def __str__(self) -> str:
        return str(self.entry)


class CaptainRole(models.TextChoices):
    """Role of a captain."""

    CAPTAIN = "captain", _("captain")
    VICE = "vice", _("vice-captain")


class Captain(models.Model):
    """A captain of a team, with a private link: derived from the row, never stored, renewed by number.

    `site` is the base address of the link, as seen by the account that named the captain.
    """

    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="captains")
    role = models.CharField(_("role"), max_length=10, choices=CaptainRole.choices)
    name = models.CharField(_("name"), max_length=200)
    email = models.EmailField(_("email"), blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    site = models.CharField(max_length=200, blank=True)
    person = models.ForeignKey(
        "club.Person", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    link_number = models.PositiveIntegerField(default=1)
    made_at = models.DateTimeField(_("named"), default=timezone.now)
    removed_at = models.DateTimeField(_("captain until"), null=True, blank=True)

    class Meta:
        verbose_name = _("captain")
        verbose_name_plural = _("captains")
        ordering = ("entry_id", "role", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(role__in=CaptainRole.values), name="captain_role_is_known"),
            models.UniqueConstraint(
                fields=("entry", "role"),
                name="captain_role_once_a_team",
                condition=Q(removed_at__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return self.name


class FixtureState(models.TextChoices):
    """State of the date of a match."""

    PLANNED = "planned", pgettext_lazy("a match", "planned")
    POSTPONED = "postponed", pgettext_lazy("a match", "postponed, no date yet")
    NOT_PLAYED = "not_played", pgettext_lazy("a match", "not played")


class Settled(models.TextChoices):
    """Source of the final results of a match."""

    CAPTAINS = "captains", _("both captains agreed")
    LAPSE = "lapse", _("the other captain did not answer in time")
    DIRECTOR = "director", _("entered by the director")


class Fixture(models.Model):
    """Date and place of a league match; the team named first is at home.

    Without a day or venue of its own it uses that of its round and of the home team. Results reported by one
    captain are stored in `ResultReport` rows until the other agrees.
    """

    pairing = models.OneToOneField("tournaments.Pairing", on_delete=models.CASCADE, related_name="fixture")
    state = models.CharField(
        _("state"), max_length=10, choices=FixtureState.choices, default=FixtureState.PLANNED
    )
    starts_at = models.DateTimeField(_("begins"), null=True, blank=True)
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    address = models.CharField(_("address of the venue"), max_length=300, blank=True)
    first_date = models.DateTimeField(_("original date"), null=True, blank=True)
    agreed_by = models.CharField(_("agreed by"), max_length=200, blank=True)
    shown_at = models.DateTimeField(_("line-ups shown"), null=True, blank=True)
    told_by = models.ForeignKey(
        "tournaments.Entry", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    told_at = models.DateTimeField(_("results submitted"), null=True, blank=True)
    settled_at = models.DateTimeField(_("results confirmed"), null=True, blank=True)
    settled_how = models.CharField(
        _("how results were confirmed"), max_length=10, choices=Settled.choices, blank=True
    )

    class Meta:
        verbose_name = _("league match")
        verbose_name_plural = _("league matches")
        ordering = (models.F("starts_at").asc(nulls_last=True), "pk")
        constraints = (
            models.CheckConstraint(condition=Q(state__in=FixtureState.values), name="fixture_state_is_known"),
            models.CheckConstraint(
                condition=Q(settled_how__in=["", *Settled.values]), name="fixture_settling_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(state=FixtureState.POSTPONED) | Q(starts_at__isnull=True),
                name="postponed_fixture_has_no_day",
            ),
        )

    def __str__(self) -> str:
        return str(self.pairing)

    @property
    def begins_at(self) -> datetime | None:
        """Return its own start, else that of its round; None while it is postponed."""
        if self.state == FixtureState.POSTPONED:
            return None
        return self.starts_at or self.pairing.round.starts_at


class HandedLineUp(models.Model):
    """A team's submitted line-up: hidden from the other team until both are in or the match begins."""

    fixture = models.ForeignKey("tournaments.Fixture", on_delete=models.CASCADE, related_name="line_ups")
    entry = models.ForeignKey("tournaments.Entry", on_delete=models.CASCADE, related_name="+")
    handed_at = models.DateTimeField(_("handed in"), default=timezone.now)

    class Meta:
        verbose_name = _("line-up handed in")
        verbose_name_plural = _("line-ups handed in")
        constraints = (models.UniqueConstraint(fields=("fixture", "entry"), name="line_up_once_a_team"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.fixture}"


class LineUpPlace(models.Model):
    """Board of a player in a line-up; places after the last board are reserves."""

    line_up = models.ForeignKey("tournaments.HandedLineUp", on_delete=models.CASCADE, related_name="places")
    member = models.ForeignKey("tournaments.TeamMember", on_delete=models.PROTECT, related_name="+")
    place = models.PositiveSmallIntegerField(_("board"))

    class Meta:
        verbose_name = _("place in a line-up")
        verbose_name_plural = _("places in line-ups")
        ordering = ("line_up_id", "place")
        constraints = (
            models.UniqueConstraint(fields=("line_up", "place"), name="place_once_a_line_up"),
            models.UniqueConstraint(fields=("line_up", "member"), name="member_once_a_line_up"),
            models.CheckConstraint(condition=Q(place__gte=1), name="line_up_place_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.place}: {self.member}"
