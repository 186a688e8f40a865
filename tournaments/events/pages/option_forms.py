"""The options of each pairing system as a form of its own; only that of the chosen system is read."""

from typing import Any

from django import forms

from tournaments.core.keizer_points import keizer_text
from tournaments.core.section_options import (
    OPTIONS,
    Numbering,
    Option,
    Separation,
    options_of,
    options_read_by,
)
from tournaments.events.option_labels import OPTION_TEXTS
from tournaments.events.systems import SYSTEMS
from tournaments.models import Section

SOFT_SYSTEMS = frozenset({"match_swiss"})
"""Systems that can separate a group where it does no harm."""


class OptionsForm(forms.Form):
    """Options of one system for a section, with the current values."""

    def __init__(self, section: Section, system: str, data: Any = None, *, has_rounds: bool) -> None:
        super().__init__(data, prefix=system)
        self.system, self.name = system, SYSTEMS[system].name
        self.is_pinned = section.system == system
        settled = options_of(section)
        for name in options_read_by(system):
            field = _field(OPTIONS[name], name, system, getattr(settled, name))
            told = OPTION_TEXTS[name]
            field.label = told.label
            field.help_text = f"{told.what} {told.affects}" if has_rounds else told.what
            self.fields[name] = field

    @property
    def options(self) -> dict[str, Any]:
        """Return the chosen options by name, in their stored form."""
        return dict(self.cleaned_data)


def _field(option: Option, name: str, system: str, value: Any) -> forms.Field:
    if option.choices is not None:
        choices = [one for one in option.choices.choices if one[0] not in _unfit(name, system)]
        initial = Separation.NO if value == Separation.SOFT and system not in SOFT_SYSTEMS else value
        return forms.ChoiceField(choices=choices, initial=initial)
    if option.longest:
        return forms.CharField(required=False, max_length=option.longest, initial=value)
    if option.least is None:
        return forms.BooleanField(required=False, initial=value)
    if option.steps:
        steps = sorted({*option.steps, value})
        return forms.TypedChoiceField(
            choices=[(step, keizer_text(step)) for step in steps], coerce=int, initial=value
        )
    return forms.IntegerField(min_value=option.least, max_value=option.most, initial=value)


def _unfit(name: str, system: str) -> set[str]:
    """Return the values of an option that a system does not support."""
    if name == "numbering" and system in {"knockout", "double_elimination"}:
        return {Numbering.VARMA.value}
    if name.endswith("_apart") and system not in SOFT_SYSTEMS:
        return {Separation.SOFT.value}
    return set()


def option_forms(section: Section, data: Any = None, *, has_rounds: bool) -> list[OptionsForm]:
    """Return a form for every system with options, the pinned one first; data fill the chosen one's."""
    chosen = data.get("system") if data is not None else None
    if chosen and not any(name.startswith(f"{chosen}-") for name in data):
        chosen = None
    made = [
        OptionsForm(section, system, data if system == chosen else None, has_rounds=has_rounds)
        for system in SYSTEMS
        if options_read_by(system)
    ]
    return sorted(made, key=lambda form: not form.is_pinned)
