"""Accounts."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _


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
