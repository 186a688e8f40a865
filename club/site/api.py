"""API of the search over people, events, games and invoices."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import AnyAccount
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.pages.desk_search import MAX_LENGTH, search_for
from club.core.requests import actor_of


class SearchView(ApiView):
    permission_classes = [AnyAccount]

    class Query(Shape):
        q = serializers.CharField(
            default="",
            allow_blank=True,
            max_length=MAX_LENGTH,
            help_text="Words of a name, or a number: two letters or more. Less finds nothing.",
        )

    class Output(Shape):
        kind = serializers.CharField(help_text="page, event, person, player, game or invoice.")
        text = serializers.CharField()
        detail = serializers.CharField(allow_blank=True)
        url = serializers.URLField(help_text="Page of the site for a signed-in reader.")

    @operation("search", Output(many=True), query=Query)
    def get(self, request: Request) -> Response:
        """Search people, events, players, games, invoices and pages.

        Returns at most five of each kind, and only what the caller may see. Case and accents do not matter.
        """
        words = self.Query.validated_from({"q": request.query_params.get("q", "")})["q"]
        found = [
            {
                "kind": hit.kind.key,
                "text": hit.text,
                "detail": hit.detail,
                "url": request.build_absolute_uri(hit.address),
            }
            for group in search_for(actor_of(request), words)
            for hit in group.hits
        ]
        return Response(self.Output(found, many=True).data)  # type: ignore[arg-type]
