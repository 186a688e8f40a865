"""Recorded games, and their import slice by slice with its problems."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.archive.word_index import WordIndex
from games.rules import Side

# Places of the record that may be of any length are cut to these widths in the derived columns; the PDN
# text next to them preserves every character.
NAME_WIDTH = 120
EVENT_WIDTH = 200
SHORT_WIDTH = 60


class Winner(models.TextChoices):
    """The winner by the record's own result; PDN's 1-0 means different sides in different games."""

    WHITE = "white", _("White won")
    BLACK = "black", _("Black won")
    DRAW = "draw", _("Draw")
    NONE = "none", _("No result")


class VariantSource(models.TextChoices):
    """Source of the rules of a record."""

    TAG = "tag", _("stated in the record")
    GUESS = "guess", _("detected from the moves")
    OPTION = "option", _("chosen by a user")


class Game(models.Model):
    """One game of a club's archive. `pdn` is the original text; `save_game` derives the rest from it."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.PROTECT, related_name="games")
    pdn = models.TextField(_("record"))

    variant = models.CharField(_("variant"), max_length=20, blank=True)
    unjudged_type = models.PositiveSmallIntegerField(_("GameType not supported"), null=True, blank=True)
    variant_source = models.CharField(max_length=10, choices=VariantSource.choices)
    law_book = models.CharField(_("law book"), max_length=40)

    white = models.CharField(_("White"), max_length=NAME_WIDTH, blank=True)
    black = models.CharField(_("Black"), max_length=NAME_WIDTH, blank=True)
    event = models.CharField(_("event"), max_length=EVENT_WIDTH, blank=True)
    site = models.CharField(_("venue"), max_length=EVENT_WIDTH, blank=True)
    round = models.CharField(_("round"), max_length=SHORT_WIDTH, blank=True)
    date = models.CharField(_("date as written"), max_length=SHORT_WIDTH, blank=True)
    year = models.PositiveSmallIntegerField(_("year"), null=True, blank=True)
    player_words = models.CharField(max_length=2 * NAME_WIDTH + 10, blank=True)
    event_words = models.CharField(max_length=2 * EVENT_WIDTH + 10, blank=True)
    strength = models.PositiveSmallIntegerField(_("average rating"), db_default=0)  # 0: unknown

    result = models.CharField(_("result as written"), max_length=SHORT_WIDTH, blank=True)
    winner = models.CharField(_("winner"), max_length=10, choices=Winner.choices, default=Winner.NONE)
    is_winner_assumed = models.BooleanField(default=False)
    termination = models.CharField(_("termination"), max_length=SHORT_WIDTH, blank=True)

    ply_count = models.PositiveIntegerField(_("moves"), default=0)
    start_fen = models.CharField(max_length=400, blank=True)
    final_fen = models.CharField(max_length=400, blank=True)

    is_legal = models.BooleanField(_("legal throughout"), default=True)
    is_unreadable = models.BooleanField(_("unreadable"), default=False)
    error_count = models.PositiveIntegerField(default=0)
    doubt_count = models.PositiveIntegerField(default=0)
    note_count = models.PositiveIntegerField(default=0)
    claim_count = models.PositiveIntegerField(default=0)
    finding_codes = models.CharField(max_length=1000, blank=True)

    move_line = models.TextField(blank=True)
    move_key = models.CharField(max_length=32)
    line_key = models.BinaryField(max_length=600, null=True)
    twin = models.PositiveIntegerField(default=0)
    beginning_of = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="beginnings"
    )

    archive_import = models.ForeignKey(
        "games.ArchiveImport", on_delete=models.SET_NULL, null=True, blank=True, related_name="games"
    )
    import_index = models.PositiveIntegerField(null=True, blank=True)
    source_file = models.CharField(_("file"), max_length=EVENT_WIDTH, blank=True)
    source_line = models.PositiveIntegerField(_("line"), null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("game")
        verbose_name_plural = _("games")
        constraints = [
            models.UniqueConstraint(
                fields=["organisation", "move_key", "twin"], name="games_game_moves_once_a_club"
            ),
            models.UniqueConstraint(
                fields=["archive_import", "import_index"], name="games_game_once_an_import"
            ),
        ]
        indexes = [
            models.Index(fields=["organisation", "line_key"], name="games_game_line"),
            models.Index(fields=["year", "id"], name="games_game_year"),
            models.Index(fields=["variant", "-id"], name="games_game_variant"),
            models.Index(fields=["winner", "-id"], name="games_game_winner"),
            models.Index(fields=["is_legal", "-id"], name="games_game_legal"),
            models.Index(fields=["error_count", "doubt_count", "-id"], name="games_game_findings"),
            models.Index(fields=["strength", "id"], name="games_game_strength"),
            models.Index(fields=["ply_count", "id"], name="games_game_plies"),
            WordIndex(fields=["player_words"], name="games_game_players"),
            WordIndex(fields=["event_words"], name="games_game_events"),
        ]

    def __str__(self) -> str:
        """Players with White first: every list here is written so, even if Black moves first in a variant."""
        return f"{self.white or '?'} - {self.black or '?'}, {self.event or '?'} {self.date}".strip()

    @property
    def codes(self) -> list[str]:
        """The codes of the findings, each once, in order of first appearance."""
        return self.finding_codes.split()

    @property
    def has_findings(self) -> bool:
        """True if something in the record is wrong or doubtful; notes alone do not count."""
        return bool(self.error_count or self.doubt_count)


SLICE_TASK = "games.import_slice"


class ImportState(models.TextChoices):
    """States of an import: waiting, running, then done, cancelled or failed."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    CANCELLED = "cancelled", _("cancelled")
    FAILED = "failed", _("failed")


class FirstResult(models.TextChoices):
    """Winner of an American 1-0: the first player (Black, as in PDN) or White (a habit from chess)."""

    UNDECIDED = "", _("decide from the games, otherwise follow the PDN standard")
    BLACK = "black", _("1-0 means that Black, who moves first, won")
    WHITE = "white", _("1-0 means that White won")


class SameMoves(models.TextChoices):
    """Treatment of a game whose moves another game of the archive has, under other labels."""

    STORE = "store", _("save all and list them in the report")
    LEAVE_OUT = "leave_out", _("skip them and list them in the report")


class ArchiveImport(models.Model):
    """One PDN file on its way into the archive. Progress, rows and the job's done commit together."""

    organisation = models.ForeignKey("club.Organisation", on_delete=models.CASCADE, related_name="imports")
    file = models.FileField(upload_to="imports/%Y/%m/")
    name = models.CharField(_("file name"), max_length=200)
    sha256 = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField(_("bytes"))
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    law_book = models.CharField(_("law book"), max_length=40)
    variant = models.CharField(_("selected variant"), max_length=20, blank=True)
    variant_memory = models.JSONField(default=dict, blank=True)
    encoding = models.CharField(max_length=20, blank=True)
    first_result = models.CharField(
        max_length=10, choices=FirstResult.choices, default=FirstResult.UNDECIDED, blank=True
    )
    same_moves = models.CharField(max_length=10, choices=SameMoves.choices, default=SameMoves.STORE)

    state = models.CharField(max_length=10, choices=ImportState.choices, default=ImportState.WAITING)
    error_code = models.CharField(max_length=60, blank=True)
    slices = models.PositiveIntegerField(default=0)
    next_byte = models.PositiveBigIntegerField(default=0)
    next_line = models.PositiveBigIntegerField(default=1)
    next_column = models.PositiveBigIntegerField(default=1)
    games_seen = models.PositiveIntegerField(default=0)
    games_kept = models.PositiveIntegerField(default=0)
    games_legal = models.PositiveIntegerField(default=0)
    games_illegal = models.PositiveIntegerField(default=0)
    games_unreadable = models.PositiveIntegerField(default=0)
    games_not_judged = models.PositiveIntegerField(default=0)
    games_without_moves = models.PositiveIntegerField(default=0)
    games_doubtful = models.PositiveIntegerField(default=0)
    duplicates = models.PositiveIntegerField(default=0)
    twins = models.PositiveIntegerField(default=0)
    plies = models.PositiveBigIntegerField(default=0)
    mended = models.JSONField(default=dict, blank=True)
    variants = models.JSONField(default=dict, blank=True)
    result_evidence = models.JSONField(default=dict, blank=True)
    answers = models.PositiveIntegerField(default=0)
    settled_up_to = models.PositiveBigIntegerField(default=0)

    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]
        verbose_name = _("import")
        verbose_name_plural = _("imports")
        indexes = [models.Index(fields=["organisation", "sha256"], name="games_import_sha256")]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """True if nothing more will happen by itself."""
        return self.state in {ImportState.DONE, ImportState.CANCELLED, ImportState.FAILED}

    @property
    def slice_key(self) -> str:
        """The key of the job that continues reading from the import's position."""
        return f"{SLICE_TASK}:{self.pk}:{self.slices}"

    @property
    def first_side(self) -> Side | None:
        """The side of the first figure in an American result, once that is known."""
        return {"black": Side.BLACK, "white": Side.WHITE}.get(self.first_result)

    @property
    def percent(self) -> int:
        """Progress in whole hundredths of the file's bytes."""
        if self.state == ImportState.DONE or not self.size:
            return 100
        return min(100, 100 * self.next_byte // self.size)


class ProblemKind(models.TextChoices):
    """Outcome of a record that an import does not count as a plain good game."""

    ILLEGAL = "illegal", _("saved, with an illegal move")
    UNREADABLE = "unreadable", _("could not be read")
    DOUBTFUL = "doubtful", _("saved, with points to check")
    DUPLICATE = "duplicate", _("not saved")
    TWIN = "twin", _("saved, same moves as another game")
    NOT_JUDGED = "not_judged", _("saved, variant not supported")


class ImportProblem(models.Model):
    """One line of an import's report: the record, its place in the file, the problem."""

    archive_import = models.ForeignKey(ArchiveImport, on_delete=models.CASCADE, related_name="problems")
    kind = models.CharField(max_length=12, choices=ProblemKind.choices)
    game = models.ForeignKey("games.Game", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    game_index = models.PositiveIntegerField(_("number in the file"))
    line = models.PositiveBigIntegerField(_("line"))
    column = models.PositiveIntegerField(_("column"), default=1)
    ply = models.PositiveIntegerField(_("move"), null=True, blank=True)
    code = models.CharField(max_length=60)
    side = models.CharField(max_length=5, blank=True)
    article = models.CharField(max_length=40, blank=True)
    facts = models.JSONField(default=dict, blank=True)
    text = models.CharField(_("as written"), max_length=200, blank=True)
    white = models.CharField(max_length=NAME_WIDTH, blank=True)
    black = models.CharField(max_length=NAME_WIDTH, blank=True)

    class Meta:
        ordering = ["id"]
        verbose_name = _("import problem")
        verbose_name_plural = _("import problems")
        indexes = [models.Index(fields=["archive_import", "kind", "id"], name="games_problem_kind")]

    def __str__(self) -> str:
        return f"{self.line}: {self.code}"
