"""manage.py create_event: a new event with its first section, as the page of a new event makes it."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from rest_framework import exceptions, serializers

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.core.selectors import organisation_by_slug
from tournaments.events.api.events import NewEventInput, with_answers
from tournaments.events.services.new_events import create_answered_event
from tournaments.models import Event


class Command(BaseCommand):
    help = (
        "Creates an event with one section from a preset, from answers about the section, or from both; the "
        "name is enough. Prints the number of the section, EVENT/SECTION as in addresses, and the name."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--club", required=True, metavar="SLUG", help="whose event it will be")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        for name, field in NewEventInput().fields.items():
            told = str(field.help_text or "") or name.replace("_", " ")
            if name == "name":
                parser.add_argument("name", metavar="NAME")
            elif isinstance(field, serializers.BooleanField):
                parser.add_argument(_option(name), dest=name, action="store_true", help=told)
            elif isinstance(field, serializers.ChoiceField):
                parser.add_argument(_option(name), dest=name, choices=list(field.choices), help=told)
            else:
                parser.add_argument(_option(name), dest=name, metavar=name.upper(), help=told)

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            event = self._create(options)
        except ClubError as refusal:
            told = refusal_text(refusal)
            raise CommandError(f"{told.what} {told.next_step}", returncode=BAD_USAGE) from refusal
        except exceptions.ValidationError as refusal:
            faults = [
                f"{_option(name)}: {' '.join(map(str, told))}"
                for name, told in dict(refusal.detail).items()  # type: ignore[arg-type]
            ]
            raise CommandError("\n".join(faults), returncode=BAD_USAGE) from refusal
        except ValidationError as refusal:
            raise CommandError("\n".join(refusal.messages), returncode=BAD_USAGE) from refusal
        section = event.sections.get()
        place = f"{event.slug}/{section.slug}"
        if options["json"]:
            facts = {"event": event.pk, "section": section.pk, "place": place, "name": event.name}
            self.stdout.write(json.dumps(facts, ensure_ascii=False))
        else:
            self.stdout.write(f"{section.pk}\t{place}\t{event.name}")

    def _create(self, options: dict[str, Any]) -> Event:
        home = organisation_by_slug(slug=options["club"])
        names = list(map(str, NewEventInput().fields))
        sent = {name: options[name] for name in names if options[name] is not None}
        facts = with_answers(NewEventInput.validated_from(sent))
        return create_answered_event(organisation_id=home.pk, actor=SYSTEM, **facts)


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
