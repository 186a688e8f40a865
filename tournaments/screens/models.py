"""Screens in the hall: their content, their families, and the common alert line."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

DEFAULT_PAGE_SECONDS = 12
MIN_PAGE_SECONDS, MAX_PAGE_SECONDS = 4, 120


class ScreenContent(models.TextChoices):
    """Content of a screen, in the order of display."""

    PAIRINGS = "pairings", _("pairings by board")
    NAMES = "names", _("pairings by name")
    STANDINGS = "standings", _("standings")
    CROSSTABLE = "crosstable", _("cross-table")
    LIVE = "live", _("live boards, four lead boards")
    CLOCK = "clock", _("clock")
    NOTICE = "notice", _("notice")
    FOLLOW = "follow", _("QR code to follow on a phone")
    EMPTY = "empty", _("event name only")


class Hall(models.Model):
    """Content of all screens of an event: the alert line and the end of the clock."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="hall")
    alert = models.CharField(_("alert line"), max_length=200, blank=True)
    clock_ends_at = models.DateTimeField(_("clock runs until"), null=True, blank=True)
    clock_label = models.CharField(_("clock label"), max_length=60, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("hall")
        verbose_name_plural = _("halls")

    def __str__(self) -> str:
        return str(self.event)


class ScreenFamily(models.Model):
    """Screens with the same content that turn their pages together.

    While running, the page is `step` and one more for every `seconds` since `since`; paused, it is `step`.
    """

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="screen_families")
    name = models.CharField(_("name"), max_length=60)
    contents = models.JSONField(_("content"), default=list, blank=True)
    sections = models.JSONField(_("sections"), default=list, blank=True)
    notice = models.TextField(_("notice"), max_length=500, blank=True)
    seconds = models.PositiveSmallIntegerField(
        _("seconds per page"),
        default=DEFAULT_PAGE_SECONDS,
        validators=[MinValueValidator(MIN_PAGE_SECONDS), MaxValueValidator(MAX_PAGE_SECONDS)],
    )
    is_dark = models.BooleanField(_("light text on dark"), default=False)
    is_held = models.BooleanField(_("page changes paused"), default=False)
    step = models.IntegerField(default=0)
    since = models.DateTimeField(default=timezone.now)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("screen group")
        verbose_name_plural = _("screen groups")
        ordering = ("event_id", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(seconds__gte=MIN_PAGE_SECONDS, seconds__lte=MAX_PAGE_SECONDS),
                name="screen_seconds_in_range",
            ),
        )

    def __str__(self) -> str:
        return self.name


class Screen(models.Model):
    """One screen, identified by the token in its address; before assignment it shows a code to be typed."""

    token = models.CharField(max_length=43, unique=True)
    code = models.CharField(_("code"), max_length=8, blank=True)
    label = models.CharField(_("location"), max_length=60, blank=True)
    event = models.ForeignKey(
        "tournaments.Event", on_delete=models.CASCADE, related_name="screens", null=True, blank=True
    )
    family = models.ForeignKey(
        "tournaments.ScreenFamily",
        on_delete=models.SET_NULL,
        related_name="screens",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("screen")
        verbose_name_plural = _("screens")
        ordering = ("event_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("code",), condition=~Q(code=""), name="screen_code_is_shown_once"
            ),
        )

    def __str__(self) -> str:
        """Location, else number."""
        return self.label or str(self.pk)
