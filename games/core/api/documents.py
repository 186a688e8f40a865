"""Response shapes for the schema: a judged game and its parts."""

from rest_framework import serializers

from club.core.api.documents import Shape

SIDES = ("white", "black")
ANY_SIDE = (*SIDES, "")


class BoardShape(Shape):
    """Geometry of a board, for drawing."""

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    is_mirrored = serializers.BooleanField(
        help_text="True if the square at the bottom left is not a playing square."
    )
    uses_every_cell = serializers.BooleanField(
        help_text="True if all cells of the board are playable, as in Turkish draughts."
    )
    numbers_from_below = serializers.BooleanField(
        help_text="True if square 1 is the bottom right corner, at White's right hand."
    )
    ranks_from_above = serializers.BooleanField(
        help_text="True if rank 1 of the letter notation (such as `c3`) is at the top."
    )
    uses_letters = serializers.BooleanField(
        help_text="True if squares are written with letters, such as `c3` instead of `11`."
    )


class ArticleCited(Shape):
    """Cited article; its heading, text and URL are empty if the law book has no such article."""

    article = serializers.CharField(allow_blank=True)
    article_url = serializers.CharField(allow_blank=True)
    article_heading = serializers.CharField(allow_blank=True)
    article_text = serializers.CharField(allow_blank=True)


class ClockShape(Shape):
    """Clock time recorded at a move."""

    kind = serializers.CharField()
    side = serializers.ChoiceField(ANY_SIDE)
    time = serializers.CharField(help_text="Clock time in the format `h:mm:ss`.")
    is_running = serializers.BooleanField()


class PlayedMove(Shape):
    """One ply: the move as written and as played, with the position after it."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    number = serializers.IntegerField()
    text = serializers.CharField(help_text="Move as written in the record.")
    strength = serializers.CharField(allow_blank=True)
    annotation = serializers.CharField(
        allow_blank=True,
        help_text=(
            "Strength mark of the move, followed by the signs of its numeric annotation glyphs (NAGs)."
        ),
    )
    canonical = serializers.CharField(help_text="Move in the canonical notation of the PDN standard.")
    route = serializers.ListField(child=serializers.IntegerField())
    captured = serializers.ListField(child=serializers.IntegerField())
    fen = serializers.CharField(help_text="FEN of the position after the move.")
    comment = serializers.CharField(allow_blank=True)
    variations = serializers.ListField(
        child=serializers.CharField(), help_text="Bracketed variations as written; they are not judged."
    )
    lines = serializers.ListField(
        child=serializers.DictField(),
        help_text=(
            "The same variations move by move: `comment`, and `moves` with `label` (number), "
            "`is_labelled` (true if players write the number), `text`, "
            "`annotation`, `fen` (position after the move; empty if it could not be played), `route`, "
            "`captured`, `comment` and `lines` inside."
        ),
    )
    clocks = ClockShape(many=True)
    line = serializers.IntegerField()
    column = serializers.IntegerField()


class FindingShape(ArticleCited):
    """One finding of the judge: its stable code, and a sentence that describes it."""

    code = serializers.CharField()
    severity = serializers.ChoiceField(("error", "doubt", "note"))
    ply = serializers.IntegerField()
    side = serializers.ChoiceField(ANY_SIDE)
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    facts = serializers.DictField(child=serializers.JSONField())
    sentence = serializers.CharField()


class ClaimShape(ArticleCited):
    """Draw that could be claimed: the side, the first ply for the claim, and the plies that prove it."""

    code = serializers.CharField()
    status = serializers.CharField()
    side = serializers.ChoiceField(SIDES)
    from_ply = serializers.IntegerField()
    evidence = serializers.ListField(child=serializers.IntegerField())
    facts = serializers.DictField(child=serializers.JSONField())
    sentence = serializers.CharField()


class ReadingShape(Shape):
    """One reading of what happened, with the sanction that follows from it."""

    code = serializers.CharField()
    article = serializers.CharField()
    sanction = serializers.CharField()
    sanction_article = serializers.CharField()


class ProposalShape(ArticleCited):
    """Sanction proposed by the judge for an offence; the arbiter decides."""

    code = serializers.CharField()
    side = serializers.ChoiceField(SIDES)
    ply = serializers.IntegerField()
    sanction = serializers.CharField()
    offences = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.CharField())
    if_played = serializers.BooleanField()
    stood = serializers.BooleanField(
        help_text="True if play continued after the move, so that it is no longer taken back."
    )
    readings = ReadingShape(
        many=True, help_text="Two readings if the arbiter must choose between them, otherwise empty."
    )
    sentence = serializers.CharField()


class SatisfyingMove(Shape):
    """Move that fulfils the obligation after a touch."""

    text = serializers.CharField()
    route = serializers.ListField(child=serializers.IntegerField())


class TouchShape(Shape):
    """Obligations of a player after touching a piece."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    kind = serializers.CharField()
    square = serializers.IntegerField()
    playable = serializers.ListField(child=serializers.IntegerField())
    satisfying = SatisfyingMove(many=True)
    is_binding = serializers.BooleanField()
    is_kept = serializers.BooleanField(allow_null=True)


