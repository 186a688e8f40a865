"""Forms of games: the choice of a game, and new house rules: a base, a name, and every changeable fact."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games.house_rules.fact_labels import fact_question, value_text
from games.house_rules.selectors import fact_choices
from games.house_rules.services import MAX_NAME_LENGTH
from games.house_rules.variant_names import Group, grouped_names, public_games
from games.rules import VARIANTS
from games.rules.house import fact_texts


class InputMixin:
    """Mixin: adds the design system's class to every control, and points to its help and its error."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():  # type: ignore[attr-defined]
            field.widget.attrs["class"] = f"input {field.widget.attrs.get('class', '')}".strip()


VARIANT_NAMES: list[Any] = [*grouped_names()]
DETECTED: Any = ("", _("Detect from the record"))


class GameMixin(InputMixin):
    """The field `variant` has the shipped games and house rules; rules known by key may be requested."""

    before_games: tuple[Any, ...] = ()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        asked = self["variant"].value()  # type: ignore[index]
        games = self.games(chosen=asked if isinstance(asked, str) else "")
        self.fields["variant"].choices = [*self.before_games, *games]  # type: ignore[attr-defined]

    def games(self, *, chosen: str) -> list[Group]:
        """The games in groups."""
        return public_games(chosen=chosen)


YES_NO = frozenset({"yes", "no"})
FACT = "fact_"
OF_FLYING = "king_must_land_to_go_on"  # does not restrict a king of one step


class BaseForm(InputMixin, forms.Form):
    """Form of the shipped game that the rules are derived from."""

    base = forms.ChoiceField(label=_("Based on"), choices=VARIANT_NAMES)


class HouseRulesForm(InputMixin, forms.Form):
    """Form of the differences from the base. A fact of two values is a checkbox, one of more is a choice."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME_LENGTH,
        help_text=_("The club's name for these rules. Neither the name nor the rules can be changed later."),
    )

    def __init__(self, *args: Any, base: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.base = VARIANTS[base]
        self.before = fact_texts(self.base)
        if not self.base.king_flies:
            self.before[OF_FLYING] = "yes"  # follows without a question of its own
        for fact, values in fact_choices(self.base).items():
            self.fields[FACT + fact] = self._field(fact, values)
        for field in self.fields.values():
            if not isinstance(field, forms.BooleanField):
                field.widget.attrs["class"] = "input"

    def _field(self, fact: str, values: tuple[str, ...]) -> forms.Field:
        label, before = fact_question(fact), self.before[fact]
        if set(values) == YES_NO:
            return forms.BooleanField(label=label, required=False, initial=before == "yes")
        choices = [(value, value_text(fact, value)) for value in values]
        return forms.ChoiceField(label=label, choices=choices, initial=before)

    def changes(self) -> dict[str, str]:
        """Return the facts whose values differ from the base."""
        given = {
            name.removeprefix(FACT): ("yes" if value else "no") if isinstance(value, bool) else str(value)
            for name, value in self.cleaned_data.items()
            if name.startswith(FACT)
        }
        return {fact: value for fact, value in given.items() if value != self.before[fact]}
