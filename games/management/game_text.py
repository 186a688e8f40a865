"""Verdicts as text for people: games with findings, and the totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.compiled import kernel_form
from games.judging.messages import claim_sentence, finding_sentence, repair_sentence, warning_sentence
from games.judging.move_numbers import MoveNumbers
from games.laws.report import Summary
from games.rules import VARIANTS

Data = Mapping[str, Any]
MAX_REPAIRS = 3
SIGNS = {"error": "✕", "doubt": "?", "note": "·"}


def game_lines(game: Data) -> list[str]:
    """Return the lines about one game; none without findings."""
    shown = [one for one in game["findings"] if one["severity"] != "note" or one["code"] == "ruling_told"]
    if not shown and not game["claims"] and not game["losses"]:
        return []
    lines = [_heading(game)]
    moves = MoveNumbers.of_fen(game["final_fen"], VARIANTS.get(game["variant"]), ply=game["plies"])
    for loss in game["losses"]:
        said = warning_sentence(loss["code"], loss["facts"])
        lines.append(f"  {SIGNS['doubt']} {loss['line']}:{loss['column']}  {said}")
    for finding in shown:
        said = finding_sentence(
            finding["code"],
            finding["facts"],
            side=finding["side"],
            article=finding["article"],
            moves=moves,
        )
        place = f"{finding['line']}:{finding['column']}"
        lines.append(f"  {SIGNS[finding['severity']]} {place}  {said}")
    error = game["first_error"]
    repairs = error["repairs"] if error else []
    lines += [f"    → {repair_sentence(repair, moves)}" for repair in repairs[:MAX_REPAIRS]]
    for claim in game["claims"]:
        said = claim_sentence(
            claim["code"],
            claim["facts"],
            side=claim["side"],
            article=claim["article"],
            status=claim["status"],
            from_ply=claim["from_ply"],
            evidence=claim["evidence"],
            moves=moves,
        )
        lines.append(f"  = {said}")
    return lines


def _heading(game: Data) -> str:
    tags = game["tags"]
    players = " - ".join(filter(None, (tags.get("White", ""), tags.get("Black", ""))))
    event = tags.get("Event", "")
    about = ", ".join(filter(None, (players, event)))
    place = f"{game['file']}:{game['line']}"
    number = _("game %(number)d") % {"number": game["game"]}
    return f"{place}  {number}{'  ' + about if about else ''}  [{game['variant'] or '?'}]"


def summary_lines(summary: Summary, seconds: float, *, files: int) -> list[str]:
    """Return the totals of a replay."""
    games = ngettext("%(count)d game", "%(count)d games", summary.games) % {"count": summary.games}
    read = ngettext("%(count)d file", "%(count)d files", files) % {"count": files}
    rate = summary.games / seconds if seconds else 0.0
    judged = _("%(legal)d legal, %(illegal)d with an illegal move, %(unreadable)d not checked") % {
        "legal": summary.legal,
        "illegal": summary.illegal,
        "unreadable": summary.unreadable,
    }
    rest = _(
        "%(plies)d moves of both sides, %(claims)d possible draw claims, %(seconds).1f s (%(rate).0f/s)"
    ) % {
        "plies": summary.plies,
        "claims": summary.claims,
        "seconds": seconds,
        "rate": rate,
    }
    kernels = {"compiled": _("rules kernel: compiled"), "interpreted": _("rules kernel: interpreted")}
    return [f"{games}, {read}: {judged}.", f"{rest}; {kernels[kernel_form()]}."]
