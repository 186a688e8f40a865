"""API of rating lists. Public lists are readable without an account; directors edit all lists."""

from django.http import Http404
from django.urls import reverse
from rest_framework import serializers, status
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import may
from club.core.api.access import Public, needs
from club.core.api.base import PAGE, requested_club
from club.core.api.documents import PageOut, Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from club.core.selectors import organisation_list
from club.members.selectors.persons import persons_by_number
from games.rules import VARIANTS
from tournaments.core.api.base import LARGEST_NUMBER, ApiView, Pages
from tournaments.core.api.shapes import ReasonInput, VersionInput
from tournaments.core.scopes import of_rating_list, of_rating_period
from tournaments.entries.selectors.entries import hide_names_without_consent
from tournaments.events.api.events import CLUB_HELP
from tournaments.models import RatedPlayer, RatedSpeed, RatingChange, RatingList, RatingPeriod
from tournaments.ratings.api.rating_shapes import (
    RatedPlayerOut,
    RatingChangeOut,
    RatingCurveOut,
    RatingListOut,
    RatingPeriodOut,
)
from tournaments.ratings.formulas.registry import COMPUTED
from tournaments.ratings.models import MAX_RATING
from tournaments.ratings.selectors.rating_lists import (
    curve_changes,
    managed_lists,
    periods_of,
    players_by_rating,
    public_lists,
)
from tournaments.ratings.services.rating_lists import change_list, correct_rating, list_scope, make_list
from tournaments.ratings.services.rating_reports import recompute_list, revert_rating_report

GAME_HELP = (
    "Empty: all variants except house rules. Otherwise a variant, or the key of house rules of the club: "
    + ", ".join(VARIANTS)
)


def visible_list(request: Request, list_id: int) -> RatingList:
    """Return a list that is public or that the user manages; raise Http404 otherwise."""
    row = get_object_or_404(RatingList.objects.select_related("organisation"), pk=list_id)
    if not row.is_public and not may(actor_of(request), Capability.RUN_EVENTS, list_scope(row)):
        raise Http404
    return row


class ListFields(Shape):
    """Fields of a rating list."""

    name = serializers.CharField(max_length=120)
    formula = serializers.ChoiceField(list(COMPUTED))
    variant = serializers.CharField(default="", allow_blank=True, max_length=20, help_text=GAME_HELP)
    speed = serializers.ChoiceField(RatedSpeed.choices, default=RatedSpeed.ANY)
    initial_rating = serializers.IntegerField(
        default=0,
        min_value=0,
        max_value=MAX_RATING,
        help_text="Rating of new players; 0 for the initial rating of the formula.",
    )
    is_public = serializers.BooleanField(default=False)
    counts_nights = serializers.BooleanField(
        default=True,
        help_text="Whether club nights of a season that uses this list are counted when they end.",
    )


class RatingListsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS)]

    class Input(ListFields):
        club = serializers.CharField(default="", allow_blank=True, max_length=60, help_text=CLUB_HELP)

    @operation("rating_lists_kept", RatingListOut(many=True))
    def get(self, request: Request) -> Response:
        """List the rating lists you manage, by club and name."""
        return Response(RatingListOut(managed_lists(actor_of(request)), many=True).data)

    @operation("rating_lists_create", {201: RatingListOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request) -> Response:
        """Create a rating list. Its formula is pinned with the edition."""
        facts = self.Input.validated_from(request.data)
        home = requested_club(request, Capability.RUN_EVENTS, facts.pop("club")).pk
        made = make_list(organisation_id=home, actor=actor_of(request), **facts)
        place = {"Location": reverse("tournaments-api:rating-list", args=[made.pk])}
        return Response(RatingListOut(made).data, status=status.HTTP_201_CREATED, headers=place)


class ClubRatingListsView(ApiView):
    permission_classes = [Public]

    @operation("club_rating_lists", RatingListOut(many=True))
    def get(self, _request: Request, slug: str) -> Response:
        """List the public rating lists of a club."""
        club = get_object_or_404(organisation_list(), slug=slug)
        return Response(RatingListOut(public_lists(club.pk), many=True).data)


class RatingListView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_rating_list, methods={"PATCH"})]

    class Input(VersionInput):
        name = serializers.CharField(required=False, max_length=120)
        formula = serializers.ChoiceField(list(COMPUTED), required=False)
        variant = serializers.CharField(required=False, allow_blank=True, max_length=20, help_text=GAME_HELP)
        speed = serializers.ChoiceField(RatedSpeed.choices, required=False)
        initial_rating = serializers.IntegerField(required=False, min_value=0, max_value=MAX_RATING)
        is_public = serializers.BooleanField(required=False)
        counts_nights = serializers.BooleanField(required=False)

    @operation("rating_list_read", RatingListOut)
    def get(self, request: Request, list_id: int) -> Response:
        """Get a rating list."""
        return Response(RatingListOut(visible_list(request, list_id)).data)

    @operation("rating_list_change", RatingListOut, request=Input, refusals=(409, 422))
    def patch(self, request: Request, list_id: int) -> Response:
        """Change a rating list.

        Answers 409 if games are already counted and the formula, game, speed or initial rating would change,
        or if the list was changed after `version` was read.
        """
        payload = self.Input.validated_from(request.data)
        row = change_list(list_id=list_id, actor=actor_of(request), **payload)
        return Response(RatingListOut(row).data)


