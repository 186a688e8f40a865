"""The cases of an event with their rulings, for the record and for other programs."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.backups.state_rows import to_text
from games.judging.messages import incident_name
from tournaments.cases.selectors.cases import cases_of
from tournaments.core import section_columns as columns
from tournaments.models import Case, CaseState, Event, Ruling

WITHHELD = "-"


class Command(BaseCommand):
    help = (
        "Lists the cases of an event: what happened, by which article, what was ruled. jsonl prints an "
        "object a case and then a summary; what is for the arbiters alone takes --private."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="its short name in addresses")
        parser.add_argument("--state", choices=CaseState.values, help="those in one state")
        parser.add_argument("--format", choices=("text", "jsonl"), default="text")
        parser.add_argument("--private", action="store_true", help="with reporters, witnesses, private texts")

    def handle(self, *_args: Any, **options: Any) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}: its short name is in its address.")
        rows = cases_of(event).order_by("number")
        found = list(rows.filter(state=options["state"]) if options["state"] else rows)
        for case in found:
            if options["format"] == "text":
                self._print_case(case)
            else:
                told = case_values(case, is_private=options["private"])
                self.stdout.write(json.dumps(told, default=to_text, ensure_ascii=False))
        open_cases = sum(case.state in {CaseState.CALLED, CaseState.OPEN} for case in found)
        rulings = sum(len(case.rulings.all()) for case in found)
        summary = {"event": event.slug, "cases": len(found), "open": open_cases, "rulings": rulings}
        if options["format"] == "text":
            self.stdout.write(" ".join(f"{name}={value}" for name, value in summary.items()))
        else:
            self.stdout.write(json.dumps({"summary": summary}))

    def _print_case(self, case: Case) -> None:
        place = [f"round={case.round_number}"] if case.round_number else []
        place += [f"board={case.board_number}"] if case.board_number else []
        what = incident_name(case.incident) if case.incident else case.get_state_display()
        self.stdout.write(" ".join([f"#{case.number}", case.state, *place, player_of(case), str(what)]))
        for ruling in case.rulings.all():
            fate = "" if is_in_force(ruling) else " (superseded)"
            articles = ",".join(ruling.articles) or "unconfirmed"
            self.stdout.write(
                f"  {ruling.number}. {ruling.consequence} {articles} {ruling.ruled_at:%Y-%m-%d %H:%M}{fate}"
            )


def case_values(case: Case, *, is_private: bool) -> dict[str, Any]:
    """A case as plain values."""
    secret = () if is_private else columns.PRIVATE_OF_A_CASE
    told = {name: getattr(case, name) for name in columns.CASE if name not in secret}
    rulings = [
        {name: getattr(ruling, name) for name in columns.RULING} | {"in_force": is_in_force(ruling)}
        for ruling in case.rulings.all()
    ]
    return {**told, "player": player_of(case), "rulings": rulings}


def player_of(case: Case) -> str:
    """Whom it is about, unless that is withheld."""
    return WITHHELD if case.entry is None or case.names_withheld else case.entry.name


def is_in_force(ruling: Ruling) -> bool:
    """Whether no other has taken its place."""
    return getattr(ruling, "superseded_by", None) is None
