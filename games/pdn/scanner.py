"""Reading one record out of a text: tags, body, end. It mends what it can and never fails.

The expression in tokens.py cuts the text, a function for each kind of token (in_game.py,
behind_game.py) puts the record together. A record ends at `*` or a result, or where tags follow a body.
"""

from __future__ import annotations

from games.pdn.assembly import STOP, Assembly, Handler
from games.pdn.behind_game import BEHIND_THE_GAME
from games.pdn.elements import Comment, Junk, MoveText, Nag
from games.pdn.in_game import IN_THE_GAME
from games.pdn.results import is_score_of
from games.pdn.strays import is_same_line
from games.pdn.tag_names import canonical_name
from games.pdn.tokens import TOKEN


class Scan(Assembly):
    """The reading of one record; `run` does it, the parts of the assembly are the outcome."""

    is_text_read = False  # no end was found before the text ended

    def run(self) -> Scan:
        """Read the record; afterwards `end` is where the next one may begin."""
        self._read(IN_THE_GAME)
        if self.terminator is not None:
            self._read(BEHIND_THE_GAME)
        self._finish()
        return self

    def _read(self, handlers: dict[str, Handler]) -> None:
        """Hand token after token to its method until one stops or the game has its end."""
        match, text, size, had_end = TOKEN.match, self.text, self.size, self.terminator
        position = self.end
        while position < size:
            token = match(text, position)
            assert token is not None  # noqa: S101 - the expression matches anything
            kind = token.lastgroup
            following = token.end() if kind is None else handlers[kind](self, token, position)
            if following == STOP:
                self.end = position
                return
            position = following
            if self.terminator is not had_end:
                self.end = position
                return
        self.end = size
        self.is_text_read = True

    def _finish(self) -> None:
        """Close what is open and decide what the text behind the end of the game is."""
        self.close_all(self.end)
        self.seal()
        if self.terminator is None:
            self._take_score()
            return
        remaining = self.trailing
        if not self.is_text_read:
            remaining = [
                it for it in remaining if is_same_line(self.text, self.ended_at, it.offset + self.start)
            ]
        if len(remaining) < len(self.trailing):
            self.end = self.trailing[len(remaining)].offset + self.start
            self.remarks = [it for it in self.remarks if it.offset + self.start < self.end]
        self.body.extend(remaining)

    def _take_score(self) -> None:
        """Take a last `4-6` for the score when the Result tag gives it (NOTATION 2.2)."""
        aside = Comment | Junk | Nag
        last = next((item for item in reversed(self.body) if not isinstance(item, aside)), None)
        if not isinstance(last, MoveText) or last.strength:
            return
        results = (value for name, value, _ in self.tags if canonical_name(name) == "Result")
        if is_score_of(last.text, next(results, "")):
            self.body.remove(last)
            self.moves.pop()
            self.terminator = last.text
            self.remark("score_not_move", last.offset + self.start, text=last.text)
