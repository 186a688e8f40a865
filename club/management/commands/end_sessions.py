"""Ends the sessions of an account, or of the whole site.

    manage.py end_sessions anna@club.example
    manage.py end_sessions --all

People end their own other sessions on the page Active sessions, and a new password ends them as well.
"""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from club.accounts.services.accounts import end_all_sessions, end_sessions
from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.core.messages import refusal_text


class Command(BaseCommand):
    help = (
        "End every session of an account, for example after a device was lost or stolen. With --all, end "
        "every session of the site, those of helpers' phones too. Everybody concerned has to sign in again. "
        "API tokens stay: their owner revokes them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", nargs="?", default="", help="address of the account")
        parser.add_argument("--all", action="store_true", dest="everybody", help="sessions of all accounts")

    def handle(self, *_args: Any, **options: Any) -> None:
        self.stdout.write(f"Sessions ended: {self._end(options['email'], everybody=options['everybody'])}")

    def _end(self, email: str, *, everybody: bool) -> int:
        if everybody == bool(email):
            raise CommandError("Name the address of one account, or use --all.")
        if everybody:
            return end_all_sessions(actor=SYSTEM)
        try:
            return end_sessions(email=email, actor=SYSTEM)
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}") from refusal
