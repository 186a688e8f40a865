"""Data for the phone to go through the steps of an incident offline, as plain values."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.judging.messages import incident_name
from games.laws import UNCONFIRMED, LawBook
from games.laws.incidents import INCIDENTS, OTHER, RESULT
from tournaments.cases.incident_details import NEEDED, details_of
from tournaments.cases.incident_groups import commonest_kinds, offered_kinds
from tournaments.cases.models.case import RULED_STATES
from tournaments.cases.pages.incident_boards import IncidentBoard, Seat
from tournaments.cases.selectors.case_proposals import articles_in
from tournaments.cases.selectors.incidents import earlier_in_event, used_incidents
from tournaments.conduct import NO_REGULATIONS, Counted, Earlier, Proposed, Regulations, propose
from tournaments.conduct.regulations import DEFAULT_TIME, LATE_ARRIVAL
from tournaments.events.consequence_messages import consequence_name, proposal_sentence
from tournaments.events.regulation_messages import (
    EVENT_BOOK,
    article_name,
    ready_reasons,
    reasons_of,
    source_name,
)
from tournaments.events.selectors.law_books import regulations_of
from tournaments.models import Case, Event, Section


class CitedArticle(NamedTuple):
    """An article with its text; `id` is its public identifier."""

    id: str
    heading: str
    text: str
    is_own: bool = False  # of the event's regulations, in the language of the page


def cited_articles(book: LawBook, proposed: Proposed) -> list[CitedArticle]:
    """The articles behind a proposal, the one that asks for the consequence first."""
    named = dict.fromkeys((proposed.article, *proposed.articles))
    return [cited_article(book, one) for one in named if one != UNCONFIRMED]


def cited_article(book: LawBook, article_id: str) -> CitedArticle:
    """Return an article of a book, its heading in the language of the page."""
    found = book.lookup(article_id)
    return CitedArticle(article_name(found.id), _(found.heading), found.text, found.book == EVENT_BOOK)


def incident_facts(event: Event, boards: Sequence[IncidentBoard], case: Case | None) -> dict[str, Any]:
    """Return boards, players, law books, regulations by rung, earlier rulings and texts."""
    games = {_game(one): articles_in(one, event) for one in (board.pairing.round.section for board in boards)}
    regulations, used = regulations_of(event), used_incidents(event)
    return {
        "boards": {board.pairing.pk: _board(board) for board in boards},
        "books": {game: _book(book, regulations) | _kinds(game, used) for game, book in games.items()},
        "late": {"from": LATE_ARRIVAL, "to": DEFAULT_TIME, "minutes": regulations.default_minutes}
        if DEFAULT_TIME in regulations.rules
        else None,
        "reasons": {
            "anew": list(ready_reasons(None, is_anew=True)),
            **{code: list(reasons_of(rule)) for code, rule in regulations.rules.items()},
            "": list(reasons_of(None)),
        },
        "earlier": [list(one) for one in earlier_in_event(event, case)],
        "names": {code: incident_name(code) for code in INCIDENTS},
        "details": {code: {one.name: str(one.label) for one in details_of(code)} for code in INCIDENTS},
        "needed": [list(one) for one in sorted(NEEDED)],
        "opens": {code: opened_part(code) for code in INCIDENTS},
        "case": None if case is None else case.pk,
        "ruled": dict(event.cases.filter(state__in=RULED_STATES).values_list("number", "version")),
        "words": {
            "board": _("Board"),
            "match": _("Match"),
            "white": _("White"),
            "black": _("Black"),
            "sign_in": _("Your session has expired. Sign in again; your reports are saved on this phone."),
            "case": _("Case"),
        },
    }


def opened_part(code: str) -> str:
    """Return the open part of the form: the results, or the description and minutes that decide; else ""."""
    return "results" if code in RESULT else "more" if code in {OTHER, LATE_ARRIVAL} else ""


def _game(section: Section) -> str:
    """Name a law book as it is for a game: FMJD-64 is written for two, a house for its own."""
    return f"{section.law_book}:{section.variant}"


def _kinds(game: str, used: Sequence[str]) -> dict[str, Any]:
    """Return the kinds offered for a game, and those on the tiles."""
    offered = offered_kinds([game.partition(":")[2]])
    return {"offered": offered, "tiles": commonest_kinds(used, offered)}


def _board(board: IncidentBoard) -> dict[str, Any]:
    section = board.pairing.round.section
    return {
        "number": board.pairing.board_number,
        "section": section.name,
        "book": _game(section),
        "is_team": section.is_team,
        "may_rule": board.may_rule,
        "game_on": board.game_on,
        "games": [
            {
                "number": one.number,
                "name": one.name,
                "is_tie_break": one.tie_break > 0,
                "was": one.outcome,
                "white": _seat(one.white),
                "black": _seat(one.black),
            }
            for one in board.games
        ],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {"entry": seat.entry_id, "name": seat.name, "team": seat.team}


def _book(book: LawBook, regulations: Regulations) -> dict[str, Any]:
    """Return every incident with its ladder; the text of each cited article is included once."""
    rungs = {code: list(_rungs(book, code, regulations)) for code in INCIDENTS}
    articles = {
        one.id: one for steps in rungs.values() for step in steps for one in cited_articles(book, step)
    }
    return {
        "key": book.key,
        "source": f"{book.name}, {book.edition}",
        "incidents": {
            code: _ladder(book, code, regulations, [_rung(book, step) for step in steps])
            for code, steps in rungs.items()
        },
        "articles": {one.id: [one.heading, one.text, one.is_own] for one in articles.values()},
    }


def _ladder(
    book: LawBook, code: str, regulations: Regulations, rungs: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the rungs of an incident: the source of each article, and the earlier offences that climb it."""
    rule = regulations.rule_for_incident(book, code)
    if rule is None:
        return {"family": book.family(code), "rungs": rungs}
    return {
        "family": f"event {code}",
        "rungs": rungs,
        "in_event": rule.counted is Counted.EVENT,
        "source": source_name(regulations),
    }


def _rungs(book: LawBook, code: str, regulations: Regulations = NO_REGULATIONS) -> Iterable[Proposed]:
    rule = regulations.rule_for_incident(book, code)
    steps = rule.rungs if rule else book.steps(code)
    for before in range(max(1, len(steps))):
        earlier = [Earlier(code, is_this_game=True)] * before
        yield propose(book, code, earlier=earlier, regulations=regulations)


def _rung(book: LawBook, step: Proposed) -> dict[str, Any]:
    return {
        "consequence": step.consequence.value if step.consequence else "",
        "name": consequence_name(step.consequence or ""),
        "sentence": proposal_sentence(step),
        "articles": [one.id for one in cited_articles(book, step)],
        "is_offence": step.in_game > 0,
        "recalls": step.recalls_move,
        "amount": step.amount,
        "is_forfeit": step.is_forfeit,
    }
