"""Rulings as the desk has them and as the replayed record of the event has them."""

import io
import json

from django.core.management import call_command
from incidents import Hall, case_of, words_for

from games.laws import Sanction, law_book_named
from games.laws.incidents import INCIDENTS
from tournaments.cases.services.cases import open_case
from tournaments.cases.services.rulings import RulingDecision, rule_on_case
from tournaments.conduct import Consequence, consequence_of
from tournaments.models import Section
from tournaments.records.selectors.section_games import section_pdn

BOOKS = {
    "standard-laws": "english",
    "acf-faq": "english",
    "wcdf": "english",
    "fmjd-annex-1": "international",
}


MOVES = {
    "english": "1. 11-15 22-18 2. 15x22 25x18 3. 8-11 29-25",
    "international": "1. 32-28 18-23 2. 37-32 23-29 3. 33x24 20x29",
}


RESULTS = {"english": "1-0", "international": "2-0"}


GAME_TYPES = {"english": 21, "international": 20}


CONSEQUENCES = {
    sanction: (consequence_of(sanction) or Consequence.CAUTION).value for sanction in Sanction
} | {Sanction.ARBITER_DECIDES: None}


def record_of(variant, moves=""):
    game_type, moves = GAME_TYPES[variant], moves or MOVES[variant]
    return f'[GameType "{game_type}"]\n[White "Anderson"]\n[Black "Wyllie"]\n\n{moves} {RESULTS[variant]}\n'


def hall_of(book, **facts):
    """An event by a law book alone: a record does not hold the regulations of its event."""
    made = Hall(preset="weekend", variant=BOOKS[book], law_book=book, **facts)
    return made.by_law_book_alone()


def whites(hall):
    return [one.white.name for one in hall.row.pairings.order_by("board_number") if one.black]


def replayed(hall, tmp_path):
    """What the command says of the games of the exported section."""
    path = tmp_path / "event.pdn"
    path.write_text(section_pdn(Section.objects.get(pk=hall.section.pk)), encoding="utf-8")
    out = io.StringIO()
    call_command("replay", str(path), format="jsonl", stdout=out)
    games = [json.loads(line) for line in out.getvalue().splitlines()[:-1]]
    assert {game["law_book"] for game in games} <= {hall.section.law_book}
    return games


def rule_by_law_book(hall, name, code, game=1, **told):
    """File an incident and rule as the law book proposes, with a caution where it proposes nothing."""
    told |= words_for(code)
    case = open_case(
        event_id=hall.event.pk, about=hall.at(name, game), incident=code, actor=hall.arbiter, told=told
    )
    asked = hall.proposed(case)
    decided = RulingDecision(consequence=asked.consequence or Consequence.CAUTION)
    return rule_on_case(case_id=case.pk, decided=decided, actor=hall.arbiter)


def facts_of_ruling(ruling, hall):
    """Code, side, article, proposed consequence and count as the desk has them."""
    asked, side = ruling.proposed, case_of(ruling).side
    article = (asked["articles"] or ["unconfirmed"])[0]
    if not asked["in_game"]:
        return [(ruling.incident, side, article)], []
    proposed = (ruling.incident, side, asked["article"], asked["consequence"], asked["in_game"])
    return [(ruling.incident, side, law_book_named(hall.section.law_book).article_for(ruling.incident))], [
        proposed
    ]


def facts_of_replay(game):
    """The same as the replayed record has them."""
    found = [
        (one["code"], one["side"], one["article"]) for one in game["findings"] if one["code"] in INCIDENTS
    ]
    return found, [
        (one["code"], one["side"], one["article"], CONSEQUENCES[Sanction(one["sanction"])], one["offences"])
        for one in game["proposals"]
    ]
