"""The shapes of answers, for the schema: a judged game and its parts."""

from rest_framework import serializers

from club.core.api.documents import Shape

SIDES = ("white", "black")
ANY_SIDE = (*SIDES, "")


class BoardShape(Shape):
    """Geometry of a board, for drawing."""

    width = serializers.IntegerField()
    height = serializers.IntegerField()
    is_mirrored = serializers.BooleanField(help_text="No playing square at the bottom left.")
    uses_every_cell = serializers.BooleanField(help_text="Every cell is played on, as in Turkish draughts.")
    numbers_from_below = serializers.BooleanField(help_text="Square 1 is at White's right hand.")
    ranks_from_above = serializers.BooleanField(help_text="Rank 1 of the letter squares is at the top.")
    uses_letters = serializers.BooleanField(help_text="Squares are written c3 and not 11.")


class ArticleCited(Shape):
    """Cited article; empty where the law book is silent."""

    article = serializers.CharField(allow_blank=True)
    article_url = serializers.CharField(allow_blank=True)
    article_heading = serializers.CharField(allow_blank=True)
    article_text = serializers.CharField(allow_blank=True)


class ClockShape(Shape):
    """A clock time written at a move."""

    kind = serializers.CharField()
    side = serializers.ChoiceField(ANY_SIDE)
    time = serializers.CharField(help_text="h:mm:ss")
    is_running = serializers.BooleanField()


class PlayedMove(Shape):
    """One ply as written and as played, with the position after it."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    number = serializers.IntegerField()
    text = serializers.CharField(help_text="As written.")
    strength = serializers.CharField(allow_blank=True)
    annotation = serializers.CharField(allow_blank=True, help_text="Strength and signs of its glyphs.")
    canonical = serializers.CharField(help_text="As the standard writes it.")
    route = serializers.ListField(child=serializers.IntegerField())
    captured = serializers.ListField(child=serializers.IntegerField())
    fen = serializers.CharField(help_text="The position after the move.")
    comment = serializers.CharField(allow_blank=True)
    variations = serializers.ListField(
        child=serializers.CharField(), help_text="Bracketed lines as written; they are not judged."
    )
    clocks = ClockShape(many=True)
    line = serializers.IntegerField()
    column = serializers.IntegerField()


class FindingShape(ArticleCited):
    """One thing found, by its stable code, with a sentence."""

    code = serializers.CharField()
    severity = serializers.ChoiceField(("error", "doubt", "note"))
    ply = serializers.IntegerField()
    side = serializers.ChoiceField(ANY_SIDE)
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    facts = serializers.DictField(child=serializers.JSONField())
    sentence = serializers.CharField()


class ClaimShape(ArticleCited):
    """A draw that could be claimed: by whom, from which ply on, and the plies that prove it."""

    code = serializers.CharField()
    status = serializers.CharField()
    side = serializers.ChoiceField(SIDES)
    from_ply = serializers.IntegerField()
    evidence = serializers.ListField(child=serializers.IntegerField())
    facts = serializers.DictField(child=serializers.JSONField())
    sentence = serializers.CharField()


class ReadingShape(Shape):
    """A reading of what happened, and what follows by it."""

    code = serializers.CharField()
    article = serializers.CharField()
    sanction = serializers.CharField()
    sanction_article = serializers.CharField()


class ProposalShape(ArticleCited):
    """Sanction for an offence: a proposal of the judge, subject to the arbiter's ruling."""

    code = serializers.CharField()
    side = serializers.ChoiceField(SIDES)
    ply = serializers.IntegerField()
    sanction = serializers.CharField()
    offences = serializers.IntegerField()
    choices = serializers.ListField(child=serializers.CharField())
    if_played = serializers.BooleanField()
    stood = serializers.BooleanField(help_text="Play went on from the move: it is not recalled any more.")
    readings = ReadingShape(many=True, help_text="Two where the arbiter chooses between them, else none.")
    sentence = serializers.CharField()


class SatisfyingMove(Shape):
    """A move that meets an obligation."""

    text = serializers.CharField()
    route = serializers.ListField(child=serializers.IntegerField())