class RepairShape(Shape):
    """Repair: a small edit that makes more of the score legal, and the record after the edit."""

    kind = serializers.CharField()
    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    written = serializers.CharField(allow_blank=True)
    text = serializers.CharField(allow_blank=True)
    reached = serializers.IntegerField()
    makes_all_legal = serializers.BooleanField()
    sentence = serializers.CharField()
    pdn = serializers.CharField(allow_blank=True)


class OfferedShape(Shape):
    """Position after the illegal move that ended a record, and the record that lets the move stand."""

    fen = serializers.CharField()
    pdn = serializers.CharField()


class PlayedOnShape(Shape):
    """Illegal moves accepted as played, and the record with a `[%stood]` mark and a setup at each."""

    plies = serializers.ListField(child=serializers.IntegerField())
    pdn = serializers.CharField(
        allow_blank=True, help_text="Record with the marks; empty if they cannot be inserted into its text."
    )


class FirstErrorShape(ArticleCited):
    """First illegal move of a record, the legal moves in that position, and the proposed repairs."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(ANY_SIDE)
    text = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    code = serializers.CharField()
    legal_moves = serializers.ListField(child=serializers.CharField())
    repairs = RepairShape(many=True)
    play_on = OfferedShape(
        allow_null=True,
        help_text=(
            "Position and record that let the move stand; null if it stands already or cannot have "
            "been played."
        ),
    )


class WarningShape(Shape):
    """Repair made by the parser."""

    code = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    sentence = serializers.CharField()


class ResultShape(Shape):
    """Result as tag and as terminator, the winner that it names, and the winner by the pieces."""

    tag = serializers.CharField(allow_blank=True)
    terminator = serializers.CharField(allow_blank=True)
    winner = serializers.ChoiceField((*SIDES, "draw", "none"))
    board = serializers.ChoiceField((*SIDES, "open"))


class EndingTurn(Shape):
    """Move that gave value away in the ending; both values are for the side that made it."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    text = serializers.CharField()
    before = serializers.ChoiceField(("draw", "win"))
    after = serializers.ChoiceField(("loss", "draw"))
    keeping = serializers.ListField(
        child=serializers.CharField(), help_text="Moves that would have preserved the value."
    )
    sentence = serializers.CharField()


class EndingsShape(Shape):
    """Turning points of the game within the range of the endgame table."""

    pieces = serializers.IntegerField(
        help_text="Largest number of pieces that the endgame table covers; 0 if there is no table."
    )
    from_ply = serializers.IntegerField(
        allow_null=True, help_text="First ply played from a position in the table; null if there is none."
    )
    turns = EndingTurn(many=True)


class JudgedGame(Shape):
    """Game record with the full verdict of the judge."""

    file = serializers.CharField(allow_blank=True)
    game = serializers.IntegerField(help_text="Number of the game in the text, from 1.")
    line = serializers.IntegerField()
    tags = serializers.DictField(child=serializers.CharField(allow_blank=True))
    variant = serializers.CharField(
        allow_blank=True,
        help_text="Key of the rule set; empty if the record names rules that are not supported.",
    )
    variant_name = serializers.CharField(allow_blank=True)
    variant_source = serializers.ChoiceField(("tag", "guess", "option"))
    equal_variants = serializers.ListField(
        child=serializers.CharField(),
        help_text="Names of other rule sets that fit a record without a GameType tag at least as far.",
    )
    law_book = serializers.CharField()
    plies = serializers.IntegerField()
    legal = serializers.BooleanField()
    unreadable = serializers.BooleanField()
    first_error = FirstErrorShape(allow_null=True)
    played_on = PlayedOnShape(
        allow_null=True,
        help_text="Illegal moves that were let stand, with the marked record; null if there are none.",
    )
    findings = FindingShape(many=True)
    claims = ClaimShape(many=True)
    proposals = ProposalShape(many=True)
    touches = TouchShape(many=True)
    warnings = WarningShape(many=True)
    result = ResultShape()
    endings = EndingsShape()
    final_fen = serializers.CharField()
    geometry = BoardShape()
    start_fen = serializers.CharField()
    board = serializers.CharField(
        help_text="Variant whose board the positions use, as a key or as the text of house rules."
    )
    introduction = serializers.CharField(allow_blank=True)
    moves = PlayedMove(many=True)
    not_replayed = serializers.ListField(
        child=serializers.CharField(), help_text="Plies written after the one that could not be played."
    )
