"""Expression that cuts a body into tokens; every alternative is possessive or anchored.

No alternative can back-track over what it has taken, so that the time is linear in the length of
the text for any content. PDN 3.0 names the traps: 1-1 against 1-10, `(!)` against a
variation, `x23` against a word.
"""

from __future__ import annotations

import re
from typing import Final

from games.pdn.moves import DASHES, MOVE_PATTERN, RUN_PATTERN

BLANK: Final = r"[\s\x00\x1a\ufeff]"
_SPACE: Final = r"[ \t\xa0]?"
_JOIN: Final = rf"{_SPACE}[{DASHES}:]{_SPACE}"
_HALF: Final = r"(?:1/2|\xbd)"

# Scores of both families, halves, ten points, hundredths (Goes), plus-draw and Delft.
RESULT_PATTERN: Final = (
    rf"(?:1{_SPACE}{_HALF}{_JOIN}{_HALF}|{_HALF}{_JOIN}1{_SPACE}{_HALF}"
    rf"|{_HALF}{_JOIN}{_HALF}|{_HALF}(?![\d/])"
    rf"|\d{{1,2}}[.,]\d{{1,2}}{_JOIN}\d{{1,2}}[.,]\d{{1,2}}"
    rf"|[0-2]\+{_JOIN}[0-2]-|[0-2]-{_JOIN}[0-2]\+"
    rf"|\d{{1,2}}{_JOIN}0|0{_JOIN}\d{{1,2}}|1{_JOIN}1)(?![\d/\xbd]|[-x:]\d)"
)

# How a half-move begins, and a move number in front of it.
_PLAY: Final = rf"(?:\d{{1,3}}\.\s?)?(?:\d{{1,2}}[{DASHES}x:]\d|[a-hA-H][1-8][{DASHES}x:a-hA-H])"

TOKEN: Final = re.compile(
    rf"""(?:
      (?P<result>{RESULT_PATTERN})
    | (?P<move>{MOVE_PATTERN})
    | (?P<number>\d{{1,4}}+[ \t]*+\.[ \t.\u2026]*+)
    | (?P<brace>\{{)
    | (?P<nag>\$\d{{1,9}}+)
    | (?P<strength>\([!?]++\)|[!?]++)
    | (?P<open>\()
    | (?P<close>\))
    | (?P<star>\*)
    | (?P<tag>\[)
    | (?P<setup>/[ ]?FEN[ \t]*+"([^"\r\n]*+)"[ ]?/)
    | (?P<line>(?<![^\r\n])%[^\r\n]*+|;(?!{_PLAY})[^\r\n]*+)
    | (?P<unknown>[-\u2013\u2014]{{1,2}}(?![^\s(){{}}!?$*;])|\u2026|\.{{2,}}+)
    | (?P<run>{RUN_PATTERN})
    | (?P<bare>\d{{1,3}}(?=\s++(?:{_PLAY})))
    | (?P<junk>[,|]++|[^\s(){{}}\[\]*$!?;\x00\x1a\ufeff]++|[^\s\x00\x1a\ufeff])
    )?+{BLANK}*+""",
    re.VERBOSE,
)

# How the inside of a round bracket begins when it is a variation and no comment.
VARIATION: Final = re.compile(
    r"\s*+(?:\(|\d{1,3}[ \t]*+\.|\d{1,2}[ \t]?[-x:\u2013\u2014]|[a-hA-H][1-8]|[-\u2013\u2014]{1,2}\s|[{)$/])"
)
_RESULT: Final = re.compile(rf"(?:{RESULT_PATTERN}|\*)")


def is_result(text: str) -> bool:
    """Return True if a text by itself reads as the end of a game."""
    return _RESULT.fullmatch(text) is not None