class TouchShape(Shape):
    """Duties of a player after touching a piece."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    kind = serializers.CharField()
    square = serializers.IntegerField()
    playable = serializers.ListField(child=serializers.IntegerField())
    satisfying = SatisfyingMove(many=True)
    is_binding = serializers.BooleanField()
    is_kept = serializers.BooleanField(allow_null=True)


class RepairShape(Shape):
    """A small edit that makes more of the score legal, and the record with it."""

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
    """Position after the illegal move that ended a record, and the record with that move."""

    fen = serializers.CharField()
    pdn = serializers.CharField()


class PlayedOnShape(Shape):
    """Illegal moves accepted as played, and the record with `[%stood]` and a setup at each."""

    plies = serializers.ListField(child=serializers.IntegerField())
    pdn = serializers.CharField(allow_blank=True, help_text="Empty where the text cannot be written into.")


class FirstErrorShape(ArticleCited):
    """First illegal move of a record, the legal moves there, and the probable intention."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(ANY_SIDE)
    text = serializers.CharField(allow_blank=True)
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    code = serializers.CharField()
    legal_moves = serializers.ListField(child=serializers.CharField())
    repairs = RepairShape(many=True)
    play_on = OfferedShape(
        allow_null=True, help_text="Null where the move stood already, or cannot have been made."
    )


class WarningShape(Shape):
    """Repair made by the parser."""

    code = serializers.CharField()
    line = serializers.IntegerField()
    column = serializers.IntegerField()
    sentence = serializers.CharField()


class ResultShape(Shape):
    """Result as tag and as terminator, the winner by it, and the result by the pieces."""

    tag = serializers.CharField(allow_blank=True)
    terminator = serializers.CharField(allow_blank=True)
    winner = serializers.ChoiceField((*SIDES, "draw", "none"))
    board = serializers.ChoiceField((*SIDES, "open"))


class EndingTurn(Shape):
    """A move that gave something away in the ending; both values are those of the side that made it."""

    ply = serializers.IntegerField()
    side = serializers.ChoiceField(SIDES)
    text = serializers.CharField()
    before = serializers.ChoiceField(("draw", "win"))
    after = serializers.ChoiceField(("loss", "draw"))
    keeping = serializers.ListField(
        child=serializers.CharField(), help_text="The moves that would have kept the value."
    )
    sentence = serializers.CharField()


class EndingsShape(Shape):
    """Turning points of the game within reach of the endgame table."""

    pieces = serializers.IntegerField(help_text="The table reaches so many pieces; 0: there is none.")
    from_ply = serializers.IntegerField(allow_null=True, help_text="The first half-move it speaks of.")
    turns = EndingTurn(many=True)


class JudgedGame(Shape):
    """A record with the full verdict of the judge."""

    file = serializers.CharField(allow_blank=True)
    game = serializers.IntegerField(help_text="Number in the text, from 1.")
    line = serializers.IntegerField()
    tags = serializers.DictField(child=serializers.CharField(allow_blank=True))
    variant = serializers.CharField(allow_blank=True, help_text="Empty: these rules are not played here.")
    variant_name = serializers.CharField(allow_blank=True)
    variant_source = serializers.ChoiceField(("tag", "guess", "option"))
    equal_variants = serializers.ListField(
        child=serializers.CharField(),
        help_text="Names of other rule sets that carry a record without GameType at least as far.",
    )
    law_book = serializers.CharField()
    plies = serializers.IntegerField()
    legal = serializers.BooleanField()
    unreadable = serializers.BooleanField()
    first_error = FirstErrorShape(allow_null=True)
    played_on = PlayedOnShape(allow_null=True, help_text="Null where no illegal move stood.")
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
    board = serializers.CharField(help_text="The variant whose board carries the positions.")
    introduction = serializers.CharField(allow_blank=True)
    moves = PlayedMove(many=True)
    not_replayed = serializers.ListField(
        child=serializers.CharField(), help_text="Half-moves written after the one that could not be played."
    )
