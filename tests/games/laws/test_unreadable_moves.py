"""A half-move that is written and cannot be read is a finding of its own and no offence."""

import json
import random
import re

import pytest
from django.core.management import call_command
from effort import amount
from law_cases import found, judged, sheet

from games.judging import messages
from games.laws import Severity, judge
from games.laws.report import finding_as_dict
from games.pdn import read_game, write_record
from games.rules import VARIANTS, Position, Side, legal_moves, move_text, play

GAMES, PLIES = amount(3, 40), 24
BEFORE = "1. 11-15 22-18 2. 15x22"


def sentence_of(finding):
    told = finding_as_dict(finding)
    return messages.finding_sentence(told["code"], told["facts"], side=told["side"], article=told["article"])


def random_game(variant, seed):
    """Words and positions of a game of random moves, none of which can be read in two ways."""
    chance = random.Random(f"{variant.key} {seed}")  # noqa: S311 - the same games each time
    positions, words = [Position.start(variant)], []
    while len(words) < PLIES and (legal := legal_moves(positions[-1], variant)):
        move = chance.choice(legal)
        word = move_text(move, variant, legal)
        if sum((one.origin, one.destination) == (move.origin, move.destination) for one in legal) > 1:
            break
        words.append(word)
        positions.append(play(positions[-1], move, variant))
    return words, positions


def smudged(word, chance):
    """The word with a separator that is none, or with a digit written as the letter it looks like."""
    sign = next(sign for sign in "-x:" if sign in word)
    spoilt = [word.replace(sign, other) for other in ("/", "=", "~", "_", "->", "+")]
    spoilt += [word.replace("1", "l", 1)] if word[0] == "1" and not word[1:2].isalpha() else []
    return chance.choice(spoilt)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_smudged_half_move_is_told_and_the_only_fit_is_played(variant):
    for seed in range(GAMES):
        words, positions = random_game(variant, seed)
        chance = random.Random(seed)  # noqa: S311 - the same games each time
        for at in range(0, len(words), 3):
            written = smudged(words[at], chance)
            text = " ".join([*words[:at], written, *words[at + 1 :]])
            record = read_game(f'[Event "?"]\n\n1. {text} *\n')
            verdict = judge(record, variant=variant)
            finding = found(verdict, "move_unreadable")
            assert (finding.facts["text"], finding.ply) == (written, at + 1), text
            assert finding.facts["fits"] == [words[at]], text
            assert finding.side is positions[at].side
            assert finding.severity is Severity.DOUBT
            assert verdict.is_legal
            assert verdict.proposals == ()
            assert list(verdict.replay.positions) == positions
            assert written in sentence_of(finding)


