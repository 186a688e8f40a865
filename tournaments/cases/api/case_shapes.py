"""Shapes of cases and rulings: responses and inputs."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from club.core.api.documents import Shape
from games.laws.incidents import INCIDENTS
from tournaments.cases.models.ruling import CONSEQUENCES, OPPONENT_CHOICES
from tournaments.cases.selectors.public_cases import PublicCase
from tournaments.cases.services.case_locks import About
from tournaments.cases.services.rulings import RulingDecision
from tournaments.conduct import Instruction, Proposed
from tournaments.core.api.base import LARGEST_NUMBER, MOST_BOARDS
from tournaments.events.consequence_messages import proposal_sentence
from tournaments.models import Case, ClaimKind, OpponentChoice, Outcome, Ruling

MAX_CLOCK_SECONDS = 24 * 60 * 60
MAX_POINTS = 999


class ProposedOut(Shape):
    """Sanction by the law book; `consequence` is null if the arbiter decides."""

    code = serializers.ChoiceField(INCIDENTS)
    consequence = serializers.ChoiceField(CONSEQUENCES, allow_null=True)
    article = serializers.CharField(
        help_text="Article on the sanction; `unconfirmed` if the source does not state it."
    )
    articles = serializers.ListField(child=serializers.CharField())
    in_game = serializers.IntegerField(
        help_text=(
            "Number of this offence among those of its kind in the game, from 1; 0 if it is no offence."
        )
    )
    in_event = serializers.IntegerField(
        help_text=(
            "Number of this offence among those of its kind in the event, from 1; 0 if it is no offence."
        )
    )
    recalls_move = serializers.BooleanField()
    choices = serializers.ListField(child=serializers.ChoiceField(OPPONENT_CHOICES))
    amount = serializers.IntegerField(
        default=0,
        help_text="Minutes of a time penalty or points to deduct, by the event's regulations; otherwise 0.",
    )
    is_forfeit = serializers.BooleanField(
        default=False, help_text="True if the game is lost before it began."
    )


class ProposalOut(ProposedOut):
    """Current sanction by the law book, with the instruction for the board."""

    instruction = serializers.ChoiceField([one.value for one in Instruction])
    sentence = serializers.CharField(help_text="Sanction and instruction in the language of the request.")


def proposed_object(proposed: Proposed) -> dict[str, Any]:
    """Return a proposal as plain values."""
    told = {"instruction": proposed.instruction.value, "sentence": proposal_sentence(proposed)}
    return dict(ProposalOut(proposed._asdict() | told).data)


class ChoiceOut(serializers.ModelSerializer[OpponentChoice]):
    """The opponent's choice."""

    chooser = serializers.IntegerField(source="chooser_id", help_text="Id of the opponent's entry.")

    class Meta:
        model = OpponentChoice
        fields = ["chooser", "choice", "recorded_by", "chosen_at"]
        read_only_fields = fields


