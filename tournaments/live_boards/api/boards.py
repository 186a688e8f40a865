"""API of live boards: moves of a program at a board, what spectators see, alerts for the arbiter."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from club.core.access import may
from club.core.api.access import Public, needs
from club.core.api.documents import Shape
from club.core.api.operations import operation
from club.core.capabilities import Capability
from club.core.requests import actor_of
from games.laws.in_play import MAX_TEXT, EnteredMove
from tournaments.core.api.base import LARGEST_NUMBER, MOST_BOARDS, ApiView
from tournaments.core.api.visibility import visible_event
from tournaments.core.scopes import of_event, of_live_alert, of_live_board, of_round
from tournaments.core.services.locks import pairing_scope
from tournaments.live_boards.models import MAX_DELAY
from tournaments.live_boards.scores import MAX_PLIES
from tournaments.live_boards.selectors.alerts import MAX_ALERTS, alert_line, alerts_of_event
from tournaments.live_boards.selectors.boards import (
    LiveView,
    board_facts,
    boards_of_event,
    entry_facts,
    find_board,
    moves_as_dicts,
    proofs_of,
    views_of,
)
from tournaments.live_boards.services.alerts import dismiss_alert, open_case_of_alert
from tournaments.live_boards.services.boards import (
    SETTINGS,
    open_live_boards,
    remove_live_board,
    set_broadcast,
)
from tournaments.live_boards.services.finishing import finish_board
from tournaments.live_boards.services.moves import MovesEntry, enter_moves, set_clocks
from tournaments.live_boards.services.standing import let_move_stand
from tournaments.models import AlertState, Broadcast, LiveAlert, LiveBoard, LiveState, Outcome

MAX_SECONDS = 86_400
SIDES = (("white", "White"), ("black", "Black"))
KEY: dict[str, Any] = {
    "default": "",
    "allow_blank": True,
    "max_length": 64,
    "help_text": "Identifies the request: the same key again changes nothing.",
}


class BroadcastOut(serializers.ModelSerializer[Broadcast]):
    """Settings of the live boards of an event. `channel` is the last part of /api/v1/live/<channel>."""

    event = serializers.IntegerField(source="event_id")
    channel = serializers.SerializerMethodField()

    class Meta:
        model = Broadcast
        fields = ["event", *SETTINGS, "channel"]
        read_only_fields = fields

    def get_channel(self, row: Broadcast) -> str:
        """Return the name of the channel for spectators."""
        return f"boards:{row.event_id}"


class LiveMoveOut(Shape):
    """A move: the position after it, and the seconds left to White and Black."""

    ply = serializers.IntegerField(help_text="Number of the move, counted over both sides.")
    text = serializers.CharField()
    fen = serializers.CharField()
    route = serializers.ListField(child=serializers.IntegerField())
    captured = serializers.ListField(child=serializers.IntegerField())
    white = serializers.IntegerField(allow_null=True)
    black = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(help_text="Time of entry.")


class LiveBoardOut(Shape):
    """A live board without its earlier moves."""

    id = serializers.IntegerField()
    section = serializers.IntegerField()
    round = serializers.IntegerField()
    pairing = serializers.IntegerField()
    board = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField()
    white = serializers.CharField()
    black = serializers.CharField()
    state = serializers.ChoiceField(LiveState.choices)
    result = serializers.CharField(allow_blank=True, help_text="In figures, White's first.")
    sequence = serializers.IntegerField(
        allow_null=True, help_text="Number of the latest change; null for spectators."
    )
    plies = serializers.IntegerField(help_text="Number of moves of both sides.")
    fen = serializers.CharField()
    last = serializers.CharField(allow_blank=True, help_text="The last move.")
    route = serializers.ListField(child=serializers.IntegerField())
    white_seconds = serializers.IntegerField(allow_null=True)
    black_seconds = serializers.IntegerField(allow_null=True)
    running = serializers.ChoiceField([("", ""), *SIDES], allow_blank=True)
    clock_at = serializers.DateTimeField(
        allow_null=True, help_text="Time at which the clocks were right; null while none runs."
    )
    is_lead = serializers.BooleanField()


class LiveGameOut(LiveBoardOut):
    """A live board with its moves."""

    start_fen = serializers.CharField()
    moves = LiveMoveOut(many=True)
    proved = serializers.ChoiceField(
        [("", ""), *SIDES, ("draw", "Draw")],
        allow_blank=True,
        help_text="Who wins the position by the ending tables. Empty if they do not prove it, or if the "
        "event does not show it.",
    )


class ReplyOut(Shape):
    """A legal move."""

    text = serializers.CharField()
    route = serializers.ListField(child=serializers.IntegerField())
    captured = serializers.ListField(child=serializers.IntegerField())


class LegalOut(ReplyOut):
    """A legal move with the position after it."""

    fen = serializers.CharField()
    replies = ReplyOut(
        many=True, required=False, help_text="Legal moves of the other side after it, if they were asked for."
    )


class EnteredOut(Shape):
    """What became of entered moves. `held` waits for the arbiter: the first of them is not legal."""

    id = serializers.IntegerField()
    sequence = serializers.IntegerField()
    plies = serializers.IntegerField()
    held = serializers.ListField(child=serializers.CharField())
    fen = serializers.CharField()
    state = serializers.ChoiceField(LiveState.choices)
    moves = serializers.ListField(child=serializers.CharField())
    route = serializers.ListField(child=serializers.IntegerField(), help_text="Of the last move.")
    captured = serializers.ListField(child=serializers.IntegerField(), help_text="By the last move.")
    white = serializers.IntegerField(allow_null=True, help_text="Seconds left to White.")
    black = serializers.IntegerField(allow_null=True, help_text="Seconds left to Black.")
    running = serializers.ChoiceField([("", ""), *SIDES], allow_blank=True)
    clock_at = serializers.DateTimeField(allow_null=True)
    legal = LegalOut(many=True, help_text="The legal moves of the position; empty once the game is finished.")


class AlertOut(Shape):
    """What the judge says of a game in play."""

    id = serializers.IntegerField()
    live_board = serializers.IntegerField()
    board = serializers.IntegerField(allow_null=True)
    code = serializers.CharField()
    article = serializers.CharField(allow_blank=True)
    article_url = serializers.CharField(allow_blank=True)
    side = serializers.CharField(allow_blank=True)
    player = serializers.CharField(allow_blank=True)
    ply = serializers.IntegerField()
    sentence = serializers.CharField()
    proposal = serializers.CharField(allow_blank=True)
    state = serializers.ChoiceField(AlertState.choices)
    made_at = serializers.DateTimeField()
    case = serializers.IntegerField(allow_null=True)


class BroadcastView(ApiView):
    permission_classes = [
        needs(Capability.SEE_DESK, scope=of_event, methods={"GET"}),
        needs(Capability.RUN_EVENTS, scope=of_event, methods={"PUT"}),
    ]

    class Input(Shape):
        delay_minutes = serializers.IntegerField(default=0, min_value=0, max_value=MAX_DELAY)
        players_enter = serializers.BooleanField(default=False)
        follows_rounds = serializers.BooleanField(
            default=False, help_text="Open all boards of a round when it is published."
        )
        shows_proofs = serializers.BooleanField(
            default=False, help_text="Show who wins a position that the ending tables prove."
        )

    @operation("broadcasts_read", BroadcastOut)
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """Get the settings of the live boards of an event; 404 if it has none."""
        return Response(BroadcastOut(get_object_or_404(Broadcast, event=event_id)).data)

    @operation("broadcasts_set", BroadcastOut, request=Input, refusals=(422,))
    def put(self, request: Request, event_id: int) -> Response:
        """Turn on live boards of an event, or change their settings.

        With a delay, spectators see each move so many minutes after it was entered.
        """
        told = self.Input.validated_from(request.data)
        return Response(BroadcastOut(set_broadcast(event_id=event_id, actor=actor_of(request), **told)).data)


class EventBoardsView(ApiView):
    permission_classes = [Public]

    @operation("live_boards_list", LiveBoardOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:
        """List the live boards of an event: of the latest round of each section that has some."""
        event = visible_event(request, event_id)
        return Response([board_facts(view) for view in views_of(boards_of_event(event.pk))])


class RoundBoardsView(ApiView):
    permission_classes = [needs(Capability.RUN_EVENTS, scope=of_round)]

    class Input(Shape):
        """Input with board numbers; without `boards`, every board of the round is followed."""

        boards = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MOST_BOARDS),
            default=None,
            allow_null=True,
            max_length=200,
        )
        lead = serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MOST_BOARDS), default=list, max_length=200
        )

    @operation("live_boards_open", LiveBoardOut(many=True), request=Input, refusals=(409, 422))
    def post(self, request: Request, round_id: int) -> Response:
        """Open live boards of a published round. Games with a result are left out."""
        told = self.Input.validated_from(request.data)
        opened = open_live_boards(round_id=round_id, actor=actor_of(request), **told)
        rows = [row for row in map(find_board, [board.pk for board in opened]) if row is not None]
        return Response([board_facts(view) for view in views_of(rows, is_desk=True)])


class LiveBoardView(ApiView):
    permission_classes = [
        needs(Capability.RUN_EVENTS, scope=of_live_board, methods={"DELETE"}),
    ]

    @operation("live_boards_read", LiveGameOut)
    def get(self, request: Request, board_id: int) -> Response:
        """Get a live board with its moves.

        Accounts that may enter results there also get the moves that the delay still holds back.
        """
        return Response(_game_object(_visible_view(request, board_id)))

    @operation("live_boards_remove")
    def delete(self, request: Request, board_id: int) -> Response:
        """Stop following a board. Its moves are deleted; results and records stay."""
        remove_live_board(board_id=board_id, actor=actor_of(request))
        return Response(status=204)


class LiveEntryView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_live_board)]

    class Query(Shape):
        replies = serializers.BooleanField(
            default=False, help_text="Add the moves of the other side after each legal move."
        )

    @operation("live_boards_entry", EnteredOut, query=Query)
    def get(self, request: Request, board_id: int) -> Response:
        """Get a board as whoever enters its moves needs it, with what is held and the legal moves."""
        board = find_board(board_id)
        if board is None:
            raise Http404
        asked = self.Query.validated_from(request.query_params)
        return Response(EnteredOut(entry_facts(board, with_replies=asked["replies"])).data)


class LiveMovesView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_live_board)]

    class Input(Shape):
        """Input with moves in the order of play."""

        class Move(Shape):
            text = serializers.CharField(max_length=MAX_TEXT)
            white = serializers.IntegerField(
                default=None,
                allow_null=True,
                min_value=0,
                max_value=MAX_SECONDS,
                help_text="Seconds left to White after the move.",
            )
            black = serializers.IntegerField(
                default=None, allow_null=True, min_value=0, max_value=MAX_SECONDS
            )

        moves = Move(many=True, max_length=MAX_PLIES)  # type: ignore[call-arg]  # of the list that `many` makes
        sequence = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=0,
            max_value=LARGEST_NUMBER,
            help_text="`sequence` that the client has read. If the board has another, the call answers 409.",
        )
        keep = serializers.IntegerField(
            default=None,
            allow_null=True,
            min_value=0,
            max_value=MAX_PLIES,
            help_text="A correction: so many moves of both sides stay, and `moves` replace the rest.",
        )
        key = serializers.CharField(**KEY)
        only_legal = serializers.BooleanField(
            default=False,
            help_text="Answer 409 for a move that is not legal or is ambiguous, instead of holding it.",
        )

    @operation("live_moves_enter", EnteredOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, board_id: int) -> Response:
        """Enter moves of a game in play.

        Each move is judged at once. A move that is not legal is held with those after it, and the arbiter is
        told; a legal move entered next replaces them.
        """
        told = self.Input.validated_from(request.data)
        moves = [EnteredMove(one["text"], (one["white"], one["black"])) for one in told.pop("moves")]
        entry = MovesEntry(moves=moves, **told)
        return _entered(enter_moves(board_id=board_id, entry=entry, actor=actor_of(request)))


class LiveClocksView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_live_board)]

    class Input(Shape):
        white = serializers.IntegerField(allow_null=True, min_value=0, max_value=MAX_SECONDS)
        black = serializers.IntegerField(allow_null=True, min_value=0, max_value=MAX_SECONDS)
        running = serializers.ChoiceField([("", ""), *SIDES], default="", allow_blank=True)
        key = serializers.CharField(**KEY)

    @operation("live_clocks_set", EnteredOut, request=Input, refusals=(409,))
    def put(self, request: Request, board_id: int) -> Response:
        """Set the clocks of a game in play by hand, in seconds."""
        told = self.Input.validated_from(request.data)
        return _entered(set_clocks(board_id=board_id, actor=actor_of(request), **told))


class LiveFinishView(ApiView):
    permission_classes = [needs(Capability.RECORD_RESULTS, scope=of_live_board)]

    class Input(Shape):
        outcome = serializers.ChoiceField(Outcome.choices)
        sequence = serializers.IntegerField(
            default=None, allow_null=True, min_value=0, max_value=LARGEST_NUMBER
        )
        key = serializers.CharField(**KEY)

    @operation("live_boards_finish", EnteredOut, request=Input, refusals=(409, 422))
    def post(self, request: Request, board_id: int) -> Response:
        """Enter the result of a game in play. The score becomes the record of its pairing."""
        told = self.Input.validated_from(request.data)
        return _entered(finish_board(board_id=board_id, actor=actor_of(request), **told))


class AlertsView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_event)]

    @operation("live_alerts_list", AlertOut(many=True))
    def get(self, request: Request, event_id: int) -> Response:  # noqa: ARG002 - the method's shape
        """List what the judge says of the games in play of an event, the latest first, at most 200."""
        return Response([_alert_object(one) for one in alerts_of_event(event_id)[:MAX_ALERTS]])


class DismissView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_live_alert)]

    @operation("live_alerts_dismiss", AlertOut, refusals=(409,))
    def post(self, request: Request, alert_id: int) -> Response:
        """Close an alert without a case. A held move is dropped, a recalled one is no offence any more."""
        dismiss_alert(alert_id=alert_id, actor=actor_of(request))
        return _alert_answer(alert_id)


class StandView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_live_alert)]

    @operation("live_alerts_let_stand", AlertOut, refusals=(409,))
    def post(self, request: Request, alert_id: int) -> Response:
        """Let a held illegal move stand that was noticed late. It stays an offence; spectators see it now."""
        let_move_stand(alert_id=alert_id, actor=actor_of(request))
        return _alert_answer(alert_id)


class AlertCaseView(ApiView):
    permission_classes = [needs(Capability.CORRECT_RESULTS, scope=of_live_alert)]

    @operation("live_alerts_open_case", AlertOut, refusals=(409, 422))
    def post(self, request: Request, alert_id: int) -> Response:
        """Open a case with everything that the judge knows. The same alert again is the same case."""
        open_case_of_alert(alert_id=alert_id, actor=actor_of(request))
        return _alert_answer(alert_id)


def _visible_view(request: Request, board_id: int) -> LiveView:
    board = find_board(board_id)
    if board is None:
        raise Http404
    visible_event(request, board.pairing.round.section.event_id)
    is_desk = may(actor_of(request), Capability.RECORD_RESULTS, pairing_scope(board.pairing))
    return views_of([board], is_desk=is_desk)[0]


def _game_object(view: LiveView) -> dict[str, Any]:
    proved = proofs_of(view).get(len(view.moves), "")
    told = {"start_fen": view.start_fen, "moves": moves_as_dicts(view), "proved": proved}
    return {**board_facts(view), **told}


def _entered(board: LiveBoard) -> Response:
    return Response(EnteredOut(entry_facts(board)).data)


def _alert_answer(alert_id: int) -> Response:
    rows = LiveAlert.objects.select_related(
        "board__pairing__round__section__event", "board__pairing__white", "board__pairing__black"
    )
    return Response(_alert_object(rows.get(pk=alert_id)))


def _alert_object(alert: LiveAlert) -> dict[str, Any]:
    line = alert_line(alert)
    told = {
        "id": alert.pk,
        "live_board": alert.board_id,
        "board": alert.board.pairing.board_number,
        "code": alert.code,
        "article": alert.article,
        "article_url": line.article_url,
        "side": alert.side,
        "player": line.player,
        "ply": alert.ply,
        "sentence": line.sentence,
        "proposal": line.proposal,
        "state": alert.state,
        "made_at": alert.made_at,
        "case": alert.case_id,
    }
    return dict(AlertOut(told).data)
