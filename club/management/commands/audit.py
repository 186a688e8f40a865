"""The audit trail from the command line: `audit verify` proves every chain."""

from __future__ import annotations

import json
import sys
import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club import audit_guard
from club.selectors.audit_proof import BrokenLink, ProvenChain, proven_chains

BROKEN = 1
DIFFERS = {
    "gap": gettext_lazy("number %(expected)s is missing, the next one there is %(found)s"),
    "previous": gettext_lazy("it should hold the hash of the one before, %(expected)s, but holds %(found)s"),
    "said": gettext_lazy("what it says was changed: it was sealed as %(expected)s and now makes %(found)s"),
    "end": gettext_lazy("the chain should end at %(expected)s, but its entries end at %(found)s"),
}


class Command(BaseCommand):
    help = "`audit verify` proves the audit trail, or names the first broken link of a chain (exit 1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task", choices=["verify"])
        parser.add_argument("--json", action="store_true", help="one JSON object")

    def handle(self, *_args: Any, **options: Any) -> None:
        begun = time.monotonic()
        chains = list(proven_chains())
        is_guarded = audit_guard.is_set_up(connection)
        if options["json"]:
            self.stdout.write(json.dumps(_facts(chains, time.monotonic() - begun, is_guarded=is_guarded)))
        else:
            self._tell(chains, is_guarded=is_guarded)
        if any(chain.broken for chain in chains):
            sys.exit(BROKEN)

    def _tell(self, chains: list[ProvenChain], *, is_guarded: bool) -> None:
        for chain in chains:
            if chain.broken:
                self.stdout.write(_broken_line(chain.broken))
                continue
            entries = ngettext("%(count)d entry holds", "%(count)d entries hold", chain.entries)
            self.stdout.write(f"{chain.key}: {entries % {'count': chain.entries}} {chain.last_hash}")
        if not is_guarded:
            self.stderr.write(_("The database does not guard the trail: run `manage.py migrate`."))


def _broken_line(broken: BrokenLink) -> str:
    differs = str(DIFFERS[broken.what]) % {"expected": broken.expected, "found": broken.found}
    return _("%(chain)s: broken at number %(number)d: %(differs)s") % {
        "chain": broken.chain,
        "number": broken.number,
        "differs": differs,
    }


def _facts(chains: list[ProvenChain], seconds: float, *, is_guarded: bool) -> dict[str, Any]:
    return {
        "holds": not any(chain.broken for chain in chains),
        "entries": sum(chain.entries for chain in chains),
        "is_guarded": is_guarded,
        "seconds": round(seconds, 3),
        "chains": [chain.as_json() for chain in chains],
    }
