"""Base of the forms of the games app."""

from typing import Any


class InputMixin:
    """Mixin: adds the design system's class to every control, and points to its help and its error."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():  # type: ignore[attr-defined]
            field.widget.attrs["class"] = f"input {field.widget.attrs.get('class', '')}".strip()
