"""Who signs in."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """An account. Our own class from the first migration on, because it cannot be changed for one later."""
