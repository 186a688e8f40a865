"""A record with a proposed repair written into its text, so that one press tries it."""

from games.laws.repairs import Repair
from games.laws.touches import token_plies
from games.laws.verdict import Verdict
from games.pdn import MoveText

EXCHANGES = {"swapped_pair": 2, "transposed": 1}


def repaired_pdn(*, verdict: Verdict, repair: Repair) -> str:
    """Return the record's own text with the repair inserted; empty if the place is not writable."""
    record = verdict.record
    plies = token_plies(record, verdict.replay)
    if repair.ply not in plies:
        return ""
    at = plies.index(repair.ply)
    tokens = record.moves
    if repair.kind in EXCHANGES:
        other = at + EXCHANGES[repair.kind]
        if other >= len(tokens):
            return ""
        edits = [(tokens[other], tokens[at].text), (tokens[at], tokens[other].text)]
    elif repair.kind == "missing":
        edits = [(tokens[at], f"{repair.text} {tokens[at].text}")]
    else:
        edits = [(tokens[at], "" if repair.kind == "doubled" else repair.text)]
    return _edited(record.source, edits)


def _edited(source: str, edits: list[tuple[MoveText, str]]) -> str:
    """Apply edits from the last to the first, so that offsets stay true."""
    for token, text in edits:
        end = token.offset + len(token.text)
        if source[token.offset : end] != token.text:
            return ""
        source = source[: token.offset] + text + source[end:]
    return source
