"""Response shapes: events, sections, entries, and rounds with their boards."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from club.core.api.documents import Shape
from tournaments.core.api.base import MOST_BOARDS
from tournaments.core.refusal_messages import refusal_text
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

FIRST_YEAR, LAST_YEAR = 1900, 2100


def text_field(width: int) -> serializers.CharField:
    """Return a field for a text that may be empty."""
    return serializers.CharField(default="", allow_blank=True, max_length=width)


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
        """Return the ids of the event's sections."""
        return [section.pk for section in event.sections.all()]


class SectionOut(serializers.ModelSerializer[Section]):
    """Section with all the rules and settings that it is played by."""

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
        """Return the options that the section's system reads, set or default, and those set for others."""
        return effective_options(section)


class AbsenceOut(Shape):
    """Round that a player misses, and the points that it is worth."""

    round = serializers.IntegerField(source="round_number")
    kind = serializers.ChoiceField(AbsenceKind.choices)


class EntryOut(serializers.ModelSerializer[Entry]):
    """Entry of a player in a section."""

    section = serializers.IntegerField(source="section_id")
    state = serializers.ChoiceField(EntryState.choices)
    camp = serializers.ChoiceField([("", ""), *Camp.choices])
    has_arrived = serializers.SerializerMethodField()
    absences = AbsenceOut(many=True)
    family = serializers.SerializerMethodField(
        help_text="Family of the player; empty unless the request comes from the desk."
    )

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
        """Return the group of players not to be paired with each other; empty in public lists."""
        return "" if self.context.get("for_all") else entry.family

    def get_has_arrived(self, entry: Entry) -> bool:
        """Return True if the player is checked in."""
        return entry.checked_in_at is not None


class SeatOut(serializers.ModelSerializer[Entry]):
    """A player at a board."""

    class Meta:
        model = Entry
        fields = ["id", "number", "name", "rating", "federation", "club_name"]
        read_only_fields = fields


class ResultOut(serializers.ModelSerializer[GameResult]):
    """Result by side in this game; a player's side may differ between games."""

    outcome = serializers.ChoiceField(Outcome.choices)
    mark = serializers.ChoiceField(
        [("", ""), *ResultMark.choices],
        help_text="Better side of a draw, or deciding stage of a win; empty if there is no mark.",
    )
    game = serializers.IntegerField(
        source="game_id", allow_null=True, help_text="Id of the recorded game; null if there is none."
    )
    first_member = serializers.IntegerField(
        source="first_member_id",
        allow_null=True,
        help_text="Id of the member who plays this board for the team named first; null if there is none.",
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
    """Two players at a board, or one player with a bye. `white` has White in the first game."""

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
    """Winner of a tied knock-out match, and the method of the decision."""

    pairing = serializers.IntegerField(source="pairing_id")
    winner = SeatOut()
    how = serializers.ChoiceField(DecidedBy.choices)

    class Meta:
        model = Decision
        fields = ["pairing", "winner", "how", "note", "decided_at"]
        read_only_fields = fields


class RoundLine(serializers.ModelSerializer[Round]):
    """Round as a list item, without its boards."""

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
    """Input with the reason of the action, recorded in the audit log."""

    reason = serializers.CharField(default="", allow_blank=True, max_length=500)


class VersionInput(ReasonInput):
    """Input with the version that was read; 409 if the row has another version by now."""

    version = serializers.IntegerField(min_value=0, max_value=MOST_BOARDS)


class ShowEventInput(Shape):
    """Input on the visibility of a hidden event when one of its rounds is published."""

    show_event = serializers.BooleanField(
        default=None,
        allow_null=True,
        help_text=(
            "True publishes a hidden event, false leaves it hidden. If null, a hidden event answers "
            "409 `event_hidden`."
        ),
    )


def known_tie_break(code: str) -> None:
    """Refuse a tie-break code that the standings do not support, with their error message."""
    try:
        codes_of([code])
    except StandingsRefusal as refusal:
        words = refusal_text(refusal)
        raise serializers.ValidationError(f"{words.what} {words.next_step}") from refusal
