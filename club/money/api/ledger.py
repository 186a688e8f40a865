"""API of a club's books: the entries of a year, the account of a person, and closed years."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of, problems
from club.core.api.documents import PageOut, Shape
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_books
from club.core.selectors import organisation_by_slug
from club.models import LedgerEntry
from club.money.selectors.books import balance_of, people_of
from club.money.selectors.treasury import account_of, book_entries, closed_years
from club.money.services.books import close_year, open_year

FIRST_YEAR, LAST_YEAR = 2000, 2199
UNITS = "In the smallest unit of the currency. Negative: what the club owes or has received."


class LedgerEntryOut(serializers.ModelSerializer[LedgerEntry]):
    """Ledger entry. Entries are never changed; counter-entries reverse them."""

    class Meta:
        model = LedgerEntry
        fields = [
            *("id", "on", "kind", "amount", "currency", "person", "invoice", "payment", "reverses"),
            *("reason", "made_by"),
        ]
        read_only_fields = fields


class LedgerView(ApiView):
    """Ledger entries of a year."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """Query: the year. If omitted, the current year."""

        year = serializers.IntegerField(min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False)

    class Output(PageOut):
        """One page of entries."""

        results = LedgerEntryOut(many=True)

    @extend_schema(
        operation_id="ledger_list",
        summary="List the ledger entries of a year, sorted by date",
        parameters=[Query, *PAGE],
        responses={200: Output, **problems(400, 401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Return one page of the entries of the year."""
        club, payload = organisation_by_slug(slug=slug), self.Query.validated_from(request.query_params)
        rows = book_entries(organisation_id=club.pk, year=payload.get("year", timezone.localdate().year))
        return page_of(self, request, rows, LedgerEntryOut)


class AccountLineOut(Shape):
    """Ledger entry with the balance after it."""

    entry = LedgerEntryOut()
    balance = serializers.IntegerField(help_text=UNITS)


class AccountOut(Shape):
    """Balance of a person with the club, with the ledger entries."""

    person = serializers.IntegerField()
    balance = serializers.IntegerField(help_text=UNITS)
    lines = AccountLineOut(many=True)


class AccountView(ApiView):
    """Account of one person with the club."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    @extend_schema(
        operation_id="accounts_read",
        summary="Get the account of a person with the club",
        responses={200: AccountOut, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str, person_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the entries sorted by date, each with the balance after it."""
        club = organisation_by_slug(slug=slug)
        person = get_object_or_404(people_of(organisation_id=club.pk), pk=person_id)
        place = {"organisation_id": club.pk, "person_id": person.pk}
        lines = [{"entry": entry, "balance": balance} for entry, balance in account_of(**place)]
        payload: Any = {"person": person.pk, "balance": balance_of(**place), "lines": lines}
        return Response(AccountOut(payload).data)


class YearsView(ApiView):
    """Years with closed books."""

    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        """Input of a year: `is_closed` is true to close its books, false to reopen them."""

        year = serializers.IntegerField(min_value=FIRST_YEAR, max_value=LAST_YEAR)
        is_closed = serializers.BooleanField()

    class Output(Shape):
        """Closed years, latest first."""

        closed = serializers.ListField(child=serializers.IntegerField())

    @extend_schema(
        operation_id="money_years_list",
        summary="List the years with closed books",
        responses={200: Output, **problems(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """Return the closed years, latest first."""
        return self._years_response(organisation_by_slug(slug=slug).pk)

    @extend_schema(
        operation_id="money_years_set",
        summary="Close the books of a year, or reopen the last closed year",
        request=Input,
        responses={200: Output, **problems(400, 401, 403, 404, 409, 415, 422)},
    )
    def put(self, request: Request, slug: str) -> Response:
        """Close or reopen the books of the year. Nothing can be booked in a closed year.

        Answers 409 if the year to close is not over, or the year to reopen is not the last closed one.
        """
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        service: Any = close_year if payload["is_closed"] else open_year
        service(organisation_id=club.pk, year=payload["year"], actor=actor_of(request))
        return self._years_response(club.pk)

    def _years_response(self, organisation_id: int) -> Response:
        years = [one.year for one in closed_years(organisation_id=organisation_id)]
        return Response(self.Output({"closed": years}).data)
