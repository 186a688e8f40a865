"""Sections played by rules of a house: chosen, paired, judged, ruled on, sent elsewhere."""

import json

import pytest
from club_evening import played_of, published_of, section_of
from worlds import world

from club.core.actor import SYSTEM
from club.core.messages import refusal_text
from club.models import Organisation
from games.house_rules.services import make_house_rules, retire_house_rules
from games.laws.judge import judge
from games.models import HouseRules
from games.pdn import read_games
from tournaments.conduct import propose
from tournaments.events.errors import RulesNotPlayed
from tournaments.events.pages.event_forms import SectionForm
from tournaments.events.selectors.sections import law_book_of
from tournaments.events.services.events import change_section
from tournaments.exchange.errors import SectionFileUnreadable
from tournaments.exchange.selectors.section_exports import exported_section
from tournaments.exchange.services.section_files import import_section
from tournaments.models import Section
from tournaments.records.selectors.section_games import section_pdn
from tournaments.records.services.game_records import link_record
from tournaments.rounds.services.rounds import close_round
from tournaments.standings.selectors.standings import standing_rows

pytestmark = pytest.mark.django_db
FAR = '[FEN "B:W32:BK1,K4"]\n[Result "*"]\n\n1. 1-19 32-28 2. 4-22 *\n'


@world
def section():
    return section_of(4, preset="acf")


def rules_of(section, **changes):
    return make_house_rules(
        organisation_id=section.event.organisation_id,
        name="Saturday kings",
        base="english",
        changes=changes or {"king_flies": "yes", "remedy_for_missed_capture": "huff"},
        actor=SYSTEM,
    )


def set_to(section, key):
    return change_section(section_id=section.pk, version=section.version, variant=key, deck="", actor=SYSTEM)


def games_offered(section):
    groups = SectionForm(instance=section).fields["variant"].choices
    return {key: name for _, games in groups for key, name in games}


def test_the_clubs_own_rules_stand_among_the_games_of_a_section(section):
    row = rules_of(section)
    assert "Saturday kings" in games_offered(section)[row.key]
    retire_house_rules(rules_id=row.pk, actor=SYSTEM)
    assert row.key not in games_offered(section)


def test_rules_of_another_club_of_nobody_or_retired_are_refused(section):
    other = Organisation.objects.create(slug="south", name="South")
    theirs = make_house_rules(
        organisation_id=other.pk, name="x", base="english", changes={"king_flies": "yes"}, actor=SYSTEM
    )
    mine = rules_of(section)
    retire_house_rules(rules_id=mine.pk, actor=SYSTEM)
    for key in (theirs.key, mine.key, "house-000000000000", "chess"):
        with pytest.raises(RulesNotPlayed) as refused:
            set_to(section, key)
        assert key in refusal_text(refused.value).what


def test_a_section_keeps_its_rules_when_they_are_retired(section):
    row = rules_of(section)
    section = set_to(section, row.key)
    retire_house_rules(rules_id=row.pk, actor=SYSTEM)
    section.refresh_from_db()
    changed = change_section(section_id=section.pk, version=section.version, name="Open", actor=SYSTEM)
    assert changed.variant == row.key
    assert row.key in games_offered(changed)


def test_a_whole_section_is_played_by_rules_of_a_house(section):
    row = rules_of(section)
    section = set_to(section, row.key)
    Section.objects.filter(pk=section.pk).update(rounds=2)
    for _ in range(2):
        played = played_of(section)
        close_round(round_id=played.pk, actor=SYSTEM)
    assert len(standing_rows(Section.objects.get(pk=section.pk)).rows) == 4
    records = list(read_games(section_pdn(Section.objects.get(pk=section.pk))))
    assert len(records) == 8
    assert {judge(record).variant.key for record in records} == {row.key}


def test_a_pasted_record_is_judged_by_the_rules_of_its_section(section):
    row = rules_of(section)
    board = published_of(set_to(section, row.key)).pairings.get(board_number=1)
    game = link_record(pairing_id=board.pk, game=1, text=FAR, actor=SYSTEM).game
    assert (game.variant, game.is_legal) == (row.key, True)
    text = section_pdn(Section.objects.get(pk=section.pk))
    assert "HouseRules" in text


def test_a_missed_capture_is_huffed_by_the_book_of_the_section(section):
    section = set_to(section, rules_of(section).key)
    book = law_book_of(section)
    proposed = propose(book, "must_capture")
    assert (proposed.consequence, proposed.choices) == ("opponent_chooses", ("huff", "let_stand"))
    assert (proposed.article, proposed.recalls_move) == ("HR-1", False)
    assert propose(book, "out_of_turn").consequence == "caution"


def test_a_section_takes_its_rules_to_another_site(section):
    row = rules_of(section)
    section = set_to(section, row.key)
    board = played_of(section).pairings.get(board_number=1)
    link_record(pairing_id=board.pk, game=1, text=FAR, actor=SYSTEM)
    data = exported_section(Section.objects.get(pk=section.pk), "json").data
    HouseRules.objects.all().delete()
    home = Organisation.objects.create(slug="east", name="East")
    came = import_section(organisation_id=home.pk, data=data, name="a.json", actor=SYSTEM).section
    assert came.variant == row.key
    kept = HouseRules.objects.get(organisation=home)
    assert (kept.key, kept.read_from_game) == (row.key, True)
    assert [(game.variant, game.is_legal) for game in home.games.all()] == [(row.key, True)]


@pytest.mark.parametrize(("told", "is_taken"), [(None, True), ("chess", False), (7, False)])
def test_the_rules_of_a_record_are_those_of_the_section_where_a_file_does_not_tell_them(
    section, told, is_taken
):
    section = set_to(section, rules_of(section).key)
    board = published_of(section).pairings.get(board_number=1)
    link_record(pairing_id=board.pk, game=1, text=FAR, actor=SYSTEM)
    document = json.loads(exported_section(section, "json").data)
    game = next(one for one in document["rounds"][0]["pairings"][0]["games"] if one["record"])
    assert game["record"].pop("variant") == section.variant
    if told is not None:
        game["record"]["variant"] = told
    home = Organisation.objects.create(slug="east", name="East")
    facts = {"organisation_id": home.pk, "data": json.dumps(document).encode(), "name": "a.json"}
    if is_taken:
        import_section(**facts, actor=SYSTEM)
        assert home.games.get().variant == section.variant
    else:
        with pytest.raises(SectionFileUnreadable):
            import_section(**facts, actor=SYSTEM)


def test_a_file_whose_rules_are_missing_or_others_is_refused(section):
    section = set_to(section, rules_of(section).key)
    document = json.loads(exported_section(section, "json").data)
    for text in (None, "base=english; king_flies=yes", "nonsense"):
        spoilt = {**document, "house_rules": text}
        with pytest.raises(SectionFileUnreadable) as refused:
            import_section(
                organisation_id=section.event.organisation_id,
                data=json.dumps(spoilt).encode(),
                name="a.json",
                actor=SYSTEM,
            )
        assert refused.value.facts["place"] == "section.variant"
