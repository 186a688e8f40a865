"""Template tags for forms in the design system."""

import json
from typing import Any

from django import forms, template
from django.forms.boundfield import BoundField
from django.utils.safestring import SafeString

from club.paper.qr import OutOfReach, code_svg, out_of_reach_text

register = template.Library()


@register.filter
def as_input(field: BoundField) -> SafeString:
    """Render a field's input with the class of the design system; Django names its help and errors."""
    widget = field.field.widget
    if isinstance(widget, forms.CheckboxInput | forms.RadioSelect):
        return field.as_widget()
    given = widget.attrs.get("class", "")
    # A placeholder that repeats the label vanishes on typing: the label stays.
    attributes = {name: value for name, value in widget.attrs.items() if name != "placeholder"}
    widget.attrs = attributes
    return field.as_widget(attrs={"class": f"input {given}".strip()})


@register.inclusion_tag("club/core/_fields.html")
def form_fields(form: forms.BaseForm | None) -> dict[str, Any]:
    """Render every field of a form, including hidden ones, with its errors."""
    return {"form": form} if form is not None else {}


@register.filter
def as_json(facts: Any) -> str:
    """Return plain values as JSON, for a data attribute."""
    return json.dumps(facts)


@register.inclusion_tag("club/core/_code.html")
def qr_code(text: str, label: str = "", css: str = "") -> dict[str, str]:
    """Render a QR code inline; if no phone reaches the address, explain why."""
    facts = {"label": label, "css": css}
    try:
        return {**facts, "drawn": code_svg(text)}
    except OutOfReach:
        return {**facts, "why_not": out_of_reach_text()}
