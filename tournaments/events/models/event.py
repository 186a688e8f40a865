"""Events of a club: dates, place and visibility."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EventState(models.TextChoices):
    """Visibility of an event."""

    DRAFT = "draft", _("draft")
    PUBLISHED = "published", pgettext_lazy("an event", "published")
    FINISHED = "finished", _("finished")


class Event(models.Model):
    """An event of a club; its sections are played in parallel."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="events")
    slug = models.SlugField(_("short name in the URL"), max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=200)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)
    venue = models.CharField(_("venue"), max_length=200, blank=True)
    address = models.CharField(_("address of the venue"), max_length=300, blank=True)
    directions = models.TextField(_("how to get there"), max_length=2000, blank=True)
    contact_name = models.CharField(_("contact"), max_length=200, blank=True)
    contact_email = models.EmailField(_("contact email"), blank=True)
    contact_phone = models.CharField(_("contact phone"), max_length=40, blank=True)
    fee_note = models.TextField(_("note on fees"), max_length=1000, blank=True)
    description = models.TextField(_("information for players"), blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    time_zone = models.CharField(_("time zone"), max_length=60, blank=True)
    regulations = models.JSONField(_("regulations"), default=dict, blank=True)  # see tournaments.conduct
    state = models.CharField(_("state"), max_length=10, choices=EventState.choices, default=EventState.DRAFT)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField(_("created"), default=timezone.now)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ("-starts_on", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state__in=EventState.values), name="event_state_is_known"
            ),
            models.CheckConstraint(
                condition=models.Q(starts_on__isnull=True)
                | models.Q(ends_on__isnull=True)
                | models.Q(starts_on__lte=models.F("ends_on")),
                name="event_days_in_order",
            ),
        )
        indexes = (models.Index(fields=("organisation", "-starts_on"), name="event_of_club"),)

    def __str__(self) -> str:
        return self.name

    @property
    def is_public(self) -> bool:
        """True if the event is public."""
        return self.state != EventState.DRAFT
