"""Recorded game: its PDN text is the record, every other column is derived from it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

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
