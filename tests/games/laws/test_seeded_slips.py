"""Slips of the pen seeded in real games: how many are found, where, and how many are mended."""

import pytest
from effort import amount
from seeded_slips import TABLE, games_of, tally

GAMES = amount(500, 1500)
WITHIN = 1.0  # percentage points


@pytest.fixture(scope="module")
def verdicts(shared_dir):
    path = shared_dir / "pdn" / "oca" / "oca-first-2000.pdn"
    if not path.is_file():
        pytest.skip(f"the collection is not beside the repository: {path.name} is missing")
    return games_of(path, GAMES)


def test_no_false_report_on_unchanged_games(verdicts):
    assert len(verdicts) == GAMES
    assert [v.record.index for v in verdicts if not v.is_legal] == []
    assert [v.record.index for v in verdicts if v.proposals] == []


@pytest.mark.parametrize("kind", TABLE)
def test_slips_are_found_as_often_as_measured(verdicts, kind):
    found, _at = TABLE[kind]
    result = tally(kind, verdicts)
    assert result.share(result.found) >= found - WITHIN


def test_eight_in_ten_one_digit_slips_are_mended_among_the_first_three(verdicts):
    result = tally("one digit", verdicts[:500], with_repairs=True)
    assert result.share(result.mended) >= 80
