"""The shape of what goes in and out, for the schema."""

from typing import Any

from drf_spectacular.drainage import set_override
from rest_framework import serializers


class Shape(serializers.Serializer[dict[str, Any]]):
    """What goes in or out; a shape inside a view is called after both in the schema."""

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        set_override(cls, "component_name", cls.__qualname__.replace("View.", "").replace(".", ""))
