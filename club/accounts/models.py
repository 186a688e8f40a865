"""Accounts, their roles and API tokens, invitations, and passes of helpers."""

from datetime import timedelta
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce, Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from knox.models import AbstractAuthToken, get_digest_token
from knox.settings import CONSTANTS


class UserManager(BaseUserManager["User"]):
    """Manager of accounts; addresses are stored in lowercase, so that one person has one account."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account; without a password there is no sign-in by password."""
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an account with full rights in the admin."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the account with this address, ignoring case."""
        return self.get(email=(username or "").strip().lower())


class User(AbstractUser):
    """Account. It signs in by its mail address; its role grants give its permissions."""

    username = None  # type: ignore[assignment]
    email = models.EmailField(_("email"), unique=True)
    language = models.CharField(_("language"), max_length=12, blank=True)  # blank: the browser's

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects: ClassVar[UserManager] = UserManager()  # type: ignore[assignment]

    class Meta(AbstractUser.Meta):
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_is_unique"),)

    def __str__(self) -> str:
        """The display name, else the address."""
        return self.get_full_name() or self.email

    @classmethod
    def normalize_username(cls, username: str) -> str:
        """Convert an address to lowercase."""
        return username.strip().lower()


class Role(models.TextChoices):
    """Role of an account in a club, an event or a section."""

    OWNER = "owner", _("owner")
    SECRETARY = "secretary", _("secretary")
    TREASURER = "treasurer", _("treasurer")
    DIRECTOR = "director", _("tournament director")
    ARBITER = "arbiter", _("arbiter")
    DEPUTY_ARBITER = "deputy_arbiter", _("deputy arbiter")
    TEAM_CAPTAIN = "team_captain", _("team captain")
    PLAYER = "player", _("player")
    VIEWER = "viewer", _("viewer")


class Scoped(models.Model):
    """Base of rows for a whole club, one of its events, or one section of an event.

    Events and sections are referenced by number: this app is loaded before the one with their models.
    """

    organisation = models.ForeignKey(
        "club.Organisation", verbose_name=_("club"), on_delete=models.CASCADE, related_name="+"
    )
    event_id = models.PositiveBigIntegerField(_("event"), null=True, blank=True)
    section_id = models.PositiveBigIntegerField(_("section"), null=True, blank=True)

    class Meta:
        abstract = True


class RoleGrant(Scoped):
    """Role granted to an account. It expires or is revoked; the row remains."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("account"), on_delete=models.CASCADE, related_name="grants"
    )
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("given by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(_("given"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("role grant")
        verbose_name_plural = _("role grants")
        ordering = ("pk",)
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="grant_role_is_known"),
            models.CheckConstraint(
                condition=Q(section_id__isnull=True) | Q(event_id__isnull=False),
                name="grant_section_has_event",
            ),
            models.UniqueConstraint(
                F("user"),
                F("role"),
                F("organisation"),
                Coalesce("event_id", 0),
                Coalesce("section_id", 0),
                name="grant_is_held_once",
                condition=Q(revoked_at__isnull=True),
            ),
        )
        indexes = (models.Index(fields=("organisation", "role"), name="grant_of_club"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class ApiTokenManager(models.Manager["ApiToken"]):
    """Manager of tokens."""

    def issue(self, *, lasts: timedelta, **fields: Any) -> tuple["ApiToken", str]:
        """Create a token; return its row and the token itself, which is shown once."""
        digest, token = get_digest_token()
        start, end = token[: CONSTANTS.TOKEN_KEY_LENGTH], timezone.now() + lasts
        return self.create(digest=digest, token_key=start, expiry=end, **fields), token


class ApiToken(AbstractAuthToken):  # type: ignore[misc]
    """Token of one device. Only its hash is stored; it expires or is revoked, and the row remains."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("account"), on_delete=models.CASCADE, related_name="+"
    )
    name = models.CharField(_("name"), max_length=100)
    device = models.CharField(_("device or program"), max_length=100, blank=True)
    abilities = models.JSONField(
        pgettext_lazy("what an account", "permissions"), default=list
    )  # capabilities; the roles at the time narrow them
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    objects: ClassVar[ApiTokenManager] = ApiTokenManager()

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ("-created",)

    def __str__(self) -> str:
        return str(self.name)

    @property
    def is_live(self) -> bool:
        """Return True if the token is neither expired nor revoked."""
        return self.revoked_at is None and (self.expiry is None or self.expiry > timezone.now())


class PassLevel(models.TextChoices):
    """Level of a pass: a deputy also corrects results and files incidents."""

    HELPER = "helper", _("helper")
    DEPUTY = "deputy", _("deputy")


class HelperPass(Scoped):
    """Pass for some boards and days, for the holder of its code or link."""

    label = models.CharField(_("issued to"), max_length=100)
    level = models.CharField(_("level"), max_length=10, choices=PassLevel.choices, default=PassLevel.HELPER)
    first_board = models.PositiveIntegerField(_("first board"), null=True, blank=True)
    last_board = models.PositiveIntegerField(_("last board"), null=True, blank=True)
    secret_hash = models.CharField(max_length=64, unique=True)  # of the long secret in the link
    code_hash = models.CharField(max_length=64, unique=True)  # of the eight digits
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("created by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)

    class Meta:
        verbose_name = _("helper pass")
        verbose_name_plural = _("helper passes")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=Q(level__in=PassLevel.values), name="pass_level_is_known"),
            models.CheckConstraint(
                condition=Q(first_board__isnull=True)
                | Q(last_board__isnull=True)
                | Q(first_board__lte=F("last_board")),
                name="pass_boards_in_order",
            ),
        )

    def __str__(self) -> str:
        return self.label


class GuessCount(models.Model):
    """Wrong guesses of one kind from one address since a moment, shared by all processes."""

    key = models.CharField(max_length=120, unique=True)  # "pass:192.168.1.9", "pass"
    since = models.DateTimeField(default=timezone.now)
    count = models.PositiveIntegerField(default=0)

    class Meta:
        verbose_name = _("failed attempt counter")
        verbose_name_plural = _("failed attempt counters")

    def __str__(self) -> str:
        return self.key


class Invitation(Scoped):
    """Invitation to a role for the holder of the secret. Only the secret's hash is stored."""

    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    person = models.ForeignKey(
        "club.Person",
        verbose_name=_("person"),
        on_delete=models.CASCADE,
        related_name="invitations",
        null=True,
        blank=True,
    )
    email = models.EmailField(_("email"), blank=True)  # blank: a code to scan
    language = models.CharField(_("language"), max_length=12, blank=True)
    secret_hash = models.CharField(max_length=64, unique=True)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("invited by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("accepted by"),
        on_delete=models.SET_NULL,
        related_name="+",
        null=True,
        blank=True,
    )
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role_is_known"),
        )

    def __str__(self) -> str:
        return f"{self.email or self.person or self.pk}: {self.get_role_display()}"
