"""Appeals: filed in time, voted on by a committee, decided by a ruling of its own or not at all."""

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AppealRules(models.Model):
    """Rules of an event for appeals: time limit after a ruling, and deposit."""

    event = models.OneToOneField("tournaments.Event", on_delete=models.CASCADE, related_name="appeal_rules")
    minutes = models.PositiveSmallIntegerField(_("time limit for appeals (minutes)"), default=30)
    deposit = models.PositiveIntegerField(_("deposit in the smallest currency unit"), default=0)
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    words = models.TextField(_("further appeal rules"), max_length=1000, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("appeal rules")
        verbose_name_plural = _("appeal rules")

    def __str__(self) -> str:
        return str(self.event)


class CommitteeMember(models.Model):
    """A person eligible for appeals of an event; substitutes step in for clubmates of the parties."""

    event = models.ForeignKey("tournaments.Event", on_delete=models.CASCADE, related_name="committee")
    position = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(_("name"), max_length=200)
    club_name = models.CharField(_("club"), max_length=120, blank=True)
    entry = models.ForeignKey(
        "tournaments.Entry", on_delete=models.SET_NULL, related_name="+", null=True, blank=True
    )
    is_chair = models.BooleanField(_("chair"), default=False)
    is_substitute = models.BooleanField(_("substitute"), default=False)
    has_left = models.BooleanField(_("no longer on the list"), default=False)  # sat on an appeal before

    class Meta:
        verbose_name = _("member of the appeals committee")
        verbose_name_plural = _("members of the appeals committee")
        ordering = ("event_id", "is_substitute", "position", "pk")
        constraints = (
            models.UniqueConstraint(fields=("event", "name"), name="committee_name_once_an_event"),
        )

    def __str__(self) -> str:
        return self.name


class AppealState(models.TextChoices):
    """State of an appeal."""

    OPEN = "open", _("pending")
    UPHELD = "upheld", _("ruling upheld")
    CHANGED = "changed", _("ruling changed")
    WITHDRAWN = "withdrawn", pgettext_lazy("an appeal", "withdrawn")


class Appeal(models.Model):
    """A party's appeal against a ruling. The ruling is never edited; a changed one supersedes it."""

    ruling = models.OneToOneField("tournaments.Ruling", on_delete=models.PROTECT, related_name="appeal")
    appellant = models.ForeignKey(
        "tournaments.Entry", on_delete=models.PROTECT, related_name="appeals", null=True, blank=True
    )
    grounds = models.TextField(_("grounds"), max_length=4000, blank=True)
    deposit_taken = models.BooleanField(_("deposit paid"), default=False)
    deposit_returned = models.BooleanField(_("deposit returned"), default=False)
    filed_at = models.DateTimeField(_("filed"), default=timezone.now)
    filed_by = models.CharField(_("entered by"), max_length=200)
    late_reason = models.CharField(_("reason for accepting it late"), max_length=500, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=AppealState.choices, default=AppealState.OPEN)
    decision = models.TextField(_("decision of the committee"), max_length=4000, blank=True)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    left_out = models.JSONField(default=list, blank=True)  # members without a substitute, and their ties
    decided_by = models.CharField(_("published by"), max_length=200, blank=True)
    version = models.PositiveIntegerField(default=1)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering = ("-filed_at", "-pk")
        constraints = (
            models.CheckConstraint(condition=Q(state__in=AppealState.values), name="appeal_state_is_known"),
        )

    def __str__(self) -> str:
        return str(self.ruling)


class Vote(models.TextChoices):
    """Vote of a committee member."""

    STANDS = "stands", _("uphold the ruling")
    CHANGE = "change", _("change the ruling")
    ABSTAIN = "abstain", _("abstain")


class Tie(models.TextChoices):
    """Tie of a person to a case, so that a substitute sits instead."""

    PARTY = "party", _("is a party")
    RULED = "ruled", _("made the ruling")
    CLUB = "club", _("is in the same club as a party")
    FAMILY = "family", _("is related to a party")


class AppealSeat(models.Model):
    """A member on the committee of one appeal. Votes are secret until all are in.

    `because` is the reason why another person does not sit (`in_place_of`); `despite` is the reason why a
    person with a tie sits. Of the link to the member's private page only the digest of its token is stored.
    """

    appeal = models.ForeignKey("tournaments.Appeal", on_delete=models.CASCADE, related_name="seats")
    member = models.ForeignKey("tournaments.CommitteeMember", on_delete=models.PROTECT, related_name="seats")
    in_place_of = models.ForeignKey(
        "tournaments.CommitteeMember", on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    because = models.CharField(
        _("reason for the replacement"), max_length=10, choices=Tie.choices, blank=True
    )
    despite = models.CharField(
        _("reason for appointing despite a conflict of interest"), max_length=300, blank=True
    )
    presides = models.BooleanField(_("has the casting vote"), default=False)
    digest = models.CharField(max_length=64, unique=True, null=True, blank=True)
    vote = models.CharField(_("vote"), max_length=8, choices=Vote.choices, blank=True)
    words = models.TextField(_("reasons"), max_length=2000, blank=True)
    voted_at = models.DateTimeField(_("voted"), null=True, blank=True)

    class Meta:
        verbose_name = _("committee seat")
        verbose_name_plural = _("committee seats")
        ordering = ("appeal_id", "pk")
        constraints = (
            models.UniqueConstraint(fields=("appeal", "member"), name="appeal_seat_once_a_member"),
            models.CheckConstraint(condition=Q(vote__in=["", *Vote.values]), name="appeal_vote_is_known"),
            models.CheckConstraint(condition=Q(because__in=["", *Tie.values]), name="appeal_tie_is_known"),
        )

    def __str__(self) -> str:
        """The member and the appeal; never the vote."""
        return f"{self.appeal}: {self.member}"
