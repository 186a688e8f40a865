"""API of the hall: state and addresses, opening and closing, and printed sheets that are out of date."""

from django.conf import settings
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.actor import Actor
from club.core.api.access import needs
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.scopes import scope_of_printed_codes
from club.hall.selectors import PrintedSheet, printed_sheets, running_hall
from club.hall.services import close_hall, drop_printed, open_hall


class PrintedSheetOut(Shape):
    """Printed codes of one sheet."""

    id = serializers.IntegerField()
    kind = serializers.CharField(help_text="Name of the kind of code.")
    title = serializers.CharField(allow_blank=True)
    page = serializers.CharField(help_text="Path of the page that prints the sheet.")
    site = serializers.CharField(help_text="Address of the site on the paper.")
    number = serializers.IntegerField(help_text="Number of codes.")
    printed_at = serializers.DateTimeField()
    is_stale = serializers.BooleanField(help_text="True if this computer no longer has the address.")


class NetworkHallOut(Shape):
    """State of the hall. A hosted site has none: `is_here` is false, and the lists are empty."""

    is_here = serializers.BooleanField(help_text="True if this site can be opened and closed.")
    is_open = serializers.BooleanField()
    is_fixed = serializers.BooleanField(help_text="True if the program was started with --host.")
    site = serializers.CharField(allow_blank=True, help_text="Best address for phones; empty without one.")
    sites = serializers.ListField(child=serializers.CharField(), help_text="All addresses, the best first.")
    site_by_name = serializers.CharField(allow_blank=True)
    waiting = serializers.ListField(
        child=serializers.CharField(),
        help_text="Addresses in a network that is not allowed yet. Opening again allows it.",
    )
    phones = serializers.IntegerField(help_text="Number of devices that opened the connection check.")
    sheets = PrintedSheetOut(
        many=True, help_text="Latest printed sheets of the caller's clubs, stale ones first."
    )


class HallView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS)]

    @operation("network_hall_read", NetworkHallOut)
    def get(self, request: Request) -> Response:
        """Get the state of the hall, its addresses and the printed sheets."""
        return _answer(actor_of(request))


class HallOpeningView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS)]

    @operation("network_hall_open", NetworkHallOut, refusals=(409,))
    def post(self, request: Request) -> Response:
        """Open the site to the local network.

        An open hall is opened to the networks in `waiting`, too. Answers 409 `hall_not_here` on a hosted
        site.
        """
        open_hall(actor=actor_of(request))
        return _answer(actor_of(request))

    @operation("network_hall_close", NetworkHallOut, refusals=(409,))
    def delete(self, request: Request) -> Response:
        """Close the site to the local network.

        Answers 409 `hall_stays_open` if --host opened it.
        """
        close_hall(actor=actor_of(request))
        return _answer(actor_of(request))


class HallSheetView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=scope_of_printed_codes)]

    @operation("network_hall_sheets_drop")
    def delete(self, request: Request, codes_id: int) -> Response:
        """Take a printed sheet off the list: it was replaced, or is no longer in use."""
        drop_printed(codes_id=codes_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _answer(actor: Actor) -> Response:
    hall = running_hall()
    state: dict[str, object] = {
        "is_here": hall is not None,
        "is_open": hall is not None and hall.is_open,
        "is_fixed": hall is not None and hall.is_fixed,
        "site": settings.PHONE_ADDRESS,
        "sites": hall.sites if hall is not None else [],
        "site_by_name": hall.site_by_name if hall is not None else "",
        "waiting": [hall.site_at(one.address) for one in hall.waiting] if hall is not None else [],
        "phones": hall.reached().phones if hall is not None else 0,
        "sheets": [_sheet(one) for one in printed_sheets(actor=actor)],
    }
    return Response(NetworkHallOut(state).data)


def _sheet(one: PrintedSheet) -> dict[str, object]:
    row = one.row
    return {
        "id": row.pk,
        "kind": str(one.label),
        "title": row.title,
        "page": row.sheet,
        "site": row.base,
        "number": row.number,
        "printed_at": row.printed_at,
        "is_stale": one.is_stale,
    }
