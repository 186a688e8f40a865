"""Event regulations: every incident in every preset, each step of its ladder, and stored forms."""

from dataclasses import replace

import pytest

from games.laws import DEFAULT_BOOK, LAW_BOOKS
from games.laws.incidents import BEHAVIOUR, CLOCK, INCIDENTS
from tournaments.conduct import (
    NO_REGULATIONS,
    PRESETS,
    Consequence,
    Counted,
    Earlier,
    Instruction,
    instruction_for,
    propose,
    regulations_from,
)
from tournaments.conduct.regulation_presets import (
    CLUB,
    FEDERATION,
    FMJD,
    NONE,
    quoted_rule,
    quoted_rules,
    unfit_quotes,
    unfit_regulations,
)
from tournaments.conduct.regulations import (
    MAX_DEFAULT_MINUTES,
    ON_A_LADDER,
    REGULATED,
    article_of,
    code_of,
    unfit_rungs,
)

WRITTEN = (CLUB, FEDERATION, FMJD)
NO_OFFENCE = {"time_corrected"}
EVERY = [(preset, code) for preset in WRITTEN for code in REGULATED]


def earlier(rule, count):
    """So many earlier offences, in this game or in others as the article counts."""
    return [Earlier(rule.code, is_this_game=rule.counted is Counted.GAME)] * count


def test_every_incident_that_no_move_shows_has_an_article():
    assert set(REGULATED) == {*CLOCK, *BEHAVIOUR} - NO_OFFENCE
    assert set(REGULATED) < set(INCIDENTS)
    assert [code_of(article_of(code)) for code in REGULATED] == list(REGULATED)


@pytest.mark.parametrize(("preset", "code"), EVERY)
def test_each_step_of_the_ladder_is_proposed_in_turn_with_its_article(preset, code):
    regulations = PRESETS[preset].regulations
    rule, silent = regulations.rules[code], LAW_BOOKS["brazilian-seed"]
    for before, rung in enumerate((*rule.rungs, rule.rungs[-1])):
        told = propose(silent, code, earlier=earlier(rule, before), regulations=regulations)
        assert (told.consequence, told.amount) == rung
        assert told.article == f"Event regulations {REGULATED.index(code) + 1}"
        assert told.articles == (told.article,)
        assert told.in_event == before + 1
        assert told.in_game == (before + 1 if rule.counted is Counted.GAME else 1)
        assert told.is_forfeit == (code == "default_time")
    assert rule.source
    assert unfit_rungs(rule.rungs) == ""


@pytest.mark.parametrize("code", REGULATED)
@pytest.mark.parametrize("sanction", [*ON_A_LADDER, Consequence.NONE])
def test_about_behaviour_nothing_is_put_right_on_the_board(code, sanction):
    """A reminder about a telephone puts no piece right: play goes on, or the game is over."""
    is_over = sanction in {Consequence.GAME_LOST, Consequence.EXCLUDED}
    assert instruction_for(code, sanction) == (Instruction.GAME_ENDS if is_over else Instruction.GO_ON)


def test_an_hour_that_is_corrected_is_put_right():
    assert propose(DEFAULT_BOOK, "time_corrected").instruction == Instruction.PUT_RIGHT


@pytest.mark.parametrize("preset", [NONE, *WRITTEN])
def test_kinds_that_the_law_book_is_silent_about_are_counted_one_by_one(preset):
    """A telephone that was ruled on is no earlier offence of talking, whoever regulates either."""
    silent, regulations = LAW_BOOKS["brazilian-seed"], PRESETS[preset].regulations
    for left_out in (None, "distracting"):
        rules = {code: rule for code, rule in regulations.rules.items() if code != left_out}
        asked = replace(regulations, rules=rules)
        before = [Earlier("electronic_device", is_this_game=True)] * 2
        told = propose(silent, "distracting", earlier=before, regulations=asked)
        assert (told.in_game, told.in_event) == (1, 1)
        again = propose(silent, "electronic_device", earlier=before, regulations=asked)
        assert (again.in_game, again.in_event) == (3, 3)


@pytest.mark.parametrize(("preset", "code"), EVERY)
def test_offences_of_another_kind_or_another_game_do_not_climb(preset, code):
    regulations = PRESETS[preset].regulations
    rule, silent = regulations.rules[code], LAW_BOOKS["brazilian-seed"]
    other = next(one for one in REGULATED if one != code)
    before = [Earlier(other, is_this_game=True), Earlier("must_capture", is_this_game=True)]
    if rule.counted is Counted.GAME:
        before.append(Earlier(code, is_this_game=False))
    told = propose(silent, code, earlier=before, regulations=regulations)
    assert (told.consequence, told.in_game) == (rule.rungs[0].consequence, 1)


@pytest.mark.parametrize("book", LAW_BOOKS.values(), ids=lambda book: book.key)
def test_a_law_book_goes_first_where_it_rules(book):
    for preset in WRITTEN:
        regulations = PRESETS[preset].regulations
        for code in REGULATED:
            told = propose(book, code, regulations=regulations)
            if code in book.rulings:
                assert told == propose(book, code)
            else:
                assert told.article == article_of(code)


