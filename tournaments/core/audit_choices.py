"""Labels of choices in the audit log."""

from typing import Any

from club.core.messages import Words


def choice_label(choices: Any, value: Any) -> Words:
    """Return the label of a choice."""
    return str(dict(choices.choices).get(value, value))