class RulingOut(serializers.ModelSerializer[Ruling]):
    """Ruling; it is no longer in force if `superseded_by` is set."""

    case = serializers.IntegerField(source="case_id")
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    proposed = ProposedOut(help_text="Sanction that the law book asked for when the ruling was made.")
    articles = serializers.ListField(child=serializers.CharField())
    supersedes = serializers.SerializerMethodField(
        help_text="Number of the ruling that this one superseded; null for the first ruling of a case."
    )
    superseded_by = serializers.SerializerMethodField(
        help_text="Number of the ruling that superseded this one; null while it is in force."
    )
    choice = serializers.SerializerMethodField()

    class Meta:
        model = Ruling
        fields = [
            *("id", "case", "number", "origin", "entry", "incident", "consequence", "points", "outcome"),
            *("move_recalled", "move_replaced", "seconds_white", "seconds_black"),
            *("law_book", "edition", "articles", "decision", "reason", "proposed"),
            *("ruled_by", "ruled_at", "supersedes", "superseded_by", "choice"),
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_supersedes(self, ruling: Ruling) -> int | None:
        """Return the number of the previous ruling; null for the first ruling of a case."""
        return ruling.supersedes.number if ruling.supersedes else None

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_superseded_by(self, ruling: Ruling) -> int | None:
        """Return the number of the next ruling; null while this one is in force."""
        newer = getattr(ruling, "superseded_by", None)
        return newer.number if newer else None

    @extend_schema_field(ChoiceOut(allow_null=True))
    def get_choice(self, ruling: Ruling) -> dict[str, Any] | None:
        """Return the opponent's choice; null if there is none."""
        choice = getattr(ruling, "choice", None)
        return dict(ChoiceOut(choice).data) if choice else None


class CaseOut(serializers.ModelSerializer[Case]):
    """Case as shown at the desk."""

    event = serializers.IntegerField(source="event_id")
    section = serializers.IntegerField(source="section_id", allow_null=True)
    pairing = serializers.IntegerField(source="pairing_id", allow_null=True)
    entry = serializers.IntegerField(source="entry_id", allow_null=True)
    player = serializers.SerializerMethodField()
    opponent = serializers.IntegerField(source="opponent_id", allow_null=True)
    claimant = serializers.IntegerField(source="claimant_id", allow_null=True)
    details = serializers.JSONField()
    claim_answer = serializers.JSONField()
    rulings = RulingOut(many=True)

    class Meta:
        model = Case
        fields = [
            *("id", "event", "number", "state", "origin", "section", "pairing", "round_number"),
            *("board_number", "game", "ply", "entry", "player", "opponent", "side", "incident", "details"),
            *("clock_white", "clock_black", "fen", "claim", "claimant", "claim_move", "claim_record"),
            *("claim_answer", "public_text", "private_text", "witnesses", "reported_by", "taken_by"),
            *("taken_at", "opened_at", "closed_at", "names_withheld", "version", "rulings"),
        ]
        read_only_fields = fields

    @extend_schema_field(serializers.CharField())
    def get_player(self, case: Case) -> str:
        """Return the name of the player, or an empty string."""
        return case.entry.name if case.entry else ""


class PublicRulingOut(Shape):
    """Ruling in force for the public; if names are withheld, `player` is empty and the board null."""

    case = serializers.IntegerField(help_text="Number of the case in its event.")
    section = serializers.IntegerField(allow_null=True)
    round_number = serializers.IntegerField(allow_null=True)
    board_number = serializers.IntegerField(allow_null=True)
    player = serializers.CharField()
    side = serializers.CharField()
    incident = serializers.ChoiceField(INCIDENTS)
    consequence = serializers.ChoiceField(CONSEQUENCES)
    points = serializers.IntegerField()
    law_book = serializers.CharField()
    edition = serializers.CharField()
    articles = serializers.ListField(child=serializers.CharField())
    decision = serializers.CharField()
    account = serializers.CharField()
    ruled_at = serializers.DateTimeField()


def public_ruling(told: PublicCase) -> dict[str, Any] | None:
    """Serialize the ruling in force of a case for the public."""
    if told.in_force is None:
        return None
    case, ruling = told.case, told.in_force.row
    out = {
        "case": case.number,
        "section": case.section_id,
        "round_number": case.round_number,
        "board_number": told.board_number,
        "player": told.player if told.is_named else "",
        "side": case.side,
        "incident": ruling.incident,
        "consequence": ruling.consequence,
        "points": ruling.points,
        "law_book": ruling.law_book,
        "edition": ruling.edition,
        "articles": ruling.articles,
        "decision": told.in_force.decision,
        "account": told.public_text,
        "ruled_at": ruling.ruled_at,
    }
    return dict(PublicRulingOut(out).data)


# ---- what goes in ----


class TellInput(Shape):
    """Input with the facts of a case."""

    ply = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=2_000)
    clock_white = serializers.CharField(required=False, allow_blank=True, max_length=20)
    clock_black = serializers.CharField(required=False, allow_blank=True, max_length=20)
    fen = serializers.CharField(required=False, allow_blank=True, max_length=400)
    claim = serializers.ChoiceField(ClaimKind.choices, required=False, allow_blank=True)
    claim_move = serializers.CharField(required=False, allow_blank=True, max_length=40)
    claim_record = serializers.CharField(required=False, allow_blank=True, max_length=60_000)
    public_text = serializers.CharField(required=False, allow_blank=True, max_length=4_000)
    private_text = serializers.CharField(required=False, allow_blank=True, max_length=4_000)
    witnesses = serializers.CharField(required=False, allow_blank=True, max_length=300)
    reported_by = serializers.CharField(required=False, allow_blank=True, max_length=200)
    names_withheld = serializers.BooleanField(required=False)


