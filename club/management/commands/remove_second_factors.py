"""Removes the second factors of a person who has lost them."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from club.accounts.services.accounts import remove_second_factors
from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.core.messages import refusal_text


class Command(BaseCommand):
    help = (
        "Remove the authenticator app, passkeys and recovery codes of an account, so that its password is "
        "enough to sign in. Check first that the person who asks is the owner of the account."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email", help="address of the account")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            removed = remove_second_factors(email=options["email"], actor=SYSTEM)
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}") from refusal
        self.stdout.write(f"Second factors removed: {removed}")
