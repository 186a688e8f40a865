"""API to keep a checked record under an unlisted link."""

from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.base import ApiView
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.requests import phone_uri
from games.core.api.throttles import KeepThrottle
from games.core.errors import NothingToRead
from games.judging.api.judging import refuse_long_body
from games.judging.pages.check import GameLine
from games.judging.selectors.saved_checks import saved_check
from games.judging.services.judging import judge_text
from games.judging.services.saved_checks import DAYS, DEFAULT_DAYS, CheckFacts, keep_check


class KeepView(ApiView):
    permission_classes = [Public]
    throttle_classes = [KeepThrottle]

    class Input(Shape):
        pdn = serializers.CharField(trim_whitespace=False, help_text="One or more PDN records.")
        law_book = serializers.CharField(
            default="", allow_blank=True, help_text="Key of the law book. Default: `standard-laws`."
        )
        variant = serializers.CharField(
            default="", allow_blank=True, help_text="Key of the rule set. If empty, it is detected."
        )
        play_on = serializers.BooleanField(
            default=False, help_text="If true, illegal moves followed by other moves are let stand."
        )
        days = serializers.ChoiceField(DAYS, default=DEFAULT_DAYS, help_text="Days until it is deleted.")

    class Output(Shape):
        """Addresses of two pages: for readers, and for the owner to extend or delete the record."""

        url = serializers.CharField()
        owner_url = serializers.CharField()
        expires_at = serializers.DateTimeField()

    @operation("judge_keep", {201: Output}, request=Input, refusals=(409, 413, 422))
    def post(self, request: Request) -> Response:
        """Judge recorded games and keep them under an unlisted link. The response alone has the addresses."""
        refuse_long_body(request)
        asked = self.Input.validated_from(request.data)
        days = asked.pop("days")
        judged = judge_text(
            text=asked["pdn"],
            law_book=asked["law_book"],
            variant=asked["variant"],
            play_on=asked["play_on"],
        )
        if not judged.verdicts:
            raise NothingToRead
        words = [GameLine(verdict, is_shown=False).word for verdict in judged.verdicts]
        text = asked.pop("pdn")
        links = keep_check(CheckFacts(text=text, first_result="", verdicts=words, **asked), days=days)
        row = saved_check(links.secret)
        answer = {
            "url": phone_uri(request, reverse("games:saved", args=[links.secret])),
            "owner_url": phone_uri(request, reverse("games:saved_owner", args=links)),
            "expires_at": row.expires_at if row is not None else None,
        }
        return Response(self.Output(answer).data, status=status.HTTP_201_CREATED)
