"""Merge handlers of fees, invoices and payments: the accounts follow, unchanged."""

from club.duplicates.merge_handlers import follows

follows("club.feeterms.person", gives_way=True)
follows("club.feeterms.payer")
follows("club.feeadjustment.person", gives_way=True)
follows("club.feeline.person")
follows("club.feeline.payer")
follows("club.invoice.payer")
follows("club.invoiceline.person")
follows("club.payment.payer")
follows("club.ledgerentry.person")
