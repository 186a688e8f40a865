"""Passwords: argon2 at a cost for a laptop, few hashes at a time, and refusal of obvious ones."""

import re
from typing import Final

from django.contrib.auth.hashers import Argon2PasswordHasher, PBKDF2PasswordHasher
from django.contrib.auth.password_validation import CommonPasswordValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from club.accounts.hashing import hashing
from club.models import Organisation, User

SITE_WORDS: Final = (
    *("draughts", "checkers", "draught", "dammen", "damclub", "damvereniging", "damas", "dames", "шашки"),
    *(
        "шашечный",
        "shashki",
        "club",
        "klub",
        "клуб",
        "clube",
        "federation",
        "tournament",
        "toernooi",
        "турнир",
    ),
    *("tournoi", "torneio", "password", "wachtwoord", "пароль", "motdepasse", "senha", "welcome", "admin"),
)
"""Words that are tried first on this site. The names of its clubs come in addition."""
MIN_NAME_LETTERS: Final = 4
MIN_OWN_LETTERS: Final = 5
ENDS = re.compile(r"^[\W\d_]+|[\W\d_]+$")
NO_LETTERS = re.compile(r"[\W\d_]+")


class PatientArgon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB, one pass, one lane: the strongest of the equal choices OWASP names."""

    time_cost = 1
    memory_cost = 46 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a new password."""
        with hashing():
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Check a password."""
        with hashing():
            return super().verify(password, encoded)


class PatientPBKDF2(PBKDF2PasswordHasher):
    """PBKDF2 in the same lanes. Its `verify` hashes by `encode`, and that once."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash a password."""
        with hashing():
            return super().encode(password, salt, iterations)


class ObviousPasswordValidator(CommonPasswordValidator):
    """Refuse common passwords with digits or signs around them, and passwords of words of the site."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Raise ValidationError for an obvious password."""
        super().validate(password, user)
        typed = password.casefold().strip()
        if ENDS.sub("", typed) in self.passwords:
            raise ValidationError(
                _("This is a common password with digits or signs added. Try four unrelated words."),
                code="password_too_common",
            )
        if len(_own_letters(typed)) < MIN_OWN_LETTERS and any(word in typed for word in _site_words()):
            raise ValidationError(
                _("This password consists of words that are tried first here. Try four unrelated words."),
                code="password_of_the_site",
            )


def _own_letters(typed: str) -> str:
    """Return the letters of a password that belong to no word of the site."""
    for word in sorted(_site_words(), key=len, reverse=True):
        typed = typed.replace(word, " ")
    return NO_LETTERS.sub("", typed)


def _site_words() -> set[str]:
    names = Organisation.objects.values_list("name", flat=True)
    of_clubs = {word for name in names for word in NO_LETTERS.split(name.casefold())}
    return {*SITE_WORDS, *(word for word in of_clubs if len(word) >= MIN_NAME_LETTERS)}
