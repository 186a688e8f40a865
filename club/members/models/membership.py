"""Memberships of persons in clubs: plan, first and last day."""

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PlanKind(models.TextChoices):
    """Kind of membership plan."""

    ADULT = "adult", _("adult")
    YOUTH = "youth", _("youth")
    FAMILY = "family", _("family")
    HONORARY = "honorary", _("honorary")
    DAY_GUEST = "day_guest", _("day guest")


class MembershipPlan(models.Model):
    """A membership plan of a club; one no longer offered remains with its members."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="plans")
    name = models.CharField(_("name"), max_length=80)
    kind = models.CharField(_("type"), max_length=10, choices=PlanKind.choices)
    is_offered = models.BooleanField(_("offered"), default=True)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")
        ordering = ("name", "pk")
        constraints = (
            models.UniqueConstraint(fields=("organisation", "name"), name="plan_name_once_a_club"),
            models.CheckConstraint(condition=Q(kind__in=PlanKind.values), name="plan_kind_is_known"),
        )

    def __str__(self) -> str:
        return self.name


class MembershipState(models.TextChoices):
    """State of a membership."""

    APPLIED = "applied", _("applied for")
    ACTIVE = "active", _("active")
    PAUSED = "paused", _("paused")
    ENDED = "ended", pgettext_lazy("a membership", "ended")


RUNNING = (MembershipState.ACTIVE, MembershipState.PAUSED)
"""Open states: a person has at most one membership in them in a club."""


class Membership(models.Model):
    """Period of a person's membership in a club; `ends_on` is the last day."""

    person = models.ForeignKey("club.Person", on_delete=models.PROTECT, related_name="memberships")
    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="memberships"
    )
    plan = models.ForeignKey("club.MembershipPlan", on_delete=models.PROTECT, related_name="memberships")
    starts_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"), null=True, blank=True)
    state = models.CharField(
        _("state"), max_length=10, choices=MembershipState.choices, default=MembershipState.ACTIVE
    )

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ("-starts_on", "-pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=MembershipState.values), name="membership_state_is_known"
            ),
            models.CheckConstraint(
                condition=Q(ends_on__isnull=True) | Q(ends_on__gte=F("starts_on")),
                name="membership_ends_after_it_starts",
            ),
            models.UniqueConstraint(
                fields=("person", "organisation"),
                name="membership_open_once_a_club",
                condition=Q(state__in=["active", "paused"], ends_on__isnull=True),
            ),
        )
        indexes = (
            models.Index(fields=("organisation", "person", "state"), name="membership_of_person"),
            models.Index(
                fields=("plan", "person"), name="membership_of_plan"
            ),  # without this SQLite uses the index on plan only
            models.Index(fields=("state", "ends_on"), name="membership_ending"),
        )

    def __str__(self) -> str:
        return f"{self.person}, {self.plan}"


class MembershipChange(models.Model):
    """A step in the life of a membership.

    Steps are append-only.
    """

    membership = models.ForeignKey("club.Membership", on_delete=models.CASCADE, related_name="changes")
    state = models.CharField(_("state"), max_length=10, choices=MembershipState.choices)
    plan_name = models.CharField(_("plan"), max_length=80)
    on = models.DateField(_("date"))
    made_at = models.DateTimeField(_("created"), default=timezone.now)
    made_by = models.CharField(_("by"), max_length=200)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("change of a membership")
        verbose_name_plural = _("changes of memberships")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(state__in=MembershipState.values), name="membership_change_state_is_known"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_state_display()}, {self.on}"
