"""Links for single invoices: derived from the site's key, not stored."""

import base64

from django.utils.crypto import constant_time_compare, salted_hmac

from club.models import Invoice

LONGEST_NUMBER = 19  # digits


def invoice_secret(invoice: Invoice) -> str:
    """Derive the secret that opens an invoice for the recipient of the mail."""
    said = f"{invoice.pk}:{invoice.organisation_id}:{invoice.reference}"
    digest = salted_hmac("club.invoice", said, algorithm="sha256").digest()
    return f"{invoice.pk}-{base64.urlsafe_b64encode(digest[:18]).decode()}"


def invoice_by_secret(secret: str) -> Invoice | None:
    """Return the invoice of such a link, or None."""
    number, dash, _rest = secret.partition("-")
    if not dash or not number.isascii() or not number.isdecimal() or len(number) >= LONGEST_NUMBER:
        return None
    row = Invoice.objects.select_related("organisation", "payer").filter(pk=int(number)).first()
    return row if row is not None and constant_time_compare(invoice_secret(row), secret) else None
