"""The audit trail from the command line: `audit verify` proves every chain, and the books of every club."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from club.audit import triggers as audit_triggers
from club.audit.selectors import VerifiedChain, verify_chains
from club.core.selectors import one_view
from club.money import triggers as money_triggers
from club.money.selectors.books_proof import VerifiedBooks, verify_all_books
from club.site.proofs import broken_line, fault_line

BROKEN = 1


class Command(BaseCommand):
    help = (
        "`audit verify` proves the audit trail and the books of the clubs, or names what is broken (exit 1)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", choices=["verify"])
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        begun = time.monotonic()
        with one_view():  # entries that are added meanwhile must not look like a broken chain
            chains, books = list(verify_chains()), list(verify_all_books())
        is_guarded = audit_triggers.is_set_up(connection) and money_triggers.is_set_up(connection)
        if options["json"]:
            facts = _facts(chains, books, time.monotonic() - begun, is_guarded=is_guarded)
            self.stdout.write(json.dumps(facts))
        else:
            self._print_report(chains, books, is_guarded=is_guarded)
        if not _is_intact(chains, books):
            sys.exit(BROKEN)

    def _print_report(
        self, chains: list[VerifiedChain], books: list[VerifiedBooks], *, is_guarded: bool
    ) -> None:
        for chain in chains:
            if chain.broken:
                self.stdout.write(broken_line(chain.broken))
                continue
            entries = ngettext("%(count)d entry verified", "%(count)d entries verified", chain.entries)
            self.stdout.write(f"{chain.key}: {entries % {'count': chain.entries}} {chain.last_hash}")
            if chain.blanked:
                self.stdout.write(_blanked_line(chain))
        for one in books:
            for fault in one.faults:
                self.stdout.write(fault_line(one, fault))
            if not one.faults:
                self.stdout.write(_books_line(one))
        if not is_guarded:
            message = _("The database does not protect the audit log and the books: run `manage.py migrate`.")
            self.stderr.write(message)


def _blanked_line(chain: VerifiedChain) -> str:
    message = ngettext(
        "%(chain)s: %(count)d entry was redacted after an erasure",
        "%(chain)s: %(count)d entries were redacted after an erasure",
        chain.blanked,
    )
    return message % {"chain": chain.key, "count": chain.blanked}


def _books_line(books: VerifiedBooks) -> str:
    entries = ngettext("%(count)d entry verified", "%(count)d entries verified", books.entries)
    return _("books of %(club)s: %(entries)s") % {
        "club": books.club,
        "entries": entries % {"count": books.entries},
    }


def _is_intact(chains: list[VerifiedChain], books: list[VerifiedBooks]) -> bool:
    return not any(chain.broken for chain in chains) and not any(one.faults for one in books)


def _facts(
    chains: list[VerifiedChain], books: list[VerifiedBooks], seconds: float, *, is_guarded: bool
) -> dict[str, Any]:
    return {
        "holds": _is_intact(chains, books),
        "entries": sum(chain.entries for chain in chains),
        "blanked": sum(chain.blanked for chain in chains),
        "is_guarded": is_guarded,
        "seconds": round(seconds, 3),
        "chains": [chain.as_json() for chain in chains],
        "books": [one.as_json() for one in books],
    }
