"""Scopes of the rows that addresses name, for the `scope` of pages and the API.

A row that does not exist answers 404; one of another club is refused like anything else there.
"""

from typing import Any

from django.apps import apps
from django.db.models import Model
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from club.core.access import Scope, scope_of
from club.models import (
    AuditEntry,
    BankFile,
    BankMovement,
    ClubDate,
    EquipmentItem,
    EquipmentLoan,
    ErasureRequest,
    FeeRun,
    HelperPass,
    Household,
    Invitation,
    Invoice,
    Job,
    JoinRequest,
    Membership,
    MembershipPlan,
    Notice,
    Organisation,
    OutboxMessage,
    Payment,
    PrintedCodes,
    RoleGrant,
    SavedGroup,
    Venue,
)

Asked = HttpRequest | Request


def scope_of_grant(_request: Asked, grant_id: int) -> Scope:
    """Place of the granted role."""
    return scope_of(get_object_or_404(RoleGrant, pk=grant_id))


def scope_of_pass(_request: Asked, pass_id: int) -> Scope:
    """Place of the pass."""
    return scope_of(get_object_or_404(HelperPass, pk=pass_id))


def scope_of_invitation(_request: Asked, invitation_id: int) -> Scope:
    """Place of the role that the invitation gives."""
    return scope_of(get_object_or_404(Invitation, pk=invitation_id))


def scope_of_request(_request: Asked, request_id: int) -> Scope:
    """Club that received the erasure request."""
    return Scope(get_object_or_404(ErasureRequest, pk=request_id).organisation_id)


def scope_of_membership(_request: Asked, membership_id: int, **_rest: Any) -> Scope:
    """Club of a membership."""
    return Scope(get_object_or_404(Membership, pk=membership_id).organisation_id)


def scope_of_plan(_request: Asked, plan_id: int) -> Scope:
    """Club of a plan."""
    return Scope(get_object_or_404(MembershipPlan, pk=plan_id).organisation_id)


def scope_of_join_request(_request: Asked, request_id: int, **_rest: Any) -> Scope:
    """Club of a request to join."""
    return Scope(get_object_or_404(JoinRequest, pk=request_id).organisation_id)


def scope_of_household(_request: Asked, household_id: int) -> Scope:
    """Club of a household."""
    return Scope(get_object_or_404(Household, pk=household_id).organisation_id)


def scope_of_bank_file(_request: Asked, bank_file_id: int) -> Scope:
    """Club of a bank file."""
    return Scope(get_object_or_404(BankFile, pk=bank_file_id).organisation_id)


def scope_of_equipment(_request: Asked, item_id: int) -> Scope:
    """Club of a piece of equipment."""
    return Scope(get_object_or_404(EquipmentItem, pk=item_id).organisation_id)


def scope_of_loan(_request: Asked, loan_id: int) -> Scope:
    """Club of a loan."""
    rows = EquipmentLoan.objects.select_related("item")
    return Scope(get_object_or_404(rows, pk=loan_id).item.organisation_id)


def scope_of_movement(_request: Asked, movement_id: int, **_rest: Any) -> Scope:
    """Club of a bank movement."""
    return Scope(get_object_or_404(BankMovement, pk=movement_id).organisation_id)


def scope_of_invoice(_request: Asked, invoice_id: int, **_rest: Any) -> Scope:
    """Club of an invoice."""
    return Scope(get_object_or_404(Invoice, pk=invoice_id).organisation_id)


def scope_of_payment(_request: Asked, payment_id: int, **_rest: Any) -> Scope:
    """Club of a payment."""
    return Scope(get_object_or_404(Payment, pk=payment_id).organisation_id)


def scope_of_fee_run(_request: Asked, run_id: int, **_rest: Any) -> Scope:
    """Club of a fee run."""
    return Scope(get_object_or_404(FeeRun, pk=run_id).organisation_id)


def scope_of_books(_request: Asked, slug: str, **_rest: Any) -> Scope:
    """Club of the books in an address."""
    return Scope(get_object_or_404(Organisation, slug=slug).pk)


def scope_of_date(_request: Asked, date_id: int, **_rest: Any) -> Scope:
    """Club of a calendar date."""
    return Scope(get_object_or_404(ClubDate, pk=date_id).organisation_id)


def scope_of_venue(_request: Asked, venue_id: int, **_rest: Any) -> Scope:
    """Club of a venue."""
    return Scope(get_object_or_404(Venue, pk=venue_id).organisation_id)


def scope_of_notice(_request: Asked, notice_id: int, **_rest: Any) -> Scope:
    """Club of a notice."""
    return Scope(get_object_or_404(Notice, pk=notice_id).organisation_id)


def scope_of_group(_request: Asked, group_id: int) -> Scope:
    """Club of a saved group."""
    return Scope(get_object_or_404(SavedGroup, pk=group_id).organisation_id)


def scope_of_job(_request: Asked, job_id: int) -> Scope:
    """Club of a job."""
    return Scope(get_object_or_404(Job, pk=job_id).organisation_id)


def scope_of_message(_request: Asked, message_id: int) -> Scope:
    """Club of a message."""
    return Scope(get_object_or_404(OutboxMessage, pk=message_id).organisation_id)


def scope_of_entry(_request: Asked, entry_id: int) -> Scope:
    """Club of an audit entry."""
    return Scope(get_object_or_404(AuditEntry, pk=entry_id).organisation_id)


def audit_scope_of_pass(_request: Asked, pass_id: int) -> Scope:
    """Club whose audit log has the pass: an audit log is read for a whole club."""
    return Scope(get_object_or_404(HelperPass, pk=pass_id).organisation_id)


def audit_scope_of_target(_request: Asked, kind: str, target_id: str) -> Scope | None:
    """Club whose audit log has a row. None if it is gone or of no club: only the own clubs' log is shown."""
    row = _row(kind, target_id)
    if row is None:
        return None
    if isinstance(row, Organisation):
        return Scope(row.pk)
    club: int | None = getattr(row, "organisation_id", None)
    return None if club is None else Scope(club)


def _row(kind: str, number: str) -> Model | None:
    """Row of a table by its audit kind, such as "games.game"."""
    known = {model._meta.label_lower: model for model in apps.get_models()}  # noqa: SLF001 - Django's documented interface
    model = known.get(kind)
    if model is None or not (number.isascii() and number.isdecimal() and len(number) < 19):  # noqa: PLR2004 - a key's width
        return None
    return model._base_manager.filter(pk=number).first()  # noqa: SLF001 - rows in any state


def scope_of_printed_codes(_request: Asked, codes_id: int) -> Scope:
    """Club whose sheet has the codes."""
    return Scope(get_object_or_404(PrintedCodes, pk=codes_id).organisation_id)
