"""API of a player's evening, for an app of the player's own."""

from django.conf import settings
from django.utils import translation
from rest_framework import serializers, status
from rest_framework.exceptions import Throttled
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.api.access import Public
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.limits import count
from club.core.outgoing import MAX_URL_LENGTH
from club.core.requests import actor_of
from club.core.web_push import server_key
from tournaments.core.api.base import ApiView
from tournaments.core.api.shapes import PairingOut
from tournaments.entries.entry_links import entry_of
from tournaments.entries.errors import UnknownEntryLink
from tournaments.evening.selectors import Evening, EveningState, evening_of
from tournaments.evening.services.push_subscriptions import Browser, subscribe_by_link, unsubscribe_app
from tournaments.models import Entry

POSTS, SECONDS = 10, 60


class NextRoundOut(Shape):
    number = serializers.IntegerField()
    starts_at = serializers.DateTimeField(allow_null=True, help_text="Null if it is not scheduled.")


class PlaceOut(Shape):
    rank = serializers.IntegerField()
    points = serializers.IntegerField()
    after_round = serializers.IntegerField()


class EveningOut(Shape):
    """The evening of a player: the current board, the place, and the next round."""

    entry = serializers.IntegerField()
    name = serializers.CharField()
    section = serializers.IntegerField()
    state = serializers.ChoiceField(
        [one.value for one in EveningState],
        help_text="`hidden`: the event is not public. `out`: the entry does not play. `waiting`: for the "
        "next pairing. `eliminated`: from a knock-out. `unpaired`: without a game in this round.",
    )
    round = serializers.IntegerField(allow_null=True, help_text="Number of the latest published round.")
    pairing = PairingOut(allow_null=True, help_text="The player's board in this round; null without one.")
    is_white = serializers.BooleanField(allow_null=True, help_text="Side in the first game.")
    time_control = serializers.CharField(allow_blank=True, help_text="Empty while the event is hidden.")
    place = PlaceOut(allow_null=True, help_text="Place in the published standings; null before them.")
    next_round = NextRoundOut(
        allow_null=True, help_text="Null after the last round and for a player who is eliminated."
    )
    push_key = serializers.CharField(
        help_text="Key of the site for `applicationServerKey` of a subscription."
    )


class EveningView(ApiView):
    permission_classes = [Public]

    @operation("evenings_read", EveningOut)
    def get(self, request: Request, secret: str) -> Response:  # noqa: ARG002 - the method's shape
        """Get the evening of a player by the secret of the entry link.

        `secret` is the last part of /entry/<secret>/. Results are reported and the arbiter is called with the
        card of the board.
        """
        return Response(EveningOut(_evening_object(evening_of(_entry(secret)))).data)


class PushOut(Shape):
    id = serializers.IntegerField()
    endpoint = serializers.URLField(max_length=MAX_URL_LENGTH)
    language = serializers.CharField()


class PushesView(ApiView):
    permission_classes = [Public]

    class Input(Shape):
        class Keys(Shape):
            p256dh = serializers.CharField(max_length=100, help_text="Public key of the browser, base64url.")
            auth = serializers.CharField(max_length=30, help_text="Authentication secret, base64url.")

        endpoint = serializers.CharField(
            max_length=MAX_URL_LENGTH, help_text="Address at the push service: https on a public host."
        )
        keys = Keys()
        language = serializers.ChoiceField(
            settings.LANGUAGES,
            required=False,
            help_text="Language of the notifications. Default: the language of the event.",
        )

    @operation("evening_push_create", {status.HTTP_201_CREATED: PushOut}, request=Input, refusals=(409, 422))
    def post(self, request: Request, secret: str) -> Response:
        """Notify an app when the player is paired, by web push (RFC 8030).

        The body is a `PushSubscription` of a browser, made with `push_key` of the evening. The same
        `endpoint` again replaces the subscription. The app counts as a phone, which the desk can remove.
        """
        entry = _entry(secret)
        counted = count("evening-push", str(entry.pk), most=POSTS, seconds=SECONDS)
        if counted.is_too_many:
            raise Throttled(wait=counted.seconds_left)
        told = self.Input.validated_from(request.data)
        browser = Browser(told["endpoint"], told["keys"]["p256dh"], told["keys"]["auth"])
        with translation.override(told.get("language", entry.section.event.language)):
            row = subscribe_by_link(secret=secret, browser=browser, actor=actor_of(request))
        return Response(
            PushOut({"id": row.pk, "endpoint": row.endpoint, "language": row.language}).data,
            status=status.HTTP_201_CREATED,
        )


class PushView(ApiView):
    permission_classes = [Public]

    @operation("evening_push_delete")
    def delete(self, request: Request, secret: str, subscription_id: int) -> Response:
        """Stop notifying an app, and remove it from the phones of the player."""
        entry = _entry(secret)
        unsubscribe_app(entry_id=entry.pk, subscription_id=subscription_id, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _entry(secret: str) -> Entry:
    entry = entry_of(secret)
    if entry is None:
        raise UnknownEntryLink
    return entry


def _evening_object(found: Evening) -> dict[str, object]:
    is_shown = found.state is not EveningState.HIDDEN
    pairing, row = (found.pairing, found.record.row) if is_shown else (None, None)
    plays_on = is_shown and found.eliminated_in is None and found.next_number <= found.section.rounds
    return {
        "entry": found.entry.pk,
        "name": found.entry.name,
        "section": found.section.pk,
        "state": found.state.value,
        "round": found.round.number if is_shown and found.round is not None else None,
        "pairing": pairing,
        "is_white": pairing.white_id == found.entry.pk if pairing is not None and pairing.black_id else None,
        "time_control": found.section.clock if is_shown else "",
        "place": None
        if row is None
        else {"rank": row.rank, "points": row.points, "after_round": found.record.table.after},
        "push_key": server_key(),
        "next_round": {"number": found.next_number, "starts_at": found.next_starts_at} if plays_on else None,
    }
