"""Rating lists at the command line: a report shown or kept, a list worked out again."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from club.core.actor import SYSTEM
from club.core.errors import ClubError
from club.core.messages import refusal_text
from club.members.selectors.persons import persons_by_number
from tournaments.models import Event, RatingList
from tournaments.ratings.selectors.rating_history import Difference, differences, history_of
from tournaments.ratings.services.rating_reports import commit_report, preview_report, recompute_list

DIFFERENT = 1


class Command(BaseCommand):
    help = (
        "preview and commit: an event on a rating list. recompute: the list worked out again from "
        "the results as they are; differences from what is kept are listed (exit 1), and kept with --apply."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        for act in ("preview", "commit"):
            one = acts.add_parser(act)
            one.add_argument("event", metavar="EVENT", help="its short name in addresses")
            one.add_argument("--list", required=True, type=int, help="the number of the list")
            one.add_argument(
                "--section", action="append", default=[], help="short name; without: all that fit"
            )
        again = acts.add_parser("recompute")
        again.add_argument("--list", required=True, type=int, help="the number of the list")
        again.add_argument("--apply", action="store_true", help="keep what differs")
        again.add_argument("--reason", default="", help="stands on the trail")

    def handle(self, *_args: Any, **options: Any) -> None:
        row = RatingList.objects.filter(pk=options["list"]).first()
        if row is None:
            raise CommandError(f"There is no rating list {options['list']}.")
        try:
            if options["act"] == "recompute":
                self._recompute(row, apply=options["apply"], reason=options["reason"])
            else:
                self._report(row, options)
        except ClubError as refusal:
            words = refusal_text(refusal)
            raise CommandError(f"{words.what} {words.next_step}") from refusal

    def _report(self, row: RatingList, options: dict[str, Any]) -> None:
        event = Event.objects.filter(slug=options["event"]).first()
        if event is None:
            raise CommandError(f"There is no event {options['event']}: its short name is in its address.")
        slugs = options["section"]
        sections = set(event.sections.filter(slug__in=slugs).values_list("pk", flat=True)) if slugs else None
        place: dict[str, Any] = {"list_id": row.pk, "event_id": event.pk, "sections": sections}
        report = preview_report(actor=SYSTEM, **place)
        for person, change in report.lines:
            before, after = change.before.rating, change.after.rating
            hoped = "-" if change.expected is None else f"{change.expected / 100:.2f}"
            self.stdout.write(
                f"{person.name}\t{change.games}\t{change.half_points / 2:g}\t{hoped}\t{change.factor or '-'}"
                f"\t{_rating_text(before)}\t{_rating_text(after)}\t{change.how.value}"
            )
        self.stdout.write(
            f"players={len(report.lines)} games={report.games} left_out={report.left_out} "
            f"unlinked={len(report.unlinked)}"
        )
        if options["act"] == "commit":
            period = commit_report(actor=SYSTEM, seen=report.seen, **place)
            self.stdout.write(f"report={period.number}")

    def _recompute(self, row: RatingList, *, apply: bool, reason: str) -> None:
        if apply:
            found = recompute_list(list_id=row.pk, actor=SYSTEM, reason=reason).differences
        else:
            found = differences(row, history_of(row))
        names = persons_by_number(numbers={one.person for one in found})
        for one in found:
            self.stdout.write(f"{names[one.person].name}\treport={one.period}\t{_difference_text(one)}")
        self.stdout.write(f"reports={row.periods.count()} differences={len(found)}")
        if found and not apply:
            sys.exit(DIFFERENT)


def _rating_text(rating: float | None) -> str:
    return "-" if rating is None else f"{rating:g}"


def _difference_text(one: Difference) -> str:
    kept, now = (facts[1] if facts else None for facts in (one.kept, one.now))
    return f"kept={_rating_text(kept)}\tnow={_rating_text(now)}"
