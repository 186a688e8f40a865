"""Errors of ending tables: a refused file of values, or a variant that has none."""


class EndingFileRefused(ValueError):
    """A file that does not match its name, with a stable ``code`` and the facts behind it.

    Codes: ``not_an_ending_file``, ``other_version``, ``other_rules``, ``damaged``.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts


class NoEndings(ValueError):
    """A variant for which no table can be made, with a stable ``code``.

    Codes: ``rules_with_memory`` (whether a move is legal depends on the moves before), ``other_goal``
    (the game does not end with a side that cannot move), ``board_too_large`` (more than 64 bits),
    ``distance_too_long`` (it does not fit in a byte).
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {facts}")
        self.code = code
        self.facts = facts