class PlaceInput(Shape):
    """Input with the board, game and player of a case."""

    pairing = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=LARGEST_NUMBER)
    game = serializers.IntegerField(default=1, min_value=1, max_value=100)
    entry = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=LARGEST_NUMBER)


def about_of(told: dict[str, Any]) -> About:
    """Remove board, game and player from the input and return them."""
    return About(told.pop("pairing"), told.pop("game"), told.pop("entry"))


class DecidedInput(Shape):
    """Input of a decision. Without `articles`, those of the law book apply."""

    consequence = serializers.ChoiceField(CONSEQUENCES)
    incident = serializers.ChoiceField(INCIDENTS, default="", allow_blank=True)
    points = serializers.IntegerField(default=0, min_value=0, max_value=MAX_POINTS)
    outcome = serializers.ChoiceField(
        Outcome.choices,
        default="",
        allow_blank=True,
        help_text=(
            "Result to set. If empty, the result of the consequence, or else no change; a "
            "superseding ruling then restores the result from before the earlier ruling."
        ),
    )
    is_forfeit = serializers.BooleanField(default=False)
    move_recalled = serializers.CharField(default="", allow_blank=True, max_length=40)
    move_replaced = serializers.CharField(default="", allow_blank=True, max_length=40)
    seconds_white = serializers.IntegerField(
        default=0, min_value=-MAX_CLOCK_SECONDS, max_value=MAX_CLOCK_SECONDS
    )
    seconds_black = serializers.IntegerField(
        default=0, min_value=-MAX_CLOCK_SECONDS, max_value=MAX_CLOCK_SECONDS
    )
    articles = serializers.ListField(child=serializers.CharField(max_length=40), default=list, max_length=20)
    decision = serializers.CharField(default="", allow_blank=True, max_length=2_000)
    reason = serializers.CharField(default="", allow_blank=True, max_length=2_000)
    was = serializers.ChoiceField(
        Outcome.choices,
        default=None,
        allow_null=True,
        help_text=(
            "Result that the client read; 409 if another one is stored by now. If null, it is not checked."
        ),
    )
    keeps_loss = serializers.BooleanField(
        default=False,
        help_text="Confirms that the game stays lost if the earlier ruling took it and this one does not.",
    )
    confirms_effects = serializers.BooleanField(
        default=False,
        help_text=(
            "Confirms that published standings and later boards were based on other scores. Without "
            "it, 422 `ruling_reaches_back` lists them with the affected players, and nothing is "
            "changed."
        ),
    )


def decided_of(told: dict[str, Any]) -> RulingDecision:
    """Convert the input to the decision that services expect."""
    return RulingDecision(**{**told, "articles": tuple(told["articles"])})


class KeyInput(Shape):
    """Input with an idempotency key: a form sent twice with the same key acts once."""

    key = serializers.CharField(default="", allow_blank=True, max_length=64)


class SeenInput(Shape):
    """Input with the version of the case that was read; 409 if the case has another version by now."""

    version = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=MOST_BOARDS)