@pytest.mark.parametrize("code", INCIDENTS)
@pytest.mark.parametrize("key", ["standard-laws", "fmjd-annex-1", "italian"])
def test_an_event_without_regulations_is_judged_as_before(code, key):
    before = [Earlier(code, is_this_game=True)]
    told = propose(LAW_BOOKS[key], code, earlier=before)
    assert told == propose(LAW_BOOKS[key], code, earlier=before, regulations=regulations_from({}))
    assert (told.amount, told.is_forfeit) == (0, False)
    assert not told.article.startswith("Event")


@pytest.mark.parametrize("code", INCIDENTS)
def test_what_is_on_the_board_is_no_matter_of_regulations(code):
    if code not in REGULATED:
        regulations = PRESETS[CLUB].regulations
        assert propose(DEFAULT_BOOK, code, regulations=regulations) == propose(DEFAULT_BOOK, code)


@pytest.mark.parametrize("preset", WRITTEN)
def test_a_late_arrival_beyond_the_default_time_is_a_forfeit(preset):
    regulations = regulations_from({"preset": preset, "default_minutes": 20})
    within = propose(DEFAULT_BOOK, "late_arrival", regulations=regulations, minutes=20)
    beyond = propose(DEFAULT_BOOK, "late_arrival", regulations=regulations, minutes=21)
    assert (within.consequence, within.article) == (Consequence.REMINDER, article_of("late_arrival"))
    assert (beyond.consequence, beyond.article) == (Consequence.GAME_LOST, article_of("default_time"))
    assert beyond.is_forfeit
    assert propose(DEFAULT_BOOK, "late_arrival", regulations=NO_REGULATIONS, minutes=99).consequence is None


def test_an_event_changes_articles_leaves_some_out_and_takes_others_from_the_club():
    stored = {
        "preset": FMJD,
        "changes": {
            "electronic_device": {"rungs": [["time_penalty", 5], ["excluded", 0]], "counted": "game"},
            "analysing": None,
        },
    }
    rules = regulations_from(stored).rules
    assert [rung.amount for rung in rules["electronic_device"].rungs] == [5, 0]
    assert rules["electronic_device"].counted is Counted.GAME
    assert "analysing" not in rules
    assert rules["flag_fell"] == PRESETS[FMJD].regulations.rules["flag_fell"]
    alone = regulations_from({"preset": NONE, "changes": {"score_sheet": {"text": "Write!"}}}).rules
    assert list(alone) == ["score_sheet"]
    assert (alone["score_sheet"].text, alone["score_sheet"].number) == ("Write!", 11)


@pytest.mark.parametrize(("preset", "code"), EVERY)
def test_a_ruling_quotes_an_article_as_it_was(preset, code):
    regulations = regulations_from({"preset": preset, "default_minutes": 45})
    quotes = quoted_rules(regulations, ["SL-T4", article_of(code)])
    assert list(quotes) == [article_of(code)]
    assert unfit_quotes(quotes) is None
    assert quoted_rule(article_of(code), quotes[article_of(code)]) == (regulations.rules[code], 45)


@pytest.mark.parametrize(
    ("rungs", "why"),
    [
        ([], "empty"),
        ([["reminder", 0]] * 6, "long"),
        ([["none", 0]], "sanction"),
        ([["both_lost", 0]], "sanction"),
        ([["time_penalty", 0]], "amount"),
        ([["points_deducted", 61]], "amount"),
        ([["warning", 2]], "amount"),
        ([["game_lost", 0], ["warning", 0]], "falls"),
        ([["time_penalty", 5], ["time_penalty", 2]], "falls"),
        ("warning", "sanction"),
        ([["warning"]], "sanction"),
        ([[["warning"], 0]], "sanction"),
        ([["warning", True]], "sanction"),
    ],
)
def test_a_ladder_that_cannot_be_climbed_is_found(rungs, why):
    found = unfit_regulations({"changes": {"analysing": {"rungs": rungs}}})
    assert found == ("analysing", why)


@pytest.mark.parametrize(
    ("stored", "place"),
    [
        ([], "regulations"),
        ({"other": 1}, "regulations"),
        ({"preset": "chess"}, "preset"),
        ({"preset": ["club"]}, "preset"),
        ({"default_minutes": 0}, "default_minutes"),
        ({"default_minutes": MAX_DEFAULT_MINUTES + 1}, "default_minutes"),
        ({"default_minutes": True}, "default_minutes"),
        ({"further": 3}, "further"),
        ({"changes": []}, "changes"),
        ({"changes": {"must_capture": None}}, "must_capture"),
        ({"changes": {"analysing": 3}}, "analysing"),
        ({"changes": {"analysing": {"counted": "day"}}}, "analysing"),
        ({"changes": {"analysing": {"reasons": [1]}}}, "analysing"),
        ({"changes": {"analysing": {"text": None}}}, "analysing"),
    ],
)
def test_a_stored_form_that_cannot_be_is_found(stored, place):
    found = unfit_regulations(stored)
    assert found is not None
    assert found.place == place


def test_ladders_name_sanctions_from_the_lightest_up():
    order = list(Consequence)
    assert [order.index(one) for one in ON_A_LADDER] == sorted(order.index(one) for one in ON_A_LADDER)


@pytest.mark.parametrize(
    "quotes", [[], {"SL-T4": {}}, {"Event regulations 99": {}}, {"Event regulations 1": 2}]
)
def test_quotes_that_cannot_be_are_found(quotes):
    assert unfit_quotes(quotes) is not None
