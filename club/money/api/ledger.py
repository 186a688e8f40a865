"""API of a club's books: the entries of a year, the account of a person, and closed years."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import needs
from club.core.api.base import PAGE, ApiView, page_of
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
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
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Query(Shape):
        """Query: the year. If omitted, the current year."""

        year = serializers.IntegerField(min_value=FIRST_YEAR, max_value=LAST_YEAR, required=False)

    class Output(PageOut):
        results = LedgerEntryOut(many=True)

    @operation("ledger_list", Output, query=Query, parameters=PAGE)
    def get(self, request: Request, slug: str) -> Response:
        """List the ledger entries of a year, sorted by date."""
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
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    @operation("accounts_read", AccountOut)
    def get(self, request: Request, slug: str, person_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the account of a person with the club, sorted by date."""
        club = organisation_by_slug(slug=slug)
        person = get_object_or_404(people_of(organisation_id=club.pk), pk=person_id)
        place = {"organisation_id": club.pk, "person_id": person.pk}
        lines = [{"entry": entry, "balance": balance} for entry, balance in account_of(**place)]
        payload: Any = {"person": person.pk, "balance": balance_of(**place), "lines": lines}
        return Response(AccountOut(payload).data)


class YearsView(ApiView):
    permission_classes = [needs(Capability.KEEP_MONEY, scope=scope_of_books)]

    class Input(Shape):
        year = serializers.IntegerField(min_value=FIRST_YEAR, max_value=LAST_YEAR)
        is_closed = serializers.BooleanField()

    class Output(Shape):
        closed = serializers.ListField(child=serializers.IntegerField())

    @operation("money_years_list", Output)
    def get(self, request: Request, slug: str) -> Response:  # noqa: ARG002 - the framework's signature
        """List the years with closed books, latest first."""
        return self._years_response(organisation_by_slug(slug=slug).pk)

    @operation("money_years_set", Output, request=Input, refusals=(409, 422))
    def put(self, request: Request, slug: str) -> Response:
        """Close a year that is over to bookings, or reopen the last closed one. Otherwise answers 409."""
        club, payload = organisation_by_slug(slug=slug), self.Input.validated_from(request.data)
        service: Any = close_year if payload["is_closed"] else open_year
        service(organisation_id=club.pk, year=payload["year"], actor=actor_of(request))
        return self._years_response(club.pk)

    def _years_response(self, organisation_id: int) -> Response:
        years = [one.year for one in closed_years(organisation_id=organisation_id)]
        return Response(self.Output({"closed": years}).data)
