"""Verdict as plain data: one object a game and one summary, the form printed and sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from games.compiled import kernel_form
from games.laws.let_stand_text import played_on
from games.laws.repairs import Repair, propose_repairs
from games.laws.verdict import Claim, Finding, Proposal, Reading, Verdict
from games.pdn.elements import Mended
from games.rules import Side

Data = dict[str, Any]


def verdict_as_dict(verdict: Verdict, *, file: str = "", repairs: bool = True) -> Data:
    """Return one game's verdict; codes and facts only, sentences are made at the edge."""
    record, played = verdict.record, verdict.replay
    tags: dict[str, str] = {}
    for tag in record.tags:
        tags.setdefault(tag.name, tag.value)
    result = verdict.result
    return {
        "file": file,
        "game": record.index,
        "line": record.line,
        "tags": tags,
        "variant": verdict.variant.key if verdict.is_judged else "",
        "variant_source": verdict.variant_source,
        "law_book": verdict.law_book.key,
        "plies": len(played.moves),
        "legal": verdict.is_legal,
        "unreadable": verdict.is_unreadable,
        "first_error": _first_error(verdict, with_repairs=repairs) if verdict.findings else None,
        "findings": [finding_as_dict(finding) for finding in verdict.findings],
        "claims": [claim_as_dict(claim) for claim in verdict.claims],
        "proposals": [proposal_as_dict(proposal) for proposal in verdict.proposals],
        "result": {
            "tag": result.tag,
            "terminator": result.terminator,
            "winner": result.winner,
            "board": result.board,
        },
        "played_on": played_on(verdict),
        "losses": [loss_as_dict(loss) for loss in record.losses],
        "final_fen": played.positions[-1].to_fen(verdict.variant),
    }


def _first_error(verdict: Verdict, *, with_repairs: bool) -> Data | None:
    error = verdict.first_error
    if error is None:
        return None
    return {
        "ply": error.ply,
        "side": _key(error.side),
        "text": error.facts.get("text", ""),
        "line": error.line,
        "column": error.column,
        "code": error.code,
        "article": error.article,
        "legal_moves": list(error.facts.get("legal_moves", ())),
        "repairs": [repair_as_dict(r) for r in propose_repairs(verdict)] if with_repairs else [],
    }


def _key(side: Side | None) -> str:
    return "" if side is None else side.key


def finding_as_dict(finding: Finding) -> Data:
    """Return a finding with its place in the file."""
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "ply": finding.ply,
        "side": _key(finding.side),
        "article": finding.article,
        "line": finding.line,
        "column": finding.column,
        "facts": dict(finding.facts),
    }


def loss_as_dict(loss: Mended) -> Data:
    """Return what the reader could not preserve, with its place."""
    return {"code": loss.code, "line": loss.line, "column": loss.column, "facts": dict(loss.facts)}


def claim_as_dict(claim: Claim) -> Data:
    """Return a claim with the plies that prove it."""
    return {
        "code": claim.code,
        "article": claim.article,
        "status": claim.status,
        "side": claim.side.key,
        "from_ply": claim.from_ply,
        "evidence": list(claim.evidence),
        "facts": dict(claim.facts),
    }


def proposal_as_dict(proposal: Proposal) -> Data:
    """Return a proposed sanction with the count of offences behind it."""
    return {
        "code": proposal.code,
        "side": proposal.side.key,
        "ply": proposal.ply,
        "sanction": proposal.sanction.value,
        "article": proposal.article,
        "offences": proposal.offences,
        "choices": list(proposal.choices),
        "pieces": list(proposal.pieces),
        "if_played": proposal.if_played,
        "stood": proposal.stood,
        "readings": [reading_as_dict(one) for one in proposal.readings],
    }


def reading_as_dict(reading: Reading) -> Data:
    """Return a reading of what happened with what follows by it."""
    return {
        "code": reading.code,
        "article": reading.article,
        "sanction": reading.sanction.value,
        "sanction_article": reading.sanction_article,
    }


def repair_as_dict(repair: Repair) -> Data:
    """Return a proposed correction of the score."""
    return {
        "kind": repair.kind,
        "ply": repair.ply,
        "side": repair.side.key,
        "written": repair.written,
        "text": repair.text,
        "reached": repair.reached,
        "makes_all_legal": repair.makes_all_legal,
    }


@dataclass(slots=True)
class Summary:
    """Counts over many games; a record without moves is legal, an unreadable one neither."""

    games: int = 0
    with_moves: int = 0
    legal: int = 0
    illegal: int = 0
    unreadable: int = 0
    plies: int = 0
    claims: int = 0

    def add(self, verdict: Verdict) -> None:
        """Count one game."""
        self.games += 1
        self.with_moves += verdict.record.has_moves
        self.plies += verdict.plies
        self.claims += len(verdict.claims)
        if verdict.is_unreadable:
            self.unreadable += 1
        elif verdict.is_legal:
            self.legal += 1
        else:
            self.illegal += 1

    def merge(self, other: Summary) -> None:
        """Add the counts of another part."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def as_dict(self, seconds: float) -> Data:
        """Return the last object of a replay."""
        return {
            "games": self.games,
            "with_moves": self.with_moves,
            "legal": self.legal,
            "illegal": self.illegal,
            "unreadable": self.unreadable,
            "plies": self.plies,
            "claims": self.claims,
            "seconds": round(seconds, 3),
            "games_per_second": round(self.games / seconds, 1) if seconds > 0 else 0.0,
            "kernel": kernel_form(),
        }
