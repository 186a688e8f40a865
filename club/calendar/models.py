"""Venues of a club, its dates, single or recurring, and personal calendars."""

from datetime import date
from typing import Any

from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def _lines(label: Any, length: int) -> "models.TextField[str, str]":
    """Optional text field of some lines."""
    return models.TextField(label, max_length=length, blank=True, validators=[MaxLengthValidator(length)])


class Venue(models.Model):
    """A venue of a club; one no longer in use remains with its past dates."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="venues")
    name = models.CharField(_("name"), max_length=120)
    room = models.CharField(_("room"), max_length=120, blank=True)
    address = models.CharField(_("address"), max_length=300, blank=True)
    directions = _lines(_("how to get there"), 2000)
    latitude = models.DecimalField(
        _("latitude"),
        max_digits=8,
        decimal_places=5,
        null=True,
        blank=True,
        validators=[MinValueValidator(-90), MaxValueValidator(90)],
    )
    longitude = models.DecimalField(
        _("longitude"),
        max_digits=8,
        decimal_places=5,
        null=True,
        blank=True,
        validators=[MinValueValidator(-180), MaxValueValidator(180)],
    )
    accessibility = _lines(_("accessibility"), 1000)
    opening_hours = _lines(_("opening hours"), 1000)
    contact_name = models.CharField(_("key holder"), max_length=200, blank=True)
    contact_email = models.EmailField(_("email of the venue"), blank=True)
    contact_phone = models.CharField(_("telephone of the venue"), max_length=40, blank=True)
    is_used = models.BooleanField(_("in use"), default=True)

    class Meta:
        verbose_name = _("venue")
        verbose_name_plural = _("venues")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "name"), name="venue_name_once_a_club"),
            models.CheckConstraint(
                condition=Q(latitude__isnull=True, longitude__isnull=True)
                | Q(latitude__isnull=False, longitude__isnull=False),
                name="venue_on_the_map_by_both",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def place(self) -> str:
        """Room and address on one line, for the location of a calendar entry."""
        return ", ".join(part for part in (self.name, self.room, self.address) if part)


class DateKind(models.TextChoices):
    """Kind of a date."""

    EVENING = "evening", _("club evening")
    TRAINING = "training", _("training")
    MEETING = "meeting", pgettext_lazy("a date of the club", "meeting")
    SIMUL = "simul", _("simultaneous display")
    SOCIAL = "social", _("social event")


class Repeats(models.TextChoices):
    """Recurrence frequency of a date; the weekday is that of its first day."""

    ONCE = "once", pgettext_lazy("a date", "once")
    WEEKLY = "weekly", _("every week")
    MONTHLY = "monthly", _("every month, on the same weekday of the month")
    MONTHLY_LAST = "monthly_last", _("every month, on its last such weekday")


MAX_MINUTES = 24 * 60
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2199, 12, 31)
"""Range of days in calendars.

Time zone arithmetic is unreliable outside it, and Python's fails at year 9999.
"""


class ClubDate(models.Model):
    """A date of a club, single or recurring.

    Times are local times in its time zone.
    """

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="dates")
    kind = models.CharField(_("type"), max_length=10, choices=DateKind.choices)
    title = models.CharField(_("title"), max_length=160)
    notes = models.TextField(
        _("information"), max_length=2000, blank=True, validators=[MaxLengthValidator(2000)]
    )
    venue = models.ForeignKey(
        "club.Venue",
        verbose_name=_("venue"),
        on_delete=models.PROTECT,
        related_name="dates",
        null=True,
        blank=True,
    )
    first_on = models.DateField(_("first day"))
    begins_at = models.TimeField(_("begins at"), null=True, blank=True)  # empty: the whole day
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=180)
    time_zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    repeats = models.CharField(_("repeats"), max_length=12, choices=Repeats.choices, default=Repeats.ONCE)
    every = models.PositiveSmallIntegerField(_("interval in weeks or months"), default=1)
    until = models.DateField(_("until"), null=True, blank=True)  # the last possible day
    is_public = models.BooleanField(_("public"), default=True)
    cancelled_at = models.DateTimeField(_("cancelled"), null=True, blank=True)
    version = models.PositiveIntegerField(default=1)
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("calendar entry")
        verbose_name_plural = _("calendar entries")
        ordering = ("first_on", "begins_at", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(kind__in=DateKind.values), name="club_date_kind_is_known"),
            models.CheckConstraint(
                condition=Q(repeats__in=Repeats.values), name="club_date_repeats_is_known"
            ),
            models.CheckConstraint(condition=Q(every__gte=1, every__lte=52), name="club_date_every_in_range"),
            models.CheckConstraint(
                condition=Q(minutes__gte=1, minutes__lte=MAX_MINUTES), name="club_date_lasts_at_most_a_day"
            ),
            models.CheckConstraint(
                condition=Q(until__isnull=True) | Q(until__gte=models.F("first_on")),
                name="club_date_ends_after_it_begins",
            ),
        )
        indexes = (models.Index(fields=("organisation", "first_on"), name="club_date_of_club"),)

    def __str__(self) -> str:
        return self.title


class DateChange(models.Model):
    """Exception to a recurring date on one day: cancelled or changed."""

    club_date = models.ForeignKey("club.ClubDate", on_delete=models.CASCADE, related_name="changes")
    on = models.DateField(_("day"))
    is_cancelled = models.BooleanField(pgettext_lazy("a day", "cancelled"), default=False)
    moved_to = models.DateField(_("moved to"), null=True, blank=True)
    begins_at = models.TimeField(_("begins at"), null=True, blank=True)
    venue = models.ForeignKey(
        "club.Venue",
        verbose_name=_("venue"),
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
    )
    note = models.CharField(_("reason"), max_length=300, blank=True)

    class Meta:
        verbose_name = _("change of a day")
        verbose_name_plural = _("changes of days")
        ordering = ("on", "pk")
        constraints = (
            models.UniqueConstraint(fields=("club_date", "on"), name="date_change_once_a_day"),
            models.CheckConstraint(
                condition=Q(is_cancelled=True) | Q(moved_to__isnull=False), name="date_change_says_where_to"
            ),
        )

    def __str__(self) -> str:
        return f"{self.club_date}, {self.on}"


class CalendarFeed(models.Model):
    """Secret address of a personal calendar; only its hash is stored."""

    person = models.ForeignKey("club.Person", on_delete=models.CASCADE, related_name="calendar_feeds")
    token_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("personal calendar")
        verbose_name_plural = _("personal calendars")
        ordering = ("-made_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("person",), name="calendar_feed_open_once", condition=Q(revoked_at__isnull=True)
            ),
        )

    def __str__(self) -> str:
        return str(self.person)
