"""How choices are called in the trail."""

from typing import Any

from club.audit.texts import Words


def choice_of(choices: Any, value: Any) -> Words:
    """What a choice is called."""
    return str(dict(choices.choices).get(value, value))
