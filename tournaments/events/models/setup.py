"""Set-up of a section before it begins: classes, fees for information, start times of its rounds."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class SectionClass(models.Model):
    """A class of a section, by rating, by year of birth, or by description; `Entry.category` is its name."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="classes")
    position = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=60)
    lowest_rating = models.PositiveIntegerField(_("rating from"), null=True, blank=True)
    highest_rating = models.PositiveIntegerField(_("rating to"), null=True, blank=True)
    born_from = models.PositiveSmallIntegerField(_("born from"), null=True, blank=True)
    born_to = models.PositiveSmallIntegerField(_("born to"), null=True, blank=True)
    words = models.CharField(_("description"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("class")
        verbose_name_plural = _("classes")
        ordering = ("section_id", "position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("section", "name"), name="class_name_once_a_section"),
            models.CheckConstraint(
                condition=Q(lowest_rating__isnull=True)
                | Q(highest_rating__isnull=True)
                | Q(lowest_rating__lte=F("highest_rating")),
                name="class_ratings_in_order",
            ),
            models.CheckConstraint(
                condition=Q(born_from__isnull=True)
                | Q(born_to__isnull=True)
                | Q(born_from__lte=F("born_to")),
                name="class_years_in_order",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def asks_birth_year(self) -> bool:
        """True if the year of birth decides on membership in the class."""
        return self.born_from is not None or self.born_to is not None

    @property
    def has_numbers(self) -> bool:
        """True if rating or year of birth decide; otherwise a person decides by the description."""
        ratings = (self.lowest_rating, self.highest_rating)
        return self.asks_birth_year or any(one is not None for one in ratings)

    def admits(self, *, rating: int, birth_year: int | None) -> bool:
        """Check that the numbers admit a player; the unrated are below every rating."""
        low, high, first, last = self.lowest_rating, self.highest_rating, self.born_from, self.born_to
        if (low is not None and rating < low) or (high is not None and rating > high):
            return False
        if self.asks_birth_year and birth_year is None:
            return False
        year = birth_year or 0
        return (first is None or year >= first) and (last is None or year <= last)


class Fee(models.Model):
    """An entry fee, for information and not collected here; with a class it is the fee of that class."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="fees")
    position = models.PositiveSmallIntegerField(default=1)
    category = models.CharField(_("class"), max_length=60, blank=True)
    label = models.CharField(_("purpose"), max_length=120, blank=True)
    amount = models.PositiveIntegerField(_("amount in the smallest currency unit"), default=0)
    currency = models.CharField(_("currency"), max_length=3)

    class Meta:
        verbose_name = _("fee")
        verbose_name_plural = _("fees")
        ordering = ("section_id", "position", "pk")

    def __str__(self) -> str:
        return f"{self.label or self.category}: {self.amount} {self.currency}"


class RoundTime(models.Model):
    """Scheduled start of a round."""

    section = models.ForeignKey("tournaments.Section", on_delete=models.CASCADE, related_name="round_times")
    number = models.PositiveSmallIntegerField(_("round"))
    starts_at = models.DateTimeField(_("begins"))

    class Meta:
        verbose_name = _("round time")
        verbose_name_plural = _("round times")
        ordering = ("section_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("section", "number"), name="round_time_once_a_section"),
        )

    def __str__(self) -> str:
        return f"{self.number}: {self.starts_at}"


class OfficialRole(models.TextChoices):
    """Role of an official at an event."""

    ORGANISER = "organiser", _("organiser")
    DIRECTOR = "director", _("tournament director")
    CHIEF_ARBITER = "chief_arbiter", _("chief arbiter")
    ARBITER = "arbiter", _("arbiter")
    DEPUTY = "deputy", _("deputy arbiter")
    PAIRINGS = "pairings", _("pairings officer")
    APPEALS = "appeals", _("appeals committee")
    OTHER = "other", _("helper at the event")


class Official(models.Model):
    """An official of an event, as published."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="officials")
    position = models.PositiveSmallIntegerField(default=1)
    role = models.CharField(_("role"), max_length=20, choices=OfficialRole.choices)
    name = models.CharField(_("name"), max_length=200)
    person = models.ForeignKey(
        "club.Person", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )

    class Meta:
        verbose_name = _("official")
        verbose_name_plural = _("officials")
        ordering = ("event_id", "position", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(role__in=OfficialRole.values), name="official_role_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.name}, {self.get_role_display()}"


class EquipmentCheck(models.Model):
    """An article about the equipment that was checked and met; articles without a row are still open."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="equipment_checks")
    article = models.CharField(_("article"), max_length=40)
    checked_by = models.CharField(_("checked by"), max_length=200)
    checked_at = models.DateTimeField(_("checked"), default=timezone.now)

    class Meta:
        verbose_name = _("checked equipment article")
        verbose_name_plural = _("checked equipment articles")
        ordering = ("event_id", "article")
        constraints = (
            models.UniqueConstraint(fields=("event", "article"), name="equipment_article_once_an_event"),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.article}"


class ClosingTask(models.TextChoices):
    """Task at the end of an event that somebody settles by hand."""

    PRIZES = "prizes", _("prizes handed over")
    CERTIFICATES = "certificates", _("certificates")
    RATINGS = "ratings", _("rating report")
    FILES = "files", _("files to the federation")
    ARCHIVE = "archive", _("archive")
    THANKS = "thanks", _("thanks to the players")


class ClosingMark(models.Model):
    """A settled task at the end of an event: done, or not needed; tasks without a row are open."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="closing_marks")
    task = models.CharField(
        pgettext_lazy("at the end of an event", "task"), max_length=20, choices=ClosingTask.choices
    )
    is_needed = models.BooleanField(_("needed"), default=True)
    marked_by = models.CharField(_("settled by"), max_length=200)
    marked_at = models.DateTimeField(_("settled"), default=timezone.now)

    class Meta:
        verbose_name = _("settled task at the end of an event")
        verbose_name_plural = _("settled tasks at the end of an event")
        ordering = ("event_id", "task")
        constraints = (
            models.UniqueConstraint(fields=("event", "task"), name="closing_task_once_an_event"),
            models.CheckConstraint(condition=Q(task__in=ClosingTask.values), name="closing_task_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.get_task_display()}"
