"""Regulations of an event or of a preset, for the record and for other programs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.conduct import Regulations
from tournaments.conduct.regulation_presets import PRESETS
from tournaments.events.regulation_messages import preset_name, regulations_as_text
from tournaments.events.selectors.law_books import regulations_of
from tournaments.models import Event


class Command(BaseCommand):
    help = (
        "Prints the regulations of an event, or a preset: each article with its ladder of sanctions, the "
        "ready-made reasons and the source. jsonl prints an object an article and then a summary."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", nargs="?", help="its short name in addresses")
        parser.add_argument("--preset", choices=list(PRESETS), help="a preset instead of an event")
        parser.add_argument("--format", choices=("text", "jsonl"), default="text")

    def handle(self, *_args: Any, **options: Any) -> None:
        if bool(options["event"]) == bool(options["preset"]):
            raise CommandError("Name an event or a preset.")
        found = self._found(options["event"] or "", options["preset"] or "")
        is_text = options["format"] == "text"
        for told in regulations_as_text(found):
            values = {
                "number": told.rule.number,
                "incident": told.rule.code,
                "heading": told.heading,
                "text": told.text,
                "ladder": told.ladder,
                "reasons": list(told.reasons),
                "source": told.rule.source,
                "certainty": told.rule.certainty.value,
            }
            lines = [f"{told.rule.number}. {told.heading}", f"  {told.text}", f"  {told.ladder}"]
            lines.append(f"  Source: {told.rule.source} ({told.rule.certainty.value})")
            self.stdout.write("\n".join(lines) if is_text else json.dumps(values, ensure_ascii=False))
        facts = {
            "preset": found.preset,
            "articles": len(found.rules),
            "default_minutes": found.default_minutes,
        }
        if is_text:
            if found.further:
                self.stdout.write(found.further)
            self.stdout.write(f"{preset_name(found.preset)}: {len(found.rules)} articles")
        else:
            self.stdout.write(json.dumps({"summary": facts | {"further": found.further}}, ensure_ascii=False))

    def _found(self, slug: str, preset: str) -> Regulations:
        if preset:
            return PRESETS[preset].regulations
        event = Event.objects.filter(slug=slug).first()
        if event is None:
            raise CommandError(f"There is no event {slug}: its short name is in its address.")
        return regulations_of(event)
