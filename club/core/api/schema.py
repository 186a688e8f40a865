"""Schema of the fields of the API."""

from typing import Any

from django.core.exceptions import FieldDoesNotExist
from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers


class Schema(AutoSchema):
    """Schema in which a field that is only read may be empty where its column may."""

    def _map_serializer_field(self, field: Any, direction: Any, bypass_extensions: Any = False) -> Any:  # noqa: FBT002 - as inherited
        if isinstance(field, (serializers.CharField, serializers.ChoiceField)) and field.read_only:
            field.allow_blank = _is_blank_column(field)
        return super()._map_serializer_field(field, direction, bypass_extensions)  # type: ignore[no-untyped-call]


def _is_blank_column(field: serializers.Field[Any, Any, Any, Any]) -> bool:
    model = getattr(getattr(field.parent, "Meta", None), "model", None)
    try:
        return model is not None and bool(model._meta.get_field(field.source).blank)  # noqa: SLF001 - documented
    except FieldDoesNotExist:
        return False
