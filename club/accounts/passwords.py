"""Password hashing: argon2 at a cost for a laptop, with at most two hashes at a time."""

import threading

from django.contrib.auth.hashers import Argon2PasswordHasher

HASH_SLOTS = threading.BoundedSemaphore(2)
"""Each hash uses a core and its memory; the other threads must go on answering pages."""


class PatientArgon2(Argon2PasswordHasher):
    """Argon2id with 46 MiB, one pass, one lane: the strongest of the equal choices OWASP names."""

    time_cost = 1
    memory_cost = 46 * 1024
    parallelism = 1

    def encode(self, password: str, salt: str) -> str:
        """Hash a new password."""
        with HASH_SLOTS:
            return super().encode(password, salt)

    def verify(self, password: str, encoded: str) -> bool:
        """Check a password."""
        with HASH_SLOTS:
            return super().verify(password, encoded)
