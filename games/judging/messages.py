"""Codes and facts as sentences in the language of the hall: the event, the article, the next action.

The pure packages return stable codes with plain facts; this is the one place that words them. A fact that a
sentence needs and the judge did not give is a programming error and raises KeyError.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.core.facts import readable_facts
from games.house_rules.messages import reason_in_short
from games.house_rules.variant_names import variant_name
from games.judging import finding_messages as texts
from games.judging.incident_names import INCIDENT_NAMES, RECORDED
from games.judging.move_numbers import WHITE_BEGINS, MoveNumbers
from games.judging.warning_messages import FEN_FAULTS, WARNINGS
from games.laws.law_book import UNCONFIRMED, Article, DrawStatus
from games.pdn import NotPdn

Facts = Mapping[str, Any]

MAX_LISTED: Final = 6
MAX_CHARACTERS: Final = 200
# No piece of the side to move was on the stated start square.
NO_MOVER: Final = frozenset({"off_board", "empty_square", "out_of_turn", "not_your_piece"})
MANDATORY: Final = DrawStatus.MANDATORY.value
RULED_ON: Final = frozenset({"touched_not_moved", "left_over_corner"})  # the sanction states the next action


def incident_name(code: str) -> str:
    """Return the short name of an incident; `games.laws.incidents` has the codes."""
    return str(INCIDENT_NAMES[code])


def finding_sentence(
    code: str,
    facts: Facts,
    *,
    side: str = "",
    article: str = "",
    moves: MoveNumbers = WHITE_BEGINS,
) -> str:
    """Describe a finding: the fact, the article, the consequence or the next action."""
    filled = _readable(facts, side, moves)
    if code == "ruling_told":
        return _cite(_ruling(facts, filled), article)
    if facts.get("is_recorded"):
        template = RECORDED[bool(side), bool(facts.get("text"))]
        what = str(template) % {**filled, "incident": INCIDENT_NAMES[code]}
        return " ".join([_cite(what, article), *_sanction_sentences(facts, filled, moves)])
    _complete(code, facts, filled)
    what = str(texts.FINDINGS.get(_text_key(code, facts)) or texts.FINDINGS[code]) % filled
    return " ".join([_cite(_with_fault(what, facts), article), *_follow_ups(code, facts, filled, moves)])


def _complete(code: str, facts: Facts, filled: dict[str, Any]) -> None:
    """Add the further values that the sentences of some codes need."""
    if code == "house_rules_unreadable":
        filled["reason"] = reason_in_short(str(facts["reason"]))
    if code == "path_does_not_fit":
        filled["reason"] = str(texts.PATH_FAULTS[str(facts["reason"])]) % filled
    if facts.get("began"):
        filled["first_article"] = facts["first_article"] or _("the rules of the game")


def _text_key(code: str, facts: Facts) -> str:
    """Choose the sentence of a code by its facts."""
    several = facts.get("goes_on_as") or facts.get("legal_moves", ())
    key = f"{code}/several" if len(several) > 1 else code
    if facts.get("began"):
        key = "out_of_turn/began"
    if code == "move_unreadable":
        key = f"{code}/{facts['outcome']}"
    if facts.get("written") == "draw":
        key = f"{code}/draw"
    if facts.get("beside"):
        key = f"{code}/beside"
    if facts.get("criterion"):
        key = f"{code}/{facts['criterion']}"
    if facts.get("taken_back"):
        key = "move_taken_back"
    if facts.get("ended_by"):
        key = f"{code}/{facts['ended_by']}"
    return key


def _ruling(facts: Facts, filled: dict[str, Any]) -> str:
    """Describe a ruling: the decision, its later fate, and the part in force; foreign words unchanged."""
    for name in ("was", "now"):
        filled[name] = texts.RULED.get(str(facts[name]), str(filled[name]).replace("_", " "))
    incident, state = str(filled["incident"]), str(facts["state"])
    filled["incident"] = INCIDENT_NAMES.get(incident, incident.replace("_", " "))
    key = "ruling_told" if state == "in_force" else f"ruling_told/{state}"
    return str(texts.FINDINGS[key]) % filled


def _with_fault(sentence: str, facts: Facts) -> str:
    """Append why a FEN describes no position; findings stored by earlier versions do not contain it."""
    if not facts.get("fault"):
        return sentence
    return f"{sentence.removesuffix('.')} ({fen_sentence(str(facts['reason']), facts['fault'])})."


def _cite(sentence: str, article: str) -> str:
    """Insert the article in brackets before the full stop."""
    if not article:
        return sentence
    cited = _("article unconfirmed") if article == UNCONFIRMED else article
    return f"{sentence.removesuffix('.')} ({cited})."


def _follow_ups(code: str, facts: Facts, filled: Facts, moves: MoveNumbers) -> Iterable[str]:
    """Yield the consequences: the recall, the correcting piece, the sanction, or the next action."""
    is_move = "legal_moves" in facts and code != "moves_after_end"
    if facts.get("recalled"):
        yield str(texts.NEXT_STEPS["recalled"])
    elif facts.get("stood"):
        yield str(texts.NEXT_STEPS["stood"])
    if facts.get("same_ends"):
        yield str(texts.NEXT_STEPS["same_ends"]) % filled
    yield from _beginnings(facts.get("began", {}), filled)
    has_mover = facts.get("mover_can_move") or code not in NO_MOVER
    if is_move and has_mover and facts.get("correct_with") and not facts.get("stood"):
        key = "same_piece" if facts.get("mover_can_move") else "another_piece"
        yield str(texts.NEXT_STEPS[key]) % filled
    yield from _sanction_sentences(facts, filled, moves)
    if facts.get("began"):
        yield str(texts.NEXT_STEPS["began"])
        return
    if code in RULED_ON and facts.get("sanction"):
        return
    if code in texts.NEXT_STEPS:
        yield str(texts.NEXT_STEPS[code])
    elif is_move and not facts.get("recalled") and not facts.get("stood"):
        yield str(texts.NEXT_STEPS["illegal"])


def _beginnings(began: Facts, filled: Facts) -> Iterable[str]:
    """Yield the half-moves each reading explains, of a record that the wrong side begins."""
    for name in texts.BEGINNINGS if began else ():
        if began[name]:
            game = variant_name(str(began["game"])) if began["game"] else ""
            template = {**filled, "number": began[name], "total": began["total"], "game": game}
            yield str(texts.BEGINNINGS[name]) % template


def _sanction_sentences(facts: Facts, filled: Facts, moves: MoveNumbers) -> Iterable[str]:
    """Yield the sanction that the ladder proposes, if any, or that the game was lost before."""
    if facts.get("sanction"):
        sanction = {**facts, "article": facts["sanction_article"]}
        yield sanction_sentence(sanction, side=str(filled["side_key"]))
    elif lost := facts.get("already_lost"):
        yield str(texts.ALREADY_LOST) % _readable(lost, "", moves)


def sanction_sentence(proposal: Facts, *, side: str = "") -> str:
    """Describe the proposal of the ladder, and the choices of the opponent."""
    filled = _readable(proposal, side or str(proposal.get("side", "")))
    if proposal.get("readings"):
        return readings_sentence(proposal["readings"])
    is_open = not proposal.get("stood")  # else the next move was made, and the choice is over
    chosen = [str(choice) for choice in proposal.get("choices", ())] if is_open else []
    kind = "opponent_chooses/huff" if "huff" in chosen else str(proposal["sanction"])
    if kind == "opponent_chooses":
        chosen = []  # its sentence names both
    if not is_open:
        kind = f"{kind}/stood" if f"{kind}/stood" in texts.SANCTIONS else kind
    said = f"{texts.SANCTIONS[kind] % filled}{_opponent_choices(chosen, proposal)}"
    return f"{said} {texts.IF_PLAYED}" if proposal.get("if_played") else said


def readings_sentence(readings: Sequence[Facts]) -> str:
    """Describe the two readings of a move taken back, and the consequence of each."""
    stands, touched = (
        {"article": one["article"], "sanction": texts.SANCTION_NAMES[str(one["sanction"])]}
        for one in readings
    )
    filled = {**stands, "other_article": touched["article"], "other_sanction": touched["sanction"]}
    return str(texts.READINGS) % filled


def _opponent_choices(chosen: Sequence[str], proposal: Facts) -> str:
    """Return the choices of the opponent, after a space; empty if there is no choice."""
    if not chosen:
        return ""
    first, *others = chosen
    named = [texts.CHOICES.get(f"{first}/first") or texts.CHOICES[first], *(texts.CHOICES[o] for o in others)]
    either = _(" or ")
    said = f" {either.join(map(str, named))}."
    if proposal.get("pieces"):
        return f"{said} {texts.HUFFABLE % {'squares': ', '.join(map(str, proposal['pieces']))}}"
    return said


def claim_sentence(
    code: str,
    facts: Facts,
    *,
    side: str = "",
    article: str = "",
    status: str = "claimable",
    from_ply: int = 0,
    evidence: Sequence[int] = (),
    moves: MoveNumbers = WHITE_BEGINS,
) -> str:
    """Describe the draw that could be claimed: by which side, from when, and the proof."""
    filled = {
        **_readable(facts, side),
        "from_ply": moves.label(from_ply),
        "evidence": moves.listed(evidence) if code == "repetition" else moves.span(evidence),
    }
    if code == "repetition":
        filled["occurrence"] = ordinal(int(facts["occurrence"]))
    template = texts.CLAIMS[_claim_key(code, facts)]
    parts = [_cite(str(template) % filled, article), str(texts.STATUSES[status])]
    turns = facts.get("turns", ())
    if len(turns) > 1 and status != MANDATORY:
        parts.append(str(texts.CYCLE) % {"until_ply": moves.label(turns[-1])})
    if facts.get("on_request"):
        parts.append(str(texts.ON_REQUEST))
    if facts.get("contradicts"):
        parts.append(str(texts.CONTRADICTED) % filled)
    if facts.get("subject_to"):
        parts.append(str(texts.SUBJECT_TO) % filled)
    if facts.get("certainty") == "unconfirmed":
        parts.append(str(texts.UNCONFIRMED_RULE))
    return " ".join(parts)


def _claim_key(code: str, facts: Facts) -> str:
    """Return the key of the claim text for the kind of count."""
    if code == "repetition":
        return "repetition/before" if facts.get("move") else "repetition/after"
    if code == "endgame_limit":
        if not facts["moves"]:
            return "endgame_limit/at_once"
        return "endgame_limit/stronger" if facts.get("by_stronger") else code
    reset = facts.get("reset", ("man_move",))
    if "man_move" in reset:
        return code
    return "move_count/advantage" if "promotion" in reset else "move_count/captures"


def repair_sentence(repair: Facts, moves: MoveNumbers = WHITE_BEGINS) -> str:
    """Describe the probable meaning of the score and how far it then plays."""
    filled = _readable(repair, str(repair.get("side", "")), moves)
    outcome = texts.ALL_LEGAL if repair["makes_all_legal"] else texts.GOES_FURTHER
    return f"{str(texts.REPAIRS[str(repair['kind'])]) % filled} {str(outcome) % filled}"


def reconciliation_sentence(kind: str, facts: Facts) -> str:
    """Describe the reading under which two score sheets record the same game."""
    return str(texts.RECONCILIATIONS[kind]) % _readable(facts, "")


def warning_sentence(code: str, facts: Facts) -> str:
    """Describe a repair of the reader."""
    return str(WARNINGS[code]) % _readable(facts, "")


def fen_sentence(code: str, facts: Facts) -> str:
    """Explain why a FEN describes no position."""
    return str(FEN_FAULTS[code]) % _readable(facts, "")


def article_heading(article: Article) -> str:
    """Give the heading of an article in the language of the hall."""
    return _(article.heading)


def article_text(article: Article) -> str:
    """Return the wording of an article in the language of the hall, and the house rules that override it."""
    if not article.yields_to:
        return _(article.text)
    note = _("House rules take precedence: %(articles)s.") % {"articles": ", ".join(article.yields_to)}
    return f"{_(article.text)} {note}"


def side_name(side: str) -> str:
    """Return the display name of a side."""
    return str(texts.SIDES[side])


def _readable(facts: Facts, side: str, moves: MoveNumbers = WHITE_BEGINS) -> dict[str, Any]:
    """Format facts for a sentence: sides by name, moves by number, lists with commas, long texts cut."""
    filled: dict[str, Any] = {name: _format_value(value) for name, value in facts.items()}
    for name in ("ply", "reached"):
        if isinstance(facts.get(name), int):
            filled[name] = moves.label(facts[name])
    for name in ("winner", "loser", "better", "worse"):
        if facts.get(name):
            filled[name] = side_name(str(facts[name]))
    filled["side"] = side_name(side)
    filled["side_key"] = side
    if "legal_moves" in facts:
        filled["legal"] = _format_value(facts["legal_moves"])
        filled.setdefault("goes_on_as", filled["legal"])  # a finding stored before this fact existed
    return filled


def _format_value(value: Any) -> Any:
    if isinstance(value, str) and len(value) > MAX_CHARACTERS:
        return f"{value[:MAX_CHARACTERS]}…"
    if not isinstance(value, list | tuple):
        return value
    listed = [str(item) for item in value[:MAX_LISTED]]
    if len(value) > MAX_LISTED:
        listed.append("…")
    return ", ".join(listed) or "-"


def ordinal(number: int) -> str:
    """Return the ordinal of a number: third, fourth."""
    return str(texts.ORDINALS.get(number, f"{number}."))


REFUSED_FILES: Final[dict[str, texts.Text]] = {
    "empty": gettext_lazy("the file is empty. Choose another one."),
    "binary": gettext_lazy("this is %(kind)s, not text. Choose the PDN file itself."),
    "no_game": gettext_lazy("it contains no game record. Choose a PDN file."),
    "missing": gettext_lazy("file not found. Check the name."),
    "folder": gettext_lazy("this is a folder. Specify a file."),
    "forbidden": gettext_lazy("permission denied. Ask for read permission."),
    "unreadable": gettext_lazy("the file cannot be read (%(reason)s)."),
}


def file_refusal(path: object, refusal: OSError | NotPdn) -> str:
    """Explain why a score file could not be read and the next action."""
    if isinstance(refusal, NotPdn):
        code, facts = refusal.code, readable_facts(refusal.facts)
    else:
        kinds: dict[type[OSError], str] = {
            FileNotFoundError: "missing",
            IsADirectoryError: "folder",
            PermissionError: "forbidden",
        }
        code, facts = kinds.get(type(refusal), "unreadable"), {"reason": str(refusal.strerror)}
    return f"{path}: {str(REFUSED_FILES[code]) % facts}"
