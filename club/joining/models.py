"""Requests to join a club: its public form and the submitted data."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

FULL_AGE, MAX_FULL_AGE = 18, 30
MAX_AGE = 120


class JoinForm(models.Model):
    """Settings of a club's public form; a club without a row has the form closed."""

    organisation = models.OneToOneField(
        "club.Organisation", on_delete=models.CASCADE, related_name="join_form"
    )
    is_open = models.BooleanField(pgettext_lazy("a form", "open"), default=False)
    welcome = models.TextField(_("welcome text"), max_length=2000, blank=True)
    full_age = models.PositiveSmallIntegerField(_("age of majority"), default=FULL_AGE)

    class Meta:
        verbose_name = _("membership form")
        verbose_name_plural = _("membership forms")
        constraints = (
            models.CheckConstraint(
                condition=Q(full_age__gte=0, full_age__lte=MAX_FULL_AGE),
                name="join_form_full_age_is_an_age",
            ),
        )

    def __str__(self) -> str:
        return str(self.organisation)


class JoinState(models.TextChoices):
    """States of a request."""

    WAITING = "waiting", pgettext_lazy("a request to join", "to review")
    ACCEPTED = "accepted", pgettext_lazy("a request to join", "accepted")
    REFUSED = "refused", pgettext_lazy("a request to join", "refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("a request to join", "withdrawn")


class JoinRequest(models.Model):
    """A request to become a member.

    Private data is stored here and not in the audit log.
    """

    organisation = models.ForeignKey(
        "club.Organisation", on_delete=models.PROTECT, related_name="join_requests"
    )
    name = models.CharField(_("name"), max_length=200)
    email = models.EmailField(_("email"))
    phone = models.CharField(_("telephone"), max_length=60, blank=True)
    address = models.CharField(_("address"), max_length=300, blank=True)
    born_on = models.DateField(_("birth date"))
    languages = models.CharField(_("languages spoken"), max_length=120, blank=True)
    language = models.CharField(_("language"), max_length=12, blank=True)
    plan = models.ForeignKey("club.MembershipPlan", on_delete=models.PROTECT, related_name="+")
    federation = models.CharField(_("federation"), max_length=40, blank=True)
    federation_number = models.CharField(_("number"), max_length=40, blank=True)
    message = models.CharField(_("message"), max_length=1000, blank=True)
    agreed = models.JSONField(default=list, blank=True)  # ids of consent texts
    guardian_name = models.CharField(_("guardian"), max_length=200, blank=True)
    guardian_email = models.EmailField(_("email of the guardian"), blank=True)
    guardian_signature = models.CharField(_("signed by the guardian"), max_length=200, blank=True)
    guardian_confirmed_at = models.DateTimeField(_("confirmed by the guardian"), null=True, blank=True)
    confirmed_at = models.DateTimeField(_("email confirmed"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=JoinState.choices, default=JoinState.WAITING)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    site = models.CharField(max_length=200, blank=True)  # base URL of the form
    sent_once = models.CharField(max_length=40, blank=True)  # idempotency key of the form
    created_at = models.DateTimeField(_("requested"), default=timezone.now)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    mails = models.PositiveSmallIntegerField(default=0)
    decided_by = models.CharField(_("decided by"), max_length=200, blank=True)
    person = models.ForeignKey(
        "club.Person", on_delete=models.SET_NULL, related_name="join_requests", null=True, blank=True
    )

    class Meta:
        verbose_name = _("request to join")
        verbose_name_plural = _("requests to join")
        ordering = ("created_at", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(state__in=JoinState.values), name="join_state_is_known"),
            models.UniqueConstraint(
                fields=("organisation", "sent_once"),
                name="join_request_sent_once",
                condition=~Q(sent_once=""),
            ),
        )
        indexes = (
            models.Index(fields=("organisation", "state", "id"), name="join_request_in_order"),
            models.Index(fields=("organisation", "email"), name="join_request_by_mail"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_signed(self) -> bool:
        """True if no signature is missing: of age, or signed or confirmed by a guardian."""
        return not self.guardian_name or bool(self.guardian_signature or self.guardian_confirmed_at)
