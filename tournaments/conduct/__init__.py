"""Arbiter's work as pure values: incidents, claims, the ladder of a law book, consequences."""

from tournaments.conduct.claim_grounds import JudgedScore, judge_record
from tournaments.conduct.claim_values import DRAWS, Answer, Claimed, Kind, Word
from tournaments.conduct.claims import (
    INCIDENT_OF,
    answer_claim,
    answer_flag,
    answer_pairing,
    answer_result,
)
from tournaments.conduct.consequences import Consequence, consequence_of, deviates
from tournaments.conduct.instructions import Instruction, instruction_for
from tournaments.conduct.proposals import Earlier, Proposed, cited, propose
from tournaments.conduct.regulation_presets import NO_REGULATIONS, PRESETS, regulations_from
from tournaments.conduct.regulations import Counted, Regulations, Rule, Rung
from tournaments.conduct.rule_of_moves import RuleOfMoves, rule_of_moves

__all__ = [
    "DRAWS",
    "INCIDENT_OF",
    "NO_REGULATIONS",
    "PRESETS",
    "Answer",
    "Claimed",
    "Consequence",
    "Counted",
    "Earlier",
    "Instruction",
    "JudgedScore",
    "Kind",
    "Proposed",
    "Regulations",
    "Rule",
    "RuleOfMoves",
    "Rung",
    "Word",
    "answer_claim",
    "answer_flag",
    "answer_pairing",
    "answer_result",
    "cited",
    "consequence_of",
    "deviates",
    "instruction_for",
    "judge_record",
    "propose",
    "regulations_from",
    "rule_of_moves",
]
