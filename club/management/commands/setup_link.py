"""Prints the link by which the first account of a served site is made."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from club.accounts.invitation_secrets import SETUP_LINK_HOURS, make_setup_secret
from club.models import User


class Command(BaseCommand):
    help = "Print the link that makes the first account of this site; it holds for a day and works once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--site", default="", help="the address of the site, as https://club.example.org")

    def handle(self, *_args: Any, **options: Any) -> None:
        if User.objects.exists():
            raise CommandError("This site has an account already; its owner invites the others.")
        path = reverse("club:welcome_by_link", args=[make_setup_secret()])
        self.stdout.write(options["site"].rstrip("/") + path)
        self.stderr.write(f"Good for {SETUP_LINK_HOURS} hours, and only until the first account is made.")
