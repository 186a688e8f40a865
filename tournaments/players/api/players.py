"""API of players: a summary, the history of ratings, and games of two players against each other."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.models import Person
from tournaments.core.api.base import ApiView
from tournaments.players.selectors.events import entries_of
from tournaments.players.selectors.head_to_head import SHOWN_MEETINGS, public_head_to_head
from tournaments.players.selectors.records import identity_of, person_record
from tournaments.players.selectors.visibility import public_person
from tournaments.ratings.api.rating_shapes import RatedPlayerOut, RatingChangeOut, RatingListOut
from tournaments.ratings.selectors.rating_lists import curves_of

OPPONENTS_SHOWN = 100


def _person(person_id: int) -> Person:
    person = public_person(person_id)
    if person is None:
        raise Http404
    return person


class PlayerTallyOut(Shape):
    """Games under one heading; `person` is null for an opponent without a page."""

    heading = serializers.CharField()
    person = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    draws = serializers.IntegerField()
    losses = serializers.IntegerField()
    percent = serializers.IntegerField(help_text="Share of the points, in whole percent.")


class PlayerView(ApiView):
    permission_classes = [Public]

    class Output(Shape):
        """A person and the figures of the games played in public events."""

        id = serializers.IntegerField()
        name = serializers.CharField()
        title = serializers.CharField(allow_blank=True)
        federation = serializers.CharField(allow_blank=True, help_text="Federation code of the newest entry.")
        club = serializers.CharField(help_text="Short name of the club that manages the person.")
        clubs = serializers.ListField(
            child=serializers.CharField(), help_text="Other clubs that entries of this person name."
        )
        photo = serializers.CharField(
            allow_blank=True,
            help_text='Address of the photo on this site, 320 pixels a side; "" if none.',
        )
        thumbnail = serializers.CharField(allow_blank=True, help_text="The same with 96 pixels a side.")
        events = serializers.IntegerField(help_text="Number of entries in public events.")
        total = PlayerTallyOut()
        sides = PlayerTallyOut(many=True)
        openings = PlayerTallyOut(many=True)
        opponents = PlayerTallyOut(
            many=True,
            help_text=f"The {OPPONENTS_SHOWN} met most often. All whose names are withheld are one row.",
        )

    @operation("player", Output)
    def get(self, _request: Request, person_id: int) -> Response:
        """Get the public figures of a player. 404 without a public event or rating, or with a withheld name.

        After a merge the id of the merged person answers with the surviving one.
        """
        person = _person(person_id)
        record, identity = person_record(person), identity_of(person)
        told: dict[str, Any] = {
            "id": person.pk,
            "name": person.name,
            "club": getattr(person.organisation, "slug", ""),
            **identity._asdict(),
            "photo": reverse("club:photo", args=[identity.photo]) if identity.photo else "",
            "thumbnail": reverse("club:photo_small", args=[identity.photo]) if identity.photo else "",
            "events": entries_of(record.seats).count(),
            "total": record.total,
            "sides": record.sides,
            "openings": record.openings[:OPPONENTS_SHOWN],
            "opponents": record.opponents[:OPPONENTS_SHOWN],
        }
        return Response(self.Output(told).data)


class PlayerCurveOut(Shape):
    """A rating list with the person's rating and its changes, oldest first."""

    rating_list = RatingListOut()
    player = RatedPlayerOut()
    points = RatingChangeOut(many=True)


class PlayerRatingsView(ApiView):
    permission_classes = [Public]

    @operation("player_ratings", PlayerCurveOut(many=True))
    def get(self, _request: Request, person_id: int) -> Response:
        """List the public rating lists of a player, each with the history of the rating."""
        told: Any = [
            {
                "rating_list": one.rating_list,
                "player": one.player,
                "points": [point.change for point in one.points],
            }
            for one in curves_of(_person(person_id))
        ]
        return Response(PlayerCurveOut(told, many=True).data)


class MeetingOut(Shape):
    """A game between two players, from the first player's point of view."""

    event = serializers.CharField(source="result.pairing.round.section.event.name")
    event_slug = serializers.CharField(source="result.pairing.round.section.event.slug")
    section = serializers.CharField(source="result.pairing.round.section.name")
    round = serializers.IntegerField(source="result.pairing.round.number")
    on = serializers.DateField(allow_null=True)
    is_white = serializers.BooleanField(source="game.is_white")
    half_points = serializers.IntegerField(
        source="game.half_points",
        help_text="Half points of the first player: 2 for a win, 1 for a draw, 0 for a loss.",
    )
    record = serializers.IntegerField(
        source="game.record",
        allow_null=True,
        help_text="Id of the game in the archive, null without recorded moves.",
    )


class AgainstView(ApiView):
    permission_classes = [Public]

    class Output(Shape):
        """Public games between two players, from the first player's point of view."""

        wins = serializers.IntegerField()
        draws = serializers.IntegerField()
        losses = serializers.IntegerField()
        whites = serializers.IntegerField(help_text="Number of games in which the first player had White.")
        meetings = MeetingOut(
            many=True, help_text=f"The latest {SHOWN_MEETINGS} games; the figures count all."
        )

    @operation("players_against", Output)
    def get(self, request: Request, person_id: int, other_id: int) -> Response:  # noqa: ARG002 - the framework's signature
        """Get the public head-to-head record of two players. 404 if it is empty or a name is withheld."""
        told: Any = public_head_to_head(person_id=person_id, other_id=other_id)
        if told is None:
            raise Http404
        return Response(self.Output(told).data)
