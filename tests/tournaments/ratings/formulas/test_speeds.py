"""How fast a game is by its clock."""

import pytest

from tournaments.ratings.formulas.values import Speed, speed_of


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        ("5+3", Speed.BLITZ),
        ("5 min", Speed.BLITZ),
        ("10", Speed.BLITZ),
        ("15+5", Speed.RAPID),
        ("10 + 5", Speed.RAPID),
        ("60+30", Speed.STANDARD),
        ("80 min + 1 min", Speed.STANDARD),
        ("80'+1'", Speed.STANDARD),
        ("15' + 10''", Speed.RAPID),
        ("1h30", Speed.STANDARD),
        ("2 h", Speed.STANDARD),
        ("", None),
        ("as agreed", None),
    ],
)
def test_the_speed_of_a_clock(clock, speed):
    assert speed_of(clock) == speed
