"""API of bank files for programs of a club: upload files, list, book and set aside transactions."""

from typing import Any

from rest_framework import serializers, status
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from club.banking.formats.files import MAX_FILE_SIZE
from club.banking.formats.matching import MatchConfidence
from club.banking.formats.returns import OutgoingKind
from club.banking.selectors import Proposal, bank_files_of, open_movements, proposals_for, settled_movements
from club.banking.services.bank_bookings import Choice, book_movements, ignore_transaction, reopen_transaction
from club.banking.services.bank_files import read_bank_file, revert_bank_file
from club.core.access import Scope, require_permission
from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, Pages
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.messages import refusal_text
from club.core.requests import actor_of
from club.core.scopes import scope_of_bank_file, scope_of_movement
from club.core.selectors import organisation_by_slug
from club.members.api.memberships import LARGEST
from club.models import BankFile, MovementState

MAX_BATCH, MAX_PARTS = 500, 50


class BankFileOut(serializers.ModelSerializer[BankFile]):
    """An imported bank file."""

    class Meta:
        model = BankFile
        fields = ["id", "name", "accounts", "first_on", "last_on", "is_proved", "known", "read_at", "read_by"]
        read_only_fields = fields


class BankPartOut(Shape):
    """Part of a transaction that pays an invoice."""

    invoice = serializers.IntegerField()
    code = serializers.CharField()
    amount = serializers.IntegerField()


class SuggestionOut(Shape):
    """Suggested booking of a transaction. A suggestion books nothing."""

    sureness = serializers.ChoiceField(list(MatchConfidence))
    why = serializers.ListField(child=serializers.CharField())
    parts = BankPartOut(many=True)
    rest = serializers.IntegerField(help_text="Amount without an invoice, in minor units.")
    returned = serializers.IntegerField(
        allow_null=True, help_text="Id of the payment that the bank returned, or null."
    )
    refund = serializers.IntegerField(
        allow_null=True, help_text="Id of the matching refund in the books, or null."
    )
    is_exact = serializers.BooleanField()


class BankMovementOut(Shape):
    """A bank transaction, or `movement`. Amounts are in minor units; outgoing amounts are negative."""

    id = serializers.IntegerField()
    booked_on = serializers.DateField()
    amount = serializers.IntegerField()
    currency = serializers.CharField()
    name = serializers.CharField()
    iban = serializers.CharField()
    text = serializers.CharField()
    reference = serializers.CharField()
    state = serializers.ChoiceField(MovementState.choices)
    reason = serializers.CharField()
    payment = serializers.IntegerField(allow_null=True)
    suggestion = SuggestionOut(allow_null=True)


class BookingPart(Shape):
    """Part of a transaction that pays an invoice."""

    invoice = serializers.IntegerField(min_value=1, max_value=LARGEST)
    amount = serializers.IntegerField(min_value=1, max_value=LARGEST)


class BookingIn(Shape):
    """Booking of a `movement`: parts of invoices, credit of a payer, a returned payment, or a refund."""

    movement = serializers.IntegerField(min_value=1, max_value=LARGEST)
    parts = serializers.ListField(child=BookingPart(), max_length=MAX_PARTS, default=list)
    payer = serializers.IntegerField(min_value=1, max_value=LARGEST, default=None, allow_null=True)
    returned = serializers.IntegerField(min_value=1, max_value=LARGEST, default=None, allow_null=True)
    refund = serializers.IntegerField(min_value=1, max_value=LARGEST, default=None, allow_null=True)


class BookingSkipped(Shape):
    """A transaction that was not booked, with the reason."""

    movement = serializers.IntegerField()
    code = serializers.CharField()
    detail = serializers.CharField()