@pytest.mark.parametrize(
    ("moves", "ply", "text", "fits", "plies", "outcome"),
    [
        pytest.param(f"{BEFORE} 25/18 8-11", 4, "25/18", ["25x18"], 5, "played", id="in mid game"),
        pytest.param(f"{BEFORE} 25x18 3. 8-11 29/25", 6, "29/25", ["29-25"], 6, "played", id="the last word"),
        pytest.param(f"{BEFORE} 25x18 3. 8-11 27/23", 6, "27/23", [], 5, "none", id="nothing fits"),
        pytest.param("1. 11-1S 22-18", 1, "11-1S", ["11-15"], 2, "played", id="a letter at the end"),
        pytest.param(f"{BEFORE} /18 3. 8-11", 4, "/18", ["25x18"], 5, "played", id="half of it"),
        pytest.param(
            f"{BEFORE} 26x17 3. 8-11 24/",
            6,
            "24/",
            ["24-19", "24-20"],
            5,
            "several",
            id="two fit, none follows",
        ),
        pytest.param(
            f"{BEFORE} 26x17 3. 8-11 24/ 11-15 19x10",
            6,
            "24/",
            ["24-19", "24-20"],
            5,
            "several",
            id="two fit and let the next be played",
        ),
        pytest.param("1. 11-15 22/ 2. 15x22", 2, "22/", ["22-18"], 3, "played", id="the next decides"),
    ],
)
def test_what_fits_is_told(moves, ply, text, fits, plies, outcome):
    verdict = judged(moves)
    assert [finding.code for finding in verdict.findings] == ["move_unreadable"]
    (finding,) = verdict.findings
    assert (finding.ply, finding.facts["text"], finding.facts["fits"]) == (ply, text, fits)
    assert (finding.facts["number"], finding.facts["outcome"]) == ((ply + 1) // 2, outcome)
    assert verdict.plies == plies
    assert verdict.proposals == ()
    assert verdict.is_legal is (outcome == "played")
    assert verdict.is_unreadable is (outcome != "played")


def test_the_number_and_the_player_are_those_of_the_score_sheet():
    sentence = sentence_of(judged(f"{BEFORE} 25/18 8-11").findings[0])
    assert sentence.startswith("Move 2 (White): “25/18” cannot be read. Only 25x18 fits, so it was played.")
    begun_by_white = judged("1. ... 25/22", fen="W:W25,32:B1,2").findings[0]
    assert (begun_by_white.facts["number"], begun_by_white.side) == (1, Side.WHITE)


@pytest.mark.parametrize("moves", [f"{BEFORE} 25x18 resigns", f"{BEFORE} 25x18 by 3 | and so on"])
def test_stray_words_are_no_half_moves(moves):
    verdict = judged(moves)
    assert verdict.findings == ()
    assert verdict.is_legal


def test_an_offence_after_it_is_still_told():
    verdict = judged(f"{BEFORE} 25/18 8-12")
    assert [finding.code for finding in verdict.findings] == ["move_unreadable", "occupied_square"]
    assert [proposal.code for proposal in verdict.proposals] == ["occupied_square"]


@pytest.mark.parametrize("style", ["strict", "classic"])
def test_it_is_not_lost_in_writing(style):
    written = write_record(read_game(sheet(f"{BEFORE} 25/18 3. 8-11")), style=style)
    assert "25/18" in written
    assert len(read_game(written).moves) == 5


def test_the_command_shows_it_in_text_and_as_json(tmp_path, capsys):
    path = tmp_path / "smudged.pdn"
    path.write_text(sheet(f"{BEFORE} 25x18 3. 8-11 27/23"), encoding="utf-8")
    call_command("replay", str(path), variant="english")
    told = capsys.readouterr().out
    assert "Move 3 (White): “27/23” cannot be read and no legal move fits." in told
    assert "0 legal, 0 with an illegal move, 1 not checked" in told
    call_command("replay", str(path), variant="english", format="jsonl")
    game, summary = map(json.loads, capsys.readouterr().out.splitlines())
    (finding,) = game["findings"]
    assert (finding["code"], finding["side"], finding["line"], finding["column"]) == (
        "move_unreadable",
        "white",
        3,
        39,
    )
    assert (game["legal"], game["unreadable"], game["first_error"]) == (False, True, None)
    assert (summary["summary"]["legal"], summary["summary"]["unreadable"]) == (0, 1)


@pytest.mark.django_db
@pytest.mark.parametrize("last", ["25/18", "25x18 3. 8-11 27/23"])
def test_the_page_opens_it(client, last):
    good = sheet(f"{BEFORE} 25x18")
    text = good + "\n" + sheet(f"{BEFORE} {last}")
    page = client.post("/games/check/", {"pdn": text, "variant": "english"}).content.decode()
    assert "Only 25x18 fits, so it was played." in page or "The replay stops here." in page
    assert re.search(r'value="2"[^>]*aria-current="true"', page), (
        "the game with the doubt is the one that is opened"
    )


NO_SIGN = ["zz", "25", "18!", "@", "%", "pass", "25?18", "25..18", "25)", "Z25x18", "26?17, then?"]
ODD_SIGNS = ["[25-18]", "<25-18>", "'25x18'", "25xx18", "#25-18", "25x", "x18", "25-18-", "-25x18"]


@pytest.mark.parametrize("word", [*NO_SIGN, *ODD_SIGNS])
def test_whatever_stands_in_the_place_of_a_half_move_accuses_nobody(word):
    verdict = judged(f"{BEFORE} {word} 8-11")
    assert [finding.code for finding in verdict.findings] == ["move_unreadable"]
    (finding,) = verdict.findings
    assert (finding.ply, finding.side, verdict.proposals) == (4, Side.WHITE, ())
    assert finding.facts["fits"], word
    assert (finding.facts["outcome"] == "played") is (len(finding.facts["fits"]) == 1)
    assert verdict.plies == (5 if finding.facts["outcome"] == "played" else 3)


@pytest.mark.parametrize(
    ("moves", "code"),
    [
        pytest.param(f"{BEFORE} 8-11", "out_of_turn", id="nothing is written"),
        pytest.param(f"{BEFORE} {{25/18?}} 8-11", "out_of_turn", id="a comment"),
        pytest.param("1. 11-15 22-18 15x22 3. 8-11", "out_of_turn", id="the number of the next move"),
        pytest.param(f"{BEFORE} by 3 25x18 11-7", "empty_square", id="an offence of another kind"),
        pytest.param("1. 11-15 22-18 15x22 x29", "occupied_square", id="a longer path than can be played"),
    ],
)
def test_what_is_no_word_in_the_place_of_a_half_move_leaves_the_offence(moves, code):
    assert code in [finding.code for finding in judged(moves).findings]


def test_words_after_an_illegal_move_that_stood_accuse_nobody():
    verdict = judge(read_game(sheet("1. 11-15 22-18 2. 9-13 18x11 3. zz 25-22")), play_on=True)
    assert [finding.code for finding in verdict.findings] == ["must_capture", "move_unreadable"]
    assert [proposal.code for proposal in verdict.proposals] == ["must_capture"]
