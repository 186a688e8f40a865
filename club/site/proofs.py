"""Faults of the audit log and the books in words, for `audit verify` and for the contents of an archive."""

from collections.abc import Iterator

from allauth.mfa.models import Authenticator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from club.audit.selectors import BrokenLink, verify_chains
from club.core.site_secrets import unseal
from club.money.selectors.books_proof import BookFault, VerifiedBooks, verify_all_books

DIFFERS = {
    "gap": gettext_lazy("number %(expected)s is missing; the next number is %(found)s"),
    "previous": gettext_lazy("it should contain the previous hash, %(expected)s, but contains %(found)s"),
    "said": gettext_lazy("its content was changed: sealed as %(expected)s, now %(found)s"),
    "end": gettext_lazy("the chain should end at %(expected)s, but its entries end at %(found)s"),
}
FAULTS = {
    "gap": gettext_lazy("number %(expected)s is missing; there are %(found)s"),
    "lines": gettext_lazy("its lines add up to %(expected)s, but it says %(found)s"),
    "entry": gettext_lazy("it says %(expected)s, but its entry says %(found)s"),
    "counter": gettext_lazy("it should be %(expected)s, the opposite of its entry, but is %(found)s"),
    "apart": gettext_lazy("it does not belong to its %(expected)s: %(found)s"),
    "account": gettext_lazy("its entries add up to %(found)s, but its invoices and payments to %(expected)s"),
    "too_much": gettext_lazy("%(found)s was allocated, but only %(expected)s is available"),
    "reference": gettext_lazy("%(found)s is not a valid %(expected)s reference"),
    "note": gettext_lazy("it should have %(expected)s, but has %(found)s"),
    "trail": gettext_lazy("the audit log says %(expected)s, but the books say %(found)s"),
}


def audit_faults() -> Iterator[str]:
    """Verify every chain of the audit log."""
    for chain in verify_chains():
        if chain.broken:
            yield broken_line(chain.broken)


def book_faults() -> Iterator[str]:
    """Verify the books of every club."""
    for books in verify_all_books():
        for fault in books.faults:
            yield fault_line(books, fault)


def foreign_secrets() -> Iterator[str]:
    """Count the second factors that another secret key sealed; their owners could not sign in."""
    sealed = [
        row.data[name]
        for row in Authenticator.objects.filter(type__in=["totp", "recovery_codes"])
        for name in ("secret", "seed")
        if name in row.data
    ]
    if count := sum(unseal(text) is None for text in sealed):
        message = ngettext(
            "%(count)d second factor was sealed with another secret key (DRAUGHTS_SECRET_KEY). "
            "Set the key of the site that made the archive, or run remove_second_factors for its owner.",
            "%(count)d second factors were sealed with another secret key (DRAUGHTS_SECRET_KEY). "
            "Set the key of the site that made the archive, or run remove_second_factors for their owners.",
            count,
        )
        yield message % {"count": count}


def broken_line(broken: BrokenLink) -> str:
    """Say where a chain is broken."""
    differs = str(DIFFERS[broken.what]) % {"expected": broken.expected, "found": broken.found}
    return _("%(chain)s: broken at number %(number)d: %(differs)s") % {
        "chain": broken.chain,
        "number": broken.number,
        "differs": differs,
    }


def fault_line(books: VerifiedBooks, fault: BookFault) -> str:
    """Say what is wrong in the books of a club."""
    differs = str(FAULTS[fault.what]) % {"expected": fault.expected, "found": fault.found}
    message = {"club": books.club, "about": fault.about, "differs": differs}
    return _("books of %(club)s, %(about)s: %(differs)s") % message