class BankFilesView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY)]
    parser_classes = [MultiPartParser]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")

    class Input(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        file = serializers.FileField(use_url=False, allow_empty_file=True)
        account = serializers.CharField(
            max_length=40,
            default="",
            help_text="Account of the transactions, if the CSV file does not contain it.",
        )

    class Page(PageOut):
        results = BankFileOut(many=True)

    class Output(Shape):
        file = BankFileOut()
        new = serializers.IntegerField()
        known = serializers.IntegerField()

    @operation("bank_files_list", Page, query=Query, parameters=PAGE, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List bank files, newest first."""
        payload = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=payload["club"])
        require_permission(actor_of(request), Capability.KEEP_MONEY, Scope(club.pk))
        pages = Pages()
        page = pages.paginate_queryset(bank_files_of(organisation_id=club.pk), request, view=self)
        return pages.get_paginated_response(BankFileOut(page, many=True).data)

    @operation("bank_files_read", {201: Output}, request={"multipart/form-data": Input}, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Upload a bank file; nothing is booked. Skips known transactions; answers 409 if none is new."""
        payload = self.Input.validated_from(request.data)
        read = read_bank_file(
            organisation_id=organisation_by_slug(slug=payload["club"]).pk,
            data=payload["file"].read(MAX_FILE_SIZE + 1),
            name=payload["file"].name or "",
            account=payload["account"],
            actor=actor_of(request),
        )
        out = {"file": read.file, "new": read.new, "known": read.known}
        return Response(self.Output(out).data, status=status.HTTP_201_CREATED)


class BankFileView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_bank_file)]

    @operation("bank_files_take_back", refusals=(409,))
    def delete(self, request: Request, bank_file_id: int) -> Response:
        """Delete a bank file; counter-entries reverse its bookings.

        Answers 409 if one of its transactions returned a payment.
        """
        revert_bank_file(file_id=bank_file_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class BankMovementsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY)]

    class Query(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        is_waiting = serializers.BooleanField(
            default=True,
            help_text=(
                "True for open transactions with suggestions, false for processed ones. Default: true."
            ),
        )

    class Page(PageOut):
        results = BankMovementOut(many=True)

    class Input(Shape):
        club = serializers.CharField(help_text="Short name of the club.")
        bookings = serializers.ListField(child=BookingIn(), min_length=1, max_length=MAX_BATCH)

    class Output(Shape):
        booked = serializers.ListField(child=serializers.IntegerField())
        amount = serializers.IntegerField()
        skipped = BookingSkipped(many=True)

    @operation("bank_movements_list", Page, query=Query, parameters=PAGE, refusals=(422,))
    def get(self, request: Request) -> Response:
        """List the open bank transactions with suggestions, or the processed ones."""
        values = self.Query.validated_from(request.query_params)
        club = organisation_by_slug(slug=values["club"])
        require_permission(actor_of(request), Capability.KEEP_MONEY, Scope(club.pk))
        waits = values["is_waiting"]
        found = (open_movements if waits else settled_movements)(organisation_id=club.pk)
        pages = Pages()
        rows = pages.paginate_queryset(found, request, view=self) or []
        if waits:
            proposals = proposals_for(organisation_id=club.pk, movements=rows)
            payload = [_movement_data(one.movement, one) for one in proposals]
        else:
            payload = [_movement_data(one, None) for one in rows]
        return pages.get_paginated_response([BankMovementOut(one).data for one in payload])

    @operation("bank_movements_book", Output, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Book the bank transactions that still match. Returns the others as skipped."""
        payload = self.Input.validated_from(request.data)
        choices = [
            Choice(
                movement_id=one["movement"],
                parts=tuple((part["invoice"], part["amount"]) for part in one["parts"]),
                payer_id=one["payer"],
                returned_id=one["returned"],
                refund_id=one["refund"],
            )
            for one in payload["bookings"]
        ]
        club = organisation_by_slug(slug=payload["club"])
        pressed = book_movements(organisation_id=club.pk, choices=choices, actor=actor_of(request))
        skipped = [
            {"movement": number, "code": why.code, "detail": refusal_text(why).what}
            for number, why in pressed.skipped
        ]
        out = {"booked": pressed.booked, "amount": pressed.amount, "skipped": skipped}
        return Response(self.Output(out).data)


class BankMovementView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_movement)]

    class Input(Shape):
        is_waiting = serializers.BooleanField()
        reason = serializers.CharField(max_length=300, default="", allow_blank=True)

    @operation("bank_movements_set_aside", request=Input, refusals=(409, 422))
    def put(self, request: Request, movement_id: int) -> Response:
        """Set a bank transaction aside or reopen it. A counter-entry reverses its booking."""
        payload = self.Input.validated_from(request.data)
        service = reopen_transaction if payload["is_waiting"] else ignore_transaction
        service(movement_id=movement_id, reason=payload["reason"], actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _movement_data(row: Any, proposal: Proposal | None) -> dict[str, Any]:
    names = ("booked_on", "amount", "currency", "name", "iban", "text", "reference", "state", "reason")
    out = {name: getattr(row, name) for name in names} | {"id": row.pk, "payment": row.payment_id}
    if proposal is None:
        return out | {"suggestion": None}
    went = proposal.went.went if proposal.went is not None else None
    number = proposal.about.pk if proposal.about is not None else None
    parts = [{"invoice": one.pk, "code": one.code, "amount": part} for one, part in proposal.invoices]
    return out | {
        "suggestion": {
            "sureness": proposal.suggestion.sureness,
            "why": list(proposal.suggestion.why),
            "parts": parts,
            "rest": proposal.suggestion.rest,
            "returned": number if went == OutgoingKind.RETURNED else None,
            "refund": number if went == OutgoingKind.REFUND else None,
            "is_exact": proposal.is_ticked,
        }
    }
