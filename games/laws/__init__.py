"""Law books as data and the judge: a record and a law book give findings, claims and repairs."""

from games.laws.books import DEFAULT_BOOK, LAW_BOOKS, UnknownLawBookError, fitting_book, law_book_named
from games.laws.draws import claims_with
from games.laws.guess import VariantMemory, choose_variant
from games.laws.house_rules.book import book_for, house_articles
from games.laws.judge import judge
from games.laws.law_book import UNCONFIRMED, Article, DrawClock, LawBook, Sanction, UnknownArticleError
from games.laws.replay import replay
from games.laws.replay_result import Replay
from games.laws.report import Summary, verdict_as_dict
from games.laws.results import ResultEvidence
from games.laws.scores.comparison import Comparison, UnreadableSheetError, compare_records
from games.laws.scores.repairs import Repair, propose_repairs
from games.laws.verdict import Claim, Finding, Proposal, ResultCheck, Severity, TouchRuling, Verdict

__all__ = [
    "DEFAULT_BOOK",
    "LAW_BOOKS",
    "UNCONFIRMED",
    "Article",
    "Claim",
    "Comparison",
    "DrawClock",
    "Finding",
    "LawBook",
    "Proposal",
    "Repair",
    "Replay",
    "ResultCheck",
    "ResultEvidence",
    "Sanction",
    "Severity",
    "Summary",
    "TouchRuling",
    "UnknownArticleError",
    "UnknownLawBookError",
    "UnreadableSheetError",
    "VariantMemory",
    "Verdict",
    "book_for",
    "choose_variant",
    "claims_with",
    "compare_records",
    "fitting_book",
    "house_articles",
    "judge",
    "law_book_named",
    "propose_repairs",
    "replay",
    "verdict_as_dict",
]
