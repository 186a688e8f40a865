"""Fee runs and reminders from the command line."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from datetime import date
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.actor import SYSTEM
from club.core.errors import BAD_USAGE, ClubError
from club.core.messages import refusal_text
from club.core.selectors import organisation_by_slug
from club.models import Organisation
from club.money.formatting import amount_text, fact_text, why_not_text
from club.money.selectors.fee_runs import FeePreview, fee_preview
from club.money.selectors.reminders import due_reminders
from club.money.services.fee_runs import book_fee_run, period_of
from club.money.services.reminders import send_reminders

REFUSED = 1


class Command(BaseCommand):
    help = "`dues preview`, `dues book` (a fee run for whole months) and `dues remind` of a club."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", choices=["preview", "book", "remind"])
        parser.add_argument("--club", required=True, metavar="SLUG")
        parser.add_argument("--from", dest="starts_on", type=date.fromisoformat, metavar="YYYY-MM-DD")
        parser.add_argument("--to", dest="ends_on", type=date.fromisoformat, metavar="YYYY-MM-DD")
        parser.add_argument("--json", action="store_true", help="one JSON object a line")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            club = organisation_by_slug(slug=options["club"])
            if options["task"] == "remind":
                self._remind(club)
                return
            if options["starts_on"] is None or options["ends_on"] is None:
                raise CommandError("A run needs --from and --to.", returncode=BAD_USAGE)
            period = period_of(options["starts_on"], options["ends_on"])
            preview = fee_preview(organisation_id=club.pk, period=period)
            self._print_preview(preview, as_json=options["json"])
            if options["task"] == "book":
                run = book_fee_run(organisation_id=club.pk, period=period, seen=preview.seen, actor=SYSTEM)
                self.stdout.write(f"{run.invoices.count()} invoices")
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}", returncode=REFUSED) from refusal

    def _remind(self, club: Organisation) -> None:
        due = due_reminders(organisation_id=club.pk)
        steps = [(one.invoice.pk, one.step.number) for one in due if one.step is not None]
        taken = send_reminders(organisation_id=club.pk, steps=steps, actor=SYSTEM)
        self.stdout.write(f"{len(taken)} reminders")

    def _print_preview(self, preview: FeePreview, *, as_json: bool) -> None:
        for line in preview.lines:
            name = preview.persons[line.person_id].name
            if as_json:
                record = {"person": line.person_id, "name": name, "payer": line.payer_id}
                record |= {"amount": line.amount, "why_not": line.why_not, "facts": list(line.facts)}
                self.stdout.write(json.dumps(record, ensure_ascii=False))
                continue
            why = [why_not_text(line.why_not)] if line.why_not else []
            why += [fact_text(fact, preview.currency) for fact in line.facts]
            self.stdout.write(f"{name}\t{amount_text(line.amount, preview.currency)}\t{'; '.join(why)}")
        self.stdout.write(f"{len(preview.charged)} pay, {len(preview.left_out)} do not")
