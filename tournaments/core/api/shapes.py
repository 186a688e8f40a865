"""The shapes of answers: events, sections, entries, rounds with their boards."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from club.core.api.documents import Shape
from tournaments.core.api.base import MOST_BOARDS
from tournaments.core.refusal_texts import refusal_text
from tournaments.core.section_options import effective_options
from tournaments.models import (
    AbsenceKind,
    ByeKind,
    Camp,
    DecidedBy,
    Decision,
    Entry,
    EntryState,
    Event,
    EventState,
    GameResult,
    Outcome,
    Pairing,
    PlayerReports,
    ResultMark,
    Round,
    RoundState,
    Scoring,
    Section,
)
from tournaments.standings.ranking.errors import StandingsRefusal
from tournaments.standings.ranking.ranking import codes_of


class EventOut(serializers.ModelSerializer[Event]):
    """An event."""

    club = serializers.CharField(source="organisation.slug")
    state = serializers.ChoiceField(EventState.choices)
    contact_email = serializers.CharField(allow_blank=True)
    sections = serializers.SerializerMethodField()

    class Meta:
        model = Event
        fields = [
            *("id", "club", "slug", "name", "starts_on", "ends_on", "venue", "address", "directions"),
            *("contact_name", "contact_email", "contact_phone", "fee_note", "description", "language"),
            *("time_zone", "state", "version", "sections"),
        ]
        read_only_fields = fields

    def get_sections(self, event: Event) -> list[int]:
        """The numbers of its sections."""
        return [section.pk for section in event.sections.all()]


class SectionOut(serializers.ModelSerializer[Section]):
    """A section with everything that its play is pinned to."""

    event = serializers.IntegerField(source="event_id")
    games_per_pairing = serializers.IntegerField()
    scoring = serializers.ChoiceField(Scoring.choices)
    is_team = serializers.BooleanField()
    options = serializers.SerializerMethodField()
    player_reports = serializers.ChoiceField(PlayerReports.choices)
    tie_breaks = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Section
        fields = [
            *("id", "event", "slug", "name", "variant", "law_book", "system", "options", "rounds"),
            *("games_per_pairing", "scoring", "win_points", "draw_points", "loss_points", "bye_points"),
            *("match_win_points", "match_draw_points", "match_loss_points", "match_bye_points"),
            *("tie_breaks", "deck", "one_ballot_a_round", "initial_colour", "clock", "player_reports"),
            *("second_pass", "upset_difference", "version"),
            "is_team",
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.DictField(child=serializers.JSONField()))
    def get_options(self, section: Section) -> dict[str, object]:
        """Every option that its system reads, settled or usual, and what was settled for other systems."""
        return effective_options(section)


class AbsenceOut(Shape):
    """A round that a player misses, and what it is worth."""

    round = serializers.IntegerField(source="round_number")
    kind = serializers.ChoiceField(AbsenceKind.choices)


class EntryOut(serializers.ModelSerializer[Entry]):
    """A player of a section."""

    section = serializers.IntegerField(source="section_id")
    state = serializers.ChoiceField(EntryState.choices)
    camp = serializers.ChoiceField([("", ""), *Camp.choices])
    has_arrived = serializers.SerializerMethodField()
    absences = AbsenceOut(many=True)
    family = serializers.SerializerMethodField(help_text="For the desk alone; empty for all others.")

    class Meta:
        model = Entry
        fields = [
            *("id", "section", "number", "name", "rating", "title", "federation", "club_name", "category"),
            *(
                "federation_id",
                "state",
                "first_round",
                "last_round",
                "fixed_board",
                "family",
                "camp",
                "has_arrived",
                "absences",
            ),
        ]
        read_only_fields = fields

    def get_family(self, entry: Entry) -> str:
        """Whom the player is not to meet, unless everybody reads this."""
        return "" if self.context.get("for_all") else entry.family

    def get_has_arrived(self, entry: Entry) -> bool:
        """Whether the player was seen in the hall."""
        return entry.checked_in_at is not None


class SeatOut(serializers.ModelSerializer[Entry]):
    """A player at a board."""

    class Meta:
        model = Entry
        fields = ["id", "number", "name", "rating", "federation", "club_name"]
        read_only_fields = fields


class ResultOut(serializers.ModelSerializer[GameResult]):
    """How a game stands, told of the sides of that game; they change from game to game."""

    outcome = serializers.ChoiceField(Outcome.choices)
    mark = serializers.ChoiceField(
        [("", ""), *ResultMark.choices], help_text="The plus of a draw, the stage of a win."
    )
    game = serializers.IntegerField(source="game_id", allow_null=True, help_text="The recorded game.")
    first_member = serializers.IntegerField(
        source="first_member_id",
        allow_null=True,
        help_text="Who sits there for the team that is named first.",
    )
    second_member = serializers.IntegerField(source="second_member_id", allow_null=True)

    class Meta:
        model = GameResult
        fields = [
            *("number", "outcome", "mark", "is_adjudicated", "entered_at", "checked_at", "game"),
            *("first_member", "second_member"),
        ]
        read_only_fields = fields


class PairingOut(serializers.ModelSerializer[Pairing]):
    """Two players at a board, or one who has a bye. `white` has White in the first game."""

    round = serializers.IntegerField(source="round_id")
    white = SeatOut()
    black = SeatOut(allow_null=True)
    bye = serializers.ChoiceField([("", ""), *ByeKind.choices])
    games = ResultOut(many=True)

    class Meta:
        model = Pairing
        fields = [
            *("id", "round", "board_number", "white", "black", "bye", "is_locked", "is_by_hand", "ballot"),
            *("redraws", "version", "games"),
        ]
        read_only_fields = fields


class DecisionOut(serializers.ModelSerializer[Decision]):
    """Who goes on from a tied match of a knock-out, and how that was settled."""

    pairing = serializers.IntegerField(source="pairing_id")
    winner = SeatOut()
    how = serializers.ChoiceField(DecidedBy.choices)

    class Meta:
        model = Decision
        fields = ["pairing", "winner", "how", "note", "decided_at"]
        read_only_fields = fields


class RoundLine(serializers.ModelSerializer[Round]):
    """A round as a line of a list."""

    section = serializers.IntegerField(source="section_id")
    state = serializers.ChoiceField(RoundState.choices)

    class Meta:
        model = Round
        fields = [
            *("id", "section", "number", "state", "system", "starts_at", "published_at", "closed_at"),
            "version",
        ]
        read_only_fields = fields


class ReasonInput(Shape):
    """Why something is done; it stands on the trail."""

    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


class VersionInput(ReasonInput):
    """The version of what is changed as it was read; another one there answers 409."""

    version = serializers.IntegerField(min_value=0, max_value=MOST_BOARDS)


class ShowEventInput(Shape):
    """What becomes of a hidden event when a round of it is published."""

    show_event = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text="True shows a hidden event, false leaves it to the desk; without it 409 `event_hidden`.",
    )


def known_tie_break(code: str) -> None:
    """Refuse a code that the standings do not know, in their words."""
    try:
        codes_of([code])
    except StandingsRefusal as refusal:
        words = refusal_text(refusal)
        raise serializers.ValidationError(f"{words.what} {words.next_step}") from refusal
