"""A comparison of two score sheets as text for people."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.judging.messages import reconciliation_sentence
from games.judging.move_numbers import MoveNumbers
from games.laws.comparison import Comparison, Continuation


def comparison_lines(comparison: Comparison, names: tuple[str, str]) -> list[str]:
    """List where two sheets differ, the moves on each, how each continues, and what would reconcile them."""
    lines = [f"{name}: {_length(plies)}" for name, plies in zip(names, comparison.plies, strict=True)]
    if not comparison.results_agree:
        line = _("The results differ: %(first)s and %(second)s.")
        lines.append(line % {"first": comparison.results[0] or "-", "second": comparison.results[1] or "-"})
    if comparison.agrees:
        shorter, longer = sorted(comparison.plies)
        lines.append(
            _("Both sheets record the same game.")
            if shorter == longer
            else _("Both sheets record the same game; one stops earlier.")
        )
        return lines
    return [*lines, *_difference(comparison, names)]


def _length(plies: int) -> str:
    return _("%(plies)d legal moves, both sides") % {"plies": plies}


def _difference(comparison: Comparison, names: tuple[str, str]) -> list[str]:
    at = comparison.differ_at or 0
    fen = "" if comparison.position is None else comparison.position.to_fen(comparison.variant)
    moves = MoveNumbers.of_fen(fen, comparison.variant, ply=at - 1)
    lines = [_("They differ at move %(ply)s") % {"ply": moves.label(at)}]
    if fen:
        lines.append(_("Position: %(fen)s") % {"fen": fen})
    if comparison.other_position is not None:
        fen = comparison.other_position.to_fen(comparison.variant)
        lines.append(_("On the second sheet: %(fen)s") % {"fen": fen})
    if comparison.position is not None:
        lines.append(_("Legal moves: %(moves)s") % {"moves": ", ".join(comparison.legal)})
    for name, sheet in zip(names, (comparison.first, comparison.second), strict=True):
        lines.append(f"  {name}: {_continuation(sheet)}")
    lines += [
        f"  → {reconciliation_sentence(one.kind, {'text': one.text})}" for one in comparison.reconciliations
    ]
    if not comparison.reconciliations:
        lines.append(_("No single correction reconciles them: replay both with the players."))
    return lines


def _continuation(sheet: Continuation) -> str:
    written = " ".join(sheet.written) or _("(nothing written)")
    verdict = _("legal") if sheet.is_legal else _("not legal here")
    return f"{written}  - {verdict}"