class RatedPlayersView(ApiView):
    permission_classes = [Public]

    class Output(PageOut):
        results = RatedPlayerOut(many=True)

    @operation("rating_list_players", Output, parameters=PAGE)
    def get(self, request: Request, list_id: int) -> Response:
        """List the players of a list, highest rating first. Pages of 50."""
        pages = Pages()
        rows = players_by_rating(visible_list(request, list_id))
        page = pages.paginate_queryset(rows, request, view=self) or []
        hide_names_without_consent(one.person for one in page)
        return pages.get_paginated_response(RatedPlayerOut(page, many=True).data)


class RatingChangesView(ApiView):
    permission_classes = [Public]

    class Output(PageOut):
        results = RatingChangeOut(many=True)

    @operation("rating_list_changes", Output, parameters=PAGE)
    def get(self, request: Request, list_id: int) -> Response:
        """List the changes on a rating list, newest first. Pages of 50; non-public events are not named."""
        rows = RatingChange.objects.filter(period__rating_list=visible_list(request, list_id))
        rows = rows.select_related("person", "period__event").order_by("-period__number", "pk")
        pages = Pages()
        page = pages.paginate_queryset(rows, request, view=self) or []
        hide_names_without_consent(one.person for one in page)
        return pages.get_paginated_response(RatingChangeOut(page, many=True).data)


class RatingCurveView(ApiView):
    permission_classes = [Public]

    @operation("rating_curve", RatingCurveOut)
    def get(self, request: Request, list_id: int, person_id: int) -> Response:
        """Get the rating history of a player on a list, oldest report first."""
        row = visible_list(request, list_id)
        player = get_object_or_404(
            RatedPlayer.objects.select_related("person"), rating_list=row, person_id=person_id
        )
        if hide_names_without_consent([player.person]):
            raise Http404
        told = {"player": player, "points": curve_changes(player.person, [row.pk])}
        return Response(RatingCurveOut(told).data)


class RatingPeriodsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_rating_list)]

    class Output(PageOut):
        results = RatingPeriodOut(many=True)

    class Input(Shape):
        person = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
        rating = serializers.IntegerField(min_value=1, max_value=MAX_RATING)
        reason = serializers.CharField(max_length=500)

    @operation("rating_list_reports", Output, parameters=PAGE)
    def get(self, request: Request, list_id: int) -> Response:
        """List reports and corrections of a list, newest first. Pages of 50."""
        row = get_object_or_404(RatingList, pk=list_id)
        pages = Pages()
        page = pages.paginate_queryset(periods_of(row), request, view=self)
        return pages.get_paginated_response(RatingPeriodOut(page, many=True).data)

    @operation("rating_correct", {201: RatingPeriodOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, list_id: int) -> Response:
        """Set a rating manually. The reason is stored with the correction."""
        get_object_or_404(RatingList, pk=list_id)
        facts = self.Input.validated_from(request.data)
        period = correct_rating(
            list_id=list_id, person_id=facts.pop("person"), actor=actor_of(request), **facts
        )
        return Response(RatingPeriodOut(period).data, status=status.HTTP_201_CREATED)


class RatingPeriodView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_rating_period)]

    class Output(Shape):
        changed = serializers.IntegerField()

    @operation("rating_report_read", RatingPeriodOut)
    def get(self, _request: Request, period_id: int) -> Response:
        """Get a report or correction. Its changes are in the list of changes of the rating list."""
        return Response(RatingPeriodOut(get_object_or_404(RatingPeriod, pk=period_id)).data)

    @operation("rating_report_take_back", Output, refusals=(409,))
    def delete(self, request: Request, period_id: int) -> Response:
        """Undo a rating report or correction. Recomputes all later reports of the list."""
        get_object_or_404(RatingPeriod, pk=period_id)
        found = revert_rating_report(period_id=period_id, actor=actor_of(request))
        return Response(self.Output({"changed": len(found)}).data)


class RecomputeView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_rating_list)]

    class Output(Shape):
        class Move(Shape):
            """A changed rating: `kept` is the stored rating, `now` the recomputed one."""

            report = serializers.IntegerField()
            person = serializers.IntegerField()
            name = serializers.CharField()
            kept = serializers.FloatField(allow_null=True)
            now = serializers.FloatField(allow_null=True)

        changed = serializers.IntegerField()
        moves = Move(many=True)

    @operation("rating_list_recompute", Output, request=ReasonInput, refusals=(409, 422))
    def post(self, request: Request, list_id: int) -> Response:
        """Recompute and save a rating list from the current results. Returns the ratings that changed."""
        get_object_or_404(RatingList, pk=list_id)
        payload = ReasonInput.validated_from(request.data)
        found = recompute_list(list_id=list_id, actor=actor_of(request), **payload).differences
        names = persons_by_number(numbers={one.person for one in found})
        moves = [
            {
                "report": one.period,
                "person": one.person,
                "name": names[one.person].name,
                "kept": one.kept[1] if one.kept else None,
                "now": one.now[1] if one.now else None,
            }
            for one in found
        ]
        return Response(self.Output({"changed": len(found), "moves": moves}).data)
